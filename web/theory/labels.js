// Where the labels of a thermograph's corners go.
//
// A label stands outside of its wall, its foot a little above its corner. From a corner upwards a wall never comes back
// outwards, so a label that would touch another, or one of the level lines of the ground, moves up until it is free
// and meets no wall there. A thin line then leads to it from its corner. (The command line's pictures do the same.)

/** From the middle of a dot to its label. */
const GAP = 9;
/** From the level of the corner up to the foot of the text. */
const LIFT = 5;
/** Height of the text, and how far commas and brackets hang below its foot. */
const ASCENT = 11;
const DESCENT = 3.5;
/** From one line of text to the next. */
const LINE = 16;
/** Least distance between two labels on one line. */
const SPACE = 8;
/** A hair of tolerance, for a label that was put exactly one line away. */
const HAIR = 1e-6;

/**
 * Labels for the corners of one wall, given from the lowest up, clear of the level lines at the heights `levels`.
 * @param {Flank} flank @param {{corner: Point, text: string, width: number}[]} corners @param {number[]} levels
 */
export function place(flank, corners, levels) {
  /** @type {Label[]} */
  const placed = [];
  for (const { corner, text, width } of corners) {
    const x = flank === 'left' ? corner.x - GAP : corner.x + GAP;
    const label = { corner, text, foot: { x, y: corner.y - LIFT }, flank, width };
    for (;;) {
      const other = placed.find((one) => touch(one, label));
      const level = levels.find((y) => top(label) < y && y < label.foot.y + DESCENT);
      if (other) label.foot.y = other.foot.y - LINE;
      else if (level !== undefined) label.foot.y = level - LIFT;
      else break;
    }
    placed.push(label);
  }
  return placed;
}

/** @param {Label} label @returns {[number, number]} */
export const extent = ({ flank, foot, width }) => flank === 'left' ? [foot.x - width, foot.x] : [foot.x, foot.x + width];

/** @param {Label} label */
export const top = (label) => label.foot.y - ASCENT;

/** @param {Label} label */
export const isMoved = (label) => label.foot.y < label.corner.y - LIFT;

/** @param {Label} one @param {Label} other */
function touch(one, other) {
  const [[left, right], [otherLeft, otherRight]] = [extent(one), extent(other)];
  const apart = right + SPACE <= otherLeft || otherRight + SPACE <= left;
  return !apart && Math.abs(one.foot.y - other.foot.y) < LINE - HAIR;
}
