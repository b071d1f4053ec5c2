import type { QuotaAnswer } from '@scanship/connector-kit/http/quota';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { statementsOf } from '../../../test/statements.ts';
import { makeTenantTree, type TenantTree } from '../../../test/tenant-tree.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { createMetrics } from '../../platform/metrics/metrics.ts';
import { borrowersQuota, postgresQuota } from './postgres-quota.ts';
import { quotaMeter } from './quota-metrics.ts';

let test_: TestDatabase;
let tree: TenantTree;
beforeAll(async () => {
  test_ = await createTestDatabase();
  tree = await makeTenantTree(test_.db);
});
afterAll(() => test_.drop());

/** So slow that nothing refills while a test runs. */
const FIVE_A_DAY = { calls: 5, perMs: 86_400_000 };

/** Since when nothing is left in a bucket for whoever asks. */
const since = async (key: string): Promise<Date | null | undefined> => {
  const { rows } = await test_.db.system((tx) =>
    sql<{ short_since: Date | null }>`SELECT short_since FROM quota_buckets WHERE key = ${key}`.execute(tx),
  );
  return rows[0]?.short_since;
};

describe('the quota of a credential', () => {
  test('is shared by all workers: of 20 calls at once exactly 5 get through', async () => {
    const [a] = tree.customers;
    // Processes have connections of their own.
    const processes = Array.from({ length: 4 }, () => openDatabase({ connection: test_.app, maxConnections: 2 }));
    const workers = processes.flatMap((db) => Array.from({ length: 5 }, () => postgresQuota(db, a.tenantId)));
    const answers = await Promise.all(workers.map((w) => w.take('shared', FIVE_A_DAY)));
    await Promise.all(processes.map((db) => db.close()));
    expect(answers.filter((x) => x.ok)).toHaveLength(5);
    const refused = answers.find((x) => !x.ok);
    expect(refused && !refused.ok && refused.retryAfterMs).toBeGreaterThan(1_000_000);
  });

  test('of calls made at once is asked for in one statement, each key by itself', async () => {
    const [a] = tree.customers;
    const quota = postgresQuota(test_.db, a.tenantId);
    const keys = ['one', 'two', 'three', 'three', 'three', 'three', 'three', 'three'];
    let answers: readonly QuotaAnswer[] = [];
    const statements = await statementsOf(async () => {
      answers = await Promise.all(keys.map((key) => quota.take(`batch ${key}`, FIVE_A_DAY)));
    });
    // The sixth call of the third key is one too many.
    expect(answers.map(({ ok }) => ok)).toEqual([true, true, true, true, true, true, true, false]);
    expect(statements.filter((text) => text.startsWith('INSERT'))).toHaveLength(1);
    // Known buckets are counted in the same way as new ones.
    const again = await Promise.all(keys.map((key) => quota.take(`batch ${key}`, FIVE_A_DAY)));
    expect(again.map(({ ok }) => ok)).toEqual([true, true, false, false, false, false, false, false]);
  });

  test('asked for by urgent and by patient work at once is shared as if one came after the other', async () => {
    const [a] = tree.customers;
    const ten = { calls: 10, perMs: 86_400_000 };
    const urgent = postgresQuota(test_.db, a.tenantId);
    const patient = postgresQuota(test_.db, a.tenantId, 0.5);
    const both = await Promise.all(
      [urgent, patient, urgent, patient, urgent, patient].map((quota) => quota.take('mixed', ten)),
    );
    // Three urgent ones leave seven; patient work takes one while six are left for it and the rest stays.
    expect(both.map(({ ok }) => ok)).toEqual([true, true, true, true, true, false]);
  });

  test('refills with time', async () => {
    const [a] = tree.customers;
    const quota = postgresQuota(test_.db, a.tenantId);
    const quick = { calls: 1, perMs: 50 };
    expect(await quota.take('refill', quick)).toMatchObject({ ok: true });
    await new Promise((resolve) => setTimeout(resolve, 80));
    expect(await quota.take('refill', quick)).toMatchObject({ ok: true });
  });

  test('holds its breath when the vendor says so, the longest pause winning', async () => {
    const [a] = tree.customers;
    const quota = postgresQuota(test_.db, a.tenantId);
    await quota.pause('pause', 60_000);
    await quota.pause('pause', 1);
    const answer = await quota.take('pause', FIVE_A_DAY);
    expect(answer.ok).toBe(false);
    expect(!answer.ok && answer.retryAfterMs).toBeGreaterThan(50_000);
  });

  test('leaves its share to others: work that can wait stops at half, the rest still gets through', async () => {
    const [a] = tree.customers;
    const ten = { calls: 10, perMs: 86_400_000 };
    const waiting = postgresQuota(test_.db, a.tenantId, 0.5);
    const urgent = postgresQuota(test_.db, a.tenantId);
    const granted = [];
    for (let i = 0; i < 10; i += 1) granted.push((await waiting.take('share', ten)).ok);
    expect(granted.filter(Boolean)).toHaveLength(5);
    const told = await waiting.take('share', ten);
    // When six are there again, one may go.
    expect(!told.ok && told.retryAfterMs).toBeGreaterThan(8_000_000);
    for (let i = 0; i < 5; i += 1) expect((await urgent.take('share', ten)).ok).toBe(true);
    expect((await urgent.take('share', ten)).ok).toBe(false);
    // A carrier that allows one call at a time is asked by turns.
    expect((await waiting.take('single', { calls: 1, perMs: 86_400_000 })).ok).toBe(true);
  });

  test('of a lent account cannot be used up by one borrower; alone it has all of it', async () => {
    const [owner, flood, neighbour] = [tree.franchises[0], 'flood', 'neighbour'];
    const borrower = (key: string) => borrowersQuota(test_.db, owner, key);
    const ten = { calls: 10, perMs: 86_400_000 };
    const granted = async (who: string, times: number): Promise<number> => {
      let count = 0;
      for (let i = 0; i < times; i += 1) if ((await borrower(who).take('lent', ten)).ok) count += 1;
      return count;
    };
    // However often it asks, half stays.
    expect(await granted(flood, 40)).toBe(5);
    expect(await granted(neighbour, 5)).toBe(5);
    expect(await granted(neighbour, 1)).toBe(0);
    // Alone: the share and, beyond it, all that comes back while half is there.
    const quick = { calls: 10, perMs: 200 };
    let asked = 0;
    let calls = 0;
    const until = Date.now() + 1_000;
    while (Date.now() < until) {
      asked += 1;
      if ((await borrower(flood).take('alone', quick)).ok) calls += 1;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    // Fifty come back in a second; its share alone would be twenty-five. A slow machine asks for fewer, and gets them.
    expect(calls).toBeGreaterThanOrEqual(Math.min(36, asked));
  });

  test('of a lent account that one borrower alone uses is not told as used up, and each call is counted once', async () => {
    const owner = tree.franchises[1];
    const metrics = createMetrics();
    const alone = quotaMeter(metrics)(borrowersQuota(test_.db, owner, 'alone'), 'lent-out', owner);
    const bucket = (tokens: number) =>
      test_.db.tenant({ tenantId: owner }, (tx) =>
        sql`UPDATE quota_buckets SET tokens = ${tokens}::float8 WHERE tenant_id = ${owner} AND key = 'lent alone'`.execute(
          tx,
        ),
      );
    const ten = { calls: 10, perMs: 86_400_000 };
    for (let call = 0; call < 5; call += 1) expect((await alone.take('lent alone', ten)).ok).toBe(true);
    // Its share is used up; it gets what nobody else asks for.
    await bucket(10);
    expect((await alone.take('lent alone', ten)).ok).toBe(true);
    expect([await since('lent alone'), await since('lent alone for alone')]).toEqual([null, null]);
    const seen = await metrics.render();
    expect(seen).toContain('scanship_quota_calls_total{connector="lent-out",outcome="granted"} 6\n');
    expect(seen).not.toContain('connector="lent-out",outcome="waits"');
    // Where the account itself has nothing left, somebody waits.
    await bucket(0);
    expect((await alone.take('lent alone', ten)).ok).toBe(false);
    expect(await since('lent alone')).toBeInstanceOf(Date);
  });

  test('of one owner is not touched by another owner with the same key', async () => {
    const [a, b] = tree.customers;
    const one = { calls: 1, perMs: 86_400_000 };
    expect(await postgresQuota(test_.db, a.tenantId).take('mine', one)).toMatchObject({ ok: true });
    expect(await postgresQuota(test_.db, b.tenantId).take('mine', one)).toMatchObject({ ok: true });
    expect((await postgresQuota(test_.db, a.tenantId).take('mine', one)).ok).toBe(false);
  });

  test('is told as used up from the first call that finds none, until half of the calls are there again', async () => {
    const [a] = tree.customers;
    const quota = postgresQuota(test_.db, a.tenantId);
    const patient = postgresQuota(test_.db, a.tenantId, 0.5);
    for (let call = 0; call < 3; call += 1) await quota.take('short', FIVE_A_DAY);
    // Calls are left for others, so nobody at a screen waits.
    expect((await patient.take('short', FIVE_A_DAY)).ok).toBe(false);
    expect(await since('short')).toBeNull();
    for (let call = 0; call < 2; call += 1) await quota.take('short', FIVE_A_DAY);
    expect(await since('short')).toBeNull();
    expect((await quota.take('short', FIVE_A_DAY)).ok).toBe(false);
    const began = await since('short');
    expect(began).toBeInstanceOf(Date);
    // Refilled by one call and a half, which does not help those who wait.
    const filled = (share: string) =>
      test_.db.tenant(a, (tx) =>
        sql`UPDATE quota_buckets SET tokens = ${share}::float8 WHERE tenant_id = ${a.tenantId} AND key = 'short'`.execute(
          tx,
        ),
      );
    await filled('1.5');
    expect((await quota.take('short', FIVE_A_DAY)).ok).toBe(true);
    expect(await since('short')).toEqual(began);
    await filled('5');
    expect((await quota.take('short', FIVE_A_DAY)).ok).toBe(true);
    expect(await since('short')).toBeNull();
    // Work that leaves half to others keeps a bucket below that by what it takes; that it got a call says that nobody waits.
    await filled('0');
    expect((await quota.take('short', FIVE_A_DAY)).ok).toBe(false);
    expect(await since('short')).toBeInstanceOf(Date);
    const ofAQuarter = postgresQuota(test_.db, a.tenantId, 0.25);
    await filled('3.2');
    expect((await ofAQuarter.take('short', FIVE_A_DAY)).ok).toBe(true);
    expect(await since('short')).toBeNull();
    await quota.pause('short', 60_000);
    expect((await quota.take('short', FIVE_A_DAY)).ok).toBe(false);
    expect(await since('short')).toBeInstanceOf(Date);
  });

  test('is shown by connector: how much the fullest account has used, and who was told to wait', async () => {
    const [a, b] = tree.customers;
    const metrics = createMetrics();
    const meter = quotaMeter(metrics);
    const metered = (owner: string, slug: string) => meter(postgresQuota(test_.db, owner), slug, owner);
    for (let call = 0; call < 2; call += 1) await metered(a.tenantId, 'one').take('metered', FIVE_A_DAY);
    await metered(b.tenantId, 'one').take('metered', FIVE_A_DAY);
    for (let call = 0; call < 6; call += 1) await metered(a.tenantId, 'two').take('other', FIVE_A_DAY);
    const seen = await metrics.render();
    expect(seen).toMatch(/^scanship_quota_used_ratio\{connector="one"\} 0\.(4|39)/m);
    expect(seen).toMatch(/^scanship_quota_used_ratio\{connector="two"\} (1|0\.99)/m);
    expect(seen).toContain('scanship_quota_calls_total{connector="one",outcome="granted"} 3\n');
    expect(seen).toContain('scanship_quota_calls_total{connector="two",outcome="waits"} 1\n');
    for (const secret of [a.tenantId, b.tenantId, 'metered', 'other']) expect(seen).not.toContain(secret);
  });
});
