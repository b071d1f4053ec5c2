/** What the UPS contract tests are made of: shipments that use every field, corrections of the documents, answers played. */
import { join } from 'node:path';
import { manifest } from '@scanship/carrier-ups/manifest';
import { crossBorder, samples } from '@scanship/carrier-ups/harness';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { statusVerdict } from '@scanship/connector-kit/http/http-faults';
import { makeResponse } from '@scanship/connector-kit/http/http-response';
import { createTokenCache } from '@scanship/connector-kit/credentials/token-source';
import { money } from '@scanship/domain/money/money';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import * as fc from 'fast-check';
import { openContract, type ApiRequest, type Correction, type OpenApiJudge } from '../judges/openapi.ts';
import type { Verdict } from '../judges/differential.ts';

const cad = (minor: number) => money(minor, 'CAD');
const [box] = samples.domestic.parcels;
if (!box) throw new Error('the sample has no parcel');

/** Inside Canada on a Friday: signature, declared value, a residence, Saturday. */
export const insured: ShipmentRequest = {
  ...samples.domestic,
  shipDate: '2026-11-27',
  parcels: [{ ...box, declaredValue: cad(25_000) }],
  options: { signature: 'adult', saturdayDelivery: true },
};

/** Canada to the United States: two parcels, duties paid by the shipper, tax numbers, company, long street, French. */
export const dutyPaid: ShipmentRequest = {
  ...crossBorder,
  from: {
    ...crossBorder.from,
    companyName: 'Test Shop Ltd.',
    phone: '416-555-0100 x12',
    taxIds: [{ kind: 'BN', number: '123456789RM0001', countryCode: 'CA' }],
  },
  to: {
    ...crossBorder.to,
    companyName: 'Receiver Inc.',
    address2: 'Building 4, second floor, department of testing and measuring',
    email: 'receiver@example.com',
    zipcode: '14201-1234',
    taxIds: [{ kind: 'EIN', number: '12-3456789' }],
  },
  parcels: [box, { ...box, number: 2, weightGrams: 3000 }],
  options: { signature: 'any', insuredValue: cad(5000) },
  customs: crossBorder.customs && {
    ...crossBorder.customs,
    incoterm: 'DDP',
    dutiesPaidBy: 'Shipper',
    invoiceNumber: 'INV-1',
    items: [
      ...crossBorder.customs.items.map((item) => ({ ...item, sku: 'SHIRT-M', hsCode: '6109.10.0012' })),
      {
        description: 'Enamel mug, blue, hand painted, with a lid made of beech wood',
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

/** Canada to Germany: another alphabet of rules (no state, tax number EORI, IOSS), batteries, duties billed to a third party. */
export const toGermany: ShipmentRequest = {
  ...crossBorder,
  options: { dangerousGoods: { kind: 'lithium-ion-in-equipment' } },
  customs: crossBorder.customs && {
    ...crossBorder.customs,
    exportFiling: { kind: 'exempt', number: 'NDR 8' },
    dutiesAccount: { holder: 'third-party', number: 'A1B2C3', countryCode: 'DE', postalCode: '10115' },
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
    taxIds: [{ kind: 'EORI', number: 'DE1234567890123' }],
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

/** Inside the United States: pounds and inches, references on the packages. */
export const insideUnitedStates: ShipmentRequest = {
  ...samples.domestic,
  from: newYork,
  to: { ...newYork, name: 'Test Receiver', city: 'Boston', provinceCode: 'MA', zipcode: '02201', phone: undefined },
  parcels: [box, { ...box, number: 2 }],
  options: { signature: 'any', dangerousGoods: { kind: 'lithium-metal-with-equipment' } },
};

/** The United States to Canada: the value of the invoice beside the form, an export that was filed. */
export const toCanada: ShipmentRequest = {
  ...crossBorder,
  from: newYork,
  to: { ...samples.domestic.to, phone: '604-555-0100' },
  customs: crossBorder.customs && {
    ...crossBorder.customs,
    currency: 'USD',
    exportFiling: { kind: 'itn', number: 'X20260824123456' },
    dutiesAccount: { holder: 'receiver', number: 'A1B2C3', postalCode: 'V6B 1A1' },
    items: crossBorder.customs.items.map((item) => ({ ...item, unitValue: money(2500, 'USD') })),
  },
};

/** Mistakes of the documents of 21 July 2026, each against its own words or UPS's recorded behaviour. */
const RATING: readonly Correction[] = [
  {
    at: 'paths./rating/{version}/{requestoption}.post.parameters.requestoption.schema',
    set: { maxLength: 17 },
    reason: 'The listed value Shoptimeintransit has 17 characters, the length says 10.',
  },
  {
    at: 'components.schemas.PackageServiceOptions_DeclaredValue.properties.MonetaryValue',
    set: { minLength: 1, maxLength: 19 },
    reason: 'Exactly eight characters would refuse most amounts; Shipping says 1 to 19 of the same field.',
  },
  {
    at: 'components.schemas.RatedShipment_NegotiatedRateCharges.properties.BaseServiceCharge',
    set: { type: ['array', 'object'] },
    reason: 'Recorded answers hold one object where the document says a list.',
  },
];
const SHIPPING: readonly Correction[] = [
  {
    at: 'components.schemas.LabelRecoveryRequest',
    set: { required: ['Request'] },
    reason:
      'TrackingNumbers is for Roadie only and ReferenceValues stands in for a tracking number, as their words say.',
  },
  {
    at: 'components.schemas.LabelRecovery_LabelSpecification_LabelImageFormat.properties.Code',
    set: { minLength: 3 },
    reason: 'All listed values (GIF, PDF, ZPL, EPL, SPL) have three characters, the length says four.',
  },
  {
    at: 'components.schemas.EEIFilingOption_ShipperFiled.properties.PreDepartureITNNumber',
    set: { minLength: 15 },
    reason: 'An ITN has 15 characters (15 CFR 30.1), the length says exactly 17.',
  },
];

const PICKUP: readonly Correction[] = [
  {
    at: 'components.schemas.PickupCreationRequest_PickupDateInfo.properties.PickupDate',
    set: { minLength: 8, maxLength: 8 },
    reason: 'A day written yyyyMMdd has eight characters, the length says four.',
  },
  {
    at: 'components.schemas.PickupCreationRequest_TotalWeight.properties.Weight',
    set: { minLength: 1 },
    reason: 'The example "10.9" has four characters, the length says exactly six.',
  },
  {
    at: 'components.schemas.PickupRateRequest.properties.ServiceDateOption',
    set: { maxLength: 2 },
    reason: 'The listed values 01, 02 and 03 have two characters, the length says one.',
  },
];

const counted = (holder: string, name: string): Correction => ({
  at: `components.schemas.${holder}.${name}`,
  set: { maximum: Number.MAX_SAFE_INTEGER },
  reason: 'A maximum of 1 means "at most once"; a price, a weight or a sum may well be more.',
});
const LANDED_COST: readonly Correction[] = [
  ...['alversion'].map((name) => counted('LandedCostRequest.properties', name)),
  ...['transportCost'].map((name) => counted('LandedCostRequest_Shipment.properties', name)),
  ...['grossWeight', 'priceEach', 'quantity'].map((name) => counted('Request_ShipmentItems.properties', name)),
  ...[
    'totalBrokerageFees',
    'totalDuties',
    'totalCommodityLevelTaxesAndFees',
    'totalShipmentLevelTaxesAndFees',
    'totalVAT',
    'totalDutyAndTax',
    'grandTotal',
    'alVersion',
  ].map((name) => counted('LandedCostResponse.properties.shipment.properties', name)),
  ...['chargeAmount'].map((name) => counted('brokerageFeeItems.properties', name)),
  ...['commodityDuty', 'totalCommodityTaxAndFee', 'commodityVAT', 'totalCommodityDutyAndTax'].map((name) =>
    counted('Response_ShipmentItems.properties', name),
  ),
];

export interface UpsContract {
  judge(request: ApiRequest): Verdict;
  judgeAnswer: OpenApiJudge['judgeAnswer'];
}

/** The documents behind one judge: each request goes to the one that knows its path. */
export function openUps(folder: string): UpsContract {
  // Lengths of answers are wrong throughout: a weight of exactly eight characters, a description that is never empty.
  const answers = { answerLengths: 'ignored' } as const;
  const rating = openContract(join(folder, 'Rating.yaml'), RATING, answers);
  const shipping = openContract(join(folder, 'Shipping.json'), SHIPPING, answers);
  const tracking = openContract(join(folder, 'Tracking.yaml'));
  const signIn = openContract(join(folder, 'OAuthClientCredentials.yaml'));
  const consent = openContract(join(folder, 'OAuthAuthCode.yaml'));
  const pickup = openContract(join(folder, 'Pickup.yaml'), PICKUP, answers);
  const address = openContract(join(folder, 'AddressValidation.yaml'), [], answers);
  const papers = openContract(join(folder, 'Paperless.yaml'), [], answers);
  const duties = openContract(join(folder, 'LandedCost.yaml'), LANDED_COST, answers);
  const OTHERS: readonly (readonly [string, OpenApiJudge])[] = [
    ['/api/shipments/v2409/pickup/', pickup],
    ['/api/pickupcreation/', pickup],
    ['/api/addressvalidation/', address],
    ['/api/paperlessdocuments/', papers],
    ['/api/landedcost/', duties],
    ['/security/v1/oauth/refresh', consent],
    ['/security/code', consent],
  ];
  const of = (path: string): OpenApiJudge =>
    OTHERS.find(([start]) => path.startsWith(start))?.[1] ??
    (path.startsWith('/security/')
      ? signIn
      : path.startsWith('/api/track/')
        ? tracking
        : path.startsWith('/api/rating/')
          ? rating
          : shipping);
  /** The two sign-ins share an address. */
  const byCode = ({ body }: ApiRequest): boolean => body?.startsWith('grant_type=authorization_code') === true;
  return {
    judge: (request) => (byCode(request) ? consent : of(request.path)).judge(request),
    judgeAnswer: (request, status, body) => of(request.path).judgeAnswer(request, status, body),
  };
}

/** An environment that answers from a list: JSON values with their status. Sign-in is answered by itself. */
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
        const given =
          request.name === 'sign in' ? { json: { access_token: 'played', expires_in: '14399' } } : answers[at++];
        if (!given) return Promise.reject(new Error('one call more than there are answers'));
        const response = makeResponse(manifest.name, {
          status: given.status ?? 200,
          headers: { 'content-type': 'application/json' },
          bytes: new Uint8Array(Buffer.from(JSON.stringify(given.json))),
          traceId: 'played',
        });
        const fine = response.status === 200 || request.accept?.includes(response.status) === true;
        return fine
          ? Promise.resolve(response)
          : Promise.reject(statusVerdict(manifest.name, request, response, now().getTime(), (text) => text).error);
      },
    },
  };
}

const anyText = fc.oneof(fc.string({ maxLength: 60 }), fc.string({ unit: 'grapheme', maxLength: 50 }), fc.lorem());
/** Mostly what people write, at times anything at all. */
const mostly = <T>(usual: T, other: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: other });
const anyAddress = fc.record({
  name: mostly('Jo Test', anyText),
  companyName: mostly<string | undefined>(undefined, anyText),
  address1: mostly('1 Main St', anyText),
  address2: mostly<string | undefined>(undefined, anyText),
  city: mostly('Springfield', anyText),
  phone: mostly('416 555 0100', fc.string({ maxLength: 30 })),
  email: fc.option(anyText, { nil: undefined }),
});

/** Purchases as people may write them, inside a country and abroad; the same every time. */
export const anyPurchase = (count: number): { readonly shipment: ShipmentRequest; readonly service: string }[] =>
  fc.sample(
    fc
      .record({
        from: anyAddress,
        to: anyAddress,
        place: fc.constantFrom(samples.domestic, crossBorder, toGermany, insideUnitedStates, toCanada),
        service: fc.constantFrom('11', '65', '03'),
        weightGrams: fc.integer({ min: 1, max: 75_000 }),
        sides: fc.tuple(
          fc.integer({ min: 1, max: 2743 }),
          fc.integer({ min: 1, max: 500 }),
          fc.integer({ min: 1, max: 500 }),
        ),
        description: mostly('Cotton shirt', anyText),
        sku: fc.option(anyText, { nil: undefined }),
        reference: anyText,
        invoiceNumber: fc.option(anyText, { nil: undefined }),
        quantity: mostly(3, fc.integer({ min: 0, max: 20_000_000 })),
        minor: mostly(1999, fc.integer({ min: 0, max: 90_000_000 })),
        hsCode: mostly<string | undefined>('6109.10.0012', fc.constantFrom('610910', undefined, '12')),
        returnTo: fc.boolean(),
      })
      .map((x) => {
        const [lengthMm, widthMm, heightMm] = x.sides;
        const { customs } = x.place;
        return {
          service: x.service,
          shipment: {
            ...x.place,
            from: { ...x.place.from, ...x.from },
            to: { ...x.place.to, ...x.to },
            returnTo: x.returnTo ? { ...x.place.from, ...x.to } : undefined,
            parcels: [{ number: 1, weightGrams: x.weightGrams, dimensions: { lengthMm, widthMm, heightMm } }],
            references: [x.reference],
            customs: customs && {
              ...customs,
              invoiceNumber: x.invoiceNumber,
              items: customs.items.map((item) => ({
                ...item,
                description: x.description,
                sku: x.sku,
                hsCode: x.hsCode,
                quantity: x.quantity,
                unitValue: money(x.minor, customs.currency),
              })),
            },
          },
        };
      }),
    { numRuns: count, seed: 20_261_121 },
  );

/** Every fifth mutant, always the same ones; all of them in the long verification. */
export const drawn = <T>(all: readonly T[]): readonly T[] =>
  process.env['VERIFY'] === undefined ? all.filter((_one, index) => index % 5 === 2) : all;
