//! The ledger survives every cut and every damage, up to the place of it.

use std::fs;

use otrera_campaign::{Checking, Directory, Ledger, Plan, Record, Settings, Work, create};
use otrera_cgt::Store;
use otrera_solver::Knowledge;
use otrera_testing::{NEVER, atlas, position};

fn plan() -> Plan {
    Plan::new(&position("start:4x4"), atlas(), "1a2b".into(), Settings::default())
}

fn records() -> Vec<Record> {
    let key = "00112233445566778899aabbccddeeff.-3.w".parse().unwrap();
    let work = Work { nodes: 12, cpu: 0.25, worker: "one".into() };
    vec![
        Record::Open { key, attempt: 0, proof: 5, disproof: 6, children: vec![(key, 1, 2)], work: work.clone() },
        Record::Expanded { key },
        Record::Repeated { key, work },
        Record::Banned { worker: "two".into(), why: "the part was refused".into() },
    ]
}

/// A campaign directory with four records. Returns the lengths of the file after each.
fn campaign(directory: &std::path::Path) -> Vec<u64> {
    create(directory, &plan()).unwrap();
    let length = || fs::metadata(directory.join("ledger")).unwrap().len();
    let mut lengths = vec![length()];
    with_ledger(directory, |archive, found, _| {
        assert!(found.is_empty());
        for record in records() {
            archive.append(&record).unwrap();
            lengths.push(length());
        }
    });
    lengths
}

/// Opens the ledger as a manager does.
fn with_ledger(
    path: &std::path::Path,
    work: impl FnOnce(&mut dyn otrera_campaign::Archive, Vec<Record>, Option<otrera_campaign::Damage>),
) {
    let store = Store::new();
    let knowledge = Knowledge::new(atlas(), &store).unwrap().unwrap();
    let checking = Checking { threads: 1, memory: 1 << 24, stop: Default::default() };
    let (mut directory, contents) = Directory::open(path, &plan(), &knowledge, checking, &NEVER).unwrap();
    work(&mut directory, contents.records, contents.damage);
}

#[test]
fn a_ledger_is_cut_anywhere_and_keeps_its_whole_records() {
    let temporary = tempfile::tempdir().unwrap();
    let path = temporary.path().join("c");
    let lengths = campaign(&path);
    let whole = fs::read(path.join("ledger")).unwrap();
    for cut in lengths[0]..=lengths[4] {
        fs::write(path.join("ledger"), &whole[..cut as usize]).unwrap();
        let kept = lengths.iter().filter(|&&length| length <= cut).count() - 1;
        let torn = cut - lengths[kept];
        let read = Ledger::read(&path, "1a2b").unwrap();
        assert_eq!((&read.records[..], read.damage.map_or(0, |damage| damage.bytes)), (&records()[..kept], torn));
        with_ledger(&path, |archive, found, damage| {
            assert_eq!(found, records()[..kept], "cut at {cut}");
            let copy = damage.map(|damage| fs::read(damage.copy.unwrap()).unwrap()).unwrap_or_default();
            assert_eq!(copy, whole[lengths[kept] as usize..cut as usize]);
            archive.append(&records()[0]).unwrap();
        });
        let read = Ledger::read(&path, "1a2b").unwrap();
        assert_eq!((read.records.len(), read.damage), (kept + 1, None));
    }
}

#[test]
fn a_flipped_bit_costs_the_records_from_there_on_and_a_copy_is_kept() {
    let temporary = tempfile::tempdir().unwrap();
    let path = temporary.path().join("c");
    let lengths = campaign(&path);
    let whole = fs::read(path.join("ledger")).unwrap();
    for at in (lengths[0] as usize..whole.len()).step_by(3) {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x10;
        fs::write(path.join("ledger"), &bytes).unwrap();
        let kept = lengths.iter().filter(|&&length| length <= at as u64).count() - 1;
        with_ledger(&path, |_, found, damage| {
            assert_eq!(found, records()[..kept], "bit flipped at {at}");
            let copy = fs::read(damage.unwrap().copy.unwrap()).unwrap();
            assert_eq!(copy, bytes[lengths[kept] as usize..]);
        });
    }
}

#[test]
fn a_second_manager_is_refused_and_readers_are_not() {
    let temporary = tempfile::tempdir().unwrap();
    let path = temporary.path().join("c");
    campaign(&path);
    with_ledger(&path, |_, _, _| {
        let store = Store::new();
        let knowledge = Knowledge::new(atlas(), &store).unwrap().unwrap();
        let checking = Checking { threads: 1, memory: 1 << 24, stop: Default::default() };
        let refusal = Directory::open(&path, &plan(), &knowledge, checking, &NEVER).err().unwrap().to_string();
        assert_eq!(refusal, format!("another manager works on {}: a campaign has one", path.display()));
        assert_eq!(Ledger::read(&path, "1a2b").unwrap().records.len(), 4);
    });
}

#[test]
fn ledgers_and_plans_of_others_are_refused_with_a_sentence_and_left_alone() {
    let temporary = tempfile::tempdir().unwrap();
    let path = temporary.path().join("c");
    campaign(&path);
    let ledger = fs::read(path.join("ledger")).unwrap();
    let sentence = |bytes: &[u8]| {
        fs::write(path.join("ledger"), bytes).unwrap();
        let error = format!("{:#}", Ledger::read(&path, "1a2b").unwrap_err());
        assert_eq!(fs::read(path.join("ledger")).unwrap(), bytes);
        error.rsplit(": ").next().unwrap().to_string()
    };
    assert_eq!(sentence(b"something else"), "this is not a ledger");
    let other = [&b"otrera ledger 9: 1a2b\n"[..], &ledger[22..]].concat();
    assert_eq!(sentence(&other), "this is a ledger of version '9', and this program reads version 1");
    let other = [&b"otrera ledger 1: ffff\n"[..], &ledger[22..]].concat();
    assert_eq!(sentence(&other), "this is the ledger of another campaign");

    let refusal = |text: &str| format!("{:#}", Plan::parse(text).unwrap_err());
    let good = plan().text();
    assert_eq!(Plan::parse(&good).unwrap(), plan());
    let other = good.replace("version = 1", "version = 3");
    assert_eq!(refusal(&other), "this is a campaign of version 3, and this program has versions 1 and 2");
    assert_eq!(refusal(&good.replace("version = 1", "version = 2")), "a campaign of version 2 has assumptions");
    let assumed = "[[assumed]]\nmove = \"b1-b2xb1\"\n";
    assert_eq!(refusal(&format!("{good}{assumed}")), "a campaign of version 1 assumes nothing");
    let assuming = good.replace("version = 1", "version = 2") + assumed;
    assert_eq!(Plan::parse(&assuming).unwrap().text(), assuming.replace("[[", "\n[["));
    for (from, to, sentence) in [
        ("b1-b2xb1", "b1-b1xb2", "illegal move b1-b1xb2: b1 to b1 is not a queen's move"),
        (
            "\"b1-b2xb1\"",
            "\"b1-b2xb1\"\npart = \"\"",
            "'' is not the hash of a part: expected 1 to 64 hexadecimal digits",
        ),
    ] {
        let expected = format!("an assumption of the campaign: {sentence}");
        assert_eq!(refusal(&assuming.replace(from, to)), expected);
    }
    assert_eq!(refusal(&good.replace("version = 1\n", "")), "the campaign has no version");
    assert!(refusal(&good.replace("w\"", "\"")).starts_with("the position of the campaign"));
    assert!(refusal(&(good + "more = 1\n")).contains("unknown field `more`"));
    let again = create(&path, &plan()).unwrap_err().to_string();
    assert_eq!(again, format!("{} is not empty: a campaign needs a directory of its own", path.display()));
}

#[test]
fn a_whole_record_of_a_later_program_is_an_error_and_not_cut_off() {
    let temporary = tempfile::tempdir().unwrap();
    let path = temporary.path().join("c");
    campaign(&path);
    let mut bytes = fs::read(path.join("ledger")).unwrap();
    let payload = br#"{"kind":"prophecy"}"#;
    bytes.extend((payload.len() as u32).to_le_bytes());
    bytes.extend(crc32fast::hash(payload).to_le_bytes());
    bytes.extend(payload);
    fs::write(path.join("ledger"), &bytes).unwrap();
    let error = format!("{:#}", Ledger::read(&path, "1a2b").unwrap_err());
    assert!(error.contains("this program does not know record 5"), "{error}");
}
