/** Our own request and answer for every operation, written by hand from the contract (README.md, "Sources"). */
import { gzipSync } from 'node:zlib';
import type { OwnCase, OwnExchange } from '@scanship/connector-kit/conformance/own-case';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';

const PNG = gzipSync(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')).toString('base64');
const REFERENCE = 'S000000000000001';
const UUID = '6f1c2f1e-0000-4000-8000-000000000001';
const SHIPMENT = 'be7a0a53-00c3-4f6f-a63a-639f76ee9253';
const ACCESS = { 'x-amz-access-token': 'Atza|one' };
const RESTRICTED = { 'x-amz-access-token': 'Atz.sprdt|two' };
const JSON_TYPE = { 'content-type': 'application/json' };

const signIn: OwnExchange = {
  request: {
    method: 'POST',
    path: '/auth/o2/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=refresh_token&refresh_token=Atzr%7Camazon-seller-alpha-refresh-token&client_id=amzn1.application-oa2-client.amazon-seller-alpha&client_secret=amzn1.oa2-cs.v1.amazon-seller-alpha',
  },
  answer: {
    status: 200,
    headers: JSON_TYPE,
    body: { access_token: 'Atza|one', token_type: 'bearer', expires_in: 3600 },
  },
};

const dataToken: OwnExchange = {
  request: {
    method: 'POST',
    path: '/tokens/2021-03-01/restrictedDataToken',
    headers: ACCESS,
    body: {
      restrictedResources: [
        { method: 'POST', path: '/mfn/v0/shipments' },
        { method: 'GET', path: '/mfn/v0/shipments/{shipmentId}' },
        { method: 'DELETE', path: '/mfn/v0/shipments/{shipmentId}' },
      ],
    },
  },
  answer: { status: 200, headers: JSON_TYPE, body: { restrictedDataToken: 'Atz.sprdt|two', expiresIn: 3600 } },
};

const call = (
  method: string,
  path: string,
  answer: unknown,
  more: Pick<OwnExchange['request'], 'body' | 'headers'> & { readonly status?: number } = {},
): OwnExchange => ({
  request: { method, path: `/mfn/v0${path}`, headers: more.headers ?? RESTRICTED, body: more.body },
  answer: { status: more.status ?? 200, headers: JSON_TYPE, body: answer },
});

const detailsOf = (more: Readonly<Record<string, unknown>>, options: Readonly<Record<string, unknown>> = {}) => ({
  AmazonOrderId: '113-1234567-1234567',
  ...more,
  ItemList: [{ OrderItemId: '52986411826454', Quantity: 2 }],
  ShipFromAddress: {
    Name: 'Test Sender',
    AddressLine1: '10 Sender Street',
    Email: 'sender@example.com',
    City: 'New York',
    StateOrProvinceCode: 'NY',
    PostalCode: '10007',
    CountryCode: 'US',
    Phone: '212-555-0100',
  },
  PackageDimensions: { Length: 30, Width: 20, Height: 10, Unit: 'centimeters' },
  Weight: { Value: 1250, Unit: 'g' },
  ShipDate: '2026-11-23T12:00:00Z',
  ShippingServiceOptions: {
    DeliveryExperience: 'DeliveryConfirmationWithoutSignature',
    CarrierWillPickUp: false,
    ...options,
  },
});

const cost = (value: number): unknown => ({ CurrencyCode: 'USD', Amount: value });
const serviceOf = (more: Readonly<Record<string, unknown>>): Record<string, unknown> => ({
  ShippingServiceName: 'UPS 2nd Day Air®',
  CarrierName: 'UPS®',
  ShippingServiceId: 'UPS_PTP_2ND_DAY_AIR',
  ShippingServiceOfferId: 'OFFER1',
  ShipDate: '2026-11-23T12:00:00Z',
  LatestEstimatedDeliveryDate: '2026-11-25T20:00:00Z',
  Rate: cost(34.73),
  RateWithAdjustments: cost(33.73),
  AdjustmentItemList: [
    {
      RateItemID: 'FBM_SHIP_PLUS_CREDIT',
      RateItemType: 'INCLUDED',
      RateItemCharge: cost(1),
      RateItemNameLocalization: 'FBM Ship Plus Credit',
    },
  ],
  ShippingServiceOptions: { DeliveryExperience: 'DeliveryConfirmationWithoutSignature', CarrierWillPickUp: false },
  AvailableLabelFormats: ['ZPL203', 'PNG'],
  RequiresAdditionalSellerInputs: false,
  ...more,
});

const usd = (minor: number): { minor: number; currency: string } => ({ minor, currency: 'USD' });
const PRICE = {
  lines: [
    { kind: 'base', code: 'RATE', label: 'Transportation', amount: usd(3473) },
    { kind: 'discount', code: 'FBM_SHIP_PLUS_CREDIT', label: 'Fbm ship plus credit', amount: usd(-100) },
  ],
  total: usd(3373),
};

const shipmentOf = (status: string): Record<string, unknown> => ({
  ShipmentId: SHIPMENT,
  AmazonOrderId: '113-1234567-1234567',
  SellerOrderId: REFERENCE,
  ShippingService: serviceOf({}),
  Label: {
    Dimensions: { Length: 6, Width: 4, Unit: 'inches' },
    FileContents: { Contents: PNG, FileType: 'image/png', Checksum: 'unused' },
    LabelFormat: 'PNG',
  },
  Status: status,
  TrackingId: '1Z17E2100217295733',
  CreatedDate: '2026-11-23T12:00:01Z',
});

export function ownCases(shipment: ShipmentRequest): OwnCase[] {
  const buy = {
    shipment,
    service: 'UPS_PTP_2ND_DAY_AIR',
    reference: REFERENCE,
    uuid: UUID,
    labelFormat: 'pdf',
  } as const;
  const bought = {
    reference: REFERENCE,
    carrierShipmentId: SHIPMENT,
    trackingNumbers: ['1Z17E2100217295733'],
    kept: {},
  };
  return [
    {
      name: 'a price with Amazon’s credit; what needs more facts, own packaging and what is not offered are told',
      operation: 'rate',
      input: { shipment },
      exchanges: [
        signIn,
        call(
          'POST',
          '/eligibleShippingServices',
          {
            payload: {
              ShippingServiceList: [
                serviceOf({}),
                serviceOf({ ShippingServiceId: 'UPS_PTP_NEXT_DAY_AIR', RequiresAdditionalSellerInputs: true }),
                serviceOf({ ShippingServiceId: 'USPS_PTP_PRI_FRE' }),
              ],
              RejectedShippingServiceList: [
                {
                  CarrierName: 'USPS',
                  ShippingServiceName: 'USPS Priority Mail®',
                  ShippingServiceId: 'USPS_PTP_PRI',
                  RejectionReasonCode: 'CARRIER_CANNOT_SHIP_TO_POBOX',
                },
              ],
              TemporarilyUnavailableCarrierList: [{ CarrierName: 'FedEx®' }],
            },
          },
          { body: { ShipmentRequestDetails: detailsOf({}) }, headers: ACCESS },
        ),
      ],
      expect: {
        offers: [
          {
            service: 'UPS_PTP_2ND_DAY_AIR',
            serviceName: 'UPS 2nd Day Air',
            ...PRICE,
            deliverBy: '2026-11-25',
            carriedBy: { carrier: 'ups', carrierName: 'UPS', service: '02', serviceName: '2nd Day Air' },
          },
        ],
        problems: [
          {
            service: 'USPS_PTP_PRI',
            message: 'USPS Priority Mail®: carrier cannot ship to pobox.',
            vendorCode: 'CARRIER_CANNOT_SHIP_TO_POBOX',
          },
          { message: 'FedEx®: not available at the moment.' },
          { message: 'Left out were services for carriers’ own flat-rate packaging: 1.' },
          { message: 'UPS_PTP_NEXT_DAY_AIR needs facts that only Seller Central asks for.' },
        ],
      },
    },
    {
      name: 'the offer of the service, and how its label is printed',
      operation: 'ship',
      step: 'offer',
      input: buy,
      exchanges: [
        signIn,
        call(
          'POST',
          '/eligibleShippingServices',
          { payload: { ShippingServiceList: [serviceOf({})] } },
          { body: { ShipmentRequestDetails: detailsOf({ SellerOrderId: REFERENCE }) }, headers: ACCESS },
        ),
      ],
      expect: { kind: 'done', keep: { offerId: 'OFFER1', labelFormat: 'PNG' } },
    },
    {
      name: 'a purchase with its label, under a restricted data token',
      operation: 'ship',
      step: 'purchase',
      input: buy,
      kept: { offerId: 'OFFER1', labelFormat: 'PNG' },
      exchanges: [
        signIn,
        dataToken,
        call(
          'POST',
          '/shipments',
          { payload: shipmentOf('Purchased') },
          {
            body: {
              ShipmentRequestDetails: detailsOf({ SellerOrderId: REFERENCE }, { LabelFormat: 'PNG' }),
              ShippingServiceId: 'UPS_PTP_2ND_DAY_AIR',
              ShippingServiceOfferId: 'OFFER1',
            },
          },
        ),
      ],
      expect: {
        kind: 'done',
        result: {
          carrierShipmentId: SHIPMENT,
          parcels: [{ number: 1, trackingNumber: '1Z17E2100217295733' }],
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
          charged: PRICE,
        },
      },
    },
    {
      name: 'a cancellation asks for the money back',
      operation: 'cancel',
      step: 'cancel',
      input: bought,
      exchanges: [
        signIn,
        dataToken,
        call('DELETE', `/shipments/${SHIPMENT}`, { payload: shipmentOf('RefundPending') }),
      ],
      expect: { kind: 'done', result: { refund: 'later' } },
    },
    {
      name: 'a refund that came',
      operation: 'refund',
      input: bought,
      exchanges: [signIn, dataToken, call('GET', `/shipments/${SHIPMENT}`, { payload: shipmentOf('RefundApplied') })],
      expect: { state: 'received' },
    },
    {
      name: 'a connection: a shipment that nobody has is not found',
      operation: 'testConnection',
      exchanges: [
        signIn,
        dataToken,
        call(
          'GET',
          '/shipments/00000000-0000-0000-0000-000000000000',
          { errors: [{ code: 'NotFound', message: 'The shipment was not found.' }] },
          { status: 404 },
        ),
      ],
      expect: { message: 'Connected to Amazon Merchant Fulfillment.' },
    },
  ];
}
