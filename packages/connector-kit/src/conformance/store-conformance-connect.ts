/** Manifest, consent, keys and access of a store. */
import assert from 'node:assert/strict';
import { platformOfCode } from '@scanship/domain/stores/store-platforms';
import { assertAsked, assertFields } from './conformance-fields.ts';
import { checkWords } from './conformance-faults.ts';
import type { SteppedOperation } from '../steps/steps.ts';
import type { Store } from '../store/store.ts';
import type { StoreEnv } from '../store/store-environment.ts';
import {
  accountOf,
  BACK,
  connectStore,
  harnessRuntime,
  openHarnessStore,
  pullOrders,
  storeCase,
  type StoreCase,
  type StoreHarness,
} from './store-conformance-harness.ts';
import { checkConsentAddress, checkedAccount, openConnectEnv } from '../store/store-open-environment.ts';
import {
  checkEntry,
  deliveryReader,
  runConnect,
  runOrders,
  runStoreQuestion,
  runStoreTest,
} from '../store/store-run.ts';
import { ConnectorError } from '../errors.ts';
import type { HttpTrace } from '../http/trace.ts';

function checkSteps<I, R>(name: string, operation: SteppedOperation<I, R, StoreEnv> | undefined): void {
  if (!operation) return;
  const names = operation.steps.map((s) => s.name);
  assert.ok(names.length > 0, `${name} has no step`);
  assert.equal(new Set(names).size, names.length, `${name}: step names are not unique`);
  const asks = operation.recovery === 'by-reference' || operation.recovery === 'listing';
  assert.equal(operation.recover !== undefined, asks, `${name}: recovery and recover do not fit`);
  if (asks) assert.ok(operation.settleAfterMs > 0, `${name}: a platform that is asked needs a settle time`);
}

const refuses = (work: () => unknown): boolean => {
  try {
    work();
    return false;
  } catch (error) {
    return error instanceof ConnectorError;
  }
};

/** As a parameter of its own, or in the return address where a platform hands on no state itself. */
const carriesState = (address: string, state: string): boolean => {
  const { searchParams } = new URL(address);
  const nested = [...searchParams.values()].filter((value) => URL.canParse(value));
  return [searchParams, ...nested.map((value) => new URL(value).searchParams)].some((q) => q.get('state') === state);
};

export function manifestCases(store: Store, harness: StoreHarness): StoreCase[] {
  const { manifest } = store;
  const { capabilities } = manifest;
  const { samples } = harness;
  const knownBefore = (manifest.accountKnown ?? 'before') === 'before';
  return [
    storeCase('manifest', 'the manifest is plain data of a known platform, with help in sentences', () => {
      assert.deepEqual(JSON.parse(JSON.stringify(manifest)), manifest);
      assert.ok(platformOfCode(manifest.code), `"${manifest.code}" is no platform`);
      assertFields(manifest.fields);
      assertAsked(manifest.fields);
      assertFields(manifest.appFields);
      assert.ok(manifest.sync.overlapMs > 0 && manifest.quota.calls > 0 && manifest.quota.perMs > 0);
      if (manifest.connect === 'redirect') assert.ok(manifest.consentHosts.length > 0, 'no consent host');
    }),
    storeCase('manifest', 'declared capabilities and implemented operations are the same', () => {
      const there: Readonly<Record<string, boolean>> = {
        orders: store.orders !== undefined,
        products: store.products !== undefined,
        locations: store.locations !== undefined,
        fulfil: store.fulfil !== undefined,
        withdraw: store.withdraw !== undefined,
        webhooks: store.webhooks !== undefined,
        disconnect: store.disconnect !== undefined,
        refund: store.refund !== undefined && store.refundOffer !== undefined,
      };
      for (const [name, is] of Object.entries(there))
        assert.equal(
          is,
          capabilities[name as keyof typeof capabilities] ?? false,
          `${name}: declared and implemented differ`,
        );
      assert.equal(store.authorise !== undefined, manifest.connect === 'redirect', 'consent');
      assert.equal(store.connect !== undefined, manifest.connect === 'credentials', 'keys');
    }),
    storeCase('manifest', 'steps, recovery and settle time fit together', () => {
      checkSteps('fulfil', store.fulfil);
      checkSteps('withdraw', store.withdraw);
      checkSteps('refund', store.refund);
    }),
    storeCase('manifest', 'every declared operation has an own case', () => {
      const covered = new Set<string>(samples.ownCases.map((c) => c.operation));
      const wanted = [
        'testConnection',
        ...(store.authorise ? ['begin', 'checkEntry', 'complete'] : ['connect']),
        ...(store.renew ? ['renew'] : []),
        ...(store.ordersById ? ['ordersById'] : []),
        ...(['orders', 'products', 'locations', 'fulfil', 'withdraw', 'disconnect'] as const).filter(
          (name) => capabilities[name],
        ),
        ...(deliveryReader(store) ? ['verify', 'understand'] : []),
        ...(deliveryReader(store)?.challenge ? ['challenge'] : []),
        ...(store.webhooks?.subscribe ? ['subscribe'] : []),
      ];
      assert.deepEqual(
        wanted.filter((name) => !covered.has(name)),
        [],
        'operations without an own case',
      );
    }),
    storeCase('manifest', 'only a store’s id passes for one, and only the platform’s pages for consent', () => {
      assert.equal(checkedAccount(manifest, samples.account), samples.account);
      for (const bad of samples.badAccounts)
        assert.ok(
          refuses(() => checkedAccount(manifest, bad)),
          `"${bad}" passes for a store`,
        );
      const { authorise } = store;
      if (!authorise) return;
      const begin = { externalAccount: knownBefore ? samples.account : '', state: 's', redirectUri: BACK };
      const live = authorise.begin(begin, samples.app);
      assert.equal(checkConsentAddress(manifest, live), live);
      assert.ok(carriesState(live, 's'), 'the state is not in the address');
      const prefix = 'https://brand.example/simulators/x';
      const page = authorise.begin({ ...begin, simulatorConsent: prefix }, samples.app);
      assert.equal(checkConsentAddress(manifest, page, prefix), page);
      for (const bad of [
        page,
        live.replace('https:', 'http:'),
        live.replace('https://', 'https://x@'),
        'javascript:1',
        'https://evil.example/',
      ])
        assert.ok(
          refuses(() => checkConsentAddress(manifest, bad)),
          `a browser would be sent to ${bad}`,
        );
      assert.ok(refuses(() => checkConsentAddress(manifest, live, prefix)));
    }),
  ];
}

export function connectCases(store: Store, harness: StoreHarness): StoreCase[] {
  const { samples, player, simulator } = harness;
  const { authorise, manifest } = store;
  const byConsent = authorise ? undefined : 'no consent';
  const start = (): string => {
    assert.ok(authorise);
    return authorise.begin(
      {
        externalAccount: (manifest.accountKnown ?? 'before') === 'before' ? samples.account : '',
        state: 'state-2',
        redirectUri: BACK,
        simulatorConsent: simulator.address,
      },
      samples.app,
    );
  };
  return [
    storeCase(
      'connect',
      'a store is connected and known by name, currency and time zone, with nothing missing',
      async () => {
        const connected = await connectStore(store, harness);
        assert.equal(connected.externalAccount, samples.account);
        assert.notEqual(connected.name, '');
        assert.match(connected.currency ?? '', /^[A-Z]{3}$/);
        assert.doesNotThrow(() => new Intl.DateTimeFormat('en', { timeZone: connected.timeZone }));
        if (!samples.lacks?.includes('store-address'))
          assert.ok(connected.address?.city && connected.address.countryCode, 'no address');
        assert.deepEqual(connected.problems, []);
        assert.ok(Object.values(connected.credentials).every((value) => typeof value === 'string'));
      },
    ),
    storeCase('connect', 'the test says who we are connected to', async () => {
      const answer = await runStoreTest(store, (await openHarnessStore(store, harness)).env);
      assert.ok(answer.ok, JSON.stringify(answer));
      assert.match(answer.value.message, /\.$/);
      assert.ok(answer.value.accountName);
    }),
    storeCase(
      'connect',
      'a seller who denies comes back without a code',
      async () => {
        const query = await player.consent(start(), 'deny', samples.account);
        const entry = checkEntry(store, query, samples.app, new Date());
        assert.ok(!entry.ok || entry.value.code === '', 'a denial brought a code');
        assert.equal(query.state, 'state-2');
      },
      byConsent,
    ),
    storeCase(
      'connect',
      'what is missing of the permissions is said, one sentence each',
      async () => {
        const scopes = new URL(start()).searchParams.get('scope')?.split(',') ?? [];
        assert.ok(player.withhold && scopes.length > 1);
        await player.withhold(samples.account, scopes.slice(-1));
        const connected = await connectStore(store, harness);
        await player.withhold(samples.account, []);
        assert.equal(connected.problems.length, 1, JSON.stringify(connected.problems));
        for (const problem of connected.problems) assert.match(problem, /^[^<>{}]{10,300}\.$/);
      },
      byConsent ?? (player.withhold ? undefined : 'the seller cannot leave anything out'),
    ),
    storeCase(
      'connect',
      'a signed request is believed, an altered, unsigned or old one is not',
      async () => {
        const good = player.install
          ? await player.install(samples.account)
          : await player.consent(start(), 'allow', samples.account);
        const check = (query: Readonly<Record<string, string>>, at = new Date()): boolean =>
          checkEntry(store, query, samples.app, at).ok;
        assert.ok(check(good), JSON.stringify(good));
        for (const name of Object.keys(good)) {
          assert.ok(!check({ ...good, [name]: `${good[name]}0` }), `${name} altered`);
          assert.ok(!check(Object.fromEntries(Object.entries(good).filter(([n]) => n !== name))), `${name} left out`);
        }
        assert.ok(!check({ ...good, extra: '1' }), 'something added');
        assert.ok(!check(good, new Date(Date.now() + 86_400_000)), 'a day old');
        assert.ok(!checkEntry(store, good, { ...samples.app, clientSecret: 'another' }, new Date()).ok);
        assert.ok(!checkEntry(store, good, {}, new Date()).ok, 'without a secret nothing is believed');
      },
      byConsent ??
        (manifest.returnSigned === false ? 'the platform signs nothing; our signed state is the proof' : undefined),
    ),
    storeCase(
      'connect',
      'a code that was used, made up or another store’s opens nothing',
      async () => {
        assert.ok(authorise);
        const fresh = async (): Promise<string> =>
          authorise.checkEntry(await player.consent(start(), 'allow', samples.account), samples.app, new Date()).code;
        const given = await fresh();
        const later = manifest.accountKnown === 'exchange';
        const redeem = (code: string, account: string): ReturnType<typeof runConnect> =>
          runConnect(
            store,
            openConnectEnv(manifest, accountOf(harness, later ? '' : account), harnessRuntime()),
            (env) => authorise.complete({ code, redirectUri: BACK, state: 'state-2' }, env),
          );
        const codes: readonly [string, string][] = [
          // Where the platform names the store itself, a code cannot be another store's.
          // One of its own, since a platform may find out only after the code is used up.
          ...(later ? [] : [[await fresh(), samples.otherAccount] as [string, string]]),
          ['0123456789abcdef', samples.account],
        ];
        for (const [code, account] of codes) {
          const answer = await redeem(code, account);
          assert.ok(!answer.ok && answer.problem.kind === 'not-authorised', JSON.stringify(answer));
          checkWords(
            answer.problem,
            Object.values(samples.app).filter((v) => v === samples.app.clientSecret),
          );
        }
        assert.ok((await redeem(given, samples.account)).ok);
        if (manifest.codeTwice === true) return;
        const again = await redeem(given, samples.account);
        assert.ok(!again.ok && again.problem.kind === 'not-authorised', JSON.stringify(again));
      },
      byConsent,
    ),
    storeCase('connect', 'traces of connecting and reading hold no secret', async () => {
      const traces: HttpTrace[] = [];
      const sink = { record: (t: HttpTrace) => void traces.push(t) };
      const { env, access } = await openHarnessStore(store, harness, samples.account, { trace: sink, fresh: true });
      await player.expireAccess();
      const page = await runOrders(store, {}, env);
      await player.reset();
      assert.ok(page.ok, JSON.stringify(page));
      assert.ok(traces.length >= 3, 'nothing was traced');
      const secrets = [
        ...Object.values(env.credentials),
        ...Object.values(access.credentials()),
        ...manifest.appFields.filter((f) => f.secret).map((f) => samples.app[f.name] ?? ''),
      ].filter((value) => value.length >= 16 && !/^[a-z_,]+$/.test(value) && Number.isNaN(Date.parse(value)));
      const all = JSON.stringify(traces);
      for (const secret of secrets) assert.ok(!all.includes(secret), 'a secret is in the trace');
      return `${traces.length} calls`;
    }),
  ];
}

export function accessCases(store: Store, harness: StoreHarness): StoreCase[] {
  const { samples, player } = harness;
  const renews = store.renew ? undefined : 'access does not end';
  return [
    storeCase(
      'access',
      'access that ends in the middle of a pull is renewed once for eight callers',
      async () => {
        await player.placeOrders(samples.account, 3);
        const { env, access } = await openHarnessStore(store, harness, samples.account, { fresh: true });
        assert.ok((await runOrders(store, {}, env)).ok);
        const before = await player.renewals(samples.account);
        await player.expireAccess();
        const answers = await Promise.all(Array.from({ length: 8 }, () => runOrders(store, {}, env)));
        const after = await player.renewals(samples.account);
        await player.reset();
        for (const answer of answers) assert.ok(answer.ok, JSON.stringify(answer));
        assert.equal(after - before, 1, 'renewals at the platform');
        assert.equal(access.renewals, 1);
        return '1 renewal for 8 callers';
      },
      renews,
    ),
    storeCase(
      'access',
      'an answer to a renewal that was lost does not lock us out',
      async () => {
        const { env } = await openHarnessStore(store, harness, samples.account, { fresh: true });
        await player.expireAccess();
        await harness.simulator.setFaults([{ kind: 'drop-after-effect', effect: 'auth', times: 1 }]);
        const first = await runOrders(store, {}, env);
        await harness.simulator.clearFaults();
        const second = first.ok ? first : await runOrders(store, {}, env);
        await player.reset();
        assert.ok(second.ok, JSON.stringify(second));
      },
      renews,
    ),
    storeCase(
      'access',
      'a platform that no longer lets us in is named as such, in plain words',
      async () => {
        const leave = store.disconnect?.bind(store);
        assert.ok(leave);
        const { env } = await openHarnessStore(store, harness, samples.otherAccount, { fresh: true });
        const gone = await runStoreQuestion(store, env, (e) => leave(e));
        assert.ok(gone.ok, JSON.stringify(gone));
        await player.revoke?.(samples.otherAccount);
        const answer = await runOrders(store, {}, env);
        assert.ok(!answer.ok && answer.problem.kind === 'not-authorised', JSON.stringify(answer));
        checkWords(answer.problem, Object.values(env.credentials));
        // The next case finds the store connected again.
        if (player.revoke) await player.reset();
        await openHarnessStore(store, harness, samples.otherAccount, { fresh: true });
      },
      store.disconnect ? undefined : 'no way to disconnect',
    ),
    storeCase('access', 'two stores at the same time in one process never mix', async () => {
      const mine = await player.placeOrders(samples.account, 2);
      const others = await player.placeOrders(samples.otherAccount, 2);
      const [a, b] = [
        await openHarnessStore(store, harness, samples.account),
        await openHarnessStore(store, harness, samples.otherAccount),
      ];
      const pulls = await Promise.all([a, b, a, b].map((one) => pullOrders(store, () => Promise.resolve(one.env))));
      for (const [index, pull] of pulls.entries()) {
        const ids = pull.items.map((o) => `${o.externalId} ${o.number}`);
        const own = index % 2 === 0 ? mine : others;
        for (const id of own)
          assert.ok(
            pull.items.some((o) => o.externalId === id),
            `${id} is missing`,
          );
        assert.deepEqual(
          ids.toSorted(),
          (pulls[index % 2]?.items ?? []).map((o) => `${o.externalId} ${o.number}`).toSorted(),
        );
        const currency = pull.items[0]?.total.currency;
        assert.ok(
          pull.items.every((o) => o.total.currency === currency),
          'orders of another store',
        );
      }
    }),
  ];
}
