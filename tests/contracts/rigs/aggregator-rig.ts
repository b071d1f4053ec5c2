/** Every call that a connector makes in a run of its operations, as the vendor sees it, with what the simulator answered. */
import type { Carrier, ShipInput } from '@scanship/connector-kit/carrier/carrier';
import {
  drive,
  freshDrive,
  newPurchase,
  openHarnessEnv,
  type Harness,
} from '@scanship/connector-kit/conformance/conformance-harness';
import { closingOf, pickupInput } from '@scanship/connector-kit/conformance/conformance-operations';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import type { HttpRequest } from '@scanship/connector-kit/http/http';
import { recoverStep } from '@scanship/connector-kit/steps/step-runner';
import type { CarrierOperation } from '@scanship/domain/shipping/carrier-operations';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import type { ApiRequest } from '../judges/openapi.ts';

export interface SentCall {
  readonly operation: CarrierOperation;
  readonly name: string;
  readonly request: ApiRequest;
  readonly status: number;
  /** JSON where the answer is. */
  readonly answer: unknown;
}

const wire = (request: HttpRequest): ApiRequest => {
  const url = new URL(request.path, 'http://vendor');
  for (const [name, value] of Object.entries(request.query ?? {}))
    if (value !== undefined) url.searchParams.set(name, String(value));
  return {
    method: request.method,
    // A link of the simulator has the simulator's own path before the vendor's.
    path: `${url.pathname.replace(/^\/[a-z][a-z-]*(?=\/v\d\/)/, '')}${url.search}`,
    headers: { ...request.headers },
    body: typeof request.body === 'string' ? request.body : undefined,
  };
};

/** An environment that writes down what is sent for an operation. */
function watched(env: CarrierEnv, sent: SentCall[], operation: CarrierOperation): CarrierEnv {
  return {
    ...env,
    http: {
      send: async (request) => {
        const response = await env.http.send(request);
        const isJson = /json/.test(response.headers['content-type'] ?? '');
        const answer: unknown = isJson ? response.json() : undefined;
        sent.push({ operation, name: request.name, request: wire(request), status: response.status, answer });
        return response;
      },
    },
  };
}

/**
 * Plays every operation of an aggregator's connector once, purchases for each shipment.
 * @param shipments with the service each is bought with
 */
export async function playAll(
  carrier: Carrier,
  harness: Harness,
  shipments: readonly { readonly service: string; readonly shipment: ShipmentRequest }[],
): Promise<readonly SentCall[]> {
  const sent: SentCall[] = [];
  const open = (operation: CarrierOperation): CarrierEnv =>
    watched(openHarnessEnv(carrier.manifest, harness), sent, operation);
  const { ship, cancel, endOfDay } = carrier;
  if (!ship || !cancel) throw new Error('the connector lacks an operation');
  await carrier.testConnection?.(open('testConnection'));
  await carrier.discoverServices?.(harness.samples.domestic.from, open('discoverServices'));
  for (const which of ['good', 'unknown'] as const) {
    const address = harness.samples.addresses?.[which];
    if (address) await carrier.checkAddress?.(address, open('checkAddress'));
  }
  const options = { deadlineMs: 20_000, vendor: carrier.manifest.name };
  for (const { service, shipment } of shipments) {
    const operation = shipment.return ? 'returns' : 'ship';
    const rated = await carrier.rate?.({ shipment, services: [service] }, open('rate'));
    const input: ShipInput = newPurchase(harness, { shipment, service, rateToken: rated?.offers[0]?.token });
    const bought = await drive(carrier, ship, input, open(operation), freshDrive());
    if (bought.problem) throw new Error(JSON.stringify(bought.problem));
    const costly = ship.steps.findLast(({ effect }) => effect === 'pay' || effect === 'create');
    if (costly) await recoverStep(ship, costly.name, input, bought.kept, open(operation), options);
    const trackingNumbers = (bought.result.parcels ?? []).map((parcel) => parcel.trackingNumber);
    const carrierShipmentId = bought.result.carrierShipmentId ?? '';
    const shipmentIds = Object.fromEntries(trackingNumbers.map((number) => [number, carrierShipmentId]));
    await carrier.track?.({ trackingNumbers, shipmentIds }, open('track'));
    await carrier.track?.({ trackingNumbers }, open('track'));
    const voided = { reference: input.reference, carrierShipmentId, trackingNumbers, kept: bought.kept };
    await drive(carrier, cancel, voided, open('cancel'), freshDrive());
    await carrier.refund?.(voided, open('refund'));
  }
  const since = new Date(Date.now() - 3_600_000);
  const listed = await carrier.listLabels?.({ since, size: 1 }, open('listLabels'));
  if (listed?.next !== undefined)
    await carrier.listLabels?.({ since, size: 1, cursor: listed.next }, open('listLabels'));
  if (endOfDay) {
    const closing = await closingOf(carrier, harness, openHarnessEnv(carrier.manifest, harness), 2);
    await drive(carrier, endOfDay, closing, open('endOfDay'), freshDrive());
  }
  return sent;
}

/** Plays a pickup of the samples: asked about, booked, looked up, cancelled, looked up again. */
export async function playPickup(carrier: Carrier, harness: Harness): Promise<readonly SentCall[]> {
  const sent: SentCall[] = [];
  const env = watched(openHarnessEnv(carrier.manifest, harness), sent, 'pickup');
  const { pickup } = carrier;
  if (!pickup?.cancel) throw new Error('the connector lacks pickups');
  const input = pickupInput(harness, env, carrier.manifest.pickup?.daysAhead);
  const { reference, uuid: _uuid, ...wish } = input;
  await pickup.availability?.(wish, env);
  const state = await drive(carrier, pickup.book, input, env, freshDrive());
  const { confirmation } = state.result;
  if (confirmation === undefined) throw new Error(JSON.stringify(state.problem));
  const options = { deadlineMs: 20_000, vendor: carrier.manifest.name };
  const last = (operation: { readonly steps: readonly { readonly name: string }[] }): string =>
    operation.steps.at(-1)?.name ?? '';
  await recoverStep(pickup.book, last(pickup.book), input, state.kept, env, options);
  const booked = { confirmation, reference, date: input.date, wish, kept: state.kept };
  await drive(carrier, pickup.cancel, booked, env, freshDrive());
  await recoverStep(pickup.cancel, last(pickup.cancel), booked, {}, env, options);
  return sent;
}
