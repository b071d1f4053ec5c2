/**
 * Three calls: book (this is what costs), wait until the vendor has confirmed, fetch the labels. A lost answer to the booking
 * is found in the vendor's list of bookings.
 */
import type { CarrierFile, ShipInput, ShipResult } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { path } from '@scanship/connector-kit/http/http-address';
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, Recovery, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { call } from './client.ts';
import { manifest } from './manifest.ts';
import { charges, requestMessage } from './messages.ts';
import type { VendorBooking } from './vendor.ts';

const BOOKING_ID = /^fb_[0-9a-f]{12}$/;

const keptId = (kept: JsonObject): string => {
  if (typeof kept.bookingId !== 'string') throw new RangeError('the booking id of the first step was not kept');
  return kept.bookingId;
};

async function book(input: ShipInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  const quoteId = input.rateToken?.quoteId;
  const json: VendorBooking = {
    ...requestMessage(input.shipment),
    serviceId: input.service,
    clientReference: input.reference,
    quoteId: typeof quoteId === 'string' ? quoteId : undefined,
    remarks: input.shipment.references.slice(0, 3),
  };
  const answer = readObject((await call(env, { method: 'POST', path: '/bookings', name: 'book', json })).json());
  const bookingId = answer.string('bookingId', BOOKING_ID);
  return { kind: 'done', keep: { bookingId }, result: { carrierShipmentId: bookingId } };
}

async function confirm(input: ShipInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  const answer = readObject(
    (await call(env, { method: 'GET', path: path`/bookings/${keptId(kept)}`, name: 'poll booking' })).json(),
  );
  const state = answer.choice('state', {
    processing: 'processing',
    confirmed: 'confirmed',
    rejected: 'rejected',
    cancelled: 'cancelled',
  } as const);
  if (state === 'processing') return { kind: 'wait', retryAfterMs: 250 };
  if (state !== 'confirmed') {
    const reason = answer.maybe('reason', (n) => answer.string(n));
    throw fail(
      'refused',
      `${manifest.name} did not take this shipment${reason === undefined ? '' : `: ${reason.replace(/\.?$/, '')}`}.`,
      { vendorCode: state },
    );
  }
  const parcels = answer.strictList('units', (u) => ({
    number: u.integer('unit', 1),
    trackingNumber: u.string('pro', /^TF\d{10}$/),
    trackingUrl: u.maybe('link', (n) => u.string(n, /^https?:\/\//)),
  }));
  if (parcels.length !== input.shipment.parcels.length)
    throw new FieldProblem('units', `should be ${input.shipment.parcels.length} but are ${parcels.length}`);
  const charged = answer.maybe('charges', () => charges(answer));
  return { kind: 'done', result: { parcels, charged } };
}

async function labels(input: ShipInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  const query = { format: input.labelFormat };
  const answer = readObject(
    (await call(env, { method: 'GET', path: path`/bookings/${keptId(kept)}/labels`, query, name: 'labels' })).json(),
  );
  const files = answer.strictList(
    'labels',
    (label): CarrierFile => ({
      kind: 'bytes',
      document: 'label',
      format: input.labelFormat,
      bytes: label.base64('data'),
      parcelNumber: label.integer('unit', 1),
    }),
  );
  if (files.length !== input.shipment.parcels.length)
    throw new FieldProblem('labels', `should be ${input.shipment.parcels.length} but are ${files.length}`);
  return { kind: 'done', result: { files } };
}

/** Bookings of the last three days, newest first, page by page. */
async function recover(
  input: ShipInput,
  step: string,
  _kept: JsonObject,
  env: CarrierEnv,
): Promise<Recovery<ShipResult>> {
  const since = new Date(env.now().getTime() - 3 * 86_400_000).toISOString();
  for (let offset = 0; ; ) {
    const page = readObject(
      (await call(env, { method: 'GET', path: '/bookings', query: { since, offset }, name: 'list bookings' })).json(),
    );
    // Read whole or not at all: a booking that cannot be read could be the one looked for.
    const found = page.strictList('bookings', booking).find((b) => b.reference === input.reference);
    if (found)
      return {
        kind: 'found',
        step,
        keep: { bookingId: found.bookingId },
        result: { carrierShipmentId: found.bookingId },
      };
    if (!page.has('next')) return { kind: 'absent' };
    offset = page.integer('next', offset + 1);
  }
}

const booking = (b: ObjectReader): { bookingId: string; reference: string } => ({
  bookingId: b.string('bookingId', BOOKING_ID),
  reference: b.string('clientReference'),
});

export const ship: SteppedOperation<ShipInput, ShipResult> = {
  steps: [
    { name: 'book', effect: 'create', run: book },
    { name: 'confirm', effect: 'read', run: confirm },
    { name: 'labels', effect: 'read', run: labels },
  ],
  recovery: 'listing',
  recover,
  settleAfterMs: 120_000,
};
