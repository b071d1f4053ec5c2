/**
 * A driver is called to a place. The answer is a number; which call finds or takes back a booking is not known for certain, so
 * a booking that was cut off is left to a person and one that stands is called off on the telephone.
 */
import type { PickupPlace } from '@scanship/domain/carrier-operations';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { readObject } from '@scanship/connector-kit/json-reader';
import type { PickupInput, PickupOperations, PickupResult } from '@scanship/connector-kit/pickup';
import type { JsonObject, StepOutcome } from '@scanship/connector-kit/steps';
import { exchange, SHIPMENT } from './client.ts';
import { addressMessage } from './messages.ts';

/** GLS Canada's codes: SH shipping, MR mail room, OT any other place, which is then said in words. */
const PLACES: Readonly<Record<PickupPlace, readonly [code: string, english: string, french: string]>> = {
  'loading-dock': ['SH', '', ''],
  'mail-room': ['MR', '', ''],
  'front-door': ['OT', 'Front door', 'Porte avant'],
  'back-door': ['OT', 'Back door', 'Porte arrière'],
  reception: ['OT', 'Reception', 'Réception'],
  other: ['OT', 'Other', 'Autre'],
};

const DAY_MS = 86_400_000;

/** @throws ConnectorError `invalid-input` for a time that cannot be */
export function pickupMessage(input: PickupInput, now: Date): Record<string, unknown> {
  // Behind the clock of every place in Canada, so only days that are surely over are refused here.
  if (input.date < new Date(now.getTime() - DAY_MS).toISOString().slice(0, 10))
    throw fail('invalid-input', 'The day of the pickup is over.', { field: 'date' });
  if (input.closeTime <= input.readyTime)
    throw fail('invalid-input', 'The pickup must end later than it begins.', { field: 'closeTime' });
  const [location, english, french] = PLACES[input.place];
  const instructions = (input.instructions ?? '').replaceAll(/\s+/g, ' ').trim();
  const otherLocation = [input.language === 'fr' ? french : english, instructions]
    .filter((part) => part !== '')
    .join(' - ');
  return {
    sender: addressMessage(input.address, 'address', input.language),
    date: input.date,
    ready: input.readyTime,
    officeClose: input.closeTime,
    location,
    ...(otherLocation === '' ? {} : { otherLocation }),
    category: 'Parcel',
  };
}

async function book(input: PickupInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<PickupResult>> {
  const json = pickupMessage(input, env.now());
  const response = await exchange(env, { method: 'POST', path: '/pickup', name: 'book pickup', json });
  const confirmation = readObject(response.json()).id('ID', SHIPMENT);
  return { kind: 'done', keep: { confirmation }, result: { confirmation, messages: [] } };
}

export const pickup: PickupOperations = {
  book: { steps: [{ name: 'book', effect: 'create', run: book }], recovery: 'none', settleAfterMs: 0 },
};
