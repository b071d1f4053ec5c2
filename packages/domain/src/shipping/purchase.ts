/**
 * The decisions of the purchase journal, as plain functions over plain values: what may be done with an operation that
 * was interrupted, what an answer means, and what a person may decide. No clock, no I/O: times are milliseconds since
 * 1970 handed in by the caller, who takes them from the database.
 *
 * The promise (docs/design, "not found is not none"): never two paid labels, and never an unknown nobody sees. It holds
 * as long as a request that was sent has its effect within the connector's settle time, or not at all.
 */
import type { Parcel } from './shipment.ts';
import { isReleased, type PurchaseState } from './shipment-states.ts';

/** What a step can do to the world; the connector interface explains each. */
export type Effect = 'none' | 'reserve' | 'create' | 'pay' | 'read';
export type RecoveryClass = 'own-key' | 'by-reference' | 'listing' | 'none';

/** The seven ways a call can fail; the connector interface explains each. */
export type CallProblem =
  | 'invalid-input'
  | 'refused'
  | 'not-authorised'
  | 'quota'
  | 'temporary-before-effect'
  | 'unknown-effect'
  | 'vendor-broken';

export interface PlannedStep {
  readonly name: string;
  readonly effect: Effect;
}

export type AskFirst = boolean | 'at-once' | 'or-person';

export interface OperationPlan {
  readonly steps: readonly PlannedStep[];
  readonly recovery: RecoveryClass;
  /** "Not found" is believed only this long after the call was sent. Milliseconds. */
  readonly settleAfterMs: number;
  /**
   * What is proved absent is sent again (a notice, a push, a part of a refund after the other), instead of being given up and told to a
   * person (a label).
   */
  readonly repeatAbsent?: boolean | undefined;
  /**
   * It may have been done before and forgotten (a lost commit): the other side is asked before the first step with an effect,
   * and called when it knows nothing. `at-once`: before any step, because one without an effect would refuse what is done already (a
   * void). `or-person`: a person is asked where the other side cannot be, knows nothing after other steps, or refuses before it was asked
   * (a pickup costs money, and what is closed cannot be closed again).
   */
  readonly askFirst?: AskFirst | undefined;
  /**
   * When the database last went back to an earlier moment. Whoever worked before it may have sent until then what is unknown here, so
   * settle times run from it.
   */
  readonly rewoundAt?: number | undefined;
}

/**
 * started: stored before the call, no end stored yet. unknown: ended without saying whether it had its effect.
 * failed: certainly had no effect and may be tried again. refused: had no effect and will not.
 */
export type StepState = 'started' | 'done' | 'refused' | 'unknown' | 'failed';

export interface StepRecord {
  readonly name: string;
  readonly state: StepState;
  /** How often it was begun or asked about; waiting for a polled answer does not count. */
  readonly attempt: number;
}

export interface JournalRecord {
  readonly state: PurchaseState;
  /** Of the last start of a `create` or `pay` step. */
  readonly sentAt: number | undefined;
  /** Keyed by step name; a step that was never begun is missing. */
  readonly steps: readonly StepRecord[];
}

export type StepAnswer =
  | { readonly kind: 'done' }
  | { readonly kind: 'wait'; readonly retryAfterMs: number }
  | { readonly kind: 'problem'; readonly problem: CallProblem; readonly retryAfterMs?: number | undefined };

export type RecoveryAnswer =
  | { readonly kind: 'found'; readonly step: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'not-yet'; readonly retryAfterMs: number }
  /** Nobody can be asked about this one, though about others. */
  | { readonly kind: 'cannot-be-asked' }
  | { readonly kind: 'problem'; readonly problem: CallProblem; readonly retryAfterMs?: number | undefined };

/** What the journal does next with an operation. */
export type Next =
  | { readonly do: 'run'; readonly step: string }
  | { readonly do: 'ask'; readonly step: string }
  | { readonly do: 'wait'; readonly until: number }
  /** Everything is done: store the outcome. */
  | { readonly do: 'finish' }
  /** Nothing can be asked: a person decides. */
  | { readonly do: 'person'; readonly step: string }
  | { readonly do: 'nothing' };

export const hasEffect = (effect: Effect): boolean => effect === 'create' || effect === 'pay';

const recordOf = (record: JournalRecord, name: string): StepRecord | undefined =>
  record.steps.find((step) => step.name === name);

/** Cuts a shipment's parcels into carrier calls: pieces 1, 2, 3 ... of at most `parcelsPerCall` parcels. */
export function planPieces(
  parcels: readonly Parcel[],
  parcelsPerCall: number,
): readonly { readonly piece: number; readonly parcels: readonly Parcel[] }[] {
  if (parcels.length === 0) throw new RangeError('a shipment has at least one parcel');
  if (!Number.isSafeInteger(parcelsPerCall) || parcelsPerCall < 1)
    throw new RangeError(`parcelsPerCall ${parcelsPerCall} must be a positive integer`);
  const pieces = [];
  for (let at = 0; at < parcels.length; at += parcelsPerCall)
    pieces.push({ piece: pieces.length + 1, parcels: parcels.slice(at, at + parcelsPerCall) });
  return pieces;
}

/** Tries of a step before anything was bought, after which the person is told rather than kept waiting. */
export const TRIES_BEFORE_EFFECT = 3;
/** A carrier that asks us to slow down is not at fault: it is tried for longer. */
export const TRIES_OF_QUOTA = 20;
/** Look-ups in a row that fail to answer before a person is asked to look as well; asking goes on. */
export const TRIES_OF_LOOKUP = 8;

/** Doubling pause with a ceiling, in milliseconds. `attempt` counts from 1. */
export function backOff(attempt: number, firstMs: number, maxMs: number): number {
  return Math.min(maxMs, firstMs * 2 ** Math.min(20, Math.max(0, attempt - 1)));
}

/** The moment from which "not found" means "none". */
export const believedFrom = (record: JournalRecord, plan: OperationPlan): number =>
  Math.max(record.sentAt ?? 0, plan.rewoundAt ?? 0) + plan.settleAfterMs;

/** The first step whose end is not known to be good, or undefined when all are done. */
export const openStep = (record: JournalRecord, plan: OperationPlan): PlannedStep | undefined =>
  plan.steps.find((step) => recordOf(record, step.name)?.state !== 'done');

/** All steps that commit are done: from here on it has happened, whatever becomes of the rest. */
export const isCommitted = (record: JournalRecord, plan: OperationPlan): boolean =>
  plan.steps.every((step) => !hasEffect(step.effect) || recordOf(record, step.name)?.state === 'done') &&
  plan.steps.some((step) => hasEffect(step.effect));

/** Some step that others can see is done. */
const someEffect = (record: JournalRecord, plan: OperationPlan): boolean =>
  plan.steps.some((step) => hasEffect(step.effect) && recordOf(record, step.name)?.state === 'done');

/**
 * What is certain of it. When the database went back after it was last sent, a try that had no effect may have been followed by one that
 * is forgotten, and so may a step that was done: as if nothing had been sent, so that the next is asked about.
 */
export function asRemembered(record: JournalRecord, plan: OperationPlan): JournalRecord {
  const { rewoundAt } = plan;
  if (rewoundAt === undefined || (record.sentAt ?? 0) >= rewoundAt || isCommitted(record, plan)) return record;
  const effects = new Set(plan.steps.filter(({ effect }) => hasEffect(effect)).map(({ name }) => name));
  const steps = record.steps.filter(({ name, state }) => state !== 'failed' || !effects.has(name));
  const open = steps.some(({ name, state }) => effects.has(name) && (state === 'started' || state === 'unknown'));
  return { ...record, steps, sentAt: open ? record.sentAt : undefined };
}

const canAsk = (plan: OperationPlan): boolean => plan.recovery === 'by-reference' || plan.recovery === 'listing';

/** Nothing was sent that we remember, and the other side may know better. */
const asksFirst = (record: JournalRecord, plan: OperationPlan): boolean =>
  plan.askFirst !== undefined && plan.askFirst !== false && canAsk(plan) && record.sentAt === undefined;

/** The step that is asked about before this one is begun; once. */
function askedBefore(record: JournalRecord, plan: OperationPlan, step: PlannedStep): PlannedStep | undefined {
  if (!asksFirst(record, plan)) return undefined;
  const first = plan.askFirst === 'at-once' ? plan.steps.find(({ effect }) => hasEffect(effect)) : undefined;
  const about = hasEffect(step.effect) ? step : first;
  const state = about && recordOf(record, about.name)?.state;
  return state === undefined || state === 'unknown' ? about : undefined;
}

function runOrAsk(record: JournalRecord, plan: OperationPlan, step: PlannedStep): Next {
  const asked = askedBefore(record, plan, step);
  if (asked) return { do: 'ask', step: asked.name };
  const byPerson = plan.askFirst === 'or-person' && plan.recovery === 'none' && record.sentAt === undefined;
  return { do: byPerson && hasEffect(step.effect) ? 'person' : 'run', step: step.name };
}

/**
 * What may be done with an operation that is picked up: after a restart, when a lease lapsed, when its time has come.
 * The caller holds the lease, so a step that is `started` was cut off.
 */
export function resumeAt(record: JournalRecord, plan: OperationPlan): Next {
  if (isReleased(record.state) || record.state === 'voided' || record.state === 'complete') return { do: 'nothing' };
  if (record.state === 'disputed') return { do: 'nothing' };
  const step = openStep(record, plan);
  if (!step) return { do: 'finish' };
  const stored = recordOf(record, step.name);
  if (!stored || !hasEffect(step.effect)) return runOrAsk(record, plan, step);
  switch (stored.state) {
    case 'failed':
      return { do: 'run', step: step.name };
    case 'started':
    case 'unknown':
      if (plan.recovery === 'own-key') return { do: 'run', step: step.name };
      return canAsk(plan) ? { do: 'ask', step: step.name } : { do: 'person', step: step.name };
    default:
      return { do: 'nothing' };
  }
}

/** The state an operation is in once this step is begun, to be stored before the call. */
export function beforeStep(record: JournalRecord, plan: OperationPlan, name: string, now: number): JournalRecord {
  const step = planned(plan, name);
  const stored = recordOf(record, name);
  // A repeat under the vendor's own key says nothing about the first try: the step stays unknown until it is answered.
  const openBefore = hasEffect(step.effect) && (stored?.state === 'started' || stored?.state === 'unknown');
  return {
    state: record.state === 'reserved' || record.state === 'planned' ? 'sending' : record.state,
    // The settle time runs from the first try that may have had its effect, and again from each repeat.
    sentAt: hasEffect(step.effect) ? now : record.sentAt,
    steps: withStep(record, {
      name,
      state: openBefore ? 'unknown' : 'started',
      attempt: (stored?.attempt ?? 0) + 1,
    }),
  };
}

export interface Judged {
  readonly record: JournalRecord;
  readonly next: Next;
}

/**
 * What the answer of a step means. `wasOpen` says that this step may have had its effect in an earlier try, which a
 * problem of this try says nothing about.
 * @param now of the answer, milliseconds
 */
export function afterStep(
  record: JournalRecord,
  plan: OperationPlan,
  name: string,
  answer: StepAnswer,
  now: number,
): Judged {
  const step = planned(plan, name);
  const stored = recordOf(record, name) ?? { name, state: 'started' as const, attempt: 1 };
  const set = (state: StepState, rest: Partial<JournalRecord> = {}): JournalRecord => ({
    ...record,
    ...rest,
    steps: withStep(record, { ...stored, state }),
  });

  if (answer.kind === 'done') return afterDone(set('done'), plan);

  if (answer.kind === 'wait') {
    // A step that waits has run well so far: begin again at the given time, without counting it as a try.
    const waiting: JournalRecord = { ...record, steps: withStep(record, { ...stored, state: 'failed', attempt: 0 }) };
    if (hasEffect(step.effect)) return toUnknown(set('unknown'), plan, now);
    return { record: waiting, next: { do: 'wait', until: now + Math.max(50, answer.retryAfterMs) } };
  }

  const pause = Math.max(answer.retryAfterMs ?? 0, backOff(stored.attempt, 500, 15 * 60_000));
  if (isCommitted(record, plan)) return afterFetchProblem(set('failed'), plan, stored, answer.problem, now, pause);
  if (hasEffect(step.effect)) {
    const wasOpen = stored.state === 'unknown';
    const certain = answer.problem !== 'unknown-effect' && answer.problem !== 'vendor-broken';
    if (!certain) return toUnknown(set('unknown'), plan, now);
    if (wasOpen) return afterRepeat(record, plan, set, answer.problem, now, pause);
    if (someEffect(record, plan)) return retryOrReview(set, stored, answer.problem, now, pause);
    return retryOrRefuse(set, stored, answer.problem, now, pause);
  }
  if (someEffect(record, plan)) {
    // Between create and pay: the thing exists unpaid. Never called refused by itself.
    return retryOrReview(set, stored, answer.problem, now, pause);
  }
  const judged = retryOrRefuse(set, stored, answer.problem, now, pause);
  // It may refuse what it has done already.
  return judged.record.state === 'refused' && plan.askFirst === 'or-person' && record.sentAt === undefined
    ? { ...judged, record: { ...judged.record, state: 'disputed' } }
    : judged;
}

/** What the other side said when it was asked about a step that may have had its effect. */
export function afterRecovery(
  record: JournalRecord,
  plan: OperationPlan,
  name: string,
  answer: RecoveryAnswer,
  now: number,
): Judged {
  const stored = recordOf(record, name) ?? { name, state: 'unknown' as const, attempt: 1 };
  const believed = believedFrom(record, plan);
  const asked = { ...stored, state: 'unknown' as const, attempt: stored.attempt + 1 };
  const open: JournalRecord = {
    ...record,
    state: record.state === 'sending' ? 'unknown' : record.state,
    steps: withStep(record, asked),
  };
  if (answer.kind === 'found') {
    // The named step is done, and so is every step before it.
    const upTo = plan.steps.findIndex((step) => step.name === answer.step);
    const at = upTo >= 0 ? upTo : plan.steps.findIndex((step) => step.name === name);
    const steps = plan.steps
      .slice(0, at + 1)
      .reduce(
        (list, step) =>
          withStep(
            { ...record, steps: list },
            { name: step.name, state: 'done', attempt: recordOf(record, step.name)?.attempt ?? 1 },
          ),
        record.steps,
      );
    // What is known there ends before the forgotten step that was asked about: that one is absent.
    if (asksFirst(record, plan) && at < plan.steps.findIndex((step) => step.name === name))
      return afterRecovery({ ...record, steps }, plan, name, { kind: 'absent' }, now);
    return afterDone({ ...record, steps }, plan);
  }
  if (answer.kind === 'absent' && now < believed) return { record: open, next: { do: 'wait', until: believed } };
  if ((answer.kind === 'absent' || answer.kind === 'cannot-be-asked') && asksFirst(record, plan)) {
    // What was looked up before this step may have counted the forgotten one as an older one.
    const unsure = answer.kind === 'cannot-be-asked' || plan.steps[0]?.name !== name;
    if (plan.askFirst === 'or-person' && unsure)
      return { record: { ...open, state: 'disputed' }, next: { do: 'nothing' } };
    const none: JournalRecord = { ...record, steps: withStep(record, { ...asked, state: 'failed' }) };
    return { record: none, next: { do: 'run', step: openStep(none, plan)?.name ?? name } };
  }
  if (answer.kind === 'absent') {
    if (plan.repeatAbsent && stored.attempt < TRIES_OF_LOOKUP) {
      const again: JournalRecord = { ...open, steps: withStep(record, { ...asked, state: 'failed' }) };
      return { record: again, next: { do: 'run', step: name } };
    }
    if (someEffect(record, plan)) return { record: { ...open, state: 'disputed' }, next: { do: 'nothing' } };
    return {
      record: { ...record, state: 'absent', steps: withStep(record, { ...asked, state: 'failed' }) },
      next: { do: 'nothing' },
    };
  }
  const least = answer.kind === 'cannot-be-asked' ? undefined : answer.retryAfterMs;
  const pause = Math.max(least ?? 0, backOff(stored.attempt, 1_000, 15 * 60_000));
  if (answer.kind !== 'not-yet' && asked.attempt > TRIES_OF_LOOKUP && now >= believed)
    return { record: { ...open, state: 'disputed' }, next: { do: 'nothing' } };
  return { record: open, next: { do: 'wait', until: now + pause } };
}

export type Decision = 'exists' | 'absent' | 'ask-again';

/**
 * What a person may decide about an operation, with the reason where it is too early or pointless.
 * @param vendor name of the carrier or store, for the sentence
 * @returns the record after the decision, or a sentence that says why not
 */
export function decide(
  record: JournalRecord,
  plan: OperationPlan,
  decision: Decision,
  now: number,
  vendor: string,
): { readonly ok: true; readonly record: JournalRecord } | { readonly ok: false; readonly why: string } {
  if (record.state !== 'unknown' && record.state !== 'disputed')
    return { ok: false, why: 'Its outcome is known; there is nothing to decide.' };
  if (decision === 'ask-again') {
    if (plan.recovery === 'none') return { ok: false, why: `${vendor} offers no way to ask.` };
    // Tries count anew, else what was tried too often would be in dispute for ever.
    const steps = record.steps.map((step) => (step.state === 'done' ? step : { ...step, attempt: 1 }));
    return { ok: true, record: { ...record, state: 'unknown', steps } };
  }
  if (now < believedFrom(record, plan))
    return { ok: false, why: `${vendor} may still be working on it; wait until its settle time has passed.` };
  if (decision === 'absent') return { ok: true, record: { ...record, state: 'absent' } };
  // The person has it in hand: nothing is left to fetch, and no vendor data to fetch it with.
  const steps = plan.steps.map((step) => ({
    name: step.name,
    state: 'done' as const,
    attempt: recordOf(record, step.name)?.attempt ?? 1,
  }));
  return { ok: true, record: { ...record, state: 'confirmed', steps } };
}

function planned(plan: OperationPlan, name: string): PlannedStep {
  const step = plan.steps.find((s) => s.name === name);
  if (!step) throw new RangeError(`the operation has no step "${name}"`);
  return step;
}

function withStep(record: JournalRecord, step: StepRecord): readonly StepRecord[] {
  const rest = record.steps.filter((s) => s.name !== step.name);
  return [...rest, step];
}

function afterDone(done: JournalRecord, plan: OperationPlan): Judged {
  // Where nothing was sent at all, what was found absent since stays so.
  const record = done.sentAt === undefined ? done : asRemembered(done, plan);
  const open = openStep(record, plan);
  const committed = isCommitted(record, plan) || !open;
  const state = committed && record.state !== 'complete' ? 'confirmed' : record.state;
  return { record: { ...record, state }, next: open ? runOrAsk(record, plan, open) : { do: 'finish' } };
}

function toUnknown(record: JournalRecord, plan: OperationPlan, now: number): Judged {
  const unknown: JournalRecord = { ...record, state: 'unknown' };
  if (plan.recovery === 'none') return { record: { ...record, state: 'disputed' }, next: { do: 'nothing' } };
  const attempt = openAttempt(record, plan);
  return { record: unknown, next: { do: 'wait', until: now + backOff(attempt, 1_000, 15 * 60_000) } };
}

const openAttempt = (record: JournalRecord, plan: OperationPlan): number => {
  const open = openStep(record, plan);
  return Math.max(1, (open && recordOf(record, open.name)?.attempt) ?? 1);
};

/**
 * It was accepted, and what is left only fetches: asked for until it comes. Where the other side keeps declining (a
 * polled carrier that accepted and then failed) the commit itself is in doubt again and is settled by asking.
 */
function afterFetchProblem(
  record: JournalRecord,
  plan: OperationPlan,
  stored: StepRecord,
  problem: CallProblem,
  now: number,
  pause: number,
): Judged {
  const declined = problem === 'refused' || problem === 'invalid-input';
  if (!declined || stored.attempt < TRIES_BEFORE_EFFECT) return { record, next: { do: 'wait', until: now + pause } };
  const last = plan.steps.findLast((step) => hasEffect(step.effect));
  if (plan.recovery === 'none' || stored.attempt > TRIES_OF_LOOKUP || !last)
    return { record: { ...record, state: 'disputed' }, next: { do: 'nothing' } };
  const doubted = { name: last.name, state: 'unknown' as const, attempt: recordOf(record, last.name)?.attempt ?? 1 };
  return {
    record: { ...record, state: 'unknown', steps: withStep(record, doubted) },
    next: { do: 'wait', until: Math.max(now + pause, believedFrom(record, plan)) },
  };
}

type Setter = (state: StepState, rest?: Partial<JournalRecord>) => JournalRecord;

/** A repeat under the vendor's own key ended with a certain problem; the earlier try is still open until settle time. */
function afterRepeat(
  record: JournalRecord,
  plan: OperationPlan,
  set: Setter,
  problem: CallProblem,
  now: number,
  pause: number,
): Judged {
  const declined = problem === 'refused' || problem === 'invalid-input';
  // The vendor knows our key: a refusal under it after the settle time is its last word.
  if (declined && now >= believedFrom(record, plan) && !someEffect(record, plan))
    return { record: set('refused', { state: 'refused' }), next: { do: 'nothing' } };
  return { record: set('unknown', { state: 'unknown' }), next: { do: 'wait', until: now + pause } };
}

/** Nothing has happened so far: try a little, then say so and let the person choose. */
function retryOrRefuse(set: Setter, stored: StepRecord, problem: CallProblem, now: number, pause: number): Judged {
  const passing = problem !== 'invalid-input' && problem !== 'refused' && problem !== 'not-authorised';
  if (passing && stored.attempt < (problem === 'quota' ? TRIES_OF_QUOTA : TRIES_BEFORE_EFFECT))
    return { record: set('failed'), next: { do: 'wait', until: now + pause } };
  return { record: set('refused', { state: 'refused' }), next: { do: 'nothing' } };
}

/** Something exists already that nobody has paid: try on, and hand what cannot go on to a person. */
function retryOrReview(set: Setter, stored: StepRecord, problem: CallProblem, now: number, pause: number): Judged {
  const passing = problem !== 'invalid-input' && problem !== 'refused' && problem !== 'not-authorised';
  if (passing && stored.attempt < TRIES_OF_LOOKUP)
    return { record: set('failed'), next: { do: 'wait', until: now + pause } };
  return { record: set('failed', { state: 'disputed' }), next: { do: 'nothing' } };
}
