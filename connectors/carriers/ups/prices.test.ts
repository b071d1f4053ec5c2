/** How UPS's prices are read and declared values are shared, without any server. */
import { withinUnitedStates } from '@scanship/connector-kit/conformance/sample-shipments';
import type { ShipInput } from '@scanship/connector-kit/carrier/carrier';
import type { ExportFiling, ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { describe, expect, it } from 'vitest';
import { exportMessage } from './src/customs.ts';
import { rateMessage, shipMessage } from './src/messages.ts';
import { packageMessages } from './src/packages.ts';
import { readRates } from './src/rate.ts';

const [box] = withinUnitedStates.parcels;
if (!box) throw new Error('the sample has no parcel');

describe('prices', () => {
  it('inside the United States add up from what stands at the packages', () => {
    const usd = (MonetaryValue: string) => ({ CurrencyCode: 'USD', MonetaryValue });
    const perPackage = (base: string, fuel: string) => ({
      BaseServiceCharge: usd(base),
      ItemizedCharges: [
        { Code: '375', ...usd(fuel) },
        { Code: '376', ...usd('0.00') },
      ],
    });
    const ground = (packages: readonly object[], total: string) => {
      const { offers } = readRates(
        {
          RateResponse: {
            RatedShipment: {
              Service: { Code: '03' },
              BaseServiceCharge: usd('0.00'),
              TotalCharges: usd('40.00'),
              NegotiatedRateCharges: { BaseServiceCharge: usd('0.00'), TotalCharge: usd(total) },
              RatedPackage: packages.map((one) => ({ ...perPackage('20.00', '0.00'), NegotiatedCharges: one })),
            },
          },
        },
        { name: () => 'UPS Ground', wanted: undefined },
      );
      return offers.map((o) => [o.total.minor, o.retail?.minor, ...o.lines.map((l) => [l.label, l.amount.minor])]);
    };
    const two = [perPackage('16.78', '1.26'), perPackage('10.00', '0.75')];
    expect(ground(two, '28.79')).toEqual([[2879, 4000, ['Transportation', 2678], ['Fuel surcharge', 201]]]);
    // A fee that UPS does not name.
    expect(ground(two, '31.29')).toEqual([
      [3129, 4000, ['Transportation', 2678], ['Fuel surcharge', 201], ['Other charges', 250]],
    ]);
  });

  it('name the charge for the season and not its number, and one that nobody explains as another surcharge', () => {
    const usd = (MonetaryValue: string) => ({ CurrencyCode: 'USD', MonetaryValue });
    const rated = {
      Service: { Code: '03' },
      BaseServiceCharge: usd('10.00'),
      ItemizedCharges: [
        { Code: '430', ...usd('2.50') },
        { Code: '999', ...usd('1.00') },
      ],
      TotalCharges: usd('13.50'),
      RatedPackage: [],
    };
    const { offers } = readRates(
      { RateResponse: { RatedShipment: rated } },
      { name: () => 'UPS Ground', wanted: undefined },
    );
    expect(offers.flatMap((o) => o.lines.map((l) => [l.code, l.label, l.amount.minor]))).toEqual([
      ['BASE', 'Transportation', 1000],
      ['430', 'Peak season', 250],
      ['999', 'Other surcharge', 100],
    ]);
  });

  it('never count a base twice that stands at the shipment and at its packages', () => {
    const usd = (MonetaryValue: string) => ({ CurrencyCode: 'USD', MonetaryValue });
    const rated = {
      Service: { Code: '03' },
      BaseServiceCharge: usd('10.00'),
      TotalCharges: usd('40.00'),
      RatedPackage: [{ BaseServiceCharge: usd('6.00') }, { BaseServiceCharge: usd('4.00') }],
    };
    const answer = { RateResponse: { RatedShipment: rated } };
    const { offers } = readRates(answer, { name: () => 'UPS Ground', wanted: undefined });
    expect(offers[0]?.lines.map((l) => [l.label, l.amount.minor])).toEqual([
      ['Transportation', 1000],
      ['Other charges', 3000],
    ]);
  });

  // As the test system answered on a Friday (probe of 2026-09-16): one code twice, and with the indicator the Saturday variants alone.
  it('of a service with and without Saturday are two, and what is bought is what was chosen', () => {
    const variant = (SaturdayDelivery: string, total: string, day: string) => ({
      Service: { Code: '01' },
      TotalCharges: { CurrencyCode: 'USD', MonetaryValue: total },
      TimeInTransit: { ServiceSummary: { SaturdayDelivery, EstimatedArrival: { Arrival: { Date: day } } } },
    });
    const [monday, saturday] = [variant('0', '66.21', '20260921'), variant('1', '87.17', '20260919')];
    const told = (rated: readonly object[], asked: boolean) => {
      const read = { name: () => 'UPS Next Day Air', wanted: undefined, saturday: asked };
      const { offers, problems } = readRates({ RateResponse: { RatedShipment: rated } }, read);
      return [...offers.map((o) => [o.total.minor, o.saturdayDelivery]), ...problems.map((p) => p.message)];
    };
    expect(told([saturday, monday], false)).toEqual([
      [8717, true],
      [6621, undefined],
    ]);
    expect(told([saturday], true)).toEqual([[8717, true]]);
    expect(told([monday], true)).toEqual(['UPS Next Day Air does not arrive on a Saturday.']);
    expect(told([variant('0', '12.40', '20260919')], true)).toEqual([[1240, true]]);
  });

  it('what is insured beyond a parcel’s own declared value is shared by the others, and no more than that', () => {
    const usd = (minor: number) => ({ minor, currency: 'USD' });
    const values = (...own: readonly (number | undefined)[]) =>
      packageMessages({
        ...withinUnitedStates,
        parcels: own.map((value, at) => ({ ...box, number: at + 1, ...(value && { declaredValue: usd(value) }) })),
        options: { insuredValue: usd(10_000) },
      }).map((p) => p.PackageServiceOptions?.DeclaredValue?.MonetaryValue);
    expect(values(3_000, undefined, undefined)).toEqual(['30.00', '35.00', '35.00']);
    expect(values(undefined, undefined)).toEqual(['50.00', '50.00']);
    expect(values(12_000, undefined)).toEqual(['120.00', undefined]);
  });
});

it('a purchase from the United States to Puerto Rico names the value of the goods, which is no commercial invoice', () => {
  const shirt = { description: 'Shirt', quantity: 2, unitGrams: 200, originCountry: 'US' };
  const input: ShipInput = {
    shipment: {
      ...withinUnitedStates,
      to: { ...withinUnitedStates.to, city: 'San Juan', provinceCode: '', zipcode: '00901', countryCode: 'PR' },
      customs: {
        purpose: 'Sale',
        incoterm: 'DAP',
        dutiesPaidBy: 'Receiver',
        currency: 'USD',
        items: [{ ...shirt, unitValue: { minor: 2_750, currency: 'USD' } }],
      },
    },
    service: '02',
    reference: 'S000000000000001',
    uuid: '6f1c2f1e-0000-4000-8000-000000000001',
    labelFormat: 'pdf',
  };
  const { Shipment } = shipMessage(input, 'A1B2C3', new Date('2026-11-23T12:00:00Z')).ShipmentRequest;
  expect(Shipment.InvoiceLineTotal).toEqual({ CurrencyCode: 'USD', MonetaryValue: '55' });
  expect(Shipment.ShipmentServiceOptions?.InternationalForms).toBeUndefined();
});

it('an account that says how parcels reach UPS is priced so; one that does not is left to UPS', () => {
  const asked = (pickup?: string) => rateMessage(withinUnitedStates, 'A1B2C3', 'Shop', pickup).RateRequest.PickupType;
  expect([asked(), asked(''), asked('03')]).toEqual([undefined, undefined, { Code: '03' }]);
});

it('an export that has to be reported says in its own place what the seller has, and on the invoice', () => {
  const told = (from: ShipmentRequest['from'], currency: string, exportFiling?: ExportFiling) =>
    exportMessage({
      ...withinUnitedStates,
      from,
      to: { ...withinUnitedStates.to, countryCode: 'DE' },
      customs: {
        purpose: 'Sale',
        incoterm: 'DAP',
        dutiesPaidBy: 'Receiver',
        currency,
        items: [{ description: 'Watch', quantity: 1, unitGrams: 200, unitValue: { minor: 300_000, currency } }],
        exportFiling,
      },
    });
  const { from } = withinUnitedStates;
  expect(told(from, 'USD', { kind: 'itn', number: 'AES X20260824123456' })).toEqual({
    EEIFilingOption: { Code: '1', ShipperFiled: { Code: 'A', PreDepartureITNNumber: 'X20260824123456' } },
    Comments: 'AES X20260824123456',
  });
  expect(told(from, 'USD', { kind: 'exempt', number: 'NO EEI 30.37(h)' })).toEqual({
    EEIFilingOption: { Code: '1', ShipperFiled: { Code: 'B', ExemptionLegend: '30.37(h)' } },
    Comments: 'NO EEI 30.37(h)',
  });
  const canada = { ...from, countryCode: 'CA' };
  expect(told(canada, 'CAD', { kind: 'proof-of-report', number: 'AB12342026082417' })).toEqual({
    Comments: 'CERS AB12342026082417',
  });
  expect(() => told(canada, 'CAD')).toThrow(/must be reported before they leave Canada/);
});
