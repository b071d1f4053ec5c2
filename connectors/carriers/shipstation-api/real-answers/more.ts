/** What the API of ShipStation says of carriers that cannot price, of labels, and of parcels, some without its own codes. */
import { answered, type Recorded } from '@scanship/connector-kit/conformance/answered';
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { withinUnitedStates } from '@scanship/connector-kit/conformance/sample-shipments';
import { samples } from '../simulator/harness.ts';
import { carrier } from '../src/carrier.ts';

const shipstation = answered(carrier, samples);
const FRIENDLY = 'friendlycart/friendly_shipping';
const SENTIO = 'Sen-tio/unofficial-shipengine';
const ID = 'se-453841868';
const NUMBER = '9400111899563821705595';

const usd = (amount: number) => ({ currency: 'usd', amount });

/** The accounts are asked for first. */
const CARRIERS: Recorded = {
  status: 207,
  body: { carriers: [{ carrier_id: 'se-666777', carrier_code: 'apc', disabled_by_billing_plan: false }], errors: [] },
};

const priced = (
  name: string,
  source: string,
  recorded: string,
  answers: readonly Recorded[],
  means: readonly string[],
): RealAnswer => ({
  name,
  operation: 'rate',
  source,
  recorded,
  read: () => shipstation.rate(withinUnitedStates, ...answers),
  means,
});

const apc = (amount: number, ship_date: string, more: object = {}): Recorded => ({
  body: {
    rate_response: {
      rates: [
        {
          rate_id: 'se-4484647859',
          rate_type: 'shipment',
          carrier_id: 'se-666777',
          shipping_amount: usd(amount),
          insurance_amount: usd(0),
          confirmation_amount: usd(0),
          other_amount: usd(0),
          requested_comparison_amount: usd(0),
          rate_details: [],
          zone: null,
          package_type: null,
          delivery_days: null,
          guaranteed_service: false,
          estimated_delivery_date: null,
          carrier_delivery_days: null,
          ship_date,
          negotiated_rate: false,
          service_type: 'APC Priority DDP w/ Delcon',
          service_code: 'apc_priority_ddp_delcon',
          trackable: false,
          carrier_code: 'apc',
          carrier_nickname: 'APC West',
          carrier_friendly_name: 'APC',
          validation_status: 'valid',
          warning_messages: [],
          error_messages: [],
          ...more,
        },
      ],
      invalid_rates: [],
      status: 'completed',
      errors: [],
    },
  },
});

const label = (more: object): Recorded => ({
  body: {
    label_id: ID,
    status: 'completed',
    shipment_id: 'se-1382717005',
    ship_date: '2024-05-21T07:00:00Z',
    shipment_cost: usd(3.79),
    insurance_cost: usd(0),
    requested_comparison_amount: usd(0),
    rate_details: [],
    tracking_number: NUMBER,
    is_return_label: false,
    batch_id: '',
    carrier_id: 'se-2424643',
    service_code: 'usps_ground_advantage',
    voided: false,
    voided_at: null,
    carrier_code: 'stamps_com',
    tracking_status: 'in_transit',
    label_download: {
      pdf: 'https://api.shipengine.com/v1/downloads/10/a/label.pdf',
      zpl: 'https://api.shipengine.com/v1/downloads/10/a/label.zpl',
      href: 'https://api.shipengine.com/v1/downloads/10/a/label.pdf',
    },
    form_download: null,
    packages: [{ package_id: 475549108, tracking_number: NUMBER, sequence: 1, has_label_documents: false }],
    ...more,
  },
});

const input = {
  shipment: withinUnitedStates,
  service: 'stamps_com.usps_ground_advantage',
  reference: 'S000000000000001',
  uuid: '6f1c2f1e-0000-4000-8000-000000000001',
  labelFormat: 'pdf' as const,
};

const bought = (
  name: string,
  source: string,
  recorded: string,
  step: 'buy' | 'confirm',
  answer: Recorded,
  means: readonly string[],
): RealAnswer => ({
  name,
  operation: 'ship',
  source,
  recorded,
  read: () => shipstation.ship(input, [answer], step, { carrierId: 'se-2424643', labelId: ID }),
  means,
});

const refusal = (error_type: string, message: string, more: object = {}): Recorded => ({
  status: 400,
  body: {
    request_id: '09d439d4-aa8b-4514-a432-e5c607664718',
    errors: [{ error_source: 'shipengine', error_type, error_code: 'unspecified', message, ...more }],
  },
});

/** The label of the number is found first. */
const way = (name: string, source: string, recorded: string, answer: object, means: readonly string[]): RealAnswer => ({
  name,
  operation: 'track',
  source,
  recorded,
  read: () =>
    shipstation.track(NUMBER, { body: { labels: [{ label_id: ID, tracking_number: NUMBER }] } }, { body: answer }),
  means,
});

const scan = (
  occurred_at: string,
  carrier_occurred_at: string,
  event_code: string,
  description: string,
  country_code: string,
  [city_locality, state_province, postal_code]: readonly [city: string, state: string, zip: string],
) => ({
  occurred_at,
  carrier_occurred_at,
  description,
  city_locality,
  state_province,
  postal_code,
  country_code,
  company_name: '',
  signer: '',
  event_code,
  carrier_detail_code: null,
  status_code: null,
  status_description: null,
  carrier_status_code: event_code,
  carrier_status_description: description,
  latitude: 37.774,
  longitude: -122.475,
});

export const answers: readonly RealAnswer[] = [
  priced(
    'no zone, no days, no day: a price alone',
    FRIENDLY,
    '2023-11-17',
    [CARRIERS, apc(55.96, '2023-11-17T00:00:00Z')],
    ['apc.apc_priority_ddp_delcon APC Priority DDP w/ Delcon | base shipping_amount 55.96 | 55.96 USD | '],
  ),
  priced(
    'the same for a lighter parcel',
    FRIENDLY,
    '2023-11-03',
    [CARRIERS, apc(12.97, '2023-11-03T00:00:00Z')],
    ['apc.apc_priority_ddp_delcon APC Priority DDP w/ Delcon | base shipping_amount 12.97 | 12.97 USD | '],
  ),
  priced(
    'a carrier that cannot price so heavy a parcel is named, with all its words',
    FRIENDLY,
    '2023-11-14',
    [
      CARRIERS,
      {
        body: {
          rate_response: {
            rates: [],
            invalid_rates: [],
            status: 'error',
            errors: [
              {
                error_source: 'carrier',
                error_type: 'business_rules',
                error_code: 'unspecified',
                message:
                  'A shipping carrier error occurred: Unable to determine base rate from rate chart. (Weight: 210.3798, zone: CA, country: CA)',
                carrier_id: 'se-666777',
                carrier_code: 'apc',
                carrier_name: 'APC',
              },
            ],
          },
        },
      },
    ],
    [
      'APC: A shipping carrier error occurred: Unable to determine base rate from rate chart. (Weight: 210.3798, zone: CA, country: CA).',
    ],
  ),
  priced(
    'errors without a carrier, too: what is unknown is not named; figures in brackets stay',
    'https://github.com/ShipEngine/shipengine-dotnet/issues/71',
    '2023-10-31',
    [
      CARRIERS,
      {
        body: {
          rate_response: {
            rates: [],
            invalid_rates: [],
            status: 'error',
            errors: [
              {
                error_source: 'carrier',
                error_type: 'business_rules',
                error_code: 'unspecified',
                message:
                  'A shipping carrier error occurred: You do not have permissions to create reseller consignments (Generic, Carrier Error Code: GEN_ERROR).',
                carrier_id: 'unknown',
                carrier_code: 'unknown',
                carrier_name: 'unknown',
              },
              {
                error_source: 'carrier',
                error_type: 'business_rules',
                error_code: 'unspecified',
                message: 'A shipping carrier error occurred: There are no valid services available.',
                carrier_id: 'se-5497981',
                carrier_code: 'fedex',
                carrier_name: 'FedEx',
              },
            ],
          },
        },
      },
    ],
    [
      'A shipping carrier error occurred: You do not have permissions to create reseller consignments (Generic, Carrier Error Code: GEN_ERROR).',
      'FedEx: A shipping carrier error occurred: There are no valid services available.',
    ],
  ),
  priced(
    'access denied',
    FRIENDLY,
    '2023-11-17',
    [
      {
        status: 401,
        body: {
          request_id: '0cab049c-bc44-4c30-81a6-8ebfb9fa7ab2',
          errors: [
            {
              path: '/v1/carriers',
              error_type: 'security',
              error_code: 'unauthorized',
              error_source: 'shipengine',
              method: 'GET',
              message: 'Access denied.',
            },
          ],
        },
      },
    ],
    ['not-authorised HTTP 401 ShipStation API did not accept the API key of this account.'],
  ),
  priced(
    'of a test account: promised for the next working day, the kind of address is another than was said',
    'https://github.com/ShipEngine/shipengine-dotnet/issues/41',
    '2021-10-01',
    [
      CARRIERS,
      apc(33.25, '2021-10-01T00:00:00Z', {
        carrier_id: 'se-769863',
        delivery_days: 2,
        guaranteed_service: true,
        estimated_delivery_date: '2021-10-04T00:00:00Z',
        service_type: 'UPS 2nd Day Air®',
        service_code: 'ups_2nd_day_air',
        carrier_code: 'ups',
        carrier_friendly_name: 'UPS',
        trackable: true,
        warning_messages: ['Ship To Address Classification is changed from Commercial to Residential'],
      }),
    ],
    [
      'ups.ups_2nd_day_air UPS 2nd Day Air | base shipping_amount 33.25 | 33.25 USD | 2 d, 2021-10-04',
      'ups.ups_2nd_day_air: Ship To Address Classification is changed from Commercial to Residential.',
    ],
  ),
  bought('a postage of three dollars and 79 cents', SENTIO, '2024-05-21', 'confirm', label({}), [
    'parcel 1 9400111899563821705595',
    'base shipment_cost 3.79 | 3.79 USD',
  ]),
  bought(
    'a return',
    SENTIO,
    '2024-05-21',
    'confirm',
    label({ is_return_label: true, tracking_number: '9400111899563821705403' }),
    ['parcel 1 9400111899563821705403', 'base shipment_cost 3.79 | 3.79 USD'],
  ),
  bought(
    'a label of the test system is being made, has an id of its own and only one link',
    FRIENDLY,
    '2019-10-29',
    'buy',
    label({
      label_id: 'se-test-5283871',
      status: 'processing',
      shipment_cost: usd(0),
      tracking_number: '9999999999999',
      carrier_code: 'endicia',
      tracking_status: 'unknown',
      label_download: { href: 'https://api.shipengine.com/v1/downloads/10/a/testlabel-5283871.pdf' },
    }),
    ['shipment se-test-5283871'],
  ),
  bought(
    'a packaging nobody knows',
    FRIENDLY,
    '2019-10-29',
    'buy',
    refusal('business_rules', "invalid package_code 'not_a_usps_package_code'", {
      field_name: 'shipment._packages[0]._package_code',
      field_value: 'not_a_usps_package_code',
    }),
    ["invalid-input unspecified ShipStation API: invalid package_code 'not_a_usps_package_code'."],
  ),
  bought(
    'what is not understood at all',
    SENTIO,
    '2024-05-21',
    'buy',
    refusal(
      'system',
      'request.shipment: Could not cast or convert from System.String to ShipEngine.Api.Models.Shipments.Shipment.',
    ),
    [
      'invalid-input unspecified ShipStation API: request.shipment: Could not cast or convert from System.String to ShipEngine.Api.Models.Shipments.Shipment.',
    ],
  ),
  bought(
    'an id in the wrong form',
    SENTIO,
    '2024-05-21',
    'confirm',
    refusal('business_rules', 'id parameter is in the wrong format', { field_name: null, field_value: 'bad-label-id' }),
    ['invalid-input unspecified ShipStation API: id parameter is in the wrong format.'],
  ),
  way(
    'no code of ShipStation on any scan and no country; what the carrier says is the time of the place',
    'https://github.com (examples of a stream processor, an answer kept as its input)',
    '2021-09-20',
    {
      tracking_number: NUMBER,
      status_code: 'DE',
      carrier_code: 'usps',
      carrier_id: 1,
      carrier_detail_code: null,
      status_description: 'Delivered',
      carrier_status_code: '01',
      carrier_status_description:
        'Your item was delivered in or at the mailbox at 2:03 pm on September 20, 2021 in SAN FRANCISCO, CA 94118.',
      ship_date: null,
      estimated_delivery_date: null,
      actual_delivery_date: null,
      exception_description: null,
      events: [
        scan('2021-09-20T19:03:00Z', '2021-09-20T14:03:00', '01', 'Delivered, In/At Mailbox', '', [
          'SAN FRANCISCO',
          'CA',
          '94118',
        ]),
        scan('2021-09-20T13:10:00Z', '2021-09-20T08:10:00', 'OF', 'Out for Delivery', '', [
          'SAN FRANCISCO',
          'CA',
          '94118',
        ]),
      ],
    },
    [
      '2021-09-20T14:03:00 America/Los_Angeles delivered 01 Delivered, In/At Mailbox @ SAN FRANCISCO, CA, US',
      '2021-09-20T08:10:00 America/Los_Angeles out-for-delivery OF Out for Delivery @ SAN FRANCISCO, CA, US',
    ],
  ),
  way(
    'not yet with the carrier: no scan, so its words are told',
    SENTIO,
    '2024-05-21',
    {
      tracking_number: NUMBER,
      tracking_url: 'https://tools.usps.com/go/TrackConfirmAction.action',
      status_code: 'NY',
      carrier_code: 'stamps_com',
      carrier_id: 1,
      carrier_detail_code: null,
      status_description: 'Not Yet In System',
      carrier_status_code: '-2147219283',
      carrier_status_description:
        'A status update is not yet available for this tracking number.  More information will become available when USPS receives the tracking information, or when the package is received by USPS.',
      ship_date: null,
      estimated_delivery_date: null,
      actual_delivery_date: null,
      exception_description: null,
      events: [],
    },
    [
      'ShipStation API says of 9400111899563821705595: A status update is not yet available for this tracking number. More information will become available when USPS receives the tracking information, or when the package is received by USPS.',
    ],
  ),
];
