/**
 * Reporting parcels: our entry in the order, the numbers in the extension Shipment Tracking where there is one, a note on
 * the order, and at last, when nothing of the order is left, its status "completed", with which WooCommerce mails the buyer.
 * Each is a step of its own, since a step makes one call that changes something.
 */
import { fail } from '@scanship/connector-kit/errors';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, Recovery, Step, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import type { FulfilInput, FulfilResult } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { ask } from './client.ts';
import { API } from './manifest.ts';
import { holdOf, stateOf } from './order-reader.ts';
import {
  isWhole,
  orderState,
  ownReport,
  REFERENCE,
  reportOf,
  unitsLeft,
  writeReport,
  type OrderState,
} from './report.ts';
import { ID } from './reading.ts';
import { addTracking, knownProvider, trackingsOf } from './tracking.ts';

/** More parcels than this are reported in several parts by the caller. */
export const MOST_PARCELS = 20;

type FulfilStep = Step<FulfilInput, FulfilResult, StoreEnv>;

const refuse = (state: OrderState, why: string, vendorCode: string): ReturnType<typeof fail> =>
  fail('refused', `Order ${state.number} ${why}`, { vendorCode });

/** @throws ConnectorError `refused` when these units cannot be reported */
function checkReportable(state: OrderState, input: FulfilInput): void {
  const kind = stateOf(state.status);
  if (kind === 'cancelled' || kind === 'draft')
    throw refuse(state, 'was cancelled in the shop, so it cannot be reported as shipped.', 'order-cancelled');
  if (kind === 'shipped') throw refuse(state, 'is completed in the shop already.', 'nothing-left');
  if (kind === 'held')
    throw refuse(
      state,
      `waits in the shop (${holdOf(state.status).reason.replace(/\.$/, '')}); release it there, then it can be reported.`,
      'on-hold',
    );
  for (const { id, quantity } of reportOf(input).lines) {
    const left = unitsLeft(state, id);
    if (left < quantity)
      throw refuse(
        state,
        `has ${left} of ${quantity} units of a line left to ship in the shop; the rest was shipped, refunded or removed there.`,
        'nothing-left',
      );
  }
}

/** What the steps after the first need of it. */
const kept = (own: JsonObject): { reference: string; provider: string | undefined; extension: boolean } => {
  const reader = readObject(own);
  return {
    reference: reader.string('reference', REFERENCE),
    provider: reader.has('provider') ? reader.string('provider') : undefined,
    extension: reader.boolean('extension'),
  };
};

const planStep: FulfilStep = {
  name: 'plan',
  effect: 'read',
  async run(input, _kept, env) {
    if (!REFERENCE.test(input.reference))
      throw fail('invalid-input', 'The reference of a report has characters that cannot be kept.');
    if (input.parcels.length > MOST_PARCELS)
      throw fail(
        'invalid-input',
        `At most ${MOST_PARCELS} parcels are reported at once; report them in several parts.`,
      );
    const state = await orderState(input.externalOrderId, env);
    // What was reported before, by an attempt whose journal was lost, is not reported again.
    const own = ownReport(state, input);
    if (!own) checkReportable(state, input);
    const trackings = await trackingsOf(input.externalOrderId, env);
    const provider =
      trackings === undefined ? undefined : await knownProvider(input.externalOrderId, input.carrier.name, env);
    const reference = own?.reference ?? input.reference;
    return {
      kind: 'done',
      keep: {
        reference,
        extension: trackings !== undefined,
        ...(provider === undefined ? {} : { provider }),
        ...(own ? { there: true } : {}),
      },
      result: own ? { fulfilmentIds: [reference] } : {},
    };
  },
};

const createStep: FulfilStep = {
  name: 'create',
  effect: 'create',
  async run(input, own, env) {
    const { reference } = kept(own);
    const result = { fulfilmentIds: [reference] };
    if (own.there === true) return { kind: 'done', result };
    await writeReport(input.externalOrderId, reportOf(input), undefined, 'report as shipped', env);
    return { kind: 'done', result };
  },
};

const nameOf = (index: number): string => (index === 0 ? 'tracking' : `tracking-${index + 1}`);

const trackingStep = (index: number): FulfilStep => ({
  name: nameOf(index),
  effect: 'create',
  async run(input, own, env) {
    const { extension, provider } = kept(own);
    const parcel = input.parcels[index];
    if (!extension || !parcel) return { kind: 'done' };
    const there = await trackingsOf(input.externalOrderId, env);
    if (there?.some((t) => t.number === parcel.trackingNumber) !== true)
      await addTracking(input, parcel, provider, env);
    return { kind: 'done' };
  },
});

/** For the buyer or for staff; also how a repeat knows it again. */
export function noteText(input: FulfilInput): string {
  const parcels = input.parcels.map((p) =>
    p.trackingUrl ? `${p.trackingNumber} (${p.trackingUrl})` : p.trackingNumber,
  );
  return parcels.length === 0
    ? `Shipped with ${input.carrier.name}.`
    : `Shipped with ${input.carrier.name}: ${parcels.join(', ')}`;
}

async function hasNote(input: FulfilInput, env: StoreEnv): Promise<boolean> {
  const json = await ask(env, { name: 'notes', path: `${API}/orders/${input.externalOrderId}/notes` });
  const notes = readObject({ notes: json }).strictList('notes', (note) => {
    const text = note.raw('note');
    return typeof text === 'string' ? text : '';
  });
  const first = input.parcels[0]?.trackingNumber ?? '';
  return notes.some(
    (text) =>
      text.startsWith(`Shipped with ${input.carrier.name}`) &&
      input.parcels.every((p) => text.includes(p.trackingNumber)) &&
      text.includes(first),
  );
}

const noteStep: FulfilStep = {
  name: 'note',
  effect: 'create',
  async run(input, _own, env) {
    if (await hasNote(input, env)) return { kind: 'done' };
    const answer = await ask(env, {
      name: 'add a note',
      method: 'POST',
      path: `${API}/orders/${input.externalOrderId}/notes`,
      body: { note: noteText(input), customer_note: input.notifyBuyer },
    });
    readObject(answer).id('id', ID);
    return { kind: 'done' };
  },
};

const completeStep: FulfilStep = {
  name: 'complete',
  effect: 'create',
  async run(input, own, env) {
    const { reference } = kept(own);
    const result = { fulfilmentIds: [reference] };
    const state = await orderState(input.externalOrderId, env);
    if (stateOf(state.status) !== 'to-ship' || !isWhole(state)) return { kind: 'done', result };
    const report = state.reports.find((r) => r.reference === reference) ?? reportOf(input);
    await writeReport(input.externalOrderId, report, 'completed', 'complete the order', env);
    return { kind: 'done', result };
  },
};

async function recover(
  input: FulfilInput,
  step: string,
  own: JsonObject,
  env: StoreEnv,
): Promise<Recovery<FulfilResult>> {
  const found = (is: boolean): Recovery<FulfilResult> =>
    is ? { kind: 'found', step, result: { fulfilmentIds: [kept(own).reference] } } : { kind: 'absent' };
  if (step === 'note') return found(await hasNote(input, env));
  if (step.startsWith('tracking')) {
    const parcel = input.parcels[Array.from({ length: MOST_PARCELS }, (_v, i) => nameOf(i)).indexOf(step)];
    const there = await trackingsOf(input.externalOrderId, env);
    return found(!parcel || there === undefined || there.some((t) => t.number === parcel.trackingNumber));
  }
  const state = await orderState(input.externalOrderId, env);
  if (step === 'complete') return found(stateOf(state.status) !== 'to-ship' || !isWhole(state));
  return found(ownReport(state, input) !== undefined);
}

export const fulfil: SteppedOperation<FulfilInput, FulfilResult, StoreEnv> = {
  steps: [
    planStep,
    createStep,
    ...Array.from({ length: MOST_PARCELS }, (_v, index) => trackingStep(index)),
    noteStep,
    completeStep,
  ],
  recovery: 'by-reference',
  recover,
  settleAfterMs: 10_000,
};
