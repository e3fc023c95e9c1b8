//! The page and what it asks, over HTTP. docs/server.md has the interface and the limits.
//!
//! Connections are tasks of a small runtime; whatever takes longer than reading a position is done by threads of its own, so that
//! a click is answered while an engine thinks. Nothing that a client does decides how many of anything there are: connections,
//! threads, waiting questions, bytes and seconds all have a limit here.

mod app;
mod ask;
mod assets;
mod body;
mod connections;
mod guard;
mod memory;
mod pool;
mod question;
mod record;
mod remote;
mod reply;
mod shelf;

use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use anyhow::Context as _;
use axum::Router;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::middleware::{from_fn_with_state, map_response};
use axum::routing::{get, post};

use self::app::App;
use self::guard::Names;
use self::question::{KINDS, Length};
use self::reply::Refusal;
use crate::cli::{Cli, ServeArgs};

/// Threads that talk to clients. They wait most of the time.
const TALKERS: usize = 2;
/// Threads for short questions.
const SHORT_THREADS: usize = 4;

/// A server that listens, and does not answer yet.
pub(crate) struct Server<'a> {
    cli: &'a Cli,
    args: &'a ServeArgs,
    listener: TcpListener,
    address: SocketAddr,
}

impl<'a> Server<'a> {
    pub(crate) fn bind(cli: &'a Cli, args: &'a ServeArgs) -> anyhow::Result<Server<'a>> {
        let wanted = SocketAddr::new(args.host, args.port);
        let listener = TcpListener::bind(wanted)
            .with_context(|| format!("cannot listen at {wanted}: give --port another number, or 0 for any"))?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        Ok(Server { cli, args, listener, address })
    }

    /// Where a browser on this machine finds it.
    pub(crate) fn address(&self) -> String {
        let ip = match self.address.ip() {
            std::net::IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
            std::net::IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
            ip => ip,
        };
        format!("http://{}/", SocketAddr::new(ip, self.address.port()))
    }

    /// Answers until Ctrl-C.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        memory::settle();
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(TALKERS)
            .max_blocking_threads(SHORT_THREADS)
            .thread_name("talking")
            .enable_all()
            .build()?;
        let (ended, end) = tokio::sync::watch::channel(false);
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        ctrlc::set_handler(move || {
            flag.store(true, Relaxed);
            if ended.send_replace(true) {
                std::process::exit(130);
            }
        })?;
        let app = Arc::new(App::new(self.args)?);
        let names = Arc::new(Names::new(&self.args.name));
        let router = router(Arc::clone(&app), names);
        std::thread::scope(|scope| {
            scope.spawn(|| app.shelf.fill(self.cli, self.args.atlas.as_deref(), &stop));
            let served = runtime.block_on(connections::serve(self.listener, router, end, || app.close()));
            // What is left of short questions is not waited for.
            runtime.shutdown_background();
            served
        })
    }
}

fn router(app: Arc<App>, names: Arc<Names>) -> Router {
    let mut router = Router::new()
        .route("/api/health", get(ask::health))
        .route("/api/game", post(ask::game))
        .route("/api/record", post(ask::record))
        .route("/api/certificates/{id}", get(ask::certificate));
    for kind in &KINDS {
        let plain = move |app: State<Arc<App>>, request: Request| ask::plain(app, kind, request);
        router = router.route(&format!("/api/{}", kind.name), post(plain));
        if kind.length == Length::Told {
            let told = move |app: State<Arc<App>>, request: Request| ask::told(app, kind, request);
            router = router.route(&format!("/api/stream/{}", kind.name), post(told));
        }
    }
    router
        .fallback(assets::file)
        .method_not_allowed_fallback(async || {
            Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "not in this way: see docs/server.md")
        })
        .layer(from_fn_with_state(names, guard::check))
        .layer(map_response(reply::secured))
        .with_state(app)
}
