/** What the DHL Express contract tests are made of: shipments that use every field, the contract's own examples, answers played. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crossBorder, domestic, samples } from '@scanship/carrier-dhl-express/harness';
import { manifest } from '@scanship/carrier-dhl-express/manifest';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { statusVerdict } from '@scanship/connector-kit/http/http-faults';
import { makeResponse } from '@scanship/connector-kit/http/http-response';
import { createTokenCache } from '@scanship/connector-kit/credentials/token-source';
import { money } from '@scanship/domain/money/money';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { parse } from 'yaml';
import type { Correction } from '../judges/openapi.ts';

export const CONTRACT = 'dpdhl-express-api-3.1.1_swagger.yaml';

/** The same days without escaped hyphens, which a regular expression of JSON Schema (Unicode) may not have. */
const DAY = '^\\d{4}-(0[1-9]|1[012])-(0[1-9]|[12][0-9]|3[01])$';
const WITH_DAYS = [
  'parameters.originalPlannedShippingDate.schema',
  'schemas.supermodelIoLogisticsExpressExportDeclaration.properties.invoice.properties.date',
  'schemas.supermodelIoLogisticsExpressImageUploadRequest.properties.originalPlannedShippingDate',
  'schemas.supermodelIoLogisticsExpressUploadInvoiceDataRequest.properties.plannedShipDate',
  'schemas.supermodelIoLogisticsExpressUploadInvoiceDataRequestSID.properties.plannedShipDate',
  'schemas.supermodelIoLogisticsExpressAddPieceRequest.properties.originalPlannedShippingDate',
];
export const CORRECTIONS: readonly Correction[] = [
  ...WITH_DAYS.map((at) => ({
    at: `components.${at}`,
    set: { pattern: DAY },
    reason: 'An escaped hyphen is no regular expression by the standard; the days it means are the same.',
  })),
  ...['shipmentTrackingNumberMulti', 'pieceId'].map((name) => ({
    at: `components.parameters.${name}.schema`,
    set: { type: ['array', 'string'] },
    reason: 'The parameter repeats (explode), and this judge reads one value at a time.',
  })),
  {
    at: 'components.schemas.supermodelIoLogisticsExpressImageUploadRequest',
    set: { required: ['originalPlannedShippingDate', 'accounts', 'productCode', 'documentImages'] },
    reason: 'The closed body requires a waybill number it has no member for; the number stands in the path.',
  },
];

const cad = (minor: number) => money(minor, 'CAD');
const [box] = domestic.parcels;
if (!box) throw new Error('the sample has no parcel');

/** Inside Canada: signature, insurance, Saturday, a residence, dry ice, DHL's own box. */
export const insured: ShipmentRequest = {
  ...domestic,
  parcels: [{ ...box, declaredValue: cad(25_000), packaging: 'dhl-express-box-4' }],
  options: {
    signature: 'adult',
    saturdayDelivery: true,
    dangerousGoods: { kind: 'dry-ice', dryIceGrams: 750 },
  },
};

/** Canada to the United States: two parcels, duties paid by the shipper, tax numbers, long street, batteries, French. */
export const dutyPaid: ShipmentRequest = {
  ...crossBorder,
  from: { ...crossBorder.from, taxIds: [{ kind: 'BN', number: '123456789RM0001', countryCode: 'CA' }] },
  to: {
    ...crossBorder.to,
    companyName: 'Receiver Inc.',
    address2: 'Building 4, second floor, department of testing and measuring',
    email: 'receiver@example.com',
    taxIds: [{ kind: 'EIN', number: '12-3456789' }],
  },
  parcels: [box, { ...box, number: 2, weightGrams: 3004 }],
  options: {
    signature: 'any',
    insuredValue: cad(5000),
    dangerousGoods: { kind: 'lithium-metal-with-equipment' },
  },
  customs: crossBorder.customs && {
    ...crossBorder.customs,
    incoterm: 'DDP',
    dutiesPaidBy: 'Shipper',
    dutiesAccount: { holder: 'third-party', number: '966123459' },
    invoiceNumber: 'INV-1',
    signer: 'T. Sender',
    exportFiling: { kind: 'proof-of-report', number: 'AB12342026082499999999999' },
    items: [
      ...crossBorder.customs.items.map((item) => ({ ...item, sku: 'SHIRT-M', hsCode: '6109.10.0012' })),
      {
        description: 'Enamel mug, blue, hand painted',
        quantity: 1,
        unitValue: cad(1999),
        unitGrams: 350,
        hsCode: '732394',
        originCountry: 'CN',
      },
    ],
  },
  language: 'fr',
};

/** Documents abroad: nothing is cleared. */
export const papers: ShipmentRequest = {
  ...crossBorder,
  customs: crossBorder.customs && { ...crossBorder.customs, purpose: 'Documents' },
};

/** The same goods on their way back. */
export const returned: ShipmentRequest = {
  ...crossBorder,
  from: crossBorder.to,
  to: crossBorder.from,
  return: { outboundTrackingNumber: '1234567891' },
  customs: crossBorder.customs && { ...crossBorder.customs, purpose: 'Return' },
};

/** From the United States: pounds and inches, an export that was filed. */
export const toLondon: ShipmentRequest = {
  ...crossBorder,
  from: crossBorder.to,
  to: {
    name: 'Jo Test',
    address1: '10 Test Street',
    city: 'London',
    provinceCode: '',
    zipcode: 'SW1A 2AA',
    countryCode: 'GB',
    phone: '+44 20 5550 0100',
    taxIds: [{ kind: 'EORI', number: 'GB123456789000' }],
  },
  customs: crossBorder.customs && {
    ...crossBorder.customs,
    currency: 'USD',
    exportFiling: { kind: 'itn', number: 'AES X20260824123456' },
    items: crossBorder.customs.items.map((item) => ({ ...item, unitValue: money(2500, 'USD') })),
  },
};

type Node = Readonly<Record<string, unknown>>;
const nodeOf = (value: unknown): Node => (typeof value === 'object' && value !== null ? (value as Node) : {});

/** An example of the contract (`components.examples`), by its name. */
export function contractExamples(folder: string): (name: string) => unknown {
  const document = nodeOf(parse(readFileSync(join(folder, CONTRACT), 'utf8')));
  const examples = nodeOf(nodeOf(document['components'])['examples']);
  const paths = nodeOf(document['paths']);
  return (name) => {
    if (Object.hasOwn(examples, name)) return nodeOf(examples[name])['value'];
    // "get /path 200 name": an example that stands with its answer.
    const [method = '', path = '', status = '', ...words] = name.split(' ');
    const answer = nodeOf(nodeOf(nodeOf(nodeOf(paths[path])[method])['responses'])[status]);
    const content = nodeOf(nodeOf(answer['content'])['application/json']);
    const found = nodeOf(nodeOf(content['examples'])[words.join(' ')])['value'];
    if (found === undefined) throw new Error(`the contract has no example "${name}"`);
    return found;
  };
}

export const recorded = (folder: string, name: string): unknown =>
  JSON.parse(readFileSync(join(folder, 'samples', 'from-tests', name), 'utf8')) as unknown;

/** An environment that answers from a list: JSON values with their status. */
export function playing(answers: readonly { readonly status?: number; readonly json: unknown }[]): CarrierEnv {
  const now = (): Date => new Date('2026-11-23T12:00:00Z');
  let at = 0;
  return {
    mode: 'simulator',
    credentials: samples.account.credentials,
    settings: {},
    tokens: createTokenCache({ now }).of('played'),
    now,
    pause: () => Promise.resolve(),
    http: {
      send: (request) => {
        const given = answers[at++];
        if (!given) return Promise.reject(new Error('one call more than there are answers'));
        const response = makeResponse(manifest.name, {
          status: given.status ?? 200,
          headers: { 'content-type': 'application/problem+json' },
          bytes: new Uint8Array(Buffer.from(JSON.stringify(given.json))),
          traceId: 'played',
        });
        const fine = response.status < 300 || request.accept?.includes(response.status) === true;
        return fine
          ? Promise.resolve(response)
          : Promise.reject(statusVerdict(manifest.name, request, response, now().getTime(), (text) => text).error);
      },
    },
  };
}
