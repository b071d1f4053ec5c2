/**
 * A driver is called to a place. The answer is a number; which call finds or takes back a booking is not known for certain, so
 * a booking that was cut off is left to a person and one that stands is called off on the telephone.
 */
import type { PickupPlace } from '@scanship/domain/shipping/carrier-operations';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import type { PickupInput, PickupOperations, PickupResult } from '@scanship/connector-kit/carrier/pickup';
import { checkPickupTimes, placeWords } from '@scanship/connector-kit/carrier/pickup-wish';
import type { JsonObject, StepOutcome } from '@scanship/connector-kit/steps/steps';
import { exchange, SHIPMENT } from './client.ts';
import { addressMessage } from './messages.ts';

/** GLS Canada's codes: SH shipping, MR mail room, OT any other place, which is then said in words. */
const CODES: Readonly<Partial<Record<PickupPlace, string>>> = { 'loading-dock': 'SH', 'mail-room': 'MR' };

/** @throws ConnectorError `invalid-input` for a time that cannot be */
export function pickupMessage(input: PickupInput, now: Date): Record<string, unknown> {
  checkPickupTimes(input, now);
  const code = CODES[input.place];
  const elsewhere = placeWords(input.place, input.language) ?? (input.language === 'fr' ? 'Autre' : 'Other');
  const instructions = (input.instructions ?? '').replaceAll(/\s+/g, ' ').trim();
  const otherLocation = [...(code === undefined ? [elsewhere] : []), instructions]
    .filter((part) => part !== '')
    .join(' - ');
  return {
    sender: addressMessage(input.address, 'address', input.language),
    date: input.date,
    ready: input.readyTime,
    officeClose: input.closeTime,
    location: code ?? 'OT',
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
