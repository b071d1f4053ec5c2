/**
 * The built server at work for minutes: sellers of several customers at once, carriers that fail in every way. At the end
 * the memory is flat, the log holds no unexpected error, every open purchase was in sight, and the simulators' books agree
 * with ours. `SOAK_MINUTES` sets how long (default 10).
 */
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { decideException, listOpenPurchases } from '@scanship/contracts/shipping/shipments';
import { embeddedConnections, withClient } from '@scanship/server/platform/database/connection';
import { startEmbedded } from '@scanship/server/platform/database/embedded-postgres';
import { createSimulatorAdmin } from '@scanship/simulator-kit/admin-client';
import { expect, test } from 'vitest';
import { residentMb } from '../bench/program.ts';
import { median } from '../bench/table.ts';
import { breaches, type Judged, judge, readBooks, SIMULATED } from '../faults/judge.ts';
import { type RunningApp, startApp } from '../support/app.ts';
import { DEMO_PASSWORD, type DemoUser, hostOf } from '../support/demo.ts';
import { type Seller, signInAs } from '../support/seller.ts';
import { wakeSimulators } from '../support/wake-simulators.ts';
import { dice, nextPlan } from './faults-schedule.ts';
import { count, type Tally, workUntilEnd } from './seller-at-work.ts';

const MINUTES = Number(process.env['SOAK_MINUTES'] ?? 10);
const USERS: readonly DemoUser[] = ['aurora', 'packer', 'boreal', 'corner', 'nordic'];
const SEED = Number(process.env['SOAK_SEED'] ?? 20261121);
const PLAN_MS = 7_000;
const LOOK_MS = 5_000;
/** Caches fill, the compiler of JavaScript settles. */
const WARM_UP_SHARE = 0.3;
const MOST_GROWTH_MB = 100;
/** The slowest carrier is asked two minutes after a call that was cut off, and may be asked again. */
const SETTLE_WITHIN_MS = 8 * 60_000;

interface LogLine {
  readonly level?: string;
  readonly msg?: string;
  readonly status?: number;
  readonly err?: { readonly message?: string; readonly stack?: string };
}

test(`${MINUTES} minutes of work with failing carriers`, async () => {
  if (!(MINUTES > 0))
    throw new Error(`SOAK_MINUTES must be a number of minutes, not "${process.env['SOAK_MINUTES']}".`);
  const app = await startApp({ env: { LOG_LEVEL: 'info', RATE_LIMIT_PER_MINUTE: '1000000' } });
  const sellers: Seller[] = [];
  try {
    await wakeSimulators(app);
    const judged = await openJudge(app);
    for (const userName of USERS)
      sellers.push(
        await signInAs({ origin: app.url, host: hostOf(userName), userName, password: DEMO_PASSWORD, connections: 4 }),
      );
    await soak(app, judged, sellers);
  } finally {
    await Promise.all(sellers.map((seller) => seller.close()));
    await app.dispose();
  }
});

async function soak(app: RunningApp, judged: Judged, sellers: readonly Seller[]): Promise<void> {
  const tally: Tally = new Map();
  const wrong: string[] = [];
  const unseen: string[] = [];
  const memory: number[] = [];
  const until = Date.now() + MINUTES * 60_000;
  const roll = dice(SEED);

  const watch = async (): Promise<void> => {
    while (Date.now() < until) {
      memory.push(residentMb(app.pid));
      unseen.push(...(await unseenPurchases(judged, sellers)));
      await decide(judged, sellers, tally);
      await sleep(LOOK_MS);
    }
  };
  const disturb = async (): Promise<void> => {
    while (Date.now() < until) {
      for (const slug of SIMULATED) await judged.admin.setFaults(slug, nextPlan(roll));
      await sleep(Math.min(PLAN_MS, Math.max(0, until - Date.now())));
    }
    for (const slug of SIMULATED) await judged.admin.clearFaults(slug);
  };
  await Promise.all([
    watch(),
    disturb(),
    ...sellers.map((seller, index) => workUntilEnd({ seller, roll: dice(SEED + index + 1), tally, wrong, until })),
  ]);

  const settled = await settle(judged, sellers, tally, unseen);
  const verdict = await judge(judged, null, 'S-%');
  const errors = errorsOf(app.output());
  const warm = memory.slice(Math.floor(memory.length * WARM_UP_SHARE));
  const tail = Math.max(1, Math.floor(warm.length / 4));
  const growth = median(warm.slice(-tail)) - median(warm.slice(0, tail));
  const lines = [...tally].toSorted(([a], [b]) => a.localeCompare(b)).map(([what, n]) => `  ${what}: ${n}`);
  console.log(
    [
      `${MINUTES} minutes, seed ${SEED}: ${verdict.purchases} purchases, ${verdict.paid} paid at the simulators, ` +
        `${verdict.complete} complete, ${verdict.voided} voided, ${verdict.released} released; settled ${(settled / 1000).toFixed(0)} s after the end`,
      `memory ${memory.map((mb) => Math.round(mb)).join(' ')} MB; growth after warm-up ${growth.toFixed(0)} MB`,
      ...lines,
    ].join('\n'),
  );

  expect(wrong).toEqual([]);
  expect(errors).toEqual([]);
  expect(unseen).toEqual([]);
  expect(breaches(verdict)).toEqual([]);
  expect(growth).toBeLessThanOrEqual(MOST_GROWTH_MB);
  // A run in which nothing happened proves nothing.
  for (const what of [...SIMULATED, 'rate-sheet'].map((slug) => `bought at ${slug}`))
    expect(tally.get(what) ?? 0, what).toBeGreaterThan(0);
  expect(verdict.voided).toBeGreaterThan(0);
  expect(tally.get('orders imported') ?? 0).toBeGreaterThan(0);
  for (const slug of SIMULATED) expect(tally.get(`quote without ${slug}`) ?? 0, `faults of ${slug}`).toBeGreaterThan(0);
}

/** The running program's database, past all row security, and its simulators. */
async function openJudge(app: RunningApp): Promise<Judged> {
  const simulators = app.simulatorsAddress();
  if (simulators === undefined) throw new Error(`The simulators did not start:\n${app.output().slice(-2_000)}`);
  const embedded = await startEmbedded({ dataDir: app.dataDir });
  if (!embedded.adopted) throw new Error('The database of the program was not running.');
  const server = embeddedConnections(embedded);
  return {
    admin: createSimulatorAdmin(simulators),
    ask: (statement, values = []) =>
      withClient(server.migrator(), async (client) => (await client.query(statement, [...values])).rows),
  };
}

interface OpenRow {
  readonly id: string;
  readonly carrier_ref: string;
  readonly state: string;
}

/** Purchases and voids whose outcome is open and that their customer's page of exceptions does not show. */
async function unseenPurchases(judged: Judged, sellers: readonly Seller[]): Promise<string[]> {
  const open = await judged.ask<OpenRow>(
    `SELECT w.id, p.carrier_ref, w.state FROM (
       SELECT tenant_id, id, id AS purchase_id, state, sent_at FROM purchases
       UNION ALL SELECT tenant_id, id, purchase_id, state, sent_at FROM voids) AS w
     JOIN purchases AS p ON p.tenant_id = w.tenant_id AND p.id = w.purchase_id
     WHERE w.state IN ('unknown', 'disputed') OR (w.state = 'sending' AND w.sent_at < now() - interval '65 seconds')`,
  );
  if (open.length === 0) return [];
  const shown = new Set<string>();
  for (const seller of sellers)
    for (const purchase of (await seller.must(listOpenPurchases)).purchases) shown.add(purchase.purchaseId);
  const missing = open.filter((row) => !shown.has(row.id));
  if (missing.length === 0) return [];
  // It may have been settled between the two readings.
  const still = await judged.ask<OpenRow>(
    `SELECT id, '' AS carrier_ref, state FROM (SELECT id, state FROM purchases UNION ALL SELECT id, state FROM voids) AS w
     WHERE id = ANY($1) AND state IN ('sending', 'unknown', 'disputed')`,
    [missing.map((row) => row.id)],
  );
  return still.map((row) => `${row.id} is ${row.state} and on nobody's page`);
}

/** People settle what only people can, by what the carriers' books say. */
async function decide(judged: Judged, sellers: readonly Seller[], tally: Tally): Promise<void> {
  for (const seller of sellers) {
    const { purchases } = await seller.must(listOpenPurchases);
    const mine = purchases.filter((open) => open.canDecide && open.state === 'disputed');
    if (mine.length === 0) continue;
    const { paid, voided } = await readBooks(judged);
    for (const open of mine) {
      const [label] = paid.get(open.reference) ?? [];
      const exists = open.kind === 'buy' ? label !== undefined : voided.has(open.reference);
      const number = /"(T[A-Z]\d{9,13}[A-Z]{0,2})"/.exec(JSON.stringify(label?.data ?? {}))?.[1];
      const trackingNumbers = open.kind === 'buy' && exists && number !== undefined ? [number] : undefined;
      const answer = await seller.call(decideException, {
        params: { id: open.purchaseId },
        body: { decision: exists ? 'exists' : 'absent', trackingNumbers, note: 'Looked up in the books' },
      });
      count(tally, `decided by a person: ${answer.refusal?.code ?? (exists ? 'exists' : 'absent')}`);
    }
  }
}

/** Waits until nothing is open any more; answers how long that took. */
async function settle(judged: Judged, sellers: readonly Seller[], tally: Tally, unseen: string[]): Promise<number> {
  const started = Date.now();
  while (Date.now() - started < SETTLE_WITHIN_MS) {
    const [open] = await judged.ask<{ n: number }>(
      `SELECT count(*)::int AS n FROM (SELECT state FROM purchases UNION ALL SELECT state FROM voids) AS w
       WHERE state IN ('planned', 'reserved', 'sending', 'unknown', 'disputed', 'confirmed')`,
    );
    if (open?.n === 0) break;
    unseen.push(...(await unseenPurchases(judged, sellers)));
    await decide(judged, sellers, tally);
    await sleep(2_000);
  }
  return Date.now() - started;
}

/** Log lines that name a fault of ours. A carrier that fails is answered with 502, 503 or 504, which is no such fault. */
function errorsOf(output: string): string[] {
  return output.split('\n').flatMap((line) => {
    if (!line.startsWith('{')) return /unhandled|uncaught|^Error|warning: /i.test(line) ? [line] : [];
    const { level, msg, status, err } = JSON.parse(line) as LogLine;
    if (level !== 'error' && level !== 'fatal') return [];
    if (msg === 'request' && status !== undefined && status > 500) return [];
    return [`${msg ?? ''} ${status ?? ''} ${err?.stack ?? err?.message ?? ''}`.trim()];
  });
}
