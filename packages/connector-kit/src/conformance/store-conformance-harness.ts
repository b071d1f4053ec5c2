/** What a store connector hands to its acceptance suite, and how the suite connects and drives it. Used by tests only. */
import assert from 'node:assert/strict';
import type { JsonObject } from '@scanship/domain/values/json';
import type { StoreOrder } from '@scanship/domain/stores/store-order';
import { createBreakers } from '../http/breaker.ts';
import type { Drive, HarnessFault } from './conformance-harness.ts';
import type { CarrierEnv } from '../environment.ts';
import { createKeyRings } from '../deliveries/key-ring.ts';
import type { ConnectorRuntime } from '../steps/open-environment.ts';
import { createMemoryAccess, type MemoryAccess } from '../credentials/memory-access.ts';
import { createOutboundDispatcher } from '../http/outbound-guard.ts';
import { nextStep, runStep } from '../steps/step-runner.ts';
import type { SteppedOperation } from '../steps/steps.ts';
import type { ConnectedStore, Delivery, DeliveryMeaning, PullInput, Store, Subscribed } from '../store/store.ts';
import type { DeliveryEnv, KeptStore, StoreEnv } from '../store/store-environment.ts';
import {
  openConnectEnv,
  openDeliveryEnv,
  openStoreEnv,
  type StoreAccount,
  namesStoreLater,
} from '../store/store-open-environment.ts';
import { HOOK_ADDRESS, type StoreOwnCase } from './store-own-case.ts';
import { runConnect, runOrders, runStoreQuestion } from '../store/store-run.ts';
import { createTokenCache } from '../credentials/token-source.ts';
import { noTrace, type TraceSink } from '../http/trace.ts';

/** Data of one connector; lives beside its simulator. */
export interface StoreSamples {
  readonly settings: JsonObject;
  readonly app: Readonly<Record<string, string>>;
  /** Two stores the simulator knows. */
  readonly account: string;
  readonly otherAccount: string;
  /** Typed-in keys of both stores, for stores that are connected by them. */
  readonly credentials?: Readonly<Record<string, string>> | undefined;
  readonly otherCredentials?: Readonly<Record<string, string>> | undefined;
  /** Texts that look like a store's id and are none. */
  readonly badAccounts: readonly string[];
  /** What this platform never says, so that the suite does not ask for it; each is named in the connector's README. */
  readonly lacks?:
    | readonly (
        | 'store-address'
        | 'line-weights'
        | 'customs'
        | 'product-weights'
        | 'product-prices'
        | 'empty-lists'
        | 'buyer-note'
        | 'refund-reference'
      )[]
    | undefined;
  /** Headers a delivery cannot do without: signature and store (2, when absent); fewer where the signed body says so. */
  readonly deliveryHeaders?: number | undefined;
  /** Fields of a delivery's JSON body that alone are signed; the whole body when absent. */
  readonly signedFields?: readonly string[] | undefined;
  /** What deliveries are signed with; a secret of our app when absent. A secret of the store comes with a key in the address. */
  readonly signedWith?: 'app-secret' | 'platform-key' | 'store-secret' | undefined;
  /** Our own request and answer for every declared operation, so that a clone alone proves the translation. */
  readonly ownCases: readonly StoreOwnCase[];
}

export interface SeenReport {
  readonly id: string;
  readonly live: boolean;
  readonly trackingNumbers: readonly string[];
  /** Addresses that were told beside the numbers, where the simulator keeps them. */
  readonly trackingUrls?: readonly string[];
  readonly units: number;
}

export interface SeenRefund {
  readonly id: string;
  readonly totalMinor: number;
  readonly units: number;
  readonly restockedUnits: number;
}

/** Everybody at the platform who is not us: seller, buyer, staff. Talks to the simulator's calls for judges. */
export interface StorePlayer {
  /** Opens a consent page and answers it as the seller of `account`; the query the browser comes back with. */
  consent(address: string, answer: 'allow' | 'deny', account: string): Promise<Readonly<Record<string, string>>>;
  /** The signed request of a seller who starts at the platform. */
  install?(account: string): Promise<Readonly<Record<string, string>>>;
  /** Scopes the seller leaves out from now on; none: gives everything. */
  withhold?(account: string, scopes: readonly string[]): Promise<void>;
  /** Places orders, oldest first: an hour ago, so that they are older than what happens now, or now. */
  placeOrders(account: string, count: number, when?: 'earlier' | 'now'): Promise<readonly string[]>;
  /** One order that ships from two places; absent where a platform has no places. */
  placeSplitOrder?(account: string): Promise<string>;
  /** One order with more lines than any page of lines has. */
  placeLongOrder?(account: string, lines: number): Promise<string>;
  changeOrder(account: string, externalId: string, how: 'note' | 'cancel' | 'hold' | 'release'): Promise<void>;
  stockProducts(account: string, count: number): Promise<readonly string[]>;
  reports(account: string, externalOrderId: string): Promise<readonly SeenReport[]>;
  /** What the platform paid back and restocked of an order; absent where it has no call for refunds. */
  refunds?(account: string, externalOrderId: string): Promise<readonly SeenRefund[]>;
  renewals(account: string): Promise<number>;
  /** All access that was handed out has ended. Undone by `reset`. */
  expireAccess(): Promise<void>;
  /** The seller takes our access back where telling the platform goodbye does not end it (keys). Undone by `reset`. */
  revoke?(account: string): Promise<void>;
  /** The next question is over the platform's budget: for a moment, or for long. */
  throttle(account: string, how: 'moment' | 'long' | 'off'): Promise<void>;
  subscriptions(account: string): Promise<number>;
  /** A signed delivery as it would arrive, and what it means; undefined for one that this platform never sends. */
  delivery(
    account: string,
    what: 'order-changed' | 'removed' | 'redact-customer',
    externalId: string,
  ): Promise<{ readonly delivery: Delivery; readonly meaning: DeliveryMeaning } | undefined>;
  reset(): Promise<void>;
}

export interface StoreHarness {
  readonly samples: StoreSamples;
  readonly player: StorePlayer;
  readonly simulator: {
    readonly address: string;
    setFaults(faults: readonly HarnessFault[]): Promise<void>;
    clearFaults(): Promise<void>;
  };
}

export type StoreColumn = 'manifest' | 'connect' | 'access' | 'orders' | 'products' | 'push' | 'deliveries';

export interface StoreCase {
  readonly name: string;
  readonly column: StoreColumn;
  readonly notApplicable?: string | undefined;
  /** @returns a note for the table, if any. @throws AssertionError */
  run(): Promise<string | undefined>;
}

export const storeCase = (
  column: StoreColumn,
  name: string,
  run: () => Promise<string | void> | string | void,
  notApplicable?: string,
): StoreCase => ({
  column,
  name,
  notApplicable,
  run: async () => (await run()) ?? undefined,
});

let dispatcher: ConnectorRuntime['dispatcher'] | undefined;

export function harnessRuntime(trace: TraceSink = noTrace): ConnectorRuntime {
  // The guard is the real one: even the suite calls only what an installation could call.
  dispatcher ??= createOutboundDispatcher({ ports: 'any', allowLoopback: () => true });
  return {
    quota: { take: () => Promise.resolve({ ok: true }), pause: () => Promise.resolve() },
    breakers: createBreakers({ faults: 1000, openMs: 1 }),
    tokens: createTokenCache(),
    dispatcher,
    trace,
    now: () => new Date(),
  };
}

export const accountOf = (
  harness: StoreHarness,
  externalAccount: string,
  credentials: Readonly<Record<string, string>> = {},
): StoreAccount => ({
  id: `conformance ${externalAccount}`,
  mode: 'simulator',
  externalAccount,
  credentials,
  settings: harness.samples.settings,
  app: harness.samples.app,
  simulatorAddress: harness.simulator.address,
});

/**
 * What verifying a delivery at this simulator may use.
 * @param storesOf what is kept of the stores; absent: what the suite keeps of those it connected
 */
export const deliveryEnv = (
  store: Store,
  harness: StoreHarness,
  app: Readonly<Record<string, string>> = harness.samples.app,
  storesOf: DeliveryEnv['storesOf'] = (externalAccount) => keptOf(harness, externalAccount),
): DeliveryEnv =>
  openDeliveryEnv(
    store.manifest,
    { mode: 'simulator', app, simulatorAddress: harness.simulator.address },
    { ...harnessRuntime(), keys: createKeyRings(), storesOf },
  );

export const BACK = 'https://app.example/back';

/** Connects a store the way a seller does, through consent or with keys. */
export async function connectStore(
  store: Store,
  harness: StoreHarness,
  externalAccount: string = harness.samples.account,
  trace?: TraceSink,
): Promise<ConnectedStore> {
  const { samples, player, simulator } = harness;
  const atFirst = namesStoreLater(store.manifest) && store.manifest.accountKnown !== 'return' ? '' : externalAccount;
  const { authorise } = store;
  const typed = externalAccount === samples.account ? samples.credentials : samples.otherCredentials;
  const keys = authorise ? {} : (typed ?? {});
  // As the server does: what was typed in is known from the first call on, so that no trace shows it.
  const env = openConnectEnv(store.manifest, accountOf(harness, atFirst, keys), harnessRuntime(trace));
  if (!authorise) {
    const byKeys = store.connect?.bind(store);
    assert.ok(byKeys, 'a store is connected by consent or by keys');
    const connected = await runConnect(store, env, (e) => byKeys(keys, e));
    assert.ok(connected.ok, JSON.stringify(connected));
    return connected.value;
  }
  const known = store.manifest.accountKnown ?? 'before';
  const address = authorise.begin(
    {
      externalAccount: known === 'before' ? externalAccount : '',
      state: 'state-1',
      redirectUri: BACK,
      simulatorConsent: simulator.address,
    },
    samples.app,
  );
  const query = await player.consent(address, 'allow', externalAccount);
  assert.equal(query.state, 'state-1', 'the state comes back untouched');
  const entry = authorise.checkEntry(query, samples.app, new Date());
  assert.equal(entry.externalAccount, known === 'exchange' ? '' : externalAccount);
  assert.notEqual(entry.code, '', 'no code came back');
  const connected = await runConnect(store, env, (e) =>
    authorise.complete({ code: entry.code, redirectUri: BACK, state: 'state-1' }, e),
  );
  assert.ok(connected.ok, JSON.stringify(connected));
  return connected.value;
}

export interface OpenStore {
  readonly env: StoreEnv;
  readonly access: MemoryAccess;
}

const connections = new Map<string, Promise<ConnectedStore>>();
/** What subscriptions wanted kept, beside the credentials of the connection. */
const keptBeside = new Map<string, Readonly<Record<string, string>>>();
const numbers = new WeakMap<object, number>();
let simulators = 0;
/** By the simulator itself: the port of one that ended may be another's by now, and that one knows none of its connections. */
function connectionKey({ simulator }: StoreHarness, externalAccount: string): string {
  const number = numbers.get(simulator) ?? (simulators += 1);
  numbers.set(simulator, number);
  return `${number} ${simulator.address} ${externalAccount}`;
}

/** What the suite keeps of a store it connected: one at most. */
export async function keptOf(harness: StoreHarness, externalAccount: string): Promise<readonly KeptStore[]> {
  const key = connectionKey(harness, externalAccount);
  const connected = await connections.get(key);
  return connected ? [{ credentials: { ...connected.credentials, ...keptBeside.get(key) } }] : [];
}

/** Has the platform call the suite about a store, and keeps what is to be kept, as the server does. */
export async function subscribeHarnessStore(
  store: Store,
  harness: StoreHarness,
  externalAccount: string = harness.samples.account,
): Promise<Subscribed> {
  const ask = store.webhooks?.subscribe?.bind(store.webhooks);
  assert.ok(ask, 'the platform is told where to call');
  const { env } = await openHarnessStore(store, harness, externalAccount);
  const answer = await runStoreQuestion(store, env, (watched) => ask({ address: HOOK_ADDRESS }, watched));
  assert.ok(answer.ok, JSON.stringify(answer));
  const key = connectionKey(harness, externalAccount);
  keptBeside.set(key, { ...keptBeside.get(key), ...answer.value.keep });
  return answer.value;
}

/** An environment of its own, with the access of a connection that is made once per store and kept by the suite. */
export async function openHarnessStore(
  store: Store,
  harness: StoreHarness,
  externalAccount: string = harness.samples.account,
  options: { readonly trace?: TraceSink; readonly fresh?: boolean } = {},
): Promise<OpenStore> {
  const key = connectionKey(harness, externalAccount);
  // Connected anew: what was kept beside the old access is gone, as at the server.
  if (options.fresh === true) keptBeside.delete(key);
  const connecting =
    options.fresh === true
      ? connectStore(store, harness, externalAccount, options.trace)
      : (connections.get(key) ?? connectStore(store, harness, externalAccount));
  connections.set(key, connecting);
  const credentials = { ...(await connecting).credentials, ...keptBeside.get(key) };
  const runtime = harnessRuntime(options.trace);
  const access = createMemoryAccess(store, credentials, (now) =>
    openConnectEnv(store.manifest, accountOf(harness, externalAccount, now), runtime),
  );
  const env = openStoreEnv(store.manifest, accountOf(harness, externalAccount, credentials), access, runtime);
  return { env, access };
}

/** Runs steps in order up to (not including) `until`; what a journal does, without storing. */
export async function driveStore<I, R, E extends CarrierEnv>(
  store: Store,
  operation: SteppedOperation<I, R, E>,
  input: I,
  env: E,
  state: Drive<R>,
  until?: string,
): Promise<Drive<R>> {
  const options = { deadlineMs: store.manifest.deadlineMs.push, vendor: store.manifest.name };
  for (let turns = 0; turns < 100; turns += 1) {
    const step = nextStep(operation, state.finished);
    if (!step || step.name === until) return state;
    // What is kept is stored as JSON between steps.
    const kept = JSON.parse(JSON.stringify(state.kept)) as JsonObject;
    const outcome = await runStep(operation, step.name, input, kept, env, options);
    if (!outcome.ok) return Object.assign(state, { problem: { step: step.name, problem: outcome.problem } });
    assert.equal(outcome.value.kind, 'done', 'stores do not wait');
    state.kept = { ...state.kept, ...outcome.value.keep };
    if (outcome.value.kind === 'done') state.result = { ...state.result, ...outcome.value.result };
    state.finished.push(step.name);
  }
  throw new Error(`${store.manifest.code}: an operation did not end in 100 turns`);
}

/** Every page of a pull, the cursor stored as JSON between them; `between` runs after each page. */
export async function pullOrders(
  store: Store,
  open: () => Promise<StoreEnv>,
  since?: Date,
  between?: (page: number) => Promise<void>,
): Promise<{ readonly items: StoreOrder[]; readonly pages: number; readonly problems: readonly string[] }> {
  const items: StoreOrder[] = [];
  const problems: string[] = [];
  let cursor: PullInput['cursor'];
  for (let pages = 1; pages < 500; pages += 1) {
    const page = await runOrders(store, { cursor, since }, await open());
    assert.ok(page.ok, JSON.stringify(page));
    items.push(...page.value.items);
    problems.push(...page.value.problems.map((p) => p.message));
    await between?.(pages);
    if (page.value.next === undefined) return { items, pages, problems };
    cursor = JSON.parse(JSON.stringify(page.value.next)) as JsonObject;
  }
  throw new Error('the pull never came to an end');
}
