// The workers of the campaign, with their rates.

import { html } from '../svg.js';
import { t } from '../text.js';
import { count, time } from './format.js';

/** @param {CampaignReport} report */
export function drawWorkers({ workers, banned }) {
  const heading = html('h2', { id: 'heading-workers' }, t('campaign.workers'));
  if (workers.length === 0) return html('section.panel', { 'aria-labelledby': 'heading-workers' }, heading, html('p', t('campaign.workers.none')));
  const columns = [t('campaign.workers.name'), t('campaign.workers.state'), t('campaign.workers.jobs'), t('campaign.column.nodes'), t('campaign.column.cpu'), t('campaign.workers.rate')];
  const state = (/** @type {CampaignWorker} */ { name, alive }) => {
    const why = banned[name];
    if (why !== undefined) return t('campaign.workers.banned', { why });
    return t(alive ? 'campaign.workers.alive' : 'campaign.workers.away');
  };
  const rows = workers.map((worker) => html('tr',
    html('th', { scope: 'row' }, worker.name), html('td', state(worker)), html('td.figure', count(worker.jobs)),
    html('td.figure', count(worker.nodes)), html('td.figure', time(worker.cpu)), html('td.figure', count(worker.rate))));
  const caption = t('campaign.workers.caption');
  const table = html('table', html('caption.unseen', caption),
    html('thead', html('tr', ...columns.map((name) => html('th', { scope: 'col' }, name)))), html('tbody', ...rows));
  return html('section.panel', { 'aria-labelledby': 'heading-workers' }, heading,
    html('div.scroll', { tabindex: 0, role: 'group', 'aria-label': caption, 'data-key': 'scroll workers' }, table));
}
