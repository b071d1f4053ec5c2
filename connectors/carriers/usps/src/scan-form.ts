/**
 * SCAN form (PS Form 5630): one barcode for all parcels of a hand-over. Their data go to the postal systems within 15 minutes.
 * A form cannot be looked up afterwards, so a cut-off close is left to a person.
 */
import type { EndOfDayInput, EndOfDayResult } from '@scanship/connector-kit/carrier/end-of-day';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import type { StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { addressee, domesticPlace, zip } from './address.ts';
import { call } from './client.ts';
import { fileBytes } from './label-answer.ts';
import { LABEL_MEDIA_TYPE, labelAnswer } from './multipart.ts';

/** @throws ConnectorError `invalid-input` naming our field */
export function scanFormMessage(input: EndOfDayInput) {
  return {
    imageInfo: { imageType: 'PDF', labelType: '8.5X11LABEL' },
    mailingDate: input.date,
    // All labels of a form share a day; those made for another one go with this hand-over.
    overwriteMailingDate: true,
    entryFacilityZIPCode: zip(input.from, 'from.zipcode').ZIPCode,
    destinationEntryFacilityType: 'NONE',
    shipment: { trackingNumbers: input.shipments.flatMap((one) => one.trackingNumbers) },
    fromAddress: { ...addressee(input.from, 'from'), ...domesticPlace(input.from, 'from') },
  };
}

/**
 * USPS takes all parcels that were named, or refuses the form.
 * @throws FieldProblem when number or paper cannot be read, or the form does not name every parcel: a person looks then
 */
export function readScanForm(answer: ObjectReader, input: EndOfDayInput): EndOfDayResult {
  const manifestNumber = answer.id('manifestNumber', /^[A-Z0-9]{6,40}$/i);
  const raw = answer.raw('trackingNumbers');
  const taken = new Set<unknown>(Array.isArray(raw) ? raw : []);
  const missing = input.shipments.flatMap((one) => one.trackingNumbers).filter((number) => !taken.has(number));
  if (missing.length > 0) throw new FieldProblem(answer.at('trackingNumbers'), `should name ${missing.join(', ')} too`);
  return {
    manifestNumbers: [manifestNumber],
    files: [{ kind: 'bytes', document: 'manifest', format: 'pdf', bytes: fileBytes(answer, 'SCANFormImage', 'pdf') }],
    leftOut: [],
  };
}

async function close(input: EndOfDayInput, _kept: unknown, env: CarrierEnv): Promise<StepOutcome<EndOfDayResult>> {
  const response = await call(env, {
    method: 'POST',
    path: '/scan-forms/v3/scan-form',
    name: 'make SCAN form',
    headers: { accept: LABEL_MEDIA_TYPE },
    declined: 'refused',
    json: scanFormMessage(input),
  });
  const result = readScanForm(labelAnswer(response), input);
  return { kind: 'done', keep: { manifestNumbers: result.manifestNumbers }, result };
}

export const endOfDay: SteppedOperation<EndOfDayInput, EndOfDayResult> = {
  steps: [{ name: 'close', effect: 'create', run: close }],
  recovery: 'none',
  settleAfterMs: 60_000,
};
