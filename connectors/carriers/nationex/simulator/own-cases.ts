/** Our own request and answer for every operation, written by hand from the samples (README.md, "Sources"). */
import type { OwnCase, OwnExchange } from '@scanship/connector-kit/conformance/own-case';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';

const ID = '501883938';
const PARCEL = `${ID}01`;
const REFERENCE = 'S000000000000001';
const PDF = new Uint8Array(Buffer.from('%PDF-1.4\n', 'latin1'));
const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1').toString('base64');
const BASIC = `Basic ${Buffer.from('113300:nationex-alpha-key-1').toString('base64')}`;

const exchange = (
  method: string,
  path: string,
  answer: unknown,
  more: { readonly body?: unknown; readonly query?: Record<string, string> } = {},
): OwnExchange => ({
  request: {
    method,
    path: `/api/v4${path}`,
    headers: { authorization: BASIC },
    ...(more.query ? { query: more.query } : {}),
    ...(more.body === undefined ? {} : { body: more.body }),
  },
  answer: { status: 200, body: answer, headers: { 'content-type': 'application/json' } },
});
const TRACKING = { query: { tracking: 'true' } };

const LOAD = {
  CustomerId: 113_300,
  ExpeditionDate: '2026-11-23',
  ShipmentType: 'Delivery',
  TotalParcels: 1,
  TotalWeight: 2.76,
  UnitsOfMeasurement: 'LI',
  Accessory: { InsuranceAmount: 0, FrozenProtection: false, DangerousGoods: false },
  Parcels: [{ NCV: false, Weight: 2.76, Dimensions: { Height: 3.9, Length: 11.8, Width: 7.9, Cubing: 0.21 } }],
};
const PRICES = {
  BasePrice: 47.22,
  SurchargeCharges: [
    { Id: '519', Charge: 8.404, BeyondId: 102, NameFr: 'RÉGION ÉLOIGNÉE', NameEn: 'BEYOND SURCHARGE' },
  ],
  TaxCharges: [
    { Id: 'GST', Charge: 3.107, Rate: 0.05, NameFr: 'TPS', NameEn: 'GST' },
    { Id: 'HST', Charge: 0, Rate: 0, NameFr: 'TVH', NameEn: 'HST' },
  ],
  AccessoryCharges: [],
  NCVCharge: 4,
  FuelCharge: 2.51,
  SubTotal: 62.13,
  Total: 65.25,
  TotalBillableWeight: 10,
  DelayTransitDays: 2,
  EstimatedDeliveryDate: '2026-11-25',
};
const cad = (minor: number): { minor: number; currency: string } => ({ minor, currency: 'CAD' });
const PRICE = {
  lines: [
    { kind: 'base', code: 'BasePrice', label: 'Transportation', amount: cad(4722) },
    { kind: 'surcharge', code: '519', label: 'BEYOND SURCHARGE', amount: cad(840) },
    { kind: 'surcharge', code: 'NCVCharge', label: 'Not conveyable', amount: cad(400) },
    { kind: 'fuel', code: 'FuelCharge', label: 'Fuel surcharge', amount: cad(251) },
    { kind: 'tax', code: 'GST', label: 'GST', amount: cad(311) },
    { kind: 'adjustment', code: 'rounding', label: 'Rounding', amount: cad(1) },
  ],
  total: cad(6525),
};
const told = (more: Readonly<Record<string, unknown>> = {}): Record<string, unknown> => ({
  ShipmentId: Number(ID),
  ShipmentStatus: 'Creation',
  IsScanned: false,
  StatusHistories: [
    {
      ShipmentStatus: 'DataReceived',
      ShipmentStatusEn: 'Data received',
      StatusDate: '2019-08-24T14:15:22Z',
      LastLocation: 'St-Hubert',
    },
    { ShipmentStatus: 'Delivered', ShipmentStatusEn: 'Delivered', StatusDate: '2019-08-25T14:15:22Z' },
    { ShipmentStatus: 'Transit', ShipmentStatusEn: 'In transit', StatusDate: 'yesterday' },
  ],
  Parcels: [{ ParcelId: Number(PARCEL), EstimatedDeliveryDate: '2021-04-16' }],
  Photos: [{ Id: 1, Data: PNG }],
  ...more,
});
const purchase = { reference: REFERENCE, uuid: '6f1c2f1e-0000-4000-8000-000000000001', labelFormat: 'pdf' } as const;
const bought = { reference: REFERENCE, carrierShipmentId: ID, trackingNumbers: [PARCEL], kept: {} };

export const ownCases = (domestic: ShipmentRequest): OwnCase[] => [
  {
    name: 'a price whose parts are stated to a tenth of a cent',
    operation: 'rate',
    input: { shipment: domestic },
    exchanges: [
      exchange('POST', '/Customers/113300/rates', PRICES, {
        body: { ...LOAD, SourcePostalCode: 'M5V2T6', DestinationPostalCode: 'V6B1A1' },
      }),
    ],
    expect: {
      offers: [
        {
          service: 'Delivery',
          serviceName: 'Nationex Delivery',
          ...PRICE,
          billableGrams: 4536,
          transitDays: 2,
          deliverBy: '2026-11-25',
        },
      ],
      problems: [],
    },
  },
  {
    name: 'a shipment with its parcel and its price',
    operation: 'ship',
    step: 'buy',
    input: { ...purchase, shipment: domestic, service: 'Delivery' },
    exchanges: [
      exchange(
        'POST',
        '/Shipments',
        { ShipmentId: Number(ID), ParcelIds: [PARCEL], Barcodes: [`${PARCEL}0`], RatesDetail: PRICES },
        {
          body: {
            ...LOAD,
            ReferenceNumber: REFERENCE,
            Sender: {
              Contact: 'Test Sender',
              AccountName: 'Test Shop',
              Address1: '10 Sender Road',
              NoCivic: '10',
              StreetName: 'Sender Road',
              PostalCode: 'M5V2T6',
              City: 'Toronto',
              ProvinceState: 'ON',
              SmsNotification: false,
              EmailNotification: false,
            },
            Destination: {
              Contact: 'Test Receiver',
              Address1: '20 Receiver Avenue',
              NoCivic: '20',
              StreetName: 'Receiver Avenue',
              PostalCode: 'V6B1A1',
              City: 'Vancouver',
              ProvinceState: 'BC',
              SmsNotification: false,
              EmailNotification: false,
            },
          },
        },
      ),
    ],
    expect: {
      kind: 'done',
      keep: { shipmentId: ID },
      result: {
        carrierShipmentId: ID,
        parcels: [{ number: 1, trackingNumber: PARCEL, trackingUrl: `https://www.nationex.com/en/search?id=${ID}` }],
        charged: PRICE,
      },
    },
  },
  {
    name: 'its label',
    operation: 'ship',
    step: 'label',
    input: { ...purchase, shipment: domestic, service: 'Delivery' },
    kept: { shipmentId: ID },
    exchanges: [
      {
        request: {
          method: 'GET',
          path: `/api/v4/Shipments/${ID}/labels`,
          query: { type: 'PDF', orientation: 'portrait', format: '4x6' },
          headers: { authorization: BASIC },
        },
        answer: { status: 200, body: PDF, headers: { 'content-type': 'application/pdf' } },
      },
    ],
    expect: {
      kind: 'done',
      result: { files: [{ kind: 'bytes', document: 'label', format: 'pdf', bytes: 'bytes:9', parcelNumber: 1 }] },
    },
  },
  {
    name: 'a shipment looked at, then deleted',
    operation: 'cancel',
    step: 'look',
    input: bought,
    exchanges: [exchange('GET', `/Shipments/${ID}`, told(), TRACKING)],
    expect: { kind: 'done' },
  },
  {
    name: 'a deletion',
    operation: 'cancel',
    step: 'delete',
    input: bought,
    exchanges: [exchange('DELETE', `/Shipments/${ID}`, {})],
    expect: { kind: 'done', result: { refund: 'none' } },
  },
  {
    name: 'the way of a shipment; one time is none',
    operation: 'track',
    input: { trackingNumbers: [PARCEL] },
    exchanges: [exchange('GET', `/Shipments/${ID}`, told(), TRACKING)],
    expect: [
      {
        trackingNumber: PARCEL,
        events: [
          {
            occurredAt: '2019-08-24T14:15:22Z',
            status: 'label-created',
            code: 'DataReceived',
            text: 'Data received',
            place: 'St-Hubert',
          },
          { occurredAt: '2019-08-25T14:15:22Z', status: 'delivered', code: 'Delivered', text: 'Delivered' },
        ],
        estimatedDelivery: '2021-04-16',
        problems: ['StatusHistories[2].StatusDate should be in its usual form but is "yesterday".'],
      },
    ],
  },
  {
    name: 'a delivery and its picture',
    operation: 'proofOfDelivery',
    input: {
      trackingNumber: PARCEL,
      carrierShipmentId: ID,
      destination: { countryCode: 'CA', zipcode: 'H2H 2S2' },
      shipDate: '2021-03-30',
    },
    exchanges: [exchange('GET', `/Shipments/${ID}`, told(), TRACKING)],
    expect: {
      deliveredAt: '2019-08-25T14:15:22Z',
      files: [{ kind: 'bytes', document: 'proof-of-delivery', format: 'png', bytes: 'bytes:8' }],
    },
  },
  {
    name: 'customer number and key are good',
    operation: 'testConnection',
    exchanges: [
      exchange('POST', '/Customers/113300/rates', PRICES, {
        body: {
          CustomerId: 113_300,
          ExpeditionDate: '2026-01-01',
          ShipmentType: 'Delivery',
          SourcePostalCode: 'J3Y5T7',
          DestinationPostalCode: 'H2H2S2',
          TotalWeight: 1,
          TotalParcels: 1,
          UnitsOfMeasurement: 'LI',
          Accessory: { InsuranceAmount: 0, FrozenProtection: false, DangerousGoods: false },
          Parcels: [{ NCV: false, Weight: 1, Dimensions: { Height: 6, Length: 6, Width: 6, Cubing: 0.13 } }],
        },
      }),
    ],
    expect: { message: 'Connected to Nationex as customer 113300.' },
  },
];
