/**
 * Prices first, then one of them is bought within ten minutes. The purchase carries our key: Amazon recognises a repeat by it
 * and answers the same shipment.
 */
import type { CarrierFile, ShipInput, ShipResult } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { labelPicture } from '@scanship/connector-kit/carrier/label-picture';
import type { JsonObject, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { money } from '@scanship/domain/money/money';
import { PRICE_LINE_KINDS, type PriceLine, type PriceLineKind } from '@scanship/domain/shipping/shipment';
import { exchange, payloadOf, placeOf } from './client.ts';
import { labelSpecification } from './label-specification.ts';
import { manifest } from './manifest.ts';
import { readRates } from './offers.ts';
import { askRates } from './rate.ts';

const STARTS = { PDF: /^%PDF-/, PNG: /^\x89PNG/, ZPL: /^\s*(\^|~)/ } as const;
const FORMATS = { PDF: 'pdf', PNG: 'png', ZPL: 'zpl' } as const;

async function rates(input: ShipInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  const { carrierId } = placeOf(env);
  const answer = payloadOf(await askRates(env, input.shipment, input.reference));
  const signature = input.shipment.options.signature ?? 'none';
  const read = readRates(answer, [input.service], carrierId, signature);
  const [offer] = read.offers;
  if (!offer)
    throw fail(
      'refused',
      read.problems[0]?.message ?? `${manifest.name} no longer offers this service for the parcel.`,
    );
  const [specification] = answer
    .isolated()
    .list('rates', (rate) =>
      rate.string('rateId') === offer.rateId ? [labelSpecification(rate, input.labelFormat)] : [],
    )
    .flat();
  if (!specification) throw new FieldProblem('rates', 'do not say how the label can be printed');
  return {
    kind: 'done',
    keep: {
      requestToken: read.requestToken,
      rateId: offer.rateId,
      specification,
      extras: [...offer.extras],
      currency: offer.total.currency,
      total: offer.total.minor,
      lines: offer.lines.map(({ kind, code, label, amount }) => ({ kind, code, label, minor: amount.minor })),
    },
  };
}

const kindOf = (text: string): PriceLineKind => PRICE_LINE_KINDS.find((kind) => kind === text) ?? 'surcharge';

/** The price of the rate that was bought: the purchase itself names none. */
function chargedOf(kept: JsonObject): ShipResult['charged'] {
  const o = readObject(kept, 'kept');
  const currency = o.currency('currency');
  const lines = o.strictList(
    'lines',
    (line): PriceLine => ({
      kind: kindOf(line.string('kind')),
      code: line.string('code'),
      label: line.string('label'),
      amount: money(line.integer('minor'), currency),
    }),
  );
  return { lines, total: money(o.integer('total'), currency) };
}

/** @throws FieldProblem for bytes that are not in the format that is named */
function fileOf(doc: ObjectReader, parcelNumber: number): CarrierFile | undefined {
  const document = doc.choice('type', {
    LABEL: 'label',
    PACKSLIP: 'packing-slip',
    RECEIPT: 'receipt',
    CUSTOM_FORM: 'customs-invoice',
  } as const);
  if (document === 'packing-slip') return undefined;
  const named = doc.choice('format', { PDF: 'PDF', PNG: 'PNG', ZPL: 'ZPL' } as const);
  const bytes = doc.base64('contents');
  if (!STARTS[named].test(Buffer.from(bytes.subarray(0, 16)).toString('latin1')))
    throw new FieldProblem(doc.at('contents'), `is not in the format ${named}`);
  return {
    kind: 'bytes',
    document,
    format: FORMATS[named],
    bytes,
    ...(document === 'label' ? { parcelNumber } : {}),
    ...(document === 'label' && named === 'PNG' ? { picture: labelPicture(bytes) } : {}),
  };
}

/** @throws FieldProblem when number or label cannot be read: a purchase is right as a whole or looked at */
export function readPurchase(answer: ObjectReader, input: Pick<ShipInput, 'shipment' | 'reference'>) {
  const number = input.shipment.parcels[0]?.number ?? 1;
  const [parcel] = answer.strictList('packageDocumentDetails', (one) => {
    if (one.string('packageClientReferenceId') !== input.reference)
      throw new FieldProblem(one.at('packageClientReferenceId'), 'is another parcel than the one bought');
    return {
      trackingNumber: one.id('trackingId', /^[A-Za-z0-9]{8,40}$/).toUpperCase(),
      files: one.strictList('packageDocuments', (doc) => fileOf(doc, number)).filter((file) => file !== undefined),
    };
  });
  if (!parcel?.files.some((file) => file.document === 'label'))
    throw new FieldProblem(answer.at('packageDocumentDetails'), 'holds no label');
  return {
    carrierShipmentId: answer.id('shipmentId', /^[\w-]{6,80}$/),
    parcels: [{ number, trackingNumber: parcel.trackingNumber }],
    files: parcel.files,
  };
}

async function purchase(input: ShipInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<ShipResult>> {
  const { requestToken, rateId, specification, extras } = kept;
  const response = await exchange(env, {
    method: 'POST',
    path: '/shipping/v2/shipments',
    name: 'purchase',
    repeatable: true,
    headers: { 'x-amzn-IdempotencyKey': input.uuid },
    json: {
      requestToken,
      rateId,
      requestedDocumentSpecification: specification,
      ...(Array.isArray(extras) && extras.length > 0
        ? { requestedValueAddedServices: extras.map((id) => ({ id })) }
        : {}),
    },
    // After ten minutes the prices are gone. Whether a purchase before that went through cannot be told by this refusal.
    codes: { TOKEN_EXPIRED: 'unknown-effect' },
  });
  const result = readPurchase(payloadOf(response), input);
  return {
    kind: 'done',
    keep: { shipmentId: result.carrierShipmentId },
    result: { ...result, charged: chargedOf(kept) },
  };
}

export const ship: SteppedOperation<ShipInput, ShipResult> = {
  steps: [
    { name: 'rates', effect: 'read', run: rates },
    { name: 'purchase', effect: 'create', run: purchase },
  ],
  recovery: 'own-key',
  settleAfterMs: 60_000,
};
