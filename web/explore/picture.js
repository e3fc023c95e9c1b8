// Pictures of the position and of the game, drawn by the server: copied, or saved as PNG, SVG or an animated GIF.

import { ask } from '../api.js';
import { download } from '../files.js';
import { attempt } from '../play.js';
import { currentBoard, currentLine, currentNode, nodeAt, notify, state } from '../state.js';
import { html } from '../svg.js';
import { t } from '../text.js';
import { pathTo, ROOT } from '../tree.js';
import { button, list } from '../widgets.js';

const KINDS = /** @type {Record<PictureFormat, string>} */ ({ png: 'image/png', svg: 'image/svg+xml', gif: 'image/gif' });
const WIDTHS = ['320', '480', '640', '960'];

/** The buttons for pictures, with the width and the errors. */
export function pictureTools() {
  let width = 480;
  const problem = html('p.problem', { role: 'alert' });
  const tool = (/** @type {string} */ name, /** @type {Icon} */ icon, /** @type {() => Promise<void>} */ act) => button({ icon, text: t(`picture.${name}`), click: () => {
    problem.textContent = '';
    void attempt(act, (words) => (problem.textContent = words));
  } });
  const save = (/** @type {PictureFormat} */ format) => async () => download(await picture(format, width), `otrera.${format}`);
  return html('section.picture-tools', { 'aria-labelledby': 'picture-title' },
    html('h3', { id: 'picture-title' }, t('picture')),
    list(t('picture.width'), WIDTHS.map((value) => ({ value, text: t('picture.pixels', { width: value }) })), String(width), (value) => (width = Number(value))),
    html('div.actions',
      tool('copy', 'copy', () => copy(picture('png', width))),
      tool('png', 'save', save('png')),
      tool('svg', 'save', save('svg')),
      tool('gif', 'save', save('gif'))),
    html('p.faint', t('picture.words')), problem);
}

/**
 * The shown position with its last move, or the whole line through it as an animation.
 * @param {PictureFormat} format @param {number} width
 */
async function picture(format, width) {
  const { data } = await ask('picture', { ...subject(format), format, width });
  return new Blob([Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))], { type: KINDS[format] });
}

/** @param {PictureFormat} format */
function subject(format) {
  const nodes = format === 'gif' ? currentLine() : pathTo(state.game, state.current).slice(-2);
  // Moves are played from the last board that no move led to.
  const last = nodes.findLastIndex(({ move }) => move === null);
  const start = last >= 0 ? nodes[last] : nodes[0];
  const moves = nodes.slice(Math.max(last, 0) + 1).map(({ move }) => move).join(' ');
  if (format === 'gif' && !moves) throw new Error(t('picture.still'));
  if (format !== 'gif' && currentNode().move === null) return { position: currentBoard() };
  return { position: start?.board ?? nodeAt(ROOT).board, ...(moves ? { play: moves } : {}) };
}

/** @param {Promise<Blob>} blob */
async function copy(blob) {
  // The promise is passed on, because a browser allows copying only directly after a click.
  await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })]).catch(async () => {
    // Refused, or not supported: a refused picture is reported by its own error.
    await blob;
    throw new Error(t('picture.forbidden'));
  });
  notify(t('share.copied'));
}
