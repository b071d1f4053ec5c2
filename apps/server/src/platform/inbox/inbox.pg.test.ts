import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import Fastify from 'fastify';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { silentLogger } from '../logging/logger.ts';
import { testConfig } from '../../../test/app-kit.ts';
import { createBudgets } from '../budgets/budgets.ts';
import { registerHook, tooManyOf } from './hook-route.ts';
import { createInbox, type Inbox, type InboxOptions, type StoredDelivery, type Verdict } from './inbox.ts';

let test: TestDatabase;
const inboxes: Inbox[] = [];
beforeAll(async () => {
  test = await createTestDatabase({ maxConnections: 8 });
});
afterEach(async () => {
  await Promise.all(inboxes.splice(0).map((inbox) => inbox.stop()));
  await test.db.system((tx) => sql`DELETE FROM inbound_events`.execute(tx));
});
afterAll(() => test.drop());

function openInbox(work: (delivery: StoredDelivery) => Promise<Verdict>, options: Partial<InboxOptions> = {}): Inbox {
  const inbox = createInbox({ db: test.db, log: silentLogger(), leaseMs: 300, firstPauseMs: 50, ...options });
  inbox.register('test', { work });
  inboxes.push(inbox);
  return inbox;
}
const delivery = (more: { key?: string; slug?: string; text?: string; account?: string } = {}) => ({
  slug: more.slug ?? 'test:one',
  deliveryKey: more.key ?? randomUUID(),
  topic: 'news',
  externalAccount: more.account,
  headers: { 'content-type': 'text/plain' },
  body: Buffer.from(more.text ?? 'hello'),
});
const stored = () =>
  test.db.system((tx) =>
    tx
      .selectFrom('inbound_events')
      .select(['slug', 'state', 'attempt', 'due_at', 'problem', 'delivery_key'])
      .orderBy('received_at')
      .execute(),
  );
const pass = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const DONE: Verdict = { kind: 'done' };

describe('a delivery', () => {
  it('is stored once, worked off once, and hands over its bytes untouched', async () => {
    const seen: StoredDelivery[] = [];
    const inbox = openInbox((each) => {
      seen.push(each);
      return Promise.resolve(DONE);
    });
    const bytes = Buffer.from([0, 1, 2, 255, 0xc3, 0x28]);
    expect(await inbox.receive({ ...delivery({ key: 'k1' }), body: bytes })).toBe('stored');
    expect(await inbox.receive({ ...delivery({ key: 'k1' }), body: bytes })).toBe('repeated');
    expect(await inbox.sweep()).toBe(1);
    expect(await inbox.sweep()).toBe(0);
    expect(seen).toHaveLength(1);
    expect(Buffer.from(seen[0]?.body ?? []).equals(bytes)).toBe(true);
    expect(seen[0]).toMatchObject({
      deliveryKey: 'k1',
      topic: 'news',
      attempt: 1,
      headers: { 'content-type': 'text/plain' },
    });
    expect(await inbox.receive(delivery({ key: 'k1' }))).toBe('repeated');
    expect(await stored()).toMatchObject([{ state: 'done', attempt: 1, due_at: null }]);
  });

  it('of the month before is a repeat too, and of another sender is not', async () => {
    const inbox = openInbox(() => Promise.resolve(DONE));
    await inbox.receive(delivery({ key: 'old' }));
    await test.db.system((tx) => sql`UPDATE inbound_events SET month = (month - interval '1 month')::date`.execute(tx));
    expect(await inbox.receive(delivery({ key: 'old' }))).toBe('repeated');
    expect(await inbox.receive(delivery({ key: 'old', slug: 'test:two' }))).toBe('stored');
  });

  it('stored by a process that died is worked off by the next', async () => {
    const dead = openInbox(() => Promise.reject(new Error('never run')));
    await dead.receive(delivery());
    const seen: string[] = [];
    const next = openInbox((each) => {
      seen.push(each.id);
      return Promise.resolve(DONE);
    });
    expect(await next.sweep()).toBe(1);
    expect(seen).toHaveLength(1);
  });

  it('whose worker died is taken up when its lease lapses, and the dead one writes nothing', async () => {
    let release: (verdict: Verdict) => void = () => undefined;
    const slow = openInbox(() => new Promise<Verdict>((resolve) => (release = resolve)));
    await slow.receive(delivery());
    const hanging = slow.sweep();
    await pass(50);
    const other = openInbox(() => Promise.resolve({ kind: 'ignored', why: 'seen by the other' }));
    expect(await other.sweep()).toBe(0);
    await pass(350);
    expect(await other.sweep()).toBe(1);
    release(DONE);
    await hanging;
    expect(await stored()).toMatchObject([{ state: 'ignored', attempt: 2 }]);
  });

  it('that fails is tried again later each time, then kept as failed with the reason', async () => {
    let tries = 0;
    const inbox = openInbox(
      () => {
        tries += 1;
        return Promise.reject(new Error('no such order'));
      },
      { tries: 3, firstPauseMs: 20 },
    );
    await inbox.receive(delivery());
    const settled = async () => {
      await inbox.sweep();
      return (await stored())[0]?.state;
    };
    await expect.poll(settled).toBe('failed');
    expect(tries).toBe(3);
    expect(await stored()).toMatchObject([
      { state: 'failed', attempt: 3, due_at: null, problem: { message: 'no such order' } },
    ]);
  });

  it('of an account that floods do not keep those of another account of the platform waiting', async () => {
    const seen: (string | undefined)[] = [];
    const inbox = openInbox(
      (each) => {
        seen.push(each.externalAccount);
        return Promise.resolve(DONE);
      },
      { perSlug: 2, concurrency: 4 },
    );
    for (let i = 0; i < 10; i += 1) await inbox.receive(delivery({ account: 'floods' }));
    await inbox.receive(delivery({ account: 'quiet' }));
    await inbox.sweep();
    await expect.poll(() => seen.length).toBeGreaterThanOrEqual(2);
    expect(new Set(seen.slice(0, 2))).toEqual(new Set(['floods', 'quiet']));
  });

  it('of a sender that hangs does not hold up those of others', async () => {
    const seen: string[] = [];
    const inbox = openInbox(
      (each) => {
        if (each.slug === 'test:hangs') return new Promise<Verdict>(() => undefined);
        seen.push(each.slug);
        return Promise.resolve(DONE);
      },
      { perSlug: 2, concurrency: 4, sweepMs: 20, leaseMs: 60_000 },
    );
    for (let i = 0; i < 20; i += 1) await inbox.receive(delivery({ slug: 'test:hangs' }));
    for (let i = 0; i < 10; i += 1) await inbox.receive(delivery({ slug: 'test:quick' }));
    inbox.start();
    await expect.poll(() => seen.length).toBe(10);
    // It hangs for good: nobody waits for it at the end of the test.
    inboxes.splice(0);
  });
});

describe('the door', () => {
  it('hands on bytes of any kind, limits their size and their number', async () => {
    const app = Fastify();
    const got: string[] = [];
    const budgets = createBudgets(
      test.db,
      testConfig({ budgets: { 'deliveries/address': 2, 'deliveries/known-address': 6, 'deliveries/sender': 2 } }),
    );
    await registerHook(app, budgets, {
      url: '/hooks/test/:slug',
      mostBytes: 100,
      receive: async ({ params, headers, body }) => {
        const wanted = createHmac('sha256', 'secret').update(body).digest();
        const given = Buffer.from(headers['x-signature'] ?? '', 'hex');
        if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return { status: 401 };
        const tooMany = await tooManyOf(budgets, `test ${params['slug']}`);
        if (tooMany) return tooMany;
        got.push(`${params['slug']} ${Buffer.from(body).toString('latin1')}`);
        return { status: 200 };
      },
    });
    const post = (body: string, signature?: string, slug = 'ups', remoteAddress = '203.0.113.1') =>
      app.inject({
        method: 'POST',
        url: `/hooks/test/${slug}`,
        remoteAddress,
        headers: {
          'content-type': 'application/json',
          'x-signature': signature ?? createHmac('sha256', 'secret').update(body).digest('hex'),
        },
        payload: body,
      });
    // Not JSON although it says so: the bytes are what was signed.
    expect((await post('{"broken": ')).statusCode).toBe(200);
    expect((await post('{}', 'ff')).statusCode).toBe(401);
    expect((await post('x'.repeat(101))).statusCode).toBe(413);
    expect((await post('once more')).statusCode).toBe(200);
    const limited = await post('too many');
    expect(limited.statusCode).toBe(429);
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0);
    // One sender's flood is refused; the platform's deliveries for others come from the same address and go through.
    expect((await post('to another', undefined, 'dhl')).statusCode).toBe(200);
    expect(got).toEqual(['ups {"broken": ', 'ups once more', 'dhl to another']);
    // An address nothing genuine came from has a small budget of its own, and another's is untouched by it.
    const forged = [];
    for (let n = 0; n < 4; n += 1) forged.push((await post('{}', 'ff', 'dhl', '203.0.113.9')).statusCode);
    expect(forged).toEqual([401, 401, 429, 429]);
    await app.close();
  });

  it('takes so many bytes from an address nothing genuine came from', async () => {
    const app = Fastify();
    await registerHook(app, createBudgets(test.db, testConfig({ budgets: { 'bytes/address': 150 } })), {
      url: '/hooks/test/:status',
      receive: ({ params }) => Promise.resolve({ status: params['status'] === 'good' ? 200 : 401 }),
    });
    const post = async (status: string, remoteAddress: string) =>
      (await app.inject({ method: 'POST', url: `/hooks/test/${status}`, remoteAddress, payload: 'x'.repeat(100) }))
        .statusCode;
    const seen: number[] = [];
    for (const [status, address] of [
      ['forged', '203.0.113.40'],
      ['forged', '203.0.113.40'],
      ['good', '203.0.113.41'],
      ['good', '203.0.113.41'],
      ['forged', '203.0.113.41'],
    ] as const)
      seen.push(await post(status, address));
    expect(seen).toEqual([401, 429, 200, 200, 401]);
    await app.close();
  });

  it('counts the values of JSON, whatever blanks or marks stand before it', async () => {
    const app = Fastify();
    await registerHook(app, createBudgets(test.db, testConfig()), {
      url: '/hooks/test',
      receive: () => Promise.resolve({ status: 200 }),
    });
    const values = `[${'0,'.repeat(60_000)}0]`;
    const post = async (payload: string) =>
      (await app.inject({ method: 'POST', url: '/hooks/test', payload })).statusCode;
    expect(await Promise.all([values, `${' '.repeat(200)}${values}`, `\uFEFF${values}`].map(post))).toEqual([
      413, 413, 413,
    ]);
    // No JSON: a form's values are nobody's to count here.
    expect(await post(`a=${'0,'.repeat(60_000)}`)).toBe(200);
    await app.close();
  });
});
