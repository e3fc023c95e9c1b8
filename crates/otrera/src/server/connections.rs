//! Connections: their number, their timeouts, and their end.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpSocket};
use tokio::sync::{Semaphore, watch};
use tokio_io_timeout::TimeoutStream;

use super::app::App;
use super::clients::Peer;

/// Connections at the same time; more wait until one ends.
const MOST_CONNECTIONS: usize = 512;
/// Time for the head of a request, and between two requests.
const HEAD_TIME: Duration = Duration::from_secs(15);
/// Time in which a client must accept some bytes.
const WRITE_TIME: Duration = Duration::from_secs(20);
/// Bytes of the longest request head.
const LONGEST_HEAD: usize = 16 << 10;
/// Time for pending answers when the server shuts down.
const SHUTDOWN_TIME: Duration = Duration::from_secs(3);
/// Time until the next attempt when the system refuses connections.
const PAUSE: Duration = Duration::from_millis(100);

/// Listens at an address. As many connections as are answered at once may wait to be accepted: a burst that finds the
/// queue of the system full would wait for seconds, and others with it.
pub(super) fn listen(address: SocketAddr) -> std::io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    // A new server may follow an old one at once. On Windows the option would let two servers share a port.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(MOST_CONNECTIONS as u32)
}

/// Answers until `stop` is raised; then all work is stopped.
pub(super) async fn serve(
    listener: TcpListener,
    router: Router,
    app: &App,
    mut stop: watch::Receiver<bool>,
) -> anyhow::Result<()> {
    let mut http = hyper::server::conn::http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEAD_TIME).max_buf_size(LONGEST_HEAD);
    let graceful = GracefulShutdown::new();
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    loop {
        let place = Arc::clone(&places).acquire_owned().await.expect("it is never closed");
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = stop.wait_for(|stop| *stop) => break,
        };
        let Ok((stream, address)) = accepted else {
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        let peer = Peer(address.ip());
        // A client with too many connections loses the newest.
        let Some(admission) = app.clients.admit(peer) else { continue };
        // Answers are small and waited for.
        let _ = stream.set_nodelay(true);
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(WRITE_TIME));
        let router = TowerToHyperService::new(router.clone());
        let service = service_fn(move |mut request: hyper::Request<hyper::body::Incoming>| {
            request.extensions_mut().insert(peer);
            router.call(request)
        });
        let connection = http.serve_connection(TokioIo::new(Box::pin(stream)), service);
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            // A client that breaks off or sends nonsense ends only its own connection.
            let _ = connection.await;
            drop((place, admission));
        });
    }
    drop(listener);
    app.close();
    let _ = tokio::time::timeout(SHUTDOWN_TIME, graceful.shutdown()).await;
    Ok(())
}
