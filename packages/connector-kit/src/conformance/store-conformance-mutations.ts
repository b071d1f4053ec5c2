/** Every field of every recorded answer damaged in turn: no crash, no lost sibling, no wrong value. */
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { freshDrive } from './conformance-harness.ts';
import { playAll, recording, replaying, report, type Recorded } from './conformance-mutations.ts';
import { onlyAsks } from '../http/http-faults.ts';
import { survival, type Mutation } from './mutations.ts';
import { runStep } from '../steps/step-runner.ts';
import type { FulfilResult, PullPage, Store } from '../store/store.ts';
import type { StoreEnv } from '../store/store-environment.ts';
import {
  driveStore,
  openHarnessStore,
  storeCase,
  type StoreCase,
  type StoreColumn,
  type StoreHarness,
} from './store-conformance-harness.ts';
import { runOrders, runOrdersById, runProducts, runStoreTest } from '../store/store-run.ts';
import { parseXml } from '../xml/xml.ts';
import type { Result } from '@scanship/domain/values/result';
import type { ConnectorProblem } from '../errors.ts';

const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};

/** Parsed once for all damage of one answer. */
const parsedXml = new WeakMap<Recorded, unknown>();

/** Items of an element that holds nothing but elements of one name; XML has no null, and no lists but these. */
function xmlItems(recorded: Recorded, names: readonly string[]): readonly unknown[] | undefined {
  const tree = parsedXml.get(recorded) ?? parseXml(recorded.response.text(), { vendor: 'the record' });
  parsedXml.set(recorded, tree);
  const node = names.reduce<unknown>((value, name) => membersOf(value)[name.replace(/^.*:/, '')], tree);
  const [items, ...others] = Object.entries(membersOf(node)).filter(([name]) => !name.startsWith('@'));
  return items !== undefined && others.length === 0 ? [items[1]].flat() : undefined;
}

const parsedJson = new WeakMap<Recorded, unknown>();

/** What was there before the damage. */
function original(recorded: Recorded, path: string): unknown {
  const text = recorded.response.text();
  const names = path.split(/[.[\]]+/).filter((name) => name !== '');
  if (text.trimStart().startsWith('<')) return xmlItems(recorded, names);
  const json = parsedJson.get(recorded) ?? (JSON.parse(text) as unknown);
  parsedJson.set(recorded, json);
  return names.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined,
    json,
  );
}

/** Empty texts stand for what a platform did not say. */
const withoutEmpty = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_key, v: unknown) => (v === '' ? undefined : v))) as unknown;

type Item = { readonly externalId: string };

/**
 * The rule for pages: items that were not touched are the same; the touched one is the same, says less with a message, or
 * is left out with a message. A list from which an item was taken cannot be told from a list that never had it.
 * @param named items were asked for by name, so that null in a list means that there is none
 */
function judgePage(
  whole: PullPage<Item>,
  mutation: Mutation,
  recorded: Recorded,
  got: PullPage<Item>,
  named: boolean,
): string | undefined {
  // Null means that the platform said nothing: a value in its place is a value, not damage.
  if (mutation.how === 'retyped' && original(recorded, mutation.path) === null) return undefined;
  const gone = mutation.how === 'removed' || (named && mutation.how === 'nulled');
  const taken = gone && mutation.path.endsWith(']');
  const strange = got.items.filter((item) => !whole.items.some((w) => w.externalId === item.externalId));
  if (strange.length > 0) return `an item that is not there: ${strange[0]?.externalId}`;
  const missing = whole.items.filter((w) => !got.items.some((item) => item.externalId === w.externalId));
  if (missing.length > 1) return `lost siblings: ${missing.length}`;
  const said = got.problems.length > whole.problems.length;
  if (missing.length > 0 && !said && !taken) return 'an item was lost without a message';
  const differing: string[] = [];
  for (const item of got.items) {
    const base = whole.items.find((w) => w.externalId === item.externalId);
    if (isDeepStrictEqual(base, item) || isDeepStrictEqual(withoutEmpty(base), withoutEmpty(item))) continue;
    differing.push(item.externalId);
    if (taken) continue;
    const { wrong, lostItems } = survival(withoutEmpty(base), withoutEmpty(item));
    if (wrong.length > 0) return `wrong value at ${wrong.join(', ')} of ${item.externalId}`;
    const damaged = mutation.how === 'retyped' || mutation.how === 'garbled' || Object.keys(lostItems).length > 0;
    if (damaged && !said) return `${item.externalId} says less without a message`;
  }
  return differing.length + missing.length > 1 ? `more than one item changed: ${differing.join(', ')}` : undefined;
}

function pageCase(
  store: Store,
  harness: StoreHarness,
  column: StoreColumn,
  name: string,
  ask: (env: StoreEnv) => Promise<Result<PullPage<Item>, ConnectorProblem>>,
  prepare: () => Promise<unknown>,
  named = false,
): StoreCase {
  const vendor = store.manifest.name;
  return storeCase(column, `damaged ${name}: no crash, no lost sibling, no wrong value`, async () => {
    await prepare();
    // The store with little in it, so that damaging every field stays affordable.
    const record = recording((await openHarnessStore(store, harness, harness.samples.otherAccount)).env);
    const whole = await ask(record.env);
    assert.ok(whole.ok && whole.value.items.length >= 2, 'two items are needed to see a lost sibling');
    const same = await ask(replaying(record.env, vendor, record.taken, -1, new Uint8Array()));
    assert.deepEqual(same, whole, 'a replay of the whole record gives the same');
    const tally = await playAll(vendor, record.env, record.taken, ask, (mutation, recorded, result) => {
      // Where the platform leaves empty lists out, one that was taken cannot be told from an empty one.
      const emptied =
        harness.samples.lacks?.includes('empty-lists') === true &&
        (mutation.how === 'removed' || mutation.how === 'nulled') &&
        Array.isArray(original(recorded, mutation.path));
      if (result.ok) return emptied ? undefined : judgePage(whole.value, mutation, recorded, result.value, named);
      return mutation.insideItem ? `one bad item failed the whole page: ${result.problem.message}` : undefined;
    });
    const rounds = 20;
    const before = process.cpuUsage();
    for (let i = 0; i < rounds; i += 1) await ask(replaying(record.env, vendor, record.taken, -1, new Uint8Array()));
    const { user, system } = process.cpuUsage(before);
    const kilobytes = record.taken.reduce((sum, r) => sum + r.response.bytes.length, 0) / 1000;
    const ms = (user + system) / 1000 / rounds;
    return `${report(tally)}; CPU ${ms.toFixed(2)} ms for ${kilobytes.toFixed(1)} kB`;
  });
}

export function storeMutationCases(store: Store, harness: StoreHarness): StoreCase[] {
  const { player, samples } = harness;
  const { fulfil, manifest } = store;
  const cases: StoreCase[] = [];
  const { otherAccount } = samples;
  if (store.orders)
    cases.push(
      pageCase(
        store,
        harness,
        'orders',
        'pages of orders',
        (env) => runOrders(store, {}, env),
        () => player.placeOrders(otherAccount, 2),
      ),
    );
  if (store.ordersById) {
    let ids: readonly string[] = [];
    cases.push(
      pageCase(
        store,
        harness,
        'orders',
        'single orders',
        (env) => runOrdersById(store, ids, env),
        async () => {
          ids = await player.placeOrders(otherAccount, 2);
        },
        true,
      ),
    );
  }
  if (store.products)
    cases.push(
      pageCase(
        store,
        harness,
        'products',
        'pages of products',
        (env) => runProducts(store, {}, env),
        () => player.stockProducts(otherAccount, 2),
      ),
    );
  cases.push(
    storeCase('connect', 'damaged answers to the test of the connection: no crash, no wrong value', async () => {
      const record = recording((await openHarnessStore(store, harness)).env);
      const whole = await runStoreTest(store, record.env);
      assert.ok(whole.ok, JSON.stringify(whole));
      const tally = await playAll(
        manifest.name,
        record.env,
        record.taken,
        (env) => runStoreTest(store, env),
        (_mutation, _recorded, result) =>
          result.ok && result.value.accountName !== whole.value.accountName
            ? `another name: ${result.value.accountName}`
            : undefined,
      );
      return report(tally);
    }),
  );
  if (fulfil)
    for (const step of fulfil.steps.slice(0, 2))
      cases.push(
        storeCase('push', `damaged answers to "${step.name}": no crash, nothing wrong kept`, async () => {
          const options = { deadlineMs: manifest.deadlineMs.push, vendor: manifest.name };
          const { env } = await openHarnessStore(store, harness);
          const [id = ''] = await player.placeOrders(samples.account, 1);
          const order = await runOrdersById(store, [id], env);
          assert.ok(order.ok && order.value.items[0]);
          const input = {
            externalOrderId: id,
            lines: order.value.items[0].lines.map((l) => ({
              externalLineId: l.externalLineId,
              group: l.group,
              quantity: l.quantity,
            })),
            parcels: [{ trackingNumber: `MUT${Date.now()}${cases.length}` }],
            carrier: { slug: 'ups', name: 'UPS' },
            notifyBuyer: false,
            reference: 'P0000000MUTATION',
          };
          const state = await driveStore(store, fulfil, input, env, freshDrive<FulfilResult>(), step.name);
          const record = recording(env);
          const whole = await runStep(fulfil, step.name, input, state.kept, record.env, options);
          assert.ok(whole.ok, JSON.stringify(whole));
          const { value } = whole;
          const costly = step.effect === 'create' || step.effect === 'pay';
          const tally = await playAll(
            manifest.name,
            record.env,
            record.taken,
            (e) => runStep(fulfil, step.name, input, state.kept, e, options),
            (mutation, recorded, result) => {
              const made = costly && !onlyAsks(recorded.request);
              if (!result.ok)
                return made && result.problem.kind !== 'unknown-effect'
                  ? `a report that was made ends as ${result.problem.kind}`
                  : undefined;
              if (mutation.how === 'removed' && mutation.path.endsWith(']')) return undefined;
              const { wrong, lostItems } = survival(withoutEmpty(value), withoutEmpty(result.value));
              if (wrong.length > 0) return `wrong value at ${wrong.join(', ')}`;
              return Object.keys(lostItems).length > 0 ? `lost ${JSON.stringify(lostItems)}` : undefined;
            },
          );
          // Some platforms answer a report with nothing but a status and an address.
          if (record.taken.every((r) => /^\s*(?:\{\s*\}\s*)?$/.test(r.response.text())))
            return 'its answer holds nothing';
          return report(tally);
        }),
      );
  return cases;
}
