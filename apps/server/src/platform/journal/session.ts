/**
 * One operation under a lease: the decisions are the domain's (`@scanship/domain/shipping/purchase`); here they are
 * carried out and stored, step by step. No call is made inside a transaction.
 */
import { performance } from 'node:perf_hooks';
import type { ConnectorProblem } from '@scanship/connector-kit/errors';
import { CANNOT_BE_ASKED, recoverStep, runStep } from '@scanship/connector-kit/steps/step-runner';
import type { JsonObject } from '@scanship/domain/values/json';
import {
  afterRecovery,
  afterStep,
  asRemembered,
  backOff,
  beforeStep,
  decide,
  type Decision,
  type JournalRecord,
  type Next,
  type OperationPlan,
  type RecoveryAnswer,
  resumeAt,
  type StepAnswer,
} from '@scanship/domain/shipping/purchase';
import { PURCHASE_TRANSITIONS, type PurchaseState, transition } from '@scanship/domain/shipping/shipment-states';
import type { Sealer } from '../crypto/sealer.ts';
import type { Database } from '../database/database.ts';
import type { Logger } from '../logging/logger.ts';
import { type Outcome, problem } from '../problem.ts';
import {
  type AnyHandler,
  type Decider,
  type JournalRef,
  type Opened,
  storedProblem,
  type StoredProblem,
} from './handler.ts';
import {
  changeRows,
  type Held,
  keepLease,
  lease,
  type Leased,
  LeaseLost,
  stepSeal,
  type StepWrite,
  SUBJECTS,
  writeRow,
  writeStep,
} from './journal-store.ts';
import { encodeStepValue } from './step-values.ts';

/** Places where a fault test may end the process; they are no setting, only handed in. */
export const FAULT_POINTS = ['leased', 'step-stored', 'answered', 'in-outcome', 'outcome-stored', 'asked'] as const;
export type FaultPoint = (typeof FAULT_POINTS)[number];

export interface OperationDeps {
  readonly db: Database;
  readonly sealer: Sealer;
  readonly log: Logger;
  readonly leaseMs: number;
  /** Multiplies connectors' deadlines and settle times; 1 outside fault tests, whose simulators are as much faster. */
  readonly timeScale: number;
  readonly handler: (row: { readonly table: string; readonly kind: string }) => AnyHandler | undefined;
  readonly onPoint: (point: FaultPoint, ref: JournalRef) => void;
}

/** When to look again, milliseconds from now; undefined when nothing is due. */
export type LookAgain = number | undefined;

const KEEP = undefined;

export class Session {
  readonly #deps: OperationDeps;
  #held: Held;
  readonly #leased: Leased;
  readonly #handler: AnyHandler;
  readonly #opened: Opened<unknown, JsonObject>;
  readonly #plan: OperationPlan;
  #record: JournalRecord;
  #kept: JsonObject;
  #result: JsonObject;
  /** Database time minus this process's steady clock. */
  #offset: number;
  /** Steady clock when the lease was last written. */
  #leaseWritten = performance.now();
  #lost = false;

  constructor(
    deps: OperationDeps,
    held: Held,
    leased: Leased,
    handler: AnyHandler,
    opened: Opened<unknown, JsonObject>,
  ) {
    this.#deps = deps;
    this.#held = held;
    this.#leased = leased;
    this.#handler = handler;
    this.#opened = opened;
    this.#plan = {
      steps: opened.operation.steps.map(({ name, effect }) => ({ name, effect })),
      recovery: opened.operation.recovery,
      settleAfterMs: opened.operation.settleAfterMs * deps.timeScale,
      repeatAbsent: opened.repeatAbsent,
      askFirst: opened.askFirst,
      rewoundAt: leased.rewoundAt,
    };
    this.#record = asRemembered(leased.record, this.#plan);
    this.#kept = leased.kept;
    this.#result = leased.result;
    this.#offset = leased.now - performance.now();
  }

  async prolong(): Promise<void> {
    try {
      if (await keepLease(this.#deps.db, this.#held, this.#deps.leaseMs)) this.#leaseWritten = performance.now();
      else this.#lost = true;
    } catch (error) {
      this.#deps.log.warn({ err: error, id: this.#held.id }, 'a lease could not be prolonged');
    }
  }

  async run(): Promise<LookAgain> {
    for (let next: Next = resumeAt(this.#record, this.#plan); ; ) {
      switch (next.do) {
        case 'run':
          next = await this.#runStep(next.step);
          break;
        case 'ask':
          next = await this.#ask(next.step);
          break;
        case 'finish':
          next = await this.#finish();
          break;
        case 'person':
          await this.#begin(next);
          next = await this.#commit(
            { ...this.#record, state: 'disputed' },
            { do: 'nothing' },
            { problem: this.#perhapsDone(undefined) },
          );
          break;
        case 'wait':
          return Math.max(0, next.until - this.#now());
        case 'nothing':
          // A row that turned up as due though nothing can be done with it must not stay due.
          if (this.#record === this.#leased.record) await this.#commit(this.#record, next, {});
          return undefined;
      }
    }
  }

  #now(): number {
    return performance.now() + this.#offset;
  }

  /**
   * Before a call: the lease must be ours and fresh, else another worker may have begun to ask about this very call.
   */
  #assertHeld(): void {
    if (this.#lost || performance.now() - this.#leaseWritten > this.#deps.leaseMs * 0.8) throw new LeaseLost();
  }

  async #runStep(name: string): Promise<Next> {
    const step = this.#step(name);
    const begun = beforeStep(this.#record, this.#plan, name, this.#now());
    const commits = step.effect === 'create' || step.effect === 'pay';
    await this.#commit(
      begun,
      { do: 'run', step: name },
      {
        began: name,
        sentNow: commits ? { settleAfterMs: this.#plan.settleAfterMs } : undefined,
      },
    );
    this.#deps.onPoint('step-stored', this.#held);
    this.#assertHeld();
    const { operation, input, env, vendor } = this.#opened;
    const deadlineMs = this.#opened.deadlineMs * this.#deps.timeScale;
    const outcome = await runStep(operation, name, input, this.#kept, env, { deadlineMs, vendor });
    this.#deps.onPoint('answered', this.#held);

    let answer: StepAnswer;
    let problem: ConnectorProblem | undefined;
    if (!outcome.ok) {
      problem = outcome.problem;
      answer = { kind: 'problem', problem: problem.kind, retryAfterMs: problem.retryAfterMs };
    } else if (outcome.value.kind === 'wait') {
      answer = { kind: 'wait', retryAfterMs: outcome.value.retryAfterMs };
      this.#kept = { ...this.#kept, ...outcome.value.keep };
    } else {
      answer = { kind: 'done' };
      this.#kept = { ...this.#kept, ...outcome.value.keep };
      this.#result = { ...this.#result, ...outcome.value.result };
    }
    const judged = afterStep(this.#record, this.#plan, name, answer, this.#now());
    const given = {
      ended: name,
      keep: outcome.ok ? outcome.value.keep : undefined,
      result: outcome.ok && outcome.value.kind === 'done' ? outcome.value.result : undefined,
      problem:
        (judged.record.state === 'disputed' && this.#perhapsDone(problem)) || (problem ? storedProblem(problem) : null),
    };
    try {
      return await this.#settleStep(judged.record, judged.next, given);
    } catch (error) {
      if (!(error instanceof LeaseLost) || answer.kind !== 'done') throw error;
      return this.#bringLate(name, given);
    }
  }

  /** The last answer and the whole outcome in one transaction, where a crash in between could still be looked up. */
  async #settleStep(record: JournalRecord, next: Next, given: Given): Promise<Next> {
    if (next.do !== 'finish' || this.#plan.recovery === 'none') return this.#commit(record, next, given);
    const prepared = await this.#prepare();
    if (!prepared) return this.#commit(record, { do: 'finish' }, given);
    return this.#commit(
      { ...record, state: 'complete' },
      { do: 'nothing' },
      { ...given, prepared: prepared.value, withoutBytes: true },
    );
  }

  /** What a person decided; the rest is stored as if the other side had said so. */
  async decide(decision: Decision, by: Decider, result: JsonObject): Promise<Outcome<LookAgain>> {
    const decided = decide(this.#record, this.#plan, decision, this.#now(), this.#opened.vendor);
    if (!decided.ok) {
      await this.#release();
      return problem('forbidden', { message: decided.why, advice: 'Nothing was changed.' });
    }
    if (decision === 'ask-again') {
      await this.#commit(decided.record, { do: 'wait', until: this.#now() }, { by });
      return { ok: true, value: 0 };
    }
    if (decision === 'absent') {
      const said = { code: 'absent', message: 'A person found that it does not exist there.' };
      await this.#commit(decided.record, { do: 'nothing' }, { by, problem: said });
      return { ok: true, value: undefined };
    }
    this.#result = { ...this.#result, ...result };
    const prepared = await this.#prepare();
    const done = prepared
      ? { record: { ...decided.record, state: 'complete' as const }, prepared: prepared.value }
      : { record: decided.record, prepared: undefined };
    const last = decided.record.steps.at(-1)?.name;
    await this.#commit(done.record, prepared ? { do: 'nothing' } : { do: 'wait', until: this.#now() + 30_000 }, {
      by,
      ended: last,
      result,
      prepared: done.prepared,
    });
    return { ok: true, value: prepared ? undefined : 30_000 };
  }

  /** Gives the lease back without a change; a disputed row is nobody's work. */
  async #release(): Promise<void> {
    const waits = this.#record.state === 'disputed';
    await this.#commit(this.#record, waits ? { do: 'nothing' } : { do: 'wait', until: this.#now() + 1_000 }, {});
  }

  /** Under way without a call of ours: what may be forgotten is asked about before the first. */
  async #begin(next: Next): Promise<void> {
    if (this.#record.state !== 'planned' && this.#record.state !== 'reserved') return;
    await this.#commit({ ...this.#record, state: 'sending' }, next, {});
  }

  async #ask(name: string): Promise<Next> {
    await this.#begin({ do: 'ask', step: name });
    // What was never sent is not unknown.
    if (this.#record.state === 'sending' && this.#record.sentAt !== undefined)
      await this.#commit({ ...this.#record, state: 'unknown' }, { do: 'ask', step: name }, {});
    this.#assertHeld();
    const { operation, input, env, vendor } = this.#opened;
    const deadlineMs = this.#opened.deadlineMs * this.#deps.timeScale;
    const outcome = await recoverStep(operation, name, input, this.#kept, env, { deadlineMs, vendor });
    this.#deps.onPoint('asked', this.#held);
    let answer: RecoveryAnswer;
    if (!outcome.ok) {
      const { kind, retryAfterMs, vendorCode } = outcome.problem;
      answer =
        vendorCode === CANNOT_BE_ASKED ? { kind: 'cannot-be-asked' } : { kind: 'problem', problem: kind, retryAfterMs };
    } else answer = outcome.value;
    const judged = afterRecovery(this.#record, this.#plan, name, answer, this.#now());
    const found = outcome.ok && outcome.value.kind === 'found' ? outcome.value : undefined;
    this.#kept = { ...this.#kept, ...found?.keep };
    this.#result = { ...this.#result, ...found?.result };
    const refusal = outcome.ok ? undefined : outcome.problem;
    const perhaps = judged.record.state === 'disputed' ? this.#perhapsDone(refusal) : undefined;
    const said = outcome.ok
      ? judged.record.state === 'absent'
        ? { code: 'absent', message: `${vendor} has no record of it: nothing was done there.` }
        : null
      : storedProblem(outcome.problem);
    const problem = perhaps ?? said;
    return this.#settleStep(judged.record, judged.next, {
      ended: found?.step ?? name,
      keep: found?.keep,
      result: found?.result,
      problem,
    });
  }

  /** What a person is told of what was not sent as far as is known here; undefined where it was. */
  #perhapsDone(refusal: ConnectorProblem | undefined): StoredProblem | undefined {
    if (!this.#plan.askFirst || this.#record.sentAt !== undefined) return undefined;
    return {
      code: 'perhaps_done',
      message: `The database went back in time, and ${this.#opened.vendor} may have done this before. Look there whether it was done.`,
      vendorCode: refusal?.vendorCode,
      vendorMessage: refusal && (refusal.vendorMessage ?? refusal.message),
    };
  }

  async #finish(): Promise<Next> {
    const prepared = await this.#prepare();
    if (prepared)
      return this.#commit({ ...this.#record, state: 'complete' }, { do: 'nothing' }, { prepared: prepared.value });
    const pause = backOff(Math.max(1, ...this.#record.steps.map((s) => s.attempt)), 30_000, 15 * 60_000);
    return this.#commit(
      { ...this.#record, state: 'confirmed' },
      { do: 'wait', until: this.#now() + pause },
      {
        problem: {
          code: 'document',
          message: 'It was bought, but its file could not be made yet; this is tried again.',
        },
      },
    );
  }

  async #prepare(): Promise<{ readonly value: unknown } | undefined> {
    try {
      return { value: await this.#handler.prepare(this.#leased.row, this.#opened.input, this.#result) };
    } catch (error) {
      this.#deps.log.error({ err: error, id: this.#held.id }, 'the outcome of an operation could not be prepared');
      return undefined;
    }
  }

  /**
   * The lease lapsed while the call was under way, and then the answer came. It is worth more than anything a look-up
   * can say: the operation is taken back from whoever holds it, and the answer is brought in.
   */
  async #bringLate(name: string, given: Given): Promise<Next> {
    const { db, sealer, leaseMs, log } = this.#deps;
    const again = await lease(db, sealer, this.#held, { leaseMs, force: true });
    if (!again) {
      log.warn({ id: this.#held.id, step: name }, 'a late answer came after the operation was over');
      throw new LeaseLost();
    }
    log.warn({ id: this.#held.id, step: name, state: again.record.state }, 'a late answer is brought in');
    this.#held = { ...this.#held, attempt: again.attempt };
    this.#record = again.record;
    this.#lost = false;
    this.#leaseWritten = performance.now();
    this.#offset = again.now - performance.now();
    if (this.#record.state === 'absent')
      // It was believed absent and is not: nobody may overlook that.
      return this.#commit(
        { ...this.#record, state: 'disputed' },
        { do: 'nothing' },
        {
          ...given,
          problem: {
            code: 'late_answer',
            message: `The answer came in after ${this.#opened.vendor} had said that it knew nothing of this: it exists there.`,
          },
        },
      );
    if (this.#record.steps.find((step) => step.name === name)?.state === 'done')
      return resumeAt(this.#record, this.#plan);
    const fromOpen: JournalRecord =
      this.#record.state === 'disputed' ? { ...this.#record, state: 'unknown' } : this.#record;
    const judged = afterStep(fromOpen, this.#plan, name, { kind: 'done' }, this.#now());
    return this.#commit(judged.record, judged.next, given);
  }

  #step(name: string) {
    const no = this.#plan.steps.findIndex((step) => step.name === name);
    const step = this.#plan.steps[no];
    if (!step) throw new RangeError(`operation ${this.#held.id} has no step "${name}"`);
    return { ...step, no };
  }

  /** Stores a record: row, steps that differ, history, and what the handler adds, in one transaction. */
  async #commit(record: JournalRecord, next: Next, given: Given): Promise<Next> {
    const { db, sealer, leaseMs } = this.#deps;
    const before = this.#record;
    const path = statePath(before.state, record.state);
    const dueInMs = next.do === 'wait' ? Math.max(0, next.until - this.#now()) : next.do === 'nothing' ? null : KEEP;
    const by = {
      userId: given.by?.userId ?? this.#leased.row.createdBy,
      sessionId: given.by?.sessionId,
      why: given.by?.note ?? given.problem?.message,
    };
    const value =
      given.ended && (given.keep !== undefined || given.result !== undefined)
        ? sealer.sealJson(
            this.#held.tenantId,
            this.#held.id,
            stepSeal(given.ended),
            encodeStepValue(given.keep, given.result, !given.withoutBytes),
          ).sealed
        : undefined;
    const now = await db.tenant(
      { tenantId: this.#held.tenantId },
      async (tx) => {
        const said = given.problem === undefined && path.length > 0 ? null : given.problem;
        const steps = record.steps.flatMap((step): StepWrite[] => {
          const old = before.steps.find((s) => s.name === step.name);
          const touched = step.name === given.began || step.name === given.ended;
          if (!touched && old?.state === step.state && old.attempt === step.attempt) return [];
          const { no, effect } = this.#step(step.name);
          const ended = step.name === given.ended;
          return [
            {
              no,
              step,
              effect,
              sealed: ended ? value : undefined,
              problem: ended ? given.problem : undefined,
              moment: step.name === given.began ? 'begin' : 'end',
            },
          ];
        });
        const [first, ...others] = steps;
        const subject = { kind: SUBJECTS[this.#held.table], id: this.#held.id };
        const moment = await writeRow(
          tx,
          this.#held,
          { state: record.state, dueInMs, sentNow: given.sentNow, problem: said, leaseMs },
          { step: first, told: changeRows(this.#held.tenantId, subject, before.state, path, by) },
        );
        for (const step of others) await writeStep(tx, this.#held, step);
        let from = before.state;
        for (const [index, to] of path.entries()) {
          await this.#handler.changed(tx, { ...this.#leased.row, state: to }, this.#opened.input, {
            from,
            to,
            began: before.state,
            next: path[index + 1],
            problem: given.problem ?? undefined,
            result: this.#result,
            kept: this.#kept,
            prepared: to === 'complete' ? given.prepared : undefined,
            by: given.by,
          });
          from = to;
        }
        if (given.ended) this.#deps.onPoint('in-outcome', this.#held);
        return moment;
      },
      { byKey: true },
    );
    this.#record = given.sentNow ? { ...record, sentAt: now } : record;
    this.#offset = now - performance.now();
    this.#leaseWritten = performance.now();
    if (given.ended) this.#deps.onPoint('outcome-stored', this.#held);
    for (const to of path) this.#handler.committed?.(this.#leased.row, to);
    return next;
  }
}

interface Given {
  readonly began?: string | undefined;
  readonly ended?: string | undefined;
  readonly keep?: JsonObject | undefined;
  readonly result?: object | undefined;
  readonly problem?: StoredProblem | null | undefined;
  readonly sentNow?: { readonly settleAfterMs: number } | undefined;
  readonly prepared?: unknown;
  readonly withoutBytes?: boolean;
  readonly by?: Decider | undefined;
}

/** The changes that lead from one state to another: one, or two where the table goes through a state between. */
export function statePath(from: PurchaseState, to: PurchaseState): readonly PurchaseState[] {
  if (from === to) return [];
  if (transition(PURCHASE_TRANSITIONS, from, to).ok) return [to];
  for (const between of ['reserved', 'sending', 'unknown', 'confirmed'] as const)
    if (transition(PURCHASE_TRANSITIONS, from, between).ok) {
      const rest = PURCHASE_TRANSITIONS[between].includes(to) ? [to] : undefined;
      if (rest) return [between, ...rest];
    }
  throw new RangeError(`an operation cannot go from ${from} to ${to}`);
}
