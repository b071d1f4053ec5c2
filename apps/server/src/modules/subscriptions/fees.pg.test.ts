/** Fees as they are charged: once, on the customer's own days, with its taxes. */
import type { PlanView } from '@scanship/contracts/money/plans';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  at,
  chargesOf,
  choose,
  customer,
  moment,
  ok,
  otherProcess,
  owed,
  quoteOf,
  runWorker,
  sell,
  startAnew,
  startPlanWorld,
  stopPlanWorld,
  theDatabase,
  theWorld,
  viewOf,
  workerOf,
} from '../../../test/plan-world.ts';
import { withClient } from '../../platform/database/connection.ts';
import { checkBook } from '../billing/index.ts';
import { markMoved } from '../restrictions/index.ts';
import { renew } from './renew.ts';

beforeAll(startPlanWorld);
afterAll(stopPlanWorld);
beforeEach(startAnew);

describe('fees', () => {
  test('are charged with the first day and each period after it, once, however often and late the worker looks', async () => {
    const who = await customer('Standard');
    expect(await chargesOf(who)).toEqual([['fee', 4_900, 'open']]);
    at('2026-02-27T15:00:00Z');
    await runWorker();
    expect(await owed(who.tenantId)).toBe(4_900);
    // The 31st falls on the 28th; two periods are over when the worker comes back.
    at('2026-04-10T15:00:00Z');
    await Promise.all([workerOf().look(), workerOf().look(), runWorker()]);
    expect(await owed(who.tenantId)).toBe(3 * 4_900);
    expect((await viewOf(who)).period).toEqual({ from: '2026-03-31', to: '2026-04-29' });
    expect(await theDatabase().db.tenant({ tenantId: who.tenantId }, checkBook)).toEqual([]);
    expect(await theDatabase().db.tenant({ tenantId: theWorld().first.id }, checkBook)).toEqual([]);
  });

  test('are charged once when two look at one subscription at the same moment, without any lease between them', async () => {
    const who = await customer('Basic');
    at('2026-03-01T15:00:00Z');
    await Promise.all(
      Array.from({ length: 4 }, () => renew(otherProcess(), who.tenantId, { now: moment(), withTest: false })),
    );
    expect(await chargesOf(who)).toEqual([
      ['fee', 1_900, 'open'],
      ['fee', 1_900, 'open'],
    ]);
    expect(await owed(who.tenantId)).toBe(3_800);
  });

  test('a process that dies between booking and going on leaves nothing; the next one charges once', async () => {
    const who = await customer('Basic');
    at('2026-03-01T15:00:00Z');
    let died = 0;
    await workerOf(() => {
      died += 1;
      throw new Error('killed');
    }).look();
    expect(died).toBeGreaterThan(0);
    expect(await owed(who.tenantId)).toBe(1_900);
    // Its lease lapses.
    await withClient(theDatabase().migrator, (connection) =>
      connection.query(`UPDATE subscriptions SET lease_until = now() - interval '1 second'`),
    );
    await runWorker();
    expect(await owed(who.tenantId)).toBe(3_800);
    await runWorker();
    expect(await owed(who.tenantId)).toBe(3_800);
  });

  test('begin on the customer’s own day', async () => {
    at('2026-02-01T03:00:00Z');
    const [vancouver, london] = [
      await customer('Basic', 'America/Vancouver'),
      await customer('Basic', 'Europe/London'),
    ];
    expect([(await viewOf(vancouver)).period.from, (await viewOf(london)).period.from]).toEqual([
      '2026-01-31',
      '2026-02-01',
    ]);
    // Midnight of 28 February in Vancouver is 08:00 UTC.
    at('2026-02-28T07:59:00Z');
    await runWorker();
    expect(await owed(vancouver.tenantId)).toBe(1_900);
    at('2026-02-28T08:00:00Z');
    await runWorker();
    expect([await owed(vancouver.tenantId), await owed(london.tenantId)]).toEqual([3_800, 1_900]);
  });

  test('carry the taxes of the customer’s province, where the franchise is registered', async () => {
    await theDatabase().db.tenant({ tenantId: theWorld().first.id }, async (tx) => {
      await tx
        .insertInto('tax_places')
        .values({
          tenant_id: theWorld().first.id,
          party_id: theWorld().first.id,
          country_code: 'CA',
          province_code: 'ON',
        })
        .execute();
      await tx
        .insertInto('tax_registrations')
        .values({ tenant_id: theWorld().first.id, authority: 'GST-HST', number: '123456789 RT 0001' })
        .execute();
    });
    const who = await customer('Basic');
    await theDatabase().db.tenant({ tenantId: theWorld().first.id }, (tx) =>
      tx
        .insertInto('tax_places')
        .values({ tenant_id: theWorld().first.id, party_id: who.tenantId, country_code: 'CA', province_code: 'NS' })
        .execute(),
    );
    const quote = await quoteOf(who, 'Standard');
    expect([quote.lines.map((line) => line.amount.minor), quote.taxes[0]?.code, quote.total.minor]).toEqual([
      [-1_900, 4_900],
      'HST-NS',
      3_420,
    ]);
    await choose(who, 'Standard');
    expect(await owed(who.tenantId)).toBe(1_900 + 3_420);
    await theDatabase().db.tenant({ tenantId: theWorld().first.id }, async (tx) => {
      await tx.deleteFrom('tax_registrations').where('tenant_id', '=', theWorld().first.id).execute();
      await tx.deleteFrom('tax_places').where('tenant_id', '=', theWorld().first.id).execute();
    });
  });

  test('a trial costs nothing until it is over', async () => {
    await sell('Standard', { monthlyPriceMinor: 4_900, trialDays: 14 });
    const who = await customer('Standard');
    expect(await viewOf(who)).toMatchObject({
      trial: true,
      term: { to: '2026-02-13' },
      nextFee: { on: '2026-02-14', amount: { minor: 4_900 } },
    });
    at('2026-02-14T04:59:00Z');
    await runWorker();
    expect(await chargesOf(who)).toEqual([]);
    at('2026-02-14T05:00:00Z');
    await runWorker();
    expect(await chargesOf(who)).toEqual([['fee', 4_900, 'open']]);
  });

  test('a price that changes counts from the next period on, and who is on which is known', async () => {
    const who = await customer('Standard');
    await sell('Standard', { monthlyPriceMinor: 5_900 });
    expect((await viewOf(who)).price.minor).toBe(4_900);
    const { plans } = await ok<{
      plans: { code: string; versions: { no: number; customers: number; monthlyPrice: PlanView['price'] }[] }[];
    }>(theWorld().people.franchise, 'GET', '/franchise/plans');
    const versions = plans.find(({ code }) => code === 'Standard')?.versions ?? [];
    expect(versions[0]).toMatchObject({ monthlyPrice: { minor: 5_900 }, customers: 0 });
    expect(versions.find(({ monthlyPrice }) => monthlyPrice.minor === 4_900)?.customers).toBeGreaterThan(0);
    at('2026-03-01T15:00:00Z');
    await runWorker();
    expect(await owed(who.tenantId)).toBe(4_900 + 5_900);
    expect((await viewOf(who)).price.minor).toBe(5_900);
  });

  test('nothing is charged for what begins while the customer is suspended, and it has its plan when it comes back', async () => {
    const who = await customer('Basic');
    await ok(theWorld().people.franchise, 'POST', `/franchise/customers/${who.tenantId}/suspend`, { reason: 'Away' });
    at('2026-03-01T15:00:00Z');
    await runWorker();
    expect(await owed(who.tenantId)).toBe(1_900);
    await ok(theWorld().people.franchise, 'POST', `/franchise/customers/${who.tenantId}/resume`);
    expect(await viewOf(who)).toMatchObject({ plan: 'Basic', price: { minor: 0 }, nextFee: { on: '2026-03-31' } });
  });

  test('a customer that ships below another franchise now pays for what it had, and for nothing that begins later', async () => {
    const who = await customer('Basic');
    await theDatabase().db.system((tx) => markMoved(tx, who.tenantId, true));
    at('2026-03-01T15:00:00Z');
    await runWorker();
    expect(await owed(who.tenantId)).toBe(1_900);
  });
});
