/**
 * Somebody of every role goes through everything (`tests/support/crawl`). CRAWL_SECONDS: how long each tries controls after having
 * looked at all pages; CRAWL_AS: only these ("packer,agent"); CRAWL_ONLY: only pages under an address; CRAWL_FROM_END=1: controls
 * of the pages that were found last come first. The seller is there in both languages, once from each end. What was in order is not
 * tried again while the code is the same, unless CRAWL_ANEW=1. Prints what was reached and what was not.
 */
import { appendFileSync } from 'node:fs';
import process from 'node:process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { englishSeeker } from '../support/catalogue.ts';
import { crawl, type CrawlReport } from '../support/crawl/crawler.ts';
import { keptCrawl, nothingKept } from '../support/crawl/kept-crawl.ts';
import type { DemoUser } from '../support/demo.ts';
import { type Lane, openLane } from '../support/lane.ts';

const SECONDS = Number(process.env['CRAWL_SECONDS'] ?? 300);
const ROLES: readonly { readonly as: DemoUser; readonly role: string; readonly locale: 'en-CA' | 'fr-CA' }[] = [
  { as: 'aurora', role: 'seller', locale: 'fr-CA' },
  { as: 'aurora', role: 'seller', locale: 'en-CA' },
  { as: 'packer', role: 'packer', locale: 'fr-CA' },
  { as: 'maple', role: 'franchise', locale: 'fr-CA' },
  { as: 'support', role: 'support', locale: 'fr-CA' },
  { as: 'agent', role: 'sales agent', locale: 'fr-CA' },
  { as: 'super', role: 'operator', locale: 'fr-CA' },
];
/** What sellers of the demo named, a carrier's invoice says and Stripe's frame is called, which words of the product happen to be. */
const DATA = new Set(['Shoe box', 'Address correction', 'Card']);
const wanted = process.env['CRAWL_AS']?.split(',');

let lane: Lane;
const table: string[] = [
  '| role | language | pages | controls | layers | left alone | not reached | faults |',
  '|---|---|--:|--:|--:|--:|--:|--:|',
];

beforeAll(async () => {
  lane = await openLane();
});
afterAll(async () => {
  console.log(table.join('\n'));
  await lane.close();
});

it.each(ROLES.filter(({ as }) => wanted === undefined || wanted.includes(as)))(
  'everything that $as ($role, $locale) comes to is in order',
  async ({ as, role, locale }) => {
    const { page, context } = await lane.open({ as, locale, width: 1440, height: 900 });
    const layout = JSON.stringify({ locale });
    // Settings that the crawl tries hold until the next page.
    await context.addInitScript((value) => {
      // A frame that shows a document has no storage, nor has the window it is printed from.
      if (self === top && origin !== 'null') localStorage.setItem('layout-settings', value);
    }, layout);
    const seek = englishSeeker();
    const isEnglish = locale === 'fr-CA' ? (text: string) => (DATA.has(text) ? undefined : seek(text)) : undefined;
    const report = await crawl({
      page,
      context,
      isEnglish,
      complaints: () => lane.complaints(),
      seconds: SECONDS,
      only: process.env['CRAWL_ONLY'],
      fromEnd: locale === 'en-CA' || process.env['CRAWL_FROM_END'] === '1',
      kept: process.env['CRAWL_ANEW'] === '1' ? nothingKept() : keptCrawl(`${as}-${locale}`),
    });
    await context.close();
    const { pages, controls, layers, leftAlone, notReached, faults } = report;
    const counts = [pages, [controls], layers, leftAlone, notReached, faults].map((each, at) =>
      at === 1 ? controls : each.length,
    );
    table.push(`| ${role} | ${locale} | ${counts.join(' | ')} |`);
    tell(as, report, table.at(-1) ?? '');
    expect(faults).toEqual([]);
  },
  (SECONDS + 900) * 1000,
);

/** CRAWL_REPORT: a file that is told everything, beside the table. */
function tell(as: string, { pages, layers, leftAlone, notReached, faults }: CrawlReport, row: string): void {
  const parts = Object.entries({ pages, layers, leftAlone, notReached, faults });
  const lists = parts.map(([name, lines]) => `${as}: ${name}\n${lines.map((line) => `  ${line}\n`).join('')}`).join('');
  const text = `${row}\n${lists}`;
  const file = process.env['CRAWL_REPORT'];
  if (file === undefined) console.log(text);
  else appendFileSync(file, text);
}
