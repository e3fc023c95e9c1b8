//! The page and what it asks, over HTTP. docs/server.md has the interface and the limits.
//!
//! Connections are tasks of a small runtime; whatever takes longer than reading a position is done by threads of its own, so that
//! a click is answered while an engine thinks. Nothing that a client does decides how many of anything there are: connections,
//! threads, waiting questions, bytes and seconds all have a limit here.

mod assets;
mod connections;
mod guard;
mod reply;

use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;

use anyhow::Context as _;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};
use axum::{Json, Router};

use self::guard::Names;
use crate::cli::ServeArgs;

/// Bytes of the largest question. A game record with every move commented has some ten thousand.
const LARGEST_BODY: usize = 1 << 20;
/// Threads that talk to clients. They wait most of the time.
const TALKERS: usize = 2;
/// Threads for short questions.
const SHORT_THREADS: usize = 4;

/// A server that listens, and does not answer yet.
pub(crate) struct Server {
    listener: TcpListener,
    address: SocketAddr,
    names: Names,
}

impl Server {
    pub(crate) fn bind(args: &ServeArgs) -> anyhow::Result<Server> {
        let wanted = SocketAddr::new(args.host, args.port);
        let listener = TcpListener::bind(wanted)
            .with_context(|| format!("cannot listen at {wanted}: give --port another number, or 0 for any"))?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        Ok(Server { listener, address, names: Names::new(&args.name) })
    }

    /// Where a browser on this machine finds it.
    pub(crate) fn address(&self) -> String {
        let ip = match self.address.ip() {
            ip if ip.is_unspecified() => std::net::Ipv4Addr::LOCALHOST.into(),
            ip => ip,
        };
        format!("http://{}/", SocketAddr::new(ip, self.address.port()))
    }

    /// Answers until Ctrl-C.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(TALKERS)
            .max_blocking_threads(SHORT_THREADS)
            .thread_name("talker")
            .enable_all()
            .build()?;
        let (stopped, stop) = tokio::sync::watch::channel(false);
        ctrlc::set_handler(move || {
            if stopped.send_replace(true) {
                std::process::exit(130);
            }
        })?;
        runtime.block_on(connections::serve(self.listener, router(self.names), stop))
    }
}

fn router(names: Names) -> Router {
    Router::new()
        .route("/api/health", get(health))
        .route("/api/moves", post(moves))
        .fallback(assets::file)
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(from_fn_with_state(Arc::new(names), guard::check))
        .layer(axum::middleware::map_response(reply::secured))
}

async fn health() -> Json<serde_json::Value> {
    Json(serde_json::json!({ "status": "ok", "version": env!("CARGO_PKG_VERSION") }))
}

async fn moves(Json(body): Json<serde_json::Value>) -> axum::response::Response {
    let text = body["position"].as_str().unwrap_or_default();
    let moves = crate::input::Input::from_parts(text, &crate::cli::Changes { to_move: None, play: body["play"].as_str().map(Into::into) })
        .and_then(|input| crate::commands::moves::report(&input));
    reply::answer(moves)
}
