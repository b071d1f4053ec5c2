/**
 * A parcel, then its papers. Parcels are listed without our reference, so one whose answer was lost cannot be told from
 * others and is left to a person; what is made can always be printed again.
 */
import type { CarrierFile, ShipInput, ShipResult } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { path } from '@scanship/connector-kit/http/http-address';
import { excerpt } from '@scanship/connector-kit/http/http-response';
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { customerOf, exchange, ID, ourField, sentence } from './client.ts';
import { manifest } from './manifest.ts';
import { parcelMessage } from './messages.ts';
import { download } from './papers.ts';
import { crossesCustoms } from './services.ts';

const NUMBER = /^[A-Za-z0-9]{6,40}$/;

/** Errors come in an answer that says "accepted": a parcel without a number was not made. */
function refuseErrors(answer: ObjectReader): void {
  if (answer.has('trackingNumber') || !answer.has('errorMessages')) return;
  const [first] = answer.strictList('errorMessages', (e) => ({
    field: e.has('field') ? e.string('field') : '',
    message: e.string('message'),
  }));
  if (!first) return;
  const words = first.field === '' ? first.message : `${first.field}: ${first.message}`;
  throw fail('invalid-input', sentence(words), { vendorMessage: excerpt(words), field: ourField(first.field) });
}

async function create(input: ShipInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  const account = { customerId: customerOf(env) };
  const response = await exchange(env, {
    method: 'POST',
    path: '/parcels',
    name: 'create parcel',
    json: parcelMessage(input.shipment, input.service, account, input.reference, input.labelFormat),
  });
  const answer = readObject(response.json());
  refuseErrors(answer);
  const id = answer.string('id', ID);
  const trackingNumber = answer.string('trackingNumber', NUMBER);
  return {
    kind: 'done',
    keep: { id },
    result: {
      carrierShipmentId: id,
      parcels: [
        {
          number: input.shipment.parcels[0]?.number ?? 1,
          trackingNumber,
          trackingUrl: `https://track.asendia.com/track/${trackingNumber}`,
        },
      ],
      // The interface tells no prices: the label costs what the customer's list says.
      charged: undefined,
    },
  };
}

async function papers(input: ShipInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  const id = readObject(kept, 'kept').string('id', ID);
  const label = await download(env, path`/parcels/${id}/label`, 'label', input.labelFormat);
  if (!label) throw fail('refused', `${manifest.name} has no label of this parcel.`);
  const files: CarrierFile[] = [
    {
      kind: 'bytes',
      document: 'label',
      format: input.labelFormat,
      bytes: label,
      parcelNumber: input.shipment.parcels[0]?.number ?? 1,
    },
  ];
  // Where the declaration is part of the label there is no document beside it.
  const declaration = crossesCustoms(input.shipment)
    ? await download(env, path`/parcels/${id}/customs-document`, 'customs document', 'pdf')
    : undefined;
  if (declaration) files.push({ kind: 'bytes', document: 'customs-invoice', format: 'pdf', bytes: declaration });
  return { kind: 'done', result: { files } };
}

export const ship: SteppedOperation<ShipInput, ShipResult> = {
  steps: [
    { name: 'create', effect: 'create', run: create },
    { name: 'papers', effect: 'read', run: papers },
  ],
  recovery: 'none',
  settleAfterMs: 60_000,
};
