/** Our own request and answer for every operation, written by hand from the contract (README.md, "Sources"). */
import { sampleClaim } from '@scanship/connector-kit/conformance/sample-shipments';
import type { OwnCase, OwnExchange } from '@scanship/connector-kit/conformance/own-case';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';

const PDF = Buffer.from('%PDF-1.4 own').toString('base64');
const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1').toString('base64');
const REFERENCE = 'S000000000000001';
const UUID = '6f1c2f1e-0000-4000-8000-000000000001';

const signIn: OwnExchange = {
  request: {
    method: 'POST',
    path: '/auth/o2/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=refresh_token&refresh_token=Atzr%7Camazon-alpha-refresh-token&client_id=amzn1.application-oa2-client.amazon-alpha&client_secret=amzn1.oa2-cs.v1.amazon-alpha',
  },
  answer: {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: { access_token: 'Atza|one', token_type: 'bearer', expires_in: 3600 },
  },
};

const call = (
  method: string,
  path: string,
  answer: unknown,
  more: Pick<OwnExchange['request'], 'body' | 'query' | 'headers'> = {},
): OwnExchange => ({
  request: {
    method,
    path: `/shipping/v2${path}`,
    ...more,
    headers: {
      'x-amz-access-token': 'Atza|one',
      'x-amzn-shipping-business-id': 'AmazonShipping_US',
      ...more.headers,
    },
  },
  answer: { status: 200, headers: { 'content-type': 'application/json' }, body: answer },
});

const FROM = {
  name: 'Test Sender',
  addressLine1: '10 Sender Street',
  companyName: 'Test Shop',
  stateOrRegion: 'NY',
  city: 'New York',
  countryCode: 'US',
  postalCode: '10007',
  phoneNumber: '212-555-0100',
};
const asked = (reference: string): unknown => ({
  shipFrom: FROM,
  shipTo: {
    name: 'Test Receiver',
    addressLine1: '1 Test Street',
    stateOrRegion: 'NY',
    city: 'Buffalo',
    countryCode: 'US',
    postalCode: '14201',
  },
  shipDate: '2026-11-23T12:00:00Z',
  shipmentType: 'FORWARD',
  channelDetails: { channelType: 'EXTERNAL' },
  packages: [
    {
      packageClientReferenceId: reference,
      dimensions: { length: 30, width: 20, height: 10, unit: 'CENTIMETER' },
      weight: { unit: 'GRAM', value: 1250 },
      insuredValue: { value: 0, unit: 'USD' },
      items: [
        {
          quantity: 1,
          description: 'Merchandise',
          weight: { unit: 'GRAM', value: 1250 },
          itemValue: { value: 0, unit: 'USD' },
        },
      ],
    },
  ],
});

const item = (id: string, type: string, value: number): unknown => ({
  rateItemID: id,
  rateItemType: type,
  rateItemNameLocalization: id,
  rateItemCharge: { value, unit: 'USD' },
});
const rateOf = (more: Readonly<Record<string, unknown>>): Record<string, unknown> => ({
  rateId: 'RATE1',
  carrierId: 'AMZN_US',
  carrierName: 'Amazon Shipping',
  serviceId: 'std-us-swa-mfn',
  serviceName: 'Amazon Shipping Ground',
  billedWeight: { value: 2.5, unit: 'POUND' },
  totalCharge: { value: 7.99, unit: 'USD' },
  promise: {
    pickupWindow: { start: '2026-11-23T08:00:00Z', end: '2026-11-23T20:00:00Z' },
    deliveryWindow: { start: '2026-11-25T08:00:00Z', end: '2026-11-25T20:00:00Z' },
  },
  supportedDocumentSpecifications: [
    {
      format: 'PNG',
      size: { width: 4, length: 6, unit: 'INCH' },
      printOptions: [
        {
          supportedDPIs: [300, 203],
          supportedPageLayouts: ['DEFAULT'],
          supportedFileJoiningOptions: [true, false],
          supportedDocumentDetails: [{ name: 'LABEL', isMandatory: true }],
        },
      ],
    },
  ],
  requiresAdditionalInputs: false,
  rateItemList: [item('BASE_RATE', 'MANDATORY', 6.99), item('FUEL_SURCHARGE', 'INCLUDED', 1)],
  ...more,
});
const usd = (minor: number): { minor: number; currency: string } => ({ minor, currency: 'USD' });
const SPECIFICATION = {
  format: 'PNG',
  size: { width: 4, length: 6, unit: 'INCH' },
  dpi: 300,
  pageLayout: 'DEFAULT',
  needFileJoining: false,
  requestedDocumentTypes: ['LABEL'],
};
const KEPT = {
  requestToken: 'TOKEN1',
  rateId: 'RATE1',
  specification: SPECIFICATION,
  extras: [],
  currency: 'USD',
  total: 799,
  lines: [
    { kind: 'base', code: 'BASE_RATE', label: 'Base rate', minor: 699 },
    { kind: 'fuel', code: 'FUEL_SURCHARGE', label: 'Fuel surcharge', minor: 100 },
  ],
};
const LINES = [
  { kind: 'base', code: 'BASE_RATE', label: 'Base rate', amount: usd(699) },
  { kind: 'fuel', code: 'FUEL_SURCHARGE', label: 'Fuel surcharge', amount: usd(100) },
];

const closing: Extract<OwnCase, { operation: 'endOfDay' }>['input'] = {
  reference: 'E000000000000001',
  uuid: UUID,
  from: {
    name: 'Test Sender',
    companyName: 'Test Shop',
    address1: '10 Sender Street',
    city: 'New York',
    provinceCode: 'NY',
    zipcode: '10007',
    countryCode: 'US',
    phone: '212-555-0100',
  },
  date: '2026-11-23',
  shipments: [
    {
      reference: REFERENCE,
      carrierShipmentId: '87852211788104',
      service: 'std-us-swa-mfn',
      trackingNumbers: ['TBA123456789012'],
      destination: 'US',
      kept: {},
    },
  ],
};

const formCases: OwnCase[] = [
  {
    name: 'what waits, and the forms there are',
    operation: 'endOfDay',
    step: 'look',
    input: closing,
    exchanges: [
      signIn,
      call(
        'PUT',
        '/unmanifestedShipments',
        { unmanifestedCarrierInformationList: [{ carrierId: 'AMZN_US' }] },
        { body: {} },
      ),
      call(
        'PUT',
        '/collectionForms/history',
        { collectionFormsHistoryRecordList: [{ collectionFormId: 'form-old-1', generationStatus: 'COMPLETED' }] },
        { body: { carrierId: 'AMZN_US', maxResults: 50 } },
      ),
    ],
    expect: { kind: 'done', keep: { before: ['form-old-1'] } },
  },
  {
    name: 'a form under our key',
    operation: 'endOfDay',
    step: 'form',
    input: closing,
    kept: { before: ['form-old-1'] },
    exchanges: [
      signIn,
      call(
        'POST',
        '/collectionForms',
        { collectionsFormDocument: { base64EncodedContent: PDF, documentFormat: 'application/pdf' } },
        { body: { carrierId: 'AMZN_US', shipFromAddress: FROM }, headers: { 'x-amzn-idempotencykey': UUID } },
      ),
    ],
    expect: {
      kind: 'done',
      result: {
        files: [{ kind: 'bytes', document: 'manifest', format: 'pdf', bytes: 'bytes:12' }],
        leftOut: [],
      },
    },
  },
  {
    name: 'the number of the form that is new',
    operation: 'endOfDay',
    step: 'number',
    input: closing,
    kept: { before: ['form-old-1'] },
    exchanges: [
      signIn,
      call(
        'PUT',
        '/collectionForms/history',
        {
          collectionFormsHistoryRecordList: [
            { collectionFormId: 'form-new-2', generationStatus: 'Completed' },
            { collectionFormId: 'form-old-1', generationStatus: 'Completed' },
          ],
        },
        { body: { carrierId: 'AMZN_US', maxResults: 50 } },
      ),
    ],
    expect: { kind: 'done', result: { manifestNumbers: ['form-new-2'] } },
  },
];

const claiming = {
  ...sampleClaim,
  reference: 'K000000000000001',
  trackingNumber: 'TBA123456789012',
  carrierShipmentId: '87852211788104',
};
const claimCase = (
  name: string,
  input: Extract<OwnCase, { operation: 'claims'; part: 'file' }>['input'],
  body: Readonly<Record<string, unknown>>,
): OwnCase => ({
  name,
  operation: 'claims',
  part: 'file',
  step: 'file',
  input,
  exchanges: [
    signIn,
    call(
      'POST',
      '/claims',
      { claimId: '1318160977650' },
      {
        body: {
          trackingId: 'TBA123456789012',
          declaredValue: { value: 20, unit: 'USD' },
          settlementType: 'REFUND',
          ...body,
        },
      },
    ),
  ],
  expect: { kind: 'done', result: { claimNumber: '1318160977650', messages: [] } },
});
const claimCases: OwnCase[] = [
  claimCase('a damaged parcel is claimed with addresses of its photos', claiming, {
    claimReason: 'DAMAGED_IN_TRANSIT',
    proofs: ['https://shop.example/claim-evidence/one'],
  }),
  claimCase(
    'what was delivered and is not there has a reason of its own',
    { ...claiming, kind: 'loss', delivered: true, photoAddresses: [] },
    { claimReason: 'DELIVERED_NOT_RECEIVED' },
  ),
];

export const ownCases = (shipment: ShipmentRequest): OwnCase[] => [
  {
    name: 'a price with its items; another carrier’s service and one that is not offered are told',
    operation: 'rate',
    input: { shipment },
    exchanges: [
      signIn,
      call(
        'POST',
        '/shipments/rates',
        {
          payload: {
            requestToken: 'TOKEN1',
            rates: [rateOf({}), rateOf({ rateId: 'RATE2', carrierId: 'USPS', serviceId: 'USPS_PTP_GAL' })],
            ineligibleRates: [
              {
                serviceId: 'AMZN_US_PREM',
                serviceName: 'Amazon Shipping Premium',
                carrierId: 'AMZN_US',
                carrierName: 'Amazon Shipping',
                ineligibilityReasons: [{ code: 'NO_COVERAGE', message: 'No coverage' }],
              },
            ],
          },
        },
        { body: asked('QUOTE') },
      ),
    ],
    expect: {
      offers: [
        {
          service: 'std-us-swa-mfn',
          serviceName: 'Amazon Shipping Ground',
          lines: LINES,
          total: usd(799),
          billableGrams: 1134,
          deliverBy: '2026-11-25',
        },
      ],
      problems: [
        { service: 'AMZN_US_PREM', message: 'Amazon Shipping Premium: No coverage.', vendorCode: 'NO_COVERAGE' },
        { message: 'USPS_PTP_GAL is a service of another carrier, which cannot be followed here.' },
      ],
    },
  },
  {
    name: 'the rate of the service, and how its label is printed',
    operation: 'ship',
    step: 'rates',
    input: { shipment, service: 'std-us-swa-mfn', reference: REFERENCE, uuid: UUID, labelFormat: 'pdf' },
    exchanges: [
      signIn,
      call('POST', '/shipments/rates', { requestToken: 'TOKEN1', rates: [rateOf({})] }, { body: asked(REFERENCE) }),
    ],
    expect: { kind: 'done', keep: KEPT },
  },
  {
    name: 'a purchase under our key',
    operation: 'ship',
    step: 'purchase',
    input: { shipment, service: 'std-us-swa-mfn', reference: REFERENCE, uuid: UUID, labelFormat: 'pdf' },
    kept: KEPT,
    exchanges: [
      signIn,
      call(
        'POST',
        '/shipments',
        {
          payload: {
            shipmentId: '87852211788104',
            packageDocumentDetails: [
              {
                packageClientReferenceId: REFERENCE,
                trackingId: 'TBA123456789012',
                packageDocuments: [{ type: 'LABEL', format: 'PNG', contents: PNG }],
              },
            ],
          },
        },
        {
          body: { requestToken: 'TOKEN1', rateId: 'RATE1', requestedDocumentSpecification: SPECIFICATION },
          headers: { 'x-amzn-idempotencykey': UUID },
        },
      ),
    ],
    expect: {
      kind: 'done',
      keep: { shipmentId: '87852211788104' },
      result: {
        carrierShipmentId: '87852211788104',
        parcels: [{ number: 1, trackingNumber: 'TBA123456789012' }],
        files: [
          {
            kind: 'bytes',
            document: 'label',
            format: 'png',
            bytes: 'bytes:8',
            parcelNumber: 1,
            picture: { turn: 0, dotsPerInch: 203 },
          },
        ],
        charged: { lines: LINES, total: usd(799) },
      },
    },
  },
  {
    name: 'a cancellation answers nothing',
    operation: 'cancel',
    step: 'cancel',
    input: {
      reference: REFERENCE,
      carrierShipmentId: '87852211788104',
      trackingNumbers: ['TBA123456789012'],
      kept: {},
    },
    exchanges: [signIn, call('PUT', '/shipments/87852211788104/cancel', {})],
    expect: { kind: 'done', result: { refund: 'later' } },
  },
  {
    name: 'events out and back',
    operation: 'track',
    input: { trackingNumbers: ['TBA123456789012'] },
    exchanges: [
      signIn,
      call(
        'GET',
        '/tracking',
        {
          payload: {
            trackingId: 'TBA123456789012',
            eventHistory: [
              {
                eventCode: 'OutForDelivery',
                eventTime: '2026-11-25T08:00:00Z',
                shipmentType: 'FORWARD',
                location: { city: 'Buffalo', stateOrRegion: 'NY', countryCode: 'US' },
              },
              { eventCode: 'Delivered', eventTime: '2026-11-29T08:00:00Z', shipmentType: 'RETURNS' },
            ],
            promisedDeliveryDate: '2026-11-25T20:00:00Z',
          },
        },
        { query: { trackingId: 'TBA123456789012', carrierId: 'AMZN_US' } },
      ),
    ],
    expect: [
      {
        trackingNumber: 'TBA123456789012',
        events: [
          {
            occurredAt: '2026-11-25T08:00:00Z',
            status: 'out-for-delivery',
            code: 'OutForDelivery',
            text: 'Out For Delivery',
            place: 'Buffalo, NY, US',
          },
          { occurredAt: '2026-11-29T08:00:00Z', status: 'returned', code: 'Delivered', text: 'Delivered' },
        ],
        estimatedDelivery: '2026-11-25T20:00:00Z',
        problems: [],
      },
    ],
  },
  {
    name: 'a connection',
    operation: 'testConnection',
    exchanges: [signIn, call('PUT', '/unmanifestedShipments', {}, { body: {} })],
    expect: { message: 'Connected to Amazon Shipping in US.' },
  },
  ...formCases,
  ...claimCases,
];
