/** What the audit promises to find, small in every run; `npm run bench -- bill-audit` takes 100,000 charges and their time. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { measureAudit } from '../../../../../tests/bench/bill-audit.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';

const LINES = Number(process.env['BILL_LINES'] ?? '4000');
let base: TestDatabase;
beforeAll(async () => {
  base = await createTestDatabase({ maxConnections: 4 });
});
afterAll(() => base.drop());

test(`${LINES} charges with 3 % wrong ones`, async () => {
  const figures = await measureAudit(base.db, LINES);
  console.info(`audit of ${figures.charges} charges: ${figures.seconds.toFixed(1)} s`);
  expect(figures.charges).toBeGreaterThanOrEqual(LINES);
  expect(figures.recall).toBeGreaterThanOrEqual(0.99);
  expect(figures.precision).toBeGreaterThanOrEqual(0.98);
  expect(figures.match).toBeGreaterThanOrEqual(0.995);
}, 600_000);
