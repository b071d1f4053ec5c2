/** What is particular to UPS and its simulator; the common suite is tests/conformance, the contract tests/contracts. */
import {
  drive,
  freshDrive,
  newPurchase,
  openHarnessEnv,
  type Harness,
} from '@scanship/connector-kit/conformance/conformance-harness';
import { runRate, runTestConnection } from '@scanship/connector-kit/steps/run-question';
import { recoverStep, runStep } from '@scanship/connector-kit/steps/step-runner';
import { createTokenCache } from '@scanship/connector-kit/credentials/token-source';
import type { HttpTrace } from '@scanship/connector-kit/http/trace';
import type { CancelInput, ShipInput } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { upsCheckDigit } from '@scanship/domain/tracking/tracking-numbers';
import type { SimulatorAdmin } from '@scanship/simulator-kit/admin-client';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { crossBorder, samples } from './simulator/harness.ts';
import { simulator } from './simulator/simulator.ts';
import { addressMessage, phoneMessage } from './src/address.ts';
import { cancel, readVoid } from './src/cancel.ts';
import { carrier } from './src/carrier.ts';
import { shipMessage } from './src/messages.ts';
import { packageMessages } from './src/packages.ts';
import { ourField } from './src/problems.ts';
import { readRates } from './src/rate.ts';
import { serviceName } from './src/services.ts';
import { ship } from './src/ship.ts';

const SLUG = 'ups';
const options = { deadlineMs: 8000, vendor: 'UPS' };
let stand: TestSimulator;
let admin: SimulatorAdmin;
let harness: Harness;
beforeAll(async () => {
  stand = await startTestSimulator(simulator);
  admin = stand.admin;
  harness = { samples, simulator: stand.simulator };
});
afterAll(() => stand.close());

const retail = { clientId: 'ups-retail-client', clientSecret: 'ups-retail-secret', accountNumber: 'r7e8t9' };
const newYork = {
  name: 'Test Sender',
  address1: '1 Main St',
  city: 'New York',
  provinceCode: 'NY',
  zipcode: '10007',
  countryCode: 'US',
};
const [box] = samples.domestic.parcels;
if (!box) throw new Error('the sample has no parcel');
const insideUs: ShipmentRequest = {
  ...samples.domestic,
  from: newYork,
  to: { ...newYork, name: 'Test Receiver', city: 'Boston', provinceCode: 'MA', zipcode: '02201-0001' },
  parcels: [box, { ...box, number: 2 }, { ...box, number: 3 }],
};

const openEnv = (credentials = samples.account.credentials): CarrierEnv =>
  openHarnessEnv(carrier.manifest, harness, credentials);

async function buy(more: Partial<ShipInput> = {}, credentials = samples.account.credentials) {
  const env = openEnv(credentials);
  const input = newPurchase(harness, { labelFormat: 'zpl', ...more });
  const state = await drive(carrier, ship, input, env, freshDrive());
  expect(state.problem).toBeUndefined();
  const trackingNumbers = (state.result.parcels ?? []).map((p) => p.trackingNumber);
  const undo: CancelInput = {
    reference: input.reference,
    carrierShipmentId: state.result.carrierShipmentId ?? '',
    trackingNumbers,
    kept: state.kept,
  };
  return { env, input, state, trackingNumbers, undo };
}

describe('sign-in', () => {
  it('eight callers with an expired token make one refresh', async () => {
    const traces: HttpTrace[] = [];
    const shared = { tokens: createTokenCache(), trace: { record: (t: HttpTrace) => traces.push(t) } };
    const env = openHarnessEnv(carrier.manifest, harness, samples.account.credentials, shared);
    const signIns = (): number => traces.filter((t) => t.name === 'sign in').length;
    expect((await runRate(carrier, { shipment: samples.domestic }, env)).ok).toBe(true);
    expect(signIns()).toBe(1);
    // Five hours later by the clock of UPS: the token is refused there.
    await admin.setClock(SLUG, 5 * 3_600_000);
    const all = await Promise.all(
      Array.from({ length: 8 }, () => runRate(carrier, { shipment: samples.domestic }, env)),
    );
    await admin.setClock(SLUG, 0);
    expect(all.map((one) => one.ok)).toEqual(Array(8).fill(true));
    expect(signIns()).toBe(2);
  });

  it('says what the account is worth: negotiated prices or not', async () => {
    expect(await runTestConnection(carrier, openEnv())).toMatchObject({
      value: { accountName: 'A1B2C3', message: 'Connected to UPS as account A1B2C3. It has negotiated prices.' },
    });
    expect(await runTestConnection(carrier, openEnv(retail))).toMatchObject({
      value: { accountName: 'R7E8T9', message: expect.stringContaining('no negotiated prices') as string },
    });
    const stranger = { ...samples.account.credentials, accountNumber: 'ZZZZZZ' };
    expect(await runTestConnection(carrier, openEnv(stranger))).toMatchObject({
      ok: false,
      problem: { kind: 'invalid-input', vendorCode: '120122' },
    });
  });
});

describe('prices', () => {
  it('carry the names of the origin, in the currency of the origin', async () => {
    const ask = async (shipment: ShipmentRequest): Promise<string[]> => {
      const answer = await runRate(carrier, { shipment }, openEnv());
      if (!answer.ok) throw new Error(answer.problem.message);
      return answer.value.offers.map((o) => `${o.service} ${o.serviceName} ${o.total.currency}`);
    };
    expect(await ask(samples.domestic)).toEqual(
      expect.arrayContaining(['01 UPS Express CAD', '02 UPS Expedited CAD', '11 UPS Standard CAD']),
    );
    expect(await ask(insideUs)).toEqual(
      expect.arrayContaining(['01 UPS Next Day Air USD', '02 UPS 2nd Day Air USD', '03 UPS Ground USD']),
    );
    expect(serviceName('65', 'CA', 'US')).toBe('UPS Express Saver');
    expect(serviceName('65', 'CA', 'FR')).toBe('UPS Worldwide Saver');
    expect(serviceName('03', 'CA', 'CA')).toBeUndefined();
  });

  it('published prices are the cost of an account that has no others', async () => {
    const [own, other] = await Promise.all(
      [samples.account.credentials, retail].map(async (credentials) => {
        const answer = await runRate(carrier, { shipment: samples.domestic, services: ['11'] }, openEnv(credentials));
        return answer.ok ? answer.value.offers[0] : undefined;
      }),
    );
    expect(own?.retail).toEqual(other?.total);
    expect(other?.retail).toBeUndefined();
    expect((own?.total.minor ?? 0) < (other?.total.minor ?? 0)).toBe(true);
    const { state } = await buy({}, retail);
    expect(state.result.charged?.total).toEqual(other?.total);
  });

  it('a signature on each of three parcels is one line of three times the amount', async () => {
    const parcels = [box, { ...box, number: 2 }, { ...box, number: 3 }];
    const shipment = { ...samples.domestic, parcels, options: { signature: 'any' as const } };
    const answer = await runRate(carrier, { shipment, services: ['11'] }, openEnv());
    const line = answer.ok ? answer.value.offers[0]?.lines.find((l) => l.code === '120') : undefined;
    expect(line).toMatchObject({ kind: 'option', label: 'Signature', amount: { minor: 3 * 665, currency: 'CAD' } });
  });

  it('a service without negotiated price among others that have one is not offered at its published price', () => {
    const total = { CurrencyCode: 'CAD', MonetaryValue: '10.00' };
    const rated = (Code: string, more: object) => ({ Service: { Code }, TotalCharges: total, ...more });
    const json = {
      RateResponse: {
        RatedShipment: [
          rated('11', { NegotiatedRateCharges: { TotalCharge: total } }),
          rated('01', {}),
          rated('96', { NegotiatedRateCharges: { TotalCharge: total } }),
        ],
      },
    };
    const answer = readRates(json, { name: (code) => serviceName(code, 'CA', 'CA'), wanted: undefined });
    expect(answer.offers.map((o) => o.service)).toEqual(['11']);
    expect(answer.problems.map((p) => p.message)).toEqual([
      'UPS also offers service 96, which is not sold here.',
      'RateResponse.RatedShipment[1].NegotiatedRateCharges is missing.',
    ]);
  });

  it('UPS’s refusal names our field', async () => {
    const ask = (more: Partial<ShipmentRequest['to']>) =>
      runRate(carrier, { shipment: { ...samples.domestic, to: { ...samples.domestic.to, ...more } } }, openEnv());
    // Half a postal code is refused here, a province that does not exist there.
    expect(await ask({ zipcode: 'V6B' })).toMatchObject({
      ok: false,
      problem: { kind: 'invalid-input', field: 'to.zipcode' },
    });
    expect(await ask({ provinceCode: 'ZZ' })).toMatchObject({
      ok: false,
      problem: {
        kind: 'invalid-input',
        field: 'to.provinceCode',
        vendorCode: '120206',
        message: 'UPS: Missing/Invalid ShipTo StateProvinceCode.',
      },
    });
  });
});

describe('parcels and addresses in UPS’s form', () => {
  const weightOf = (grams: number, from = samples.domestic.from): string | undefined =>
    packageMessages({ ...samples.domestic, from, to: from, parcels: [{ ...box, weightGrams: grams }] })[0]
      ?.PackageWeight.Weight;

  it('weights go up to the next tenth and never exceed five characters', () => {
    expect([1, 100, 101, 1250, 70_000].map((g) => weightOf(g))).toEqual(['0.1', '0.1', '0.2', '1.3', '70.0']);
    // 50 lb typed is 22,680 g, a hair more than 50 lb; 150 lb is the limit.
    expect([1, 454, 22_680, 68_039].map((g) => weightOf(g, newYork))).toEqual(['0.1', '1.0', '50.0', '150.0']);
    expect(() => weightOf(68_500, newYork)).toThrow('up to 150 pounds');
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 68_000 }), (grams) => {
        const [kg, lb] = [Number(weightOf(grams)), Number(weightOf(grams, newYork))];
        expect(kg * 1000).toBeGreaterThanOrEqual(grams - 1e-6);
        expect(kg * 1000 - grams).toBeLessThan(100 + 1e-6);
        expect(lb * 453.592_37).toBeGreaterThan(grams - 5);
        expect(`${weightOf(grams)}`.length).toBeLessThanOrEqual(5);
      }),
    );
  });

  it('the longest side comes first, in whole units', () => {
    const [parcel] = packageMessages({
      ...samples.domestic,
      parcels: [{ ...box, dimensions: { lengthMm: 101, widthMm: 305, heightMm: 200 } }],
    });
    expect(parcel?.Dimensions).toMatchObject({ Length: '31', Width: '20', Height: '11' });
  });

  it('a long street is wrapped over three lines, word by word, and nothing of it is lost', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z]{1,40}$/), { minLength: 1, maxLength: 18 }), (words) => {
        const text = words.join(' ');
        let lines: readonly string[];
        try {
          lines = addressMessage({ ...newYork, address1: text }, 'to').AddressLine;
        } catch (error) {
          expect(text.length).toBeGreaterThan(35);
          expect(String(error)).toContain('does not fit');
          return;
        }
        expect(lines.every((line) => line.length >= 1 && line.length <= 35)).toBe(true);
        expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
      }),
    );
    expect(
      addressMessage({ ...newYork, address1: '1234 Avenue of the Americas, Suite 5600, Mezzanine' }, 'to'),
    ).toMatchObject({ AddressLine: ['1234 Avenue of the Americas, Suite', '5600, Mezzanine'] });
  });

  it('postal codes and telephone numbers lose their decoration', () => {
    expect(addressMessage({ ...samples.domestic.to, zipcode: 'v6b 1a1' }, 'to').PostalCode).toBe('V6B1A1');
    expect(addressMessage({ ...newYork, zipcode: '10007-1234' }, 'to').PostalCode).toBe('100071234');
    expect(() => addressMessage({ ...newYork, zipcode: '1000' }, 'to')).toThrow('five or nine digits');
    expect(() => addressMessage({ ...newYork, provinceCode: '' }, 'to')).toThrow('province or state');
    expect(() => addressMessage({ ...newYork, city: 'x'.repeat(31) }, 'to')).toThrow('1 to 30 characters');
    expect(phoneMessage('+1 (416) 555-0100 ext. 12', 'CA')).toEqual({ Number: '4165550100', Extension: '12' });
    expect(phoneMessage('416 555 010', 'CA')).toBeUndefined();
    expect(phoneMessage('+49 30 1234567', 'DE')).toEqual({ Number: '49301234567' });
  });

  it('residential is said by presence, and only where it is true', () => {
    expect(addressMessage({ ...newYork, residential: true }, 'to')).toHaveProperty('ResidentialAddressIndicator', '');
    const none = JSON.stringify(addressMessage({ ...newYork, residential: false }, 'to'));
    expect(none).not.toContain('Residential');
  });
});

describe('abroad', () => {
  const message = (change: (s: ShipmentRequest) => ShipmentRequest) =>
    shipMessage(
      { ...newPurchase(harness), shipment: change(crossBorder), service: '11' },
      'A1B2C3',
      new Date('2026-11-23T15:00:00Z'),
    ).ShipmentRequest.Shipment;
  const customs = crossBorder.customs;
  if (!customs) throw new Error('the sample has no customs data');
  const [item] = customs.items;
  if (!item) throw new Error('the sample has no goods');
  const withCustoms = (more: Partial<typeof customs>) => (s: ShipmentRequest) => ({
    ...s,
    customs: { ...customs, ...more },
  });

  it('duties are billed to the shipper when the shipper pays them, and not mentioned when the receiver does', () => {
    const paid = message(withCustoms({ dutiesPaidBy: 'Shipper', incoterm: 'DDP' }));
    expect(paid.PaymentInformation.ShipmentCharge).toEqual([
      { Type: '01', BillShipper: { AccountNumber: 'A1B2C3' } },
      { Type: '02', BillShipper: { AccountNumber: 'A1B2C3' } },
    ]);
    expect(message((s) => s).PaymentInformation.ShipmentCharge).toHaveLength(1);
    expect(() => message(withCustoms({ dutiesPaidBy: 'Receiver', incoterm: 'DDP' }))).toThrow('DDP means');
  });

  it.each([
    ['no customs data', (s: ShipmentRequest) => ({ ...s, customs: undefined }), 'customs', 'customs information'],
    [
      'no origin of the goods',
      withCustoms({ items: [{ ...item, originCountry: undefined }] }),
      'customs.items.0.originCountry',
      'was made',
    ],
    [
      'no tariff code into the United States',
      withCustoms({ items: [{ ...item, hsCode: undefined }] }),
      'customs.items.0.hsCode',
      'tariff code',
    ],
    ['a short tariff code', withCustoms({ items: [{ ...item, hsCode: '61' }] }), 'customs.items.0.hsCode', '6 to 15'],
    [
      'worthless goods',
      withCustoms({ items: [{ ...item, unitValue: { minor: 0, currency: 'CAD' } }] }),
      'customs.items.0.unitValue',
      'above zero',
    ],
    ['two currencies', withCustoms({ currency: 'USD' }), 'customs.items.0.unitValue', 'one currency'],
    ['no telephone', (s: ShipmentRequest) => ({ ...s, to: { ...s.to, phone: '555' } }), 'to.phone', 'telephone'],
    ['a name too long', (s: ShipmentRequest) => ({ ...s, to: { ...s.to, name: 'x'.repeat(36) } }), 'to.name', '35'],
  ] as const)('%s is said before the call', async (_what, change, field, words) => {
    const before = (await stand.simulator.books()).length;
    const input = newPurchase(harness, { shipment: change(crossBorder), service: '11' });
    const outcome = await runStep(ship, 'create', input, {}, openEnv(), options);
    expect(outcome).toMatchObject({ ok: false, problem: { kind: 'invalid-input', field } });
    expect(outcome.ok ? '' : outcome.problem.message).toContain(words);
    expect((await stand.simulator.books()).length).toBe(before);
  });

  it('a number of a scheme under which the seller collects the tax is the vendor’s, any other a tax number of the party', () => {
    const bearing = (kind: string, number: string, countryCode: string) =>
      message((s) => ({
        ...s,
        from: {
          ...s.from,
          taxIds: [
            { kind, number, countryCode },
            { kind: 'BN', number: '123456789RM0001', countryCode: 'CA' },
          ],
        },
      }));
    const norway = bearing('VOEC', '2024567', 'NO');
    expect(norway.ShipFrom.VendorInfo).toEqual({
      VendorCollectIDTypeCode: '0357',
      VendorCollectIDNumber: 'VOEC2024567',
    });
    expect(bearing('IOSS', 'IM2760000742', 'DE').ShipFrom.VendorInfo).toEqual({
      VendorCollectIDTypeCode: '0356',
      VendorCollectIDNumber: 'IM2760000742',
    });
    expect(bearing('EORI', 'DE1234567', 'DE').ShipFrom.VendorInfo).toBeUndefined();
    expect(JSON.stringify(norway)).toContain('"IdentificationNumber":"123456789RM0001"');
    expect(JSON.stringify(norway)).not.toContain('"IdentificationNumber":"2024567"');
  });

  it('states no origin certificate and no declaration the seller did not make', () => {
    const text = JSON.stringify(message((s) => s));
    expect(text).not.toMatch(/USMCA|CUSMA|certify|DeclarationStatement|"04"/);
    expect(text).toContain('"OriginCountryCode":"CA"');
  });

  it('an undeliverable parcel goes back to an address of the same country only', () => {
    const shipper = (countryCode: string) =>
      message((s) => ({ ...s, returnTo: { ...s.from, city: 'Ottawa', countryCode, provinceCode: 'ON' } })).Shipper;
    expect(shipper('CA').Address.City).toBe('Ottawa');
    expect(message((s) => ({ ...s, returnTo: newYork })).Shipper.Address.City).toBe('Toronto');
  });

  it('the ship date is said where UPS takes it', () => {
    const on = (shipDate: string) => message((s) => ({ ...s, shipDate })).ShipmentDate;
    expect(['2026-11-22', '2026-11-23', '2026-11-30', '2026-12-01'].map(on)).toEqual([
      undefined,
      '20261123',
      '20261130',
      undefined,
    ]);
  });

  it('the invoice comes back as a PDF beside the labels', async () => {
    const { state } = await buy({ shipment: crossBorder, service: '65', labelFormat: 'pdf' });
    expect(state.result.files?.map((f) => [f.document, f.kind === 'bytes' && f.format])).toEqual([
      ['label', 'gif'],
      ['customs-invoice', 'pdf'],
    ]);
  });
});

describe('what became of it', () => {
  it('three packages inside the US are found by the reference on each, label by label, in their order', async () => {
    const { env, input, state, trackingNumbers } = await buy({ shipment: insideUs, service: '03' });
    expect(trackingNumbers).toHaveLength(3);
    for (const number of trackingNumbers) expect(upsCheckDigit(number.slice(2, -1))).toBe(Number(number.at(-1)));
    const found = await recoverStep(ship, 'create', input, {}, env, options);
    if (!found.ok || found.value.kind !== 'found') throw new Error(JSON.stringify(found));
    expect(found.value.result?.parcels).toEqual(state.result.parcels);
    expect(found.value.result?.files).toEqual(state.result.files);
    expect(found.value.keep).toEqual(state.kept);
  });

  it('another account does not find it', async () => {
    const { input } = await buy();
    const other = openEnv(samples.otherAccount.credentials);
    expect(await recoverStep(ship, 'create', input, {}, other, options)).toMatchObject({ value: { kind: 'absent' } });
  });

  it('a shipment that was voided meanwhile is none', async () => {
    const { env, input, undo } = await buy();
    expect((await drive(carrier, cancel, undo, env, freshDrive())).problem).toBeUndefined();
    expect(await recoverStep(ship, 'create', input, {}, env, options)).toMatchObject({ value: { kind: 'absent' } });
  });

  it('a look-up that finds fewer labels than parcels settles nothing', async () => {
    const { env, input } = await buy();
    const more = { ...input, shipment: { ...input.shipment, parcels: [box, { ...box, number: 2 }] } };
    expect(await recoverStep(ship, 'create', more, {}, env, options)).toMatchObject({
      ok: false,
      problem: { kind: 'vendor-broken', message: expect.stringContaining('should be 2 but are 1') as string },
    });
  });

  it('a void after the pickup is refused in words, and the label stays', async () => {
    const { env, undo } = await buy();
    await admin.setClock(SLUG, 3 * 3_600_000);
    const late = await drive(carrier, cancel, undo, env, freshDrive());
    await admin.setClock(SLUG, 0);
    expect(late.problem?.problem).toMatchObject({ kind: 'refused', vendorCode: '190102' });
  });

  it('only the carrier’s own word for all parcels is a void', () => {
    const answer = (summary: string, ...packages: string[]) => ({
      VoidShipmentResponse: {
        SummaryResult: { Status: { Code: summary } },
        PackageLevelResults: packages.map((Code) => ({ Status: { Code } })),
      },
    });
    expect(readVoid(answer('1'))).toMatchObject({ kind: 'done' });
    expect(readVoid(answer('1', '1', '1'))).toMatchObject({ kind: 'done' });
    expect(() => readVoid(answer('0', '0'))).toThrow('did not void');
    expect(() => readVoid(answer('0', '1', '0'))).toThrow('only some parcels');
    expect(() => readVoid(answer('1', '1', '0'))).toThrow('only some parcels');
  });
});

it('UPS’s prose names our fields', () => {
  expect(
    [
      'Missing/Invalid ShipTo PostalCode',
      'Missing/Invalid Shipper StateProvinceCode',
      'Missing/Invalid ShipTo AddressLine1',
      'Invalid ShipFrom AddressLine2',
      'Missing/Invalid ShipTo PhoneNumber',
      'Missing/Invalid ShipTo AttentionName',
      'Missing/Invalid Package weight',
      'Invalid commodity code for product number 1',
      'Invalid package declared value',
      'The XML document is not well formed',
    ].map(ourField),
  ).toEqual([
    'to.zipcode',
    'from.provinceCode',
    'to.address1',
    'from.address2',
    'to.phone',
    'to.name',
    'parcels',
    'customs.items',
    'options.insuredValue',
    undefined,
  ]);
});

describe('packagings of UPS', () => {
  const packed = (packaging: string, weightGrams: number): ShipmentRequest => ({
    ...samples.domestic,
    parcels: [{ ...box, number: 1, weightGrams, packaging }],
  });

  it('are priced with the services that take them, and bought as what they are', async () => {
    const shipment = packed('ups-express-pak', 900);
    const answer = await runRate(carrier, { shipment }, openEnv());
    if (!answer.ok) throw new Error(answer.problem.message);
    const services = answer.value.offers.map(({ service }) => service);
    expect(services).toContain('01');
    expect(services).not.toContain('11');
    expect(
      shipMessage(newPurchase(harness, { shipment, service: '01' }), 'A1B2C3', new Date()).ShipmentRequest.Shipment
        .Package[0],
    ).toMatchObject({
      Packaging: { Code: '04' },
    });
    await buy({ shipment, service: '01' });
  });

  it('are refused with the reason where they are too heavy, or another carrier’s', async () => {
    for (const [shipment, reason] of [
      [packed('ups-10kg-box', 10_001), 'Parcel 1 weighs 10.001 kg; UPS 10 KG Box takes up to 10 kg.'],
      [packed('other-box', 500), 'UPS does not take parcel 1 in this packaging.'],
    ] as const) {
      const answer = await runRate(carrier, { shipment }, openEnv());
      expect(answer).toMatchObject({ ok: false, problem: { kind: 'invalid-input', message: reason } });
    }
  });
});
