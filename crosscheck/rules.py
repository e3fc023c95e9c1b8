#!/usr/bin/env python3
"""Compares the legal moves of `otrera moves` with those of pyffish (Fairy-Stockfish) in random games on 10x10.

Usage: rules.py OTRERA [GAMES] [SEED]

OTRERA is the path of the program. pyffish must be importable: see crosscheck/README.md. Stops at the first difference,
prints it with the position, and exits with 1.
"""

import random
import subprocess
import sys

import pyffish

VARIANT = "amazons"


def ours(program, fen):
    """The legal moves of a position, by the program."""
    command = [program, "moves", fen, "--notation", "uci", "--quiet"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    program = sys.argv[1]
    games = int(sys.argv[2]) if len(sys.argv) > 2 else 50
    generator = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    positions = moves = 0
    for game in range(games):
        fen = pyffish.start_fen(VARIANT)
        while True:
            # The program reads Fairy-Stockfish's FEN.
            theirs = sorted(pyffish.legal_moves(VARIANT, fen, []))
            found = sorted(ours(program, fen))
            if found != theirs:
                print(f"game {game + 1}, {fen}")
                print("only otrera: ", " ".join(sorted(set(found) - set(theirs))))
                print("only pyffish:", " ".join(sorted(set(theirs) - set(found))))
                sys.exit(1)
            positions += 1
            moves += len(theirs)
            if not theirs:
                break
            fen = pyffish.get_fen(VARIANT, fen, [generator.choice(theirs)])
    version = ".".join(map(str, pyffish.version()))
    print(f"{games} games, {positions} positions, {moves} moves: no difference (pyffish {version})")


if __name__ == "__main__":
    main()
