/**
 * One call buys. Up to 40 parcels are answered at once; above that FedEx answers a job whose result is asked for. FedEx takes
 * no idempotency key and prints no label a second time, so a lost answer is a person's (README.md, "Recovery").
 */
import type { CarrierFile, ShipInput, ShippedParcel, ShipResult } from '@scanship/connector-kit/carrier/carrier';
import { remarked } from '@scanship/connector-kit/carrier/remarked';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { currencyOf, itemisedPrice } from './charges.ts';
import { accountNumber, call, pickupType, localeOf } from './client.ts';
import { documentOf } from './labels.ts';
import { shipMessage } from './messages.ts';
import { TRACKING_NUMBER, trackingUrl } from './numbers.ts';
import { NO_WORDS, sentence } from './problems.ts';
import { companyOf } from './services.ts';

async function create(input: ShipInput, _kept: unknown, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  const { from, language } = input.shipment;
  const response = await call(env, {
    method: 'POST',
    path: '/ship/v1/shipments',
    name: 'create shipment',
    locale: localeOf(language, from.countryCode),
    json: shipMessage(input, {
      account: accountNumber(env),
      pickup: pickupType(env),
      documentsFollow: env.settings['documentsFollow'] === true,
    }),
  });
  return readCreated(response.json(), input);
}

type Done = Extract<StepOutcome<ShipResult>, { kind: 'done' }>;

/** The shipment itself, or the job that makes it. @throws FieldProblem when it is neither */
export function readCreated(json: unknown, input: Pick<ShipInput, 'shipment' | 'service'>): Done {
  const output = readObject(json).object('output');
  if (!output.has('transactionShipments') && output.has('jobId'))
    return { kind: 'done', keep: { jobId: output.string('jobId', /^[\x21-\x7e]{1,200}$/) } };
  return readShipment(output, input);
}

/** How long a job of fifty labels may take between two questions. */
const POLL_MS = 2000;

async function results(input: ShipInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  const jobId = kept['jobId'];
  if (typeof jobId !== 'string') return { kind: 'done' };
  const response = await call(env, {
    method: 'POST',
    path: '/ship/v1/shipments/results',
    name: 'shipment results',
    readOnly: true,
    json: { accountNumber: { value: accountNumber(env) }, jobId },
  });
  const output = readObject(response.json()).object('output');
  if (!output.has('transactionShipments')) return { kind: 'wait', retryAfterMs: POLL_MS };
  return readShipment(output, input);
}

/** @throws FieldProblem when numbers or labels cannot be read; an unreadable price is left out, for the label is bought */
export function readShipment(output: ObjectReader, input: Pick<ShipInput, 'shipment' | 'service'>): Done {
  const [shipment, ...others] = output.strictList('transactionShipments', (o) => o);
  if (!shipment || others.length > 0)
    throw new FieldProblem(
      output.at('transactionShipments'),
      `should be 1 but are ${others.length + (shipment ? 1 : 0)}`,
    );
  const { parcels } = input.shipment;
  const pieces = inOrder(shipment.strictList('pieceResponses', piece));
  if (pieces.length !== parcels.length)
    throw new FieldProblem(shipment.at('pieceResponses'), `should be ${parcels.length} but are ${pieces.length}`);
  const shipped: ShippedParcel[] = pieces.map(({ trackingNumber }, index) => ({
    number: parcels[index]?.number ?? index + 1,
    trackingNumber,
    trackingUrl: trackingUrl(trackingNumber),
  }));
  const labels = pieces.flatMap((one, index) => one.labels(parcels[index]?.number ?? index + 1));
  const carrierShipmentId = shipment.has('masterTrackingNumber')
    ? shipment.string('masterTrackingNumber', TRACKING_NUMBER)
    : (pieces[0]?.trackingNumber ?? '');
  return {
    kind: 'done',
    keep: {
      shipmentId: carrierShipmentId,
      trackingNumbers: shipped.map((parcel) => parcel.trackingNumber),
      company: companyOf(input.service),
    },
    result: {
      carrierShipmentId,
      parcels: shipped,
      files: [...labels, ...papers(shipment)],
      charged: shipment.maybe('completedShipmentDetail', (n) => charged(shipment.object(n))),
      ...remarked([...warnings(output), ...warnings(shipment)]),
    },
  };
}

/** FedEx speaks notes with every answer; a warning is for somebody. */
const warnings = (o: ObjectReader): readonly string[] =>
  o
    .list(
      'alerts',
      (a) => {
        const words = a.string('message');
        return {
          type: a.maybe('alertType', (n) => a.string(n)),
          words: NO_WORDS.test(words) && a.has('code') ? `FedEx warns of ${a.id('code')}` : words,
        };
      },
      { optional: true },
    )
    .flatMap(({ type, words }) => (type === 'WARNING' ? [sentence(words)] : []));

interface Piece {
  readonly sequence: number | undefined;
  readonly trackingNumber: string;
  labels(parcelNumber: number): CarrierFile[];
}

function piece(o: ObjectReader): Piece {
  const documents = o.strictList('packageDocuments', documentOf);
  const labels = documents.filter(({ contentType }) => contentType === 'LABEL');
  if (labels.length === 0) throw new FieldProblem(o.at('packageDocuments'), 'hold no label');
  return {
    sequence: o.has('packageSequenceNumber') ? o.integer('packageSequenceNumber', 1) : undefined,
    trackingNumber: o.string('trackingNumber', TRACKING_NUMBER),
    labels: (number) => labels.map((label) => label.file('label', number)),
  };
}

/** By the numbers FedEx gives the pieces, where every piece has one of its own. */
function inOrder(pieces: readonly Piece[]): readonly Piece[] {
  const numbers = new Set(pieces.map(({ sequence }) => sequence));
  return numbers.size === pieces.length && !numbers.has(undefined)
    ? pieces.toSorted((a, b) => (a.sequence ?? 0) - (b.sequence ?? 0))
    : pieces;
}

/** Papers of the whole shipment: the commercial invoice FedEx made. One that cannot be read does not lose the label. */
function papers(shipment: ObjectReader): CarrierFile[] {
  const documents = shipment.list('shipmentDocuments', documentOf, { optional: true });
  return documents.flatMap((one) => {
    if (!/INVOICE/.test(one.contentType)) return [];
    try {
      return [one.file('customs-invoice')];
    } catch (error) {
      if (!(error instanceof FieldProblem)) throw error;
      shipment.problems.push(error.message);
      return [];
    }
  });
}

const SHIP_NAMES = { type: 'surchargeType', surcharges: 'surcharges', discount: 'totalFreightDiscounts' };

/** What the account pays: the rate FedEx calls the actual one. Ground says it with the first parcel only, so it may be absent. */
function charged(completed: ObjectReader): ShipResult['charged'] {
  if (!completed.has('shipmentRating')) return undefined;
  const rating = completed.object('shipmentRating');
  const actual = rating.string('actualRateType', /^[A-Z_]{3,60}$/);
  const details = rating.strictList('shipmentRateDetails', (o) => o);
  const own = details.find((o) => o.string('rateType') === actual);
  if (!own) throw new FieldProblem(rating.at('shipmentRateDetails'), `hold no ${actual}`);
  return itemisedPrice(own, own, currencyOf(own, 'currency'), SHIP_NAMES);
}

export const ship: SteppedOperation<ShipInput, ShipResult> = {
  steps: [
    { name: 'create', effect: 'create', run: create },
    { name: 'results', effect: 'read', run: results },
  ],
  recovery: 'none',
  settleAfterMs: 0,
};
