/**
 * What a plan asks once for several orders: whenever two parcels are one question, each of them asked alone has the same price. Over
 * every carrier whose prices go by place and the own courier's rate sheet, against whatever a tariff could tell apart.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openHarnessEnv } from '@scanship/connector-kit/conformance/conformance-harness';
import { toNeighbour } from '@scanship/connector-kit/conformance/conformance-places';
import type { RateAnswer, RateProblem } from '@scanship/connector-kit/carrier/carrier';
import { runRate } from '@scanship/connector-kit/steps/run-question';
import type { Parcel, ShipmentOptions, ShipmentRequest } from '@scanship/domain/shipping/shipment';
import type { Address } from '@scanship/domain/addresses/address';
import { type RunningSimulatorHost, startSimulatorHost } from '@scanship/simulator-kit/simulator-host';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSharedAnswers, sharedQuestion } from '../../apps/server/src/modules/quotes/shared-answers.ts';
import { harnessSimulator } from './harness-simulator.ts';
import { type Registered, registered, simulatorLoaders } from './registered.ts';

const RATE_SHEET = 'rate-sheet';
const RUNS = 20;

let host: RunningSimulatorHost;
let dataDir: string;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'shared-prices-'));
  host = await startSimulatorHost({ port: 0, dataDir, simulators: simulatorLoaders });
});
afterAll(async () => {
  await host.close();
  rmSync(dataDir, { recursive: true });
});

type Change = (of: ShipmentRequest) => ShipmentRequest;
const to =
  (change: (address: Address) => Partial<Address>): Change =>
  (of) => ({ ...of, to: { ...of.to, ...change(of.to) } });
const parcels =
  (change: (parcel: Parcel) => Partial<Parcel>): Change =>
  (of) => ({ ...of, parcels: of.parcels.map((parcel) => ({ ...parcel, ...change(parcel) })) });
const options =
  (more: ShipmentOptions): Change =>
  (of) => ({ ...of, options: { ...of.options, ...more } });

/** What no carrier whose prices go by place is told. */
const UNTOLD: readonly Change[] = [
  toNeighbour,
  to(() => ({ name: 'Ana Roy', address1: '77 Main St', phone: undefined })),
  to(() => ({ email: 'ana@example.com', address2: 'Back door' })),
  to(({ zipcode, city }) => ({ zipcode: zipcode.toLowerCase().replaceAll(' ', ''), city: city.toUpperCase() })),
];
/** What a tariff may go by: each is a question of its own. */
const TOLD: readonly (readonly [string, Change])[] = [
  ['household', to(({ residential }) => ({ residential: !residential }))],
  ['company', to(({ companyName }) => ({ companyName: companyName ? undefined : 'Roy Inc.' }))],
  ['postal code', to(({ countryCode }) => ({ zipcode: countryCode === 'US' ? '99501' : 'Y1A 2C6' }))],
  ['province', to(({ countryCode }) => ({ provinceCode: countryCode === 'US' ? 'AK' : 'YT' }))],
  ['weight', parcels(({ weightGrams }) => ({ weightGrams: weightGrams + 2_500 }))],
  ['size', parcels(() => ({ dimensions: { lengthMm: 600, widthMm: 400, heightMm: 400 } }))],
  ['value', parcels(() => ({ declaredValue: { minor: 90_000, currency: 'CAD' } }))],
  ['insurance', options({ insuredValue: { minor: 50_000, currency: 'CAD' } })],
  ['signature', options({ signature: 'adult' })],
  ['Saturday', options({ saturdayDelivery: true })],
  ['day', (of) => ({ ...of, shipDate: of.shipDate.endsWith('1') ? '2026-12-02' : '2026-12-01' })],
  ['number of parcels', (of) => ({ ...of, parcels: of.parcels.flatMap((one) => [one, { ...one, number: 2 }]) })],
];

const sharing = registered.filter(
  ({ slug, carrier }) => slug === RATE_SHEET || carrier.manifest.pricesByPlace !== undefined,
);

/** The own courier asks nobody, so it needs no sharing; its tariff is held against the question all the same. */
const grantOf = ({ carrier, slug }: Registered) => ({
  grantId: slug,
  manifest: { pricesByPlace: carrier.manifest.pricesByPlace ?? 'postal-code' },
  load: () => Promise.resolve(carrier),
});

interface Answered extends RateAnswer {
  readonly problems: readonly (Pick<RateProblem, 'message'> & { readonly canRetry: boolean })[];
  readonly shared?: boolean;
}

async function askAlone(one: Registered, shipment: ShipmentRequest): Promise<Answered> {
  const { carrier, samples, slug, simulated } = one;
  const harness = { samples, simulator: simulated ? harnessSimulator(host, slug) : undefined };
  const { credentials } = samples.account;
  const answer = await runRate(carrier, { shipment }, openHarnessEnv(carrier.manifest, harness, credentials));
  const { offers, problems } = answer.ok ? answer.value : { offers: [], problems: [answer.problem] };
  return { offers, problems: problems.map(({ message }) => ({ message, canRetry: false })) };
}

it('is held against the carriers that share prices', () => {
  expect(sharing.map(({ slug }) => slug).toSorted()).toEqual(
    ['asendia-usa', 'canada-post', 'fedex', 'nationex', RATE_SHEET, 'testline-post', 'usps'].toSorted(),
  );
});

it.each(sharing.map((one) => [one.slug, one] as const))(
  '%s: a shared price is the price asked alone',
  async (_, one) => {
    const grant = grantOf(one);
    const told = TOLD.map(([, change]) => change);
    let together = 0;
    const some = fc.array(fc.constantFrom(...UNTOLD, ...told), { maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(
        some,
        fc.array(fc.constantFrom(...UNTOLD, ...UNTOLD, ...told), { maxLength: 2 }),
        async (a, b) => {
          const first = a.reduce((of, change) => change(of), one.samples.domestic);
          const second = b.reduce((of, change) => change(of), first);
          const answers = createSharedAnswers<Answered>();
          await answers.take(grant, first, () => askAlone(one, first));
          const { shared, ...found } = await answers.take(grant, second, () => askAlone(one, second));
          if (shared) together += 1;
          expect(found).toEqual(await askAlone(one, second));
        },
      ),
      { numRuns: RUNS },
    );
    expect(together).toBeGreaterThan(0);
  },
);

it.each(sharing.map((one) => [one.slug, one] as const))('%s: what a tariff may go by is never shared', (_, one) => {
  const { domestic } = one.samples;
  const question = sharedQuestion(grantOf(one), domestic);
  expect(question).toBeDefined();
  for (const change of UNTOLD) expect(sharedQuestion(grantOf(one), change(domestic))).toBe(question);
  const mixed = TOLD.filter(([, change]) => sharedQuestion(grantOf(one), change(domestic)) === question);
  expect(mixed.map(([what]) => what)).toEqual([]);
});
