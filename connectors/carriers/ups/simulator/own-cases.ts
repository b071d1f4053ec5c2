/** Our own request and answer for every operation, written by hand from UPS's documents (README.md). */
import type { OwnCase } from '@scanship/connector-kit/conformance/own-case';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { cad, charge, kilograms, minor, parcel, signed, signIn, toronto, vancouver } from './own-case-parts.ts';
import { operationCases } from './own-operations.ts';
import { abroad, purchase } from './own-purchases.ts';

const priceQuestion = {
  RateRequest: {
    Request: {
      RequestOption: 'Shoptimeintransit',
      SubVersion: '2409',
      TransactionReference: { CustomerContext: 'rates' },
    },
    Shipment: {
      Shipper: { ShipperNumber: 'A1B2C3', Address: toronto },
      ShipTo: { Address: vancouver },
      ShipFrom: { Address: toronto },
      PaymentDetails: { ShipmentCharge: [{ Type: '01', ...charge }] },
      ShipmentTotalWeight: { UnitOfMeasurement: kilograms, Weight: '1.3' },
      Package: [{ PackagingType: { Code: '02' }, ...parcel }],
      ShipmentRatingOptions: { NegotiatedRatesIndicator: '' },
      TaxInformationIndicator: '',
      DeliveryTimeInformation: { PackageBillType: '03', Pickup: { Date: '20261123' } },
    },
  },
};

/** Published 37.91 with taxes, negotiated 26.55. */
const standard = {
  Service: { Code: '11', Description: '' },
  RatedShipmentAlert: [
    { Code: '110971', Description: 'Your invoice may vary from the displayed reference rates' },
    { Code: '110920', Description: 'Ship To Address Classification is changed from Residential to Commercial' },
  ],
  BillingWeight: { UnitOfMeasurement: kilograms, Weight: '1.5' },
  BaseServiceCharge: cad('25.00'),
  ItemizedCharges: [
    { Code: '375', ...cad('6.30') },
    { Code: '270', ...cad('4.80') },
  ],
  TaxCharges: [{ Type: 'GST', MonetaryValue: '1.81' }],
  TotalCharges: cad('36.10'),
  TotalChargesWithTaxes: cad('37.91'),
  NegotiatedRateCharges: {
    BaseServiceCharge: cad('17.50'),
    ItemizedCharges: [
      { Code: '375', ...cad('4.43') },
      { Code: '270', ...cad('3.36') },
    ],
    TaxCharges: [{ Type: 'GST', MonetaryValue: '1.26' }],
    TotalCharge: cad('25.29'),
    TotalChargesWithTaxes: cad('26.55'),
  },
  RatedPackage: [{ Weight: '1.3' }],
  TimeInTransit: {
    ServiceSummary: {
      EstimatedArrival: { Arrival: { Date: '20261130', Time: '233000' }, BusinessDaysInTransit: '5' },
    },
  },
};

const prices: OwnCase['expect'] = {
  offers: [
    {
      service: '11',
      serviceName: 'UPS Standard',
      lines: [
        { kind: 'base', code: 'BASE', label: 'Transportation', amount: minor(1750) },
        { kind: 'fuel', code: '375', label: 'Fuel surcharge', amount: minor(443) },
        { kind: 'surcharge', code: '270', label: 'Residential delivery', amount: minor(336) },
        { kind: 'tax', code: 'GST', label: 'GST', amount: minor(126) },
      ],
      total: minor(2655),
      retail: minor(3791),
      billableGrams: 1500,
      transitDays: 5,
      deliverBy: '2026-11-30',
    },
    {
      service: '02',
      serviceName: 'UPS Expedited',
      lines: [
        { kind: 'base', code: 'BASE', label: 'Transportation', amount: minor(1500) },
        { kind: 'fuel', code: '375', label: 'Fuel surcharge', amount: minor(443) },
        { kind: 'surcharge', code: '270', label: 'Residential delivery', amount: minor(336) },
        { kind: 'tax', code: 'GST', label: 'GST', amount: minor(126) },
        { kind: 'surcharge', code: 'UNNAMED', label: 'Other charges', amount: minor(250) },
      ],
      total: minor(2655),
      retail: minor(3791),
      billableGrams: 1500,
      transitDays: 5,
      deliverBy: '2026-11-30',
    },
  ],
  problems: [
    {
      service: '11',
      vendorCode: '110920',
      message: 'Ship To Address Classification is changed from Residential to Commercial',
    },
  ],
};

/** One object where there is one element, as UPS sends before v2403 and in places still. */
const onlyOne = {
  RateResponse: {
    Response: { ResponseStatus: { Code: '1', Description: 'Success' } },
    RatedShipment: {
      Service: { Code: '01' },
      BaseServiceCharge: cad('50.00'),
      ItemizedCharges: { Code: '375', ...cad('10.00') },
      TotalCharges: cad('66.65'),
      RatedPackage: { ItemizedCharges: { Code: '120', ...cad('6.65') } },
      GuaranteedDelivery: { BusinessDaysInTransit: '1', DeliveryByTime: '10:30 A.M.' },
    },
  },
};

const activity = (
  type: string,
  code: string,
  description: string,
  time: string,
  more: Readonly<Record<string, string>>,
  address: Readonly<Record<string, string>>,
) => ({ location: { address }, status: { type, code, description }, date: '20261124', time, ...more });
const toronto2 = { city: 'Toronto', stateProvince: 'ON', countryCode: 'CA', country: 'CA' };

export const ownCases = (domestic: ShipmentRequest, crossBorder: ShipmentRequest): OwnCase[] => [
  {
    name: 'negotiated prices beside published ones; one leaves a charge unnamed',
    operation: 'rate',
    input: { shipment: domestic },
    exchanges: [
      signIn,
      {
        request: {
          method: 'POST',
          path: '/api/rating/v2409/Shoptimeintransit',
          headers: signed,
          body: priceQuestion,
        },
        answer: {
          status: 200,
          body: {
            RateResponse: {
              Response: {
                Alert: [{ Code: '110971', Description: 'Your invoice may vary from the displayed reference rates' }],
              },
              RatedShipment: [
                standard,
                {
                  ...standard,
                  Service: { Code: '02' },
                  RatedShipmentAlert: [],
                  NegotiatedRateCharges: { ...standard.NegotiatedRateCharges, BaseServiceCharge: cad('15.00') },
                },
              ],
            },
          },
        },
      },
    ],
    expect: prices,
  },
  {
    name: 'one service as one object, published prices only',
    operation: 'rate',
    input: { shipment: domestic, services: ['01'] },
    exchanges: [
      signIn,
      {
        request: {
          method: 'POST',
          path: '/api/rating/v2409/Shoptimeintransit',
          headers: signed,
          body: priceQuestion,
        },
        answer: { status: 200, body: onlyOne },
      },
    ],
    expect: {
      offers: [
        {
          service: '01',
          serviceName: 'UPS Express',
          lines: [
            { kind: 'base', code: 'BASE', label: 'Transportation', amount: minor(5000) },
            { kind: 'fuel', code: '375', label: 'Fuel surcharge', amount: minor(1000) },
            { kind: 'option', code: '120', label: 'Signature', amount: minor(665) },
          ],
          total: minor(6665),
          transitDays: 1,
        },
      ],
      problems: [],
    },
  },
  ...operationCases(domestic, crossBorder),
  purchase(domestic),
  abroad(crossBorder),
  {
    name: 'a void of two parcels',
    operation: 'cancel',
    step: 'void',
    input: {
      reference: 'S000000000000002',
      carrierShipmentId: '1ZA1B2C36500000012',
      trackingNumbers: ['1ZA1B2C36500000012', '1ZA1B2C36500000021'],
      kept: {},
    },
    exchanges: [
      signIn,
      {
        request: {
          method: 'DELETE',
          path: '/api/shipments/v2409/void/cancel/1ZA1B2C36500000012',
          headers: signed,
        },
        answer: {
          status: 200,
          body: {
            VoidShipmentResponse: {
              Response: { ResponseStatus: { Code: '1', Description: 'Success' } },
              SummaryResult: { Status: { Code: '1', Description: 'Voided' } },
              PackageLevelResult: [
                { TrackingNumber: '1ZA1B2C36500000012', Status: { Code: '1', Description: 'Voided' } },
                { TrackingNumber: '1ZA1B2C36500000021', Status: { Code: '1', Description: 'Voided' } },
              ],
            },
          },
        },
      },
    ],
    expect: { kind: 'done', result: { refund: 'now' } },
  },
  {
    name: 'tracking: offset from GMT, a zone where there is none, one event of an unknown kind, a number not known',
    operation: 'track',
    input: { trackingNumbers: ['1ZA1B2C31112345676', '1ZA1B2C31112345677'] },
    exchanges: [
      signIn,
      {
        request: {
          method: 'GET',
          path: '/api/track/v1/details/1ZA1B2C31112345676',
          query: { locale: 'en_US', returnSignature: 'false', returnMilestones: 'false', returnPOD: 'false' },
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
                      deliveryDate: [
                        { type: 'SDD', date: '20261127' },
                        { type: 'RDD', date: '20261130' },
                      ],
                      activity: [
                        activity('D', 'ZP', 'Delivered to UPS Access Point', '181500', {}, toronto2),
                        activity('??', '1', 'Something new', '120000', {}, toronto2),
                        activity(
                          'P',
                          'PU',
                          'Pickup Scan ',
                          '101500',
                          { gmtDate: '20261124', gmtTime: '15:15:00' },
                          toronto2,
                        ),
                        activity(
                          'M',
                          'MP',
                          'Shipper created a label ',
                          '090000',
                          { gmtOffset: '-05:00' },
                          { countryCode: 'CA' },
                        ),
                      ],
                    },
                  ],
                },
              ],
            },
          },
        },
      },
      {
        request: {
          method: 'GET',
          path: '/api/track/v1/details/1ZA1B2C31112345677',
          query: { locale: 'en_US', returnSignature: 'false', returnMilestones: 'false', returnPOD: 'false' },
          headers: signed,
        },
        answer: {
          status: 404,
          body: { response: { errors: [{ code: 'TW0001', message: 'Tracking Information Not Found' }] } },
        },
      },
    ],
    expect: [
      {
        trackingNumber: '1ZA1B2C31112345676',
        estimatedDelivery: '2026-11-30',
        events: [
          {
            occurredAt: '2026-11-24T09:00:00-05:00',
            status: 'label-created',
            code: 'M/MP',
            text: 'Shipper created a label',
            place: 'CA',
          },
          {
            occurredAt: '2026-11-24T10:15:00-05:00',
            status: 'accepted',
            code: 'P/PU',
            text: 'Pickup Scan',
            place: 'Toronto, ON, CA',
          },
          {
            occurredAt: '2026-11-24T18:15:00',
            zone: 'America/Toronto',
            status: 'available-for-pickup',
            code: 'D/ZP',
            text: 'Delivered to UPS Access Point',
            place: 'Toronto, ON, CA',
          },
        ],
        problems: [
          'trackResponse.shipment[0].package[0].activity[1].status.type should be in its usual form but is "??".',
        ],
      },
      {
        trackingNumber: '1ZA1B2C31112345677',
        events: [],
        problems: ['UPS does not know 1ZA1B2C31112345677: Tracking Information Not Found.'],
      },
    ],
  },
  {
    name: 'the connection proved by a price question',
    operation: 'testConnection',
    exchanges: [
      signIn,
      {
        request: {
          method: 'POST',
          path: '/api/rating/v2409/Shop',
          headers: signed,
          body: {
            RateRequest: {
              Request: { ...priceQuestion.RateRequest.Request, RequestOption: 'Shop' },
              Shipment: {
                ...priceQuestion.RateRequest.Shipment,
                Shipper: { ShipperNumber: 'A1B2C3', Address: cityHall('100 Queen St W', 'Toronto', 'M5H2N2') },
                ShipTo: { Address: cityHall('110 Laurier Ave W', 'Ottawa', 'K1P1J1') },
                ShipFrom: { Address: cityHall('100 Queen St W', 'Toronto', 'M5H2N2') },
                ShipmentTotalWeight: { UnitOfMeasurement: kilograms, Weight: '1.0' },
                Package: [
                  {
                    PackagingType: { Code: '02' },
                    Dimensions: { ...parcel.Dimensions, Length: '20', Width: '15' },
                    PackageWeight: { UnitOfMeasurement: kilograms, Weight: '1.0' },
                  },
                ],
                DeliveryTimeInformation: { PackageBillType: '03', Pickup: { Date: '20260101' } },
              },
            },
          },
        },
        answer: { status: 200, body: { RateResponse: { RatedShipment: [standard] } } },
      },
    ],
    expect: {
      accountName: 'A1B2C3',
      message: 'Connected to UPS as account A1B2C3. It has negotiated prices.',
    },
  },
];

function cityHall(line: string, City: string, PostalCode: string) {
  return { AddressLine: [line], City, StateProvinceCode: 'ON', PostalCode, CountryCode: 'CA' };
}
