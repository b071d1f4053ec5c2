/** Our own request and answer for what stands beside buying: returns, addresses, proof, duties, papers, sign-in of a seller. */
import type { OwnCase } from '@scanship/connector-kit/conformance/own-case';
import type { Address } from '@scanship/domain/addresses/address';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { pickups, SUCCESS } from './own-pickups.ts';
import { charge, kilograms, minor, parcel, signed, signIn, toronto } from './own-case-parts.ts';

/** A public building; the ZIP code is the one of the post office. */
export const cityHall: Address = {
  name: 'Test Receiver',
  address1: '65 Niagara Sq',
  city: 'Buffalo',
  provinceCode: 'NY',
  zipcode: '14202',
  countryCode: 'US',
};

const addressQuestion = {
  XAVRequest: {
    AddressKeyFormat: {
      AddressLine: ['65 Niagara Square'],
      PoliticalDivision2: 'Buffalo',
      PoliticalDivision1: 'NY',
      PostcodePrimaryLow: '14201',
      CountryCode: 'US',
    },
  },
};
const addresses: OwnCase[] = [
  {
    name: 'an address corrected, a business',
    operation: 'checkAddress',
    input: { ...cityHall, address1: '65 Niagara Square', zipcode: '14201' },
    exchanges: [
      signIn,
      {
        request: {
          method: 'POST',
          path: '/api/addressvalidation/v2/3',
          query: { regionalrequestindicator: 'False', maximumcandidatelistsize: 10 },
          headers: signed,
          body: addressQuestion,
        },
        answer: {
          status: 200,
          body: {
            XAVResponse: {
              Response: SUCCESS,
              ValidAddressIndicator: '',
              AddressClassification: { Code: '1', Description: 'Commercial' },
              Candidate: [
                {
                  AddressClassification: { Code: '1', Description: 'Commercial' },
                  AddressKeyFormat: {
                    AddressLine: ['65 NIAGARA SQ'],
                    PoliticalDivision2: 'BUFFALO',
                    PoliticalDivision1: 'NY',
                    PostcodePrimaryLow: '14202',
                    PostcodeExtendedLow: '3331',
                    CountryCode: 'US',
                  },
                },
              ],
            },
          },
        },
      },
    ],
    expect: {
      verdict: 'corrected',
      level: 'street',
      suggestions: [
        {
          ...cityHall,
          address1: '65 NIAGARA SQ',
          city: 'BUFFALO',
          zipcode: '14202',
          residential: false,
        },
      ],
      residential: false,
      messages: [],
    },
  },
];

const proof: OwnCase = {
  name: 'a proof of delivery: who took it, when, and the document',
  operation: 'proofOfDelivery',
  input: {
    trackingNumber: '1ZA1B2C31112345676',
    destination: { countryCode: 'CA', zipcode: 'V6B 1A1' },
    shipDate: '2026-11-23',
  },
  exchanges: [
    signIn,
    {
      request: {
        method: 'GET',
        path: '/api/track/v1/details/1ZA1B2C31112345676',
        query: { locale: 'en_US', returnSignature: 'true', returnMilestones: 'false', returnPOD: 'true' },
        headers: signed,
      },
      answer: {
        status: 200,
        body: {
          trackResponse: {
            shipment: [
              {
                inquiryNumber: '1ZA1B2C31112345676',
                package: [
                  {
                    trackingNumber: '1ZA1B2C31112345676',
                    activity: [
                      {
                        location: { address: { city: 'Vancouver', stateProvince: 'BC', countryCode: 'CA' } },
                        status: { type: 'D', code: 'FS', description: 'DELIVERED' },
                        date: '20261130',
                        time: '101500',
                        gmtOffset: '-08:00',
                      },
                    ],
                    deliveryInformation: {
                      receivedBy: 'TESTER',
                      location: 'Front Door',
                      signature: { image: 'R0lGODlhAQABAAAAACw=' },
                      pod: { content: Buffer.from('%PDF-1.4 proof').toString('base64') },
                    },
                  },
                ],
              },
            ],
          },
        },
      },
    },
  ],
  expect: {
    signedBy: 'TESTER',
    deliveredAt: '2026-11-30T10:15:00-08:00',
    place: 'Vancouver, BC, CA',
    files: [
      { kind: 'bytes', document: 'proof-of-delivery', format: 'pdf', bytes: 'bytes:14' },
      { kind: 'bytes', document: 'proof-of-delivery', format: 'gif', bytes: 'bytes:14' },
    ],
  },
};

const duties = (shipment: ShipmentRequest): OwnCase => ({
  name: 'duties, VAT and brokerage of two shirts',
  operation: 'landedCost',
  input: { shipment, service: '11' },
  exchanges: [
    signIn,
    {
      request: {
        method: 'POST',
        path: '/api/landedcost/v1/quotes',
        headers: { ...signed, accountnumber: 'A1B2C3' },
        body: {
          currencyCode: 'CAD',
          transID: 'Q1767225600000',
          allowPartialLandedCostResult: true,
          alversion: 1,
          shipment: {
            id: 'Q1767225600000',
            importCountryCode: 'US',
            shipDate: '2026-11-23',
            incoterms: 'DAP',
            exportCountryCode: 'CA',
            shipmentType: 'SALE',
            shipmentItems: [
              {
                commodityId: '1',
                grossWeight: 0.6,
                grossWeightUnit: 'KG',
                priceEach: 25,
                commodityCurrencyCode: 'CAD',
                quantity: 2,
                UOM: 'Each',
                hsCode: '610910',
                description: 'Cotton shirt',
                originCountryCode: 'CA',
              },
            ],
          },
        },
      },
      answer: {
        status: 200,
        body: {
          shipment: {
            currencyCode: 'CAD',
            importCountryCode: 'US',
            id: 'Q1767225600000',
            brokerageFeeItems: [{ chargeName: 'Entry Preparation Fee', chargeAmount: 11.95 }],
            totalBrokerageFees: 11.95,
            totalDuties: 8.25,
            totalCommodityLevelTaxesAndFees: 0,
            totalShipmentLevelTaxesAndFees: 1.5,
            totalVAT: 0,
            totalDutyAndTax: 9.75,
            grandTotal: 21.7,
            shipmentItems: [
              {
                commodityID: '1',
                hsCode: '6109.10.0012',
                commodityDuty: 8.25,
                totalCommodityTaxAndFee: 0,
                commodityVAT: 0,
                totalCommodityDutyAndTax: 8.25,
                commodityCurrencyCode: 'CAD',
                isCalculable: true,
              },
            ],
          },
          transID: 'Q1767225600000',
          alVersion: 1,
        },
      },
    },
  ],
  expect: {
    lines: [
      { kind: 'duty', code: 'DUTY', label: 'Duty', amount: minor(825) },
      { kind: 'tax', code: 'TAX-ENTRY', label: 'Taxes and fees of the entry', amount: minor(150) },
      { kind: 'surcharge', code: 'BROKERAGE', label: 'Brokerage', amount: minor(1195) },
    ],
    total: minor(2170),
    items: [
      {
        description: 'Cotton shirt',
        hsCode: '6109.10.0012',
        lines: [{ kind: 'duty', code: 'DUTY', label: 'Duty', amount: minor(825) }],
      },
    ],
    problems: [],
  },
});

const document = {
  reference: 'S000000000000002',
  carrierShipmentId: '1ZA1B2C36500000012',
  trackingNumbers: ['1ZA1B2C36500000012'],
  shipDate: '2026-11-23',
  originCountry: 'CA',
  destinationCountry: 'US',
  document: {
    kind: 'certificate-of-origin' as const,
    name: 'origin.pdf',
    format: 'pdf' as const,
    bytes: new Uint8Array(Buffer.from('%PDF-1.4 origin')),
  },
  kept: {},
};
const papers: OwnCase[] = [
  {
    name: 'a certificate of origin uploaded',
    operation: 'attachDocument',
    step: 'upload',
    input: document,
    exchanges: [
      signIn,
      {
        request: {
          method: 'POST',
          path: '/api/paperlessdocuments/v2/upload',
          headers: { ...signed, shippernumber: 'A1B2C3' },
          body: {
            UploadRequest: {
              Request: { TransactionReference: { CustomerContext: 'S000000000000002' } },
              ShipperNumber: 'A1B2C3',
              UserCreatedForm: [
                {
                  UserCreatedFormFileName: 'origin.pdf',
                  UserCreatedFormFile: 'JVBERi0xLjQgb3JpZ2lu',
                  UserCreatedFormFileFormat: 'pdf',
                  UserCreatedFormDocumentType: '003',
                },
              ],
            },
          },
        },
        answer: {
          status: 200,
          body: {
            UploadResponse: {
              Response: SUCCESS,
              FormsHistoryDocumentID: { DocumentID: ['2026-11-23-11.01.07.589501'] },
            },
          },
        },
      },
    ],
    expect: {
      kind: 'done',
      keep: { documentId: '2026-11-23-11.01.07.589501' },
      result: { documentId: '2026-11-23-11.01.07.589501' },
    },
  },
  {
    name: 'the uploaded document tied to its shipment',
    operation: 'attachDocument',
    step: 'push',
    input: document,
    kept: { documentId: '2026-11-23-11.01.07.589501' },
    exchanges: [
      signIn,
      {
        request: {
          method: 'POST',
          path: '/api/paperlessdocuments/v2/image',
          headers: { ...signed, shippernumber: 'A1B2C3' },
          body: {
            PushToImageRepositoryRequest: {
              Request: { TransactionReference: { CustomerContext: 'S000000000000002' } },
              ShipperNumber: 'A1B2C3',
              FormsHistoryDocumentID: { DocumentID: ['2026-11-23-11.01.07.589501'] },
              ShipmentIdentifier: '1ZA1B2C36500000012',
              ShipmentDateAndTime: '2026-11-23-12.00.00',
              ShipmentType: '1',
              TrackingNumber: ['1ZA1B2C36500000012'],
            },
          },
        },
        answer: {
          status: 200,
          body: {
            PushToImageRepositoryResponse: { Response: SUCCESS, FormsGroupID: '2026-11-23-11.01.08.000001' },
          },
        },
      },
    ],
    expect: { kind: 'done' },
  },
];

const application = { clientId: 'ups-platform-client', clientSecret: 'ups-platform-secret' };
const returnTo = 'https://labels.example.com/carriers/ups/return';
const onboarding: OwnCase[] = [
  {
    name: 'the sign-in page of UPS',
    operation: 'onboarding',
    part: 'begin',
    credentials: application,
    input: { state: 'signed-state', returnTo, simulatorConsent: 'http://127.0.0.1:3000/sim/ups', language: 'en' },
    exchanges: [],
    expect: {
      address: `http://127.0.0.1:3000/sim/ups/security/v1/oauth/authorize?client_id=ups-platform-client&redirect_uri=${encodeURIComponent(returnTo)}&response_type=code&state=signed-state`,
      kept: {},
    },
  },
  {
    name: 'the code exchanged for access that is renewed',
    operation: 'onboarding',
    part: 'complete',
    credentials: application,
    input: { query: { code: 'the-code', state: 'signed-state' }, kept: {}, returnTo },
    exchanges: [
      {
        request: {
          method: 'POST',
          path: '/security/v1/oauth/token',
          headers: {
            'content-type': 'application/x-www-form-urlencoded',
            authorization: `Basic ${Buffer.from('ups-platform-client:ups-platform-secret').toString('base64')}`,
          },
          body: `grant_type=authorization_code&code=the-code&redirect_uri=${encodeURIComponent(returnTo)}`,
        },
        answer: {
          status: 200,
          body: {
            refresh_token_expires_in: '5183999',
            token_type: 'Bearer',
            access_token: 'first-access',
            refresh_token: 'first-refresh',
            expires_in: '14399',
            status: 'approved',
          },
        },
      },
    ],
    expect: {
      credentials: { refreshToken: 'first-refresh' },
      problems: ['Enter the six characters of the UPS account number: UPS does not tell it with the sign-in.'],
    },
  },
];

/** A return label with dry ice rules apart: buyer to seller, the seller's account pays. */
const returned = (domestic: ShipmentRequest): OwnCase => ({
  name: 'prices of a return',
  operation: 'rate',
  input: { shipment: { ...domestic, from: domestic.to, to: domestic.from, return: {} }, services: ['99'] },
  exchanges: [
    signIn,
    {
      request: {
        method: 'POST',
        path: '/api/rating/v2409/Shoptimeintransit',
        headers: signed,
        body: {
          RateRequest: {
            Request: {
              RequestOption: 'Shoptimeintransit',
              SubVersion: '2409',
              TransactionReference: { CustomerContext: 'rates' },
            },
            Shipment: {
              Shipper: { ShipperNumber: 'A1B2C3', Address: toronto },
              ShipTo: { Address: toronto },
              ShipFrom: {
                Address: {
                  AddressLine: ['20 Receiver Avenue'],
                  City: 'Vancouver',
                  StateProvinceCode: 'BC',
                  PostalCode: 'V6B1A1',
                  CountryCode: 'CA',
                },
              },
              PaymentDetails: { ShipmentCharge: [{ Type: '01', ...charge }] },
              ShipmentTotalWeight: { UnitOfMeasurement: kilograms, Weight: '1.3' },
              Package: [{ PackagingType: { Code: '02' }, ...parcel }],
              ReturnService: { Code: '9' },
              ShipmentRatingOptions: { NegotiatedRatesIndicator: '' },
              TaxInformationIndicator: '',
              DeliveryTimeInformation: { PackageBillType: '03', Pickup: { Date: '20261123' } },
            },
          },
        },
      },
      answer: { status: 200, body: { RateResponse: { RatedShipment: [] } } },
    },
  ],
  expect: { offers: [], problems: [] },
});

export const operationCases = (domestic: ShipmentRequest, crossBorder: ShipmentRequest): OwnCase[] => [
  returned(domestic),
  ...pickups(domestic.from),
  ...addresses,
  proof,
  duties(crossBorder),
  ...papers,
  ...onboarding,
];
