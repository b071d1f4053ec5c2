/** Our own request and answer for every operation, written by hand from the documents (README.md, "Sources"). */
import type { OwnCase, OwnExchange } from '@scanship/connector-kit/conformance/own-case';
import {
  call,
  CONSIGNEE,
  LABELS,
  NUMBER,
  OK,
  orderBody,
  PDF,
  CODE,
  CODE_BYTES,
  PDF_BYTES,
  REFERENCE,
  SHIPPER,
  signIn,
  UUID,
} from './own-case-parts.ts';
import { pickupCases } from './own-pickups.ts';
import { crossBorder, domestic, returned } from './places.ts';

const SHIPPING = '/shipping/v2';
const purchase = { reference: REFERENCE, uuid: UUID, labelFormat: 'pdf' } as const;
const follow = (number: string): string => `https://www.dhl.de/de/privatkunden.html?piececode=${number}`;
const shipped = (number: string, keep: object, papers: readonly object[] = []): unknown => ({
  kind: 'done',
  keep: { shipmentNo: number, shipDate: '2026-11-23', ...keep },
  result: {
    carrierShipmentId: number,
    parcels: [{ number: 1, trackingNumber: number, trackingUrl: follow(number) }],
    files: [{ kind: 'bytes', document: 'label', format: 'pdf', bytes: PDF_BYTES, parcelNumber: 1 }, ...papers],
  },
});
const bought = { reference: REFERENCE, carrierShipmentId: NUMBER, trackingNumbers: [NUMBER], kept: {} };

const tracking = (request: string, answer: string): OwnExchange => ({
  request: {
    method: 'GET',
    path: '/parcel/de/tracking/v0/shipments',
    query: {
      xml: `<?xml version="1.0" encoding="UTF-8"?><data appname="alpha-shop" language-code="en" password="alpha-Pa&amp;s!word" piece-code="${NUMBER}" request="${request}"/>`,
    },
    headers: {
      authorization: `Basic ${Buffer.from('dhlde-alpha-key:dhlde-alpha-secret').toString('base64')}`,
      accept: 'application/xml',
    },
  },
  answer: { status: 200, headers: { 'content-type': 'application/xml' }, body: answer },
});

const DETAILS = `<?xml version="1.0" encoding="UTF-8"?>
<data name="piece-shipment-list" code="0" request-id="own">
  <data name="piece-shipment" error-status="0" piece-code="${NUMBER}" searched-piece-code="${NUMBER}"
    status-timestamp="18.03.2016 10:02" recipient-name="Kraemer" recipient-city="53113 Bonn" delivery-event-flag="1" dest-country="DE">
    <data name="piece-event-list">
      <data name="piece-event" event-timestamp="17.03.2016 13:55" event-text="The shipment has been picked up" ice="PCKDU"
        ric="PUBCR" event-location="" event-country="Germany" standard-event-code="AE" ruecksendung="false"/>
      <data name="piece-event" event-timestamp="18.03.2016 10:02" event-text="The shipment has been successfully delivered"
        ice="DLVRD" ric="OTHER" event-location="Bonn" event-country="Germany" standard-event-code="ZU" ruecksendung="false"/>
    </data>
  </data>
</data>`;
const SIGNATURE = `<?xml version="1.0" encoding="UTF-8"?>
<data name="signature-list" code="0" request-id="own">
  <data name="signature" event-date="18.03.2016" mime-type="image/gif" image="474946383961"/>
</data>`;

const closing: Extract<OwnCase, { operation: 'endOfDay' }>['input'] = {
  reference: 'E000000000000001',
  uuid: UUID,
  from: domestic.from,
  date: '2026-01-01',
  shipments: [
    {
      reference: REFERENCE,
      carrierShipmentId: NUMBER,
      service: 'V01PAK',
      trackingNumbers: [NUMBER],
      destination: 'DE',
      kept: {},
    },
  ],
};

const trialBody = (person: object): unknown => ({
  profile: 'STANDARD_GRUPPENPROFIL',
  shipments: [
    {
      product: 'V01PAK',
      billingNumber: '33333333330101',
      refNo: 'TRIAL00000000000',
      shipper: person,
      consignee: person,
      details: { weight: { uom: 'g', value: 1000 } },
    },
  ],
});
const EXAMPLE = {
  name1: 'My Online Shop GmbH',
  addressStreet: 'Sträßchensweg 10',
  postalCode: '53113',
  city: 'Bonn',
  country: 'DEU',
};
const tried = (person: object, answer: unknown, status = 200): readonly OwnExchange[] => [
  signIn,
  call('POST', `${SHIPPING}/orders`, answer, { query: { validate: 'true' }, body: trialBody(person) }, status),
];
const GOOD = { status: OK, items: [{ sstatus: OK, validationMessages: [] }] };

const purchases: readonly OwnCase[] = [
  {
    name: 'a label inside Germany',
    operation: 'ship',
    step: 'create',
    input: { ...purchase, shipment: domestic, service: 'V01PAK' },
    exchanges: [
      signIn,
      call(
        'POST',
        `${SHIPPING}/orders`,
        { status: OK, items: [{ shipmentNo: NUMBER, sstatus: OK, label: { b64: PDF, fileFormat: 'PDF' } }] },
        { query: LABELS, body: orderBody({}) },
      ),
    ],
    expect: shipped(NUMBER, {}),
  },
  {
    name: 'a label to London, with its paper for customs',
    operation: 'ship',
    step: 'create',
    input: { ...purchase, shipment: crossBorder, service: 'V53WPAK' },
    exchanges: [
      signIn,
      call(
        'POST',
        `${SHIPPING}/orders`,
        {
          status: OK,
          items: [{ shipmentNo: 'CD530123554DE', sstatus: OK, label: { b64: PDF }, customsDoc: { b64: PDF } }],
        },
        {
          query: LABELS,
          body: orderBody({
            product: 'V53WPAK',
            billingNumber: '33333333335301',
            consignee: {
              name1: 'GB Receiver',
              addressStreet: '10 Test Street',
              additionalAddressInformation1: '2nd floor',
              postalCode: 'SW1A 1AA',
              city: 'London',
              country: 'GBR',
              phone: '+44 20 5550123',
              email: 'receiver@example.com',
            },
            customs: {
              invoiceNo: 'INV-1',
              exportType: 'COMMERCIAL_GOODS',
              postalCharges: { currency: 'EUR', value: 0 },
              shipperCustomsRef: 'DE123456789012345',
              items: [
                {
                  itemDescription: 'Cotton shirt',
                  countryOfOrigin: 'DEU',
                  hsCode: '610910',
                  packagedQuantity: 2,
                  itemValue: { currency: 'EUR', value: 25 },
                  itemWeight: { uom: 'g', value: 300 },
                },
              ],
            },
          }),
        },
      ),
    ],
    expect: shipped('CD530123554DE', {}, [
      { kind: 'bytes', document: 'customs-invoice', format: 'pdf', bytes: PDF_BYTES, parcelNumber: 1 },
    ]),
  },
  {
    name: 'a return, to the receiver at the seller’s place',
    operation: 'ship',
    step: 'create',
    input: { ...purchase, shipment: returned, service: 'V07PAK' },
    exchanges: [
      signIn,
      call(
        'GET',
        '/shipping/returns/v1/locations',
        [{ receiverId: 'deu', receiverAddress: { postalCode: '10115', city: 'Berlin' } }],
        { query: { countryCode: 'deu' } },
      ),
      call(
        'POST',
        '/shipping/returns/v1/orders',
        {
          sstatus: { title: 'Created', status: 201 },
          shipmentNo: '999991587211',
          label: { b64: PDF },
          qrLabel: { b64: CODE },
          routingCode: '40327653113+99000933090010',
        },
        {
          query: { labelType: 'BOTH' },
          body: {
            receiverId: 'deu',
            customerReference: 'ORDER-1',
            shipmentReference: REFERENCE,
            shipper: {
              name1: 'Test Receiver',
              addressStreet: 'Empfängerweg',
              addressHouse: '20a',
              postalCode: '53113',
              city: 'Bonn',
            },
            itemWeight: { uom: 'g', value: 900 },
          },
        },
        201,
      ),
    ],
    expect: shipped('999991587211', { return: true }, [
      { kind: 'bytes', document: 'qr-code', format: 'png', bytes: CODE_BYTES, parcelNumber: 1 },
    ]),
  },
  {
    name: 'a void',
    operation: 'cancel',
    step: 'delete',
    input: bought,
    exchanges: [
      signIn,
      call(
        'DELETE',
        `${SHIPPING}/orders`,
        { status: OK, items: [{ shipmentNo: NUMBER, sstatus: OK }] },
        { query: { profile: 'STANDARD_GRUPPENPROFIL', shipment: NUMBER } },
      ),
    ],
    expect: { kind: 'done', result: { refund: 'now' } },
  },
];

const papers: readonly OwnCase[] = [
  {
    name: 'shipments closed out',
    operation: 'endOfDay',
    step: 'close',
    input: closing,
    exchanges: [
      signIn,
      call(
        'POST',
        `${SHIPPING}/manifests`,
        { status: { ...OK, statusCode: 207, status: 207 }, items: [{ shipmentNo: NUMBER, sstatus: OK }] },
        { body: { profile: 'STANDARD_GRUPPENPROFIL', shipmentNumbers: [NUMBER] } },
        207,
      ),
    ],
    expect: { kind: 'done', keep: { day: '2026-01-01', leftOut: [], polls: 0 } },
  },
  {
    name: 'the manifest of the day',
    operation: 'endOfDay',
    step: 'paper',
    input: closing,
    kept: { day: '2026-01-01', leftOut: [], polls: 0 },
    exchanges: [
      signIn,
      call(
        'GET',
        `${SHIPPING}/manifests`,
        { status: OK, manifest: [{ b64: PDF }], items: [{ shipmentNo: NUMBER, sheetNo: '1' }] },
        { query: { date: '2026-01-01', includeDocs: 'include' } },
      ),
    ],
    expect: {
      kind: 'done',
      result: {
        manifestNumbers: ['2026-01-01/1'],
        files: [{ kind: 'bytes', document: 'manifest', format: 'pdf', bytes: PDF_BYTES }],
        leftOut: [],
      },
    },
  },
];

const questions: readonly OwnCase[] = [
  {
    name: 'the price of the account’s list',
    operation: 'rate',
    input: { shipment: domestic, services: ['V01PAK'] },
    exchanges: [],
    expect: {
      offers: [
        {
          service: 'V01PAK',
          serviceName: 'DHL Paket',
          lines: [
            {
              kind: 'base',
              code: 'freight',
              label: 'DHL Paket to Anywhere, 0.9 kg',
              amount: { minor: 700, currency: 'EUR' },
            },
          ],
          total: { minor: 700, currency: 'EUR' },
          billableGrams: 900,
          transitDays: 5,
          zone: 'Anywhere',
        },
      ],
      problems: [],
    },
  },
  {
    name: 'events',
    operation: 'track',
    input: { trackingNumbers: [NUMBER] },
    exchanges: [tracking('d-get-piece-detail', DETAILS)],
    expect: [
      {
        trackingNumber: NUMBER,
        events: [
          {
            occurredAt: '2016-03-17T13:55',
            zone: 'Europe/Berlin',
            status: 'accepted',
            code: 'AE-PCKDU-PUBCR',
            text: 'The shipment has been picked up',
            place: 'Germany',
          },
          {
            occurredAt: '2016-03-18T10:02',
            zone: 'Europe/Berlin',
            status: 'delivered',
            code: 'ZU-DLVRD-OTHER',
            text: 'The shipment has been successfully delivered',
            place: 'Bonn, Germany',
          },
        ],
        problems: [],
      },
    ],
  },
  {
    name: 'who took it, and the signature',
    operation: 'proofOfDelivery',
    input: { trackingNumber: NUMBER, destination: { countryCode: 'DE', zipcode: '53113' }, shipDate: '2016-03-17' },
    exchanges: [tracking('d-get-piece-detail', DETAILS), tracking('d-get-signature', SIGNATURE)],
    expect: {
      signedBy: 'Kraemer',
      deliveredAt: '2016-03-18T10:02',
      zone: 'Europe/Berlin',
      place: '53113 Bonn',
      files: [{ kind: 'bytes', document: 'proof-of-delivery', format: 'gif', bytes: 'bytes:6' }],
    },
  },
  {
    name: 'an address DHL can route to',
    operation: 'checkAddress',
    input: domestic.to,
    exchanges: tried(CONSIGNEE, GOOD),
    expect: { verdict: 'confirmed', level: 'street', suggestions: [], messages: [] },
  },
  {
    name: 'an address whose city does not fit',
    operation: 'checkAddress',
    input: domestic.from,
    exchanges: tried(
      SHIPPER,
      {
        status: { title: 'Bad Request', statusCode: 400, detail: '0 of 1 shipment validated OK. Details included.' },
        items: [
          {
            sstatus: { title: 'Within the shipment there was at least one weak validation error.', statusCode: 400 },
            validationMessages: [
              {
                property: 'shipper',
                validationMessage: 'The house number entered could not be found.',
                validationState: 'Warning',
              },
              {
                property: 'consignee',
                validationMessage: 'The city entered does not match the postcode. The shipment is not codeable.',
                validationState: 'Warning',
              },
            ],
          },
        ],
      },
      400,
    ).map((one) => withoutConsigneeEmail(one)),
    expect: {
      verdict: 'unknown',
      level: 'street',
      suggestions: [],
      messages: ['DHL Parcel DE: The city entered does not match the postcode. The shipment is not codeable.'],
    },
  },
  {
    name: 'keys, user and billing number',
    operation: 'testConnection',
    exchanges: tried(EXAMPLE, GOOD),
    expect: { message: 'Connected to DHL Parcel DE with billing number 33333333330101.' },
  },
];

/** Within Germany a receiver's e-mail address is not sent. */
function withoutConsigneeEmail(one: OwnExchange): OwnExchange {
  if (one.request.method !== 'POST' || typeof one.request.body !== 'object') return one;
  const { email: _email, ...consignee } = SHIPPER;
  const body = structuredClone(one.request.body) as { shipments: { consignee: unknown }[] };
  for (const shipment of body.shipments) shipment.consignee = consignee;
  return { ...one, request: { ...one.request, body } };
}

export const ownCases = (): readonly OwnCase[] => [...purchases, ...papers, ...questions, ...pickupCases];
