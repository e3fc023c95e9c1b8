//! Any text read as an opening book: no panic, an error of one line, and printed books read back as the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use otrera_engine::book::Book;

fuzz_target!(|text: &str| {
    let (size, book) = match Book::parse(text) {
        Ok(read) => read,
        Err(error) => {
            assert_eq!(error.to_string().lines().count(), 1, "{error}");
            return;
        }
    };
    let printed = book.text(size);
    let (size_again, again) = Book::parse(&printed).expect("a book that is printed can be read");
    assert_eq!((size_again, again.len()), (size, book.len()));
    assert_eq!(again.text(size), printed);
});
