/** One call buys and answers everything. UPS takes no idempotency key; a lost answer is asked for by our reference. */
import type { CarrierFile, ShipInput, ShippedParcel, ShipResult } from '@scanship/connector-kit/carrier/carrier';
import { remarked } from '@scanship/connector-kit/carrier/remarked';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { summedPrice } from './charges.ts';
import { accountNumber, call } from './client.ts';
import { formFile, labelFiles } from './labels.ts';
import { shipMessage } from './messages.ts';
import { TRACKING_NUMBER, trackingUrl } from './numbers.ts';
import { eachOf, everyOf } from './reading.ts';
import { recoverShipment } from './recovery.ts';

async function create(input: ShipInput, _kept: unknown, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  const response = await call(env, {
    method: 'POST',
    path: '/api/shipments/v2409/ship',
    name: 'create shipment',
    json: shipMessage(input, accountNumber(env), env.now()),
  });
  return readShipment(response.json(), input);
}

/** @throws FieldProblem when numbers or labels cannot be read; an unreadable price is left out, for the label is bought */
export function readShipment(
  json: unknown,
  input: Pick<ShipInput, 'shipment'>,
): Extract<StepOutcome<ShipResult>, { kind: 'done' }> {
  const answer = readObject(json).object('ShipmentResponse');
  const results = answer.object('ShipmentResults');
  const carrierShipmentId = results.string('ShipmentIdentificationNumber', TRACKING_NUMBER);
  const { parcels } = input.shipment;
  let at = 0;
  const packages = everyOf(results, 'PackageResults', (p) => {
    const number = parcels[at]?.number ?? at + 1;
    at += 1;
    return packageResult(p, number);
  });
  if (packages.length !== parcels.length)
    throw new FieldProblem(results.at('PackageResults'), `should be ${parcels.length} but are ${packages.length}`);
  const form = formFile(results);
  return {
    kind: 'done',
    keep: { shipmentId: carrierShipmentId, trackingNumbers: packages.map((p) => p.parcel.trackingNumber) },
    result: {
      carrierShipmentId,
      parcels: packages.map((p) => p.parcel),
      files: [...packages.flatMap((p) => p.files), ...(form ? [form] : [])],
      charged: charged(answer, results),
      ...remarked(remarks(answer)),
    },
  };
}

function packageResult(p: ObjectReader, number: number): { parcel: ShippedParcel; files: CarrierFile[] } {
  const trackingNumber = p.string('TrackingNumber', TRACKING_NUMBER);
  const label = p.object('ShippingLabel');
  return {
    parcel: { number, trackingNumber, trackingUrl: trackingUrl(trackingNumber) },
    files: labelFiles(label, label.object('ImageFormat'), number),
  };
}

/** Said of every shipment, and of an account without prices of its own: nothing that anybody could act upon. */
const ALWAYS_SAID: ReadonlySet<string> = new Set(['110971', '120900']);

const remarks = (answer: ObjectReader): readonly string[] =>
  (
    answer.maybe('Response', (n) =>
      eachOf(answer.object(n), 'Alert', (a) => ({ code: a.id('Code'), words: a.string('Description') })),
    ) ?? []
  ).flatMap(({ code, words }) => (ALWAYS_SAID.has(code) ? [] : [words]));

/** "User Id and Shipper Number combination is not qualified to receive negotiated rates". */
const NOT_NEGOTIATED = '120900';

/**
 * The negotiated price, which is what the account pays. The published one stands for it only when UPS says that the account
 * has no negotiated prices; otherwise a price that is missing is not known.
 */
function charged(answer: ObjectReader, results: ObjectReader): ShipResult['charged'] {
  if (results.has('NegotiatedRateCharges'))
    return results.maybe('NegotiatedRateCharges', (n) => summedPrice(results.object(n), 'TotalCharge'));
  const codes = answer.maybe('Response', (n) => eachOf(answer.object(n), 'Alert', (alert) => alert.id('Code'))) ?? [];
  if (!codes.includes(NOT_NEGOTIATED)) return undefined;
  return results.maybe('ShipmentCharges', (n) => summedPrice(results.object(n), 'TotalCharges'));
}

export const ship: SteppedOperation<ShipInput, ShipResult> = {
  steps: [{ name: 'create', effect: 'create', run: create }],
  recovery: 'by-reference',
  recover: recoverShipment,
  // Recovery found a shipment after 0.7 s; UPS's own words allow for a lag ("wait until the shipment is processed").
  settleAfterMs: 120_000,
};
