/** The acceptance suite for stores is worth what it finds: a connector broken on purpose must not pass. */
import type { Store } from '@scanship/connector-kit/store/store';
import { addressee } from '@scanship/connector-kit/deliveries/address-key';
import { storeConformance } from '@scanship/connector-kit/conformance/store-conformance';
import { openHarnessStore, type StoreHarness } from '@scanship/connector-kit/conformance/store-conformance-harness';
import { fail } from '@scanship/connector-kit/errors';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { createPlayer, samples } from '@scanship/store-shopify/harness';
import { createShopify } from '@scanship/store-shopify/simulator';
import { store as sound } from '@scanship/store-shopify/store';
import { createPlayer as createHeroPlayer, samples as heroSamples } from '@scanship/store-ship-hero/harness';
import { createShipHero } from '@scanship/store-ship-hero/simulator';
import { store as soundHero } from '@scanship/store-ship-hero/store';
import { afterAll, beforeAll, expect, it } from 'vitest';

let running: TestSimulator;
let harness: StoreHarness;
let runningHero: TestSimulator;
let heroHarness: StoreHarness;
beforeAll(async () => {
  running = await startTestSimulator(createShopify());
  const player = createPlayer(running.simulator.address.replace(/\/shopify$/, ''));
  for (const account of [samples.account, samples.otherAccount]) await player.throttle(account, 'off');
  harness = { samples, player, simulator: running.simulator };
  runningHero = await startTestSimulator(createShipHero());
  heroHarness = {
    samples: heroSamples,
    player: createHeroPlayer(new URL(runningHero.simulator.address).origin),
    simulator: runningHero.simulator,
  };
  for (const account of [heroSamples.account, heroSamples.otherAccount])
    await heroHarness.player.throttle(account, 'off');
});
afterAll(async () => {
  await running.close();
  await runningHero.close();
});

const { authorise, fulfil, withdraw, webhooks } = sound;
const orders = sound.orders?.bind(sound);
const renew = sound.renew?.bind(sound);
if (!authorise || !fulfil || !withdraw || !webhooks || !orders || !renew)
  throw new Error('the connector is incomplete');
const { webhooks: heroWebhooks } = soundHero;
const heroSubscribe = heroWebhooks?.subscribe?.bind(heroWebhooks);
if (!heroWebhooks || !heroSubscribe) throw new Error('the connector is incomplete');

let count = 0;
let firstAnswer: ReturnType<typeof orders> | undefined;
const broken: readonly (readonly [what: string, store: Store, caughtBy: RegExp])[] = [
  [
    'an order of every page gets lost',
    { ...sound, orders: async (i, e) => ({ ...(await orders(i, e)), items: (await orders(i, e)).items.slice(1) }) },
    /come in over several pages/,
  ],
  [
    'pages overlap',
    {
      ...sound,
      orders: async (i, e) => {
        const page = await orders(i, e);
        return i.cursor ? { ...page, items: [...(await orders({}, e)).items.slice(0, 1), ...page.items] } : page;
      },
    },
    /come in over several pages/,
  ],
  [
    'the moment itself is left out',
    { ...sound, orders: (i, e) => orders({ ...i, since: i.since && new Date(i.since.getTime() + 1_000) }, e) },
    /the moment itself included/,
  ],
  [
    'one store’s answer is given for another',
    {
      ...sound,
      orders: (i, e) => {
        firstAnswer ??= orders(i, e);
        return firstAnswer;
      },
    },
    /never mix/,
  ],
  [
    'a used-up budget passes for a fault of the platform',
    {
      ...sound,
      orders: (i, e) =>
        orders(i, e).catch(() => {
          throw fail('temporary-before-effect', 'Something went wrong.');
        }),
    },
    /used-up budget/,
  ],
  [
    'the look-up after a cut-off finds nothing',
    { ...sound, fulfil: { ...fulfil, recover: () => Promise.resolve({ kind: 'absent' as const }) } },
    /^cut at "create", answer lost/,
  ],
  [
    'a report forgets what it made',
    {
      ...sound,
      fulfil: {
        ...fulfil,
        steps: fulfil.steps.map((step) =>
          step.effect === 'read'
            ? step
            : { ...step, run: async (i, k, e) => ({ ...(await step.run(i, k, e)), result: { fulfilmentIds: [] } }) },
        ),
      },
    },
    /reported with its number/,
  ],
  [
    'a withdrawal says done and does nothing',
    {
      ...sound,
      withdraw: {
        ...withdraw,
        steps: withdraw.steps.map((step) => ({
          ...step,
          run: () => Promise.resolve({ kind: 'done' as const, result: {} }),
        })),
      },
    },
    /is taken back, the order waits again/,
  ],
  [
    'deliveries are believed unsigned',
    {
      ...sound,
      webhooks: {
        ...webhooks,
        verify: (d) => ({
          deliveryKey: d.headers['x-shopify-event-id'] ?? '',
          externalAccount: d.headers['x-shopify-shop-domain'] ?? '',
          topic: d.headers['x-shopify-topic'] ?? '',
        }),
      },
    },
    /any change of it is not/,
  ],
  [
    'a repeat has a key of its own',
    {
      ...sound,
      webhooks: {
        ...webhooks,
        verify: async (d, app, env) => {
          count += 1;
          return { ...(await webhooks.verify(d, app, env)), deliveryKey: String(count) };
        },
      },
    },
    /same key/,
  ],
  [
    'an old signed request opens the door',
    {
      ...sound,
      authorise: {
        ...authorise,
        checkEntry: (q, app) => authorise.checkEntry(q, app, new Date(Number(q.timestamp) * 1000)),
      },
    },
    /altered, unsigned or old/,
  ],
  [
    'the browser is sent elsewhere',
    {
      ...sound,
      authorise: {
        ...authorise,
        begin: (i, app) => authorise.begin(i, app).replace('myshopify.com/', 'myshopify.example/'),
      },
    },
    /only the platform’s pages for consent/,
  ],
  [
    'a lost renewal is not tried again',
    {
      ...sound,
      renew: async (env) => {
        const renewed = await renew(env);
        // The old token is forgotten before the new one is safe.
        await renew({ ...env, credentials: { ...env.credentials, ...renewed } });
        return renewed;
      },
    },
    /renewed once for eight callers/,
  ],
];

/** Signed with a secret of one store, beside a key in the address. */
const brokenHero: readonly (readonly [what: string, store: Store, caughtBy: RegExp])[] = [
  [
    'the key in the address passes for the signature',
    {
      ...soundHero,
      webhooks: {
        ...heroWebhooks,
        verify: ({ query }, app) => {
          const { code, accountPattern } = soundHero.manifest;
          const externalAccount = addressee(query, app.clientSecret ?? '', code, accountPattern);
          if (externalAccount === undefined) throw fail('refused', 'Not to its address.');
          return { deliveryKey: 'one', externalAccount, topic: 'Order Allocated' };
        },
      },
    },
    /any change of it is not/,
  ],
  [
    'a store is opened for whoever names it',
    {
      ...soundHero,
      webhooks: {
        ...heroWebhooks,
        verify: async (d, app, env) => {
          await env.storesOf(d.query?.account ?? '');
          return heroWebhooks.verify(d, app, env);
        },
      },
    },
    /opened for the right address alone/,
  ],
  [
    'a secret that is shown once is not kept',
    {
      ...soundHero,
      webhooks: {
        ...heroWebhooks,
        subscribe: async (i, e) => ({ problems: (await heroSubscribe(i, e)).problems }),
      },
    },
    /any change of it is not/,
  ],
];

/** What becomes of the one case that is to find it. */
async function outcomeOf(store: Store, judge: StoreHarness, caughtBy: RegExp): Promise<string | undefined> {
  const cases = storeConformance(store, judge).filter((c) => c.notApplicable === undefined && caughtBy.test(c.name));
  expect(cases, 'the case that is to find it').toHaveLength(1);
  const [one] = cases;
  return one?.run().then(
    () => 'passed',
    () => 'found',
  );
}

it.each(broken)('found: %s', { timeout: 60_000 }, async (_what, store, caughtBy) => {
  const outcome = await outcomeOf(store, harness, caughtBy);
  await running.simulator.clearFaults();
  await harness.player.reset();
  await harness.player.throttle(samples.account, 'off');
  expect(outcome).toBe('found');
});

it.each(brokenHero)('found: %s', { timeout: 60_000 }, async (_what, store, caughtBy) => {
  // The suite goes on with what it kept before, so each begins with a store that was just connected.
  await openHarnessStore(soundHero, heroHarness, heroSamples.account, { fresh: true });
  await openHarnessStore(soundHero, heroHarness, heroSamples.otherAccount, { fresh: true });
  expect(await outcomeOf(soundHero, heroHarness, caughtBy)).toBe('passed');
  await openHarnessStore(soundHero, heroHarness, heroSamples.account, { fresh: true });
  expect(await outcomeOf(store, heroHarness, caughtBy)).toBe('found');
});
