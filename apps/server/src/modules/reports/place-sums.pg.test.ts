/** Lanes and zones: whatever is bought, cancelled and made again by whom, their sums are those of the labels. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { makeWorld, type TestWorld } from '../../../test/app-kit.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { withClient } from '../../platform/database/connection.ts';
import { newId } from '../../platform/database/ids.ts';
import { json } from '../../platform/database/json-column.ts';
import { silentLogger } from '../../platform/logging/logger.ts';
import { addDays, dayIn } from '../../platform/time-zone.ts';
import { createRollupWorker, type RollupWorker } from '../dashboard/rollup-worker.ts';
import { laneName, readLanes, readZones } from './place-sums.ts';

let database: TestDatabase;
let world: TestWorld;
let worker: RollupWorker;
const NOW = new Date('2026-06-15T16:00:00Z');
const ZONE = 'America/Toronto';
const workerOf = (): RollupWorker =>
  createRollupWorker({ db: database.db, clock: { now: () => NOW }, log: silentLogger(), withTest: false });

beforeAll(async () => {
  database = await createTestDatabase({ maxConnections: 8 });
  world = await makeWorld(database.db);
  worker = workerOf();
});
afterAll(() => database.drop());

interface Label {
  readonly id: string;
  readonly tenantId: string;
  readonly at: Date;
  readonly lane: string;
  readonly slug: string;
  readonly zone: string;
  readonly parcels: number;
  readonly price: number;
  readonly cost: number;
  /** On an account of the franchise's. */
  readonly sold: boolean;
  readonly test: boolean;
  voided: boolean;
}

let seed = 7;
const random = (below: number): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((seed / 2_147_483_648) * below);
};
const oneOf = <T>(of: readonly T[]): T => of[random(of.length)] as T;
const PLACES = ['CA-ON', 'CA-BC', 'US-NY', 'DE-'];
const placeOf = (place: string) => ({ countryCode: place.slice(0, 2), provinceCode: place.slice(3) });

async function buy(tenantId: string, n: number): Promise<Label> {
  const [from, to] = [oneOf(PLACES.slice(0, 2)), oneOf(PLACES)];
  const label: Label = {
    id: newId(),
    tenantId,
    // Around the ends of months and of days.
    at: new Date(Date.parse('2026-04-28T00:00:00Z') + random(40) * 86_400_000 + random(24) * 3_600_000),
    lane: `${from}>${to}`,
    slug: oneOf(['ups', 'rate-sheet']),
    zone: oneOf(['', '2', 'Far West']),
    parcels: 1 + random(3),
    price: 500 + random(2_000),
    cost: 400 + random(2_000),
    sold: n % 4 !== 0,
    test: n % 9 === 0,
    voided: false,
  };
  // Half of the rate sheet's were bought before zones were kept.
  const old = label.slug === 'rate-sheet' && label.zone !== '' && n % 2 === 0;
  const purchase = newId();
  await database.db.tenant({ tenantId }, async (tx) => {
    const lines = [
      { kind: 'fuel', code: 'fuel', label: 'Standard to Mars, 3 kg', amount: { minor: 1, currency: 'CAD' } },
      {
        kind: 'base',
        code: 'freight',
        label: `Standard to ${label.zone}, 2.5 kg`,
        amount: { minor: 1, currency: 'CAD' },
      },
    ];
    await tx
      .insertInto('shipments')
      .values({
        tenant_id: tenantId,
        id: label.id,
        state: 'bought',
        test: label.test,
        from_address: json(placeOf(from)),
        to_address: json(placeOf(to)),
        slug: label.slug,
        service: 'S',
        service_name: 'Standard',
        zone: old || label.zone === '' ? null : label.zone,
        price_lines: json(old ? lines : []),
        price_minor: label.price,
        currency: 'CAD',
        bought_at: label.at,
      })
      .execute();
    await tx
      .insertInto('purchases')
      .values({
        tenant_id: tenantId,
        id: purchase,
        shipment_id: label.id,
        piece: 1,
        kind: 'buy',
        grant_id: newId(),
        slug: label.slug,
        intent_key: purchase,
        request_hash: 'x',
        carrier_ref: purchase.replaceAll('-', '').slice(-16).toUpperCase(),
        carrier_uuid: newId(),
        state: 'complete',
      })
      .execute();
    await tx
      .insertInto('parcels')
      .values(
        Array.from({ length: label.parcels }, (_, at) => ({
          tenant_id: tenantId,
          shipment_id: label.id,
          no: at + 1,
          weight_g: 100,
        })),
      )
      .execute();
  });
  if (label.sold)
    await database.db.tenant({ tenantId: world.first.id }, (tx) =>
      tx
        .insertInto('price_chain')
        .values({
          tenant_id: world.first.id,
          id: newId(),
          purchase_id: purchase,
          from_tenant: world.first.id,
          to_tenant: tenantId,
          cost_minor: label.cost,
          price_minor: label.price,
          currency: 'CAD',
        })
        .execute(),
    );
  return label;
}

const NOTHING = { labels: 0, voided: 0, sold: 0, sold_minor: 0, cost_minor: 0, spend_minor: 0 };
type Sums = typeof NOTHING;
const LANE_FIELDS = ['labels', 'voided', 'sold', 'sold_minor', 'cost_minor'] as const;

/** Sums of labels by hand. */
const sumsOf = (labels: readonly Label[], key: (label: Label) => string): Readonly<Record<string, Sums>> => {
  const sums: Record<string, Sums> = {};
  for (const label of labels) {
    const sum = (sums[key(label)] ??= { ...NOTHING });
    if (label.voided) sum.voided += label.parcels;
    else {
      sum.labels += label.parcels;
      sum.spend_minor += label.price;
      sum.sold += label.sold ? 1 : 0;
      sum.sold_minor += label.sold ? label.price : 0;
      sum.cost_minor += label.sold ? label.cost : 0;
    }
  }
  return sums;
};
const listed = (sums: Readonly<Record<string, Sums>>, fields: readonly (keyof Sums)[]) =>
  Object.fromEntries(Object.entries(sums).map(([key, sum]) => [key, fields.map((field) => sum[field])]));

const within = (labels: readonly Label[], from: string, to: string, withTest: boolean) =>
  labels.filter(({ at, test: isTest }) => {
    const day = dayIn(at, ZONE);
    return day >= from && day <= to && (withTest || !isTest);
  });

const zoneKey = ({ slug, zone }: Label): string => (zone === '' ? 'none' : `${slug} · ${zone}`);
const some = (sums: { readonly labels: number; readonly voided: number }) => sums.labels + sums.voided !== 0;

async function agree(labels: readonly Label[]): Promise<void> {
  for (const [from, to, withTest] of [
    ['2026-04-28', '2026-06-07', false],
    ['2026-05-01', '2026-05-31', true],
    ['2026-05-03', '2026-05-09', false],
    ['2026-04-30', '2026-06-01', true],
  ] as const) {
    const days = { now: { from, to }, before: { from: addDays(from, -400), to: addDays(from, -1) } };
    const ask = { currency: 'CAD', days, withTest };
    const shown = within(labels, from, to, withTest);
    const earlier = within(labels, days.before.from, days.before.to, withTest);
    const lanes = await database.db.tenant({ tenantId: world.first.id }, (tx) =>
      readLanes(tx, { ...ask, tenantId: world.first.id }, 'en'),
    );
    const named = ({ lane }: Label) => laneName(lane, 'en') ?? '';
    for (const [span, expected] of [
      ['now', listed(sumsOf(shown, named), LANE_FIELDS)],
      ['before', listed(sumsOf(earlier, named), LANE_FIELDS)],
    ] as const)
      expect(
        Object.fromEntries(
          lanes
            .filter((row) => some(row[span]))
            .map((row) => {
              const { labels: all, voided, sold, sold_minor, cost_minor } = row[span];
              return [row.name, [all, voided, sold, sold_minor, cost_minor]];
            }),
        ),
      ).toEqual(expected);
    for (const tenantId of [world.people.admin.tenantId, world.people.basic.tenantId]) {
      const zones = await database.db.tenant({ tenantId }, (tx) => readZones(tx, { ...ask, tenantId }, (slug) => slug));
      const own = sumsOf(
        shown.filter((each) => each.tenantId === tenantId),
        zoneKey,
      );
      expect(
        Object.fromEntries(
          zones
            .filter(({ now }) => some(now))
            .map(({ name, now }) => [name ?? 'none', [now.labels, now.voided, now.spend_minor]]),
        ),
      ).toEqual(listed(own, ['labels', 'voided', 'spend_minor']));
    }
  }
}

const labels: Label[] = [];

test('are the sums of the labels by lane and zone, for any days, whoever made them and however often', async () => {
  const customers = [world.people.admin.tenantId, world.people.basic.tenantId];
  for (let n = 0; n < 120; n += 1) labels.push(await buy(oneOf(customers), n));
  const other = workerOf();
  await Promise.all([worker.work(), other.work()]);
  await worker.work();
  await agree(labels);
  for (const label of labels.filter((_, n) => n % 5 === 0)) {
    label.voided = true;
    await database.db.tenant(label, (tx) =>
      tx.updateTable('shipments').set({ state: 'voided' }).where('id', '=', label.id).execute(),
    );
  }
  await Promise.all([worker.work(), other.work()]);
  await worker.work();
  await agree(labels);
});

const forget = async (): Promise<void> => {
  for (const tenantId of [world.first.id, world.platformId])
    await database.db.tenant({ tenantId }, (tx) =>
      tx.deleteFrom('lane_days').where('tenant_id', '=', tenantId).execute(),
    );
  for (const tenantId of [world.people.admin.tenantId, world.people.basic.tenantId])
    await database.db.tenant({ tenantId }, (tx) =>
      tx.deleteFrom('zone_days').where('tenant_id', '=', tenantId).execute(),
    );
};
const asMigrator = (text: string) => withClient(database.migrator, (client) => client.query(text));
const waitingDays = async (): Promise<readonly string[]> =>
  (await asMigrator(`SELECT DISTINCT at::date::text AS day FROM rollup_due ORDER BY 1`)).rows.map(({ day }) => day);

test('days of a release that knew no places are made again, of two years, some at a time', async () => {
  const old = await buy(world.people.basic.tenantId, 1);
  await database.db.tenant(old, (tx) =>
    tx
      .updateTable('shipments')
      .set({ bought_at: new Date('2024-07-01T16:00:00Z') })
      .where('id', '=', old.id)
      .execute(),
  );
  await worker.work();
  await forget();
  await worker.askForPlaces();
  const waiting = await waitingDays();
  expect(waiting[0]).toBe('2024-07-01');
  expect(await worker.round()).toMatchObject({ more: true });
  // A turn is short, and both ends of what waits get theirs.
  const left = await waitingDays();
  expect([(left[0] ?? '') > '2024-07-01', (left.at(-1) ?? '') < (waiting.at(-1) ?? '')]).toEqual([true, true]);
  expect(left.length).toBeGreaterThan(waiting.length / 2);
  expect(left.length).toBeLessThan(waiting.length);
  expect(await worker.work()).toBe(2);
  await agree(labels);
  const { rows } = await asMigrator(
    `SELECT sum(labels)::int AS n FROM lane_days WHERE day = '2024-07-01' AND tenant_id = '${world.first.id}'`,
  );
  expect(rows).toEqual([{ n: old.parcels }]);
  await worker.askForPlaces();
  expect(await worker.work()).toBe(0);
  // Of an erased customer they stay as they were counted: its labels are gone.
  const stateOf = (state: string) =>
    asMigrator(`UPDATE tenants SET state = '${state}' WHERE id = '${world.people.basic.tenantId}'`);
  await stateOf('closed');
  await forget();
  await worker.askForPlaces();
  expect(await worker.work()).toBe(1);
  await stateOf('active');
  await worker.askForPlaces();
  expect(await worker.work()).toBe(1);
  await agree(labels);
});

test('so are days of which only the money differs; one customer that fails stops no other', async () => {
  for (const [tenantId, table, column] of [
    [world.people.admin.tenantId, 'zone_days', 'spend_minor'],
    [world.first.id, 'lane_days', 'cost_minor'],
  ] as const)
    await database.db.tenant({ tenantId }, async (tx) => {
      const [row] = (await sql<Record<string, number>>`SELECT * FROM ${sql.table(table)} LIMIT 1`.execute(tx)).rows;
      await sql`WITH it AS (SELECT ctid FROM ${sql.table(table)} LIMIT 1) DELETE FROM ${sql.table(table)} WHERE ctid IN (SELECT ctid FROM it)`.execute(
        tx,
      );
      await tx
        .insertInto(table)
        .values({ ...row, [column]: (row?.[column] ?? 0) + 1 } as never)
        .execute();
    });
  await worker.askForPlaces();
  expect(await worker.work()).toBeGreaterThan(0);
  await agree(labels);
  await forget();
  const zoneOf = (zone: string) =>
    asMigrator(`UPDATE tenants SET time_zone = '${zone}' WHERE id = '${world.people.admin.tenantId}'`);
  const [was] = (await asMigrator(`SELECT time_zone FROM tenants WHERE id = '${world.people.admin.tenantId}'`)).rows;
  await zoneOf('Nowhere/None');
  await worker.askForPlaces();
  expect(await worker.work()).toBe(1);
  await zoneOf(was.time_zone);
  await worker.askForPlaces();
  expect(await worker.work()).toBe(1);
  await agree(labels);
});

test('a lane is said with the countries where they differ', () => {
  expect(laneName('CA-ON>CA-BC', 'en')).toBe('Ontario → British Columbia');
  expect(laneName('CA-QC>US-NY', 'fr')).toBe('Québec (CA) → New York (US)');
  expect(laneName('CA-ON>DE-', 'fr')).toBe('Ontario (CA) → Allemagne');
  expect(laneName('->-', 'en')).toBeNull();
});
