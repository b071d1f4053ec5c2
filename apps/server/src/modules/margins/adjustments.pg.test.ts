/** What a carrier billed later counts against the carrier and service of its label. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  adjustmentOf,
  base,
  closeBillsWorld,
  customer,
  franchise,
  heavyCase,
  noticeIsOver,
  openBillsWorld,
  worker,
} from '../../../test/bills-world.ts';
import { readMarginRows } from './read-margins.ts';

beforeAll(openBillsWorld);
afterAll(closeBillsWorld);

test('a later charge stands with its carrier and service', async () => {
  const { label } = await heavyCase();
  await noticeIsOver();
  await worker().look();
  const { amount, state } = await adjustmentOf(customer(), label);
  expect(state).toBe('booked');
  const { tenantId } = franchise();
  const ask = { tenantId, timeZone: 'America/Toronto', currency: amount.currency, withTest: true };
  const rows = await base.db.tenant(franchise(), (tx) =>
    readMarginRows(tx, { ...ask, from: '2020-01-01', to: '2099-12-31' }),
  );
  const of = (grouped: string) => rows.filter((row) => row.grouped === grouped);
  const billed = of('source').find((row) => row.source === 'adjustment');
  // The taxes of the later charge are collected for the state; the rest is revenue.
  expect(Number(billed?.revenue) + Number(billed?.collected)).toBe(amount.minor);
  expect(of('carrier').map((row) => row.carrier)).toEqual(['ups']);
  expect(of('service').map((row) => row.service)).toEqual(['11']);
});
