/**
 * A sporadic collection: a driver comes once to the address of the contact. GLS answers the day and no number, so ours stands in
 * the text for the depot; nothing there finds or takes back a collection, and both are left to a person and the depot.
 */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import type { PickupInput, PickupOperations, PickupResult } from '@scanship/connector-kit/carrier/pickup';
import { checkPickupTimes, placeWords } from '@scanship/connector-kit/carrier/pickup-wish';
import type { JsonObject, StepOutcome } from '@scanship/connector-kit/steps/steps';
import { plain } from './addresses.ts';
import { contactOf, shipIt } from './client.ts';
import { manifest } from './manifest.ts';
import { weightOf } from './messages.ts';

const NAME = manifest.name;

/** @throws ConnectorError `invalid-input` for a day or time that cannot be */
export function collectionMessage(input: PickupInput, contactId: string, now: Date): Record<string, unknown> {
  checkPickupTimes(input, now);
  const { load } = input;
  const express = load.services.length > 0 && load.services.every((code) => code.startsWith('EXPRESS'));
  const said = [`${input.readyTime}-${input.closeTime}`, placeWords(input.place) ?? '', plain(input.instructions)];
  return {
    ContactID: contactId,
    PreferredPickUpDate: input.date,
    NumberOfParcels: load.parcels,
    Product: express ? 'EXPRESS' : 'PARCEL',
    ExpectedTotalWeight: weightOf(load.totalGrams),
    AdditionalInformation: [...said, `Ref ${input.reference}`].filter((part) => part !== '').join(' - '),
  };
}

async function book(input: PickupInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<PickupResult>> {
  const json = collectionMessage(input, contactOf(env), env.now());
  const answer = await shipIt(env, { path: '/sporadiccollection', name: 'book collection', json });
  const date = answer.date('EstimatedPickUpDate');
  return {
    kind: 'done',
    keep: { date },
    result: {
      confirmation: input.reference,
      date,
      messages: [
        `${NAME} collects at the address it has for your contact ID, and gives no number of its own.`,
        ...(date === input.date ? [] : [`${NAME} moved the pickup to ${date}.`]),
      ],
    },
  };
}

export const pickup: PickupOperations = {
  book: { steps: [{ name: 'book', effect: 'create', run: book }], recovery: 'none', settleAfterMs: 0 },
};
