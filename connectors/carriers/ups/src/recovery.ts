/**
 * Label recovery: asks what UPS has of a shipment, by our reference and account or by tracking number, without any effect. It
 * finds a shipment about a second after it was made and says so when it was voided (README.md, "Label recovery").
 */
import type { CarrierFile, ShipInput, ShipResult } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { Recovery } from '@scanship/connector-kit/steps/steps';
import { accountNumber, call } from './client.ts';
import { labelFiles } from './labels.ts';
import { labelSpecification } from './messages.ts';
import { TRACKING_NUMBER, trackingUrl } from './numbers.ts';
import { errorsOf, NOT_FOUND, VOIDED } from './problems.ts';
import { everyOf } from './reading.ts';

type By = { readonly reference: string } | { readonly trackingNumber: string };
type Found =
  | { readonly kind: 'found'; readonly answer: ObjectReader }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'voided' };

async function ask(env: CarrierEnv, by: By, format: ShipInput['labelFormat']): Promise<Found> {
  const { LabelStockSize, CharacterSet: _set, ...specification } = labelSpecification(format, 'en');
  const response = await call(env, {
    method: 'POST',
    path: '/api/labels/v1/recovery',
    name: 'recover label',
    readOnly: true,
    // Both answers are a 400: they are what is asked here.
    accept: [400],
    json: {
      LabelRecoveryRequest: {
        Request: { TransactionReference: { CustomerContext: 'label recovery' } },
        // A stock size beside GIF is refused (9801050).
        LabelSpecification: format === 'zpl' ? { ...specification, LabelStockSize } : specification,
        ...('reference' in by
          ? { ReferenceValues: { ReferenceNumber: { Value: by.reference }, ShipperNumber: accountNumber(env) } }
          : { TrackingNumber: by.trackingNumber }),
      },
    },
  });
  if (response.status === 200)
    return { kind: 'found', answer: readObject(response.json()).object('LabelRecoveryResponse') };
  const errors = errorsOf(response.json());
  if (errors.some(({ code }) => VOIDED.has(code))) return { kind: 'voided' };
  if (errors.some(({ code }) => NOT_FOUND.has(code))) return { kind: 'unknown' };
  const [first] = errors;
  throw fail(
    'refused',
    `UPS could not look up the label${first ? `: ${first.message.replace(/(?<![.\s])[.\s]*$/, '')}` : ''}.`,
    {
      vendorCode: first?.code ?? 'HTTP 400',
      vendorMessage: first?.message,
    },
  );
}

interface Label {
  readonly trackingNumber: string;
  readonly image: ObjectReader | undefined;
}

const numberOf = (o: ObjectReader): string => o.string('TrackingNumber', TRACKING_NUMBER);

/** Numbers and labels of an answer; where several packages match, UPS names candidates without labels. */
function labelsOf(answer: ObjectReader): Label[] {
  const results = everyOf(answer, 'LabelResults', (result) => ({
    trackingNumber: numberOf(result),
    image: result.has('LabelImage') ? result.object('LabelImage') : undefined,
  }));
  const candidates = everyOf(answer, 'TrackingCandidate', (c) => ({ trackingNumber: numberOf(c), image: undefined }));
  return [...results, ...candidates.filter((c) => results.every((r) => r.trackingNumber !== c.trackingNumber))];
}

/** The leading package first, the others in UPS's order. */
function inOrder(labels: readonly Label[], lead: string | undefined): Label[] {
  return [...labels.filter((l) => l.trackingNumber === lead), ...labels.filter((l) => l.trackingNumber !== lead)];
}

/** What became of a purchase whose answer was lost. */
export async function recoverShipment(
  input: ShipInput,
  step: string,
  _kept: unknown,
  env: CarrierEnv,
): Promise<Recovery<ShipResult>> {
  const found = await ask(env, { reference: input.reference }, input.labelFormat);
  // A voided shipment costs nothing and can carry nothing: for the buyer there is none.
  if (found.kind !== 'found') return { kind: 'absent' };
  const { answer } = found;
  const lead = answer.maybe('ShipmentIdentificationNumber', (n) => answer.string(n, TRACKING_NUMBER));
  const labels = inOrder(labelsOf(answer), lead);
  const { parcels } = input.shipment;
  if (labels.length !== parcels.length)
    throw new FieldProblem(answer.at('LabelResults'), `should be ${parcels.length} but are ${labels.length}`);
  const files: CarrierFile[] = [];
  for (const [index, label] of labels.entries())
    files.push(...(await filesOf(env, label, input.labelFormat, parcels[index]?.number ?? index + 1)));
  const trackingNumbers = labels.map((l) => l.trackingNumber);
  const carrierShipmentId = lead ?? trackingNumbers[0] ?? '';
  return {
    kind: 'found',
    step,
    keep: { shipmentId: carrierShipmentId, trackingNumbers },
    result: {
      carrierShipmentId,
      parcels: trackingNumbers.map((trackingNumber, index) => ({
        number: parcels[index]?.number ?? index + 1,
        trackingNumber,
        trackingUrl: trackingUrl(trackingNumber),
      })),
      files,
    },
  };
}

async function filesOf(
  env: CarrierEnv,
  label: Label,
  format: ShipInput['labelFormat'],
  parcelNumber: number,
): Promise<CarrierFile[]> {
  let { image } = label;
  if (!image) {
    const own = await ask(env, { trackingNumber: label.trackingNumber }, format);
    if (own.kind !== 'found') throw fail('vendor-broken', `UPS found ${label.trackingNumber} but not its label.`);
    image = labelsOf(own.answer).find((l) => l.trackingNumber === label.trackingNumber)?.image;
    if (!image) throw new FieldProblem(own.answer.at('LabelResults'), 'holds no label');
  }
  return labelFiles(image, image.object('LabelImageFormat'), parcelNumber);
}

/** Whether a package is voided. @throws ConnectorError when UPS does not know the number */
export async function isVoided(env: CarrierEnv, trackingNumber: string): Promise<boolean> {
  const found = await ask(env, { trackingNumber }, 'pdf');
  if (found.kind === 'unknown')
    throw fail('vendor-broken', `UPS cannot say yet whether ${trackingNumber} was voided: it does not find it.`);
  return found.kind === 'voided';
}
