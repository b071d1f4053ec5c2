/** Our own request and answer for every operation, written by hand from README.md. */
import type { OwnCase, OwnExchange } from '@scanship/connector-kit/conformance/own-case';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';

export const exchange = (action: string, body: string, answer: string): OwnExchange => ({
  request: {
    method: 'POST',
    path: '/GroundService',
    headers: { soapaction: `"urn:testline:ground:v1/${action}"`, 'content-type': 'text/xml; charset=utf-8' },
    body: `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" xmlns:tg="urn:testline:ground:v1">
      <soap:Header><tg:Security><Username>ground-alpha</Username><Password>alpha-pass-1</Password></tg:Security></soap:Header>
      <soap:Body><tg:${action}Request>${body}</tg:${action}Request></soap:Body></soap:Envelope>`,
  },
  answer: {
    status: 200,
    headers: { 'content-type': 'text/xml' },
    body: `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><n:${action}Response xmlns:n="urn:testline:ground:v1">${answer}</n:${action}Response></s:Body></s:Envelope>`,
  },
});

const SHIPMENT = `<ShipDate>2026-11-23</ShipDate>
  <From><Name>Test Sender</Name><Company>Test Shop</Company><Street1>10 Sender Road</Street1><City>Toronto</City><Province>ON</Province><PostalCode>M5V2T6</PostalCode><Country>CA</Country><Residential>N</Residential></From>
  <To><Name>Test Receiver</Name><Street1>20 Receiver Avenue</Street1><City>Vancouver</City><Province>BC</Province><PostalCode>V6B1A1</PostalCode><Country>CA</Country><Residential>Y</Residential></To>
  <Parcel><Grams>1250</Grams><Length>30</Length><Width>20</Width><Height>10</Height></Parcel><Signature>N</Signature>`;
const PRICE = `<Price><Currency>CAD</Currency><Lines><Line><Type>BAS</Type><Code>BASE</Code><Name>Transportation</Name><Amount>19.66</Amount></Line><Line><Type>TAX</Type><Code>GST</Code><Name>GST</Name><Amount>0.98</Amount></Line></Lines><Total>20.64</Total></Price>`;
const lines = [
  { kind: 'base', code: 'BASE', label: 'Transportation', amount: { minor: 1966, currency: 'CAD' } },
  { kind: 'tax', code: 'GST', label: 'GST', amount: { minor: 98, currency: 'CAD' } },
];
const total = { minor: 2064, currency: 'CAD' };

export const ownCases = (domestic: ShipmentRequest): OwnCase[] => [
  {
    name: 'prices, one of which does not add up',
    operation: 'rate',
    input: { shipment: domestic },
    exchanges: [
      exchange(
        'GetRates',
        SHIPMENT,
        `<Rates><Rate><ServiceCode>GRD</ServiceCode><ServiceName>Ground</ServiceName>${PRICE}<BilledGrams>1500</BilledGrams><Days>6</Days><DeliveryDate>2026-12-01</DeliveryDate></Rate>
         <Rate><ServiceCode>GRD2</ServiceCode><ServiceName>Ground Select</ServiceName>${PRICE.replace('20.64', '9.99')}</Rate></Rates>`,
      ),
    ],
    expect: {
      offers: [
        {
          service: 'GRD',
          serviceName: 'Ground',
          lines,
          total,
          billableGrams: 1500,
          transitDays: 6,
          deliverBy: '2026-12-01',
        },
      ],
      problems: [{ message: 'GetRatesResponse.Rates.Rate[1].Price.Lines do not add up to the total.' }],
    },
  },
  {
    name: 'one parcel bought',
    operation: 'ship',
    step: 'create',
    input: {
      shipment: domestic,
      service: 'GRD',
      reference: 'S000000000000001',
      uuid: '6f1c2f1e-0000-4000-8000-000000000001',
      labelFormat: 'pdf',
    },
    exchanges: [
      exchange(
        'CreateShipment',
        `${SHIPMENT}<Service>GRD</Service><Reference>S000000000000001</Reference><LabelFormat>PDF</LabelFormat><Note>ORDER-1</Note>`,
        `<Shipment><ShipmentId>gs-0123456789ab</ShipmentId><ParcelNumber>TG0000000000017</ParcelNumber><Status>OPEN</Status><Label>JVBERi0=</Label>${PRICE}</Shipment>`,
      ),
    ],
    expect: {
      kind: 'done',
      keep: { shipmentId: 'gs-0123456789ab', parcelNumber: 'TG0000000000017' },
      result: {
        carrierShipmentId: 'gs-0123456789ab',
        parcels: [{ number: 1, trackingNumber: 'TG0000000000017' }],
        files: [{ kind: 'bytes', document: 'label', format: 'pdf', bytes: 'bytes:5', parcelNumber: 1 }],
        charged: { lines, total },
      },
    },
  },
  {
    name: 'a void credited with the next invoice',
    operation: 'cancel',
    step: 'void',
    input: {
      reference: 'S000000000000001',
      carrierShipmentId: 'gs-0123456789ab',
      trackingNumbers: ['TG0000000000017'],
      kept: {},
    },
    exchanges: [
      exchange(
        'VoidShipment',
        '<ShipmentId>gs-0123456789ab</ShipmentId>',
        '<Status>VOID</Status><Refund>NEXT_INVOICE</Refund>',
      ),
    ],
    expect: { kind: 'done', result: { refund: 'later' } },
  },
  {
    name: 'tracking with local time and zone, and one unknown code',
    operation: 'track',
    input: { trackingNumbers: ['TG0000000000017', 'TG0000000000024'] },
    exchanges: [
      exchange(
        'TrackParcels',
        '<ParcelNumber>TG0000000000017</ParcelNumber><ParcelNumber>TG0000000000024</ParcelNumber>',
        `<Parcels><Parcel><ParcelNumber>TG0000000000017</ParcelNumber><Known>Y</Known><Events>
           <Event><Time>2026-11-23T10:00:00</Time><Zone>America/Toronto</Zone><Code>20</Code><Text>Picked up</Text><Place>Toronto ON</Place></Event>
           <Event><Time>2026-11-24T10:00:00</Time><Zone>America/Toronto</Zone><Code>77</Code><Text>?</Text></Event></Events></Parcel>
         <Parcel><ParcelNumber>TG0000000000024</ParcelNumber><Known>N</Known></Parcel></Parcels>`,
      ),
    ],
    expect: [
      {
        trackingNumber: 'TG0000000000017',
        events: [
          {
            occurredAt: '2026-11-23T10:00:00',
            zone: 'America/Toronto',
            status: 'accepted',
            code: '20',
            text: 'Picked up',
            place: 'Toronto ON',
          },
          {
            occurredAt: '2026-11-24T10:00:00',
            zone: 'America/Toronto',
            status: 'unknown',
            code: '77',
            text: '?',
          },
        ],
        problems: [],
      },
      {
        trackingNumber: 'TG0000000000024',
        events: [],
        problems: ['TestLine Ground (TEST) does not know TG0000000000024.'],
      },
    ],
  },
  {
    name: 'the account’s name',
    operation: 'testConnection',
    exchanges: [exchange('ValidateAccount', '', '<AccountName>Alpha Test Shop</AccountName>')],
    expect: { accountName: 'Alpha Test Shop', message: 'Connected to TestLine Ground (TEST) as Alpha Test Shop.' },
  },
];
