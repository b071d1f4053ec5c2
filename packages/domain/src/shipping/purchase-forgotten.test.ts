/** What may have been done before the database went back to an earlier moment, and is forgotten. */
import { describe, expect, it } from 'vitest';
import {
  afterRecovery,
  afterStep,
  asRemembered,
  beforeStep,
  type JournalRecord,
  type OperationPlan,
  type PlannedStep,
  resumeAt,
} from './purchase.ts';

const SETTLE = 60_000;
const step = (name: string, effect: PlannedStep['effect']): PlannedStep => ({ name, effect });
const simple = (
  recovery: OperationPlan['recovery'],
  steps = [step('create', 'create'), step('label', 'read')],
): OperationPlan => ({ steps, recovery, settleAfterMs: SETTLE });
const reserved: JournalRecord = { state: 'reserved', sentAt: undefined, steps: [] };

describe('a step that may be forgotten', () => {
  it('is a person’s question only where that was wished and nobody can be asked', () => {
    const plan = { ...simple('none'), askFirst: 'or-person' as const };
    expect(resumeAt(reserved, plan)).toEqual({ do: 'person', step: 'create' });
    expect(resumeAt(reserved, { ...plan, askFirst: true })).toEqual({ do: 'run', step: 'create' });
    expect(resumeAt(reserved, { ...plan, recovery: 'listing' })).toEqual({ do: 'ask', step: 'create' });
    expect(resumeAt(reserved, { ...plan, recovery: 'own-key' })).toEqual({ do: 'run', step: 'create' });
  });
  it('is a person’s question also where the other side knows nothing and steps came before, which may have seen it as an older one', () => {
    const asked: JournalRecord = { ...reserved, state: 'sending' };
    const plan = {
      ...simple('listing', [step('look', 'read'), step('book', 'create')]),
      askFirst: 'or-person' as const,
    };
    const judge = (of: OperationPlan, name: string) => afterRecovery(asked, of, name, { kind: 'absent' }, SETTLE);
    expect(judge(plan, 'book')).toMatchObject({ record: { state: 'disputed' }, next: { do: 'nothing' } });
    const alone = { ...plan, steps: [step('book', 'create')] };
    expect(judge(alone, 'book').next).toEqual({ do: 'run', step: 'book' });
  });
  it('is asked about before a look that would refuse what is done already, where that was wished, and once', () => {
    const plan = {
      ...simple('by-reference', [step('look', 'read'), step('void', 'create')]),
      askFirst: 'at-once' as const,
    };
    expect(resumeAt(reserved, { ...plan, askFirst: true })).toEqual({ do: 'run', step: 'look' });
    expect(resumeAt(reserved, plan)).toEqual({ do: 'ask', step: 'void' });
    const found = afterRecovery({ ...reserved, state: 'sending' }, plan, 'void', { kind: 'found', step: 'void' }, 1);
    expect(found).toMatchObject({ record: { state: 'confirmed' }, next: { do: 'finish' } });
    const absent = afterRecovery({ ...reserved, state: 'sending' }, plan, 'void', { kind: 'absent' }, SETTLE);
    expect(absent.next).toEqual({ do: 'run', step: 'look' });
    const looked = afterStep(beforeStep(absent.record, plan, 'look', SETTLE), plan, 'look', { kind: 'done' }, SETTLE);
    expect(looked.next).toEqual({ do: 'run', step: 'void' });
  });
  it('counts as absent only a settle time after the database went back', () => {
    const plan = { ...simple('by-reference'), askFirst: true, rewoundAt: 5_000 };
    const early = afterRecovery({ ...reserved, state: 'sending' }, plan, 'create', { kind: 'absent' }, 5_001);
    expect(early.next).toEqual({ do: 'wait', until: 5_000 + SETTLE });
    expect(resumeAt(early.record, plan)).toEqual({ do: 'ask', step: 'create' });
    expect(afterRecovery(early.record, plan, 'create', { kind: 'absent' }, 5_000 + SETTLE).next).toEqual({
      do: 'run',
      step: 'create',
    });
  });
  it('is begun, not asked about for ever, when the other side knows only what comes before it', () => {
    const plan = { ...simple('by-reference', [step('create', 'create'), step('pay', 'pay')]), askFirst: true };
    const asked: JournalRecord = { ...reserved, state: 'sending' };
    const judged = afterRecovery(asked, plan, 'pay', { kind: 'found', step: 'create' }, SETTLE);
    expect(judged.next).toEqual({ do: 'run', step: 'pay' });
    expect(resumeAt(judged.record, plan)).toEqual({ do: 'run', step: 'pay' });
  });
  it('is begun where nobody can be asked about this one, as where nobody can be at all, unless a person is to be', () => {
    const asked: JournalRecord = { ...reserved, state: 'sending' };
    const judge = (askFirst: 'or-person' | true, record = asked) =>
      afterRecovery(record, { ...simple('by-reference'), askFirst }, 'create', { kind: 'cannot-be-asked' }, 1);
    expect(judge(true).next).toEqual({ do: 'run', step: 'create' });
    expect(judge('or-person')).toMatchObject({ record: { state: 'disputed' }, next: { do: 'nothing' } });
    const cutOff = beforeStep(reserved, simple('by-reference'), 'create', 0);
    expect(judge(true, cutOff)).toMatchObject({ record: { state: 'unknown' }, next: { do: 'wait' } });
  });
  it('is a person’s question where that was wished and the look before it is refused, and refused else', () => {
    const look = simple('listing', [step('look', 'read'), step('close', 'create')]);
    const judge = (askFirst: 'or-person' | true | undefined) => {
      const plan = { ...look, askFirst };
      const begun = beforeStep(reserved, plan, 'look', 0);
      return afterStep(begun, plan, 'look', { kind: 'problem', problem: 'refused' }, 1).record.state;
    };
    expect([judge('or-person'), judge(true), judge(undefined)]).toEqual(['disputed', 'refused', 'refused']);
  });
  it('is asked about also after one that was done, or a try that had no effect, before the database went back; not after', () => {
    const plan = { ...simple('by-reference', [step('refund', 'pay'), step('restock', 'pay')]), askFirst: true };
    const refunded: JournalRecord = {
      state: 'sending',
      sentAt: 4_000,
      steps: [{ name: 'refund', state: 'done', attempt: 1 }],
    };
    const failed: JournalRecord = { ...refunded, steps: [{ name: 'refund', state: 'failed', attempt: 2 }] };
    for (const rewoundAt of [3_999, 4_001]) {
      const of = { ...plan, rewoundAt };
      const next = rewoundAt > 4_000 ? 'ask' : 'run';
      expect(resumeAt(asRemembered(refunded, of), of)).toEqual({ do: next, step: 'restock' });
      expect(resumeAt(asRemembered(failed, of), of)).toEqual({ do: next, step: 'refund' });
    }
  });
});
