/**
 * Returns inside the customs area: one call announces, waiting for the carrier. Sendcloud keeps our reference but tells it
 * nowhere, so one that was cut off is left to a person. What became of a cancellation its history tells.
 */
import type { CancelResult, RefundAnswer, ShipInput, ShipResult } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { path } from '@scanship/connector-kit/http/http-address';
import { type ObjectReader, readObject } from '@scanship/connector-kit/answers/json-reader';
import { asSentence } from '@scanship/connector-kit/http/http-response';
import type { JsonObject, Recovery, StepOutcome } from '@scanship/connector-kit/steps/steps';
import { errorsOf, exchange, LINK } from './client.ts';
import { manifest } from './manifest.ts';
import { returnMessage } from './messages.ts';

const NAME = manifest.name;
const NUMBER = /^[A-Za-z0-9]{6,50}$/;
const POLL_MS = 1000;

/** Sendcloud's number of a return, which a shipment that goes out has none of. */
export const returnIdOf = (kept: JsonObject): number | undefined =>
  typeof kept.returnId === 'number' ? kept.returnId : undefined;

export async function announceReturn(
  input: ShipInput,
  contract: number,
  env: CarrierEnv,
): Promise<StepOutcome<ShipResult>> {
  const { shipment, service, reference } = input;
  const response = await exchange(env, {
    method: 'POST',
    path: '/returns/announce-synchronously',
    name: 'buy return label',
    json: returnMessage(shipment, { option: service, contract, reference }),
  });
  const answer = readObject(response.json());
  const returnId = answer.integer('return_id', 1);
  return {
    kind: 'done',
    keep: { returnId, parcelId: answer.integer('parcel_id', 1) },
    result: { carrierShipmentId: String(returnId) },
  };
}

async function returnById(env: CarrierEnv, id: number, name: string): Promise<ObjectReader> {
  const response = await exchange(env, { method: 'GET', path: path`/returns/${id}`, name });
  return readObject(response.json());
}

export async function confirmReturn(input: ShipInput, id: number, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  const found = await returnById(env, id, 'return label');
  const [error] = errorsOf(found.raw('errors'));
  if (error) {
    const words = typeof error.detail === 'string' ? error.detail : '';
    throw fail('refused', words === '' ? `${NAME} could not make this label.` : `${NAME}: ${asSentence(words)}`);
  }
  if (found.raw('tracking_number') === null) return { kind: 'wait', retryAfterMs: POLL_MS };
  const trackingNumber = found.string('tracking_number', NUMBER);
  const trackingUrl = found.maybe('tracking_url', (n) => found.string(n, LINK));
  return {
    kind: 'done',
    result: { parcels: [{ number: input.shipment.parcels[0]?.number ?? 1, trackingNumber, trackingUrl }] },
  };
}

/** Nobody can be asked. @throws ConnectorError `unknown-effect` */
export function leaveForReview(what: string): never {
  throw fail(
    'unknown-effect',
    `${NAME} cannot be asked what became of this ${what}; look for it in its screens under Returns.`,
    {
      vendorCode: 'cannot-be-asked',
    },
  );
}

const ASKED: ReadonlySet<string> = new Set(['CANCELLING', 'CANCELLING_UPSTREAM', 'CANCELLED', 'CANCELLED_UPSTREAM']);

/** "cancelled" among the search's values, "Ready to Ship" in the example: every status it has had, in one spelling. */
const statusesOf = (found: ObjectReader): readonly string[] =>
  found.strictList('status_history', (each) => each.string('parent_status').toUpperCase().replace(/[\s-]/g, '_'));

export async function recoverReturnCancel(id: number, step: string, env: CarrierEnv): Promise<Recovery<CancelResult>> {
  const found = await returnById(env, id, 'find return cancellation');
  if (statusesOf(found).some((status) => ASKED.has(status)))
    return { kind: 'found', step, result: { refund: 'later' } };
  if (found.boolean('is_cancellable')) return { kind: 'absent' };
  return leaveForReview('cancellation');
}

export async function lookAtReturn(id: number, env: CarrierEnv): Promise<StepOutcome<CancelResult>> {
  if (!(await returnById(env, id, 'return state')).boolean('is_cancellable'))
    throw fail('refused', 'This return can no longer be cancelled.');
  return { kind: 'done' };
}

export async function cancelReturn(id: number, env: CarrierEnv): Promise<StepOutcome<CancelResult>> {
  const response = await exchange(env, { method: 'PATCH', path: path`/returns/${id}/cancel`, name: 'cancel return' });
  readObject(response.json()).string('message');
  return { kind: 'done', result: { refund: 'later' } };
}

export async function refundOfReturn(id: number, env: CarrierEnv): Promise<RefundAnswer> {
  const found = await returnById(env, id, 'return refund');
  if (statusesOf(found).includes('CANCELLED')) return { state: 'received' };
  return found.has('delivered_at_iso')
    ? { state: 'refused', message: 'The parcel was handed to the carrier after all.' }
    : { state: 'pending' };
}
