/** Exactly one version of mark-ups holds at any moment, whatever was published, dated, taken back and undone, and for the release before too. */
import type { MarkupRuleInput } from '@scanship/contracts/money/markups';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeTenantTree, type TenantTree } from '../../../../test/tenant-tree.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/test-database.ts';
import { withClient } from '../../../platform/database/connection.ts';
import { type Database, openDatabase } from '../../../platform/database/database.ts';
import { silentLogger } from '../../../platform/logging/logger.ts';
import { createMarkupFollower } from './follow-dated.ts';
import { type Moment, readMarkupLevels, rulesFor } from './levels.ts';
import { readPlan, readVersions } from './plans.ts';
import { publishPlan, withdrawVersion } from './publish-plan.ts';

let database: TestDatabase;
let second: Database;
let tree: TenantTree;
let level: { tenantId: string; userId: null; currency: string };
let buyer = '';
beforeAll(async () => {
  database = await createTestDatabase();
  second = openDatabase({ connection: database.app, maxConnections: 4 });
  tree = await makeTenantTree(database.db);
  level = { tenantId: tree.franchises[0], userId: null, currency: 'CAD' };
  buyer = tree.customers[0].tenantId;
});
beforeEach(() => forgetAll());
afterAll(async () => {
  await second.close();
  await database.drop();
});

const rule = (percentBp: number, fixedMinor = 0): MarkupRuleInput => ({
  name: '',
  scope: {},
  percentBp,
  fixedMinor,
  floorMinor: null,
  capMinor: null,
  firstDay: null,
  lastDay: null,
});
const clockNow = async (): Promise<Moment> =>
  database.db.tenant(level, async (tx) => {
    const { rows } = await sql<{ at: Moment }>`SELECT clock_timestamp()::text AS at`.execute(tx);
    return rows[0]?.at ?? '';
  });
const published = async (
  whose: string | null,
  rules: readonly MarkupRuleInput[],
  more: { used?: boolean; startsAt?: Date } = {},
) => {
  const { version } = await database.db.tenant(level, (tx) => readPlan(tx, level, whose));
  const done = await publishPlan(database.db, level, whose, {
    rules,
    used: more.used ?? true,
    version,
    startsAt: more.startsAt,
  });
  expect(done).toEqual({ ok: true, value: undefined });
  return version + 1;
};
const percents = async (whose: string | null, at?: Moment): Promise<number[]> =>
  (await database.db.tenant(level, (tx) => rulesFor(tx, whose, at))).map((row) => row.percent_bp);
/** As the release before reads the rules of a quote. */
const percentsBefore = async (whose: string, at: Moment): Promise<number[]> =>
  database.db.tenant(level, async (tx) => {
    const { rows } = await sql<{ percent_bp: number }>`SELECT r.percent_bp FROM markup_rules r
      WHERE r.plan_id = (SELECT p.id FROM markup_plans p
          WHERE p.buyer_tenant_id IS NULL OR (p.buyer_tenant_id = ${whose}::uuid AND p.used)
          ORDER BY p.buyer_tenant_id NULLS LAST LIMIT 1)
        AND r.valid_from <= ${at}::timestamptz AND (r.valid_to IS NULL OR r.valid_to > ${at}::timestamptz)
      ORDER BY r.position`.execute(tx);
    return rows.map((row) => row.percent_bp);
  });

const forgetAll = () =>
  withClient(database.migrator, async (client) => {
    for (const table of ['markup_rules', 'markup_versions', 'markup_plans']) await client.query(`DELETE FROM ${table}`);
  });

interface Said {
  readonly version: number;
  readonly percents: readonly number[];
  readonly used: boolean;
  /** Milliseconds; of one that holds at once, when it was surely published. */
  from: number;
  withdrawn: boolean;
}
interface Publishing {
  readonly kind: 'now' | 'later';
  readonly own: boolean;
  readonly percents: readonly number[];
  readonly used: boolean;
  readonly hours: number;
}
interface TakingBack {
  readonly kind: 'withdraw' | 'undo';
  readonly own: boolean;
}
type Step = Publishing | TakingBack;
const publishes = (step: Step): step is Publishing => step.kind === 'now' || step.kind === 'later';
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('now' as const, 'later' as const),
    own: fc.boolean(),
    percents: fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 3 }),
    used: fc.boolean(),
    hours: fc.integer({ min: 1, max: 40 }),
  }),
  fc.record({ kind: fc.constantFrom('withdraw' as const, 'undo' as const), own: fc.boolean() }),
);

test('the rules of a moment are those of the version that holds at it', async () => {
  let dated = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 4, maxLength: 12 }), async (steps) => {
      await forgetAll();
      const said = { default: new Array<Said>(), own: new Array<Said>() };
      const marks: { readonly at: Moment; readonly expected: readonly number[] }[] = [];
      const living = (list: readonly Said[], at: number): Said | undefined =>
        list
          .filter((one) => !one.withdrawn && one.from <= at)
          .toSorted((a, b) => b.from - a.from || b.version - a.version)[0];
      const expectedAt = (at: number): readonly number[] => {
        const own = living(said.own, at);
        return (own?.used ? own : living(said.default, at))?.percents ?? [];
      };
      const waits = (list: readonly Said[], at: number) => list.find((one) => !one.withdrawn && one.from > at);
      for (const step of steps) {
        const whose = step.own ? buyer : null;
        const list = step.own ? said.own : said.default;
        const now = Date.now();
        if (!publishes(step) && step.kind === 'withdraw') {
          const waiting = waits(list, now);
          const done = await withdrawVersion(database.db, level, whose, waiting?.version ?? 1);
          expect(done.ok).toBe(waiting !== undefined);
          if (waiting) waiting.withdrawn = true;
        } else if (!publishes(step)) {
          const former = list.find((one) => !one.withdrawn);
          const stored = await database.db.tenant(level, (tx) => readVersions(tx, level.tenantId, whose));
          const again = stored.find((one) => one.version === former?.version);
          if (!former || !again) continue;
          const version = await published(whose, again.rules, { used: again.used });
          list.push({ version, percents: former.percents, used: former.used, from: Date.now(), withdrawn: false });
        } else {
          const startsAt = step.kind === 'later' ? new Date(now + step.hours * 3_600_000) : undefined;
          const waiting = waits(list, now);
          const rules = step.percents.map((percent) => rule(percent));
          const version = await published(whose, rules, { used: step.used, ...(startsAt && { startsAt }) });
          if (startsAt) {
            dated += 1;
            if (waiting) waiting.withdrawn = true;
          }
          const used = whose === null || step.used;
          const from = startsAt?.getTime() ?? Date.now();
          list.push({ version, percents: step.percents, used, from, withdrawn: false });
        }
        const at = await clockNow();
        marks.push({ at, expected: expectedAt(Date.now() + 1) });
      }
      // What held at each moment of the past is still told the same.
      for (const { at, expected } of marks) expect(await percents(buyer, at)).toEqual(expected);
      expect(await percents(buyer)).toEqual(expectedAt(Date.now() + 1));
      const edges = [...said.own, ...said.default].filter((one) => one.from > Date.now()).map((one) => one.from);
      for (const edge of edges)
        for (const at of [edge - 1, edge, edge + 1]) {
          const moment = new Date(at).toISOString();
          expect(await percents(buyer, moment)).toEqual(expectedAt(at));
          // The release before asks the plan whether it is used, and the same rules.
          const flips = said.own.some(
            (one) => one.from > Date.now() && !one.withdrawn && one.used !== living(said.own, Date.now() + 1)?.used,
          );
          if (!flips) expect(await percentsBefore(buyer, moment)).toEqual(expectedAt(at));
        }
    }),
    { numRuns: 12, endOnFailure: true },
  );
  expect(dated).toBeGreaterThan(5);
}, 120_000);

test('while a dated version begins, two processes read one version or the other at all levels, by the database’s clock', async () => {
  const platform = { tenantId: tree.platformId, userId: null, currency: 'CAD' };
  const at = new Date(Date.now() + 1_500);
  for (const one of [platform, level]) {
    await publishPlan(database.db, one, null, { rules: [rule(100), rule(110)], used: true, version: 0 });
    await publishPlan(database.db, one, null, {
      rules: [rule(200), rule(210), rule(220)],
      used: true,
      version: 1,
      startsAt: at,
    });
  }
  const seen = { old: 0, new: 0 };
  const read = async (db: Database): Promise<void> => {
    while (Date.now() < at.getTime() + 700 || seen.new < 4) {
      const { levels, at: moment } = await readMarkupLevels(db, tree.platformId, buyer);
      const begun = Date.parse(moment ?? '') >= at.getTime();
      seen[begun ? 'new' : 'old'] += 1;
      for (const one of levels)
        expect([moment, one.rules.map((each) => each.percentBp)]).toEqual([
          moment,
          begun ? [200, 210, 220] : [100, 110],
        ]);
      expect(levels).toHaveLength(2);
    }
  };
  await Promise.all([database.db, second, database.db, second].map(read));
  expect(Math.min(seen.old, seen.new)).toBeGreaterThan(0);
});

test('a quote that began before own mark-ups were published goes on without them', async () => {
  await published(null, [rule(300)]);
  const before = await clockNow();
  await published(buyer, [rule(900)]);
  expect(await percents(buyer, before)).toEqual([300]);
  expect(await percents(buyer)).toEqual([900]);
});

test('the release before prices rightly, follows what is switched on by a day, and saves only while nothing waits', async () => {
  await published(null, [rule(300)]);
  const at = new Date(Date.now() + 900);
  await published(buyer, [rule(700)], { startsAt: at });
  expect(await percentsBefore(buyer, await clockNow())).toEqual([300]);
  const planId = await database.db.tenant(level, (tx) =>
    tx.selectFrom('markup_plans').select('id').where('buyer_tenant_id', '=', buyer).executeTakeFirstOrThrow(),
  );
  const saveAsBefore = () =>
    database.db.tenant(level, (tx) =>
      sql`INSERT INTO markup_versions (tenant_id, plan_id, version, used, rule_ids)
        VALUES (${level.tenantId}::uuid, ${planId.id}::uuid, 9, true, '[]')`.execute(tx),
    );
  await expect(saveAsBefore()).rejects.toThrow('newer release only');
  const follower = createMarkupFollower({ db: database.db, log: silentLogger() });
  expect(await follower.work()).toBe(0);
  await expect.poll(async () => (await clockNow()) > at.toISOString().replace('T', ' ')).toBe(true);
  await expect.poll(() => follower.work(), { timeout: 3_000 }).toBe(1);
  expect(await percentsBefore(buyer, await clockNow())).toEqual([700]);
  expect(await percents(buyer)).toEqual([700]);
  await saveAsBefore();
  const [newest] = await database.db.tenant(level, (tx) => readVersions(tx, level.tenantId, buyer));
  expect(newest).toMatchObject({ version: 9, waits: false, withdrawnAt: null });
  expect(newest?.startsAt).toEqual(newest?.at);
});

test('a day that has begun, and a version somebody else published meanwhile, are refused', async () => {
  const change = { rules: [rule(100)], used: true, version: 0 };
  expect(
    await publishPlan(database.db, level, null, { ...change, startsAt: new Date(Date.now() - 1000) }),
  ).toMatchObject({
    problem: { code: 'validation' },
  });
  const answers = await Promise.all([1, 2, 3].map(() => publishPlan(second, level, null, change)));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await withdrawVersion(database.db, level, null, 1)).toMatchObject({ problem: { code: 'stale_version' } });
});
