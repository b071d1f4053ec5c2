/** Carriers that tell no prices: the template offered to their sellers is taken back once prices stand in it. */
import { parseRateSheet } from '@scanship/carrier-rate-sheet/parse-rate-sheet';
import { priceListTemplate } from '@scanship/carrier-rate-sheet/rate-sheet-template';
import { expect, it } from 'vitest';
import { registered } from './registered.ts';

const listed = registered.filter(({ carrier, slug }) => carrier.manifest.prices === 'list' && slug !== 'rate-sheet');

it.each(listed.map(({ slug, carrier }) => [slug, carrier] as const))('%s: template of prices', (_slug, carrier) => {
  const { manifest } = carrier;
  const filled = priceListTemplate(manifest).map(({ name, rows }) => ({
    name,
    rows: rows.map((row) => row.map((cell, i) => (name === 'Rates' && i === 5 && cell === '' ? '4.20' : cell))),
  }));
  const { sheet, problems } = parseRateSheet(filled);
  expect(problems).toEqual([]);
  if (!manifest.originCountries.includes('*')) expect(manifest.originCountries).toContain(sheet?.settings.country);
  expect(carrier.checkSettings?.({ sheet: sheet ?? {} })).toEqual([]);
  expect(carrier.accountServices?.({ sheet: sheet ?? {} })).toEqual(manifest.services);
});
