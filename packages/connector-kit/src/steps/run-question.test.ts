import { money } from '@scanship/domain/money/money';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { expect, it } from 'vitest';
import type { Carrier, CarrierManifest, RateOffer } from '../carrier/carrier.ts';
import { createBreakers } from '../http/breaker.ts';
import { fail } from '../errors.ts';
import { shipmentProblems } from '../carrier/limits.ts';
import { fieldProblems } from '../credentials/credential-fields.ts';
import { openCarrierEnv } from './open-environment.ts';
import { createOutboundDispatcher } from '../http/outbound-guard.ts';
import { memoryQuota } from '../http/quota.ts';
import { runRate, runTestConnection, runTrack } from './run-question.ts';
import { createTokenCache } from '../credentials/token-source.ts';
import { noTrace } from '../http/trace.ts';

const manifest: CarrierManifest = {
  slug: 'v',
  name: 'V',
  maturity: 'own',
  originCountries: ['CA'],
  services: [],
  labelFormats: ['pdf'],
  endpoints: {},
  capabilities: {
    rate: true,
    ship: false,
    cancel: false,
    track: true,
    testConnection: false,
    parcelsPerCall: 1,
    international: false,
    signature: false,
    insurance: false,
    shipperNumbers: false,
  },
  credentials: [
    { name: 'key', label: 'Key', help: 'See your account page.', secret: true, required: true, pattern: '[a-z]{4,}' },
  ],
  limits: { maxGrams: 30_000, maxLengthMm: 2000, maxLengthPlusGirthMm: 3000, dimensionsRequired: true },
  quota: { calls: 10, perMs: 1000 },
  deadlineMs: { rate: 100, ship: 100, other: 100 },
};
const address = { name: 'A', address1: '1', city: 'C', provinceCode: 'ON', zipcode: 'K1A0B1', countryCode: 'CA' };
const shipment: ShipmentRequest = {
  from: address,
  to: address,
  shipDate: '2026-11-21',
  options: {},
  references: [],
  language: 'en',
  parcels: [{ number: 1, weightGrams: 1000, dimensions: { lengthMm: 100, widthMm: 100, heightMm: 100 } }],
};
const runtime = {
  quota: memoryQuota(),
  breakers: createBreakers(),
  tokens: createTokenCache(),
  dispatcher: createOutboundDispatcher(),
  trace: noTrace,
  now: () => new Date(0),
};
const env = openCarrierEnv(manifest, { id: '1', mode: 'live', credentials: { key: 'abcd' }, settings: {} }, runtime);
const offer = (service: string, total: number, line: number, currency = 'CAD'): RateOffer => ({
  service,
  serviceName: service,
  total: money(total, 'CAD'),
  lines: [{ kind: 'base', code: 'base', label: 'Base', amount: money(line, currency) }],
});
const carrier = (more: Partial<Carrier>): Carrier => ({ manifest, ...more });

it('leaves out offers that do not add up, beside the good ones', async () => {
  const answer = await runRate(
    carrier({
      rate: () =>
        Promise.resolve({
          offers: [offer('good', 100, 100), offer('bad', 100, 90), offer('mixed', 100, 100, 'USD')],
          problems: [],
        }),
    }),
    { shipment },
    env,
  );
  expect(answer).toMatchObject({
    ok: true,
    value: { offers: [{ service: 'good' }], problems: [{ service: 'bad' }, { service: 'mixed' }] },
  });
});

it('answers what the manifest rules out without asking', async () => {
  let asked = 0;
  const c = carrier({
    rate: () => {
      asked += 1;
      return Promise.resolve({ offers: [], problems: [] });
    },
  });
  const foreign = await runRate(c, { shipment: { ...shipment, from: { ...address, countryCode: 'DE' } } }, env);
  expect(foreign).toMatchObject({ ok: false, problem: { kind: 'refused', message: 'V does not ship from DE.' } });
  expect(asked).toBe(0);
  const words = shipmentProblems(manifest, {
    ...shipment,
    to: { ...address, countryCode: 'US' },
    parcels: [
      { number: 1, weightGrams: 30_001 },
      { number: 2, weightGrams: 1, dimensions: { lengthMm: 2001, widthMm: 300, heightMm: 300 } },
    ],
  }).map((p) => p.message);
  expect(words).toEqual([
    'V ships only inside CA.',
    'Parcel 1 weighs 30.001 kg; V takes up to 30 kg.',
    'V needs the size of parcel 1.',
    'Parcel 2 is 200.1 cm long; V takes up to 200 cm.',
    'Parcel 2 measures 320.1 cm in length plus girth; V takes up to 300 cm.',
  ]);
});

it('refuses what the carrier has no place for, with its own reason', () => {
  const customs = { incoterm: 'DAP', dutiesPaidBy: 'Receiver', purpose: 'Sale', currency: 'CAD', items: [] } as const;
  const asked: ShipmentRequest = {
    ...shipment,
    parcels: [{ number: 1, weightGrams: 1, dimensions: { lengthMm: 100, widthMm: 100, heightMm: 100 } }],
    options: { saturdayDelivery: true },
    customs: { ...customs, dutiesAccount: { holder: 'third-party', number: '123456' } },
  };
  const said = (more: Partial<typeof manifest>) =>
    shipmentProblems({ ...manifest, ...more }, asked).map(({ field, message }) => [field, message]);
  expect(said({})).toEqual([
    ['options.saturdayDelivery', 'V has no Saturday delivery to choose.'],
    ['customs.dutiesAccount', 'V cannot bill duties to a third party’s account here.'],
  ]);
  expect(said({ notOffered: { saturdayDelivery: 'V delivers on Saturdays anyway.' } })[0]?.[1]).toBe(
    'V delivers on Saturdays anyway.',
  );
  expect(
    said({
      capabilities: { ...manifest.capabilities, saturdayDelivery: true },
      dutiesAccounts: ['third-party'],
    }),
  ).toEqual([]);
});

it('gives one answer per tracking number and leaves out events without a time', async () => {
  const event = { status: 'in-transit', code: 'T', text: 'On its way' } as const;
  const c = carrier({
    track: () =>
      Promise.resolve([
        {
          trackingNumber: 'B',
          problems: [],
          events: [
            { ...event, occurredAt: '2026-01-01T00:00:00Z' },
            { ...event, occurredAt: 'yesterday' },
            { ...event, occurredAt: '2026-01-01T00:00:00' },
          ],
        },
      ]),
  });
  const answer = await runTrack(c, { trackingNumbers: ['A', 'B'] }, env);
  expect(answer).toMatchObject({
    ok: true,
    value: [
      { trackingNumber: 'A', events: [], problems: ['V said nothing about A.'] },
      {
        trackingNumber: 'B',
        events: [{ occurredAt: '2026-01-01T00:00:00Z' }],
        problems: [expect.stringMatching(/^2 events/)],
      },
    ],
  });
});

it('ends at the deadline and catches what a connector throws', async () => {
  const hang = await runRate(carrier({ rate: () => new Promise(() => undefined) }), { shipment }, env);
  expect(hang).toMatchObject({ ok: false, problem: { kind: 'temporary-before-effect' } });
  const bug = await runRate(carrier({ rate: () => Promise.reject(new TypeError('x')) }), { shipment }, env);
  expect(bug).toMatchObject({ ok: false, problem: { kind: 'vendor-broken', vendorCode: 'connector-fault' } });
  const refused = await runRate(
    carrier({ rate: () => Promise.reject(fail('quota', 'slow down', { retryAfterMs: 5 })) }),
    { shipment },
    env,
  );
  expect(refused).toMatchObject({ ok: false, problem: { kind: 'quota', retryAfterMs: 5 } });
  expect(await runTestConnection(carrier({}), env)).toMatchObject({
    ok: false,
    problem: { vendorCode: 'not-offered' },
  });
});

it('checks credentials before anything is opened', () => {
  expect(fieldProblems(manifest.credentials, { key: 'AB' })).toEqual([
    { field: 'key', message: 'Key is not valid. See your account page.' },
  ]);
  expect(() => openCarrierEnv(manifest, { id: '1', mode: 'live', credentials: {}, settings: {} }, runtime)).toThrow(
    'Key is missing.',
  );
});

it('a connector without an address says so when it calls all the same', async () => {
  await expect(env.http.send({ method: 'GET', path: '/', name: 'x' })).rejects.toMatchObject({
    problem: { kind: 'refused', vendorCode: 'no-address' },
  });
});

it('says beside every price what is due of an export report, and what goes with the papers', async () => {
  const price: RateOffer = { service: 's', serviceName: 'S', lines: [], total: money(0, 'CAD') };
  const item = { description: 'A', quantity: 1, unitGrams: 1, originCountry: 'CA', hsCode: '610910' };
  const told = async (more: Partial<CarrierManifest>, minor: number, number?: string, currency = 'CAD') => {
    const carrier: Carrier = {
      manifest: { ...manifest, capabilities: { ...manifest.capabilities, international: true }, ...more },
      rate: () => Promise.resolve({ offers: [price], problems: [] }),
    };
    const customs = {
      purpose: 'Sale',
      incoterm: 'DAP',
      dutiesPaidBy: 'Receiver',
      currency,
      items: [{ ...item, unitValue: money(minor, currency) }],
      exportFiling: number === undefined ? undefined : ({ kind: 'proof-of-report', number } as const),
    } as const;
    const answer = await runRate(
      carrier,
      { shipment: { ...shipment, to: { ...address, countryCode: 'FR' }, customs } },
      env,
    );
    return answer.ok ? answer.value.offers[0] : undefined;
  };
  expect(await told({}, 199_999)).toEqual(price);
  expect((await told({}, 200_000))?.missing).toMatchObject([{ field: 'customs.exportFiling' }]);
  expect((await told({}, 200_000, 'X20260824123456'))?.missing).toMatchObject([
    { field: 'customs.exportFiling.number' },
  ]);
  const paper = await told({}, 200_000, 'AB12342026082417');
  expect([paper?.missing, paper?.remarks]).toEqual([
    undefined,
    [expect.stringMatching(/^V cannot be sent .* Hand CERS AB12342026082417 over with the parcel/)],
  ]);
  expect(await told({ exportFilings: ['CA'] }, 200_000, 'AB12342026082417')).toEqual(price);
  // Nobody can say what they are worth there; the carrier may still sell.
  expect((await told({}, 100, undefined, 'EUR'))?.remarks).toEqual([
    expect.stringContaining('State the values in CAD'),
  ]);
});
