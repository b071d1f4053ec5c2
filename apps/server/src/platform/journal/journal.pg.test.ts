import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import type { SteppedOperation } from '@scanship/connector-kit/steps/steps';
import type { AskFirst } from '@scanship/domain/shipping/purchase';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeTenantTree, type TenantTree } from '../../../test/tenant-tree.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { createSealer } from '../crypto/sealer.ts';
import { withClient } from '../database/connection.ts';
import { newId } from '../database/ids.ts';
import { json } from '../database/json-column.ts';
import { openScheduler } from '../jobs/scheduler.ts';
import { systemClock } from '../clock.ts';
import { createLogger, silentLogger } from '../logging/logger.ts';
import type { JournalHandler, JournalRef } from './handler.ts';
import { createJournal, type Journal, type JournalOptions } from './journal.ts';
import { dueRows, REQUEST_SEAL } from './journal-store.ts';
import { statePath } from './session.ts';

interface Hook {
  readonly address: string;
  readonly key: string;
}
interface Delivered {
  readonly receipt: string;
}

let test: TestDatabase;
let tree: TenantTree;
let server: Server;
let address = '';
const sealer = createSealer([randomBytes(32)]);
const journals: Journal[] = [];

/** What the loopback receiver has taken in, and what goes wrong with the next deliveries. */
const received: string[] = [];
let mishaps: ('drop-after' | 'drop-before' | 'slow' | 'refuse')[] = [];

beforeAll(async () => {
  test = await createTestDatabase({ maxConnections: 16 });
  tree = await makeTenantTree(test.db);
  server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://loopback');
    const key = url.searchParams.get('key') ?? '';
    request.resume();
    const mishap = request.method === 'GET' ? undefined : mishaps.shift();
    if (request.method === 'GET') response.writeHead(received.includes(key) ? 200 : 404).end();
    else if (mishap === 'drop-before') request.socket.destroy();
    else if (mishap === 'refuse') response.writeHead(410).end();
    else {
      received.push(key);
      if (mishap === 'drop-after') request.socket.destroy();
      else setTimeout(() => response.writeHead(200).end(`receipt-${key}`), mishap === 'slow' ? 900 : 0);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
beforeEach(() => {
  received.length = 0;
  mishaps = [];
});
afterEach(async () => {
  await Promise.all(journals.splice(0).map((each) => each.stop(3_000)));
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await test.drop();
});

/** A webhook as the effect engine runs it: one post, and a way to ask whether it arrived. */
const webhook: SteppedOperation<Hook, Delivered> = {
  recovery: 'by-reference',
  settleAfterMs: 700,
  steps: [
    {
      name: 'post',
      effect: 'create',
      async run(input, _kept, env) {
        const answer = await env.http.send({ method: 'POST', path: `${input.address}?key=${input.key}`, name: 'post' });
        return { kind: 'done', result: { receipt: answer.text() } };
      },
    },
  ],
  async recover(input, step, _kept, env) {
    const answer = await env.http.send({
      method: 'GET',
      path: `${input.address}?key=${input.key}`,
      name: 'look',
      accept: [404],
    });
    return answer.status === 404 ? { kind: 'absent' } : { kind: 'found', step, result: { receipt: 'found' } };
  },
};

const env: CarrierEnv = {
  mode: 'live',
  credentials: {},
  settings: {},
  tokens: { get: (_name, fetchToken) => fetchToken().then((token) => token.value), drop: () => undefined },
  now: () => new Date(),
  http: {
    async send(request) {
      const response = await fetch(request.path, { method: request.method, signal: request.signal }).catch(() => {
        throw fail('unknown-effect', 'The receiver cut the line.');
      });
      const bytes = new Uint8Array(await response.arrayBuffer());
      if (!response.ok && !request.accept?.includes(response.status))
        throw fail('refused', `status ${response.status}`);
      const text = () => Buffer.from(bytes).toString('utf8');
      return {
        status: response.status,
        headers: {},
        bytes,
        text,
        json: () => JSON.parse(text()) as unknown,
        traceId: 't',
      };
    },
  },
};

const changes: { readonly id: string; readonly to: string; readonly receipt: string | undefined }[] = [];
const handler = (deadlineMs = 3_000): JournalHandler<Hook, Delivered, string> => ({
  open: (row) =>
    Promise.resolve({
      ok: true,
      value: {
        operation: webhook,
        input: row.request as { address: string; key: string },
        env,
        vendor: 'Receiver',
        deadlineMs,
        repeatAbsent: true,
      },
    }),
  prepare: (_row, _input, result) => Promise.resolve(result.receipt ?? ''),
  changed(_tx, row, _input, change) {
    changes.push({ id: row.id, to: change.to, receipt: change.prepared });
    return Promise.resolve();
  },
});

function journal(options: Partial<JournalOptions> = {}, deadlineMs?: number): Journal {
  const made = createJournal({
    db: test.db,
    sealer,
    log: process.env['TEST_LOG'] ? createLogger('warn') : silentLogger(),
    leaseMs: 800,
    sweepMs: 100,
    ...options,
  });
  made.register('effects', 'webhook', handler(deadlineMs));
  journals.push(made);
  return made;
}

async function planHook(tenantId = tree.customers[0].tenantId): Promise<JournalRef> {
  const id = newId();
  await test.db.tenant({ tenantId }, (tx) =>
    tx
      .insertInto('effects')
      .values({
        tenant_id: tenantId,
        id,
        kind: 'webhook',
        subject_kind: 'order',
        subject_id: newId(),
        payload: json({}),
        intent_key: id,
        state: 'reserved',
        due_at: sql<Date>`now()`,
        sealed: sealer.sealJson(tenantId, id, REQUEST_SEAL, { address, key: id }).sealed,
      })
      .execute(),
  );
  return { table: 'effects', tenantId, id };
}
const stateOf = async (ref: JournalRef) => {
  const row = await test.db.tenant(ref, (tx) =>
    tx.selectFrom('effects').select(['state', 'due_at', 'attempt']).where('id', '=', ref.id).executeTakeFirstOrThrow(),
  );
  return row;
};
async function until(what: () => Promise<boolean>, ms = 60_000): Promise<void> {
  const end = Date.now() + ms;
  while (!(await what())) {
    if (Date.now() > end) throw new Error('it did not come to pass in time');
    await sleep(30);
  }
}
const complete = (ref: JournalRef) => async () => (await stateOf(ref)).state === 'complete';

describe('an effect', () => {
  it('of a registered kind is delivered once, and its outcome recorded in one transaction', async () => {
    const ref = await planHook();
    await journal().advance(ref);
    expect(await stateOf(ref)).toMatchObject({ state: 'complete', due_at: null });
    expect(received).toEqual([ref.id]);
    expect(changes.filter((change) => change.id === ref.id).map((change) => [change.to, change.receipt])).toEqual([
      ['sending', undefined],
      ['confirmed', undefined],
      ['complete', `receipt-${ref.id}`],
    ]);
  });
  it('whose answer was lost is looked up, not repeated', async () => {
    mishaps = ['drop-after'];
    const ref = await planHook();
    const worker = journal();
    worker.start();
    await until(complete(ref));
    expect(received).toEqual([ref.id]);
  });
  it('that never arrived is found absent after the settle time, and only then sent again', async () => {
    mishaps = ['drop-before'];
    const ref = await planHook();
    const begun = Date.now();
    journal().start();
    await until(complete(ref));
    expect(Date.now() - begun).toBeGreaterThanOrEqual(700);
    expect(received).toEqual([ref.id]);
  });
  it('that is declined stays declined', async () => {
    mishaps = ['refuse'];
    const ref = await planHook();
    await journal().advance(ref);
    expect(await stateOf(ref)).toMatchObject({ state: 'refused', due_at: null });
    expect(received).toEqual([]);
  });
  it('of a kind nobody knows is put off and says so', async () => {
    const ref = await planHook();
    const blind = createJournal({ db: test.db, sealer, log: silentLogger() });
    await blind.advance(ref);
    const row = await stateOf(ref);
    expect(row.state).toBe('reserved');
    expect(row.due_at?.getTime()).toBeGreaterThan(Date.now() + 30_000);
  });
});

/** Stands for kill -9: nothing of this process happens after the point. */
const dying = (at: string): Journal =>
  journal({
    onPoint: (point) => {
      if (point === at) throw new Error(`killed at ${point}`);
    },
  });

describe('a process that ends', () => {
  it.each(['leased', 'step-stored', 'answered', 'in-outcome', 'outcome-stored'])(
    'at "%s" leaves the rest to another, which delivers exactly once',
    async (point) => {
      const ref = await planHook();
      await dying(point).advance(ref);
      journal().start();
      await until(complete(ref));
      expect(received).toEqual([ref.id]);
    },
  );
  it('in order lets running work finish and begins nothing more', async () => {
    mishaps = ['slow'];
    const [first, second] = [await planHook(), await planHook()];
    const worker = journal();
    const running = worker.advance(first);
    await sleep(150);
    const stopped = worker.stop(5_000);
    await worker.advance(second);
    await Promise.all([running, stopped]);
    expect((await stateOf(first)).state).toBe('complete');
    expect((await stateOf(second)).state).toBe('reserved');
    journal().start();
    await until(complete(second));
  });
});

describe('two workers', () => {
  it('never hold one operation at the same time', async () => {
    const refs = await Promise.all(Array.from({ length: 12 }, () => planHook()));
    const workers = [journal(), journal(), journal()];
    await Promise.all(refs.flatMap((ref) => workers.map((worker) => worker.advance(ref))));
    expect(received.toSorted()).toEqual(refs.map((ref) => ref.id).toSorted());
  });
  it('take over from one that hangs, and its late answer is brought in, not lost', async () => {
    mishaps = ['slow'];
    const ref = await planHook();
    const first = journal({ leaseMs: 60_000 }).advance(ref);
    await sleep(200);
    // As if its lease had lapsed: the fencing number has moved on.
    await test.db.tenant(ref, (tx) =>
      sql`UPDATE effects SET lease_until = now() - interval '1 second', due_at = now() - interval '1 second', attempt = attempt + 1
        WHERE id = ${ref.id}`.execute(tx),
    );
    const second = journal();
    await second.advance(ref);
    await first;
    second.start();
    await until(complete(ref));
    expect(received).toEqual([ref.id]);
  });
});

describe('the sweeper', () => {
  it('gives every lane its turn, however long one backlog is', async () => {
    const [busy, quiet] = [tree.customers[0].tenantId, tree.customers[2].tenantId];
    await Promise.all(Array.from({ length: 30 }, () => planHook(busy)));
    const late = await planHook(quiet);
    const due = await dueRows(test.db, 3, 100);
    expect(due.filter((row) => row.tenantId === busy)).toHaveLength(3);
    expect(due.map((row) => row.id)).toContain(late.id);
    const worker = journal({ perLane: 3, concurrency: 4 });
    worker.start();
    await until(complete(late));
    await until(async () => (await dueRows(test.db, 3, 100)).length === 0);
    expect(new Set(received).size).toBe(received.length);
  });
});

describe('a tenant that sends work to many lanes', () => {
  it('is read in turns with others, and leaves room in the process, whatever rings', async () => {
    const [busy, quiet] = [tree.customers[0].tenantId, tree.customers[2].tenantId];
    const many = await Promise.all(Array.from({ length: 12 }, () => planHook(busy)));
    const late = [await planHook(quiet), await planHook(quiet)];
    // Two of the one that came last are among the first four.
    const due = await dueRows(test.db, 8, 4);
    expect(due.filter((row) => row.tenantId === quiet)).toHaveLength(2);
    const worker = journal({ concurrency: 4, perLane: 8, perTenant: 3 });
    for (const ref of many) worker.ring(ref);
    for (const ref of late) worker.ring(ref);
    // Three of the many run, and the first of the other: rung by nobody again, the rest is the sweeper's.
    await worker.idle();
    const begun = received.map((key) => (many.some(({ id }) => id === key) ? 'busy' : 'quiet'));
    expect(begun.toSorted()).toEqual(['busy', 'busy', 'busy', 'quiet']);
    worker.start();
    await until(async () => (await dueRows(test.db, 8, 100)).length === 0);
    await worker.idle();
    expect(new Set(received).size).toBe(14);
    expect(received).toHaveLength(14);
  });
});

describe('the scheduler', () => {
  it('wakes another process for a row that nobody sweeps', async () => {
    const clock = await openScheduler(test.app, silentLogger(), systemClock);
    try {
      const ref = await planHook();
      const sleeper = journal({ sweepMs: 3_600_000 });
      await clock.listen((rung) => sleeper.ring(rung));
      await clock.schedule(ref, 0);
      await until(complete(ref));
      expect(received).toEqual([ref.id]);
    } finally {
      await clock.stop();
    }
  });
});

describe('what came back unsent with the database', () => {
  const looking = (refused: boolean): SteppedOperation<Hook, Delivered> => ({
    ...webhook,
    steps: [
      {
        name: 'look',
        effect: 'read',
        run: () =>
          refused ? Promise.reject(fail('refused', 'There is nothing open.')) : Promise.resolve({ kind: 'done' }),
      },
      ...webhook.steps,
    ],
    recover: () =>
      Promise.reject(fail('unknown-effect', 'Nobody can be asked about this.', { vendorCode: 'cannot-be-asked' })),
  });
  const workOn = async (operation: SteppedOperation<Hook, Delivered>, askFirst: AskFirst): Promise<JournalRef> => {
    const ref = await planHook();
    await withClient(test.migrator, (client) =>
      client.query('UPDATE maintenance.lineage SET rewound_at = clock_timestamp()'),
    );
    const worker = journal();
    worker.register('effects', 'webhook', {
      ...handler(),
      open: async (row) => {
        const opened = await handler().open(row);
        return opened.ok
          ? { ok: true, value: { ...opened.value, operation, askFirst: row.mayBeForgotten && askFirst } }
          : opened;
      },
    });
    await worker.advance(ref);
    return ref;
  };
  const problemOf = (ref: JournalRef) =>
    test.db.tenant(ref, (tx) =>
      tx.selectFrom('effects').select(['state', 'problem']).where('id', '=', ref.id).executeTakeFirstOrThrow(),
    );
  afterEach(() =>
    withClient(test.migrator, (client) => client.query('UPDATE maintenance.lineage SET rewound_at = NULL')),
  );

  it('is done where nobody can be asked about it, as where nobody can be asked at all', async () => {
    const ref = await workOn(looking(false), true);
    expect((await stateOf(ref)).state).toBe('complete');
    expect(received).toEqual([ref.id]);
  });
  it('is a person’s question where it is refused before anybody was asked, with what was said', async () => {
    expect(await problemOf(await workOn(looking(true), 'or-person'))).toMatchObject({
      state: 'disputed',
      problem: { code: 'perhaps_done', vendorMessage: 'There is nothing open.' },
    });
    expect((await problemOf(await workOn(looking(true), true))).state).toBe('refused');
    expect(received).toEqual([]);
  });
});

describe('the way between two states', () => {
  it('goes through the state between where the table has no direct one', () => {
    expect(statePath('sending', 'complete')).toEqual(['confirmed', 'complete']);
    expect(statePath('sending', 'absent')).toEqual(['unknown', 'absent']);
    expect(statePath('disputed', 'complete')).toEqual(['confirmed', 'complete']);
    expect(statePath('unknown', 'unknown')).toEqual([]);
    expect(() => statePath('refused', 'complete')).toThrow('cannot go from refused to complete');
  });
});
