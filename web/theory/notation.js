// Values of games in the notation of the literature. Reports are in ASCII; the page uses the proper signs and shortens
// long texts.

/** Length of a shortened value, in characters. */
export const SHORT = 60;

/** Replaces `+-` by `±`, `^` by `↑`, `v` by `↓`, `-` by `−`. @param {string} value */
export function pretty(value) {
  // Every `v` is a down: the names Tiny and Miny contain none.
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

/** The beginning of a value, cut between tokens. @param {string} value @param {number} [longest] */
export function short(value, longest = SHORT) {
  // Values can have a million characters; only the beginning is converted.
  const text = pretty(value.slice(0, 2 * longest));
  if (text.length <= longest && value.length <= 2 * longest) return text;
  const cut = text.slice(0, longest);
  const joint = Math.max(cut.lastIndexOf(' '), cut.lastIndexOf('{'));
  return `${cut.slice(0, joint > longest / 2 ? joint : longest).trimEnd()} …`;
}

/** @param {string} value */
export const isNumber = (value) => /^-?\d+(\/\d+)?$/.test(value);
