import { array, assert, constantFrom, integer, property, record, boolean, oneof, type Arbitrary } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nextFulfillment, shippingEvent, statusWord, TABS, tabOf, type LineQuantities, type Tab } from './order.ts';
import {
  decide,
  fulfillmentByUnits,
  holdWords,
  ORDER_COMMANDS,
  type OrderCommandName,
  type OrderState,
  REFUSALS,
} from './order-commands.ts';
import { fulfillmentOf } from '../stores/store-quantities.ts';

/** One line that is shipped unit by unit, beside what people do with the order. */
interface World {
  readonly state: OrderState;
  readonly line: LineQuantities;
  /** Counters as the server keeps them: deltas only. */
  readonly counts: Readonly<Record<Tab, number>>;
}

type Step = OrderCommandName | 'allocate' | 'give-back' | 'ship' | 'void';
const STEPS: readonly Step[] = [...ORDER_COMMANDS, 'allocate', 'give-back', 'ship', 'void'];

const zero: Readonly<Record<Tab, number>> = {
  unfulfilled: 0,
  manual_fulfilled: 0,
  fulfilled: 0,
  cancelled: 0,
  archived: 0,
};

const begin = (quantity: number, cancelled: number, importFailed: boolean): World => {
  const line = { quantity, cancelled: Math.min(cancelled, quantity), allocated: 0, shipped: 0 };
  const state: OrderState = {
    fulfillment: 'unfulfilled',
    cancelled: false,
    archived: false,
    holdCode: null,
    holdReason: null,
    holdUntil: null,
    importFailed,
    cancelledAtStore: false,
    units: { wanted: line.quantity - line.cancelled, allocated: 0, shipped: 0, elsewhere: 0 },
  };
  return { state, line, counts: { ...zero, [tabOf(state)]: 1 } };
};

const moved = (world: World, state: OrderState, line: LineQuantities): World => {
  const counts = { ...world.counts };
  counts[tabOf(world.state)] -= 1;
  counts[tabOf(state)] += 1;
  return { state, line, counts };
};

const mayBuy = ({ state }: World): boolean =>
  !state.cancelled &&
  !state.archived &&
  state.holdCode === null &&
  !state.importFailed &&
  state.fulfillment !== 'manual_fulfilled';

function shipping(world: World, step: 'allocate' | 'give-back' | 'ship' | 'void'): World {
  const { line, state } = world;
  const by = { allocate: [1, 0], 'give-back': [-1, 0], ship: [0, 1], void: [-1, -1] }[step];
  const after = { ...line, allocated: line.allocated + (by[0] ?? 0), shipped: line.shipped + (by[1] ?? 0) };
  const possible =
    after.shipped >= 0 && after.shipped <= after.allocated && after.allocated <= after.quantity - after.cancelled;
  if (!possible || (step === 'allocate' && !mayBuy(world))) return world;
  if (step === 'give-back' && line.allocated === line.shipped) return world;
  const event = shippingEvent([line], [after]);
  const fulfillment = event === undefined ? state.fulfillment : nextFulfillment(state.fulfillment, event);
  if (fulfillment === undefined) throw new Error(`${state.fulfillment} cannot take ${event}`);
  const units = { ...state.units, allocated: after.allocated, shipped: after.shipped };
  return moved(world, { ...state, fulfillment, units }, after);
}

function run(world: World, step: Step): World {
  if (step === 'allocate' || step === 'give-back' || step === 'ship' || step === 'void') return shipping(world, step);
  const decision = decide(step, world.state, { reason: 'why' });
  if (decision.kind !== 'change') return world;
  expect(decision.tab).toBe(tabOf(decision.after));
  return moved(world, decision.after, world.line);
}

const steps = array(constantFrom(...STEPS), { minLength: 1, maxLength: 40 });
const worlds = record({
  quantity: integer({ min: 1, max: 4 }),
  cancelled: integer({ min: 0, max: 4 }),
  failed: boolean(),
});

describe('any sequence of commands', () => {
  test('keeps tab, counters and quantities consistent', () => {
    assert(
      property(worlds, steps, ({ quantity, cancelled, failed }, given) => {
        let world = begin(quantity, cancelled, failed);
        for (const step of given) {
          world = run(world, step);
          const { state, line, counts } = world;
          // The order stands in exactly one tab, the one its facts say.
          expect(TABS.filter((tab) => counts[tab] !== 0)).toEqual([tabOf(state)]);
          expect(counts[tabOf(state)]).toBe(1);
          expect(line.shipped).toBeLessThanOrEqual(line.allocated);
          expect(line.allocated).toBeLessThanOrEqual(line.quantity - line.cancelled);
          // What is fulfilled has all its units shipped; only a person's mark says otherwise.
          if (state.fulfillment !== 'manual_fulfilled') expect(state.fulfillment).toBe(fulfillmentByUnits(state.units));
          // A cancelled order never has a label of ours.
          if (state.cancelled) expect(line.allocated).toBe(0);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('archived and back is the state it had', () => {
    assert(
      property(worlds, steps, ({ quantity, cancelled, failed }, given) => {
        const world = given.reduce(run, begin(quantity, cancelled, failed));
        if (world.state.archived) return;
        const archived = decide('archive', world.state);
        if (archived.kind === 'refused') {
          expect(archived.code).toBe('label_under_way');
          expect(world.line.allocated).toBeGreaterThan(world.line.shipped);
          return;
        }
        if (archived.kind !== 'change') throw new Error('it was not archived');
        expect(archived.tab).toBe('archived');
        const back = decide('restore', archived.after);
        expect(back).toEqual({ kind: 'change', after: world.state, tab: tabOf(world.state) });
      }),
      { numRuns: 200 },
    );
  });

  test('the same command again changes nothing', () => {
    assert(
      property(worlds, steps, constantFrom(...ORDER_COMMANDS), ({ quantity, cancelled, failed }, given, command) => {
        const { state } = given.reduce(run, begin(quantity, cancelled, failed));
        const first = decide(command, state, { reason: 'why' });
        if (first.kind !== 'change') return;
        expect(decide(command, first.after, { reason: 'why' })).toEqual({ kind: 'unchanged' });
      }),
      { numRuns: 200 },
    );
  });
});

const bare = begin(2, 0, false).state;
const withLabel: OrderState = { ...bare, fulfillment: 'partial', units: { ...bare.units, allocated: 1, shipped: 1 } };

test('a cancellation is refused while a label is alive, and says what to do', () => {
  expect(decide('cancel', withLabel)).toEqual({
    kind: 'refused',
    code: 'live_label',
    message: 'This order has a label. Cancel the label first, then the order.',
  });
  expect(decide('cancel', { ...bare, units: { ...bare.units, allocated: 1 } })).toMatchObject({
    code: 'label_under_way',
  });
  const cancelled = decide('cancel', bare);
  expect(cancelled).toMatchObject({ kind: 'change', tab: 'cancelled' });
  if (cancelled.kind === 'change') expect(statusWord(cancelled.after)).toBe('Cancelled');
  expect(decide('uncancel', { ...bare, cancelled: true, cancelledAtStore: true })).toMatchObject({
    code: 'cancelled_at_store',
  });
});

test('the mark by hand goes back to what the labels say, and only where a person made it', () => {
  const marked = decide('mark', withLabel);
  if (marked.kind !== 'change') throw new Error('it can be marked');
  expect(marked.tab).toBe('manual_fulfilled');
  expect(decide('unmark', marked.after)).toMatchObject({ kind: 'change', after: { fulfillment: 'partial' } });
  const shipped: OrderState = { ...bare, fulfillment: 'fulfilled', units: { ...bare.units, allocated: 2, shipped: 2 } };
  expect(decide('unmark', shipped)).toMatchObject({ code: 'not_marked_by_hand' });
  expect(decide('mark', shipped)).toMatchObject({ code: 'already_fulfilled' });
  const byStore: OrderState = {
    ...bare,
    fulfillment: 'manual_fulfilled',
    units: { wanted: 0, allocated: 0, shipped: 0, elsewhere: 2 },
  };
  expect(decide('unmark', byStore)).toMatchObject({ code: 'not_marked_by_hand' });
});

test('a hold with another reason is a change, with the same one none', () => {
  const held: OrderState = { ...bare, holdCode: 'manual', holdReason: 'why' };
  expect(decide('hold', held, { reason: 'why' })).toEqual({ kind: 'unchanged' });
  expect(decide('hold', held, { reason: 'other' })).toMatchObject({ kind: 'change', after: { holdReason: 'other' } });
  expect(decide('hold', { ...bare, holdCode: 'payment-pending' }, { reason: 'why' })).toMatchObject({
    kind: 'change',
    after: { holdCode: 'manual' },
  });
});

test('a hold until a day: another day is a change, releasing forgets the day, and the words name it', () => {
  const held: OrderState = { ...bare, holdCode: 'manual', holdReason: 'stock', holdUntil: '2026-12-01' };
  expect(decide('hold', held, { reason: 'stock', holdUntil: '2026-12-01' })).toEqual({ kind: 'unchanged' });
  expect(decide('hold', held, { reason: 'stock', holdUntil: '2026-12-02' })).toMatchObject({
    after: { holdUntil: '2026-12-02' },
  });
  expect(decide('hold', held, { reason: 'stock' })).toMatchObject({ after: { holdUntil: null } });
  expect(decide('release', held)).toMatchObject({ after: { holdCode: null, holdReason: null, holdUntil: null } });
  const words = (holdCode: string, holdReason: string | null, holdUntil: string | null) =>
    holdWords({ holdCode, holdReason, holdUntil });
  expect([
    words('manual', 'stock', '2026-12-01'),
    words('manual', null, '2026-12-01'),
    words('payment_pending', null, null),
    words('manual', null, null),
  ]).toEqual([
    'This order is on hold until 2026-12-01 (stock). Release it to ship it earlier.',
    'This order is on hold until 2026-12-01. Release it to ship it earlier.',
    'This order is on hold (payment_pending). Release it to ship it.',
    'This order is on hold. Release it to ship it.',
  ]);
});

test('units say the same as lines', () => {
  const line: Arbitrary<{ quantity: number; cancelled: number; elsewhere: number; shipped: number }> = record({
    quantity: integer({ min: 1, max: 5 }),
    cancelled: integer({ min: 0, max: 5 }),
    elsewhere: oneof(integer({ min: 0, max: 5 })),
    shipped: integer({ min: 0, max: 5 }),
  });
  assert(
    property(array(line, { minLength: 1, maxLength: 4 }), (given) => {
      const lines = given.map(({ quantity, cancelled, elsewhere, shipped }) => {
        const gone = Math.min(cancelled, quantity);
        const sent = Math.min(shipped, quantity - gone);
        return { quantity, cancelled: gone, elsewhere: Math.min(elsewhere, gone), allocated: sent, shipped: sent };
      });
      const sum = (of: (each: (typeof lines)[number]) => number) => lines.reduce((n, each) => n + of(each), 0);
      const units = {
        wanted: sum((each) => each.quantity - each.cancelled),
        allocated: sum((each) => each.allocated),
        shipped: sum((each) => each.shipped),
        elsewhere: sum((each) => each.elsewhere),
      };
      expect(fulfillmentByUnits(units)).toBe(fulfillmentOf(lines));
    }),
  );
});

test('every refusal says what is in the way', () => {
  for (const { message } of Object.values(REFUSALS)) expect(message).toMatch(/^[A-Z].*\.$/);
});
