// Values of games as the books print them: the reports keep to ASCII so that what is printed can be typed, the page
// has true signs. A text that is too long for a line is cut, and the whole of it is still there to be opened.

/** Characters of a value that are shown at once. */
export const SHORT = 60;

/** `+-1` becomes `±1`, `^` becomes `↑`, `v` becomes `↓`, and a minus is a minus. @param {string} value */
export function pretty(value) {
  // A v that is not in a name stands for down; Tiny and Miny have none.
  return value
    .replaceAll('+-', '±')
    .replaceAll('^', '↑')
    .replaceAll('v', '↓')
    .replaceAll('-', '−')
    .replaceAll(',', ', ')
    .replaceAll(/\|+/g, (bars) => ` ${bars} `)
    .replaceAll('{ |', '{|')
    .replaceAll('| }', '|}');
}

/** The beginning of a value, cut at a joint of the notation. @param {string} value @param {number} [longest] */
export function short(value, longest = SHORT) {
  // Values can have a million characters; only the beginning is made pretty.
  const text = pretty(value.slice(0, 2 * longest));
  if (text.length <= longest && value.length <= 2 * longest) return text;
  const cut = text.slice(0, longest);
  const joint = Math.max(cut.lastIndexOf(' '), cut.lastIndexOf('{'));
  return `${cut.slice(0, joint > longest / 2 ? joint : longest).trimEnd()} …`;
}

/** @param {string} value */
export const isNumber = (value) => /^-?\d+(\/\d+)?$/.test(value);
