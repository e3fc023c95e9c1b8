// The message catalogues: the same keys in every language, none missing, none unused.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { catalogues } from '../text.js';

const { de, en } = catalogues;
const web = join(dirname(fileURLToPath(import.meta.url)), '..');

/** The sources of the page without the catalogues. */
function sources() {
  const found = [];
  for (const entry of readdirSync(web, { recursive: true })) {
    const name = String(entry);
    if (/^(node_modules|tests|messages)\b/.test(name) || !/\.(js|html)$/.test(name)) continue;
    found.push({ name, text: readFileSync(join(web, name), 'utf8') });
  }
  return found;
}

const placeholders = (text) => (text.match(/\{\w+\}/g) ?? []).sort();

test('all languages have the same messages with the same placeholders', () => {
  assert.deepEqual(Object.keys(de).sort(), Object.keys(en).sort());
  for (const [key, text] of Object.entries(en)) {
    assert.deepEqual(placeholders(de[key]), placeholders(text), key);
    assert.equal(de[key] === '', text === '', key);
  }
});

test('every message key in the sources exists, and every message is used', () => {
  const all = sources().map(({ text }) => text).join('\n');
  const keys = new Set(Object.keys(en));
  for (const [, key] of all.matchAll(/\bt\('([^']+)'/g)) assert(keys.has(key), `no message "${key}"`);
  for (const [, key] of all.matchAll(/data-(?:text|label|title)="([^"]+)"/g)) assert(keys.has(key), `no message "${key}"`);
  // Keys are also built by templates, as in `side.${side}`, and passed as strings.
  const whole = new Set([...all.matchAll(/'([\w.?!#-]+)'|"([\w.?!#-]+)"/g)].map(([, one, two]) => one ?? two));
  const patterns = [...all.matchAll(/`([a-z]+\.[^`]*\$\{[^`]*)`/g)].map(([, text]) =>
    new RegExp(`^${text.split(/\$\{(?:[^{}]|\{[^{}]*\})*\}/).map((part) => part.replaceAll(/[.*+?^$()|[\]\\{}]/g, '\\$&')).join('.+')}$`));
  const unused = [...keys].filter((key) => !whole.has(key) && !patterns.some((pattern) => pattern.test(key)));
  assert.deepEqual(unused, []);
});
