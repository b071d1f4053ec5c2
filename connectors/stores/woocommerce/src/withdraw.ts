/**
 * Taking a report back: the order waits again ("processing") and our entry says that it no longer stands, in one call. Then
 * its numbers are removed from the extension Shipment Tracking, one a step, and a note tells staff.
 */
import { fail } from '@scanship/connector-kit/errors';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import type { Recovery, Step, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import type { WithdrawInput, WithdrawResult } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { ask } from './client.ts';
import { MOST_PARCELS } from './fulfil.ts';
import { API } from './manifest.ts';
import { stateOf } from './order-reader.ts';
import { orderState, writeReport, type OrderState, type Report } from './report.ts';
import { ID } from './reading.ts';
import { removeTracking, trackingsOf, type Tracking } from './tracking.ts';

type WithdrawStep = Step<WithdrawInput, WithdrawResult, StoreEnv>;

/** A report is one entry, so there is one id. @throws ConnectorError `refused` for one the order does not have */
async function reportOf(
  input: WithdrawInput,
  env: StoreEnv,
): Promise<{ readonly state: OrderState; readonly report: Report }> {
  const [id, ...more] = input.fulfilmentIds;
  if (more.length > 0) throw fail('invalid-input', 'Reports to WooCommerce are taken back one by one.');
  const state = await orderState(input.externalOrderId, env);
  const report = state.reports.find((r) => r.reference === id);
  if (!report) throw fail('refused', 'The shop does not know this report.', { vendorCode: 'report-unknown' });
  return { state, report };
}

const cancelStep: WithdrawStep = {
  name: 'cancel',
  effect: 'create',
  async run(input, _kept, env) {
    const { state, report } = await reportOf(input, env);
    if (!report.live) return { kind: 'done', result: {} };
    // Only what we completed is opened again; a cancelled or refunded order stays what it is.
    const status = stateOf(state.status) === 'shipped' ? 'processing' : undefined;
    await writeReport(input.externalOrderId, { ...report, live: false }, status, 'take the report back', env);
    return { kind: 'done', result: {} };
  },
};

/** Numbers of the report that the extension still shows. */
async function shown(input: WithdrawInput, env: StoreEnv): Promise<readonly Tracking[]> {
  const { report, state } = await reportOf(input, env);
  const live = state.reports.filter((r) => r.live).flatMap((r) => r.numbers);
  const there = (await trackingsOf(input.externalOrderId, env)) ?? [];
  return there.filter((t) => report.numbers.includes(t.number) && !live.includes(t.number));
}

const removeStep = (index: number): WithdrawStep => ({
  name: index === 0 ? 'untrack' : `untrack-${index + 1}`,
  effect: 'create',
  async run(input, kept, env) {
    // An empty extension is asked once, not twenty times.
    if (kept.untracked === true) return { kind: 'done' };
    const [first, ...more] = await shown(input, env);
    if (first) await removeTracking(input.externalOrderId, first, env);
    return { kind: 'done', keep: { untracked: more.length === 0 } };
  },
});

const NOTE = 'No longer shipped: the label was voided';
const noteOf = (report: Report): string => `${NOTE} (${report.numbers.join(', ') || report.reference}).`;

async function hasNote(input: WithdrawInput, env: StoreEnv): Promise<boolean> {
  const { report } = await reportOf(input, env);
  const json = await ask(env, { name: 'notes', path: `${API}/orders/${input.externalOrderId}/notes` });
  return readObject({ notes: json })
    .strictList('notes', (note) => note.raw('note'))
    .includes(noteOf(report));
}

const noteStep: WithdrawStep = {
  name: 'note',
  effect: 'create',
  async run(input, _kept, env) {
    const { report } = await reportOf(input, env);
    if (await hasNote(input, env)) return { kind: 'done', result: {} };
    const answer = await ask(env, {
      name: 'add a note',
      method: 'POST',
      path: `${API}/orders/${input.externalOrderId}/notes`,
      body: { note: noteOf(report), customer_note: false },
    });
    readObject(answer).id('id', ID);
    return { kind: 'done', result: {} };
  },
};

async function recover(
  input: WithdrawInput,
  step: string,
  _kept: unknown,
  env: StoreEnv,
): Promise<Recovery<WithdrawResult>> {
  const found = (is: boolean): Recovery<WithdrawResult> =>
    is ? { kind: 'found', step, result: {} } : { kind: 'absent' };
  if (step === 'note') return found(await hasNote(input, env));
  // Removing goes by what is still shown, so a step that is run again does no harm: it takes the next one.
  if (step.startsWith('untrack')) return { kind: 'absent' };
  return found(!(await reportOf(input, env)).report.live);
}

export const withdraw: SteppedOperation<WithdrawInput, WithdrawResult, StoreEnv> = {
  steps: [cancelStep, ...Array.from({ length: MOST_PARCELS }, (_v, index) => removeStep(index)), noteStep],
  recovery: 'by-reference',
  recover,
  settleAfterMs: 10_000,
};
