/** What the FedEx contract tests are made of: the documents as judges, shipments that use every field, answers played. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crossBorder, domestic } from '@scanship/carrier-fedex/harness';
import { manifest } from '@scanship/carrier-fedex/manifest';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { makeResponse } from '@scanship/connector-kit/http/http-response';
import { createTokenCache } from '@scanship/connector-kit/credentials/token-source';
import { money } from '@scanship/domain/money/money';
import { DANGEROUS_GOODS, type ShipmentRequest } from '@scanship/domain/shipping/shipment';
import fc from 'fast-check';
import { openContract, type ApiRequest, type Correction, type OpenApiJudge } from '../judges/openapi.ts';

const cad = (minor: number) => money(minor, 'CAD');
const [box] = domestic.parcels;
if (!box || !crossBorder.customs) throw new Error('the samples are not whole');
const { customs } = crossBorder;

/** Inside Canada on a Friday: signature, declared values, Saturday, two parcels. */
export const insured: ShipmentRequest = {
  ...domestic,
  shipDate: '2026-11-27',
  parcels: [
    { ...box, declaredValue: cad(25_000) },
    { ...box, number: 2, weightGrams: 3000 },
  ],
  options: { signature: 'adult', saturdayDelivery: true },
};

/** Canada to the United States: duties paid by the shipper, tax numbers, company, long street, French, batteries. */
export const dutyPaid: ShipmentRequest = {
  ...crossBorder,
  from: {
    ...crossBorder.from,
    companyName: 'Test Shop Ltd.',
    phone: '416-555-0100 x12',
    provinceCode: 'QC',
    city: 'Montréal',
    zipcode: 'H2Y 1C6',
    taxIds: [{ kind: 'BN', number: '123456789RM0001', countryCode: 'CA' }],
  },
  to: {
    ...crossBorder.to,
    companyName: 'Receiver Inc.',
    address2: 'Building 4, second floor, department of testing',
    email: 'receiver@example.com',
    zipcode: '14201-1234',
    taxIds: [{ kind: 'EIN', number: '12-3456789' }],
  },
  options: { signature: 'any', insuredValue: cad(5000), dangerousGoods: { kind: 'lithium-ion-in-equipment' } },
  customs: {
    ...customs,
    incoterm: 'DDP',
    dutiesPaidBy: 'Shipper',
    invoiceNumber: 'INV-1',
    signer: 'Test Signer',
    items: [
      ...customs.items.map((item) => ({ ...item, sku: 'SHIRT-M', hsCode: '6109.10.0012' })),
      {
        description: 'Enamel mug',
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

/** Canada overseas: no state, an export that was reported. */
export const toGermany: ShipmentRequest = {
  ...crossBorder,
  customs: {
    ...customs,
    exportFiling: { kind: 'proof-of-report', number: 'AB12342026082417' },
    dutiesAccount: { holder: 'third-party', number: '740561073' },
  },
  from: { ...crossBorder.from, taxIds: [{ kind: 'IOSS', number: 'IM2760000742' }] },
  to: {
    name: 'Erika Beispiel',
    address1: 'Beispielstraße 1',
    city: 'Berlin',
    provinceCode: '',
    zipcode: '10115',
    countryCode: 'DE',
    phone: '+49 30 1234567',
  },
};

const newYork = {
  name: 'Test Sender',
  address1: '1 Main St',
  city: 'New York',
  provinceCode: 'NY',
  zipcode: '10007',
  countryCode: 'US',
  phone: '212-555-0100',
};

/** Inside the United States, to a home: pounds and inches, dry ice. */
export const toHome: ShipmentRequest = {
  ...domestic,
  from: newYork,
  to: { ...newYork, name: 'Test Receiver', city: 'Boston', provinceCode: 'MA', zipcode: '02201', residential: true },
  options: { dangerousGoods: { kind: 'dry-ice', dryIceGrams: 500 } },
};

/** The United States to Canada, in one of FedEx's own packagings. */
export const toCanada: ShipmentRequest = {
  ...crossBorder,
  from: newYork,
  to: domestic.to,
  parcels: [{ ...box, packaging: 'fedex-pak' }],
  customs: {
    ...customs,
    currency: 'USD',
    dutiesAccount: { holder: 'receiver', number: '740561074' },
    items: customs.items.map((item) => ({ ...item, unitValue: money(2500, 'USD') })),
  },
};

/** A buyer abroad sends back. */
export const returnFromAbroad: ShipmentRequest = {
  ...toCanada,
  parcels: [box],
  return: { outboundTrackingNumber: '794953535000' },
  customs: toCanada.customs && { ...toCanada.customs, purpose: 'Return', dutiesAccount: undefined },
};

const DOCUMENTS: Readonly<Record<string, string>> = {
  '/oauth/token': 'APIAuthorization-Resource.json',
  '/rate/v1/rates/quotes': 'RateQuotes-Resource.json',
  '/ship/v1/shipments': 'Shipment-Resource.json',
  '/ship/v1/shipments/cancel': 'Shipment-Resource.json',
  '/ship/v1/shipments/results': 'Shipment-Resource.json',
  '/ship/v1/endofday/': 'ShipmentCloseAPI-Resource.json',
  '/track/v1/trackingnumbers': 'track-v1.merged.json',
  '/track/v1/trackingdocuments': 'track-v1.merged.json',
  '/pickup/v1/pickups': 'Pickup-Resource.json',
  '/pickup/v1/pickups/availabilities': 'Pickup-Resource.json',
  '/pickup/v1/pickups/cancel': 'Pickup-Resource.json',
  '/address/v1/addresses/resolve': 'Addresses-Resource.json',
  '/availability/v1/packageandserviceoptions': 'PackageAndServiceOptions-Resource.json',
};

type Node = Readonly<Record<string, unknown>>;
const nodeOf = (value: unknown): Node => (typeof value === 'object' && value !== null ? (value as Node) : {});

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * FedEx keeps its examples as alternatives of a request's schema, without any rule of their own, so that nothing would be
 * refused (or everything, being "one of" many); only the first alternative, the schema itself, is taken.
 */
function schemaOnly(file: string): Correction[] {
  const document = nodeOf(JSON.parse(readFileSync(file, 'utf8')));
  return Object.entries(nodeOf(document['paths'])).flatMap(([path, item]) =>
    Object.entries(nodeOf(item)).flatMap(([method, operation]) => {
      const media = nodeOf(nodeOf(nodeOf(nodeOf(operation)['requestBody'])['content'])['application/json']);
      const own = nodeOf(media['schema']);
      // Some schemas are shared parts of the document.
      const shared = textOf(own['$ref']).split('/').at(-1) ?? '';
      const schema = shared === '' ? own : nodeOf(nodeOf(nodeOf(document['components'])['schemas'])[shared]);
      const list = schema['oneOf'];
      if (!Array.isArray(list)) return [];
      return [
        {
          at:
            shared === ''
              ? `paths.${path}.${method}.requestBody.content.application/json.schema`
              : `components.schemas.${shared}`,
          set: { oneOf: undefined, allOf: [list[0] as unknown] },
          reason: 'The other alternatives are examples without rules.',
        },
      ];
    }),
  );
}

/** Mistakes of the documents, each against FedEx's own examples. */
const MISTAKES: Readonly<Record<string, readonly Correction[]>> = {
  'Shipment-Resource.json': [
    {
      at: 'components.schemas.Weight_4.properties.units',
      set: { enum: ['KG', 'LB'] },
      reason: 'Goods are weighed in kilograms only there, while FedEx’s own examples from the United States say LB.',
    },
  ],
};

/** All documents as one judge, chosen by the path. */
export function openFedex(folder: string): OpenApiJudge {
  const open = new Map<string, OpenApiJudge>();
  const of = (path: string): OpenApiJudge | undefined => {
    const file = DOCUMENTS[new URL(path, 'http://fedex').pathname];
    if (file === undefined) return undefined;
    const known =
      open.get(file) ??
      openContract(join(folder, file), [...schemaOnly(join(folder, file)), ...(MISTAKES[file] ?? [])]);
    open.set(file, known);
    return known;
  };
  const none = { accepted: false, why: 'no document describes this path' };
  return {
    judge: (request: ApiRequest) => of(request.path)?.judge(request) ?? none,
    judgeAnswer: (request, status, body) => of(request.path)?.judgeAnswer(request, status, body) ?? none,
  };
}

/** An environment that answers from a list, after the sign-in. */
export function playing(
  answers: readonly { readonly json: unknown; readonly status?: number }[],
  credentials: Readonly<Record<string, string>> = { clientId: 'x', clientSecret: 'y', accountNumber: '740561073' },
): CarrierEnv {
  let at = 0;
  const answer = (status: number, json: unknown) =>
    makeResponse(manifest.name, {
      status,
      headers: { 'content-type': 'application/json' },
      bytes: new Uint8Array(Buffer.from(JSON.stringify(json))),
      traceId: 'played',
    });
  return {
    mode: 'simulator',
    credentials,
    settings: {},
    tokens: createTokenCache().of('played'),
    now: () => new Date('2026-11-23T12:00:00Z'),
    http: {
      send(request) {
        if (request.name === 'sign in')
          return Promise.resolve(answer(200, { access_token: 'played', token_type: 'bearer', expires_in: 3599 }));
        const next = answers[at];
        at += 1;
        return next
          ? Promise.resolve(answer(next.status ?? 200, next.json))
          : Promise.reject(new Error(`${request.name}: one call more than there are answers`));
      },
    },
  };
}

const words = fc.constantFrom(
  'Zoë',
  'A',
  '',
  '   ',
  'Rue de l’Église 12',
  'x'.repeat(36),
  'Long street name of many words, floor 4',
);
const phones = fc.constantFrom('416-555-0100', '+1 604 555 0100 ext 7', '12', undefined, '+49 30 1234567');
const goods = fc.option(fc.constantFrom(...DANGEROUS_GOODS), { nil: undefined });

/** Whatever people write: most of it can be sent, the rest must be refused before the call. */
export const anyPurchase = (count: number): { shipment: ShipmentRequest; service: string }[] =>
  fc.sample(
    fc
      .record({
        base: fc.constantFrom(insured, dutyPaid, toGermany, toHome, toCanada, returnFromAbroad),
        name: fc.oneof({ weight: 4, arbitrary: fc.constant('Test Name') }, words),
        street: fc.oneof({ weight: 3, arbitrary: fc.constant('1 Main St') }, words),
        phone: fc.oneof({ weight: 3, arbitrary: fc.constant('416-555-0100') }, phones),
        weightGrams: fc.oneof(fc.integer({ min: 1, max: 68_000 }), fc.constant(90_000)),
        kind: goods,
        signature: fc.constantFrom('none', 'any', 'adult', undefined),
        service: fc.constantFrom(...manifest.services.map(({ code }) => code)),
      })
      .map(({ base, name, street, phone, weightGrams, kind, signature, service }) => ({
        service,
        shipment: {
          ...base,
          to: { ...base.to, name, address1: street },
          from: { ...base.from, phone },
          parcels: base.parcels.map((parcel) => ({ ...parcel, weightGrams })),
          options: {
            ...base.options,
            signature,
            dangerousGoods: kind && { kind, dryIceGrams: kind === 'dry-ice' ? 300 : undefined },
          },
        },
      })),
    { numRuns: count, seed: 7 },
  );
