/** Retail prices across the country, labels with fees, whole ways of parcels that partners hand over, and refusals of USPS. */
import { answered, ratesInWords, type Recorded } from '@scanship/connector-kit/conformance/answered';
import type { RealAnswer } from '@scanship/connector-kit/conformance/real-answer';
import { withinUnitedStates } from '@scanship/connector-kit/conformance/sample-shipments';
import { samples } from '../simulator/harness.ts';
import { carrier } from '../src/carrier.ts';
import { readPrices } from '../src/price-answer.ts';

const ACCESS: Recorded = {
  body: {
    access_token: 'own.case-token',
    token_type: 'Bearer',
    issued_at: 1_732_000_000_000,
    expires_in: 28_799,
    status: 'approved',
    scope: 'prices shipments tracking',
  },
};
const usps = answered(carrier, samples, ACCESS);
const NUMBER = '9261290289104185136058';
const FRIENDLY = 'friendlycart/friendly_shipping';
const KARRIO = 'karrioapi/karrio';

const refused = (
  name: string,
  recorded: string,
  status: number,
  message: string,
  means: readonly string[],
  errors: readonly object[] = [],
): RealAnswer => ({
  name,
  operation: 'rate',
  source: FRIENDLY,
  recorded,
  read: () =>
    usps.rate(withinUnitedStates, {
      status,
      body: { apiVersion: '/prices/v3', error: { code: String(status), message, errors } },
    }),
  means,
});

/** "mail class indicator category price days by product SKU" of a parcel that pays retail. */
const retail = (
  name: string,
  recorded: string,
  weight: number,
  rows: readonly string[],
  means: readonly string[],
): RealAnswer => ({
  name,
  operation: 'rate',
  source: KARRIO,
  recorded,
  read: () => {
    const shippingOptions = rows.map((row) => {
      const [mailClass, rateIndicator, processingCategory, price, days, scheduleDeliveryDate, productName, SKU] =
        row.split(' | ');
      const rate = {
        description: '',
        startDate: '2025-01-19',
        endDate: '',
        price: Number(price),
        zone: '08',
        weight,
        dimensionalWeight: 0,
        dimWeight: 0,
        fees: [],
        priceType: 'RETAIL',
        mailClass,
        productName,
        productDefinition: '',
        processingCategory,
        rateIndicator,
        destinationEntryFacilityType: 'NONE',
        SKU,
      };
      const extra = { priceType: 'COMMERCIAL', warnings: [], SKU: 'NA' };
      return {
        mailClass,
        rateOptions: [
          {
            commitment: { name: days, scheduleDeliveryDate, guaranteedDelivery: false },
            totalPrice: Number(price),
            totalBasePrice: Number(price),
            rates: [rate],
            extraServices: [{ name: 'Global Direct Entry', price: 0, extraService: '365', ...extra }],
          },
        ],
      };
    });
    const [parcel] = withinUnitedStates.parcels;
    if (!parcel) throw new Error('no parcel');
    return ratesInWords(
      readPrices(
        {
          originZIPCode: '10001',
          destinationZIPCode: '90210',
          pricingOptions: [{ shippingOptions, priceType: 'RETAIL' }],
        },
        { shipment: withinUnitedStates, parcel, priceType: 'RETAIL', wanted: undefined },
      ),
    );
  },
  means,
});

/** An answer in parts: what is said, the label, the receipt. */
const label = (name: string, recorded: string, metadata: object, means: readonly string[]): RealAnswer => ({
  name,
  operation: 'ship',
  source: KARRIO,
  recorded,
  read: () => {
    const part = (type: string, disposition: string, content: string): string =>
      `--r6-fpGYWbdZmd9w5\r\nContent-Type: ${type}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;
    const body = [
      part('application/json', 'name="labelMetadata"', JSON.stringify(metadata)),
      part('application/pdf', 'filename="labelImage.pdf"; name="labelImage"', 'JVBERi0xLjQKJaqrrK0K'),
      part('application/pdf', 'filename="receiptImage.pdf"; name="receiptImage"', 'JVBERi0xLjQKJaqrrK0K'),
      '--r6-fpGYWbdZmd9w5--\r\n',
    ].join('');
    return usps.ship(
      {
        shipment: withinUnitedStates,
        service: 'USPS_GROUND_ADVANTAGE',
        reference: 'S000000000000001',
        uuid: '6f1c2f1e-0000-4000-8000-000000000001',
        labelFormat: 'pdf',
        rateToken: { rateIndicator: 'SP', entryFacility: 'NONE', processingCategory: 'MACHINABLE' },
      },
      [
        { body: { paymentAuthorizationToken: 'own.payment-token' } },
        { type: 'multipart/form-data; boundary="r6-fpGYWbdZmd9w5"', body },
      ],
    );
  },
  means,
});

/** "code when offset | place | words"; no offset where USPS has none, and then no time by UTC either. */
const way = (
  name: string,
  source: string,
  recorded: string,
  about: object,
  rows: readonly string[],
  means: readonly string[],
): RealAnswer => ({
  name,
  operation: 'track',
  source,
  recorded,
  read: () => {
    const trackingEvents = rows.map((row) => {
      const [head = '', place = '', eventType] = row.split(' | ');
      const [eventCode, eventTimestamp = '', GMTOffset] = head.split(' ');
      const [eventCity = null, eventState = null] = place === '' ? [] : place.split(', ');
      return {
        eventType,
        eventTimestamp,
        ...(GMTOffset !== undefined && {
          // The day of USPS's time by UTC is the local one, wrong around midnight.
          GMTTimestamp: `${eventTimestamp.slice(0, 11)}${new Date(`${eventTimestamp}${GMTOffset}`).toISOString().slice(11, 19)}Z`,
          GMTOffset,
        }),
        eventCountry: null,
        eventCity,
        eventState,
        eventZIP: eventState === null ? null : '53207',
        firm: null,
        name: null,
        authorizedAgent: 'false',
        eventCode,
        additionalProp: null,
      };
    });
    return usps.track(NUMBER, { body: { ...about, tableCode: 'T', trackingNumber: NUMBER, trackingEvents } });
  },
  means,
});
const MILWAUKEE = 'https://github.com (specs of a Ruby shop, answers of three carriers)';

export const answers: readonly RealAnswer[] = [
  retail(
    'fifty-five pounds from coast to coast: envelopes and boxes of one price beside those by weight',
    '2025-05-30',
    55,
    [
      'LIBRARY_MAIL | SP | NONSTANDARD | 42.74 | 7 Days | 2025-06-06 |  | DLXX0XXXUR00550',
      'PRIORITY_MAIL_EXPRESS | FP | FLATS | 32.25 | 2 Days | 2025-05-31 | Priority Mail Express Padded Flat Rate Envelope | DEFE2XXXXR00700',
      'PRIORITY_MAIL_EXPRESS | PA | NONSTANDARD | 457.3 | 2 Days | 2025-05-31 | Priority Mail Express | DEXX0XXXXR08550',
      'PRIORITY_MAIL | FB | NONSTANDARD | 19.15 | 2 Days | 2025-06-02 | Priority Mail Medium Flat Rate Box | DPFB1XXXXR00700',
      'PRIORITY_MAIL | SP | NONSTANDARD | 184 | 2 Days | 2025-06-02 | Priority Mail | DPXX0XXXXR08550',
      'USPS_GROUND_ADVANTAGE | SP | NONSTANDARD | 151.85 | 4 Days | 2025-06-03 | USPS Ground Advantage | DUXP0XXXXR08550',
      'MEDIA_MAIL | SP | NONSTANDARD | 45.13 | 7 Days | 2025-06-06 |  | DMXX0XXXUR00550',
    ],
    [
      'USPS_GROUND_ADVANTAGE USPS Ground Advantage | base POSTAGE 151.85 | 151.85 USD | retail 151.85, 24948 g, 4 d, 2025-06-03',
      'PRIORITY_MAIL Priority Mail | base POSTAGE 184.00 | 184.00 USD | retail 184.00, 24948 g, 2 d, 2025-06-02',
      'PRIORITY_MAIL_EXPRESS Priority Mail Express | base POSTAGE 457.30 | 457.30 USD | retail 457.30, 24948 g, 2 d, 2025-05-31',
      'MEDIA_MAIL Media Mail | base POSTAGE 45.13 | 45.13 USD | retail 45.13, 24948 g, 7 d, 2025-06-06',
      'LIBRARY_MAIL Library Mail | base POSTAGE 42.74 | 42.74 USD | retail 42.74, 24948 g, 7 d, 2025-06-06',
    ],
  ),
  retail(
    'one class twice at one price, by machine and by hand',
    '2025-05-28',
    2.5,
    [
      'LIBRARY_MAIL | SP | MACHINABLE | 5.82 | 7 Days | 2025-06-04 |  | DLXX0XXXUR00030',
      'LIBRARY_MAIL | SP | NONSTANDARD | 5.82 | 7 Days | 2025-06-04 |  | DLXX0XXXUR00030',
    ],
    ['LIBRARY_MAIL Library Mail | base POSTAGE 5.82 | 5.82 USD | retail 5.82, 1134 g, 7 d, 2025-06-04'],
  ),
  refused(
    'a ZIP code that is none',
    '2024-04-15',
    400,
    'Could not find zone from provided ZIPs, date, and mail class.',
    ['invalid-input 400 USPS: Could not find zone from provided ZIPs, date, and mail class.'],
  ),
  refused(
    'too large for the class',
    '2024-04-15',
    400,
    'Provided dimensions exceed maximum allowed for First Class Letters.',
    ['invalid-input 400 USPS: Provided dimensions exceed maximum allowed for First Class Letters.'],
  ),
  refused(
    'a ZIP code that is missing, in the words of a program',
    '2024-04-15',
    400,
    "OASValidation OpenAPI-Spec-Validation-Domestic-Prices with resource oas://domestic-prices-v3.yaml: failed with reason: [ERROR - [Path '/destinationZIPCode'] Instance type (null) does not match any allowed primitive type (allowed: [string]): []]",
    [
      "invalid-input 400 USPS: OASValidation OpenAPI-Spec-Validation-Domestic-Prices with resource oas://domestic-prices-v3.yaml: failed with reason: [ERROR - [Path '/destinationZIPCode'] Instance type (null) does not match any allowed primitive type (allowed: [string]): []].",
    ],
  ),
  {
    name: 'the test system does not understand what the other one does',
    operation: 'rate',
    source: 'https://github.com/USPS/api-examples/issues/45',
    recorded: '2024-11-08',
    read: () => {
      const error = { code: '400', message: 'The request body is invalid or malformed.', errors: [] };
      return usps.rate(withinUnitedStates, { status: 400, body: { apiVersion: '/shipments/v3', error } });
    },
    means: ['invalid-input 400 USPS: The request body is invalid or malformed.'],
  },
  label(
    'billed by its size, nothing on top',
    '2024-11-19',
    {
      labelAddress: {
        streetAddress: '1 Test St',
        city: 'Oklahoma City',
        state: 'OK',
        ZIPCode: '73108',
        ignoreBadAddress: true,
      },
      routingInformation: '42073108',
      trackingNumber: '9234690361980900000142',
      postage: 18.76,
      extraServices: [{ name: 'USPS Tracking', price: 0, SKU: 'DXTU0EXXXCX0000' }],
      zone: '06',
      commitment: { name: '3 Days', scheduleDeliveryDate: '2024-11-22' },
      weightUOM: 'LB',
      weight: 4.1,
      dimensionalWeight: 13,
      fees: [],
      bannerText: 'USPS TRACKING # USPS Ship',
      SKU: 'DUXR0XXXXC06130',
    },
    [
      'shipment 9234690361980900000142',
      'parcel 1 9234690361980900000142',
      'label pdf 1',
      'base POSTAGE 18.76 + option DXTU0EXXXCX0000 0.00 | 18.76 USD',
    ],
  ),
  label(
    'a fee for two cubic feet comes to the postage',
    '2024-11-27',
    {
      labelAddress: {
        streetAddress: '1 Test St',
        city: 'Orlando',
        state: 'FL',
        ZIPCode: '32827',
        ignoreBadAddress: true,
      },
      routingInformation: '42032827',
      trackingNumber: '9234690361980900000265',
      postage: 42.62,
      extraServices: [{ name: 'USPS Tracking', price: 0, SKU: 'DXTU0EXXXCX0000' }],
      zone: '08',
      commitment: { name: '5 Days', scheduleDeliveryDate: '2024-12-02' },
      weightUOM: 'LB',
      weight: 2.21,
      dimensionalWeight: 22,
      fees: [{ name: 'Nonstandard Volume > 2 cu ft', price: 18, SKU: 'D813XUXXXXX0000' }],
      bannerText: 'USPS TRACKING # USPS Ship',
      SKU: 'DUXR0XXXXC08220',
    },
    [
      'shipment 9234690361980900000265',
      'parcel 1 9234690361980900000265',
      'label pdf 1',
      'base POSTAGE 42.62 + option DXTU0EXXXCX0000 0.00 + surcharge D813XUXXXXX0000 18.00 | 60.62 USD',
    ],
  ),
  label(
    'insured for less than is free',
    '2024-12-01',
    {
      labelAddress: {
        streetAddress: '1 Test St',
        city: 'GEORGETOWN',
        state: 'SC',
        ZIPCode: '29440',
        ignoreBadAddress: true,
      },
      routingInformation: '42029440',
      trackingNumber: '9236190361980900000015',
      postage: 36.12,
      extraServices: [{ name: 'Insurance <= $500', price: 0, SKU: 'DXIX0XXXXCX0100' }],
      zone: '01',
      commitment: { name: '6 Days', scheduleDeliveryDate: '2024-12-07' },
      weightUOM: 'LB',
      weight: 44.1,
      dimensionalWeight: 13,
      fees: [],
      SKU: 'DUXR0XXXXC01450',
    },
    [
      'shipment 9236190361980900000015',
      'parcel 1 9236190361980900000015',
      'label pdf 1',
      'base POSTAGE 36.12 + option DXIX0XXXXCX0100 0.00 | 36.12 USD',
    ],
  ),
  way(
    'from a post office to a parcel locker, over centres without a state',
    KARRIO,
    '2024-11-22',
    { mailClass: 'USPS Ground Advantage<SUP>&#153;</SUP>', statusCategory: 'Delivered' },
    [
      '01 2024-11-22T13:58:00 -05:00 | HERNANDO, FL | Delivered, Parcel Locker',
      'OF 2024-11-22T09:10:00 -05:00 | HERNANDO, FL | Out for Delivery',
      '07 2024-11-22T08:59:00 -05:00 | LECANTO, FL | Arrived at Post Office',
      'A1 2024-11-20T01:13:00 -05:00 | JACKSONVILLE FL DISTRIBUTION CENTER | Arrived at USPS Regional Facility',
      'TL 2024-11-20T01:11:00 -05:00 |  | In Transit to Next Facility',
      '10 2024-11-18T18:02:00 -05:00 | QUEENS NY DISTRIBUTION CENTER | Arrived at USPS Regional Origin Facility',
      'SF 2024-11-18T17:01:00 -05:00 | JAMAICA, NY | Departed Post Office',
      '03 2024-11-18T11:10:00 -05:00 | JAMAICA, NY | USPS in possession of item',
      'GX 2024-11-15T11:32:00 -05:00 | SPRINGFIELD GARDENS, NY | Shipping Label Created, USPS Awaiting Item',
    ],
    [
      '2024-11-15T11:32:00 -05:00 label-created GX Shipping Label Created, USPS Awaiting Item @ SPRINGFIELD GARDENS, NY, US',
      '2024-11-18T11:10:00 -05:00 accepted 03 USPS in possession of item @ JAMAICA, NY, US',
      '2024-11-18T17:01:00 -05:00 in-transit SF Departed Post Office @ JAMAICA, NY, US',
      '2024-11-18T18:02:00 -05:00 in-transit 10 Arrived at USPS Regional Origin Facility @ QUEENS NY DISTRIBUTION CENTER',
      '2024-11-20T01:11:00 -05:00 in-transit TL In Transit to Next Facility',
      '2024-11-20T01:13:00 -05:00 in-transit A1 Arrived at USPS Regional Facility @ JACKSONVILLE FL DISTRIBUTION CENTER',
      '2024-11-22T08:59:00 -05:00 in-transit 07 Arrived at Post Office @ LECANTO, FL, US',
      '2024-11-22T09:10:00 -05:00 out-for-delivery OF Out for Delivery @ HERNANDO, FL, US',
      '2024-11-22T13:58:00 -05:00 delivered 01 Delivered, Parcel Locker @ HERNANDO, FL, US',
    ],
  ),
  way(
    'by a partner from Niagara Falls: scans of the partner, two without a zone, whose clock is that of the scan beside',
    MILWAUKEE,
    '2024-11-23',
    { serviceTypeCode: '612', statusCategory: 'Delivered' },
    [
      '01 2024-11-23T13:10:00 -06:00 | MILWAUKEE, WI | Delivered, In/At Mailbox',
      'OF 2024-11-23T08:28:00 -06:00 | MILWAUKEE, WI | Out for Delivery',
      'AD 2024-11-22T17:22:00 -06:00 | OAK CREEK WI DISTRIBUTION CENTER | Accepted at USPS Regional Destination Facility',
      '82 2024-11-22T07:43:00 -06:00 | GLENDALE HEIGHTS, IL | Departed Shipping Partner Facility, USPS Awaiting Item',
      '81 2024-11-21T23:28:00 -06:00 | GLENDALE HEIGHTS, IL | Arrived Shipping Partner Facility, USPS Awaiting Item',
      '80 2024-11-21T17:01:00 |  | Picked Up By Shipping Partner, USPS Awaiting Item',
      '81 2024-11-19T16:24:00 -05:00 | NIAGARA FALLS, NY | Arrived Shipping Partner Facility, USPS Awaiting Item',
      'GX 2024-11-19T09:27:00 |  | Shipping Label Created, USPS Awaiting Item',
    ],
    [
      '2024-11-19T09:27:00 -05:00 label-created GX Shipping Label Created, USPS Awaiting Item',
      '2024-11-19T16:24:00 -05:00 handed-over 81 Arrived Shipping Partner Facility, USPS Awaiting Item @ NIAGARA FALLS, NY, US',
      '2024-11-21T17:01:00 -05:00 handed-over 80 Picked Up By Shipping Partner, USPS Awaiting Item',
      '2024-11-21T23:28:00 -06:00 handed-over 81 Arrived Shipping Partner Facility, USPS Awaiting Item @ GLENDALE HEIGHTS, IL, US',
      '2024-11-22T07:43:00 -06:00 handed-over 82 Departed Shipping Partner Facility, USPS Awaiting Item @ GLENDALE HEIGHTS, IL, US',
      '2024-11-22T17:22:00 -06:00 accepted AD Accepted at USPS Regional Destination Facility @ OAK CREEK WI DISTRIBUTION CENTER',
      '2024-11-23T08:28:00 -06:00 out-for-delivery OF Out for Delivery @ MILWAUKEE, WI, US',
      '2024-11-23T13:10:00 -06:00 delivered 01 Delivered, In/At Mailbox @ MILWAUKEE, WI, US',
    ],
  ),
  way(
    'on its way, expected after the holiday, announced at midnight',
    MILWAUKEE,
    '2024-11-26',
    { expectedDeliveryTimeStamp: '2024-11-29T00:00:00', statusCategory: 'Moving Through Network' },
    [
      '10 2024-11-26T01:44:00 -06:00 | OAK CREEK WI DISTRIBUTION CENTER | Arrived at USPS Regional Facility',
      'SF 2024-11-25T18:31:00 -06:00 | NEW BERLIN, WI | Departed Post Office',
      '03 2024-11-25T18:26:00 -06:00 | NEW BERLIN, WI | USPS in possession of item',
      'MA 2024-11-23T00:00:00 |  | Pre-Shipment, USPS Awaiting Item',
    ],
    [
      '2024-11-23T00:00:00 -06:00 label-created MA Pre-Shipment, USPS Awaiting Item',
      '2024-11-25T18:26:00 -06:00 accepted 03 USPS in possession of item @ NEW BERLIN, WI, US',
      '2024-11-25T18:31:00 -06:00 in-transit SF Departed Post Office @ NEW BERLIN, WI, US',
      '2024-11-26T01:44:00 -06:00 in-transit 10 Arrived at USPS Regional Facility @ OAK CREEK WI DISTRIBUTION CENTER',
      'expected 2024-11-29',
    ],
  ),
  {
    name: 'not scanned yet, told as a refusal with mark-up in it',
    operation: 'track',
    source: MILWAUKEE,
    recorded: '2024-11',
    read: () => {
      const words =
        '12: A status update is not yet available on your package. It will be available when the shipper provides an update or the package is given to USPS. Check back soon. Sign up for Informed Delivery<SUP>reg;</SUP> to receive notifications for packages addressed to you. - ';
      const errors = [{ title: words, detail: '', code: '150001' }];
      return usps.track(NUMBER, {
        status: 400,
        body: { apiVersion: '/tracking/v3', error: { code: '400', message: words, errors } },
      });
    },
    means: [
      'USPS does not know 9261290289104185136058: A status update is not yet available on your package. It will be available when the shipper provides an update or the package is given to USPS. Check back soon. Sign up for Informed Delivery to receive notifications for packages addressed to you.',
    ],
  },
];
