/** Our own request and answer for every operation, written by hand from README.md. */
import type { OwnCase } from '@scanship/connector-kit/conformance/own-case';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';

const RATE = 'application/vnd.testline.rate-v1+xml';
const SHIPMENT = 'application/vnd.testline.shipment-v2+xml';
const authorization = `Basic ${Buffer.from('post-alpha:alpha-word-1').toString('base64')}`;
const PRICE =
  '<price><lines><line kind="base" code="BASE"><name>Transportation</name><amount>19.99</amount></line><line kind="tax" code="GST"><name>GST</name><amount>1.00</amount></line></lines><due>20.99</due></price>';
const lines = [
  { kind: 'base', code: 'BASE', label: 'Transportation', amount: { minor: 1999, currency: 'CAD' } },
  { kind: 'tax', code: 'GST', label: 'GST', amount: { minor: 100, currency: 'CAD' } },
];
const total = { minor: 2099, currency: 'CAD' };
const PARCEL = '<parcel><weight>1.250</weight><length>30.0</length><width>20.0</width><height>10.0</height></parcel>';
const link = 'https://post.example/rs/1000001/shipment/ps0123456789ab/label';
const voided = {
  reference: 'S000000000000001',
  carrierShipmentId: 'ps0123456789ab',
  trackingNumbers: ['TP123456785XX'],
  kept: {},
};

export const ownCases = (domestic: ShipmentRequest): OwnCase[] => {
  const purchase = {
    shipment: domestic,
    service: 'DOM.EP',
    reference: 'S000000000000001',
    uuid: '6f1c2f1e-0000-4000-8000-000000000001',
    labelFormat: 'pdf' as const,
  };
  return [
    {
      name: 'prices, one without its service code',
      operation: 'rate',
      input: { shipment: domestic, services: ['DOM.EP', 'DOM.RP'] },
      exchanges: [
        {
          request: {
            method: 'POST',
            path: '/rs/price',
            headers: { accept: RATE, 'content-type': RATE, authorization },
            body: `<rate-request xmlns="urn:testline:rate-v1"><customer-number>1000001</customer-number><expected-mailing-date>2026-11-23</expected-mailing-date>${PARCEL}
              <services><service-code>DOM.EP</service-code><service-code>DOM.RP</service-code></services><origin><postal-code>M5V2T6</postal-code><province>ON</province></origin>
              <destination><country-code>CA</country-code><province>BC</province><postal-code>V6B1A1</postal-code></destination></rate-request>`,
          },
          answer: {
            status: 200,
            body: `<price-quotes><quotes><quote><service-code>DOM.EP</service-code><service-name>Expedited</service-name>${PRICE}<billed-weight>1.500</billed-weight><transit-days>6</transit-days><expected-delivery-date>2026-12-01</expected-delivery-date></quote>
              <quote><service-name>Regular</service-name>${PRICE}</quote></quotes></price-quotes>`,
          },
        },
      ],
      expect: {
        offers: [
          {
            service: 'DOM.EP',
            serviceName: 'Expedited',
            lines,
            total,
            billableGrams: 1500,
            transitDays: 6,
            deliverBy: '2026-12-01',
          },
        ],
        problems: [{ message: 'price-quotes.quotes.quote[1].service-code is missing.' }],
      },
    },
    {
      name: 'a shipment created, its label behind a link',
      operation: 'ship',
      step: 'create',
      input: purchase,
      exchanges: [
        {
          request: {
            method: 'POST',
            path: '/rs/1000001/shipment',
            headers: { accept: SHIPMENT, 'content-type': SHIPMENT, authorization },
            body: `<shipment xmlns="urn:testline:shipment-v2"><customer-reference>S000000000000001</customer-reference><service-code>DOM.EP</service-code><mailing-date>2026-11-23</mailing-date>
              <sender><name>Test Sender</name><company>Test Shop</company><address-line-1>10 Sender Road</address-line-1><city>Toronto</city><province>ON</province><postal-code>M5V2T6</postal-code><country-code>CA</country-code></sender>
              <destination><name>Test Receiver</name><address-line-1>20 Receiver Avenue</address-line-1><city>Vancouver</city><province>BC</province><postal-code>V6B1A1</postal-code><country-code>CA</country-code></destination>
              ${PARCEL}<label-format>PDF</label-format><note>ORDER-1</note></shipment>`,
          },
          answer: {
            status: 200,
            body: `<shipment-info><shipment-id>ps0123456789ab</shipment-id><shipment-status>created</shipment-status><tracking-pin>TP123456785XX</tracking-pin>${PRICE}<links><link rel="label" href="${link}" media-type="application/pdf"/></links></shipment-info>`,
          },
        },
      ],
      expect: {
        kind: 'done',
        keep: { shipmentId: 'ps0123456789ab', labelLink: link },
        result: {
          carrierShipmentId: 'ps0123456789ab',
          parcels: [{ number: 1, trackingNumber: 'TP123456785XX' }],
          charged: { lines, total },
        },
      },
    },
    {
      name: 'the label fetched',
      operation: 'ship',
      step: 'label',
      input: purchase,
      kept: { shipmentId: 'ps0123456789ab', labelLink: link },
      exchanges: [
        {
          request: { method: 'GET', path: link, headers: { accept: 'application/pdf', authorization } },
          answer: { status: 200, headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.4' },
        },
      ],
      expect: {
        kind: 'done',
        result: { files: [{ kind: 'bytes', document: 'label', format: 'pdf', bytes: 'bytes:8', parcelNumber: 1 }] },
      },
    },
    {
      name: 'a void without refund',
      operation: 'cancel',
      step: 'void',
      input: voided,
      exchanges: [
        {
          request: {
            method: 'DELETE',
            path: '/rs/1000001/shipment/ps0123456789ab',
            headers: { accept: SHIPMENT, authorization },
          },
          answer: {
            status: 200,
            body: '<shipment-info><shipment-id>ps0123456789ab</shipment-id><shipment-status>voided</shipment-status></shipment-info>',
          },
        },
      ],
      expect: { kind: 'done', result: { refund: 'none' } },
    },
    {
      name: 'tracking with an event whose time has no offset',
      operation: 'track',
      input: { trackingNumbers: ['TP123456785XX'] },
      exchanges: [
        {
          request: {
            method: 'GET',
            path: '/vis/track/TP123456785XX',
            headers: { accept: 'application/vnd.testline.track-v1+xml', authorization },
          },
          answer: {
            status: 200,
            body: `<tracking-detail><pin>TP123456785XX</pin><expected-delivery-date>2026-12-01</expected-delivery-date><events>
              <event><event-identifier>0200</event-identifier><event-date-time>2026-11-23T15:00:00-05:00</event-date-time><event-description>Item accepted</event-description><event-site>Toronto</event-site></event>
              <event><event-identifier>0300</event-identifier><event-date-time>2026-11-24T15:00:00</event-date-time><event-description>Item in transit</event-description></event></events></tracking-detail>`,
          },
        },
      ],
      expect: [
        {
          trackingNumber: 'TP123456785XX',
          estimatedDelivery: '2026-12-01',
          events: [
            {
              occurredAt: '2026-11-23T15:00:00-05:00',
              status: 'accepted',
              code: '0200',
              text: 'Item accepted',
              place: 'Toronto',
            },
          ],
          problems: [
            'tracking-detail.events.event[1].event-date-time should be a date and time but is "2026-11-24T15:00:00".',
          ],
        },
      ],
    },
    {
      name: 'the account’s name',
      operation: 'testConnection',
      exchanges: [
        {
          request: { method: 'GET', path: '/rs/1000001/account', headers: { authorization } },
          answer: { status: 200, body: '<account><name>Alpha Test Shop</name></account>' },
        },
      ],
      expect: { accountName: 'Alpha Test Shop', message: 'Connected to TestLine Post (TEST) as Alpha Test Shop.' },
    },
  ];
};
