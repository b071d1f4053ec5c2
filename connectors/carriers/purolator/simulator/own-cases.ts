/** One request and one answer for every operation, written from the WSDLs and the public examples (README.md). */
import type { OwnCase } from '@scanship/connector-kit/conformance/own-case';
import { canadaToUnitedStates } from '@scanship/connector-kit/conformance/sample-shipments';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { bought, domestic, exchange, phone, PIN, purchase, REFERENCE, SHOP } from './own-case-parts.ts';
import { casesAround } from './own-cases-around.ts';

const cad = (minor: number): { minor: number; currency: string } => ({ minor, currency: 'CAD' });
const abroad: ShipmentRequest = {
  ...canadaToUnitedStates,
  from: { ...canadaToUnitedStates.from, phone: '416 555 0100' },
  to: { ...canadaToUnitedStates.to, phone: '+1 716 555 0100' },
};
const returned: ShipmentRequest = {
  ...domestic,
  from: { ...domestic.to, phone: '604 555 0100' },
  to: domestic.from,
  return: {},
};
const buyer = (area: string): string =>
  `<Address><Name>Test Receiver</Name><StreetNumber>20</StreetNumber><StreetName>Receiver Avenue</StreetName><City>Vancouver</City><Province>BC</Province><Country>CA</Country><PostalCode>V6B1A1</PostalCode>${phone(area)}</Address>`;
const AMERICAN = `<Address><Name>US Receiver</Name><StreetNumber>1</StreetNumber><StreetName>Test Street</StreetName><City>Buffalo</City><Province>NY</Province><Country>US</Country><PostalCode>14201</PostalCode>${phone('716')}</Address>`;
const parties = (from: string, to: string): string =>
  `<SenderInformation>${from}</SenderInformation><ReceiverInformation>${to}</ReceiverInformation>`;
const side = (value: string): string => `<Value>${value}</Value><DimensionUnit>in</DimensionUnit>`;
const PIECES = `<TotalWeight><Value>3</Value><WeightUnit>lb</WeightUnit></TotalWeight><TotalPieces>1</TotalPieces><PiecesInformation><Piece><Weight><Value>2.76</Value><WeightUnit>lb</WeightUnit></Weight><Length>${side('11.8')}</Length><Width>${side('7.9')}</Width><Height>${side('3.9')}</Height></Piece></PiecesInformation>`;
const pair = (id: string, value: string): string =>
  `<OptionIDValuePair><ID>${id}</ID><Value>${value}</Value></OptionIDValuePair>`;
const options = (pairs: string): string => `<OptionsInformation><Options>${pairs}</Options></OptionsInformation>`;
const payer = (type: string): string =>
  `<PaymentInformation><PaymentType>${type}</PaymentType><RegisteredAccountNumber>9999990001</RegisteredAccountNumber><BillingAccountNumber>9999990001</BillingAccountNumber></PaymentInformation><PickupInformation><PickupType>DropOff</PickupType></PickupInformation>`;
const references = (...all: readonly string[]): string =>
  `<TrackingReferenceInformation>${all.map((r, i) => `<Reference${i + 1}>${r}</Reference${i + 1}>`).join('')}</TrackingReferenceInformation>`;
const DAY = '<ShipmentDate>2026-11-23</ShipmentDate>';
const DOMESTIC = (service: string, more = ''): string =>
  `${parties(SHOP, buyer('416'))}${DAY}<PackageInformation><ServiceID>${service}</ServiceID>${PIECES}${more}</PackageInformation>`;
const CUSTOMS =
  '<InternationalInformation><DocumentsOnlyIndicator>false</DocumentsOnlyIndicator><ContentDetails><ContentDetail><Description>Cotton shirt</Description><HarmonizedCode>610910</HarmonizedCode><CountryOfManufacture>CA</CountryOfManufacture><ProductCode>1</ProductCode><UnitValue>25.00</UnitValue><Quantity>2</Quantity></ContentDetail></ContentDetails><DutyInformation><BillDutiesToParty>Receiver</BillDutiesToParty><BusinessRelationship>NotRelated</BusinessRelationship><Currency>CAD</Currency></DutyInformation><ImportExportType>Permanent</ImportExportType><CustomsInvoiceDocumentIndicator>true</CustomsInvoiceDocumentIndicator></InternationalInformation>';

const rateCases: readonly OwnCase[] = [
  {
    name: 'two services with all parts of their prices; taxes of nothing are left out',
    operation: 'rate',
    input: { shipment: { ...domestic, options: { signature: 'any', insuredValue: cad(25_000) } } },
    exchanges: [
      exchange(
        'estimating',
        'GetFullEstimate',
        { reference: 'rates' },
        `<Shipment>${DOMESTIC('PurolatorExpress', options(`${pair('ResidentialSignatureDomestic', 'true')}${pair('DeclaredValue', '250.00')}`))}${payer('Sender')}${references('ORDER-1')}</Shipment><ShowAlternativeServicesIndicator>true</ShowAlternativeServicesIndicator>`,
        `<ShipmentEstimates><ShipmentEstimate><ServiceID>PurolatorExpress</ServiceID><ShipmentDate>2026-11-23</ShipmentDate><ExpectedDeliveryDate>2026-11-24</ExpectedDeliveryDate><EstimatedTransitDays>1</EstimatedTransitDays><BasePrice>46.15</BasePrice>
         <Surcharges><Surcharge><Amount>1.85</Amount><Type>ResidentialDelivery</Type><Description>Residential Delivery</Description></Surcharge><Surcharge><Amount>2.08</Amount><Type>Fuel</Type><Description>Fuel</Description></Surcharge></Surcharges>
         <Taxes><Tax><Amount>0</Amount><Type>PSTQST</Type><Description>PST/QST</Description></Tax><Tax><Amount>4.3</Amount><Type>GST</Type><Description>GST</Description></Tax></Taxes>
         <OptionPrices><OptionPrice><Amount>36</Amount><ID>DeclaredValue</ID><Description>Declared Value</Description></OptionPrice></OptionPrices><TotalPrice>90.38</TotalPrice></ShipmentEstimate>
         <ShipmentEstimate><ServiceID>PurolatorGround</ServiceID><ShipmentDate>2026-11-23</ShipmentDate><ExpectedDeliveryDate i:nil="true"/><BasePrice>29.6</BasePrice><Surcharges/><Taxes/><OptionPrices/><TotalPrice>10</TotalPrice></ShipmentEstimate></ShipmentEstimates>`,
      ),
    ],
    expect: {
      offers: [
        {
          service: 'PurolatorExpress',
          serviceName: 'Purolator Express',
          lines: [
            { kind: 'base', code: 'BASE', label: 'Transportation', amount: cad(4615) },
            { kind: 'surcharge', code: 'ResidentialDelivery', label: 'Residential Delivery', amount: cad(185) },
            { kind: 'fuel', code: 'Fuel', label: 'Fuel', amount: cad(208) },
            { kind: 'option', code: 'DeclaredValue', label: 'Declared Value', amount: cad(3600) },
            { kind: 'tax', code: 'GST', label: 'GST', amount: cad(430) },
          ],
          total: cad(9038),
          transitDays: 1,
          deliverBy: '2026-11-24',
        },
      ],
      problems: [
        {
          message: 'GetFullEstimateResponse.ShipmentEstimates.ShipmentEstimate[1] do not add up to the total.',
        },
      ],
    },
  },
];

const shipped = { carrierShipmentId: PIN, parcels: [{ number: 1, trackingNumber: PIN }] };
const CREATED = `<ShipmentPIN><Value>${PIN}</Value></ShipmentPIN><PiecePINs><PIN><Value>${PIN}</Value></PIN></PiecePINs>`;
const PDF = Buffer.from('%PDF-1.4').toString('base64');
const paper = (type: string, data: string): string =>
  `<Documents><Document><PIN><Value>${PIN}</Value></PIN><DocumentDetails><DocumentDetail><DocumentType>${type}</DocumentType><Description>${type}</Description>${data}</DocumentDetail></DocumentDetails></Document></Documents>`;
const DONE = `<DocumentStatus>Completed</DocumentStatus><URL i:nil="true"/><Data>${PDF}</Data>`;
const wanted = (...types: readonly string[]): string =>
  `<OutputType>PDF</OutputType><Synchronous>true</Synchronous><DocumentCriterium><DocumentCriteria><PIN><Value>${PIN}</Value></PIN><DocumentTypes>${types.map((t) => `<DocumentType>${t}</DocumentType>`).join('')}</DocumentTypes></DocumentCriteria></DocumentCriterium>`;

const shipCases: readonly OwnCase[] = [
  {
    name: 'the service checks the shipment first',
    operation: 'ship',
    step: 'check',
    input: { ...purchase, shipment: domestic, service: 'PurolatorGround' },
    exchanges: [
      exchange(
        'shipping',
        'ValidateShipment',
        { reference: REFERENCE },
        `<Shipment>${DOMESTIC('PurolatorGround')}${payer('Sender')}${references(REFERENCE, 'ORDER-1')}</Shipment>`,
        '<ValidShipment>true</ValidShipment>',
      ),
    ],
    expect: { kind: 'done', keep: { since: '2026-01-01T00:00:00.000Z' } },
  },
  {
    name: 'to the United States, with customs and in French',
    operation: 'ship',
    step: 'create',
    input: { ...purchase, shipment: { ...abroad, language: 'fr' }, service: 'PurolatorGroundU.S.' },
    exchanges: [
      exchange(
        'shipping',
        'CreateShipment',
        { reference: REFERENCE, language: 'fr' },
        `<Shipment>${parties(SHOP, AMERICAN)}${DAY}<PackageInformation><ServiceID>PurolatorGroundU.S.</ServiceID><Description>Cotton shirt</Description>${PIECES}</PackageInformation>${CUSTOMS}${payer('Sender')}${references(REFERENCE, 'ORDER-1')}</Shipment><PrinterType>Thermal</PrinterType>`,
        `${CREATED}<ReturnShipmentPINs/><ExpressChequePIN><Value/></ExpressChequePIN>`,
      ),
    ],
    expect: { kind: 'done', keep: bought, result: shipped },
  },
  {
    name: 'a return goes through the service for returns',
    operation: 'ship',
    step: 'create',
    input: { ...purchase, shipment: returned, service: 'PurolatorGround' },
    exchanges: [
      exchange(
        'returns',
        'CreateReturnsManagementShipment',
        { reference: REFERENCE, action: 'CreateReturnShipment' },
        `<RMA>${REFERENCE}</RMA><ReturnsManagementShipment>${parties(buyer('604'), SHOP)}<PackageInformation><ServiceID>PurolatorGround</ServiceID>${PIECES}</PackageInformation>${payer('Receiver')}${references(REFERENCE, 'ORDER-1')}</ReturnsManagementShipment><PrinterType>Thermal</PrinterType>`,
        `${CREATED}<RMA>${REFERENCE}</RMA>`,
      ),
    ],
    expect: { kind: 'done', keep: bought, result: shipped },
  },
  {
    name: 'papers: the label is not ready',
    operation: 'ship',
    step: 'papers',
    kept: bought,
    input: { ...purchase, shipment: domestic, service: 'PurolatorGround' },
    exchanges: [
      exchange(
        'documents',
        'GetDocuments',
        { reference: 'fetch label' },
        wanted('DomesticBillOfLadingThermal'),
        paper('DomesticBillOfLadingThermal', '<DocumentStatus>Processing</DocumentStatus><URL/><Data/>'),
      ),
    ],
    expect: { kind: 'wait', retryAfterMs: 2000, keep: { labelWaits: 1 } },
  },
  {
    name: 'papers: label and commercial invoice',
    operation: 'ship',
    step: 'papers',
    kept: bought,
    input: { ...purchase, shipment: abroad, service: 'PurolatorGroundU.S.' },
    exchanges: [
      exchange(
        'documents',
        'GetDocuments',
        { reference: 'fetch label' },
        wanted('InternationalBillOfLadingThermal'),
        paper('InternationalBillOfLadingThermal', DONE),
      ),
      exchange(
        'documents',
        'GetDocuments',
        { reference: 'fetch commercial invoice' },
        wanted('CustomsInvoice', 'CustomsInvoiceThermal'),
        paper('CustomsInvoice', DONE),
      ),
    ],
    expect: {
      kind: 'done',
      result: {
        files: [
          { kind: 'bytes', document: 'label', format: 'pdf', bytes: 'bytes:8', parcelNumber: 1 },
          { kind: 'bytes', document: 'customs-invoice', format: 'pdf', bytes: 'bytes:8', parcelNumber: 1 },
        ],
      },
    },
  },
  {
    name: 'a void',
    operation: 'cancel',
    step: 'void',
    input: { reference: REFERENCE, carrierShipmentId: PIN, trackingNumbers: [PIN], kept: bought },
    exchanges: [
      exchange(
        'shipping',
        'VoidShipment',
        { reference: REFERENCE },
        `<PIN><Value>${PIN}</Value></PIN>`,
        '<ShipmentVoided>true</ShipmentVoided>',
      ),
    ],
    expect: { kind: 'done', result: { refund: 'now' } },
  },
];

const searched = (more = ''): string =>
  `<TrackingSearchCriteria><searches><search><trackingId>${PIN}</trackingId>${more}</search></searches></TrackingSearchCriteria>`;
const place = (city: string, province: string): string =>
  `<location><StreetAddress1 i:nil="true"/><City>${city}</City><provinceState>${province}</provinceState><CountryCode>CA</CountryCode></location>`;
const found = (piece: string): string =>
  `<SearchResults><SearchResult><trackingId>${PIN}</trackingId><status>FOUND</status><type>PIN</type><shipmentErrors/><Shipment><shipmentPin>${PIN}</shipmentPin><packages><package><pin>${PIN}</pin>${piece}</package></packages></Shipment></SearchResult></SearchResults>`;

const trackingCases: readonly OwnCase[] = [
  {
    name: 'tracking: words decide, the X12 status where they do not',
    operation: 'track',
    input: { trackingNumbers: [PIN] },
    exchanges: [
      exchange(
        'tracking',
        'TrackingByPinsOrReferences',
        { reference: 'track' },
        searched(),
        found(
          `<estimatedDeliveryDate>2026-11-26</estimatedDeliveryDate><events>
           <event><dateTime>2026-11-24 10:48:28</dateTime><code>2300</code><description>Picked up by Purolator at TORONTO</description>${place('TORONTO', 'ON')}<x12><AT701>X3</AT701></x12></event>
           <event><dateTime>2026-11-24 16:00:00</dateTime><code>7777</code><description>Something of the future</description>${place('VANCOUVER', 'BC')}<x12><AT701>AH</AT701></x12></event>
           <event><dateTime>yesterday</dateTime><code>1</code><description>?</description></event></events>`,
        ),
      ),
    ],
    expect: [
      {
        trackingNumber: PIN,
        events: [
          {
            occurredAt: '2026-11-24T10:48:28',
            status: 'accepted',
            code: '2300',
            text: 'Picked up by Purolator at TORONTO',
            place: 'TORONTO, ON',
          },
          {
            occurredAt: '2026-11-24T16:00:00',
            status: 'exception',
            code: '7777',
            text: 'Something of the future',
            place: 'VANCOUVER, BC',
          },
        ],
        estimatedDelivery: '2026-11-26',
        problems: [
          'TrackingByPinsOrReferencesResponse.SearchResults.SearchResult[0].Shipment.packages.package[0].events.event[2].dateTime should be in its usual form but is "yesterday".',
        ],
      },
    ],
  },
  {
    name: 'proof of delivery: who signed, when and where',
    operation: 'proofOfDelivery',
    input: {
      trackingNumber: PIN,
      destination: { countryCode: 'CA', zipcode: 'V6B 1A1' },
      shipDate: '2026-11-23',
    },
    exchanges: [
      exchange(
        'tracking',
        'TrackingByPinsOrReferences',
        { reference: 'proof of delivery' },
        searched('<pod>true</pod>'),
        found(
          `<lastEvent><dateTime>2026-11-26 11:00:00</dateTime>${place('VANCOUVER', 'BC')}</lastEvent><details><deliveryDetails><name>T RECEIVER</name><deliveryDateTime>2026-11-26 11:00:00</deliveryDateTime><image>R0lGODlhAQABAAAAACw=</image></deliveryDetails></details><events/>`,
        ),
      ),
    ],
    expect: {
      signedBy: 'T RECEIVER',
      deliveredAt: '2026-11-26T11:00:00',
      place: 'VANCOUVER, BC',
      files: [{ kind: 'bytes', document: 'proof-of-delivery', format: 'gif', bytes: 'bytes:14' }],
    },
  },
];

export const ownCases = (): readonly OwnCase[] => [...rateCases, ...shipCases, ...trackingCases, ...casesAround];
