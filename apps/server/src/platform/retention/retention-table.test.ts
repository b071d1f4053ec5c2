import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { KEPT, KEPT_NAMES, oldestKept } from './retention-table.ts';

test('the table stands in docs/configuration.md line by line', () => {
  const text = readFileSync(path.join(import.meta.dirname, '../../../../../docs/configuration.md'), 'utf8');
  const section = text.slice(text.indexOf('## What is kept how long'), text.indexOf('## First people'));
  const rows = [...section.matchAll(/^\| `([a-z-]+)` \| (.+) \| (.+) \| (.+) \|$/gm)].map((row) => row.slice(1));
  expect(rows).toEqual(
    KEPT_NAMES.map((name) => [name, KEPT[name].days.toLocaleString('en-CA'), KEPT[name].what, KEPT[name].grounds]),
  );
});

test('an installation may keep longer, shorter or for ever', () => {
  const now = new Date('2026-07-01T00:00:00Z');
  expect(oldestKept({}, 'sync-runs', now)).toEqual(new Date('2026-04-02T00:00:00Z'));
  expect(oldestKept({ 'sync-runs': 1 }, 'sync-runs', now)).toEqual(new Date('2026-06-30T00:00:00Z'));
  expect(oldestKept({ 'sync-runs': 0 }, 'sync-runs', now)).toBeUndefined();
});
