//! Short partizan games, exactly. Work begins here.
