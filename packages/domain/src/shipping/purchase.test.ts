import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  afterRecovery,
  afterStep,
  asRemembered,
  beforeStep,
  believedFrom,
  decide,
  isCommitted,
  type JournalRecord,
  type OperationPlan,
  type PlannedStep,
  planPieces,
  resumeAt,
} from './purchase.ts';
import {
  LIVE_PURCHASE_STATES,
  PURCHASE_STATES,
  PURCHASE_TRANSITIONS,
  type PurchaseState,
  SHIPMENT_STATES,
  SHIPMENT_TRANSITIONS,
  stateOfBuying,
  stateOfVoiding,
  transition,
} from './shipment-states.ts';

const parcel = (number: number) => ({ number, weightGrams: 500 });

describe('pieces', () => {
  it('keep every parcel once, in order, and never exceed the carrier’s call', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 60 }), (count, perCall) => {
        const parcels = Array.from({ length: count }, (_, i) => parcel(i + 1));
        const pieces = planPieces(parcels, perCall);
        expect(pieces.flatMap((p) => p.parcels)).toEqual(parcels);
        expect(pieces.map((p) => p.piece)).toEqual(pieces.map((_, i) => i + 1));
        expect(pieces.every((p) => p.parcels.length >= 1 && p.parcels.length <= perCall)).toBe(true);
        expect(pieces.length).toBe(Math.ceil(count / perCall));
      }),
    );
  });
  it('refuse a shipment without parcels and a carrier that takes none', () => {
    expect(() => planPieces([], 1)).toThrow('at least one parcel');
    expect(() => planPieces([parcel(1)], 0)).toThrow('positive');
  });
});

describe('state tables', () => {
  it('allow what they list and nothing else', () => {
    for (const from of PURCHASE_STATES)
      for (const to of PURCHASE_STATES)
        expect(transition(PURCHASE_TRANSITIONS, from, to).ok).toBe(PURCHASE_TRANSITIONS[from].includes(to));
    expect(transition(PURCHASE_TRANSITIONS, 'refused', 'confirmed')).toEqual({
      ok: false,
      problem: '"refused" cannot become "confirmed"',
    });
    expect(transition(SHIPMENT_TRANSITIONS, 'bought', 'voided').ok).toBe(false);
    expect(transition(SHIPMENT_TRANSITIONS, 'voiding', 'voided').ok).toBe(true);
  });
  it('never lead from a released purchase to a live one, except into the open', () => {
    for (const from of ['refused', 'absent', 'voided'] as const)
      for (const to of PURCHASE_TRANSITIONS[from])
        expect(LIVE_PURCHASE_STATES.includes(to) ? to : 'disputed').toBe('disputed');
  });
  it('reach every shipment state from draft', () => {
    const seen = new Set<string>(['draft']);
    for (let grown = true; grown; ) {
      grown = false;
      for (const from of SHIPMENT_STATES)
        for (const to of SHIPMENT_TRANSITIONS[from])
          if (seen.has(from) && !seen.has(to)) {
            seen.add(to);
            grown = true;
          }
    }
    expect([...seen].toSorted()).toEqual([...SHIPMENT_STATES].toSorted());
  });
  it('say what the pieces make of a shipment', () => {
    expect(stateOfBuying(['complete', 'complete'])).toBe('bought');
    expect(stateOfBuying(['complete', 'confirmed'])).toBeUndefined();
    expect(stateOfBuying(['complete', 'refused'])).toBe('partly_bought');
    expect(stateOfBuying(['refused', 'absent'])).toBe('draft');
    expect(stateOfBuying(['complete', 'unknown'])).toBeUndefined();
    expect(stateOfVoiding([{ purchase: 'voided', voidOpen: false }])).toBe('voided');
    expect(stateOfVoiding([{ purchase: 'complete', voidOpen: true }])).toBeUndefined();
    expect(stateOfVoiding([{ purchase: 'complete', voidOpen: false }])).toBe('bought');
    expect(
      stateOfVoiding([
        { purchase: 'voided', voidOpen: false },
        { purchase: 'complete', voidOpen: false },
      ]),
    ).toBe('partly_bought');
    expect(
      stateOfVoiding([
        { purchase: 'voided', voidOpen: false },
        { purchase: 'refused', voidOpen: false },
      ]),
    ).toBe('voided');
  });
});

// ---- the model: a carrier with books, and everything that can go wrong between it and us -------------------------------

const SETTLE = 60_000;
const BEGUN = 1_000_000;
const step = (name: string, effect: PlannedStep['effect']): PlannedStep => ({ name, effect });
const SHAPES: readonly (readonly PlannedStep[])[] = [
  [step('create', 'create')],
  [step('create', 'create'), step('label', 'read')],
  [step('draft', 'reserve'), step('create', 'create'), step('poll', 'read'), step('label', 'read')],
  [step('prepare', 'none'), step('create', 'create'), step('pay', 'pay'), step('label', 'read')],
];

/** What becomes of one pick-up. `late`: the effect lands that long after the call was sent, at most the settle time. */
const fate = fc.record({
  kind: fc.constantFrom(
    'ok',
    'ok',
    'crash-before-send',
    'crash-after-send',
    'lost-answer',
    'lost-request',
    'refused',
    'temporary',
    'not-authorised',
    'garbled',
    'crash-after-answer',
  ),
  late: fc.integer({ min: 0, max: SETTLE - 1 }),
  pause: fc.integer({ min: 0, max: 90_000 }),
});
type Fate = typeof fate extends fc.Arbitrary<infer T> ? T : never;

class Carrier {
  /** Moments at which the committing step took effect, one per paid label. */
  readonly effects = new Map<string, number[]>();
  readonly #plan: OperationPlan;
  constructor(plan: OperationPlan) {
    this.#plan = plan;
  }
  send(name: string, at: number): void {
    const list = this.effects.get(name) ?? [];
    // The vendor's own key: the same thing twice is the same thing.
    if (this.#plan.recovery === 'own-key' && list.length > 0) return;
    this.effects.set(name, [...list, at]);
  }
  has(name: string, now: number): boolean {
    return (this.effects.get(name) ?? []).some((at) => at <= now);
  }
  get paid(): number {
    const last = this.#plan.steps.findLast((s) => s.effect === 'create' || s.effect === 'pay')?.name ?? '';
    return (this.effects.get(last) ?? []).length;
  }
}

const isEffect = (plan: OperationPlan, name: string) =>
  ['create', 'pay'].includes(plan.steps.find((s) => s.name === name)?.effect ?? '');

interface Forgotten {
  readonly late: number;
  /** What is left of it here: nothing, an earlier try, or the first step with an effect. */
  readonly left: 'nothing' | 'try' | 'step';
}

function remembered(plan: OperationPlan, left: Forgotten['left']): JournalRecord {
  const none: JournalRecord = { state: 'reserved', sentAt: undefined, steps: [] };
  if (left === 'nothing') return none;
  const at = plan.steps.findIndex(({ name }) => isEffect(plan, name));
  const done = plan.steps.slice(0, left === 'step' ? at + 1 : at);
  const before: JournalRecord = {
    ...none,
    state: 'sending',
    steps: done.map(({ name }) => ({ name, state: 'done', attempt: 1 })),
  };
  if (left === 'try') return { ...beforeStep(before, plan, plan.steps[at]?.name ?? '', 1), state: 'unknown' };
  return { ...before, sentAt: 1, state: isCommitted(before, plan) ? 'confirmed' : 'sending' };
}

function play(plan: OperationPlan, fates: readonly Fate[], settleAfterwards: boolean, forgotten?: Forgotten) {
  const carrier = new Carrier(plan);
  let now = BEGUN;
  let record: JournalRecord = { state: 'reserved', sentAt: undefined, steps: [] };
  if (forgotten) {
    // Sent until the database went back, and in the other side's books a settle time later at the most.
    for (const { name } of plan.steps.filter(({ name }) => isEffect(plan, name)))
      carrier.send(name, now + forgotten.late);
    record = asRemembered(remembered(plan, forgotten.left), plan);
  }
  const move = (to: JournalRecord) => {
    if (to.state !== record.state) {
      const path: PurchaseState[] =
        record.state === 'sending' && to.state === 'absent' ? ['unknown', 'absent'] : [to.state];
      let from = record.state;
      for (const state of path) {
        if (from === 'sending' && state === 'confirmed')
          expect(transition(PURCHASE_TRANSITIONS, from, state).ok).toBe(true);
        const change = transition(PURCHASE_TRANSITIONS, from, state);
        expect(change.ok, change.ok ? '' : change.problem).toBe(true);
        from = state;
      }
    }
    record = to;
  };

  const turn = (f: Fate): boolean => {
    const next = resumeAt(record, plan);
    if (next.do === 'nothing' || next.do === 'wait') return false;
    if (next.do === 'finish') {
      move({ ...record, state: record.state === 'confirmed' ? 'complete' : 'confirmed' });
      return record.state !== 'complete';
    }
    if (next.do !== 'run' && record.state === 'reserved') move({ ...record, state: 'sending' });
    if (next.do === 'person') {
      move({ ...record, state: 'disputed' });
      return false;
    }
    if (next.do === 'ask') {
      if (record.state === 'sending' && record.sentAt !== undefined) move({ ...record, state: 'unknown' });
      if (f.kind === 'temporary' || f.kind === 'lost-answer') {
        move(
          afterRecovery(record, plan, next.step, { kind: 'problem', problem: 'temporary-before-effect' }, now).record,
        );
        return true;
      }
      const found = carrier.has(next.step, now);
      const judged = afterRecovery(
        record,
        plan,
        next.step,
        found ? { kind: 'found', step: next.step } : { kind: 'absent' },
        now,
      );
      move(judged.record);
      return true;
    }
    const name = next.step;
    move(beforeStep(record, plan, name, now));
    if (f.kind === 'crash-before-send') return true;
    const effect = isEffect(plan, name);
    const declines = f.kind === 'refused' || f.kind === 'temporary' || f.kind === 'not-authorised';
    // An honest carrier: under its own key it does not decline what it has done; a label it made is not "refused" later.
    const honest = declines && !(effect && plan.recovery === 'own-key' && (carrier.effects.get(name) ?? []).length > 0);
    if (effect && !declines && f.kind !== 'lost-request') {
      carrier.send(name, f.kind === 'ok' || f.kind === 'crash-after-answer' ? now : now + f.late);
    }
    if (f.kind === 'crash-after-send' || f.kind === 'crash-after-answer') return true;
    if (f.kind === 'lost-answer' || f.kind === 'lost-request' || f.kind === 'garbled') {
      const problem = f.kind === 'garbled' ? 'vendor-broken' : 'unknown-effect';
      move(afterStep(record, plan, name, { kind: 'problem', problem }, now).record);
      return true;
    }
    if (declines && honest) {
      const problem =
        f.kind === 'temporary' ? 'temporary-before-effect' : f.kind === 'refused' ? 'refused' : 'not-authorised';
      move(afterStep(record, plan, name, { kind: 'problem', problem }, now).record);
      return true;
    }
    move(afterStep(record, plan, name, { kind: 'done' }, now).record);
    return true;
  };

  const check = () => {
    expect(carrier.paid).toBeLessThanOrEqual(1);
    // What is released certainly has no label, not even one still on its way.
    if (!forgotten && (record.state === 'refused' || record.state === 'absent')) expect(carrier.paid).toBe(0);
    // What is called paid is paid.
    if (record.state === 'complete') expect(carrier.paid).toBe(1);
  };

  for (const f of fates) {
    turn(f);
    check();
    now += f.pause;
  }
  if (settleAfterwards) {
    const calm: Fate = { kind: 'ok', late: 0, pause: 0 };
    for (let i = 0; i < 60 && turn(calm); i++) {
      check();
      now += 20_000;
    }
    now += 2 * SETTLE;
    if (record.state === 'disputed' || record.state === 'unknown') {
      const last = plan.steps.findLast((s) => s.effect === 'create' || s.effect === 'pay')?.name ?? '';
      const decided = decide(record, plan, carrier.has(last, now) ? 'exists' : 'absent', now, 'Testline');
      expect(decided.ok).toBe(true);
      if (decided.ok) move(decided.record);
      turn(calm);
      turn(calm);
    }
    check();
    // Nothing is left hanging: it is complete or released.
    expect(['complete', 'refused', 'absent']).toContain(record.state);
  }
  return { record, carrier };
}

const remains = fc.record({
  late: fc.integer({ min: 0, max: SETTLE - 1 }),
  left: fc.constantFrom('nothing' as const, 'try' as const, 'step' as const),
});

const plans = fc.record({
  steps: fc.constantFrom(...SHAPES),
  recovery: fc.constantFrom('own-key' as const, 'by-reference' as const, 'listing' as const, 'none' as const),
  settleAfterMs: fc.constant(SETTLE),
  repeatAbsent: fc.boolean(),
  askFirst: fc.constantFrom(true, false, 'at-once' as const, 'or-person' as const),
});

describe('random crashes, answers and look-ups', () => {
  it('never give two paid labels, nor release one that is paid, and always end in the open', () => {
    fc.assert(
      fc.property(plans, fc.array(fate, { maxLength: 14 }), (plan, fates) => {
        play(plan, fates, true);
      }),
      { numRuns: 4_000 },
    );
  });
  it('never pay again for what was forgotten, where the other side can be asked or a person is', () => {
    const asked = plans.filter(
      ({ recovery, askFirst }) => askFirst === 'or-person' || (askFirst && recovery !== 'none'),
    );
    fc.assert(
      fc.property(asked, fc.array(fate, { maxLength: 14 }), remains, (plan, fates, forgotten) => {
        play({ ...plan, rewoundAt: BEGUN }, fates, true, forgotten);
      }),
      { numRuns: 2_000 },
    );
  });
  it('does find the fault when the settle time is too short for the carrier', () => {
    // The check must be able to fail: a carrier that is later than its settle time gets a label called absent.
    const plan: OperationPlan = { steps: [step('create', 'create')], recovery: 'by-reference', settleAfterMs: 1_000 };
    const fates: Fate[] = [
      { kind: 'lost-answer', late: 50_000, pause: 2_000 },
      { kind: 'ok', late: 0, pause: 0 },
    ];
    expect(() => play(plan, fates, false)).toThrow();
  });
});

const simple = (recovery: OperationPlan['recovery'], steps = SHAPES[1] ?? []): OperationPlan => ({
  steps,
  recovery,
  settleAfterMs: SETTLE,
});
const reserved: JournalRecord = { state: 'reserved', sentAt: undefined, steps: [] };

const sent = (plan: OperationPlan) => beforeStep(reserved, plan, 'create', 1_000);

describe('a step that was cut off', () => {
  it('is repeated under the vendor’s own key, looked up by reference, and given to a person where nothing can be asked', () => {
    expect(resumeAt(sent(simple('own-key')), simple('own-key'))).toEqual({ do: 'run', step: 'create' });
    expect(resumeAt(sent(simple('by-reference')), simple('by-reference'))).toEqual({ do: 'ask', step: 'create' });
    expect(resumeAt(sent(simple('listing')), simple('listing'))).toEqual({ do: 'ask', step: 'create' });
    expect(resumeAt(sent(simple('none')), simple('none'))).toEqual({ do: 'person', step: 'create' });
  });
  it('is repeated when it only prepares, reserves or reads', () => {
    const plan = simple('none', SHAPES[2]);
    expect(resumeAt(beforeStep(reserved, plan, 'draft', 1), plan)).toEqual({ do: 'run', step: 'draft' });
  });
  it('counts as absent only after the settle time', () => {
    const plan = simple('by-reference');
    const early = afterRecovery(sent(plan), plan, 'create', { kind: 'absent' }, 1_000 + SETTLE - 1);
    expect(early).toMatchObject({ record: { state: 'unknown' }, next: { do: 'wait', until: 1_000 + SETTLE } });
    const late = afterRecovery(early.record, plan, 'create', { kind: 'absent' }, 1_000 + SETTLE);
    expect(late).toMatchObject({ record: { state: 'absent' }, next: { do: 'nothing' } });
    expect(believedFrom(sent(plan), plan)).toBe(1_000 + SETTLE);
  });
  it('goes on with the next step when it is found', () => {
    const plan = simple('by-reference');
    const found = afterRecovery(sent(plan), plan, 'create', { kind: 'found', step: 'create' }, 1_001);
    expect(found).toMatchObject({ record: { state: 'confirmed' }, next: { do: 'run', step: 'label' } });
  });
  it('of several that are each worth repeating is repeated though an earlier one was done, also when a person asks again', () => {
    const plan: OperationPlan = {
      ...simple('by-reference', [step('refund', 'pay'), step('restock', 'pay')]),
      repeatAbsent: true,
    };
    const first = afterStep(beforeStep(reserved, plan, 'refund', 0), plan, 'refund', { kind: 'done' }, 5).record;
    const cut = beforeStep(first, plan, 'restock', 10);
    const late = 10 + SETTLE;
    const absent = afterRecovery(cut, plan, 'restock', { kind: 'absent' }, late);
    expect(absent.next).toEqual({ do: 'run', step: 'restock' });
    const given: JournalRecord = {
      ...cut,
      state: 'disputed',
      steps: cut.steps.map((one) => (one.name === 'restock' ? { ...one, state: 'unknown', attempt: 9 } : one)),
    };
    expect(afterRecovery({ ...given, state: 'unknown' }, plan, 'restock', { kind: 'absent' }, late).record.state).toBe(
      'disputed',
    );
    const again = decide(given, plan, 'ask-again', late, 'Testline');
    expect(again.ok && afterRecovery(again.record, plan, 'restock', { kind: 'absent' }, late).next).toEqual({
      do: 'run',
      step: 'restock',
    });
  });
  it('goes to a person when the carrier cannot be asked for long', () => {
    const plan = simple('by-reference');
    let record: JournalRecord = { ...sent(plan), state: 'unknown' };
    for (let i = 0; i < 20 && record.state === 'unknown'; i++)
      record = afterRecovery(
        record,
        plan,
        'create',
        { kind: 'problem', problem: 'temporary-before-effect' },
        1_000_000,
      ).record;
    expect(record.state).toBe('disputed');
  });
});

describe('an answer', () => {
  it('that refuses releases at once, one that passes is tried three times', () => {
    const plan = simple('none');
    const begun = beforeStep(reserved, plan, 'create', 0);
    const declined = afterStep(begun, plan, 'create', { kind: 'problem', problem: 'refused' }, 10);
    expect(declined.record.state).toBe('refused');
    let record = begun;
    const states: string[] = [];
    for (let i = 0; i < 3; i++) {
      const judged = afterStep(record, plan, 'create', { kind: 'problem', problem: 'temporary-before-effect' }, 10);
      states.push(judged.record.state);
      record = beforeStep(judged.record, plan, 'create', 20);
    }
    expect(states).toEqual(['sending', 'sending', 'refused']);
  });
  it('that declines the label of a paid shipment never refuses it: the commit is looked up again', () => {
    const plan = simple('by-reference');
    let { record } = afterStep(beforeStep(reserved, plan, 'create', 0), plan, 'create', { kind: 'done' }, 5);
    expect(record.state).toBe('confirmed');
    const seen: string[] = [];
    for (let i = 0; i < 3; i++) {
      record = beforeStep(record, plan, 'label', 10);
      record = afterStep(record, plan, 'label', { kind: 'problem', problem: 'refused' }, 11).record;
      seen.push(record.state);
    }
    expect(seen).toEqual(['confirmed', 'confirmed', 'unknown']);
    expect(resumeAt(record, plan)).toEqual({ do: 'ask', step: 'create' });
  });
  it('that a polled carrier is not ready yet does not count as a try', () => {
    const plan = simple('none');
    let { record } = afterStep(beforeStep(reserved, plan, 'create', 0), plan, 'create', { kind: 'done' }, 5);
    for (let i = 0; i < 30; i++) {
      const judged = afterStep(
        beforeStep(record, plan, 'label', i),
        plan,
        'label',
        { kind: 'wait', retryAfterMs: 2_000 },
        i,
      );
      expect(judged.next).toEqual({ do: 'wait', until: i + 2_000 });
      record = judged.record;
    }
    expect(record.state).toBe('confirmed');
  });
});

describe('a person', () => {
  const plan = simple('none');
  const open: JournalRecord = { ...beforeStep(reserved, plan, 'create', 0), state: 'disputed' };
  it('decides only after the settle time, and only what is open', () => {
    expect(decide(open, plan, 'absent', SETTLE - 1, 'Testline')).toMatchObject({ ok: false });
    expect(decide(open, plan, 'absent', SETTLE, 'Testline')).toMatchObject({ ok: true, record: { state: 'absent' } });
    expect(decide({ ...open, state: 'complete' }, plan, 'absent', SETTLE, 'Testline')).toMatchObject({ ok: false });
  });
  it('cannot ask a carrier again that offers no way to ask', () => {
    expect(decide(open, plan, 'ask-again', SETTLE, 'Testline')).toMatchObject({ ok: false });
    expect(decide(open, simple('listing'), 'ask-again', 0, 'Testline')).toMatchObject({
      ok: true,
      record: { state: 'unknown' },
    });
  });
  it('who has the label in hand finishes it', () => {
    const exists = decide(open, plan, 'exists', SETTLE, 'Testline');
    expect(exists.ok && resumeAt(exists.record, plan)).toEqual({ do: 'finish' });
  });
});
