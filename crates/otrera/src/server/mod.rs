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
mod campaign;
mod certificates;
mod clients;
mod connections;
mod gallery;
mod guard;
mod host;
mod memory;
mod openapi;
mod pool;
mod record;
mod reply;

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
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
use crate::output;

/// Threads for connections. They wait most of the time.
const CONNECTION_THREADS: usize = 2;
const SHORT_THREADS: usize = 4;

/// Prints the address of the page, opens it in the browser, and answers until Ctrl-C.
pub(crate) fn run(cli: &Cli, args: &ServeArgs) -> anyhow::Result<()> {
    memory::settle();
    let app = Arc::new(App::new(args)?);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(CONNECTION_THREADS)
        .max_blocking_threads(SHORT_THREADS)
        .thread_name("connections")
        .enable_all()
        .build()?;
    let wanted = SocketAddr::new(args.host, args.port);
    let listener = runtime
        .block_on(async { connections::listen(wanted) })
        .with_context(|| format!("cannot listen at {wanted}: give --port another number, or 0 for any"))?;
    let address = browser_address(listener.local_addr()?);
    output::print(&format!("{address}\n"))?;
    if !args.no_open
        && let Err(error) = open::that_detached(&address)
    {
        output::note(cli, &format!("cannot open a browser ({error}): open {address} yourself"));
    }
    let (ended, end) = tokio::sync::watch::channel(false);
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        flag.store(true, Relaxed);
        if ended.send_replace(true) {
            std::process::exit(130);
        }
    })?;
    let router = router(Arc::clone(&app), Arc::new(HostNames::new(&args.name)));
    std::thread::scope(|scope| {
        scope.spawn(|| app.atlas.open(cli, args.atlas.as_deref(), &stop));
        if let Some(campaign) = &app.campaign {
            scope.spawn(|| campaign.watch(cli, &app.atlas, &stop));
        }
        let served = runtime.block_on(connections::serve(listener, router, &app, end));
        // Short questions that are left are not waited for.
        runtime.shutdown_background();
        served
    })
}

/// The address of the page for a browser on this machine.
fn browser_address(mut address: SocketAddr) -> String {
    match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => address.set_ip(Ipv4Addr::LOCALHOST.into()),
        IpAddr::V6(ip) if ip.is_unspecified() => address.set_ip(Ipv6Addr::LOCALHOST.into()),
        _ => {}
    }
    format!("http://{address}/")
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
