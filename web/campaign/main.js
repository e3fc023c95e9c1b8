// Entry point of campaign.html: asks for the state of the campaign again and again while the page is visible, and draws
// it when it has changed.

import { ApiError, campaign, campaignTree, isGone, sentence } from '../api.js';
import { loadSettings } from '../settings.js';
import { byId, html, setText } from '../svg.js';
import { setLanguage, t } from '../text.js';
import { ageWords, drawHead } from './head.js';
import { drawMoves, drawReplies } from './moves.js';
import { drawTree } from './tree.js';
import { drawWorkers } from './workers.js';

/** Time between two questions, in milliseconds. The manager writes its state every 15 seconds. */
const EVERY = 5000;

setLanguage(loadSettings().language);
document.title = `${t('campaign')} · Otrera`;

const main = byId('campaign');
const problem = html('p.problem', { hidden: true });
const age = html('p.soft.age');
const parts = html('div.campaign-parts', html('p', t('campaign.loading')));
main.append(problem, age, parts);

/** First move whose replies the user wants to see; null: the server selects one. @type {string | null} */
let after = null;
/** What is drawn. */
let drawn = '';
/** Questions so far: only the answer to the last one counts. */
let asked = 0;
let announced = '';

/** The tables that the user has opened in full. @type {Set<string>} */
const opened = new Set();

async function refresh() {
  const question = ++asked;
  try {
    const report = await campaign(after);
    const { seconds, ...facts } = report;
    const text = JSON.stringify(facts);
    const tree = text === drawn ? null : await campaignTree();
    if (question !== asked) return;
    if (tree !== null) draw(report, tree);
    drawn = text;
    setText(age, ageWords(report));
    tell('');
  } catch (error) {
    if (question !== asked) return;
    // Without the first move that was chosen before: the directory may have another campaign now.
    if (error instanceof ApiError && error.status === 400) after = null;
    tell(isGone(error) && drawn ? t('campaign.gone') : sentence(error));
    if (!isGone(error)) clear();
  }
}

/** @param {CampaignReport} report @param {string} tree */
function draw(report, tree) {
  const focused = focusedKey();
  const again = () => draw(report, tree);
  const head = drawHead(report);
  parts.replaceChildren(head, drawTree(tree), drawMoves(report, opened, choose, again), drawReplies(report, opened, again), drawWorkers(report));
  const focus = focused && main.querySelector(`[data-key="${CSS.escape(focused)}"]`);
  if (focus instanceof HTMLElement) focus.focus();
  const headline = head.querySelector('h2')?.textContent ?? '';
  // The first state is read by the user, and only changes are announced.
  if (announced && headline !== announced) setText(byId('announcer'), headline);
  announced = headline;
}

function clear() {
  drawn = '';
  setText(age, '');
  parts.replaceChildren();
}

/** @param {string} words */
function tell(words) {
  problem.hidden = words === '';
  setText(problem, words);
}

/** @param {string} play */
function choose(play) {
  after = play;
  void refresh();
}

/** The key of the focused element, which is drawn anew. */
function focusedKey() {
  return main.contains(document.activeElement) ? document.activeElement?.getAttribute('data-key') : null;
}

async function run() {
  for (;;) {
    if (!document.hidden) await refresh();
    await new Promise((done) => setTimeout(done, EVERY));
  }
}

document.addEventListener('visibilitychange', () => {
  if (!document.hidden) void refresh();
});
void run();
