/** Our own request and answer for every operation, written by hand from the contract (README.md, "Sources"). */
import type { OwnCase, OwnExchange } from '@scanship/connector-kit/conformance/own-case';
import { money } from '@scanship/domain/money/money';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';

const REFERENCE = 'ABCDEFGH12345678';
const UUID = '00000000-0000-4000-8000-000000000000';
const ID = '3fa85f64-5717-4562-b3fc-2c963f66afa6';
const OTHER = '4fb96f75-6818-4673-a4fd-3d074f77bfb7';
const MANIFEST = '5ec07e86-7929-4784-a5ee-4e185e88cec8';
const NUMBER = 'ASENDIA123456789';
const PDF = '%PDF-1.4 test label';
const purchase = { reference: REFERENCE, uuid: UUID, service: 'EPAQPLS-CUP', labelFormat: 'pdf' } as const;
const bought = { reference: REFERENCE, carrierShipmentId: ID, trackingNumbers: [NUMBER], kept: {} };

const SIGN_IN: OwnExchange = {
  request: {
    method: 'POST',
    path: '/api/authenticate',
    body: { username: 'alpha@example.test', password: 'asendia-alpha-1' },
  },
  answer: { status: 200, headers: { 'content-type': 'application/json' }, body: { id_token: 'own-case-token' } },
};

const call = (
  method: string,
  path: string,
  answer: { readonly status?: number; readonly body: unknown; readonly type?: string },
  more: { readonly body?: unknown; readonly query?: Readonly<Record<string, string | number>> } = {},
): OwnExchange => ({
  request: { method, path: `/api${path}`, headers: { authorization: 'Bearer own-case-token' }, ...more },
  answer: {
    status: answer.status ?? 200,
    headers: { 'content-type': answer.type ?? 'application/json' },
    body: answer.body,
  },
});

const SENDER = {
  name: 'Test Sender',
  company: 'Test Shop',
  address1: 'Senderweg 10',
  postalCode: '10115',
  city: 'Berlin',
  country: 'DE',
  phone: '+49 30 5550100',
};
const parcel = (receiver: object, customsInfo: object): object => ({
  customerId: 'DE12345678',
  labelType: 'PDF',
  referencenumber: REFERENCE,
  weight: 0.9,
  asendiaService: { format: 'N', product: 'EPAQPLS', service: 'CUP' },
  addresses: { sender: SENDER, receiver },
  customsInfo,
});
const PARIS = {
  name: 'Test Receiver',
  address1: '20 rue du Test',
  postalCode: '75002',
  city: 'Paris',
  country: 'FR',
  email: 'receiver@example.com',
};
const LONDON = {
  name: 'UK Receiver',
  address1: '1 Test Street',
  postalCode: 'SW1A 1AA',
  city: 'London',
  country: 'GB',
  phone: '+44 20 7946 0100',
};
const GOODS = {
  currency: 'EUR',
  items: [
    {
      articleDescription: 'Cotton shirt',
      articleNumber: 'ITEM-1',
      unitValue: 25,
      currency: 'EUR',
      harmonizationCode: '610910',
      originCountry: 'DE',
      unitWeight: 0.3,
      quantity: 2,
    },
  ],
};
const MADE = { id: ID, trackingNumber: NUMBER, labelLocation: `/parcels/${ID}/label` };
const BOUGHT = {
  kind: 'done',
  keep: { id: ID },
  result: {
    carrierShipmentId: ID,
    parcels: [{ number: 1, trackingNumber: NUMBER, trackingUrl: `https://track.asendia.com/track/${NUMBER}` }],
  },
};
const label = { kind: 'bytes', document: 'label', format: 'pdf', bytes: 'bytes:19', parcelNumber: 1 };

const closingOf = (from: ShipmentRequest['from']): Extract<OwnCase, { operation: 'endOfDay' }>['input'] => ({
  reference: 'E000000000000001',
  uuid: UUID,
  from,
  date: '2026-11-23',
  shipments: [
    { ...bought, service: 'EPAQPLS-CUP', destination: 'FR' },
    { ...bought, reference: 'S2', carrierShipmentId: OTHER, service: 'EPAQPLS-CUP', destination: 'FR' },
  ],
});

const shipCases = (domestic: ShipmentRequest, crossBorder: ShipmentRequest): readonly OwnCase[] => [
  {
    name: 'a parcel inside the Union declares nothing',
    operation: 'ship',
    step: 'create',
    input: { ...purchase, shipment: domestic },
    exchanges: [SIGN_IN, call('POST', '/parcels', { status: 202, body: MADE }, { body: parcel(PARIS, { items: [] }) })],
    expect: BOUGHT,
  },
  {
    name: 'a parcel that leaves the Union declares its goods',
    operation: 'ship',
    step: 'create',
    input: { ...purchase, shipment: crossBorder },
    exchanges: [SIGN_IN, call('POST', '/parcels', { status: 202, body: MADE }, { body: parcel(LONDON, GOODS) })],
    expect: BOUGHT,
  },
  {
    name: 'its label and its declaration, one as it is, one as base64',
    operation: 'ship',
    step: 'papers',
    input: { ...purchase, shipment: crossBorder },
    kept: { id: ID },
    exchanges: [
      SIGN_IN,
      call('GET', `/parcels/${ID}/label`, { body: PDF, type: 'application/pdf' }),
      call('GET', `/parcels/${ID}/customs-document`, {
        body: Buffer.from('%PDF-1.4 CN23').toString('base64'),
        type: 'application/pdf',
      }),
    ],
    expect: {
      kind: 'done',
      result: {
        files: [label, { kind: 'bytes', document: 'customs-invoice', format: 'pdf', bytes: 'bytes:13' }],
      },
    },
  },
];

export const ownCases = (domestic: ShipmentRequest, crossBorder: ShipmentRequest): readonly OwnCase[] => [
  {
    name: 'the price of one service of the customer’s list',
    operation: 'rate',
    input: { shipment: domestic, services: ['EPAQPLS-CUP'] },
    exchanges: [],
    expect: {
      offers: [
        {
          service: 'EPAQPLS-CUP',
          serviceName: 'e-PAQ Plus, receiver pays duty',
          lines: [
            {
              kind: 'base',
              code: 'freight',
              label: 'e-PAQ Plus, receiver pays duty to Anywhere, 0.9 kg',
              amount: money(800, 'EUR'),
            },
          ],
          total: money(800, 'EUR'),
          billableGrams: 900,
          transitDays: 5,
          zone: 'Anywhere',
        },
      ],
      problems: [],
    },
  },
  ...shipCases(domestic, crossBorder),
  {
    name: 'a parcel that is deleted',
    operation: 'cancel',
    step: 'delete',
    input: bought,
    exchanges: [SIGN_IN, call('DELETE', `/parcels/${ID}`, { status: 204, body: '' })],
    expect: { kind: 'done', result: { refund: 'none' } },
  },
  {
    name: 'events by code, else by words',
    operation: 'track',
    input: { trackingNumbers: [NUMBER] },
    exchanges: [
      SIGN_IN,
      call('GET', `/customers/DE12345678/tracking/${NUMBER}`, {
        body: [
          {
            id: 1,
            code: 'PU',
            time: '2026-11-21T14:30:00Z',
            locationName: 'Bern',
            carrierEventDescription: 'Package picked up',
            locationCountry: 'CH',
          },
          { id: 2, code: 'X9', time: '2026-11-23T09:15:00Z', carrierEventDescription: 'Out for delivery' },
        ],
      }),
    ],
    expect: [
      {
        trackingNumber: NUMBER,
        events: [
          {
            occurredAt: '2026-11-21T14:30:00Z',
            status: 'accepted',
            code: 'PU',
            text: 'Package picked up',
            place: 'Bern, CH',
          },
          {
            occurredAt: '2026-11-23T09:15:00Z',
            status: 'out-for-delivery',
            code: 'X9',
            text: 'Out for delivery',
          },
        ],
        problems: [],
      },
    ],
  },
  {
    name: 'what is on another manifest stays there',
    operation: 'endOfDay',
    step: 'look',
    input: closingOf(domestic.from),
    exchanges: [
      SIGN_IN,
      call(
        'GET',
        '/customers/DE12345678/parcels',
        { body: [MADE] },
        { query: { showManifested: 'false', page: 0, size: 500 } },
      ),
    ],
    expect: { kind: 'done', keep: { ids: [ID] } },
  },
  {
    name: 'a manifest of the parcels that are free',
    operation: 'endOfDay',
    step: 'create',
    input: closingOf(domestic.from),
    kept: { ids: [ID] },
    exchanges: [
      SIGN_IN,
      call('POST', '/manifests', { status: 202, body: { id: MANIFEST, status: 'CREATED' } }, { body: [ID] }),
    ],
    expect: { kind: 'done', keep: { manifestId: MANIFEST, refused: [] } },
  },
  {
    name: 'its paper, and what is not on it',
    operation: 'endOfDay',
    step: 'paper',
    input: closingOf(domestic.from),
    kept: { ids: [ID], manifestId: MANIFEST, refused: [] },
    exchanges: [SIGN_IN, call('GET', `/manifests/${MANIFEST}/document`, { body: PDF, type: 'application/pdf' })],
    expect: {
      kind: 'done',
      result: {
        manifestNumbers: [MANIFEST],
        files: [{ kind: 'bytes', document: 'manifest', format: 'pdf', bytes: 'bytes:19' }],
        leftOut: [{ reference: 'S2', message: 'Asendia has this parcel on a manifest already, or it was deleted.' }],
      },
    },
  },
  {
    name: 'the customer is one of the user’s',
    operation: 'testConnection',
    exchanges: [SIGN_IN, call('GET', '/customers', { body: [{ id: 'DE12345678' }, { id: 'CH11111111' }] })],
    expect: { message: 'Connected to Asendia as customer DE12345678.' },
  },
];
