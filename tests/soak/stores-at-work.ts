/**
 * All store platforms at once through the real engine on real PostgreSQL, while deliveries are lost, repeated and late, access
 * ends, calls fail or are too many, and sellers change and cancel orders. At the end every store's orders are here exactly once
 * as the store has them, and every purchase's number is at the platform exactly once.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type OpenStore,
  openHarnessStore,
  pullOrders,
  type StoreHarness,
  type StorePlayer,
} from '@scanship/connector-kit/conformance/store-conformance-harness';
import type { StoreOrder } from '@scanship/domain/stores/store-order';
import { platformOfCode } from '@scanship/domain/stores/store-platforms';
import { createSimulatorAdmin, type SimulatorAdmin } from '@scanship/simulator-kit/admin-client';
import { type RunningSimulatorHost, startSimulatorHost } from '@scanship/simulator-kit/simulator-host';
import { sql } from 'kysely';
import { makeStoreWorld, type StoreWorld } from '../../apps/server/test/store-world.ts';
import { allocateItems, applyShipped } from '../../apps/server/src/modules/orders/index.ts';
import { newId } from '../../apps/server/src/platform/database/ids.ts';
import { json } from '../../apps/server/src/platform/database/json-column.ts';
import { harnessSimulator } from '../conformance/harness-simulator.ts';
import {
  type RegisteredStoreUnderTest,
  registeredStores,
  storeSimulatorLoaders,
} from '../conformance/registered-stores.ts';
import { dice } from './faults-schedule.ts';
import { type LossyProxy, startLossyProxy } from './lossy-proxy.ts';

export interface StoresSoakOptions {
  readonly seconds: number;
  readonly seed: number;
  /** Codes of platforms; all that are registered when absent (`STORE_SOAK_ONLY` names some, for looking closer). */
  readonly only?: readonly string[] | undefined;
  /** Share of the deliveries that something happens to. */
  readonly disturbed?: number | undefined;
  /** How long everything may take to settle after the last disturbance. */
  readonly settleSeconds?: number | undefined;
}

export interface StoreVerdict {
  readonly code: string;
  readonly orders: number;
  readonly shipped: number;
  /** What is wrong, in words; empty when all is well. */
  readonly wrong: readonly string[];
  /** What happened to it. */
  readonly edits: number;
  readonly cancelled: number;
  readonly renewals: number;
}

export interface StoresSoak {
  readonly stores: readonly StoreVerdict[];
  readonly deliveries: LossyProxy['tally'];
  readonly settledSeconds: number;
}

const ADDRESS = {
  name: 'Test Shop',
  companyName: 'Test Shop',
  address1: '10 Sender Road',
  address2: null,
  city: 'Toronto',
  provinceCode: 'ON',
  zipcode: 'M5V 2T6',
  countryCode: 'CA',
  phone: '+1 416 555 0100',
  email: null,
};

interface Stage {
  readonly one: RegisteredStoreUnderTest;
  readonly code: string;
  /** Of its simulator, where faults are set. */
  readonly slug: string;
  readonly account: string;
  readonly player: StorePlayer;
  readonly judge: OpenStore;
  readonly storeId: string;
  readonly roll: () => number;
  /** Placed to be shipped: only noted, never cancelled or held. */
  readonly toShip: string[];
  readonly toChange: string[];
  /** Our number of each order that was shipped. */
  readonly numbers: Map<string, string>;
  edits: number;
  cancelled: number;
}

interface Soak {
  readonly world: StoreWorld;
  readonly proxy: LossyProxy;
  readonly host: RunningSimulatorHost;
  readonly admin: SimulatorAdmin;
  /** While the platforms' clocks are ahead nobody places, changes or ships anything. */
  frozen: boolean;
}

export async function soakStores(options: StoresSoakOptions): Promise<StoresSoak> {
  const dataDir = mkdtempSync(join(tmpdir(), 'stores-soak-'));
  const host = await startSimulatorHost({ port: 0, dataDir, simulators: storeSimulatorLoaders });
  const world = await makeStoreWorld({
    simulators: { addressOf: (slug) => Promise.resolve(host.addressOf(slug)), owns: (at) => host.owns(at) },
    sync: { sweepMs: 200, firstPauseMs: 200, concurrency: 16, perTenant: 16 },
    journal: { sweepMs: 100, timeScale: 0.05 },
  });
  const roll = dice(options.seed);
  const proxy = await startLossyProxy(world.origin, options.disturbed ?? 0.2, dice(options.seed + 1_000));
  const soak: Soak = { world, proxy, host, admin: createSimulatorAdmin(host.address), frozen: false };
  try {
    const stages: Stage[] = [];
    const only = options.only ?? process.env['STORE_SOAK_ONLY']?.split(',');
    const chosen = registeredStores.filter(({ store }) => only?.includes(store.manifest.code) ?? true);
    for (const [index, one] of chosen.entries()) stages.push(await connect(soak, one, dice(options.seed + index + 1)));
    // First imports are done and notifications set up before anything goes wrong.
    await world.sync();
    await world.application.startJobs();
    const until = Date.now() + options.seconds * 1000;
    await Promise.all([...stages.map((stage) => play(soak, stage, until)), disturb(soak, stages, roll, until)]);
    proxy.calm();
    for (const { slug, player, account } of stages) {
      await soak.admin.clearFaults(slug);
      await player.throttle(account, 'off');
    }
    return await settle(soak, stages, (options.settleSeconds ?? 60) * 1000);
  } finally {
    await proxy.close();
    await world.close();
    await host.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** As a seller connects it: consent through the callback, or keys on its page. All through the proxy, so deliveries come by it. */
async function connect(soak: Soak, one: RegisteredStoreUnderTest, roll: () => number): Promise<Stage> {
  const { world, proxy } = soak;
  const { manifest } = one.store;
  const { account, credentials = {} } = one.samples;
  const slug = manifest.simulatorSlug ?? manifest.code;
  const player = one.player(soak.host.address);
  // A connection of the judge's own, made while the platform's clock still goes right.
  const harness: StoreHarness = { samples: one.samples, player, simulator: harnessSimulator(soak.host, slug) };
  const judge = await openHarnessStore(one.store, harness, account);
  const admin = world.people.admin;
  const platformId = platformOfCode(manifest.code)?.id ?? 0;
  let body: object = { platformId, mode: 'simulator', credentials: { account, ...credentials } };
  if (manifest.connect === 'redirect') {
    const named =
      (manifest.accountKnown ?? 'before') === 'before' && manifest.fields.some(({ name }) => name === 'account');
    const query = new URLSearchParams({
      host: new URL(proxy.origin).host,
      mode: 'simulator',
      ...(named ? { shop: account } : {}),
    });
    const asked = await world.call<{ url: string }>(
      undefined,
      'GET',
      `/public/${platformId}/oauth?${query.toString()}`,
      undefined,
      proxy.origin,
    );
    if (asked.status !== 200) throw new Error(`${manifest.code}: ${asked.code}: ${asked.message}`);
    const back = new URLSearchParams(await player.consent(asked.data.url, 'allow', account));
    const returned = await world.browser.fetch(`${proxy.origin}/connect/${manifest.code}/callback?${back.toString()}`);
    const { searchParams } = new URL(returned.headers.get('location') ?? '', proxy.origin);
    body = {
      platformId,
      code: searchParams.get('code') ?? searchParams.get('spapi_oauth_code'),
      shop: searchParams.get('shop') ?? searchParams.get('selling_partner_id') ?? undefined,
    };
  } else {
    const fields = new Set(manifest.fields.map(({ name }) => name));
    body = {
      platformId,
      mode: 'simulator',
      credentials: Object.fromEntries(Object.entries({ account, ...credentials }).filter(([name]) => fields.has(name))),
    };
  }
  const added = await world.call<{ id: string }>(admin, 'POST', '/store/add', body, proxy.origin);
  if (added.status !== 200)
    throw new Error(`${manifest.code}: ${added.code}: ${added.message} ${JSON.stringify(added.errors)}`);
  const storeId = added.data.id;
  const addressed = await world.call(admin, 'PUT', `/store/address/${storeId}`, ADDRESS);
  if (addressed.status !== 200) throw new Error(`${manifest.code}: ${addressed.message}`);
  return {
    one,
    code: manifest.code,
    slug,
    account,
    player,
    judge,
    storeId,
    roll,
    toShip: [],
    toChange: [],
    numbers: new Map(),
    edits: 0,
    cancelled: 0,
  };
}

const ask = async (soak: Soak, { storeId }: Stage): Promise<void> => {
  await soak.world.call(soak.world.people.admin, 'POST', `/store/sync/${storeId}`);
};

/** The platform's own doings and those of our packer, until the time is over. */
async function play(soak: Soak, stage: Stage, until: number): Promise<void> {
  const { player, account, roll } = stage;
  // However short the run, something happens to everybody.
  const first = await player.placeOrders(account, 3, 'now');
  stage.toShip.push(...first.slice(1));
  const [noted] = first;
  if (noted !== undefined) {
    await player.changeOrder(account, noted, 'note');
    stage.edits += 1;
  }
  while (Date.now() < until) {
    if (soak.frozen) {
      await sleep(100);
      continue;
    }
    const placed = await player.placeOrders(account, 1 + Math.floor(roll() * 2), 'now');
    for (const id of placed) (roll() < 0.4 ? stage.toShip : stage.toChange).push(id);
    await change(stage);
    await ship(soak, stage);
    if (roll() < 0.5) await ask(soak, stage);
    await sleep(200 + roll() * 400);
  }
}

async function change(stage: Stage): Promise<void> {
  const { player, account, roll, toShip, toChange } = stage;
  const noted = toShip[Math.floor(roll() * toShip.length)];
  const other = toChange[Math.floor(roll() * toChange.length)];
  if (noted !== undefined && roll() < 0.3) {
    await player.changeOrder(account, noted, 'note');
    stage.edits += 1;
  }
  if (other === undefined) return;
  const how = roll();
  if (how < 0.3) await player.changeOrder(account, other, 'note');
  else if (how < 0.5) {
    await player.changeOrder(account, other, 'cancel');
    // What is cancelled stays so.
    toChange.splice(toChange.indexOf(other), 1);
    stage.cancelled += 1;
  } else return;
  stage.edits += 1;
}

/** Buys a label for one order that is here and open, as the shipments module does. */
async function ship(soak: Soak, stage: Stage): Promise<void> {
  const { world } = soak;
  const { tenantId, userId } = world.people.admin;
  const waiting = stage.toShip.filter((id) => !stage.numbers.has(id));
  if (waiting.length === 0) return;
  const ctx = { tenantId, userId };
  await world.database.db.tenant(ctx, async (tx) => {
    const { rows } = await sql<{ id: string; external_id: string; line: number; quantity: number }>`
      SELECT o.id, o.external_id, i.line, i.qty - i.qty_cancelled AS quantity FROM orders o
      JOIN order_items i ON i.tenant_id = o.tenant_id AND i.order_id = o.id
      WHERE o.id = (SELECT id FROM orders WHERE store_id = ${stage.storeId} AND external_id = ANY (${waiting}::text[])
        AND tab = 'unfulfilled' ORDER BY id LIMIT 1) AND i.qty > i.qty_cancelled ORDER BY i.line`.execute(tx);
    const [first] = rows;
    if (!first) return;
    const shipmentId = newId();
    const trackingNumber = `1Z${shipmentId.replaceAll('-', '').slice(-16).toUpperCase()}`;
    const items = rows.map(({ line, quantity }) => ({ line, quantity }));
    const address = json({ countryCode: 'CA' });
    await tx
      .insertInto('shipments')
      .values({
        tenant_id: tenantId,
        id: shipmentId,
        state: 'bought',
        from_address: address,
        to_address: address,
        slug: 'ups',
      })
      .execute();
    await allocateItems(ctx, tx, { orderId: first.id, items });
    await applyShipped(ctx, tx, { orderId: first.id, items, trackingNumbers: [trackingNumber], now: new Date() });
    await world.application.stores.follower.onShipmentBought?.(tx, {
      tenantId,
      shipmentId,
      orders: [{ orderId: first.id, items }],
      parcels: [{ number: 1, trackingNumber, trackingUrl: `https://track.example/${trackingNumber}` }],
      carrier: { slug: 'ups', name: 'UPS' },
      serviceName: 'Ground',
      test: false,
      replacesId: undefined,
      userId,
    });
    stage.numbers.set(first.external_id, trackingNumber);
  });
}

/** Access ends once for all; budgets are used up, calls fail and answers are lost, here and there. */
async function disturb(soak: Soak, stages: readonly Stage[], roll: () => number, until: number): Promise<void> {
  const started = Date.now();
  let ended = false;
  while (Date.now() < until) {
    for (const { slug, player, account } of stages) {
      const seed = Math.floor(roll() * 1_000_000) + 1;
      await soak.admin.setFaults(slug, [
        { kind: 'quota', probability: 0.05, retryAfterSeconds: 1, seed },
        { kind: 'status-before-effect', effect: 'read', probability: 0.05, status: 500, seed },
        { kind: 'drop-after-effect', effect: 'effect', probability: 0.1, seed },
      ]);
      if (roll() < 0.1) await player.throttle(account, 'moment');
    }
    if (!ended && Date.now() - started > (until - started) / 3) {
      ended = true;
      await endAccess(soak, stages);
    }
    await sleep(1_500);
  }
}

/**
 * Access ends by the platforms' clocks going hours ahead for a moment. What would happen meanwhile would lie in the future
 * afterwards, so everything but the engine's own questions waits.
 */
async function endAccess(soak: Soak, stages: readonly Stage[]): Promise<void> {
  soak.frozen = true;
  for (const { slug } of stages) await soak.admin.clearFaults(slug);
  await sleep(700);
  for (const end = Date.now() + 8_000; Date.now() < end && (await openReports(soak)) > 0; ) await sleep(200);
  for (const { player } of stages) await player.expireAccess();
  for (const stage of stages) await ask(soak, stage);
  await sleep(2_000);
  for (const { player } of stages) await player.reset();
  soak.frozen = false;
}

const openReports = ({ world }: Soak): Promise<number> =>
  world.database.db.tenant(world.people.admin, async (tx) => {
    const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM effects
      WHERE kind = 'fulfilment_push' AND state IN ('planned', 'reserved', 'sending', 'unknown', 'confirmed')`.execute(
      tx,
    );
    return rows[0]?.n ?? 0;
  });

interface Here {
  readonly external_id: string;
  readonly number: string;
  readonly note: string | null;
  readonly cancelled: boolean;
  readonly hold: string | null;
  readonly total: string;
  readonly units: number;
  readonly state: string;
}

const ordersHere = (soak: Soak, { storeId }: Stage): Promise<readonly Here[]> =>
  soak.world.database.db.tenant(soak.world.people.admin, async (tx) => {
    const { rows } = await sql<Here>`SELECT o.external_id, o.number, d.notes ->> 'customer' AS note,
        o.cancelled_at IS NOT NULL AS cancelled, d.imported -> 'hold' ->> 'code' AS hold, o.total_minor::text AS total,
        (SELECT coalesce(sum(i.qty), 0)::int FROM order_items i WHERE i.tenant_id = o.tenant_id AND i.order_id = o.id) AS units,
        o.import_state AS state
      FROM orders o JOIN order_details d ON d.tenant_id = o.tenant_id AND d.order_id = o.id
      WHERE o.store_id = ${storeId}`.execute(tx);
    return rows;
  });

const asHere = (order: StoreOrder): Omit<Here, 'external_id'> => ({
  number: order.number || order.externalId,
  note: order.buyerNote?.trim() || null,
  cancelled: order.cancelledAt !== undefined,
  hold: order.hold?.code ?? null,
  total: String(order.total.minor),
  units: order.lines.filter(({ needsShipping }) => needsShipping).reduce((n, { quantity }) => n + quantity, 0),
  state: 'ok',
});

/** How our report stands, for the message. */
const pushOf = (soak: Soak, { storeId }: Stage, externalId: string): Promise<string> =>
  soak.world.database.db.tenant(soak.world.people.admin, async (tx) => {
    const { rows } = await sql<{ state: string; problem: object | null }>`
      SELECT e.state, e.attempt, e.due_at, e.problem FROM effects e JOIN orders o ON o.tenant_id = e.tenant_id AND o.id = e.subject_id
      WHERE o.store_id = ${storeId} AND o.external_id = ${externalId} AND e.kind = 'fulfilment_push'`.execute(tx);
    return JSON.stringify(rows);
  });

const inOrder = (record: object): string =>
  JSON.stringify(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)));

async function judge(soak: Soak, stage: Stage): Promise<StoreVerdict> {
  const { one, code, player, account } = stage;
  const there = await pullOrders(one.store, () => Promise.resolve(stage.judge.env));
  const here = await ordersHere(soak, stage);
  const wrong: string[] = there.problems.map((message) => `unreadable: ${message}`);
  const seen = new Map(here.map((row) => [row.external_id, row]));
  if (seen.size !== here.length) wrong.push(`${here.length - seen.size} orders are here twice`);
  const theirs = new Map(there.items.map((order) => [order.externalId, order]));
  for (const id of seen.keys()) if (!theirs.has(id)) wrong.push(`${id} is here and not there`);
  for (const [id, order] of theirs) {
    const row = seen.get(id);
    if (!row) {
      wrong.push(`${id} is missing`);
      continue;
    }
    const { external_id: _id, ...own } = row;
    const wanted = inOrder(asHere(order));
    const got = inOrder(own);
    if (wanted !== got) wrong.push(`${id} differs: ${got} here, ${wanted} there`);
  }
  for (const id of stage.toShip) if (!stage.numbers.has(id)) wrong.push(`${id} was not shipped`);
  // A platform that only gives orders is told nothing.
  for (const [id, number] of one.store.manifest.capabilities.fulfil ? stage.numbers : []) {
    const told = (await player.reports(account, id))
      .filter(({ live }) => live)
      .flatMap((report) => report.trackingNumbers);
    if (told.filter((each) => each === number).length !== 1 || told.length !== 1)
      wrong.push(`${id} was told [${told.join()}], not ${number} once (${await pushOf(soak, stage, id)})`);
  }
  return {
    code,
    orders: theirs.size,
    shipped: stage.numbers.size,
    wrong,
    edits: stage.edits,
    cancelled: stage.cancelled,
    renewals: await player.renewals(account),
  };
}

/** Asks every store again until all agrees, or the time is over; nothing helps along but what the engine does by itself. */
async function settle(soak: Soak, stages: readonly Stage[], withinMs: number): Promise<StoresSoak> {
  const started = Date.now();
  let verdicts: StoreVerdict[] = [];
  let open = [...stages];
  const settled = new Map<string, StoreVerdict>();
  for (let round = 0; ; round += 1) {
    for (const stage of open) {
      // Asking costs calls, of which some platforms allow few.
      if (round % 4 === 0) await ask(soak, stage);
      // What came late is shipped late.
      for (const id of stage.toShip) if (!stage.numbers.has(id)) await ship(soak, stage);
    }
    await sleep(1_500);
    for (const stage of open) {
      const verdict = await judge(soak, stage);
      settled.set(stage.code, verdict);
    }
    open = open.filter(({ code }) => (settled.get(code)?.wrong.length ?? 1) > 0);
    verdicts = stages.flatMap(({ code }) => settled.get(code) ?? []);
    if (open.length === 0 || Date.now() - started > withinMs) break;
  }
  return { stores: verdicts, deliveries: { ...soak.proxy.tally }, settledSeconds: (Date.now() - started) / 1000 };
}
