"""A board in plain Python: the rules written down again, to compare with and to race against."""

import random
from typing import NamedTuple

DIRECTIONS = [(column, row) for column in (-1, 0, 1) for row in (-1, 0, 1) if (column, row) != (0, 0)]


class PlainMove(NamedTuple):
    """Three squares as (column, row) from the lower left."""

    origin: tuple
    to: tuple
    arrow: tuple

    def __str__(self):
        origin, to, arrow = (f"{chr(ord('a') + column)}{row + 1}" for column, row in self)
        return f"{origin}-{to}x{arrow}"


class PlainBoard:
    """Cells by (column, row): `b`, `w`, `#` or `.`."""

    def __init__(self, text):
        board, self.turn = text.split()
        rows = []
        for row in reversed(board.split("/")):
            cells = ""
            number = ""
            for letter in row:
                if letter.isdigit():
                    number += letter
                else:
                    cells += "." * int(number or 0) + letter
                    number = ""
            rows.append(cells + "." * int(number or 0))
        self.height, self.width = len(rows), len(rows[0])
        self.cells = {(column, row): cell for row, cells in enumerate(rows) for column, cell in enumerate(cells)}
        self.stack = []

    def slide(self, start):
        """Squares that a queen reaches."""
        for column, row in DIRECTIONS:
            at = (start[0] + column, start[1] + row)
            while self.cells.get(at) == ".":
                yield at
                at = (at[0] + column, at[1] + row)

    def legal_moves(self):
        """All legal moves."""
        moves = []
        for origin in [square for square, cell in self.cells.items() if cell == self.turn]:
            for to in list(self.slide(origin)):
                self.cells[origin] = "."
                moves += [PlainMove(origin, to, arrow) for arrow in self.slide(to)]
                self.cells[origin] = self.turn
        return moves

    def push(self, move):
        """Plays a move, if it is legal."""
        if self.cells.get(move.origin) != self.turn or move.to not in self.slide(move.origin):
            raise ValueError(f"illegal move {move}")
        self.cells[move.origin], self.cells[move.to] = ".", self.turn
        if move.arrow not in self.slide(move.to):
            self.cells[move.origin], self.cells[move.to] = self.turn, "."
            raise ValueError(f"illegal arrow {move}")
        self.cells[move.arrow] = "#"
        self.turn = "b" if self.turn == "w" else "w"
        self.stack.append(move)

    def pop(self):
        """Takes back the last move."""
        move = self.stack.pop()
        self.turn = "b" if self.turn == "w" else "w"
        self.cells[move.arrow] = "."
        self.cells[move.to], self.cells[move.origin] = ".", self.turn
        return move

    def wins(self):
        """True if the side to move wins, by trying everything."""
        for move in self.legal_moves():
            self.push(move)
            wins = not self.wins()
            self.pop()
            if wins:
                return True
        return False

    def text(self):
        """The board text, a dot for each empty square."""
        rows = ("".join(self.cells[column, row] for column in range(self.width)) for row in range(self.height))
        return "/".join(reversed(list(rows))) + " " + self.turn


def small_boards(count, seed, most_empty=6):
    """Random boards with a few empty squares and amazons of both sides."""
    dice = random.Random(seed)
    boards = []
    while len(boards) < count:
        width, height = dice.randint(2, 5), dice.randint(1, 4)
        empty, black, white = dice.randint(1, most_empty), dice.randint(1, 2), dice.randint(1, 2)
        if empty + black + white <= width * height:
            cells = list("." * empty + "b" * black + "w" * white)
            cells += "#" * (width * height - len(cells))
            dice.shuffle(cells)
            rows = ("".join(cells[start : start + width]) for start in range(0, len(cells), width))
            boards.append("/".join(rows) + dice.choice((" b", " w")))
    return boards
