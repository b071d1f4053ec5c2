import {
  addPreset,
  addRule,
  applyPreset,
  deletePreset,
  deleteRule,
  dryRunRules,
  getAutomationOptions,
  getOrderAutomation,
  listPresets,
  listRequestedServices,
  listRules,
  mapRequestedService,
  orderRules,
  type RuleDraft,
  setChoice,
  undoChoices,
  updatePreset,
  updateRule,
} from '@scanship/contracts/shipping/automation';
import type { CarrierAccount } from '@scanship/contracts/carriers/carriers';
import { type HoldEnd, NO_CHOICE } from '@scanship/domain/automation/automation';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { type Asker, askerOf } from '../../../test/ask-call.ts';
import { BUYER, contextOf, newOrder, setShipFrom } from '../../../test/order-fixture.ts';
import { makeTenantTree, type TenantTree, type TestCustomer } from '../../../test/tenant-tree.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import type { RequestContext } from '../../platform/context.ts';
import { newId } from '../../platform/database/ids.ts';
import { createOrders, type NewOrder, resolveSelection } from '../orders/index.ts';
import { decideFor, keepDecisions } from './index.ts';
import { automationRoutes } from './routes.ts';

let database: TestDatabase;
let tree: TenantTree;
let ask: Asker;
let me: TestCustomer;
let ctx: RequestContext;
const NOW = new Date('2026-11-21T17:00:00Z');
const GRANT = newId();
const UPS: CarrierAccount = {
  id: newId(),
  grantId: GRANT,
  carrier: 'ups',
  carrierName: 'UPS',
  name: 'My UPS',
  mode: 'simulator',
  state: 'active',
  lent: false,
  signedIn: false,
  services: [
    { code: '11', name: 'Standard', enabled: true },
    { code: '01', name: 'Next Day Air', enabled: true },
    { code: '99', name: 'Switched off', enabled: false },
  ],
  health: { lastOkAt: null, lastProblem: null },
  rateSheet: null,
};
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  tree = await makeTenantTree(db);
  for (const customer of tree.customers) await setShipFrom(db, customer);
  [me] = tree.customers;
  ctx = contextOf(me);
  ask = askerOf(
    automationRoutes(
      { db, clock: { now: () => NOW } },
      {
        resolveSelection: (who, now, given) => resolveSelection(db, who, now, given),
        accounts: (who) => Promise.resolve(who.tenantId === me.tenantId ? [UPS] : []),
      },
    ),
  );
});
afterAll(() => database.drop());
beforeEach(() =>
  database.db.tenant(me, async (tx) => {
    await tx.deleteFrom('rules').execute();
    await tx.deleteFrom('presets').execute();
  }),
);

let number = 0;
async function arrive(...more: Partial<NewOrder>[]): Promise<string[]> {
  const orders = more.map((each) => newOrder(me.storeId, `A-${(number += 1)}`, each));
  const made = await database.db.tenant(me, (tx) => createOrders(ctx, tx, orders, { why: 'Test', now: NOW }));
  if (!made.ok) throw new Error(made.problem.message);
  return made.value.map((each) => each.id);
}
const one = async (more: Partial<NewOrder> = {}): Promise<string> => (await arrive(more))[0] ?? '';
const standard = { carrier: 'ups', grantId: null, service: '11' };
const draft = (name: string, more: Partial<RuleDraft> = {}): RuleDraft => ({
  name,
  active: true,
  match: 'all',
  conditions: [],
  actions: [{ do: 'verify' }],
  ...more,
});
const stored = (id: string) =>
  database.db.tenant(me, async (tx) => {
    const { rows } = await sql<{
      hold_code: string | null;
      hold_reason: string | null;
      tags: string[];
      history: string[];
      ship_by: Date | null;
    }>`
      SELECT hold_code, hold_reason, ship_by, array(SELECT tag FROM order_tags WHERE order_id = o.id ORDER BY tag) AS tags,
        array(SELECT to_state || ': ' || coalesce(why, '') FROM state_changes WHERE subject_id = o.id AND by_user IS NULL ORDER BY id) AS history
      FROM orders o WHERE id = ${id}`.execute(tx);
    return rows[0];
  });

describe('rules', () => {
  test('are kept in order, changed with their version, and deleted', async () => {
    const first = await ask(addRule, ctx, { body: draft('First') });
    const second = await ask(addRule, ctx, { body: draft('Second') });
    expect((await ask(listRules, ctx)).rules.map((rule) => rule.name)).toEqual(['First', 'Second']);
    const turned = await ask(orderRules, ctx, { body: { ids: [second.id, first.id] } });
    expect(turned.rules.map((rule) => rule.name)).toEqual(['Second', 'First']);
    expect(await ask.refused(orderRules, ctx, { body: { ids: [second.id] } })).toMatchObject({ code: 'stale_version' });

    const params = { id: first.id };
    const off = await ask(updateRule, ctx, { params, body: { ...draft('First', { active: false }), version: 1 } });
    expect(off).toMatchObject({ active: false, version: 2 });
    expect(await ask.refused(updateRule, ctx, { params, body: { ...draft('Late'), version: 1 } })).toMatchObject({
      code: 'stale_version',
    });
    expect(await ask.refused(deleteRule, ctx, { params, query: { version: 1 } })).toMatchObject({
      code: 'stale_version',
    });
    expect((await ask(deleteRule, ctx, { params, query: { version: 2 } })).rules).toHaveLength(1);
  });

  test('cannot name what is not there, and say so when it goes later', async () => {
    const gone = newId();
    for (const actions of [
      [{ do: 'package' as const, packageId: gone }],
      [{ do: 'preset' as const, presetId: gone }],
      [
        {
          do: 'service' as const,
          services: [{ carrier: 'ups', grantId: null, service: '99' }],
          pick: 'cheapest' as const,
        },
      ],
      [
        {
          do: 'service' as const,
          services: [{ carrier: 'dhl', grantId: null, service: null }],
          pick: 'cheapest' as const,
        },
      ],
    ])
      expect(await ask.refused(addRule, ctx, { body: draft('Bad', { actions }) })).toMatchObject({
        code: 'validation',
        errors: [{ field: 'actions' }],
      });
    const typed = (values: string[]) => draft('Abroad', { conditions: [{ field: 'country', op: 'is', values }] });
    expect(await ask.refused(addRule, ctx, { body: typed(['Atlantis']) })).toMatchObject({
      errors: [
        {
          field: 'conditions.0.values',
          message: '"Atlantis" is not a country; use its name or a code such as CA or US.',
        },
      ],
    });
    // However it is typed, it is kept as the code that addresses have.
    await ask(addRule, ctx, { body: typed(['USA', 'us', 'Canada']) });
    const [abroad] = (await ask(listRules, ctx)).rules;
    expect(abroad?.conditions).toEqual([{ field: 'country', op: 'is', values: ['US', 'CA'] }]);
    await ask(deleteRule, ctx, { params: { id: abroad?.id ?? '' }, query: { version: 1 } });
    const preset = await ask(addPreset, ctx, {
      body: { name: 'P', hotkey: null, choice: { ...empty(), signature: 'any' } },
    });
    await ask(addRule, ctx, { body: draft('By preset', { actions: [{ do: 'preset', presetId: preset.id }] }) });
    await ask(deletePreset, ctx, { params: { id: preset.id }, query: { version: 1 } });
    expect((await ask(listRules, ctx)).rules[0]?.problems).toEqual(['The preset was removed.']);
    expect(
      await ask.refused(addRule, ctx, {
        body: draft('Range', { conditions: [{ field: 'weight', op: 'between', value: 5, to: 2 }] }),
      }),
    ).toMatchObject({ errors: [{ field: 'conditions.0.to' }] });
  });

  test('name countries as people do, and mean what orders have', async () => {
    const country = (values: string[]) => draft('Over there', { conditions: [{ field: 'country', op: 'is', values }] });
    const refused = await ask.refused(addRule, ctx, { body: country(['Kanadaland']) });
    expect(refused.errors?.[0]).toMatchObject({ field: 'conditions.0.values' });
    const rule = await ask(addRule, ctx, { body: country(['USA', 'États-Unis', 'Canada']) });
    expect(rule.conditions).toEqual([{ field: 'country', op: 'is', values: ['US', 'CA'] }]);
    // As a rule of before has it.
    await database.db.tenant(me, (tx) =>
      sql`UPDATE rules SET conditions = '[{"field": "country", "op": "is", "values": ["CAN"]}]'`.execute(tx),
    );
    const id = await one();
    const decided = await database.db.tenant(me, (tx) => decideFor(ctx, tx, [id]));
    expect(decided.get(id)?.mustVerify).toBe(true);
  });

  test('of one customer are not there for another', async () => {
    const [, , stranger] = tree.customers;
    const rule = await ask(addRule, ctx, { body: draft('Mine') });
    const other = contextOf(stranger);
    expect((await ask(listRules, other)).rules).toEqual([]);
    expect(
      await ask.refused(updateRule, other, { params: { id: rule.id }, body: { ...draft('Theirs'), version: 1 } }),
    ).toMatchObject({ code: 'not_found' });
    const id = await one();
    expect(await ask.refused(getOrderAutomation, other, { params: { id } })).toMatchObject({ code: 'not_found' });
    const foreign = await database.db.tenant(stranger, (tx) => decideFor(other, tx, [id]));
    expect(foreign.size).toBe(0);
  });
});

const empty = () => ({ ...NO_CHOICE, service: null, grantIds: null });

describe('when an order arrives', () => {
  test('rules hold and tag it, with the reason in its history and kept', async () => {
    await ask(addRule, ctx, {
      body: draft('Abroad', {
        conditions: [{ field: 'international', yes: true }],
        actions: [
          { do: 'hold', reason: 'Check the customs data' },
          { do: 'tag', tags: ['abroad'] },
        ],
      }),
    });
    const abroad = {
      ...BUYER,
      address1: '350 5th Ave',
      city: 'New York',
      provinceCode: 'NY',
      zipcode: '10118',
      countryCode: 'US',
    };
    const [home = '', away = ''] = await arrive({ tags: ['vip'] }, { shipTo: abroad, tags: ['vip'] });
    expect(await stored(home)).toMatchObject({ hold_code: null, tags: ['vip'], history: [] });
    expect(await stored(away)).toMatchObject({
      hold_code: 'rule',
      hold_reason: 'Check the customs data',
      tags: ['abroad', 'vip'],
      history: ['held: Rule “Abroad”: Check the customs data', 'tags: Rule “Abroad”: abroad'],
    });
    const { kept } = await ask(getOrderAutomation, ctx, { params: { id: away } });
    expect(kept).toMatchObject([
      {
        stage: 'arrival',
        reasons: [{ part: 'hold', ruleName: 'Abroad', value: 'Check the customs data' }, { part: 'tag' }],
      },
    ]);
  });

  test('an order that its store holds keeps that reason, and one that is shipped already is left alone', async () => {
    await ask(addRule, ctx, { body: draft('All', { actions: [{ do: 'hold', reason: 'Ours' }] }) });
    const [held = '', shipped = ''] = await arrive(
      { holdCode: 'payment-pending' },
      { fulfillment: 'fulfilled', items: [{ title: 'x', quantity: 1, unitMinor: 1, cancelled: 1 }] },
    );
    expect(await stored(held)).toMatchObject({ hold_code: 'payment-pending', hold_reason: null });
    expect(await stored(shipped)).toMatchObject({ hold_code: null });
  });

  test('it is held until a day where a rule says so, by a group of conditions; a day that is over holds nothing', async () => {
    const hold = (until: HoldEnd) => ({ do: 'hold', reason: 'Pre-order', until }) as const;
    const preorder = {
      match: 'any' as const,
      conditions: [
        { field: 'tag' as const, op: 'is' as const, values: ['vip'] },
        { field: 'sku' as const, op: 'startsWith' as const, values: ['pre-'] },
      ],
    };
    const rule = await ask(addRule, ctx, {
      body: draft('Not out yet', {
        conditions: [{ field: 'country', op: 'is', values: ['CA'] }, preorder],
        actions: [{ ...hold({ days: 10 }) }],
      }),
    });
    const [tagged = '', other = ''] = await arrive({ tags: ['vip'] }, {});
    const untilOf = async (id: string) =>
      (
        await database.db.tenant(me, (tx) =>
          sql<{ until: string | null }>`SELECT hold_until::text AS until FROM orders WHERE id = ${id}`.execute(tx),
        )
      ).rows[0]?.until;
    expect(await untilOf(tagged)).toBe('2026-12-01');
    expect(await stored(tagged)).toMatchObject({
      hold_code: 'rule',
      history: ['held: Rule “Not out yet”: Pre-order (until 2026-12-01)'],
    });
    expect(await untilOf(other)).toBeNull();
    await ask(updateRule, ctx, {
      params: { id: rule.id },
      body: {
        ...draft('Not out yet', { conditions: [preorder], actions: [hold({ day: '2020-01-01' })] }),
        version: rule.version,
      },
    });
    const [later = ''] = await arrive({ tags: ['vip'] });
    expect(await stored(later)).toMatchObject({ hold_code: null });
  });

  test('its place gives it a ship-by date; a promise of the store stays', async () => {
    await database.db.tenant(me, (tx) =>
      sql`UPDATE locations SET handling_days = 1, holidays = '["2026-11-23"]'`.execute(tx),
    );
    const promised = new Date('2026-11-30T12:00:00Z');
    // Friday 10:00 at the place; Monday is a holiday, so one working day on is Tuesday 16:00.
    const [ours = '', theirs = ''] = await arrive({}, { shipBy: promised });
    expect((await stored(ours))?.ship_by?.toISOString()).toBe('2026-11-24T21:00:00.000Z');
    expect((await stored(theirs))?.ship_by).toEqual(promised);
    await database.db.tenant(me, (tx) => sql`UPDATE locations SET handling_days = NULL`.execute(tx));
  });
});

describe('deciding', () => {
  test('a person over a rule over the requested service over the defaults', async () => {
    const id = await one({ requestedService: 'Overnight!' });
    const decision = async () =>
      (await database.db.tenant(me, (tx) => decideFor(ctx, tx, [id]))).get(id) ?? expect.fail('no decision');
    expect(await decision()).toMatchObject({ services: null, pick: 'cheapest', mustVerify: false });
    expect((await decision()).requested).toEqual({ name: 'Overnight!', service: null });
    const air = { carrier: 'ups', grantId: GRANT, service: '01' };
    await ask(mapRequestedService, ctx, { body: { storeId: me.storeId, requested: 'Overnight!', service: air } });
    expect(await decision()).toMatchObject({ services: [air] });
    await ask(addRule, ctx, {
      body: draft('Heavy', {
        conditions: [{ field: 'weight', op: 'gte', value: 800 }],
        actions: [
          { do: 'service', services: [standard], pick: 'cheapest' },
          { do: 'insurance', insurance: { mode: 'orderTotal' } },
          { do: 'verify' },
        ],
      }),
    });
    expect(await decision()).toMatchObject({
      services: [standard],
      insuredValue: { minor: 2_500, currency: 'CAD' },
      mustVerify: true,
    });
    await ask(setChoice, ctx, {
      body: { ids: [id], choice: { ...empty(), service: { services: [air], pick: 'fastest' } } },
    });
    const last = await decision();
    expect(last).toMatchObject({ services: [air], pick: 'fastest', mustVerify: true });
    expect(last.reasons.map(({ part, layer }) => [part, layer])).toEqual([
      ['service', 'person'],
      ['insurance', 'rule'],
      ['verify', 'rule'],
    ]);
    await database.db.tenant(me, (tx) => keepDecisions(ctx, tx, 'shipping', [last]));
    const page = await ask(getOrderAutomation, ctx, { params: { id } });
    expect(page).toMatchObject({
      decision: { pick: 'fastest', requested: { name: 'Overnight!', service: air } },
      kept: [{ stage: 'shipping' }],
    });
    await ask(mapRequestedService, ctx, { body: { storeId: me.storeId, requested: 'Overnight!', service: null } });
  });

  test('requested services are listed with counts, unmapped ones first', async () => {
    await arrive({ requestedService: 'Ground' }, { requestedService: 'Ground' }, { requestedService: 'Air' });
    const all = (await ask(listRequestedServices, ctx)).services;
    const seen = all.find((each) => each.requested === 'Ground');
    expect(seen).toMatchObject({ orders: 2, capped: false, mapped: null });
    const { services } = await ask(mapRequestedService, ctx, {
      body: { storeId: me.storeId, requested: 'Ground', service: standard },
    });
    expect(services.at(-1)).toMatchObject({ requested: 'Ground', mapped: standard });
    expect(
      await ask.refused(mapRequestedService, ctx, {
        body: { storeId: me.storeId, requested: 'Ground', service: { carrier: 'dhl', grantId: null, service: null } },
      }),
    ).toMatchObject({ code: 'validation' });
    expect(
      await ask.refused(mapRequestedService, ctx, {
        body: { storeId: newId(), requested: 'Ground', service: standard },
      }),
    ).toMatchObject({ code: 'not_found' });
  });

  test('what can be named is offered, without services that are switched off', async () => {
    const options = await ask(getAutomationOptions, ctx);
    expect(options.accounts).toMatchObject([{ grantId: GRANT, services: [{ code: '11' }, { code: '01' }] }]);
    expect(options.stores.map((store) => store.id)).toContain(me.storeId);
    expect(options.tags).toEqual(['abroad', 'vip']);
  });
});

describe('presets', () => {
  test('a key moves to the preset that asks for it last', async () => {
    const body = { name: 'Box', hotkey: '1' as const, choice: { ...empty(), signature: 'adult' as const } };
    const first = await ask(addPreset, ctx, { body });
    const second = await ask(addPreset, ctx, { body: { ...body, name: 'Other' } });
    const { presets } = await ask(listPresets, ctx);
    expect(presets.map(({ id, hotkey }) => [id, hotkey])).toEqual([
      [second.id, '1'],
      [first.id, null],
    ]);
    expect(
      await ask.refused(updatePreset, ctx, { params: { id: first.id }, body: { ...body, version: 1 } }),
    ).toMatchObject({ code: 'stale_version' });
    expect(await ask.refused(addPreset, ctx, { body: { ...body, hotkey: null, choice: empty() } })).toMatchObject({
      code: 'validation',
      errors: [{ field: 'choice' }],
    });
  });

  test('applied to 50 orders changes 50, and undo restores each as it was', async () => {
    const ids = await arrive(...Array.from({ length: 50 }, () => ({})));
    const [chosen = ''] = ids;
    await ask(setChoice, ctx, { body: { ids: [chosen], choice: { ...empty(), signature: 'any' } } });
    const preset = await ask(addPreset, ctx, {
      body: { name: 'Two', hotkey: '2', choice: { ...empty(), service: { services: [standard], pick: 'cheapest' } } },
    });
    const done = await ask(applyPreset, ctx, { body: { presetId: preset.id, ids } });
    expect(done).toMatchObject({ changed: 50, unchanged: 0, refused: 0 });
    const choiceOf = async (id: string) => (await ask(getOrderAutomation, ctx, { params: { id } })).choice;
    // What the preset does not say stays.
    expect(await choiceOf(chosen)).toMatchObject({ signature: 'any', service: { services: [standard] } });
    expect(await ask(applyPreset, ctx, { body: { presetId: preset.id, ids } })).toMatchObject({
      changed: 0,
      unchanged: 50,
      undoId: null,
    });
    // Somebody chooses for one of them meanwhile: that stays.
    await ask(setChoice, ctx, { body: { ids: [ids[1] ?? ''], choice: { ...empty(), saturdayDelivery: true } } });
    const undoId = done.undoId ?? '';
    expect(await ask(undoChoices, ctx, { body: { undoId } })).toMatchObject({ changed: 49, refused: 1 });
    expect(await choiceOf(chosen)).toEqual({ ...empty(), signature: 'any' });
    expect(await choiceOf(ids[2] ?? '')).toBeNull();
    expect(await choiceOf(ids[1] ?? '')).toMatchObject({ saturdayDelivery: true });
    expect(await ask.refused(undoChoices, ctx, { body: { undoId } })).toMatchObject({ code: 'not_found' });
  });

  test('orders that are not waiting are refused one by one', async () => {
    const [open = '', cancelled = ''] = await arrive({}, { cancelledAt: NOW });
    const done = await ask(setChoice, ctx, {
      body: { ids: [open, cancelled, newId()], choice: { ...empty(), signature: 'any' } },
    });
    expect(done).toMatchObject({ changed: 1, refused: 2 });
    expect(done.problems.map((each) => each.code)).toEqual(['order_not_shippable', 'not_found']);
  });
});

describe('a dry run', () => {
  test('tells what would match and change, and writes nothing', async () => {
    const ids = await arrive({ tags: ['fragile'] }, { gift: true });
    const rule = draft('Fragile', {
      conditions: [{ field: 'tag', op: 'is', values: ['fragile'] }],
      actions: [
        { do: 'hold', reason: 'Pack well' },
        { do: 'service', services: [standard], pick: 'cheapest' },
      ],
    });
    const run = await ask(dryRunRules, ctx, { body: { selection: { ids }, draft: { id: null, rule } } });
    expect(run).toMatchObject({ looked: 2, capped: false, changed: 1 });
    expect(run.perRule).toEqual([{ id: null, name: 'Fragile', matched: 1, changed: 1 }]);
    expect(run.orders).toMatchObject([
      {
        orderId: ids[0],
        changes: [
          { what: 'hold', to: 'Pack well', changes: true },
          { what: 'service', from: null, to: 'UPS Standard', changes: true },
        ],
      },
    ]);
    expect(await stored(ids[0] ?? '')).toMatchObject({ hold_code: null });
    expect((await ask(listRules, ctx)).rules).toEqual([]);

    const saved = await ask(addRule, ctx, { body: rule });
    const again = await ask(dryRunRules, ctx, {
      body: { days: 30, draft: { id: saved.id, rule: { ...rule, actions: [...rule.actions, { do: 'verify' }] } } },
    });
    // Against the list as it stands only what is new counts as a change.
    const changed = again.orders.find((order) => order.orderId === ids[0])?.changes.filter((each) => each.changes);
    expect(changed?.map((each) => each.what)).toEqual(['verify']);
    expect(again.looked).toBeGreaterThan(50);
  });
});
