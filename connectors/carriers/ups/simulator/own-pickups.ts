/** Our own request and answer of a pickup: its price, its booking, its end. */
import type { OwnCase } from '@scanship/connector-kit/conformance/own-case';
import type { PickupWish } from '@scanship/connector-kit/carrier/pickup';
import type { Address } from '@scanship/domain/addresses/address';
import { minor, signed, signIn } from './own-case-parts.ts';

export const SUCCESS = { ResponseStatus: { Code: '1', Description: 'Success' } };

export const pickupWish = (from: Address): PickupWish => ({
  address: { ...from, phone: '416-555-0100 x12', residential: false },
  date: '2026-11-24',
  readyTime: '09:30',
  closeTime: '17:00',
  place: 'front-door',
  instructions: 'Ring the bell',
  load: {
    parcels: 5,
    totalGrams: 6250,
    heaviestGrams: 1250,
    services: ['11', '02'],
    destinations: ['CA'],
    trackingNumbers: [],
  },
  language: 'en',
});

const pickupPlace = {
  City: 'Toronto',
  StateProvince: 'ON',
  PostalCode: 'M5V2T6',
  CountryCode: 'CA',
};
const window = { CloseTime: '1700', ReadyTime: '0930', PickupDate: '20261124' };
const rated = {
  RateType: 'FD',
  CurrencyCode: 'CAD',
  ChargeDetail: [
    { ChargeCode: 'B', ChargeDescription: 'BASE CHARGE', ChargeAmount: '6.95', IncentedAmount: '5.00' },
    { ChargeCode: 'S', ChargeDescription: 'FUEL SURCHARGE', ChargeAmount: '1.25' },
  ],
  TaxCharges: [{ Type: 'HST', MonetaryValue: '0.81' }],
  GrandTotalOfAllCharge: '9.27',
  GrandTotalOfAllIncentedCharge: '7.06',
};
const pickupLines = {
  lines: [
    { kind: 'base', code: 'B', label: 'Base charge', amount: minor(500) },
    { kind: 'fuel', code: 'S', label: 'Fuel surcharge', amount: minor(125) },
    { kind: 'tax', code: 'HST', label: 'HST', amount: minor(81) },
  ],
  total: minor(706),
};

export const pickups = (from: Address): OwnCase[] => [
  {
    name: 'the price of a pickup, with a discount and tax',
    operation: 'pickup',
    part: 'availability',
    input: pickupWish(from),
    exchanges: [
      signIn,
      {
        request: {
          method: 'POST',
          path: '/api/shipments/v2409/pickup/oncall',
          headers: signed,
          body: {
            PickupRateRequest: {
              Request: { SubVersion: '2409', TransactionReference: { CustomerContext: 'pickup price' } },
              ShipperAccount: { AccountNumber: 'A1B2C3', AccountCountryCode: 'CA' },
              PickupAddress: { AddressLine: '10 Sender Road', ...pickupPlace, ResidentialIndicator: 'N' },
              AlternateAddressIndicator: 'Y',
              ServiceDateOption: '03',
              PickupDateInfo: window,
              TaxInformationIndicator: 'Y',
              UserLevelDiscountIndicator: 'Y',
            },
          },
        },
        answer: {
          status: 200,
          body: {
            PickupRateResponse: {
              Response: { ...SUCCESS, Alert: [{ Code: '9510002', Description: 'Saturday is not served here' }] },
              RateResult: rated,
            },
          },
        },
      },
    ],
    expect: { available: true, messages: ['Saturday is not served here.'], price: pickupLines },
  },
  {
    name: 'a pickup of five parcels of two services',
    operation: 'pickup',
    part: 'book',
    step: 'book',
    input: { ...pickupWish(from), reference: 'K000000000000001', uuid: '6f1c2f1e-0000-4000-8000-000000000001' },
    exchanges: [
      signIn,
      {
        request: {
          method: 'POST',
          path: '/api/pickupcreation/v2409/pickup',
          headers: signed,
          body: {
            PickupCreationRequest: {
              Request: { SubVersion: '2409', TransactionReference: { CustomerContext: 'K000000000000001' } },
              RatePickupIndicator: 'Y',
              TaxInformationIndicator: 'Y',
              UserLevelDiscountIndicator: 'Y',
              Shipper: { Account: { AccountNumber: 'A1B2C3', AccountCountryCode: 'CA' } },
              PickupDateInfo: window,
              PickupAddress: {
                CompanyName: 'Test Shop',
                ContactName: 'Test Sender',
                AddressLine: ['10 Sender Road'],
                ...pickupPlace,
                ResidentialIndicator: 'N',
                PickupPoint: 'Front door',
                Phone: { Number: '4165550100', Extension: '12' },
              },
              AlternateAddressIndicator: 'Y',
              PickupPiece: [
                { ServiceCode: '011', Quantity: '3', DestinationCountryCode: 'CA', ContainerCode: '01' },
                { ServiceCode: '002', Quantity: '2', DestinationCountryCode: 'CA', ContainerCode: '01' },
              ],
              TotalWeight: { Weight: '6.3', UnitOfMeasurement: 'KGS' },
              OverweightIndicator: 'N',
              PaymentMethod: '01',
              SpecialInstruction: 'Ring the bell',
              ReferenceNumber: 'K000000000000001',
              ShippingLabelsAvailable: 'Y',
            },
          },
        },
        answer: {
          status: 200,
          body: {
            PickupCreationResponse: {
              Response: SUCCESS,
              PRN: '29123456789',
              RateStatus: { Code: '01', Description: 'Rate available' },
              RateResult: rated,
            },
          },
        },
      },
    ],
    expect: {
      kind: 'done',
      keep: { prn: '29123456789' },
      result: { confirmation: '29123456789', charged: pickupLines, messages: [] },
    },
  },
  {
    name: 'a pickup cancelled by its number',
    operation: 'pickup',
    part: 'cancel',
    step: 'cancel',
    input: {
      confirmation: '29123456789',
      reference: 'K000000000000001',
      date: '2026-11-24',
      wish: pickupWish(from),
      kept: {},
    },
    exchanges: [
      signIn,
      {
        request: {
          method: 'DELETE',
          path: '/api/shipments/v2409/pickup/02',
          headers: { ...signed, prn: '29123456789' },
        },
        answer: { status: 200, body: { PickupCancelResponse: { Response: SUCCESS, PickupType: '01' } } },
      },
    ],
    expect: { kind: 'done', result: { messages: [] } },
  },
];
