// Places the labels of a thermograph's corners.
//
// A label is outside its wall, its baseline a little above its corner. Above a corner the wall never turns outwards
// again, so a label that touches another label or a level line can move up until it is free without meeting a wall. A
// thin line then connects it with its corner. The diagrams of the command line do the same.

/** Distance from the centre of a dot to its label. */
const GAP = 9;
/** Distance from the corner up to the baseline. */
const LIFT = 5;
/** Height of the text above and below the baseline. */
const ASCENT = 11;
const DESCENT = 3.5;
/** Line height. */
const LINE = 16;
/** Minimum distance between two labels on one line. */
const SPACE = 8;
/** Tolerance for labels exactly one line apart. */
const EPSILON = 1e-6;

/**
 * Labels for the corners of one wall, ordered upwards, clear of the level lines at `levels`.
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
  return !apart && Math.abs(one.foot.y - other.foot.y) < LINE - EPSILON;
}
