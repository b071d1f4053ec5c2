/** Pages of a carrier's list as they come: what is told when, what ages, and what a page costs however long the list is. */
import { simulator } from '@scanship/carrier-chit-chats/simulator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CarrierWorld, makeCarrierWorld } from '../../../test/carrier-world.ts';
import { transactionsOf } from '../../../test/statements.ts';
import { newCarrierReference } from '../../platform/database/carrier-reference.ts';
import { withClient } from '../../platform/database/connection.ts';
import { finishRun } from './finish-run.ts';
import { keepPage } from './keep-page.ts';
import { LeaseLost } from '../../platform/jobs/leased-rows.ts';
import { silentLogger } from '../../platform/logging/logger.ts';
import { beginRun, failRun, type HeldRun, leaseRun, type NewRun, readRun } from './run-rows.ts';
import { openCauses, tellFindings } from './tell-findings.ts';
import { createLabelWorker } from './worker.ts';

const DAY_MS = 86_400_000;
const LEASE_MS = 60_000;
const LIST = { showsReferences: true, leaseMs: LEASE_MS };
const nameOf = () => 'Chit Chats';
let w: CarrierWorld;
let accountId = '';

const connect = async (who: 'franchise' | 'admin'): Promise<string> => {
  const added = await w.call(who, 'POST', '/shippingCarrier/add', {
    carrier: 'chit-chats',
    name: 'Chit Chats',
    mode: 'simulator',
    credentials: { client: '900001', token: 'alpha-access-token-1' },
  });
  expect(added.status, added.text).toBe(200);
  return (added.json.data as { id: string }).id;
};

beforeAll(async () => {
  w = await makeCarrierWorld({
    more: { 'chit-chats': simulator },
    labels: { quietMs: 0, pageSize: 1, sweepMs: 50, turnMs: 0 },
  });
  accountId = await connect('admin');
});
afterAll(() => w.close());

const owner = () => w.world.people.admin;

async function begin(more: Partial<NewRun> = {}): Promise<HeldRun> {
  const account = { tenantId: owner().tenantId, accountId };
  await w.database.db.tenant(owner(), (tx) =>
    beginRun(tx, account, { why: 'asked', now: new Date(), quietMs: 0, ...more }),
  );
  const run = await leaseRun(w.database.db, LEASE_MS);
  if (!run) throw new Error('it was begun');
  return run;
}
const row = (run: HeldRun) => w.database.db.tenant(run, (tx) => readRun(tx, run));

const label = (number: string, daysOld = 1) => ({
  carrierShipmentId: number,
  trackingNumbers: [number],
  reference: newCarrierReference(),
  madeAt: new Date(Date.now() - daysOld * DAY_MS).toISOString(),
  state: 'live' as const,
});
const show = async (run: HeldRun, labels: readonly ReturnType<typeof label>[], next?: string) =>
  keepPage(w.database.db, run, await row(run), { labels: [...labels], next, problems: [] }, LIST);
const finish = async (run: HeldRun) =>
  finishRun({ db: w.database.db, leaseMs: LEASE_MS, nameOf }, run, await row(run), {
    carrierName: 'Chit Chats',
    showsReferences: true,
  });

const numbers = async (): Promise<readonly string[]> => {
  const view = await w.call('admin', 'GET', `/shippingCarrier/${accountId}/labels`);
  return (view.json.data as { findings: { number: string }[] }).findings.map(({ number }) => number).toSorted();
};
const exceptions = () =>
  w.database.db.tenant(owner(), (tx) =>
    tx
      .selectFrom('exceptions')
      .select(['id', 'summary', 'resolved_at'])
      .where('tenant_id', '=', owner().tenantId)
      .where('key', 'like', 'label:%')
      .orderBy('id')
      .execute(),
  );
const causes = async () => (await openCauses({ db: w.database.db, nameOf }, owner().tenantId)).causes.length;

test('what a comparison has found is told when it has ended, and never when it failed', async () => {
  const failing = await begin();
  await show(failing, [label('A1')], '2');
  expect([await numbers(), await causes(), await exceptions()]).toEqual([[], 0, []]);
  await failRun(w.database.db, failing, 'It did not answer.');
  expect(await numbers()).toEqual([]);

  const whole = await begin();
  await show(whole, [label('A1')]);
  expect(await causes()).toBe(0);
  await finish(whole);
  expect([await numbers(), await causes()]).toEqual([['A1'], 1]);
  expect((await exceptions()).map(({ resolved_at }) => resolved_at)).toEqual([null]);

  // One that fails takes back what it alone has found.
  const again = await begin();
  await show(again, [label('A1'), label('A2')], '2');
  expect(await numbers()).toEqual(['A1']);
  await failRun(w.database.db, again, 'It did not answer.');
  expect([await numbers(), await causes()]).toEqual([['A1'], 1]);
});

test('a comparison that somebody else has taken over tells nothing', async () => {
  const run = await begin();
  await show(run, [label('A1'), label('B1')]);
  await withClient(w.database.migrator, (client) =>
    client.query(`UPDATE label_runs SET attempt = attempt + 1 WHERE id = '${run.id}'`),
  );
  const before = (await exceptions()).length;
  await expect(tellFindings({ db: w.database.db, leaseMs: LEASE_MS, nameOf }, run, new Date(0))).rejects.toThrow(
    LeaseLost,
  );
  expect((await exceptions()).length).toBe(before);
  const taker = { ...run, attempt: run.attempt + 1 };
  await finish(taker);
  expect(await numbers()).toEqual(['A1', 'B1']);
});

test('what is older than 60 days is closed in words, and a label that was not listed is found again however old it is', async () => {
  const long = await begin({ since: new Date(Date.now() - 90 * DAY_MS) });
  await show(long, [label('OLD', 61)]);
  await finish(long);
  expect(await numbers()).toEqual(['OLD']);
  await withClient(w.database.migrator, (client) =>
    client.query(`INSERT INTO label_findings (tenant_id, id, account_id, kind, subject, inbox_tenant_id, made_at, run_id)
      VALUES ('${owner().tenantId}', gen_random_uuid(), '${accountId}', 'unknown-there', 'LISTED', '${owner().tenantId}',
        now() - interval '40 days', gen_random_uuid())`),
  );
  const run = await begin();
  await show(run, []);
  await finish(run);
  expect(await numbers()).toEqual([]);
  const view = await w.call('admin', 'GET', `/shippingCarrier/${accountId}/labels`);
  const [last] = (view.json.data as { runs: { problems: string[] }[] }).runs;
  expect(last?.problems).toEqual([
    expect.stringContaining('older than 60 days were closed, because they are compared no more: 1.'),
  ]);
  const closed = (await exceptions()).find(({ summary }) => summary.includes('OLD'));
  const events = await w.database.db.tenant(owner(), (tx) =>
    tx
      .selectFrom('exception_events')
      .select(['what', 'note'])
      .where('exception_id', '=', closed?.id ?? '')
      .execute(),
  );
  expect(events.at(-1)).toEqual({ what: 'resolved', note: 'It is older than 60 days and is compared no more.' });
});

test('a page costs the same statements at the beginning of a long list and at its end, however many labels it has', async () => {
  const run = await begin();
  const cost: (readonly string[])[] = [];
  for (let page = 1; page <= 12; page += 1) {
    const many = page % 2 === 0 ? 250 : 25;
    const labels = Array.from({ length: many }, (_, each) => label(`L-${page}-${each}`));
    // In transactions: what listens for others or looks after the server asks outside of them, whenever its time comes. Traces of
    // calls that were made before are written by a timer.
    const sent = await transactionsOf(() => show(run, labels, String(page + 1)));
    const own = sent.filter((texts) => !texts.some((text) => text.startsWith('insert into "carrier_calls"')));
    cost.push(own.flat().map((text) => text.slice(0, 60)));
  }
  expect(cost).toEqual(cost.map(() => cost[0]));
  expect(cost[0]?.length).toBeLessThanOrEqual(24);
  await failRun(w.database.db, run, 'Ended by the test.');
});

test('a comparison that hangs is left behind by whoever has it', async () => {
  const run = await begin();
  const rowsOf = (set: string) =>
    withClient(w.database.migrator, (client) =>
      client.query(`${set} WHERE id = '${run.id}'`).then(({ rows }) => rows as Record<string, unknown>[]),
    );
  await rowsOf(`UPDATE label_runs SET lease_until = NULL, progress_at = NULL`);
  const worker = createLabelWorker({
    db: w.database.db,
    clock: { now: () => new Date() },
    log: silentLogger(),
    journal: { askNow: () => Promise.resolve() },
    // Asked for credentials, something never answers.
    grants: { open: () => new Promise(() => undefined) },
    listing: [],
    withTest: false,
    quietMs: 0,
    nameOf,
    times: { hungMs: 300 },
  });
  expect(await worker.look()).toBe(1);
  expect(
    await rowsOf(
      `SELECT attempt, lease_until > clock_timestamp() AS held, progress_at IS NOT NULL AS begun FROM label_runs`,
    ),
  ).toEqual([{ attempt: run.attempt + 1, held: true, begun: true }]);
  await failRun(w.database.db, { ...run, attempt: run.attempt + 1 }, 'Ended by the test.');
});

test('a long comparison keeps no other account from being planned', async () => {
  const other = await connect('franchise');
  await w.simulators.setFaults('chit-chats', [{ kind: 'latency', ms: 6_000, route: 'list shipments', times: 1 }]);
  w.clock.value = new Date();
  w.application.labels.start();
  expect((await w.call('admin', 'POST', `/shippingCarrier/${accountId}/labels/compare`)).status).toBe(200);
  await expect.poll(async () => (await w.simulators.faultHits('chit-chats'))[0]).toBe(1);
  await withClient(w.database.migrator, (client) =>
    client.query(`INSERT INTO maintenance.unasked_accounts (account_id, tenant_id, since)
      VALUES ('${other}', '${w.world.first.id}', now() - interval '1 day')`),
  );
  const state = async (id: string, tenantId: string) =>
    (
      await w.database.db.tenant({ tenantId }, (tx) =>
        tx
          .selectFrom('label_runs')
          .select('state')
          .where('account_id', '=', id)
          .orderBy('created_at', 'desc')
          .execute(),
      )
    )[0]?.state;
  await expect.poll(() => state(other, w.world.first.id), { timeout: 5_500 }).toBe('done');
  expect(await state(accountId, owner().tenantId)).toBe('running');
  await w.simulators.clearFaults('chit-chats');
});
