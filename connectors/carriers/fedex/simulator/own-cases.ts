/** Requests and answers written from FedEx's documents: what is asked. Purchases and bookings: own-purchases.ts, own-bookings.ts. */
import type { OwnCase } from '@scanship/connector-kit/conformance/own-case';
import { accountNumber, answered, base64, cad, parcel, signed, signIn, toronto, vancouver } from './own-case-parts.ts';
import { ownBookings } from './own-bookings.ts';
import { ownPurchases } from './own-purchases.ts';
import type { OwnSamples } from './own-samples.ts';

const RATES = {
  method: 'POST',
  path: '/rate/v1/rates/quotes',
  headers: { ...signed, 'x-locale': 'en_CA' },
  body: {
    accountNumber,
    rateRequestControlParameters: { returnTransitTimes: true, rateSortOrder: 'SERVICENAMETRADITIONAL' },
    requestedShipment: {
      shipper: { address: toronto },
      recipient: { address: vancouver },
      rateRequestType: ['ACCOUNT', 'LIST'],
      shipDateStamp: '2026-11-23',
      pickupType: 'DROPOFF_AT_FEDEX_LOCATION',
      packagingType: 'YOUR_PACKAGING',
      totalPackageCount: 1,
      // In pounds, whatever the parcels' units are.
      totalWeight: 2.8,
      requestedPackageLineItems: [parcel],
    },
    carrierCodes: ['FDXE', 'FDXG'],
  },
};

const priced = (rateType: string, amounts: { base: number; discount: number; net: number }) => ({
  rateType,
  ratedWeightMethod: 'DIM',
  totalBaseCharge: amounts.base,
  totalNetCharge: amounts.net,
  shipmentRateDetail: {
    currency: 'CAD',
    dimDivisor: 139,
    totalFreightDiscount: amounts.discount,
    surCharges: [{ type: 'FUEL', description: 'Fuel Surcharge', amount: 4.31 }],
    taxes: [{ type: 'GST', description: 'Canada GST', amount: 1.5 }],
    totalBillingWeight: { units: 'LB', value: 3 },
  },
});

export const ownCases = (samples: OwnSamples): readonly OwnCase[] => [
  {
    name: 'account and list prices of a Canadian parcel, one with a charge that is not named',
    operation: 'rate',
    input: { shipment: samples.domestic },
    exchanges: [
      signIn,
      {
        request: RATES,
        answer: answered({
          alerts: [
            { code: 'SHIPMENT.CHARGES.NOTE', alertType: 'NOTE', message: 'Shipment level charges have been added.' },
            { code: 'RATE.WARNING', alertType: 'WARNING', message: 'Rates may change' },
          ],
          rateReplyDetails: [
            {
              serviceType: 'FEDEX_EXPRESS_SAVER',
              serviceName: 'FedEx Economy',
              ratedShipmentDetails: [
                priced('LIST', { base: 29.2, discount: 0, net: 35.01 }),
                priced('ACCOUNT', { base: 29.2, discount: 4.2, net: 30.81 }),
              ],
              commit: {
                dateDetail: { dayFormat: '2026-11-26T17:00:00' },
                transitDays: { minimumTransitTime: 'THREE_DAYS' },
              },
            },
            {
              serviceType: 'FEDEX_GROUND',
              serviceName: 'FedEx Ground®',
              // A charge of 4.99 is not named.
              ratedShipmentDetails: [priced('ACCOUNT', { base: 29.2, discount: 0, net: 40 })],
              operationalDetail: { transitTime: 'FIVE_DAYS' },
            },
            { serviceType: 'FEDEX_1_DAY_FREIGHT', serviceName: 'FedEx 1Day® Freight', ratedShipmentDetails: [] },
          ],
        }),
      },
    ],
    expect: {
      offers: [
        {
          service: 'FEDEX_EXPRESS_SAVER',
          serviceName: 'FedEx Economy',
          lines: [
            { kind: 'base', code: 'BASE', label: 'Transportation', amount: cad(2920) },
            { kind: 'discount', code: 'DISCOUNT', label: 'Account discount', amount: cad(-420) },
            { kind: 'fuel', code: 'FUEL', label: 'Fuel', amount: cad(431) },
            { kind: 'tax', code: 'GST', label: 'GST', amount: cad(150) },
          ],
          total: cad(3081),
          retail: cad(3501),
          // Three pounds.
          billableGrams: 1361,
          transitDays: 3,
          deliverBy: '2026-11-26',
        },
        {
          service: 'FEDEX_GROUND',
          serviceName: 'FedEx Ground®',
          lines: [
            { kind: 'base', code: 'BASE', label: 'Transportation', amount: cad(2920) },
            { kind: 'fuel', code: 'FUEL', label: 'Fuel', amount: cad(431) },
            { kind: 'tax', code: 'GST', label: 'GST', amount: cad(150) },
            { kind: 'surcharge', code: 'UNNAMED', label: 'Other charges', amount: cad(499) },
          ],
          total: cad(4000),
          billableGrams: 1361,
          transitDays: 5,
        },
      ],
      problems: [
        { vendorCode: 'RATE.WARNING', message: 'Rates may change.' },
        {
          service: 'FEDEX_1_DAY_FREIGHT',
          message: 'FedEx also offers FedEx 1Day® Freight, which is not sold here.',
        },
      ],
    },
  },
  {
    name: 'keys and account number are proved by a price question',
    operation: 'testConnection',
    exchanges: [
      signIn,
      {
        request: {
          method: 'POST',
          path: '/rate/v1/rates/quotes',
          headers: signed,
          body: {
            ...RATES.body,
            // 1 January 2026 is a Thursday.
            rateRequestControlParameters: {
              ...RATES.body.rateRequestControlParameters,
              variableOptions: 'SATURDAY_DELIVERY',
            },
            requestedShipment: {
              ...RATES.body.requestedShipment,
              shipper: { address: { ...toronto, postalCode: 'M5H2N2' } },
              recipient: {
                address: {
                  city: 'Ottawa',
                  stateOrProvinceCode: 'ON',
                  postalCode: 'K1P1J1',
                  countryCode: 'CA',
                  residential: false,
                },
              },
              shipDateStamp: '2026-01-01',
              totalWeight: 2.2,
              requestedPackageLineItems: [
                {
                  groupPackageCount: 1,
                  weight: { units: 'KG', value: 1 },
                  dimensions: { length: 20, width: 15, height: 10, units: 'CM' },
                },
              ],
            },
          },
        },
        answer: answered({
          rateReplyDetails: [
            {
              serviceType: 'FEDEX_GROUND',
              serviceName: 'FedEx Ground®',
              ratedShipmentDetails: [priced('ACCOUNT', { base: 29.2, discount: 0, net: 35.01 })],
            },
          ],
        }),
      },
    ],
    expect: { accountName: '740561073', message: 'Connected to FedEx as account 740561073. Prices are answered.' },
  },
  {
    name: 'two numbers in one question: events oldest first, one not known',
    operation: 'track',
    input: { trackingNumbers: ['794953535000', '041441760228964'] },
    exchanges: [
      signIn,
      {
        request: {
          method: 'POST',
          path: '/track/v1/trackingnumbers',
          headers: signed,
          body: {
            includeDetailedScans: true,
            trackingInfo: [
              { trackingNumberInfo: { trackingNumber: '794953535000' } },
              { trackingNumberInfo: { trackingNumber: '041441760228964' } },
            ],
          },
        },
        answer: answered({
          completeTrackResults: [
            {
              trackingNumber: '794953535000',
              trackResults: [
                {
                  dateAndTimes: [{ type: 'ESTIMATED_DELIVERY', dateTime: '2026-11-26T00:00:00-05:00' }],
                  scanEvents: [
                    {
                      date: '2026-11-24T09:30:00-05:00',
                      eventType: 'SE',
                      eventDescription: 'Shipment exception',
                      exceptionDescription: 'Incorrect address',
                      scanLocation: { city: 'MONTREAL', stateOrProvinceCode: 'PQ', countryCode: 'CA' },
                    },
                    {
                      date: '2026-11-23T12:01:00-05:00',
                      eventType: 'PU',
                      eventDescription: 'Picked up',
                      scanLocation: { city: 'TORONTO', stateOrProvinceCode: 'ON', countryCode: 'CA' },
                    },
                    { date: 'yesterday', eventType: 'OC', eventDescription: 'Shipment information sent to FedEx' },
                  ],
                },
              ],
            },
            {
              trackingNumber: '041441760228964',
              trackResults: [
                {
                  error: {
                    code: 'TRACKING.TRACKINGNUMBER.NOTFOUND',
                    message: 'Tracking number cannot be found. Please correct the tracking number and try again.',
                  },
                },
              ],
            },
          ],
        }),
      },
    ],
    expect: [
      {
        trackingNumber: '794953535000',
        events: [
          {
            occurredAt: '2026-11-23T12:01:00-05:00',
            status: 'accepted',
            code: 'PU',
            text: 'Picked up',
            place: 'TORONTO, ON, CA',
          },
          {
            occurredAt: '2026-11-24T09:30:00-05:00',
            status: 'exception',
            code: 'SE',
            text: 'Shipment exception: Incorrect address',
            place: 'MONTREAL, QC, CA',
          },
        ],
        estimatedDelivery: '2026-11-26',
        problems: [
          'output.completeTrackResults[0].trackResults[0].scanEvents[2].date should be in its usual form but is "yesterday".',
        ],
      },
      {
        trackingNumber: '041441760228964',
        events: [],
        problems: [
          'FedEx says of 041441760228964: Tracking number cannot be found. Please correct the tracking number and try again.',
        ],
      },
    ],
  },
  {
    name: 'a letter with the signature',
    operation: 'proofOfDelivery',
    input: {
      trackingNumber: '794953535000',
      destination: { countryCode: 'CA', zipcode: 'V6B 1A1' },
      shipDate: '2026-11-23',
    },
    exchanges: [
      signIn,
      {
        request: {
          method: 'POST',
          path: '/track/v1/trackingnumbers',
          headers: signed,
          body: {
            includeDetailedScans: true,
            trackingInfo: [{ trackingNumberInfo: { trackingNumber: '794953535000' } }],
          },
        },
        answer: answered({
          completeTrackResults: [
            {
              trackingNumber: '794953535000',
              trackResults: [
                {
                  deliveryDetails: { signedByName: 'R.ECEIVER' },
                  scanEvents: [
                    {
                      date: '2026-11-26T10:15:00-08:00',
                      eventType: 'DL',
                      eventDescription: 'Delivered',
                      scanLocation: { city: 'VANCOUVER', stateOrProvinceCode: 'BC', countryCode: 'CA' },
                    },
                  ],
                },
              ],
            },
          ],
        }),
      },
      {
        request: {
          method: 'POST',
          path: '/track/v1/trackingdocuments',
          headers: signed,
          body: {
            trackDocumentDetail: { documentType: 'SIGNATURE_PROOF_OF_DELIVERY', documentFormat: 'PDF' },
            trackDocumentSpecification: [
              { trackingNumberInfo: { trackingNumber: '794953535000' }, accountNumber: '740561073' },
            ],
          },
        },
        // Recorded answers say "documents" where the contract says "document".
        answer: answered({
          documentType: 'SIGNATURE_PROOF_OF_DELIVERY',
          documentFormat: 'PDF',
          documents: [base64('%PDF-1.4 letter')],
        }),
      },
    ],
    expect: {
      deliveredAt: '2026-11-26T10:15:00-08:00',
      signedBy: 'R.ECEIVER',
      place: 'VANCOUVER, BC, CA',
      files: [{ kind: 'bytes', document: 'proof-of-delivery', format: 'pdf', bytes: 'bytes:15' }],
    },
  },
  {
    name: 'a slip in an address is put right, Quebec is QC again',
    operation: 'checkAddress',
    input: {
      name: 'Test Receiver',
      address1: '275 rue Notre-Dame E',
      city: 'Montréal',
      provinceCode: 'QC',
      zipcode: 'H2Y 1C7',
      countryCode: 'CA',
    },
    exchanges: [
      signIn,
      {
        request: {
          method: 'POST',
          path: '/address/v1/addresses/resolve',
          headers: { ...signed, 'x-locale': 'en_CA' },
          body: {
            addressesToValidate: [
              {
                address: {
                  streetLines: ['275 rue Notre-Dame E'],
                  city: 'Montréal',
                  stateOrProvinceCode: 'PQ',
                  postalCode: 'H2Y1C7',
                  countryCode: 'CA',
                },
              },
            ],
          },
        },
        answer: answered({
          resolvedAddresses: [
            {
              streetLinesToken: ['275 RUE NOTRE-DAME E'],
              city: 'MONTREAL',
              stateOrProvinceCode: 'PQ',
              countryCode: 'CA',
              parsedPostalCode: { base: 'H2Y1C6' },
              classification: 'BUSINESS',
              customerMessage: [{ code: 'INTERPOLATED.STREET.ADDRESS', message: 'Number not confirmed' }],
              attributes: { Resolved: 'true', Matched: 'true', CountrySupported: 'true', MultipleMatches: 'false' },
            },
          ],
        }),
      },
    ],
    expect: {
      verdict: 'corrected',
      level: 'street',
      suggestions: [
        {
          name: 'Test Receiver',
          address1: '275 RUE NOTRE-DAME E',
          city: 'MONTREAL',
          provinceCode: 'QC',
          zipcode: 'H2Y 1C6',
          countryCode: 'CA',
        },
      ],
      residential: false,
      messages: ['Number not confirmed.'],
    },
  },
  {
    name: 'services within the country, to homes, to the United States and overseas, each once',
    operation: 'discoverServices',
    input: samples.domestic.from,
    exchanges: [
      signIn,
      ...(
        [
          [{ ...toronto, residential: false }, ['FEDEX_GROUND']],
          [{ ...toronto, residential: true }, ['FEDEX_GROUND', 'FEDEX_GROUND']],
          [
            {
              city: 'New York',
              stateOrProvinceCode: 'NY',
              postalCode: '10007',
              countryCode: 'US',
              residential: false,
            },
            ['INTERNATIONAL_ECONOMY'],
          ],
          [{ city: 'London', postalCode: 'W1A 2LQ', countryCode: 'GB', residential: false }, ['FEDEX_NEW_THING']],
        ] as const
      ).map(([recipient, codes]) => ({
        request: {
          method: 'POST',
          path: '/availability/v1/packageandserviceoptions',
          headers: signed,
          body: {
            requestedShipment: {
              shipper: { address: toronto, accountNumber },
              recipients: [{ address: recipient }],
            },
            carrierCodes: ['FDXE', 'FDXG'],
          },
        },
        answer: answered({
          packageOptions: codes.map((key) => ({ serviceType: { key, displayText: 'As FedEx says' } })),
        }),
      })),
    ],
    expect: [
      { code: 'FEDEX_GROUND', name: 'FedEx Ground', scope: 'both' },
      { code: 'INTERNATIONAL_ECONOMY', name: 'FedEx International Economy', scope: 'international' },
      { code: 'FEDEX_NEW_THING', name: 'As FedEx says', scope: 'international' },
    ],
  },
  {
    name: 'days a Ground driver comes',
    operation: 'pickup',
    part: 'availability',
    input: samples.pickup,
    exchanges: [
      signIn,
      {
        request: {
          method: 'POST',
          path: '/pickup/v1/pickups/availabilities',
          headers: signed,
          body: {
            pickupAddress: { streetLines: ['10 Sender Road'], ...toronto },
            dispatchDate: '2026-11-24',
            packageReadyTime: '13:00:00',
            customerCloseTime: '17:00:00',
            pickupType: 'ON_CALL',
            pickupRequestType: ['SAME_DAY', 'FUTURE_DAY'],
            carriers: ['FDXG'],
            countryRelationship: 'DOMESTIC',
            associatedAccountNumber: '740561073',
            associatedAccountNumberType: 'FEDEX_GROUND',
          },
        },
        answer: answered({
          options: [
            { carrier: 'FDXG', available: true, pickupDate: '2026-11-24', cutOffTime: '16:30:00' },
            { carrier: 'FDXG', available: true, pickupDate: '2026-11-25', cutOffTime: '16:30:00' },
            { carrier: 'FDXG', available: false, pickupDate: '2026-11-28' },
          ],
        }),
      },
    ],
    expect: { available: true, messages: [], readyBy: '16:30', dates: ['2026-11-24', '2026-11-25'] },
  },
  ...ownPurchases(samples),
  ...ownBookings(samples),
];
