/** What somebody sends does not hold up anybody else (findings A2 and A8): measured on the whole application over HTTP. */
import type { FastifyInstance } from 'fastify';
import { Agent, request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type HostileFile,
  hostilePictures,
  hostileTables,
  largeCsv,
  xlsxBomb,
} from '../../../../../tests/attack/data/files.ts';
import { leastSliceOf, longestSliceOf } from '../../../../../packages/domain/test/slices.ts';
import { crossSiteToken, makeWorld, sessionOf, testServices, type TestWorld } from '../../../test/app-kit.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { makeWholeApplication } from '../../../test/whole-app.ts';
import type { Application } from '../../application.ts';

/** What another person's call may wait on a machine that has nothing else to do. */
const LONGEST_SLICE_MS = 250;

let database: TestDatabase;
let world: TestWorld;
let application: Application;
let app: FastifyInstance;
let origin: string;
let headers: Record<string, string>;
let other: Record<string, string>;
let productId: string;
const dispatcher = new Agent({ headersTimeout: 120_000 });

beforeAll(async () => {
  database = await createTestDatabase();
  world = await makeWorld(database.db);
  const services = testServices(database.db);
  application = makeWholeApplication(services);
  app = await application.http();
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('The application has no port.');
  origin = `http://127.0.0.1:${address.port}`;
  const signedIn = async (who: 'admin' | 'basic') => {
    const { token } = await sessionOf(services, world.people[who]);
    const crossSite = crossSiteToken(token, '');
    return {
      host: 'first.test',
      cookie: `XSRF-TOKEN=${crossSite}`,
      'x-xsrf-token': crossSite,
      authorization: `Bearer ${token}`,
    };
  };
  [headers, other] = [await signedIn('admin'), await signedIn('basic')];
  const made = await request(`${origin}/api/product/add`, {
    method: 'POST',
    dispatcher,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ sku: 'MUG', changes: { title: 'Mug' } }),
  });
  productId = ((await made.body.json()) as { data: { id: string } }).data.id;
});
afterAll(async () => {
  await dispatcher.close();
  await app.close();
  await application.close();
  await database.drop();
});

interface Answer {
  readonly status: number;
  readonly errorMessage?: string;
  readonly advice?: string;
}

async function send(path: string, file: HostileFile, as = headers): Promise<Answer> {
  const edge = 'scanship-test-edge';
  const body = Buffer.concat([
    Buffer.from(
      `--${edge}\r\ncontent-disposition: form-data; name="file"; filename="${file.name}"\r\ncontent-type: ${file.type}\r\n\r\n`,
    ),
    file.bytes,
    Buffer.from(`\r\n--${edge}--\r\n`),
  ]);
  const answer = await request(`${origin}/api${path}`, {
    method: 'POST',
    dispatcher,
    headers: { ...as, 'content-type': `multipart/form-data; boundary=${edge}` },
    body,
  });
  return { status: answer.statusCode, ...((await answer.body.json()) as Omit<Answer, 'status'>) };
}

/** Somebody else's calls, one after the other, until the work is done. */
async function others(work: Promise<unknown>): Promise<number> {
  let asked = 0;
  const state = { going: true };
  const end = () => (state.going = false);
  void work.then(end, end);
  while (state.going) {
    for (const path of ['/healthz', '/api/profile/me']) {
      const answer = await request(`${origin}${path}`, { headers: other, dispatcher });
      await answer.body.dump();
      if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}`);
    }
    asked += 2;
  }
  return asked;
}

/** No file holds the thread, whatever it is; whoever sent it gets a sentence and never a failure of ours. */
async function harmless(
  answers: () => Promise<readonly Answer[]>,
  honest: readonly number[] = [200, 413, 422, 503],
): Promise<void> {
  let given: readonly Answer[] = [];
  let asked = 0;
  const longest = await leastSliceOf(async () => {
    const work = answers().then((all) => (given = all));
    asked = await others(work);
    await work;
  }, LONGEST_SLICE_MS);
  for (const { status, errorMessage } of given) {
    expect(honest, errorMessage).toContain(status);
    if (status !== 200) expect(errorMessage).toMatch(/\.$/);
  }
  expect(asked).toBeGreaterThan(0);
  expect(longest).toBeLessThan(LONGEST_SLICE_MS);
}

describe('tables', () => {
  test.each(hostileTables().map((file) => [file.kind, file] as const))('%s', async (_kind, file) => {
    await harmless(async () => [await send('/orders/import', file), await send('/product/import', file)]);
  });

  test('four workbooks at once that unpack to half a gigabyte each', async () => {
    const bomb = xlsxBomb(490);
    // A company has two imports running at most, so whoever comes third or fourth may be asked to come back.
    await harmless(() => Promise.all([1, 2, 3, 4].map(() => send('/orders/import', bomb))), [413, 422, 429, 503]);
  });

  test('20 MB of orders, read in full', async () => {
    const file = largeCsv(20);
    await harmless(async () => [await send('/orders/import', file)]);
  });
});

test('an honest file of 3,000 orders is checked and created in short slices', async () => {
  const file = { ...largeCsv(0.3), kind: 'honest' };
  const uploaded = (await send('/orders/import', file)) as Answer & {
    data: { importId: string; rowCount: number; mapping: unknown };
  };
  const { importId, mapping, rowCount } = uploaded.data;
  const post = async (path: string, body: unknown) => {
    const answer = await request(`${origin}/api/orders/import/${importId}/${path}`, {
      method: 'POST',
      dispatcher,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await answer.body.json()) as { data?: Record<string, unknown>; errorMessage?: string };
  };
  const longest = await longestSliceOf(async () => {
    const checked = await post('check', mapping);
    expect(checked.data, checked.errorMessage).toMatchObject({ readyCount: rowCount, blockedCount: 0 });
    const made = await post('commit', { mapping, skipBlocked: false, expectedReady: rowCount });
    expect(made.data, made.errorMessage).toMatchObject({ created: rowCount });
  });
  expect(longest).toBeLessThan(LONGEST_SLICE_MS);
});

test.each(hostilePictures().map((file) => [file.kind, file] as const))('a picture: %s', async (_kind, file) => {
  await harmless(async () => {
    const answer = await send(`/product/${productId}/picture`, file);
    expect(answer.status).toBe(422);
    return [answer];
  });
});

test('JSON of 100,000 levels is refused before anything walks through it', async () => {
  const longest = await leastSliceOf(async () => {
    const answer = await request(`${origin}/api/product/add`, {
      method: 'POST',
      dispatcher,
      headers: { ...headers, 'content-type': 'application/json' },
      body: `{"sku":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
    });
    expect(answer.statusCode).toBe(400);
    await answer.body.dump();
  }, LONGEST_SLICE_MS);
  expect(longest).toBeLessThan(LONGEST_SLICE_MS);
});
