/**
 * Reporting parcels: the fulfilments that hold the lines are completed in one call, checked against the version of the order.
 * A fulfilment has one number; further ones stand in the shipping note. Each report leaves its mark in the fulfilment's
 * metadata, which only this app sees, so that no report is made twice and the last part completes the whole.
 */
import { createHash } from 'node:crypto';
import { ConnectorError, fail } from '@scanship/connector-kit/errors';
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, Recovery, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import type { FulfilInput, FulfilResult } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { carrierName } from './carriers.ts';
import { ask, find } from './client.ts';
import { fulfilmentsOf, isUnpaid, lineUnits, noteWith, readState, type SquareFulfilment } from './order-reader.ts';
import { ID } from './reading.ts';

/** Square keeps at most ten entries an app and fulfilment. */
const MOST_REPORTS = 10;
const MOST_IN_NOTE = 500;
/** Somebody changed the order between our question and our report; nothing happened. */
const CONFLICTS = new Set(['VERSION_MISMATCH', 'CONFLICT']);
const ATTEMPTS = 3;

/** Name of a report's mark. */
const markOf = (reference: string): string =>
  `report_${createHash('sha256').update(reference).digest('hex').slice(0, 16)}`;

/** Units by mark. Only our own: other entries of this app would not be numbers of units. */
function marksOf(fulfilment: SquareFulfilment): ReadonlyMap<string, number> {
  const raw = fulfilment.node.maybe('metadata', (n) => fulfilment.node.object(n));
  const value: unknown = fulfilment.node.raw('metadata');
  const names = raw && typeof value === 'object' && value !== null ? Object.keys(value) : [];
  return new Map(
    names.flatMap((name) => (/^report_[0-9a-f]{16}$/.test(name) && raw ? [[name, raw.integer(name, 1)] as const] : [])),
  );
}

interface State {
  readonly order: ObjectReader;
  readonly shipments: readonly SquareFulfilment[];
  readonly units: ReadonlyMap<string, number>;
}

const refuse = (message: string, vendorCode: string): ConnectorError => fail('refused', message, { vendorCode });

async function stateOf(externalOrderId: string, env: StoreEnv): Promise<State> {
  const path = `/v2/orders/${encodeURIComponent(externalOrderId)}`;
  const answer = ID.test(externalOrderId) ? await find(env, { name: 'order', path }) : undefined;
  if (!answer) throw refuse('Square does not know this order.', 'order-unknown');
  const order = answer.object('order');
  if (order.string('id', ID) !== externalOrderId) throw new FieldProblem('order.id', 'is another order’s');
  return { order, shipments: fulfilmentsOf(order).filter(({ ships }) => ships), units: lineUnits(order) };
}

const textOf = ({ details }: SquareFulfilment, name: string): string =>
  details?.maybe(name, (n) => details.string(n)) ?? '';

/** All numbers a fulfilment shows: the first in its field, the others in the note. */
function numbersOf(shipment: SquareFulfilment): string[] {
  const further = /^Further parcels: (.+)$/m.exec(textOf(shipment, 'shipping_note'))?.[1]?.split(', ') ?? [];
  return [textOf(shipment, 'tracking_number'), ...further].filter((number) => number !== '');
}

/** Fulfilments that carry this report's mark and its numbers. */
const own = (state: State, input: FulfilInput): readonly SquareFulfilment[] =>
  state.shipments.filter(
    (shipment) =>
      marksOf(shipment).has(markOf(input.reference)) &&
      input.parcels.every(({ trackingNumber }) => numbersOf(shipment).includes(trackingNumber)),
  );

const unitsIn = ({ units }: SquareFulfilment, lines: ReadonlyMap<string, number>): number =>
  [...(units ?? lines).values()].reduce((sum, quantity) => sum + quantity, 0);

interface Target {
  readonly shipment: SquareFulfilment;
  /** Units of this report. */
  readonly now: number;
  readonly completes: boolean;
}

/** The fulfilments this report is about. A line that moved since is looked for by its own id. */
function targetsOf(state: State, input: FulfilInput): Target[] {
  const open = state.shipments.filter((shipment) => shipment.state === 'open');
  const holds = (shipment: SquareFulfilment, line: string): boolean => (shipment.units ?? state.units).has(line);
  const units = new Map<SquareFulfilment, number>();
  for (const line of input.lines) {
    const named = state.shipments.find((shipment) => shipment.uid === line.group);
    const shipment = named ?? open.find((one) => holds(one, line.externalLineId));
    if (!shipment || !holds(shipment, line.externalLineId))
      throw refuse('Square has none of these items left to ship in this order.', 'nothing-left');
    if (shipment.state !== 'open')
      throw refuse(
        shipment.state === 'done'
          ? 'Square already has these items marked as shipped.'
          : 'This shipment was cancelled at Square.',
        'nothing-left',
      );
    units.set(shipment, (units.get(shipment) ?? 0) + line.quantity);
  }
  return [...units].map(([shipment, now]) => {
    const before = [...marksOf(shipment).values()].reduce((sum, quantity) => sum + quantity, 0);
    return { shipment, now, completes: before + now >= unitsIn(shipment, state.units) };
  });
}

/** Why this order takes no report now, or undefined. */
function refusal(state: State): ConnectorError | undefined {
  const is = readState(state.order);
  if (is === 'CANCELED') return refuse('The order was cancelled at Square.', 'order-cancelled');
  if (is === 'COMPLETED') return refuse('Square already has this order marked as completed.', 'nothing-left');
  if (is === 'DRAFT') return refuse('The order is still a draft at Square.', 'on-hold');
  if (isUnpaid(state.order)) return refuse('The order is not paid in full at Square; report it when it is.', 'on-hold');
  if (!state.order.has('version'))
    return refuse('Square lets no app change this order; mark it as shipped in the Square Dashboard.', 'read-only');
  return undefined;
}

/** What is told of one fulfilment; the first number has a field, the others stand in the note. */
function reportOn(target: Target, input: FulfilInput): object {
  const { shipment, now, completes } = target;
  const told = numbersOf(shipment);
  const numbers = [...new Set([...told, ...input.parcels.map(({ trackingNumber }) => trackingNumber)])];
  const [main = '', ...further] = numbers;
  const note = noteWith(textOf(shipment, 'shipping_note'), further);
  if (note.length > MOST_IN_NOTE)
    throw fail('invalid-input', `Square has no room for the numbers of ${numbers.length} parcels in one shipment.`);
  if (marksOf(shipment).size >= MOST_REPORTS)
    throw refuse('Square keeps the marks of ten reports for one shipment, and there are ten.', 'too-many');
  const url = input.parcels[0]?.trackingUrl;
  return {
    uid: shipment.uid,
    state: completes ? 'COMPLETED' : 'PREPARED',
    metadata: { [markOf(input.reference)]: String(now) },
    shipment_details: {
      ...(main !== '' && { carrier: carrierName(input.carrier), tracking_number: main }),
      ...(told.length === 0 && url !== undefined && url.length <= 2_000 && { tracking_url: url }),
      ...(further.length > 0 && { shipping_note: note }),
    },
  };
}

const done = (shipments: readonly { readonly uid: string }[]): StepOutcome<FulfilResult> => ({
  kind: 'done',
  result: { fulfilmentIds: shipments.map(({ uid }) => uid) },
});

async function attempt(input: FulfilInput, env: StoreEnv): Promise<StepOutcome<FulfilResult>> {
  const state = await stateOf(input.externalOrderId, env);
  const before = own(state, input);
  if (before.length > 0) return done(before);
  const refused = refusal(state);
  if (refused) throw refused;
  const targets = targetsOf(state, input);
  if (targets.length === 0) throw fail('invalid-input', 'A report to Square needs at least one item.');
  const rest = state.shipments.filter((shipment) => !targets.some((target) => target.shipment === shipment));
  const others = fulfilmentsOf(state.order).filter(({ ships }) => !ships);
  const ends =
    targets.every(({ completes }) => completes) && [...rest, ...others].every((shipment) => shipment.state !== 'open');
  const version = state.order.integer('version', 0);
  const answer = await ask(env, {
    name: 'report as shipped',
    method: 'PUT',
    path: `/v2/orders/${encodeURIComponent(input.externalOrderId)}`,
    body: {
      order: {
        location_id: state.order.string('location_id', ID),
        version,
        // Square leaves a paid order open until somebody says that it is done.
        ...(ends && { state: 'COMPLETED' }),
        fulfillments: targets.map((target) => reportOn(target, input)),
      },
      // Without a key Square answers 200 and changes nothing. Another version is another request.
      idempotency_key: `${markOf(input.reference)}:${version}`,
    },
  });
  const after = fulfilmentsOf(answer.object('order'));
  for (const { shipment, completes } of targets) {
    const now = after.find(({ uid }) => uid === shipment.uid);
    if (!now || !marksOf(now).has(markOf(input.reference)) || (completes && now.state !== 'done'))
      throw new FieldProblem('order.fulfillments', 'do not show the report that was made');
  }
  return done(targets.map(({ shipment }) => shipment));
}

async function create(input: FulfilInput, _kept: JsonObject, env: StoreEnv): Promise<StepOutcome<FulfilResult>> {
  for (let turn = 1; ; turn += 1)
    try {
      return await attempt(input, env);
    } catch (error) {
      const conflict = error instanceof ConnectorError && CONFLICTS.has(error.problem.vendorCode ?? '');
      if (!conflict || turn === ATTEMPTS) throw error;
    }
}

async function recover(
  input: FulfilInput,
  step: string,
  _kept: JsonObject,
  env: StoreEnv,
): Promise<Recovery<FulfilResult>> {
  const made = own(await stateOf(input.externalOrderId, env), input);
  return made.length === 0
    ? { kind: 'absent' }
    : { kind: 'found', step, result: { fulfilmentIds: made.map(({ uid }) => uid) } };
}

export const fulfil: SteppedOperation<FulfilInput, FulfilResult, StoreEnv> = {
  steps: [{ name: 'create', effect: 'create', run: create }],
  recovery: 'by-reference',
  recover,
  settleAfterMs: 10_000,
};
