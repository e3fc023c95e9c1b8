//! Limits of each client address. They hold if the server listens for other machines, or behind a proxy that names the
//! clients; on a loopback address all clients are one user's own.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, Weak};

use axum::extract::Request;
use axum::http::StatusCode;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::reply::Refusal;
use crate::cli::ServeArgs;

/// Connections of one address. A browser opens six.
const MOST_CONNECTIONS: usize = 64;
/// Threads for short questions that one address may use: half of them.
const MOST_SHORT: usize = 2;
/// Kibibytes of unread large answers, of one address and of all.
const MOST_UNREAD_EACH: usize = 16 << 10;
const MOST_UNREAD: usize = 64 << 10;
/// Characters of the longest name of a visitor.
const LONGEST_NAME: usize = 64;
/// Addresses after which those that have gone are forgotten.
const MANY: usize = 1024;

/// Header in which a proxy names its client.
const FORWARDED: &str = "x-forwarded-for";

/// The address of the other end of a connection.
#[derive(Clone, Copy, Debug)]
pub(super) struct Peer(pub(super) IpAddr);

/// The sender of a question.
#[derive(Clone)]
pub(super) struct Visitor {
    /// The name that the client gave itself; may be empty.
    pub(super) name: String,
    /// The network address, where addresses are limited.
    pub(super) address: Option<IpAddr>,
    pub(super) client: Arc<Client>,
}

/// Limits of one address.
pub(super) struct Client {
    connections: Arc<Semaphore>,
    pub(super) short: Arc<Semaphore>,
    unread: Arc<Semaphore>,
}

pub(super) struct Clients {
    are_limited: bool,
    has_proxy: bool,
    /// Each is kept by its connections, its questions and its unread answers: what they use must count until they end.
    known: Mutex<HashMap<IpAddr, Weak<Client>>>,
    /// The one client without limits.
    own: Arc<Client>,
    unread: Arc<Semaphore>,
}

/// A place among the connections of a client, until it is dropped.
pub(super) struct Admission {
    _permit: OwnedSemaphorePermit,
    _client: Arc<Client>,
}

/// Memory for a large answer until it has been read.
pub(super) struct Room {
    _permits: [OwnedSemaphorePermit; 2],
    _client: Arc<Client>,
}

impl Clients {
    pub(super) fn new(args: &ServeArgs) -> Clients {
        Clients {
            are_limited: args.behind_proxy || !args.host.is_loopback(),
            has_proxy: args.behind_proxy,
            known: Mutex::default(),
            own: Arc::new(Client::new([Semaphore::MAX_PERMITS, Semaphore::MAX_PERMITS, MOST_UNREAD])),
            unread: Arc::new(Semaphore::new(MOST_UNREAD)),
        }
    }

    /// Lets a connection in; `None` if its address has too many. A proxy has as many as it likes.
    pub(super) fn admit(&self, peer: Peer) -> Option<Admission> {
        let client = if self.has_proxy { Arc::clone(&self.own) } else { self.client(self.limited(peer.0)) };
        let permit = Arc::clone(&client.connections).try_acquire_owned().ok()?;
        Some(Admission { _permit: permit, _client: client })
    }

    /// The sender of a request.
    pub(super) fn visitor(&self, request: &Request) -> Result<Visitor, Refusal> {
        let name = match request.headers().get("otrera-visitor").map(|name| name.to_str()) {
            None => String::new(),
            Some(Ok(name)) if name.len() <= LONGEST_NAME => name.into(),
            Some(_) => {
                let sentence = "Otrera-Visitor is a name of up to 64 letters and digits";
                return Err(Refusal::new(StatusCode::BAD_REQUEST, sentence));
            }
        };
        let peer = request.extensions().get::<Peer>().expect("every connection has a peer").0;
        let address = self.limited(if self.has_proxy { forwarded(request).unwrap_or(peer) } else { peer });
        Ok(Visitor { name, address, client: self.client(address) })
    }

    /// Room for an answer of `bytes`; `None` if too much is unread.
    pub(super) fn room(&self, client: &Arc<Client>, bytes: usize) -> Option<Room> {
        let permits = (bytes >> 10).min(MOST_UNREAD_EACH) as u32;
        let each = Arc::clone(&client.unread).try_acquire_many_owned(permits).ok()?;
        let all = Arc::clone(&self.unread).try_acquire_many_owned(permits).ok()?;
        Some(Room { _permits: [each, all], _client: Arc::clone(client) })
    }

    fn limited(&self, address: IpAddr) -> Option<IpAddr> {
        self.are_limited.then(|| network(address))
    }

    fn client(&self, address: Option<IpAddr>) -> Arc<Client> {
        let Some(address) = address else { return Arc::clone(&self.own) };
        let mut known = self.known.lock().expect("no thread panicked");
        if known.len() > MANY {
            known.retain(|_, client| client.strong_count() > 0);
        }
        if let Some(client) = known.get(&address).and_then(Weak::upgrade) {
            return client;
        }
        let client = Arc::new(Client::new([MOST_CONNECTIONS, MOST_SHORT, MOST_UNREAD_EACH]));
        known.insert(address, Arc::downgrade(&client));
        client
    }
}

impl Client {
    fn new(limits: [usize; 3]) -> Client {
        let [connections, short, unread] = limits.map(|limit| Arc::new(Semaphore::new(limit)));
        Client { connections, short, unread }
    }
}

/// The last address that the proxy has added; those before it are the client's own words.
fn forwarded(request: &Request) -> Option<IpAddr> {
    let last = request.headers().get_all(FORWARDED).iter().next_back()?.to_str().ok()?;
    last.rsplit(',').next()?.trim().parse().ok()
}

/// One client of IPv6 has a network of 64 bits.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
        address => address,
    }
}

#[cfg(test)]
pub(super) mod tests {
    use axum::body::Body;
    use clap::Parser;

    use super::*;

    pub(crate) fn clients(words: &[&str]) -> Clients {
        #[derive(Parser)]
        struct Line {
            #[command(flatten)]
            args: ServeArgs,
        }
        Clients::new(&Line::parse_from([&["serve"], words].concat()).args)
    }

    fn peer(address: &str) -> Peer {
        Peer(address.parse().unwrap())
    }

    /// A request of a peer at the address.
    pub(crate) fn request_from(address: &str) -> Request {
        let mut request = Request::new(Body::empty());
        request.extensions_mut().insert(peer(address));
        request
    }

    #[test]
    fn an_address_has_a_limited_number_of_connections() {
        let clients = clients(&["--host", "0.0.0.0"]);
        let mut kept: Vec<Admission> = (0..MOST_CONNECTIONS).filter_map(|_| clients.admit(peer("10.0.0.7"))).collect();
        assert_eq!(kept.len(), MOST_CONNECTIONS);
        assert!(clients.admit(peer("10.0.0.7")).is_none() && clients.admit(peer("::ffff:10.0.0.7")).is_none());
        assert!(clients.admit(peer("10.0.0.8")).is_some());
        kept.pop();
        assert!(clients.admit(peer("10.0.0.7")).is_some());
    }

    #[test]
    fn a_proxy_and_a_loopback_address_have_any_number_of_connections() {
        for words in [&[][..], &["--host", "::1"], &["--host", "0.0.0.0", "--behind-proxy"]] {
            let clients = clients(words);
            let kept: Vec<Admission> = (0..=MOST_CONNECTIONS).filter_map(|_| clients.admit(peer("10.0.0.7"))).collect();
            assert_eq!(kept.len(), MOST_CONNECTIONS + 1, "{words:?}");
        }
    }

    #[test]
    fn unread_answers_are_limited_for_each_address_and_for_all() {
        let clients = clients(&["--behind-proxy"]);
        let visitor = |address: &str| {
            let mut request = request_from("127.0.0.1");
            request.headers_mut().insert(FORWARDED, address.parse().unwrap());
            clients.visitor(&request).unwrap().client
        };
        let quarter = MOST_UNREAD_EACH << 10 >> 2;
        let room = |address: &str| clients.room(&visitor(address), quarter);
        let mut kept: Vec<Room> = Vec::new();
        for address in ["10.0.0.1", "10.0.0.2", "10.0.0.3", "10.0.0.4"] {
            kept.extend((0..5).filter_map(|_| room(address)));
        }
        assert_eq!(kept.len(), 16, "four quarters of each address");
        assert!(room("10.0.0.5").is_none(), "all room is used");
        kept.remove(0);
        assert!(room("10.0.0.4").is_none() && room("10.0.0.1").is_some());
    }

    #[test]
    fn addresses_are_networks() {
        for (address, of) in
            [("10.0.0.7", "10.0.0.7"), ("::ffff:10.0.0.7", "10.0.0.7"), ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::")]
        {
            assert_eq!(network(address.parse().unwrap()), of.parse::<IpAddr>().unwrap(), "{address}");
        }
    }

    #[test]
    fn the_last_forwarded_address_counts() {
        let ask = |values: &[&str]| {
            let build = |request: axum::http::request::Builder, value: &&str| request.header(FORWARDED, *value);
            let request = values.iter().fold(Request::builder(), build).body(Body::empty()).unwrap();
            forwarded(&request).map(|address| address.to_string())
        };
        assert_eq!(ask(&["1.1.1.1, 10.0.0.7"]).as_deref(), Some("10.0.0.7"));
        assert_eq!(ask(&["1.1.1.1", "2.2.2.2"]).as_deref(), Some("2.2.2.2"));
        assert_eq!(ask(&["1.1.1.1, nonsense"]), None);
        assert_eq!(ask(&[]), None);
    }
}
