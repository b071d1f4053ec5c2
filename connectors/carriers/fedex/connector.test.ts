/** What is FedEx's own: units, currencies, packagings, customs, two networks, jobs, papers as text. */
import {
  drive,
  freshDrive,
  newPurchase,
  openHarnessEnv,
} from '@scanship/connector-kit/conformance/conformance-harness';
import { recoverStep, runStep } from '@scanship/connector-kit/steps/step-runner';
import { money } from '@scanship/domain/money/money';
import type { ExportFiling, ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expressNumber, groundNumber, isTrackingNumber } from './simulator/numbers.ts';
import { crossBorder, domestic, samples } from './simulator/harness.ts';
import { simulator } from './simulator/simulator.ts';
import { carrier } from './src/carrier.ts';
import { pickupType } from './src/client.ts';
import { fedexCurrency, isoCurrency } from './src/currencies.ts';
import { manifest } from './src/manifest.ts';
import { rateMessage, shipMessage } from './src/messages.ts';
import { ourField } from './src/problems.ts';
import { pagesOf, textPdf } from './src/text-page.ts';
import { readDelivery, readTracking } from './src/track.ts';
import { statusOf } from './src/track-status.ts';

const { ship, cancel, pickup, endOfDay } = carrier;
if (!ship || !cancel || !pickup || !endOfDay || !samples.pickup) throw new Error('the connector lacks an operation');
const [box] = domestic.parcels;
if (!box || !crossBorder.customs) throw new Error('the samples are not whole');
const options = { deadlineMs: 20_000, vendor: manifest.name };
const purchase = (shipment: ShipmentRequest) => newPurchase({ samples, simulator: undefined }, { shipment });
const message = (shipment: ShipmentRequest) =>
  shipMessage(purchase(shipment), { account: '740561073', pickup: 'USE_SCHEDULED_PICKUP', documentsFollow: false })
    .requestedShipment;
const refusal = (run: () => unknown): unknown => {
  try {
    run();
    return undefined;
  } catch (error) {
    return (error as { readonly problem?: unknown }).problem;
  }
};
const overseas: ShipmentRequest = {
  ...crossBorder,
  to: {
    ...crossBorder.to,
    countryCode: 'GB',
    provinceCode: '',
    city: 'London',
    zipcode: 'W1A 2LQ',
    phone: '+44 20 7946 0000',
  },
};
const worth = (minor: number, currency = 'CAD'): ShipmentRequest => ({
  ...overseas,
  customs: crossBorder.customs && {
    ...crossBorder.customs,
    currency,
    items: crossBorder.customs.items.map((item) => ({ ...item, quantity: 1, unitValue: money(minor, currency) })),
  },
});

describe('requests', () => {
  it('are metric from Canada, in pounds and inches from the United States', () => {
    const home = { ...domestic.from, countryCode: 'US', provinceCode: 'NY', zipcode: '10007' };
    const inside = { ...domestic, from: home, to: { ...home, name: 'Somebody' } };
    expect(message(domestic).requestedPackageLineItems[0]?.weight).toEqual({ units: 'KG', value: 1.3 });
    expect(message(inside).requestedPackageLineItems[0]).toMatchObject({
      weight: { units: 'LB', value: 2.8 },
      dimensions: { length: 12, width: 8, height: 4, units: 'IN' },
    });
  });

  it('name one packaging for all parcels, without a size FedEx knows', () => {
    const parcels = [
      { ...box, packaging: 'fedex-pak' },
      { ...box, number: 2, packaging: 'fedex-pak' },
    ];
    const s = message({ ...domestic, parcels });
    expect(s.packagingType).toBe('FEDEX_PAK');
    expect(s.requestedPackageLineItems[0]?.dimensions).toBeUndefined();
    expect(refusal(() => message({ ...domestic, parcels: [...parcels, { ...box, number: 3 }] }))).toMatchObject({
      kind: 'invalid-input',
      field: 'parcels.2.packaging',
    });
  });

  it('say nothing of an export report below CAD 2,000, and above what the seller has', () => {
    const told = (of: ShipmentRequest, exportFiling?: ExportFiling) =>
      message({ ...of, customs: of.customs && { ...of.customs, exportFiling } }).customsClearanceDetail?.exportDetail;
    expect(told(worth(199_999))).toEqual({ b13AFilingOption: 'NOT_REQUIRED' });
    expect(told(crossBorder)).toBeUndefined();
    expect(told(worth(200_000), { kind: 'proof-of-report', number: 'AB1234 20260824 17' })).toEqual({
      b13AFilingOption: 'FILED_ELECTRONICALLY',
      exportComplianceStatement: 'AB12342026082417',
    });
    expect(told(worth(200_000), { kind: 'summary-report', number: 'SR1234567' })).toEqual({
      b13AFilingOption: 'SUMMARY_REPORTING',
      exportComplianceStatement: 'SR1234567',
    });
    expect(told(worth(200_000), { kind: 'exempt', number: '8' })).toEqual({
      b13AFilingOption: 'NOT_REQUIRED',
      exportComplianceStatement: '08',
    });
    const fromUs = { ...worth(300_000, 'USD'), from: crossBorder.to };
    expect(told(fromUs, { kind: 'itn', number: 'X20260824123456' })).toEqual({
      exportComplianceStatement: 'AESX20260824123456',
    });
    expect(told(fromUs, { kind: 'exempt', number: '30.37(a)' })).toEqual({
      exportComplianceStatement: 'NO_EEI_30_37_A',
    });
    expect(refusal(() => told(fromUs))).toMatchObject({ kind: 'invalid-input', field: 'customs.exportFiling' });
    expect(refusal(() => message(worth(200_000)))).toMatchObject({
      kind: 'invalid-input',
      field: 'customs.exportFiling',
    });
    expect(refusal(() => message(worth(100, 'GBP')))).toMatchObject({
      kind: 'invalid-input',
      field: 'customs.currency',
    });
  });

  it('insure up to the customs value, in the currency of the origin', () => {
    const insured = (value: ReturnType<typeof money>) => message({ ...crossBorder, options: { insuredValue: value } });
    expect(insured(money(5000, 'CAD')).totalDeclaredValue).toEqual({ amount: 50, currency: 'CAD' });
    expect(refusal(() => insured(money(5001, 'CAD')))).toMatchObject({ field: 'options.insuredValue' });
    expect(refusal(() => insured(money(100, 'USD')))).toMatchObject({ field: 'options.insuredValue' });
  });

  it('declare dry ice and batteries, and refuse other dangerous goods', () => {
    const goods = (dangerousGoods: ShipmentRequest['options']['dangerousGoods']) =>
      message({ ...domestic, options: { dangerousGoods } }).requestedPackageLineItems[0]?.packageSpecialServices;
    expect(goods({ kind: 'dry-ice', dryIceGrams: 450 })).toEqual({
      specialServiceTypes: ['DRY_ICE'],
      dryIceWeight: { units: 'KG', value: 0.5 },
    });
    expect(goods({ kind: 'lithium-metal-with-equipment' })?.batteryDetails).toEqual([
      {
        batteryMaterialType: 'LITHIUM_METAL',
        batteryPackingType: 'PACKED_WITH_EQUIPMENT',
        batteryRegulatoryType: 'IATA_SECTION_II',
      },
    ]);
    expect(refusal(() => goods({ kind: 'limited-quantity' }))).toMatchObject({ field: 'options.dangerousGoods' });
    expect(refusal(() => goods({ kind: 'dry-ice' }))).toMatchObject({ field: 'options.dangerousGoods.dryIceGrams' });
  });

  it('write Quebec PQ, leave provinces of other countries out, and refuse a missing telephone', () => {
    const quebec = { ...domestic, from: { ...domestic.from, provinceCode: 'QC', zipcode: 'H2Y 1C6' } };
    expect(
      rateMessage(quebec, { account: '740561073', pickup: 'USE_SCHEDULED_PICKUP' }).requestedShipment.shipper.address
        .stateOrProvinceCode,
    ).toBe('PQ');
    expect(message(overseas).recipients[0]?.address.stateOrProvinceCode).toBeUndefined();
    expect(refusal(() => message({ ...domestic, to: { ...domestic.to, phone: undefined } }))).toMatchObject({
      kind: 'invalid-input',
      field: 'to.phone',
    });
  });
});

describe('answers', () => {
  it('currencies come back as they went out', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('GBP', 'CHF', 'JPY', 'MXN', 'CAD', 'USD', 'EUR', 'SGD'),
        (iso) => isoCurrency(fedexCurrency(iso)) === iso,
      ),
    );
    expect(fedexCurrency('GBP')).toBe('UKL');
  });

  it('codes of scans are our statuses; one that is not known keeps its words', () => {
    expect(['OC', 'PU', 'DP', 'CC', 'OD', 'HL', 'DE', 'CA', 'RS', 'DL'].map((code) => statusOf(code, ''))).toEqual([
      'label-created',
      'accepted',
      'in-transit',
      'customs',
      'out-for-delivery',
      'available-for-pickup',
      'exception',
      'exception',
      'returning',
      'delivered',
    ]);
    expect(statusOf('DL', 'Package returned to shipper: delivered')).toBe('returned');
    expect(statusOf('Q9', 'Something new')).toBe('unknown');
  });

  it('codes of refusals name our field', () => {
    expect(ourField({ code: 'RECIPIENT.POSTALCODE.INVALID', message: '' })).toBe('to.zipcode');
    expect(ourField({ code: 'X', message: 'Shipper phone number is invalid.' })).toBe('from.phone');
    expect(ourField({ code: 'INTERNAL.SERVER.ERROR', message: 'We are sorry.' })).toBeUndefined();
  });

  it('a printer’s text becomes pages: every line on one of them, in order', () => {
    const line = fc.stringMatching(/^[A-Za-z0-9() \\]{0,40}[A-Za-z0-9]$/);
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 200 }), (lines) => {
        expect(pagesOf(lines.join('\r\n')).flat()).toEqual(lines);
        const pdf = Buffer.from(textPdf(lines.join('\n'))).toString('latin1');
        expect(pdf.match(/\/Type \/Page /g)).toHaveLength(Math.ceil(lines.length / 75));
        expect(Number(/startxref\n(\d+)/.exec(pdf)?.[1])).toBe(pdf.indexOf('xref\n'));
      }),
      { numRuns: 30 },
    );
  });

  it('numbers of the simulator have right check digits', () => {
    for (let i = 0; i < 50; i += 1)
      for (const number of [expressNumber(), groundNumber()]) expect(isTrackingNumber(number)).toBe(true);
  });
});

describe('over the simulator', () => {
  let stand: TestSimulator;
  beforeAll(async () => {
    stand = await startTestSimulator(simulator);
  });
  afterAll(() => stand.close());
  const open = (credentials = samples.account.credentials) =>
    openHarnessEnv(manifest, { samples, simulator: stand.simulator }, credentials);

  it('more than forty parcels are a job that is asked for', async () => {
    const parcels = Array.from({ length: 41 }, (_v, index) => ({ ...box, weightGrams: 500, number: index + 1 }));
    const state = await drive(carrier, ship, purchase({ ...domestic, parcels }), open(), freshDrive());
    expect(state.problem).toBeUndefined();
    expect(state.kept['jobId']).toMatch(/^job-/);
    expect(new Set(state.result.parcels?.map((parcel) => parcel.trackingNumber)).size).toBe(41);
    expect(state.result.files).toHaveLength(41);
  });

  it('of several shipments that had one number the newest is told, whatever their order', () => {
    const shipment = (day: string, code: string, more: object = {}) => ({
      trackingNumberInfo: { trackingNumber: '770000000001', trackingNumberUniqueId: `${day}~770000000001~FX` },
      scanEvents: [{ date: `${day}T10:00:00-05:00`, eventType: code, eventDescription: code }],
      ...more,
    });
    const told = (...trackResults: readonly object[]) =>
      readTracking({ output: { completeTrackResults: [{ trackingNumber: '770000000001', trackResults }] } }, [
        '770000000001',
      ]).flatMap(({ events }) => events.map((e) => `${e.occurredAt.slice(0, 10)} ${e.status}`));
    const old = shipment('2024-03-01', 'DL', { deliveryDetails: { signedByName: 'A.STRANGER' } });
    expect(told(old, shipment('2026-11-20', 'IT'))).toEqual(['2026-11-20 in-transit']);
    expect(told(shipment('2026-11-20', 'IT'), old)).toEqual(['2026-11-20 in-transit']);
    // A moment that cannot be read costs nobody the other parcels.
    expect(
      told(
        old,
        shipment('2026-11-20', 'IT', { dateAndTimes: [{ type: 'SHIP', dateTime: '2026-13-45T10:00:00-05:00' }] }),
      ),
    ).toEqual(['2026-11-20 in-transit']);
    // Not scanned yet: the label's day is all that is known of it.
    const fresh = { dateAndTimes: [{ type: 'SHIP', dateTime: '2026-11-22T00:00:00-06:00' }] };
    expect(told(old, fresh)).toEqual([]);
    // Nobody's signature but that of the shipment itself.
    const answer = {
      output: {
        completeTrackResults: [
          {
            trackingNumber: '770000000001',
            trackResults: [old, shipment('2026-11-20', 'DL', { deliveryDetails: { signedByName: 'B.BUYER' } })],
          },
        ],
      },
    };
    expect(readDelivery(answer, '770000000001')).toMatchObject({ signedBy: 'B.BUYER' });
  });

  it('parcels reach FedEx as the account says, dropped off where it says nothing', () => {
    expect(message(domestic).pickupType).toBe('USE_SCHEDULED_PICKUP');
    expect(pickupType({ credentials: {} })).toBe('DROPOFF_AT_FEDEX_LOCATION');
    expect(pickupType({ credentials: { pickupType: 'USE_SCHEDULED_PICKUP' } })).toBe('USE_SCHEDULED_PICKUP');
  });

  it('the day is that of the window FedEx expects to deliver in', () => {
    const days = (estimatedDeliveryTimeWindow: object): (string | undefined)[] =>
      readTracking(
        {
          output: {
            completeTrackResults: [
              {
                trackingNumber: '770000000001',
                trackResults: [
                  {
                    scanEvents: [],
                    dateAndTimes: [{ type: 'COMMITMENT', dateTime: '2026-06-11T00:00:00-06:00' }],
                    estimatedDeliveryTimeWindow,
                  },
                ],
              },
            ],
          },
        },
        ['770000000001'],
      ).map(({ estimatedDelivery }) => estimatedDelivery);
    const window = { begins: '2026-06-12T08:00:00-04:00', ends: '2026-06-12T20:00:00-04:00' };
    expect([days({ window }), days({ window: {} })]).toEqual([['2026-06-12'], ['2026-06-11']]);
  });

  it('tracking is asked with the keys of its own project', async () => {
    const env = open(samples.otherAccount.credentials);
    const state = await drive(carrier, ship, purchase(domestic), env, freshDrive());
    const number = state.result.parcels?.[0]?.trackingNumber ?? '';
    expect((await carrier.track?.({ trackingNumbers: [number] }, env))?.[0]?.events).toHaveLength(1);
    const { trackClientId: _id, trackClientSecret: _secret, ...shipOnly } = samples.otherAccount.credentials;
    await expect(carrier.track?.({ trackingNumbers: [number] }, open(shipOnly))).rejects.toMatchObject({
      problem: { kind: 'not-authorised' },
    });
  });

  it('Express and Ground want a driver each; Express cancels with its station', async () => {
    const wish = { ...samples.pickup, date: '2026-11-24' } as NonNullable<typeof samples.pickup>;
    const both = { ...wish, load: { ...wish.load, services: ['FEDEX_GROUND', 'FEDEX_2_DAY'] } };
    await expect(pickup.availability?.(both, open())).rejects.toMatchObject({ problem: { field: 'load.services' } });
  });

  it('what stands on a manifest can no longer be cancelled, and the manifest is found again', async () => {
    const env = open();
    const input = purchase(domestic);
    const state = await drive(carrier, ship, input, env, freshDrive());
    const carrierShipmentId = state.result.carrierShipmentId ?? '';
    const trackingNumbers = [carrierShipmentId];
    const shipment = {
      reference: input.reference,
      carrierShipmentId,
      service: 'FEDEX_GROUND',
      trackingNumbers,
      destination: 'CA',
      kept: {},
    };
    const closing = {
      reference: input.reference,
      uuid: input.uuid,
      from: domestic.from,
      date: '2026-11-23',
      shipments: [shipment],
    };
    const closed = await drive(carrier, endOfDay, closing, env, freshDrive());
    const again = await recoverStep(endOfDay, 'close', closing, {}, env, options);
    expect(again.ok && again.value.kind === 'found' && again.value.result?.manifestNumbers).toEqual(
      closed.result.manifestNumbers,
    );
    const undo = { reference: input.reference, carrierShipmentId, trackingNumbers, kept: {} };
    expect(await runStep(cancel, 'cancel', undo, {}, env, options)).toMatchObject({
      ok: false,
      problem: { kind: 'refused', message: 'FedEx: The shipment has been closed.' },
    });
    const express = { ...closing, shipments: [{ ...shipment, service: 'FEDEX_2_DAY' }] };
    expect(await runStep(endOfDay, 'close', express, {}, env, options)).toMatchObject({
      problem: { kind: 'invalid-input' },
    });
  });

  it('there is no proof before the delivery', async () => {
    const env = open();
    const state = await drive(carrier, ship, purchase(domestic), env, freshDrive());
    const asked = {
      trackingNumber: state.result.carrierShipmentId ?? '',
      destination: { countryCode: 'CA', zipcode: 'V6B 1A1' },
      shipDate: '2026-11-23',
    };
    await expect(carrier.proofOfDelivery?.(asked, env)).rejects.toMatchObject({ problem: { kind: 'refused' } });
    await stand.admin.setClock('fedex', 12 * 86_400_000);
    expect(await carrier.proofOfDelivery?.(asked, open())).toMatchObject({
      signedBy: 'Test Receiver',
      place: 'Vancouver, BC, CA',
    });
    await stand.admin.setClock('fedex', 0);
  });
});
