/** Another plan: what it costs is what was shown. */
import type { PlanCharge, PlanQuote, PlanView } from '@scanship/contracts/money/plans';
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
  send,
  startAnew,
  startPlanWorld,
  stopPlanWorld,
  theCalls,
  theDatabase,
  theWorld,
  tokenOf,
  viewOf,
} from '../../../test/plan-world.ts';
import { newId } from '../../platform/database/ids.ts';
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

  test('down takes away on the server what the smaller plan does not include: every SCANSHIP call, and places for people', async () => {
    const who = await customer('Advanced');
    const { franchise } = theWorld().people;
    const token = await tokenOf(who);
    const scanning = theCalls().filter(({ permission }) => permission === 'SCANSHIP');
    expect(scanning.length).toBeGreaterThan(15);
    // What needs a body or a file is read first; one that chance makes may not fit.
    const bare = scanning.filter(({ body, query, upload }) => !body && !query && upload !== true);
    const refused = async () => {
      const answers = [];
      for (const call of scanning) answers.push([call.id, (await send(token, call)).json.code] as const);
      return answers.filter(([, code]) => code === 'forbidden').map(([id]) => id);
    };
    expect(await refused()).toEqual([]);
    await sell('Basic', { monthlyPriceMinor: 1_900, limits: { users: 1, stores: 1, labelsPerMonth: null } });
    const path = `/franchise/customers/${who.tenantId}/plan`;
    const { quote } = await ok<PlanQuote>(franchise, 'GET', `${path}/quote?plan=Basic&when=now`);
    await ok(franchise, 'PUT', path, { plan: 'Basic', when: 'now', quote, reason: 'Agreed by phone' });
    // In the very session that could before.
    const after = await refused();
    expect(after).toEqual(expect.arrayContaining(bare.map(({ id }) => id)));
    expect(after.length).toBeGreaterThan(bare.length);
    const ship = { orderId: newId(), shipMode: 'shipInBox' };
    expect((await ask(who, 'POST', '/scanship/ecom/order/ship', ship)).json.code).toBe('forbidden');
    const { roles } = await ok<{ roles: { id: string; assignable: boolean }[] }>(who, 'GET', '/roles');
    const roleId = roles.find(({ assignable }) => assignable)?.id;
    expect((await ask(who, 'POST', '/users/invite', { email: 'more@example.com', roleId })).json.code).toBe(
      'plan_limit',
    );
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
