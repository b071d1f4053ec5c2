/** Labels: made once for a key, answered again for the same key and data; cancelled, or disputed once manifested. */
import type { Json, JsonObject } from '@scanship/domain/values/json';
import type { LabelModel } from '@scanship/domain/printing/label';
import { toGrams } from '@scanship/domain/values/measure';
import type { BookEntry } from '@scanship/simulator-kit/books';
import {
  jsonAnswer,
  jsonBody,
  type SimAccount,
  type SimAnswer,
  type SimContext,
  type SimRequest,
} from '@scanship/simulator-kit/simulator';
import {
  accept,
  internationalRequest,
  labelRequest,
  refuse,
  returnRequest,
  type InternationalRequest,
} from './contract.ts';
import { domesticNumber, internationalNumber } from './numbers.ts';
import { dollars } from './rates.ts';
import { type AnyLabel, checkLabel, type Kind } from './rules.ts';
import { DUTIES_FEE, dutiesOf, extrasOf, pricesFor, zoneOf, type Price } from './tariff.ts';

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const MEDIA = 'application/vnd.usps.labels+json';

const read = (kind: Kind, body: unknown): AnyLabel => {
  if (kind === 'international-label') return accept(internationalRequest, body);
  return kind === 'label' ? accept(labelRequest, body) : accept(returnRequest, body);
};

const isForeign = (asked: AnyLabel): asked is InternationalRequest => 'countryISOAlpha2Code' in asked.toAddress;

const INDICATORS: Readonly<Record<string, readonly string[]>> = {
  VARIABLE: ['SP', 'PA', 'DR'],
  FLAT_RATE_ENVELOPE: ['FE', 'E4'],
  LEGAL_FLAT_RATE_ENVELOPE: ['FA', 'E6'],
  PADDED_FLAT_RATE_ENVELOPE: ['FP'],
  SM_FLAT_RATE_BOX: ['FS'],
  MD_FLAT_RATE_BOX: ['FB'],
  LG_FLAT_RATE_BOX: ['PL'],
};

/** The price of a label. @throws SimRefusal when the mail class has no such rate */
export function priceOf(kind: Kind, asked: AnyLabel): Price {
  const { packageDescription: p } = asked;
  const zone = zoneOf(
    asked.fromAddress.ZIPCode,
    isForeign(asked) ? { country: asked.toAddress.countryISOAlpha2Code } : { zip: asked.toAddress.ZIPCode },
  );
  const indicators =
    typeof p.rateIndicator === 'string' ? [p.rateIndicator] : (INDICATORS[String(p.packagingType)] ?? []);
  const found = pricesFor(p, { zone, abroad: isForeign(asked), returns: kind === 'return-label' }, false).find(
    (price) => price.mailClass === p.mailClass && indicators.includes(price.indicator),
  );
  return found ?? refuse('050201', 'The rate ingredients do not match any price.', 'packageDescription.rateIndicator');
}

/** Keys in one order, so that two requests that say the same compare equal. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, v: unknown) =>
    typeof v === 'object' && v !== null && !Array.isArray(v)
      ? Object.fromEntries(Object.entries(v).toSorted(([a], [b]) => a.localeCompare(b)))
      : v,
  );

export async function makeLabel(
  kind: Kind,
  request: SimRequest,
  account: SimAccount,
  sim: SimContext,
): Promise<SimAnswer> {
  const key = request.headers['x-idempotency-key'];
  if (key !== undefined && !UUID.test(key))
    refuse('010002', 'Request is not valid: X-Idempotency-Key is missing or invalid', 'X-Idempotency-Key');
  const body = jsonBody(request);
  const asked = read(kind, body);
  const before = key === undefined ? undefined : boughtUnder(key, account, sim);
  if (before) {
    if (canonical(before.data['request']) !== canonical(body))
      refuse('050900', 'The X-Idempotency-Key has been used for another request.', 'X-Idempotency-Key');
    return answer(before, request, sim);
  }
  checkLabel(kind, asked, sim.now());
  priceOf(kind, asked);
  const mailClass = asked.packageDescription.mailClass;
  const id =
    kind === 'international-label'
      ? internationalNumber(mailClass)
      : domesticNumber(account.credentials['mid'] ?? '', mailClass);
  // The key first: after a kill between both, the key leads to nothing and the label is made anew.
  if (key !== undefined) sim.books.append({ kind: 'note', id: key, account: account.id, data: { number: id } });
  const entry = sim.books.append({
    kind: 'paid',
    id,
    account: account.id,
    reference: asked.packageDescription.customerReference?.[0]?.referenceNumber,
    data: { label: kind, request: body as Json },
  });
  return answer(entry, request, sim);
}

function boughtUnder(key: string, account: SimAccount, sim: SimContext): BookEntry | undefined {
  for (const note of sim.books.byId(key)) {
    const number = note.data['number'];
    if (note.account !== account.id || typeof number !== 'string') continue;
    const paid = sim.books.byId(number).find((entry) => entry.kind === 'paid');
    if (paid) return paid;
  }
  return undefined;
}

export const kindOf = (entry: BookEntry): Kind => entry.data['label'] as Kind;
export const requestOf = (entry: BookEntry): AnyLabel => read(kindOf(entry), entry.data['request']);

async function answer(entry: BookEntry, request: SimRequest, sim: SimContext): Promise<SimAnswer> {
  const kind = kindOf(entry);
  const asked = requestOf(entry);
  const price = priceOf(kind, asked);
  const format = asked.imageInfo?.imageType === 'ZPL203DPI' ? 'zpl' : 'pdf';
  const image = Buffer.from(await sim.drawLabel(labelModel(entry, price), format)).toString('base64');
  const metadata = metadataOf(entry, asked, price);
  const imageName = kind === 'return-label' ? 'returnLabelImage' : 'labelImage';
  const status = kind === 'international-label' ? 201 : 200;
  if ((request.headers['accept'] ?? '').includes(MEDIA)) {
    const whole = jsonAnswer(status, { ...metadata, [imageName]: image });
    return { ...whole, headers: { 'content-type': MEDIA } };
  }
  return multipart(
    status,
    kind === 'return-label' ? 'returnLabelMetadata' : 'labelMetadata',
    metadata,
    imageName,
    image,
  );
}

/** USPS's default answer: JSON, then the image in base64. */
export function multipart(
  status: number,
  name: string,
  metadata: JsonObject,
  imageName: string,
  image: string,
): SimAnswer {
  const boundary = 'usps-stand-in';
  const lines = [
    `--${boundary}`,
    `Content-Disposition: form-data; name="${name}"`,
    'Content-Type: application/json',
    '',
    JSON.stringify(metadata),
    `--${boundary}`,
    `Content-Disposition: form-data; filename="label.pdf"; name="${imageName}"`,
    'Content-Type: application/pdf',
    'Content-Transfer-Encoding: base64',
    '',
    image,
    `--${boundary}--`,
    '',
  ];
  return {
    status,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: lines.join('\r\n'),
  };
}

function metadataOf(entry: BookEntry, asked: AnyLabel, price: Price): JsonObject {
  const extras = extrasOf(price.mailClass, asked.packageDescription.extraServices ?? []);
  const common = {
    labelAddress: JSON.parse(JSON.stringify(asked.toAddress)) as JsonObject,
    constructCode: isForeign(asked) ? 'I01' : 'C03',
    postage: dollars(price.base),
    weightUOM: 'lb',
    weight: asked.packageDescription.weight,
    fees: price.fees.map((fee) => ({ name: fee.name, SKU: 'D811XVCXXXX0000', price: dollars(fee.cents) })),
  };
  if (isForeign(asked)) {
    const duties = prepaid(asked);
    return {
      ...common,
      internationalTrackingNumber: entry.id,
      extraServices: extras.map((e) => ({
        serviceID: String(e.code),
        serviceName: e.name,
        sku: 'IXXX0XXXXCX0000',
        price: dollars(e.cents),
        warnings: [],
      })),
      internationalPriceGroup: String(price.zone).padStart(2, '0'),
      dimensionalWeight: '0.0',
      mailingDate: asked.packageDescription.mailingDate,
      SKU: 'IEXX0XXXXB01020',
      ...(duties === undefined ? {} : { prepaidDutiesTaxesFees: dollars(duties) }),
    };
  }
  return {
    ...common,
    routingInformation: `420${asked.toAddress.ZIPCode ?? ''}`,
    trackingNumber: entry.id,
    extraServices: extras.map((e) => ({ name: e.name, SKU: 'DXSX0EXXXCX0000', price: dollars(e.cents), warnings: [] })),
    serviceTypeCode: entry.id.slice(2, 5),
    zone: String(price.zone).padStart(2, '0'),
    dimensionalWeight: price.dimensionalPounds * 16,
    SKU: 'DVXX0XXXXC00010',
    links: [],
  };
}

/** Cents of duties, taxes and fee when they are paid ahead. */
function prepaid(asked: InternationalRequest): number | undefined {
  if (asked.packageDescription.prepayDutiesTaxesFees !== true) return undefined;
  const lines = asked.customsForm.contents.map((item) =>
    dutiesOf(asked.toAddress.countryISOAlpha2Code, Math.round((item.itemTotalValue ?? 0) * 100)),
  );
  if (lines.some((line) => !line))
    return refuse('050301', 'The destination does not support prepaid duties, taxes and fees.', 'toAddress');
  return lines.reduce((sum, line) => sum + (line?.duty ?? 0) + (line?.tax ?? 0), DUTIES_FEE);
}

interface Person {
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly firm?: string | undefined;
  readonly streetAddress?: string | undefined;
  readonly secondaryAddress?: string | undefined;
  readonly city?: string | undefined;
}

const person = (a: Person, province: string, zipcode: string, countryCode: string): LabelModel['to'] => ({
  name: [a.firstName, a.lastName].filter(Boolean).join(' ') || (a.firm ?? ''),
  companyName: a.firstName === undefined ? undefined : a.firm,
  address1: a.streetAddress ?? '',
  address2: a.secondaryAddress,
  city: a.city ?? '',
  provinceCode: province,
  zipcode,
  countryCode,
});

function labelModel(entry: BookEntry, price: Price): LabelModel {
  const asked = requestOf(entry);
  const { packageDescription: p, fromAddress: from } = asked;
  return {
    carrierName: 'USPS (TEST)',
    serviceName: price.description,
    trackingNumber: entry.id,
    from: person(from, from.state, from.ZIPCode, 'US'),
    to: isForeign(asked)
      ? person(
          asked.toAddress,
          asked.toAddress.province ?? '',
          asked.toAddress.postalCode ?? '',
          asked.toAddress.countryISOAlpha2Code,
        )
      : person(asked.toAddress, asked.toAddress.state ?? '', asked.toAddress.ZIPCode ?? '', 'US'),
    weightGrams: toGrams(p.weight, 'lb'),
    shipDate: 'mailingDate' in p ? p.mailingDate : entry.at.slice(0, 10),
    parcelNumber: 1,
    parcelCount: 1,
    references: (p.customerReference ?? []).flatMap((r) => r.referenceNumber ?? []),
    test: true,
  };
}

/** The label of a number, when it is the account's and of this kind. */
export function labelOf(number: string, account: SimAccount, sim: SimContext): BookEntry | undefined {
  return sim.books.byId(number).find((entry) => entry.kind === 'paid' && entry.account === account.id);
}

export const isVoided = (number: string, sim: SimContext): boolean =>
  sim.books.byId(number).some((entry) => entry.kind === 'voided');
const isManifested = (entry: BookEntry, sim: SimContext): boolean =>
  sim.now().getTime() - Date.parse(entry.at) > 24 * 3_600_000 ||
  sim.books.byId(entry.id).some((note) => note.kind === 'note' && note.data['scanForm'] !== undefined);

/** DELETE: cancelled while nothing was sent to the postal systems, a refund request afterwards. */
export function cancelLabel(abroad: boolean, request: SimRequest, account: SimAccount, sim: SimContext): SimAnswer {
  const number = request.params['number'] ?? '';
  const entry = labelOf(number, account, sim);
  if (!entry || (kindOf(entry) === 'international-label') !== abroad)
    return refuse('050401', 'Order not found', 'trackingNumber');
  const voided = sim.books.byId(number).find((one) => one.kind === 'voided');
  if (voided?.data['disputeId'] !== undefined)
    refuse('050403', 'A refund request for this order has already been submitted today', 'trackingNumber');
  if (voided) refuse('050401', 'Order not found', 'trackingNumber');
  const disputeId = isManifested(entry, sim) ? String(100_000 + entry.seq) : undefined;
  sim.books.append({
    kind: 'voided',
    id: number,
    account: account.id,
    reference: entry.reference,
    data: disputeId === undefined ? {} : { disputeId },
  });
  return jsonAnswer(
    200,
    disputeId === undefined
      ? { trackingNumber: number, status: 'CANCELED' }
      : { trackingNumber: number, status: 'DISPUTED', disputeId },
  );
}
