/** Picks an operation up: takes the lease, opens it, works on it, and keeps the lease fresh meanwhile. */
import type { JsonObject } from '@scanship/domain/values/json';
import type { Decision } from '@scanship/domain/shipping/purchase';
import { type Outcome, problem } from '../problem.ts';
import type { Decider, JournalRef } from './handler.ts';
import { dueIn, type Held, lease, type Leased, LeaseLost, putOff } from './journal-store.ts';
import { type LookAgain, type OperationDeps, Session } from './session.ts';

const UNAVAILABLE_PAUSE_MS = 60_000;

/**
 * Carries out a person's decision about an operation whose outcome is open. Problems: `not_found`; `forbidden` with the
 * reason where it is too early, pointless or there is nothing to decide.
 */
export async function decideOn(
  deps: OperationDeps,
  ref: JournalRef,
  decision: Decision,
  by: Decider,
  result: JsonObject,
): Promise<Outcome<LookAgain>> {
  const leased = await lease(deps.db, deps.sealer, ref, { leaseMs: deps.leaseMs, force: true });
  if (!leased) return problem('not_found', { message: 'There is nothing to decide about this any more.' });
  return open(deps, leased, (session) => session.decide(decision, by, result));
}

/** Takes the operation if it is due and nobody has it, and does what can be done now. */
export async function workOn(deps: OperationDeps, ref: JournalRef): Promise<LookAgain> {
  const leased = await lease(deps.db, deps.sealer, ref, { leaseMs: deps.leaseMs });
  if (!leased) return dueIn(deps.db, ref);
  deps.onPoint('leased', ref);
  return proceed(deps, leased);
}

async function proceed(deps: OperationDeps, leased: Leased): Promise<LookAgain> {
  try {
    const done = await open(deps, leased, async (session) => ({ ok: true as const, value: await session.run() }));
    return done.ok ? done.value : UNAVAILABLE_PAUSE_MS;
  } catch (error) {
    if (error instanceof LeaseLost) return undefined;
    throw error;
  }
}

/** Opens a leased operation and works on it under a lease that is kept fresh; puts it off when it cannot be opened. */
async function open<T>(
  deps: OperationDeps,
  leased: Leased,
  work: (session: Session) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const { row } = leased;
  const held: Held = { table: row.table, tenantId: row.tenantId, id: row.id, attempt: leased.attempt };
  const handler = deps.handler(row);
  const opened = handler
    ? await handler.open(row)
    : problem('unavailable', { message: 'This kind of work is not known to this version of the program.' });
  if (!handler || !opened.ok) {
    const message =
      (opened.ok ? undefined : opened.problem.message) ??
      'The account this was asked with cannot be opened at the moment.';
    deps.log.error({ table: row.table, kind: row.kind, id: row.id }, `an operation cannot be opened: ${message}`);
    await putOff(deps.db, held, UNAVAILABLE_PAUSE_MS, { code: 'unavailable', message });
    return problem('unavailable', { message });
  }
  const session = new Session(deps, held, leased, handler, opened.value);
  const beat = setInterval(() => void session.prolong(), deps.leaseMs / 3);
  try {
    return await work(session);
  } finally {
    clearInterval(beat);
  }
}
