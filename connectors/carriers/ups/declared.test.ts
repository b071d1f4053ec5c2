/** What is declared beside the parcel: Saturday, batteries, and who pays the duties. */
import {
  drive,
  freshDrive,
  newPurchase,
  openHarnessEnv,
  type Harness,
} from '@scanship/connector-kit/conformance/conformance-harness';
import { runRate } from '@scanship/connector-kit/steps/run-question';
import type { Customs, ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { crossBorder, samples } from './simulator/harness.ts';
import { simulator } from './simulator/simulator.ts';
import { carrier } from './src/carrier.ts';
import { rateMessage, shipMessage } from './src/messages.ts';
import { packageMessages } from './src/packages.ts';
import { ship } from './src/ship.ts';

let stand: TestSimulator;
let harness: Harness;
beforeAll(async () => {
  stand = await startTestSimulator(simulator);
  harness = { samples, simulator: stand.simulator };
});
afterAll(() => stand.close());

it('of a service that can arrive on a Saturday both prices are offered, and the one that was chosen is bought', async () => {
  const friday: ShipmentRequest = { ...samples.domestic, shipDate: '2026-11-27' };
  const env = openHarnessEnv(carrier.manifest, harness);
  const offers = async (shipment: ShipmentRequest) => {
    const quoted = await runRate(carrier, { shipment, services: ['01'] }, env);
    return quoted.ok ? quoted.value.offers : [];
  };
  const [monday, saturday, ...others] = await offers(friday);
  expect(others).toEqual([]);
  expect([monday?.saturdayDelivery, monday?.deliverBy]).toEqual([undefined, '2026-11-30']);
  expect([saturday?.saturdayDelivery, saturday?.deliverBy]).toEqual([true, '2026-11-28']);
  expect(saturday?.lines.find(({ code }) => code === '300')?.amount.minor).toBe(1600);

  const chosen = { ...friday, options: { saturdayDelivery: true } };
  expect((await offers(chosen)).map(({ total }) => total)).toEqual([saturday?.total]);
  const state = await drive(
    carrier,
    ship,
    newPurchase(harness, { shipment: chosen, service: '01' }),
    env,
    freshDrive(),
  );
  expect(state.problem).toBeUndefined();
  expect(state.result.charged?.total).toEqual(saturday?.total);
  const books = await stand.simulator.books();
  expect(JSON.stringify(books.at(-1)?.data)).toContain('"SaturdayDeliveryIndicator":""');
});

describe('batteries', () => {
  const goods = (s: ShipmentRequest, service?: string) =>
    packageMessages({ ...s, options: { dangerousGoods: { kind: 'lithium-ion-in-equipment' } } }, service)[0]
      ?.PackageServiceOptions;

  it('are declared by number and name, under the rules of the way', () => {
    const record = {
      ChemicalRecordIdentifier: '1',
      IDNumber: 'UN3481',
      ProperShippingName: 'Lithium ion batteries contained in equipment',
      CommodityRegulatedLevelCode: 'LR',
    };
    expect(goods(samples.domestic, '01')).toMatchObject({
      PackageIdentifier: '1',
      HazMat: [{ ...record, RegulationSet: 'IATA', TransportationMode: 'PAX' }],
    });
    expect(goods(samples.domestic, '11')).toMatchObject({
      HazMat: [{ ...record, RegulationSet: 'TDG', TransportationMode: 'Ground' }],
    });
    // A price question for all services follows the rules of the air, in the form of the Rating API.
    expect(goods(samples.domestic)).toMatchObject({
      HazMat: {
        PackageIdentifier: '1',
        HazMatChemicalRecord: [{ ...record, RegulationSet: 'IATA', TransportationMode: '03' }],
      },
    });
  });

  it('are priced and bought; limited quantities are refused with the reason', async () => {
    const env = openHarnessEnv(carrier.manifest, harness);
    const shipment: ShipmentRequest = {
      ...samples.domestic,
      options: { dangerousGoods: { kind: 'lithium-metal-with-equipment' } },
    };
    expect((await runRate(carrier, { shipment }, env)).ok).toBe(true);
    const bought = await drive(carrier, ship, newPurchase(harness, { shipment, service: '11' }), env, freshDrive());
    expect(bought.problem).toBeUndefined();
    const limited: ShipmentRequest = { ...shipment, options: { dangerousGoods: { kind: 'limited-quantity' } } };
    expect(await runRate(carrier, { shipment: limited }, env)).toMatchObject({
      ok: false,
      problem: { kind: 'refused', field: 'options.dangerousGoods' },
    });
  });
});

describe('duties', () => {
  const billed = (account: Customs['dutiesAccount'], more: Partial<Customs> = {}): ShipmentRequest => {
    if (!crossBorder.customs) throw new Error('the sample has no customs data');
    return { ...crossBorder, customs: { ...crossBorder.customs, ...more, dutiesAccount: account } };
  };
  const charges = (s: ShipmentRequest) =>
    shipMessage({ ...newPurchase(harness), shipment: s, service: '11' }, 'A1B2C3', new Date('2026-11-23T15:00:00Z'))
      .ShipmentRequest.Shipment.PaymentInformation.ShipmentCharge;

  it('are billed to the account that is named, of the receiver or of a third party', () => {
    const receiver = billed({ holder: 'receiver', number: 'x9y8z7', postalCode: '10007' });
    expect(charges(receiver)[1]).toEqual({
      Type: '02',
      BillReceiver: { AccountNumber: 'X9Y8Z7', Address: { PostalCode: '10007' } },
    });
    const broker = billed(
      { holder: 'third-party', number: 'X9Y8Z7', countryCode: 'CA', postalCode: 'M5V 2T6' },
      { dutiesPaidBy: 'Shipper', incoterm: 'DDP' },
    );
    const third = {
      Type: '02',
      BillThirdParty: { AccountNumber: 'X9Y8Z7', Address: { PostalCode: 'M5V2T6', CountryCode: 'CA' } },
    };
    expect(charges(broker)[1]).toEqual(third);
    expect(rateMessage(broker, 'A1B2C3', 'Shop').RateRequest.Shipment.PaymentDetails.ShipmentCharge[1]).toEqual(third);
  });

  it.each([
    [{ holder: 'receiver', number: '12345', postalCode: '10007' }, 'customs.dutiesAccount.number'],
    [{ holder: 'receiver', number: 'X9Y8Z7' }, 'customs.dutiesAccount.postalCode'],
    [{ holder: 'third-party', number: 'X9Y8Z7', postalCode: '10007' }, 'customs.dutiesAccount.countryCode'],
  ] as const)('%j is refused before the call', (account, field) => {
    expect(() => charges(billed(account))).toThrow(
      expect.objectContaining({ problem: expect.objectContaining({ field }) as object }) as Error,
    );
  });
});
