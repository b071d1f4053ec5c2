/** Our own request and answer for every operation, written by hand from the documents (README.md, "Sources"). */
import type { OwnCase, OwnExchange } from '@scanship/connector-kit/conformance/own-case';
import { money } from '@scanship/domain/money/money';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';

const REFERENCE = 'ABCDEFGH12345678';
const NUMBER = 'LTN408798880N1';
const PDF = Buffer.from('%PDF-1.4 test label').toString('base64');
const ZPL = '^XA^FO20,20^FDTEST^FS^XZ';
const purchase = { reference: REFERENCE, uuid: '00000000-0000-4000-8000-000000000000' } as const;

const call = (document: 'Ship' | 'Cancel' | 'Track', request: string, answer: string): OwnExchange => ({
  request: {
    method: 'POST',
    path: `/v2/${document}.php`,
    headers: { 'content-type': 'application/xml; charset=utf-8' },
    body: `<${document}Request>
      <Login><Username>alpha_api</Username><Password>landmark-alpha-1</Password></Login>
      <Test>true</Test><ClientID>2181</ClientID>${request}</${document}Request>`,
  },
  answer: {
    status: 200,
    headers: { 'content-type': 'text/xml; charset=utf-8' },
    body: `<?xml version="1.0"?><${document}Response>${answer}</${document}Response>`,
  },
});

const declined = (code: string, words: string): string =>
  `<Errors><Error><ErrorCode>${code}</ErrorCode><ErrorMessage>${words}</ErrorMessage></Error></Errors>
  <Result><Success>false</Success><ResultMessage>See Errors element for error details</ResultMessage></Result>`;

const SHOP = `<Name>Test Shop</Name><Attention>Test Sender</Attention><Address1>10 Sender Road</Address1><City>Toronto</City>
  <State>ON</State><PostalCode>M5V 2T6</PostalCode><Country>CA</Country>`;
const PACKAGE = `<Packages><Package><WeightUnit>KG</WeightUnit><Weight>1.25</Weight><DimensionsUnit>CM</DimensionsUnit>
  <Length>30</Length><Width>20</Width><Height>10</Height><PackageReference>${REFERENCE}-1</PackageReference></Package></Packages>`;
const LANE = '<ShippingLane><Region>Landmark CMH</Region></ShippingLane>';

const atHome = (label: string): string => `<AccountNumber>L2181A</AccountNumber><Reference>${REFERENCE}</Reference>
  <ShipTo><Name>Test Receiver</Name><Address1>20 Receiver Avenue</Address1><City>Vancouver</City><State>BC</State>
  <PostalCode>V6B 1A1</PostalCode><Country>CA</Country></ShipTo>${LANE}<ShipMethod>LGINTSTDU</ShipMethod>
  <ItemsCurrency>USD</ItemsCurrency>${label}<FulfillmentAddress>${SHOP}</FulfillmentAddress>${PACKAGE}
  <Items><Item><Sku>GOODS</Sku><Quantity>1</Quantity><UnitPrice>1.00</UnitPrice><Description>Merchandise</Description>
  <CountryOfOrigin>CA</CountryOfOrigin></Item></Items>`;

const abroad = `<AccountNumber>L2181A</AccountNumber><Reference>${REFERENCE}</Reference>
  <ShipTo><Name>US Receiver</Name><Address1>1 Test Street</Address1><City>Buffalo</City><State>NY</State>
  <PostalCode>14201</PostalCode><Country>US</Country></ShipTo>${LANE}<ShipMethod>LGINTSTDU</ShipMethod>
  <ItemsCurrency>CAD</ItemsCurrency><LabelFormat>ZPL</LabelFormat><LabelDPI>203</LabelDPI>
  <VendorInformation><VendorName>Test Shop</VendorName><VendorPhone/><VendorEmail/><VendorAddress1>10 Sender Road</VendorAddress1>
  <VendorCity>Toronto</VendorCity><VendorState>ON</VendorState><VendorPostalCode>M5V 2T6</VendorPostalCode>
  <VendorCountry>CA</VendorCountry></VendorInformation><FulfillmentAddress>${SHOP}</FulfillmentAddress>${PACKAGE}
  <Items><Item><Sku>ITEM-1</Sku><Quantity>2</Quantity><UnitPrice>25.00</UnitPrice><Description>Cotton shirt</Description>
  <HSCode>610910</HSCode><CountryOfOrigin>CA</CountryOfOrigin><ContentCategory>GOODS</ContentCategory></Item></Items>`;

const made = (label: string): string => `<Test>true</Test><Result><Success>true</Success>
  <ResultMessage>Shipment ${REFERENCE} successfully created and processed</ResultMessage>
  <ShippingCarrier>Canada Post</ShippingCarrier><Packages><Package><LabelImages><LabelImage>${label}</LabelImage></LabelImages>
  <TrackingNumber>8543976432</TrackingNumber><LandmarkTrackingNumber>${NUMBER}</LandmarkTrackingNumber>
  <PackageReference>${REFERENCE}-1</PackageReference><BarcodeData>2MAJ5328953205289</BarcodeData></Package></Packages></Result>`;

const bought = (format: 'pdf' | 'zpl', length: number): unknown => ({
  kind: 'done',
  result: {
    carrierShipmentId: NUMBER,
    parcels: [{ number: 1, trackingNumber: NUMBER, trackingUrl: `https://track.landmarkglobal.com/?search=${NUMBER}` }],
    files: [{ kind: 'bytes', document: 'label', format, bytes: `bytes:${length}`, parcelNumber: 1 }],
  },
});

const TRACK = `<TrackingNumber>${NUMBER}</TrackingNumber><RetrievalType>Historical</RetrievalType>`;

export const ownCases = (domestic: ShipmentRequest, crossBorder: ShipmentRequest): readonly OwnCase[] => [
  {
    name: 'the price of one service of the account’s list',
    operation: 'rate',
    input: { shipment: domestic, services: ['LGINTSTDU'] },
    exchanges: [],
    expect: {
      offers: [
        {
          service: 'LGINTSTDU',
          serviceName: 'MaxiPak Scan DDU',
          lines: [
            {
              kind: 'base',
              code: 'freight',
              label: 'MaxiPak Scan DDU to Anywhere, 1.25 kg',
              amount: money(750, 'CAD'),
            },
          ],
          total: money(750, 'CAD'),
          billableGrams: 1250,
          transitDays: 5,
          zone: 'Anywhere',
        },
      ],
      problems: [],
    },
  },
  {
    name: 'a label inside a country, with the item that is demanded',
    operation: 'ship',
    step: 'create',
    input: { ...purchase, shipment: domestic, service: 'LGINTSTDU', labelFormat: 'pdf' },
    exchanges: [call('Ship', atHome('<LabelFormat>PDF</LabelFormat><LabelEncoding>BASE64</LabelEncoding>'), made(PDF))],
    expect: bought('pdf', 19),
  },
  {
    name: 'across the border in ZPL: goods, the vendor, no encoding',
    operation: 'ship',
    step: 'create',
    input: { ...purchase, shipment: crossBorder, service: 'LGINTSTDU', labelFormat: 'zpl' },
    exchanges: [call('Ship', abroad, made(ZPL))],
    expect: bought('zpl', ZPL.length),
  },
  {
    name: 'a cancellation that unprocesses and deletes',
    operation: 'cancel',
    step: 'cancel',
    input: { reference: REFERENCE, carrierShipmentId: NUMBER, trackingNumbers: [NUMBER], kept: {} },
    exchanges: [
      call(
        'Cancel',
        `<TrackingNumber>${NUMBER}</TrackingNumber><DeleteShipment>true</DeleteShipment>
        <Reason>The sender does not need this label.</Reason>`,
        '<Result><Success>true</Success><ResultMessage>Successfully unprocessed and deleted shipment</ResultMessage></Result>',
      ),
    ],
    expect: { kind: 'done', result: { refund: 'now' } },
  },
  {
    name: 'events in both forms of time, all of Chicago',
    operation: 'track',
    input: { trackingNumbers: [NUMBER] },
    exchanges: [
      call(
        'Track',
        TRACK,
        `<Result><Success>true</Success><ShipmentDetails><EndDeliveryCarrier>Canada Post</EndDeliveryCarrier></ShipmentDetails>
        <Packages><Package><TrackingNumber>8543976432</TrackingNumber><LandmarkTrackingNumber>${NUMBER}</LandmarkTrackingNumber>
        <PackageReference/><Events>
        <Event><Status>Shipment Data Uploaded</Status><DateTime>2026-11-20 13:21:45</DateTime><Location></Location>
        <EventCode>50</EventCode></Event>
        <Event><Status>Item successfully delivered</Status><DateTime>11/23/2026 02:05 PM</DateTime>
        <Location>Windsor, ON</Location><EventCode>500</EventCode></Event>
        </Events></Package></Packages></Result>`,
      ),
    ],
    expect: [
      {
        trackingNumber: NUMBER,
        events: [
          {
            occurredAt: '2026-11-20T13:21:45',
            zone: 'America/Chicago',
            status: 'label-created',
            code: '50',
            text: 'Shipment Data Uploaded',
          },
          {
            occurredAt: '2026-11-23T14:05:00',
            zone: 'America/Chicago',
            status: 'delivered',
            code: '500',
            text: 'Item successfully delivered',
            place: 'Windsor, ON',
          },
        ],
        problems: [],
      },
    ],
  },
  {
    name: 'a number nobody has proves the sign-in',
    operation: 'testConnection',
    exchanges: [
      call(
        'Track',
        '<TrackingNumber>LTN000000000N0</TrackingNumber><RetrievalType>Historical</RetrievalType>',
        declined('Invalid', 'Could not find shipment in our system'),
      ),
    ],
    expect: { message: 'Connected to Landmark Global.' },
  },
];
