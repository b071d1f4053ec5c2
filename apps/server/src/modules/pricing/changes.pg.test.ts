/** Mark-ups from draft to undo, over HTTP: nothing is lost, nothing falls below cost unasked, everything is in the log. */
import type { AuditEntry } from '@scanship/contracts/access/audit';
import type { MarkupCheck } from '@scanship/contracts/money/markup-drafts';
import type { MarkupPlan, MarkupRuleInput, MarkupVersion } from '@scanship/contracts/money/markups';
import { localDay } from '@scanship/domain/calendar/ship-date';
import { money } from '@scanship/domain/money/money';
import { priceBelowCost } from '@scanship/domain/pricing/below-cost';
import { priceChain } from '@scanship/domain/pricing/pricing';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type CarrierWorld, makeCarrierWorld, type PersonName } from '../../../test/carrier-world.ts';
import { withClient } from '../../platform/database/connection.ts';
import { newId } from '../../platform/database/ids.ts';
import { json } from '../../platform/database/json-column.ts';
import { lendToFranchises } from '../carriers/index.ts';
import { draftRule } from './preview.ts';

let it_: CarrierWorld;
let orderId = '';
let buyer = '';

beforeAll(async () => {
  it_ = await makeCarrierWorld();
  const { world, application, database } = it_;
  buyer = world.people.admin.tenantId;
  orderId = await it_.newOrderOf(world.people.admin);
  const added = await application.carriers.addAccount(
    { tenantId: world.platformId, tenantKind: 'platform' },
    {
      carrier: 'testline-express',
      name: 'Express',
      mode: 'simulator',
      credentials: { clientId: 'express-alpha', clientSecret: 'alpha-secret-1' },
    },
  );
  if (!added.ok) throw new Error(JSON.stringify(added.problem));
  await lendToFranchises(database.db, world.platformId, added.value.accountId, [world.first.id]);
});
beforeEach(() =>
  withClient(it_.database.migrator, async (client) => {
    for (const table of ['markup_rules', 'markup_versions', 'markup_plans', 'markup_drafts', 'price_chain'])
      await client.query(`DELETE FROM ${table}`);
  }),
);
afterAll(() => it_.close());

const rule = (change: Partial<MarkupRuleInput> = {}): MarkupRuleInput => ({
  name: '',
  scope: {},
  percentBp: 0,
  fixedMinor: 0,
  floorMinor: null,
  capMinor: null,
  firstDay: null,
  lastDay: null,
  ...change,
});
const tomorrow = () => new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
const post = (path: string, body: unknown, who: PersonName = 'franchise') =>
  it_.call(who, 'POST', `/pricing/${path}`, body);
const planOf = async (of: string | null): Promise<MarkupPlan> =>
  (await it_.call('franchise', 'GET', of === null ? '/pricing/default' : `/pricing/buyers/${of}`)).json
    .data as MarkupPlan;
const historyOf = async (of: string | null): Promise<MarkupVersion[]> =>
  (
    (await it_.call('franchise', 'GET', `/pricing/${of === null ? 'default' : `buyers/${of}`}/history`)).json.data as {
      versions: MarkupVersion[];
    }
  ).versions;
const draft = async (of: string | null, rules: readonly MarkupRuleInput[], more: object = {}): Promise<MarkupPlan> => {
  const plan = await planOf(of);
  const answer = await it_.call('franchise', 'PUT', '/pricing/draft', {
    buyerId: of,
    rules,
    used: true,
    note: 'because',
    basedOn: plan.version,
    version: plan.draft?.version ?? 0,
    ...more,
  });
  expect(answer.json.errorMessage).toBeUndefined();
  return answer.json.data as MarkupPlan;
};
const publish = async (of: string | null, startsOn: string | null = null, confirm?: string) => {
  const plan = await planOf(of);
  return post('publish', {
    buyerId: of,
    version: plan.version,
    startsOn,
    draft: plan.draft?.version ?? 0,
    ...(confirm && { confirm }),
  });
};
const set = async (of: string | null, rules: readonly MarkupRuleInput[], startsOn: string | null = null) => {
  await draft(of, rules);
  const done = await publish(of, startsOn);
  expect(done.json.errorMessages).toBeUndefined();
  return done.json.data as MarkupPlan;
};
const prices = async () => {
  const answer = await it_.call('admin', 'POST', '/quotes/single', {
    orderId,
    parcels: [{ number: 1, weightGrams: 1200, dimensions: { lengthMm: 300, widthMm: 200, heightMm: 100 } }],
  });
  const { rates } = answer.json.data as { rates: { service: string; price: object; priceLines: object[] }[] };
  return rates
    .map(({ service, price, priceLines }) => ({ service, price, priceLines }))
    .toSorted((a, b) => a.service.localeCompare(b.service));
};

describe('a draft', () => {
  test('is kept for everybody of the level, changes no price, and is published as it was read', async () => {
    await set(null, [rule({ percentBp: 1000 })]);
    const before = await prices();
    const kept = await draft(null, [rule({ percentBp: 2000 })]);
    expect(kept).toMatchObject({
      version: 1,
      draft: { version: 1, basedOn: 1, note: 'because', rules: [{ percentBp: 2000 }] },
    });
    expect(kept.draft?.by).toBeTruthy();
    expect(kept.rules.map((one) => one.percentBp)).toEqual([1000]);
    expect(await prices()).toEqual(before);
    // A colleague's newer draft is not overwritten, and not published by who did not see it.
    const stale = { buyerId: null, rules: [], used: true, note: '', basedOn: 1, version: 0 };
    expect((await it_.call('franchise', 'PUT', '/pricing/draft', stale)).json.code).toBe('stale_version');
    await draft(null, [rule({ percentBp: 3000 })]);
    const old = { buyerId: null, version: 1, startsOn: null, draft: 1 };
    expect((await post('publish', old)).json.code).toBe('stale_version');
    expect((await post('draft/discard', { buyerId: null, version: 1 })).json.code).toBe('stale_version');
    expect((await post('publish', { ...old, draft: 2 })).json.data).toMatchObject({
      version: 2,
      draft: null,
      rules: [{ percentBp: 3000 }],
    });
    expect(await prices()).not.toEqual(before);
    await draft(buyer, [rule({ fixedMinor: 5 })]);
    expect((await post('draft/discard', { buyerId: buyer, version: 1 })).json.data).toMatchObject({
      version: 0,
      draft: null,
    });
  });

  test('from a day on: what holds now stays, the day is told, it is taken back or gives way', async () => {
    await set(null, [rule({ percentBp: 1000 })]);
    const before = await prices();
    const waiting = await set(null, [rule({ percentBp: 4000 })], tomorrow());
    expect(waiting).toMatchObject({
      version: 2,
      rules: [{ percentBp: 1000 }],
      next: { version: 2, state: 'waits', rules: [{ percentBp: 4000 }] },
    });
    expect(await prices()).toEqual(before);
    // Another change meanwhile holds until that day.
    const changed = await set(null, [rule({ percentBp: 1500 })]);
    expect(changed).toMatchObject({ version: 3, rules: [{ percentBp: 1500 }], next: { version: 2 } });
    expect((await historyOf(null)).map(({ version, state, until }) => [version, state, until !== null])).toEqual([
      [2, 'waits', false],
      [3, 'in-force', true],
      [1, 'past', true],
    ]);
    expect((await post('withdraw', { buyerId: null, waiting: 3 })).json.code).toBe('stale_version');
    expect((await post('withdraw', { buyerId: null, waiting: 2 })).json.data).toMatchObject({
      next: null,
      rules: [{ percentBp: 1500 }],
    });
    expect((await historyOf(null)).find(({ version }) => version === 2)?.state).toBe('withdrawn');
    await draft(null, []);
    for (const day of ['2020-01-01', localDay(new Date(), 'America/Toronto')])
      expect((await publish(null, day)).json.code).toBe('validation');
  });
});

test('undo publishes the former version again, and every price is the same as before', async () => {
  await set(null, [
    rule({ percentBp: 1234, fixedMinor: 17 }),
    rule({ percentBp: 500, capMinor: 99, scope: { zones: ['CA-ON'] } }),
  ]);
  await set(buyer, [rule({ percentBp: 777, floorMinor: 55 })]);
  const before = await prices();
  expect(before.length).toBeGreaterThan(0);
  await set(buyer, [rule({ percentBp: 9000 })]);
  expect(await prices()).not.toEqual(before);
  const undone = await post('restore', { buyerId: buyer, version: 2, startsOn: null, of: 1, note: 'too dear' });
  expect(undone.json.data).toMatchObject({ version: 3, rules: [{ percentBp: 777 }] });
  expect(await prices()).toEqual(before);
  expect((await historyOf(buyer))[0]).toMatchObject({ version: 3, restores: 1, note: 'too dear', state: 'in-force' });
  // Back to the default and undone again.
  await draft(buyer, [], { used: false });
  await publish(buyer);
  expect(await prices()).not.toEqual(before);
  await post('restore', { buyerId: buyer, version: 4, startsOn: null, of: 3, note: '' });
  expect(await prices()).toEqual(before);
  expect((await post('restore', { buyerId: buyer, version: 5, startsOn: null, of: 44, note: '' })).json.code).toBe(
    'not_found',
  );
});

describe('the margin guard', () => {
  interface Sold {
    readonly quoted: number;
    readonly charged: number;
    readonly service: string;
  }
  const sell = async (sales: readonly Sold[], daysAgo = 3): Promise<void> => {
    const { world, database } = it_;
    await database.db.tenant({ tenantId: world.first.id }, async (tx) => {
      for (const { quoted, charged, service } of sales)
        await sql`INSERT INTO price_chain (tenant_id, id, purchase_id, from_tenant, to_tenant, cost_minor, price_minor, currency, created_at,
            carrier, service, zones, billable_g, ship_day, cost_lines, piece, piece_weights, cost_tax_minor, price_tax_minor)
          VALUES (${world.first.id}::uuid, ${newId()}::uuid, ${newId()}::uuid, ${world.first.id}::uuid, ${buyer}::uuid, ${charged},
            ${charged + 300}, 'CAD', now() - make_interval(days => ${daysAgo}), 'testline-express', ${service},
            ${json(['domestic', 'CA', 'CA-ON'])}, 900, (now() - make_interval(days => ${daysAgo}))::date,
            ${json([{ kind: 'base', code: 'freight', label: 'Shipping', amount: { minor: quoted, currency: 'CAD' } }])}, 1, '[900]', 0, 0)`.execute(
          tx,
        );
    });
  };
  const SALES: readonly Sold[] = [300, 800, 1500, 4000, 12_000].flatMap((quoted, index) => [
    { quoted, charged: quoted, service: 'ground' },
    { quoted, charged: quoted + index * 40, service: 'air' },
  ]);
  const pricedAt = (rules: readonly MarkupRuleInput[], { quoted, service }: Sold): number => {
    const lines = [{ kind: 'base' as const, code: 'freight', label: '', amount: money(quoted, 'CAD') }];
    const day = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
    const purchase = {
      carrier: 'testline-express',
      service,
      zones: ['domestic', 'CA', 'CA-ON'],
      billableGrams: 900,
      day,
    };
    return (
      priceChain(lines, 'CAD', purchase, [{ tenant: '', rules: rules.map(draftRule) }])[0]?.price.minor ?? Number.NaN
    );
  };
  const anyRule = fc.record({
    percentBp: fc.integer({ min: -800, max: 1500 }),
    fixedMinor: fc.integer({ min: -60, max: 200 }),
    floorMinor: fc.option(fc.integer({ min: 0, max: 120 }), { nil: null }),
    service: fc.option(fc.constantFrom('ground', 'air'), { nil: undefined }),
  });

  test('asks exactly when a label of the last 30 days, or the rules themselves, would fall below cost', async () => {
    await sell(SALES);
    await sell([{ quoted: 100_000, charged: 900_000, service: 'ground' }], 40);
    let asked = 0;
    let passed = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(anyRule, { maxLength: 3 }), async (given) => {
        const rules = given.map(({ service, ...one }) =>
          rule({ ...one, scope: service ? { services: [service] } : {} }),
        );
        const losing = SALES.filter((sale) => pricedAt(rules, sale) < sale.charged);
        const byRules =
          priceBelowCost(rules.map(draftRule), 'CAD', new Date().toISOString().slice(0, 10)) !== undefined;
        const { version } = await planOf(buyer);
        const body = { buyerId: buyer, version, startsOn: null, rules, used: true };
        const check = (await post('check', body)).json.data as MarkupCheck;
        expect([check.labels, check.belowCost, check.byDefinition !== null]).toEqual([
          SALES.length,
          losing.length,
          byRules,
        ]);
        await draft(buyer, rules);
        const answer = await publish(buyer);
        const expectAsk = losing.length > 0 || byRules;
        expect(answer.json.code).toBe(expectAsk ? 'below_cost' : undefined);
        if (!expectAsk) {
          passed += 1;
          return;
        }
        asked += 1;
        expect((await planOf(buyer)).version).toBe(version);
        const code = answer.json.errorMessages?.[0];
        expect(code).toMatchObject({ field: 'confirm', code: check.confirm });
        const worst = check.worst.map((label) => label.costMinor - label.newMinor);
        expect(worst).toEqual(worst.toSorted((a, b) => b - a));
        if (losing.length > 0)
          expect(answer.json.errorMessages?.[1]?.message).toContain(
            `cost ${((check.worst[0]?.costMinor ?? 0) / 100).toFixed(2)} CAD`,
          );
        // The code of another change opens nothing.
        expect((await publish(buyer, null, `${check.confirm.slice(0, -1)}?`)).json.code).toBe('below_cost');
        expect((await publish(buyer, tomorrow(), check.confirm)).json.code).toBe('below_cost');
        expect((await publish(buyer, null, check.confirm)).json.data).toMatchObject({ version: version + 1 });
      }),
      {
        numRuns: 14,
        endOnFailure: true,
        // Whatever else comes: nothing changed, and prices that cover every cost.
        examples: [
          [[]],
          [[{ percentBp: 1500, fixedMinor: 200, floorMinor: null, service: undefined }]],
          [[{ percentBp: 1400, fixedMinor: 190, floorMinor: 120, service: undefined }]],
        ],
      },
    );
    expect([asked > 2, passed > 1]).toEqual([true, true]);
  }, 120_000);

  test('setting a price at once and going back to the default ask too', async () => {
    await sell(SALES);
    const put = { rules: [rule({ percentBp: -100 })], used: true, version: 0 };
    const refused = await it_.call('franchise', 'PUT', '/pricing/default', put);
    expect([refused.status, refused.json.code]).toEqual([409, 'below_cost']);
    const confirm = refused.json.errorMessages?.[0]?.code;
    expect((await it_.call('franchise', 'PUT', '/pricing/default', { ...put, confirm })).status).toBe(200);
    await set(buyer, [rule({ percentBp: 5000 })]);
    await draft(buyer, [rule({ percentBp: 5000 })], { used: false });
    expect((await publish(buyer)).json.code).toBe('below_cost');
    // Buyers with mark-ups of their own are no label of the default.
    const check = await post('check', { buyerId: null, version: 1, startsOn: null, rules: put.rules, used: true });
    expect(check.json.data).toMatchObject({
      labels: 0,
      byDefinition: { rules: [0], costMinor: 1000, priceMinor: 990 },
    });
  });
});

test('the log tells whose prices, what was and what is, in words', async () => {
  const { world } = it_;
  await set(buyer, [
    rule({ percentBp: 1000, fixedMinor: 50, scope: { carriers: ['testline-express'], zones: ['CA'] } }),
  ]);
  await set(buyer, [rule({ percentBp: 1200 })], tomorrow());
  await post('withdraw', { buyerId: buyer, waiting: 2 });
  await it_.call('franchise', 'PUT', `/pricing/buyers/${buyer}`, { rules: [], used: true, version: 2 });
  await post('restore', { buyerId: buyer, version: 3, startsOn: null, of: 1, note: 'oops' });
  const answer = await it_.call('franchise', 'GET', '/audit?size=5');
  const { entries } = answer.json.data as { entries: AuditEntry[] };
  const first = '1. +10 %, +0.50 CAD (testline-express; CA)';
  expect(entries.map(({ action, outcome, details }) => [action, outcome, details['told']])).toEqual([
    ['restoreMarkups', 'done', { name: 'Customer one', before: 'at cost', after: first, reason: 'oops' }],
    ['putBuyerMarkups', 'done', { name: 'Customer one', before: first, after: 'at cost' }],
    ['withdrawMarkups', 'done', { name: 'Customer one', before: '1. +12 %', after: first, from: tomorrow() }],
    [
      'publishMarkups',
      'done',
      { name: 'Customer one', before: first, after: '1. +12 %', from: tomorrow(), reason: 'because' },
    ],
    ['publishMarkups', 'done', { name: 'Customer one', before: 'not used', after: first, reason: 'because' }],
  ]);
  expect(entries[0]?.subject?.id).toBe(buyer);
  expect(world.first.id).not.toBe(buyer);
});

test('nobody else reaches any of it, and no other company’s buyer', async () => {
  const { world } = it_;
  const change = { version: 0, startsOn: null };
  const bodies = (buyerId: string | null): readonly [method: 'PUT' | 'POST', path: string, body: object][] => [
    ['PUT', 'draft', { buyerId, rules: [], used: true, note: '', basedOn: 0, version: 0 }],
    ['POST', 'draft/discard', { buyerId, version: 1 }],
    ['POST', 'check', { ...change, buyerId, rules: [], used: true }],
    ['POST', 'publish', { ...change, buyerId, draft: 1 }],
    ['POST', 'restore', { ...change, buyerId, of: 1, note: '' }],
    ['POST', 'withdraw', { buyerId, waiting: 1 }],
  ];
  for (const at of [world.people.foreign.tenantId, world.second.id, world.platformId, world.first.id])
    for (const [method, path, body] of bodies(at))
      expect([at, path, (await it_.call('franchise', method, `/pricing/${path}`, body)).json.code]).toEqual([
        at,
        path,
        'not_found',
      ]);
  for (const who of ['admin', 'user', 'agent', 'support'] as const)
    for (const [method, path, body] of bodies(null))
      expect([who, path, (await it_.call(who, method, `/pricing/${path}`, body)).status]).toEqual([who, path, 403]);
});
