/** Our own request and answer for every operation, written by hand from the contract (README.md, "Sources"). */
import type { OwnCase } from '@scanship/connector-kit/conformance/own-case';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { BUFFALO, call, DECLARED, EARRINGS, LONDON, NEW_YORK, PARCEL, RATE, signIn } from './own-exchanges.ts';

const PDF = Buffer.from('%PDF-1.4 own').toString('base64');
const ZPL = Buffer.from('^XA^XZ').toString('base64');
const REFERENCE = 'S000000000000001';
const UUID = '6f1c2f1e-0000-4000-8000-000000000001';
const SHIPMENT = '6f384ad7-f8bf-40ce-8bf0-715248738f10';
const NUMBER = 'TSUSUSA54UHK092337564';
const LABELS = `/api/shipments/labels/${SHIPMENT}`;

const usd = (minor: number): { minor: number; currency: string } => ({ minor, currency: 'USD' });
const gbp = (minor: number): { minor: number; currency: string } => ({ minor, currency: 'GBP' });
const PRICE = {
  lines: [
    { kind: 'base', code: 'base', label: 'Transportation', amount: usd(1565) },
    { kind: 'option', code: 'Signature', label: 'Signature', amount: usd(250) },
  ],
  total: usd(1815),
};

const shipmentOf = (more: Readonly<Record<string, unknown>>): unknown => ({
  messages: [],
  shipment: { shipmentId: SHIPMENT, trackingNumber: NUMBER, status: 'label_created', ...more },
});

const crossing = (abroad: ShipmentRequest): OwnCase[] => [
  {
    name: 'duties and taxes, item by item',
    operation: 'landedCost',
    input: { shipment: abroad, service: 'TELESHIP-EXPEDITED-DROPOFF' },
    exchanges: [
      signIn,
      call(
        'POST',
        '/api/trade-engine/duties-taxes',
        {
          messages: [],
          price: 12.4,
          currency: 'GBP',
          charges: [
            { name: 'Duty', amount: 2, rate: 0.04 },
            { name: 'VAT', amount: 10.4, rate: 0.2 },
          ],
          commodities: [{ itemNumber: 1, title: 'Flix earrings', charges: [{ name: 'Duty', amount: 2, rate: 0.04 }] }],
        },
        { body: { shipTo: BUFFALO, shipFrom: LONDON, commodities: [EARRINGS], customs: DECLARED, currency: 'GBP' } },
      ),
    ],
    expect: {
      lines: [
        { kind: 'duty', code: 'Duty', label: 'Duty', amount: gbp(200) },
        { kind: 'tax', code: 'VAT', label: 'VAT', amount: gbp(1040) },
      ],
      total: gbp(1240),
      items: [
        {
          description: 'Flix earrings',
          hsCode: '7117190090',
          lines: [{ kind: 'duty', code: 'Duty', label: 'Duty', amount: gbp(200) }],
        },
      ],
      problems: [],
    },
  },
  {
    name: 'a declaration across the border, with what Teleship minds',
    operation: 'rate',
    input: { shipment: abroad },
    exchanges: [
      signIn,
      call(
        'POST',
        '/api/rates/quotes',
        {
          messages: [
            {
              code: 423,
              level: 'warning',
              timestamp: '2026-01-01T00:00:00Z',
              message: 'Missing duties and taxes',
              details: ['`commodities` are required'],
            },
          ],
          rates: [],
        },
        { body: { ...PARCEL, shipFrom: LONDON, commodities: [EARRINGS], customs: DECLARED } },
      ),
    ],
    expect: {
      offers: [],
      problems: [{ message: 'Teleship: Missing duties and taxes commodities are required.', vendorCode: '423' }],
    },
  },
];

const handOver = (shipment: ShipmentRequest): OwnCase[] => {
  const pickup = {
    reference: REFERENCE,
    uuid: UUID,
    address: shipment.from,
    date: '2026-11-24',
    readyTime: '09:00',
    closeTime: '12:00',
    place: 'front-door',
    load: {
      parcels: 1,
      totalGrams: 1250,
      services: ['TELESHIP-EXPEDITED-PICKUP'],
      destinations: ['US'],
      trackingNumbers: [NUMBER],
    },
    language: 'en',
  } as const;
  const closing = {
    reference: REFERENCE,
    uuid: UUID,
    from: shipment.from,
    date: '2026-11-24',
    shipments: [
      {
        reference: REFERENCE,
        carrierShipmentId: SHIPMENT,
        service: 'TELESHIP-EXPEDITED-DROPOFF',
        trackingNumbers: [NUMBER],
        destination: 'US',
        kept: {},
      },
    ],
  };
  return [
    {
      name: 'numbers lead to Teleship’s own ids',
      operation: 'pickup',
      part: 'book',
      step: 'find',
      input: pickup,
      exchanges: [signIn, call('GET', `/api/tracking/${NUMBER}`, { shipmentId: SHIPMENT, trackingNumber: NUMBER })],
      expect: { kind: 'done', keep: { shipmentIds: [SHIPMENT] } },
    },
    {
      name: 'a driver for these shipments',
      operation: 'pickup',
      part: 'book',
      step: 'book',
      input: pickup,
      kept: { shipmentIds: [SHIPMENT] },
      exchanges: [
        signIn,
        call(
          'POST',
          '/api/pickups',
          { messages: [], pickup: { id: 'pickup_2024_123456789', status: 'created' } },
          {
            body: {
              startAt: '2026-11-24T09:00',
              endAt: '2026-11-24T12:00',
              shipmentIds: [SHIPMENT],
              address: NEW_YORK,
              reference: REFERENCE,
            },
            status: 201,
          },
        ),
      ],
      expect: { kind: 'done', result: { confirmation: 'pickup_2024_123456789', messages: [] } },
    },
    {
      name: 'a manifest is begun',
      operation: 'endOfDay',
      step: 'create',
      input: closing,
      exchanges: [
        signIn,
        call(
          'POST',
          '/api/manifests',
          { id: 'manifest-0001', status: 'created', createdAt: '2026-11-24T10:00:00Z' },
          { body: { shipmentIds: [SHIPMENT], reference: REFERENCE, address: NEW_YORK.address }, status: 201 },
        ),
      ],
      expect: {
        kind: 'done',
        keep: { manifestId: 'manifest-0001' },
        result: { manifestNumbers: ['manifest-0001'], files: [], leftOut: [] },
      },
    },
    {
      name: 'a manifest that is worked on is asked for again',
      operation: 'endOfDay',
      step: 'settled',
      input: closing,
      kept: { manifestId: 'manifest-0001' },
      exchanges: [signIn, call('GET', '/api/manifests/manifest-0001', { id: 'manifest-0001', status: 'processing' })],
      expect: { kind: 'wait', retryAfterMs: 2000 },
    },
  ];
};

export function ownCases(shipment: ShipmentRequest, abroad: ShipmentRequest): OwnCase[] {
  const buy = {
    shipment,
    service: 'TELESHIP-EXPEDITED-DROPOFF',
    reference: REFERENCE,
    uuid: UUID,
    labelFormat: 'pdf',
  } as const;
  const bought = { reference: REFERENCE, carrierShipmentId: SHIPMENT, trackingNumbers: [NUMBER], kept: {} };
  return [
    {
      name: 'a price with its charges',
      operation: 'rate',
      input: { shipment: { ...shipment, options: { signature: 'any' } } },
      exchanges: [
        signIn,
        call(
          'POST',
          '/api/rates/quotes',
          { messages: [], rates: [RATE] },
          { body: { ...PARCEL, additionalServices: { signatureRequired: true } } },
        ),
      ],
      expect: {
        offers: [
          {
            service: 'TELESHIP-EXPEDITED-DROPOFF',
            serviceName: 'Teleship Expedited, Hub Direct',
            ...PRICE,
            transitDays: 3,
            deliverBy: '2026-11-26',
          },
        ],
        problems: [],
      },
    },
    {
      name: 'a label is made, with what it costs',
      operation: 'ship',
      step: 'create',
      input: buy,
      exchanges: [
        signIn,
        call(
          'POST',
          '/api/shipments/labels',
          shipmentOf({ rate: RATE, trackingURL: 'https://teleship.com/tracking?trackingNumber=1' }),
          {
            body: { serviceCode: 'TELESHIP-EXPEDITED-DROPOFF', ...PARCEL, orderTrackingReference: REFERENCE },
            status: 201,
          },
        ),
      ],
      expect: {
        kind: 'done',
        keep: { shipmentId: SHIPMENT },
        result: {
          carrierShipmentId: SHIPMENT,
          parcels: [
            { number: 1, trackingNumber: NUMBER, trackingUrl: 'https://teleship.com/tracking?trackingNumber=1' },
          ],
          charged: PRICE,
        },
      },
    },
    {
      name: 'the label in the wished format, and the invoice',
      operation: 'ship',
      step: 'label',
      input: buy,
      kept: { shipmentId: SHIPMENT },
      exchanges: [
        signIn,
        call(
          'GET',
          LABELS,
          shipmentOf({
            documents: [
              { type: 'LABEL', format: 'ZPL', url: '', base64String: ZPL },
              { type: 'LABEL', format: 'PDF', url: '', base64String: PDF },
              { type: 'INVOICE', format: 'PDF', url: '', base64String: PDF },
            ],
          }),
        ),
      ],
      expect: {
        kind: 'done',
        result: {
          files: [
            { kind: 'bytes', document: 'label', format: 'pdf', bytes: 'bytes:12', parcelNumber: 1 },
            { kind: 'bytes', document: 'customs-invoice', format: 'pdf', bytes: 'bytes:12' },
          ],
        },
      },
    },
    {
      name: 'a label that stands can be voided',
      operation: 'cancel',
      step: 'look',
      input: bought,
      exchanges: [signIn, call('GET', LABELS, shipmentOf({}))],
      expect: { kind: 'done' },
    },
    {
      name: 'a void',
      operation: 'cancel',
      step: 'void',
      input: bought,
      exchanges: [
        signIn,
        call('POST', `${LABELS}/void`, { shipmentId: SHIPMENT, trackingNumber: NUMBER, status: 'cancelled' }),
      ],
      expect: { kind: 'done', result: { refund: 'later' } },
    },
    {
      name: 'events by their words; the parcel’s status where those of the newest say nothing; one without words is told',
      operation: 'track',
      input: { trackingNumbers: [NUMBER] },
      exchanges: [
        signIn,
        call('GET', `/api/tracking/${NUMBER}`, {
          status: 'in_transit',
          shipmentId: SHIPMENT,
          trackingNumber: NUMBER,
          estimatedDelivery: '2026-11-26T06:59:59.999Z',
          events: [
            { timestamp: '2026-11-24T22:26:25.201Z', code: 'S_300', description: 'Handled by partner' },
            { timestamp: '2026-11-24T20:00:00.000Z', code: 'S_299' },
            {
              timestamp: '2026-11-23T22:26:25.201Z',
              code: 'S_102',
              description: 'Shipment info received by carrier',
              location: 'London, UK',
            },
          ],
        }),
      ],
      expect: [
        {
          trackingNumber: NUMBER,
          events: [
            {
              occurredAt: '2026-11-24T22:26:25.201Z',
              status: 'in-transit',
              code: 'S_300',
              text: 'Handled by partner',
            },
            {
              occurredAt: '2026-11-23T22:26:25.201Z',
              status: 'label-created',
              code: 'S_102',
              text: 'Shipment info received by carrier',
              place: 'London, UK',
            },
          ],
          estimatedDelivery: '2026-11-26T06:59:59.999Z',
          problems: ['events[1].description is missing.'],
        },
      ],
    },
    {
      name: 'a paper for customs',
      operation: 'attachDocument',
      step: 'upload',
      input: {
        reference: REFERENCE,
        carrierShipmentId: SHIPMENT,
        trackingNumbers: [NUMBER],
        shipDate: '2026-11-23',
        originCountry: 'GB',
        destinationCountry: 'US',
        document: {
          kind: 'commercial-invoice',
          name: 'invoice.pdf',
          format: 'pdf',
          bytes: new Uint8Array(Buffer.from('%PDF-1.4 own')),
        },
        kept: {},
      },
      exchanges: [
        signIn,
        call(
          'POST',
          '/documents/etds/upload',
          {},
          {
            body: {
              shipmentId: SHIPMENT,
              electronicTradeDocuments: [
                { name: 'invoice.pdf', type: 'COMMERCIAL_INVOICE', format: 'PDF', content: PDF },
              ],
            },
          },
        ),
      ],
      expect: { kind: 'done', result: { documentId: `${SHIPMENT} COMMERCIAL_INVOICE` } },
    },
    {
      name: 'services of the account, also with a dash that is no hyphen',
      operation: 'discoverServices',
      input: shipment.from,
      exchanges: [
        signIn,
        call('GET', '/api/services', [
          { name: 'Teleship End-to-End', code: 'TELESHIP–STANDARD-PICKUP', transit: 10 },
          { name: 'Teleship Freight', code: 'TELESHIP-FREIGHT', transit: 20 },
          { name: 'Over', code: 'TELESHIP-OVER', transit: 20, isActive: false },
        ]),
      ],
      expect: [
        { code: 'TELESHIP-STANDARD-PICKUP', name: 'Teleship Standard, End-to-End', scope: 'both' },
        { code: 'TELESHIP-FREIGHT', name: 'Teleship Freight', scope: 'both' },
      ],
    },
    {
      name: 'a connection',
      operation: 'testConnection',
      exchanges: [
        signIn,
        call('GET', '/api/services', [{ name: 'Teleship Hub Direct', code: 'TELESHIP-STANDARD-DROPOFF', transit: 10 }]),
      ],
      expect: { message: 'Connected to Teleship; services of this account: 1.' },
    },
    ...crossing(abroad),
    ...handOver(shipment),
  ];
}
