/** Carrier Pickup: booked, read with an ETag that is good once and for an hour, changed and cancelled by it. */
import { createHash } from 'node:crypto';
import type { Json, JsonObject } from '@scanship/domain/values/json';
import type { BookEntry } from '@scanship/simulator-kit/books';
import {
  jsonAnswer,
  jsonBody,
  SimRefusal,
  type SimAccount,
  type SimAnswer,
  type SimContext,
  type SimRequest,
} from '@scanship/simulator-kit/simulator';
import { accept, refuse } from './contract.ts';
import { pickupChange, pickupRequest, type PickupRequest } from './contract-pickup.ts';
import { isNowhere } from './addresses.ts';

const DAY_MS = 86_400_000;

function checkPickup(asked: PickupRequest, now: Date): void {
  const today = now.toISOString().slice(0, 10);
  const day = new Date(`${asked.pickupDate}T00:00:00Z`);
  if (asked.pickupDate < today || day.getTime() - now.getTime() > 366 * DAY_MS)
    refuse('080101', 'The pickup date must be from today to one year ahead.', 'pickupDate');
  if (day.getUTCDay() === 0) refuse('080102', 'Carrier pickup is not available on Sundays.', 'pickupDate');
  if (asked.packages.reduce((sum, p) => sum + p.packageCount, 0) < 1)
    refuse('080103', 'At least one package is required.', 'packages');
  if (asked.pickupLocation.packageLocation === 'OTHER' && !asked.pickupLocation.specialInstructions)
    refuse('080104', 'specialInstructions is required for OTHER.', 'pickupLocation.specialInstructions');
  const { streetAddress, city = '' } = asked.pickupAddress.address;
  if (isNowhere(streetAddress, city))
    refuse('080105', 'The address is not eligible for carrier pickup.', 'pickupAddress');
}

const entriesOf = (number: string, account: SimAccount, sim: SimContext): BookEntry[] =>
  sim.books.byId(number).filter((entry) => entry.account === account.id);

/** The pickup as it stands: the last data that were taken; undefined when unknown or cancelled. */
function standing(number: string, account: SimAccount, sim: SimContext): BookEntry | undefined {
  const entries = entriesOf(number, account, sim);
  if (entries.some((entry) => entry.kind === 'pickup-cancelled')) return undefined;
  return entries.findLast((entry) => entry.kind === 'pickup' || entry.kind === 'note');
}

const etagOf = (entry: BookEntry): string => createHash('sha1').update(`${entry.id} ${entry.seq}`).digest('hex');

const confirmation = (id: string, request: Json | undefined): JsonObject => ({
  confirmationNumber: id,
  pickupDate: (request as { readonly pickupDate: string }).pickupDate,
  carrierPickupRequest: request,
});

export function bookPickup(request: SimRequest, account: SimAccount, sim: SimContext): SimAnswer {
  const body = jsonBody(request);
  checkPickup(accept(pickupRequest, body), sim.now());
  const id = sim.newId('WTC').toUpperCase();
  const entry = sim.books.append({ kind: 'pickup', id, account: account.id, data: { request: body as Json } });
  return jsonAnswer(200, confirmation(id, entry.data['request']), { etag: etagOf(entry) });
}

function required(request: SimRequest, account: SimAccount, sim: SimContext): BookEntry {
  const entry = standing(request.params['number'] ?? '', account, sim);
  if (!entry) throw new SimRefusal(404, '080201', 'The carrier pickup was not found.');
  return entry;
}

export function readPickup(request: SimRequest, account: SimAccount, sim: SimContext): SimAnswer {
  const entry = required(request, account, sim);
  return {
    status: 200,
    headers: { 'content-type': 'application/json', etag: etagOf(entry) },
    body: JSON.stringify([confirmation(entry.id, entry.data['request'])]),
  };
}

/** @throws SimRefusal 412 when the pickup was changed since it was read */
function matched(request: SimRequest, account: SimAccount, sim: SimContext): BookEntry {
  const match = request.headers['if-match'];
  if (match === undefined) refuse('010002', 'Request is not valid: If-Match is missing or invalid', 'If-Match');
  const entry = required(request, account, sim);
  if (match !== etagOf(entry)) throw new SimRefusal(412, '080202', 'The If-Match value is not the current ETag.');
  return entry;
}

export function changePickup(request: SimRequest, account: SimAccount, sim: SimContext): SimAnswer {
  const body = jsonBody(request);
  const asked = accept(pickupChange, body);
  const { id } = matched(request, account, sim);
  if (!asked.carrierPickupRequest) return refuse('080106', 'carrierPickupRequest is required.', 'carrierPickupRequest');
  checkPickup(asked.carrierPickupRequest, sim.now());
  const changed = (body as { readonly carrierPickupRequest: Json }).carrierPickupRequest;
  const entry = sim.books.append({ kind: 'note', id, account: account.id, data: { request: changed } });
  return jsonAnswer(200, confirmation(id, changed), { etag: etagOf(entry) });
}

export function cancelPickup(request: SimRequest, account: SimAccount, sim: SimContext): SimAnswer {
  const { id } = matched(request, account, sim);
  sim.books.append({ kind: 'pickup-cancelled', id, account: account.id, data: {} });
  return { status: 200 };
}
