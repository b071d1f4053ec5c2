/** Another plan: what it costs is what was shown. */
import type { PlanCharge, PlanQuote, PlanView } from '@scanship/contracts/plans';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  ask,
  at,
  choose,
  customer,
  mayScan,
  ok,
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
} from '../../../test/plan-world.ts';
import { checkBook } from '../billing/index.ts';

beforeAll(startPlanWorld);
afterAll(stopPlanWorld);
beforeEach(startAnew);

describe('another plan', () => {
  test('up holds at once with proration, down at the end of the term, and up again takes the plan to go down back', async () => {
    const who = await customer('Basic');
    at('2026-02-14T15:00:00Z');
    expect(await mayScan(who)).toBe(false);
    const quote = await quoteOf(who, 'Advanced');
    expect(quote).toMatchObject({ when: 'now', from: '2026-02-14', total: { minor: -950 + 4_950 } });
    await choose(who, 'Standard');
    expect((await choose(who, 'Basic')).next).toEqual({
      plan: 'Basic',
      name: 'Basic',
      interval: 'month',
      from: '2026-02-28',
    });
    const after = await choose(who, 'Advanced');
    expect([after.plan, after.next]).toEqual(['Advanced', null]);
    // By way of another plan on the same day it comes to the same.
    expect(await owed(who.tenantId)).toBe(1_900 + quote.total.minor);
    expect(await mayScan(who)).toBe(true);
    const tenant = await theDatabase().db.reference((tx) =>
      tx.selectFrom('tenants').select('plan_code').where('id', '=', who.tenantId).executeTakeFirstOrThrow(),
    );
    expect(tenant.plan_code).toBe('Advanced');

    await choose(who, 'Basic');
    at('2026-02-28T15:00:00Z');
    expect(await mayScan(who)).toBe(true);
    await runWorker();
    expect([await mayScan(who), (await viewOf(who)).plan]).toEqual([false, 'Basic']);
    expect(await theDatabase().db.tenant({ tenantId: who.tenantId }, checkBook)).toEqual([]);
  });

  test('what was shown is what is charged: anything else is stale and charges nothing', async () => {
    const who = await customer('Basic');
    const { quote } = await quoteOf(who, 'Advanced');
    at('2026-02-02T15:00:00Z');
    expect((await ask(who, 'POST', '/account/plan', { plan: 'Advanced', quote })).json.code).toBe('stale_version');
    const again = await quoteOf(who, 'Advanced');
    await sell('Advanced', { monthlyPriceMinor: 12_900 });
    expect((await ask(who, 'POST', '/account/plan', { plan: 'Advanced', quote: again.quote })).json.code).toBe(
      'stale_version',
    );
    expect(await owed(who.tenantId)).toBe(1_900);
    const last = await quoteOf(who, 'Advanced');
    const both = await Promise.all(
      [1, 2].map(() => ask(who, 'POST', '/account/plan', { plan: 'Advanced', quote: last.quote })),
    );
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
    expect(await owed(who.tenantId)).toBe(1_900 + last.total.minor);
    expect((await ask(who, 'GET', '/account/plan/quote?plan=Advanced')).json.errorMessages?.[0]?.message).toBe(
      'This is the plan already.',
    );
  });

  test('that was planned is taken back', async () => {
    const who = await customer('Advanced');
    expect((await choose(who, 'Standard')).next?.plan).toBe('Standard');
    expect((await ok<PlanView>(who, 'POST', '/account/plan/keep')).next).toBeNull();
    at('2026-02-28T15:00:00Z');
    await runWorker();
    expect((await viewOf(who)).plan).toBe('Advanced');
  });

  test('by the year begins when the month is over, and is not offered where it has no price', async () => {
    const who = await customer('Basic');
    expect((await ask(who, 'GET', '/account/plan/quote?plan=Standard&interval=year')).json.code).toBe('validation');
    const { quote, when } = await quoteOf(who, 'Basic', '&interval=year');
    expect(when).toBe('term-end');
    await ok(who, 'POST', '/account/plan', { plan: 'Basic', interval: 'year', quote });
    at('2026-02-28T15:00:00Z');
    await runWorker();
    expect(await viewOf(who)).toMatchObject({
      interval: 'year',
      term: { to: '2027-02-27' },
      period: { to: '2026-03-30' },
    });
    expect(await owed(who.tenantId)).toBe(1_900 + 19_000);
  });

  test('the franchise changes it with a reason, down at once too; another franchise and its own agents do not', async () => {
    const who = await customer('Advanced');
    const path = `/franchise/customers/${who.tenantId}/plan`;
    const { franchise, agent } = theWorld().people;
    const quote = await ok<PlanQuote>(franchise, 'GET', `${path}/quote?plan=Basic&when=now`);
    expect(quote.total.minor).toBe(-8_000);
    expect((await ask(franchise, 'PUT', path, { plan: 'Basic', when: 'now', quote: quote.quote })).json.code).toBe(
      'validation',
    );
    const body = { plan: 'Basic', when: 'now', quote: quote.quote, reason: 'Agreed by phone' };
    expect((await ask(agent, 'PUT', path, body)).json.code).toBe('forbidden');
    expect(await ok<PlanView>(franchise, 'PUT', path, body)).toMatchObject({ plan: 'Basic' });
    const charges = await ok<{ charges: PlanCharge[] }>(franchise, 'GET', `${path}/charges`);
    expect(charges.charges[0]).toMatchObject({ total: { minor: -8_000 }, reason: 'Agreed by phone', state: 'credit' });
    expect(
      (await ask(franchise, 'GET', `/franchise/customers/${theWorld().people.foreign.tenantId}/plan`)).json.code,
    ).toBe('not_found');
  });
});
