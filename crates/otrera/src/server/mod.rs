//! The server of the page and its questions over HTTP. docs/guide/server.md has the interface and the limits.
//!
//! Connections are tasks of a small runtime. Work that takes longer than reading a position runs on threads of its own, so
//! that a click is answered while an engine thinks. Connections, threads, waiting questions, bytes and seconds are all
//! bounded, whatever clients do.

mod answers;
mod api;
mod app;
mod assets;
mod atlas;
mod body;
mod certificates;
mod connections;
mod guard;
mod host;
mod memory;
mod openapi;
mod pool;
mod record;
mod reply;

use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use anyhow::Context as _;
use axum::Router;
use axum::http::StatusCode;
use axum::middleware::{from_fn_with_state, map_response};

use self::app::App;
use self::guard::HostNames;
use self::reply::Refusal;
use crate::cli::{Cli, ServeArgs};

/// Threads for connections. They wait most of the time.
const CONNECTION_THREADS: usize = 2;
/// Threads for short questions.
const SHORT_THREADS: usize = 4;

/// A server that listens, but does not answer yet.
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

    /// Its address for a browser on this machine.
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
            .worker_threads(CONNECTION_THREADS)
            .max_blocking_threads(SHORT_THREADS)
            .thread_name("connections")
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
        let names = Arc::new(HostNames::new(&self.args.name));
        let router = router(Arc::clone(&app), names);
        std::thread::scope(|scope| {
            scope.spawn(|| app.atlas.open(self.cli, self.args.atlas.as_deref(), &stop));
            let served = runtime.block_on(connections::serve(self.listener, router, end, || app.close()));
            // Short questions that are left are not waited for.
            runtime.shutdown_background();
            served
        })
    }
}

fn router(app: Arc<App>, names: Arc<HostNames>) -> Router {
    api::endpoints()
        .fallback(assets::file)
        .method_not_allowed_fallback(async || {
            Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "not with this method: see docs/guide/server.md")
        })
        .layer(from_fn_with_state(names, guard::check))
        .layer(map_response(reply::secured))
        .with_state(app)
}
