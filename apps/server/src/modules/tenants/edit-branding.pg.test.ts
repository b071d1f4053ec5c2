/** Branding over HTTP: fields checked one by one, pictures uploaded and shown, and how fast a page's first call is. */
import { createHash } from 'node:crypto';
import { encodeColourPng } from '@scanship/documents/pictures/png-writer';
import type { BrandingRecord } from '@scanship/contracts/network/franchises';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { computed } from '../../../../../packages/domain/test/slices.ts';
import {
  makeClient,
  makeWorld,
  sessionOf,
  type TestClient,
  type TestUser,
  testServices,
  type TestWorld,
} from '../../../test/app-kit.ts';
import { type OutsideHost, startOutsideHost } from '../../../test/outside-host.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { makeWholeApplication } from '../../../test/whole-app.ts';
import type { Application } from '../../application.ts';
import { BRANDING_COLUMNS } from './branding-fields.ts';

let database: TestDatabase;
let outside: OutsideHost;
let application: Application;
let app: FastifyInstance;
let client: TestClient;
let world: TestWorld;
const tokens = new Map<TestUser, string>();

beforeAll(async () => {
  database = await createTestDatabase({ maxConnections: 6 });
  world = await makeWorld(database.db);
  outside = await startOutsideHost();
  application = makeWholeApplication(testServices(database.db, { outside: outside.dispatcher }));
  app = await application.http();
  client = await makeClient(app);
  const { root, franchise, support, user, foreign } = world.people;
  for (const person of [root, franchise, support, user, foreign])
    tokens.set(person, (await sessionOf(application.services, person)).token);
});
afterAll(async () => {
  await app.close();
  await application.close();
  await database.drop();
  await outside.close();
});

const read = async (): Promise<BrandingRecord> => {
  const answer = await client.call('GET', '/api/franchise/branding', {
    token: tokens.get(world.people.franchise) ?? '',
  });
  return answer.json.data as BrandingRecord;
};
const put = async (fields: Record<string, unknown>, version?: number) =>
  client.call('PUT', '/api/franchise/branding', {
    token: tokens.get(world.people.franchise) ?? '',
    body: { fields, version: version ?? (await read()).version },
  });
interface Upload {
  readonly path?: string;
  readonly person?: TestUser;
  /** Name of the text beside the file. */
  readonly part?: string;
}
const upload = (bytes: Buffer, text: string, options: Upload = {}) => {
  const edge = 'edge-of-a-part';
  const body = Buffer.concat([
    Buffer.from(`--${edge}\r\ncontent-disposition: form-data; name="${options.part ?? 'field'}"\r\n\r\n${text}\r\n`),
    Buffer.from(
      `--${edge}\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`,
    ),
    bytes,
    Buffer.from(`\r\n--${edge}--\r\n`),
  ]);
  return client.call('POST', options.path ?? '/api/franchise/branding/pictures', {
    token: tokens.get(options.person ?? world.people.franchise) ?? '',
    body,
    headers: { 'content-type': `multipart/form-data; boundary=${edge}` },
  });
};
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><path d="M0 0h8v8z"/></svg>');
const uiInit = async () => {
  const answer = await client.call('POST', '/api/master/ui-init?host=first.test', { body: {} });
  return answer.json.data as Record<string, string | null>;
};

describe('fields', () => {
  test('every field of the specification is stored and served by ui-init, with tenantId and brandName', async () => {
    const fields: Record<string, string> = {};
    for (const name of Object.keys(BRANDING_COLUMNS)) {
      if (name.endsWith('Color')) fields[name] = '#12AB34';
      else if (name.endsWith('Link')) fields[name] = `https://social.example/${name}`;
      else if (/Logo|favicon|slide|Banner|Background|Watermark/.test(name))
        fields[name] = `https://cdn.example/${name}.png`;
      else fields[name] = `${name} – œuvre`;
    }
    expect(Object.keys(fields)).toHaveLength(31);
    const answer = await put(fields);
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    const served = await uiInit();
    for (const [name, value] of Object.entries(fields))
      expect([name, served[name]]).toEqual([
        name,
        name.endsWith('Color')
          ? value.toLowerCase()
          : value.startsWith('https://cdn.')
            ? `/brand/${createHash('sha256').update(value).digest('hex')}`
            : value,
      ]);
    expect(served['tenantId']).toBe(world.first.id);
  });

  test('only what is sent changes; empty and null clear; the name falls back to the franchise’s', async () => {
    const before = await read();
    expect((await put({ tagLine: 'New', brandName: '  ' })).status).toBe(200);
    const after = await read();
    expect(after.version).toBe(before.version + 1);
    expect(after.branding).toEqual({ ...before.branding, tagLine: 'New', brandName: null });
    expect((await uiInit())['brandName']).toBe('First');
    await put({ tagLine: null, brandName: 'Maple' });
    expect((await uiInit())['tagLine']).toBeNull();
  });

  test.each([
    [{ primaryColor: 'red' }, 'fields.primaryColor'],
    [{ primaryColor: '#12345' }, 'fields.primaryColor'],
    [{ secondaryColor: '#123456; background: url(x)' }, 'fields.secondaryColor'],
    [{ facebookLink: 'javascript:alert(1)' }, 'fields.facebookLink'],
    [{ twitterLink: 'http://x.example' }, 'fields.twitterLink'],
    [{ primaryLogo: 'http://x.example/a.png' }, 'fields.primaryLogo'],
    [{ primaryLogo: `/brand/${'a'.repeat(64)}` }, 'fields.primaryLogo'],
    [{ favicon: '../../etc/passwd' }, 'fields.favicon'],
    [{ brandName: 'x'.repeat(121) }, 'fields.brandName'],
  ])('%j is refused, naming the field, and nothing else is saved', async (fields, field) => {
    const before = await read();
    const answer = await put({ ...fields, tagLine: 'not saved' });
    expect(answer.json.code).toBe('validation');
    expect(answer.json.errorMessages?.[0]?.field).toBe(field);
    expect(await read()).toEqual(before);
  });

  test('a change by somebody else meanwhile is noticed', async () => {
    const { version } = await read();
    await put({ tagLine: 'first' }, version);
    expect((await put({ tagLine: 'second' }, version)).json.code).toBe('stale_version');
  });
});

describe('pictures', () => {
  test('are uploaded, named, and then shown to everybody on the host and, by franchise, on any', async () => {
    const uploaded = await upload(SVG, 'primaryLogo');
    const { address } = uploaded.json.data as { address: string };
    expect(uploaded.json.data).toMatchObject({ contentType: 'image/svg+xml', width: 8, height: 8, bytes: SVG.length });
    expect((await client.call('GET', address)).status).toBe(404);
    expect((await put({ primaryLogo: address })).status).toBe(200);
    const served = await uiInit();
    const short = served['primaryLogo'] ?? '';
    expect(short).toMatch(/^\/brand\/[0-9a-f]{64}$/);
    for (const [path, host] of [
      [short, 'first.test'],
      [address, 'second.test'],
    ] as const) {
      const picture = await client.call('GET', path, { host });
      expect(picture.text).toBe(SVG.toString());
      expect(picture.headers['content-type']).toBe('image/svg+xml');
      expect(picture.headers['content-security-policy']).toContain('sandbox');
    }
    // The short form is the host's own franchise's.
    expect((await client.call('GET', short, { host: 'second.test' })).status).toBe(404);
    // What is answered may be sent back as it is.
    const { branding } = await read();
    expect((await put({ primaryLogo: branding.primaryLogo })).status).toBe(200);
    expect((await uiInit())['primaryLogo']).toBe(short);
  });

  test('branding follows the session: whoever acts in another franchise sees that one’s, on any host', async () => {
    await put({ brandName: 'Maple' });
    const own = async (token: string, host: string) =>
      (await client.call('GET', '/api/master/branding', { token, host })).json.data as Record<string, string | null>;
    const root = tokens.get(world.people.root) ?? '';
    expect((await own(root, 'second.test'))['tenantId']).toBe(world.second.id);
    const { token } = await sessionOf(application.services, world.people.root);
    const acted = await client.call('POST', '/api/admin/login/impersonate?username=fran', {
      token,
      host: 'second.test',
      body: { reason: 'x', franchiseId: world.first.id },
    });
    const { tokens: pair } = acted.json.data as { tokens: { token: string } };
    const seen = await own(pair.token, 'second.test');
    expect([seen['tenantId'], seen['brandName']]).toEqual([world.first.id, 'Maple']);
    const picture = await client.call('GET', seen['primaryLogo'] ?? '', { host: 'second.test' });
    expect(picture.text).toBe(SVG.toString());
  });

  test('one that lies elsewhere is shown from here, and no address but the stored ones is asked', async () => {
    outside.answers.set('/logo.svg', SVG);
    const address = 'https://pictures.example/logo.svg';
    expect((await put({ providerLogo: address })).status).toBe(200);
    const record = await read();
    expect(record.branding.providerLogo).toBe(address);
    const path = record.shown[address] ?? '';
    for (const url of [path, (await uiInit())['providerLogo'] ?? '']) {
      expect(url).toMatch(/^\/brand\//);
      const picture = await client.call('GET', url, { host: 'first.test' });
      expect(picture.text).toBe(SVG.toString());
      expect(picture.headers['content-security-policy']).toContain('sandbox');
    }
    expect(outside.asked.length).toBe(1);
    const hash = path.slice(-64);
    expect((await client.call('GET', `/brand/${hash}`, { host: 'second.test' })).status).toBe(404);
    expect((await client.call('GET', `/brand/${encodeURIComponent(address)}`)).status).toBe(404);
  });

  test('other files of the franchise cannot be made public by naming them', async () => {
    const sha256 = 'c'.repeat(64);
    await database.db.tenant({ tenantId: world.first.id }, (tx) =>
      tx
        .insertInto('blobs')
        .values({ tenant_id: world.first.id, sha256, size: 3, type: 'text/csv', bytes: Buffer.from('a,b') })
        .execute(),
    );
    expect((await put({ slide1: `/brand/${sha256}` })).json.errorMessages?.[0]?.field).toBe('fields.slide1');
  });

  test('a picture of another franchise is not this one’s', async () => {
    const path = `/api/platform/franchises/${world.second.id}/branding/pictures`;
    const uploaded = await upload(SVG, 'slide1', { path, person: world.people.root });
    const { address } = uploaded.json.data as { address: string };
    expect(address).toContain(world.second.id);
    expect((await put({ slide1: address })).json.code).toBe('validation');
  });

  test('what is refused says why', async () => {
    const refusal = async (bytes: Buffer, field: string) => (await upload(bytes, field)).json;
    expect(await refusal(Buffer.from('<svg><script>x</script></svg>'), 'favicon')).toMatchObject({
      code: 'picture_refused',
    });
    expect((await refusal(SVG, 'emailLogo')).errorMessage).toContain('do not draw SVG');
    expect((await refusal(SVG, 'password')).code).toBe('validation');
    expect((await upload(SVG, 'favicon', { person: world.people.support })).json.code).toBe('forbidden');
  });
});

describe('logos of carriers and stores', () => {
  const logoOf = (bytes: Buffer, key: string, person?: TestUser) =>
    upload(bytes, key, { path: '/api/franchise/logos', part: 'key', ...(person && { person }) });
  const call = (method: 'GET' | 'DELETE', path: string, person: TestUser, host = 'first.test') =>
    client.call(method, path, { token: tokens.get(person) ?? '', host });
  const seenBy = async (person: TestUser, host?: string) =>
    ((await call('GET', '/api/master/logos', person, host)).json.data as { logos: { key: string; address: string }[] })
      .logos;
  const red = (width: number, height: number) =>
    Buffer.from(
      encodeColourPng({
        width,
        height,
        data: Uint8Array.from({ length: width * height * 3 }, (_, at) => (at % 3 === 0 ? 200 : 0)),
      }),
    );

  test('a franchise’s own customers see its logo, drawn anew; everybody else the mark', async () => {
    const { franchise, user, foreign, root } = world.people;
    const answer = await logoOf(red(64, 64), 'canada-post');
    expect(answer.json).toMatchObject({ successMessage: 'Canada Post has your logo now.' });
    const [logo] = await seenBy(user);
    expect(logo?.key).toBe('canada-post');
    expect(await seenBy(franchise)).toEqual([logo]);
    expect([await seenBy(foreign, 'second.test'), await seenBy(root, 'second.test')]).toEqual([[], []]);
    const picture = await app.inject({ method: 'GET', url: logo?.address ?? '', headers: { host: 'first.test' } });
    expect(picture.headers['content-type']).toBe('image/png');
    expect([picture.rawPayload.readUInt32BE(16), picture.rawPayload.readUInt32BE(20)]).toEqual([108, 108]);
    expect(picture.rawPayload.equals(red(64, 64))).toBe(false);
  });

  test('the own courier goes by its name, and keeps its line when it is renamed', async () => {
    const own = { carrier: 'rate-sheet', name: 'Maple Local', mode: 'live', credentials: {}, check: false };
    const token = tokens.get(world.people.franchise) ?? '';
    const added = await client.call('POST', '/api/shippingCarrier/add', { token, body: own });
    expect([added.status, added.json.errorMessage]).toEqual([200, undefined]);
    const answer = await logoOf(red(40, 20), 'rate-sheet:Maple Local');
    const named = (json: typeof answer.json) =>
      (json.data as { logos: { name: string; kind: string; address: string | null }[] }).logos.filter(
        ({ kind }) => kind === 'courier',
      );
    expect(named(answer.json)).toEqual([expect.objectContaining({ name: 'Maple Local', address: expect.any(String) })]);
    const { id } = added.json.data as { id: string };
    const renamed = { name: 'Maple City', paused: false };
    expect((await client.call('PUT', `/api/shippingCarrier/${id}`, { token, body: renamed })).status).toBe(200);
    const after = await call('GET', '/api/franchise/logos', world.people.franchise);
    expect(named(after.json).map(({ name, address }) => [name, address !== null])).toEqual([
      ['Maple City', false],
      ['Maple Local', true],
    ]);
  });

  test('what cannot be one is refused with the reason, and nothing is kept of it', async () => {
    const before = await seenBy(world.people.user);
    const refusal = async (bytes: Buffer, key = 'ups') => (await logoOf(bytes, key)).json;
    expect((await refusal(SVG)).errorMessage).toContain('must be PNG or JPEG');
    expect((await refusal(Buffer.from('GIF89a nothing'))).code).toBe('picture_refused');
    expect((await refusal(red(2049, 1))).errorMessage).toContain('2049 x 1 pixels');
    expect((await refusal(red(9, 9).subarray(0, 50))).errorMessage).toContain('damaged');
    expect((await refusal(Buffer.concat([red(9, 9), Buffer.alloc(2 * 1024 * 1024)]))).errorMessage).toContain('2.0 MB');
    expect((await refusal(red(9, 9), 'no-such-carrier')).code).toBe('not_found');
    expect((await logoOf(red(9, 9), 'ups', world.people.support)).json.code).toBe('forbidden');
    expect((await logoOf(red(9, 9), 'ups', world.people.user)).json.code).toBe('forbidden');
    expect(await seenBy(world.people.user)).toEqual(before);
  });

  test('removed, the mark is back and the picture is no longer public; who did it is in the audit log', async () => {
    // Wider than the others, or it would be drawn as the same picture.
    await logoOf(red(90, 30), 'shopify');
    const shopify = (await seenBy(world.people.user)).find(({ key }) => key === 'shopify');
    const remove = () => call('DELETE', '/api/franchise/logos/shopify', world.people.franchise);
    expect((await remove()).json.successMessage).toBe('Logo removed.');
    expect((await seenBy(world.people.user)).map(({ key }) => key)).not.toContain('shopify');
    expect((await client.call('GET', shopify?.address ?? '')).status).toBe(404);
    expect((await remove()).json.code).toBe('not_found');
    const log = await call('GET', '/api/audit?size=20', world.people.franchise);
    expect(log.text).toContain('removeOwnLogo');
    expect(log.text).toContain('putOwnLogo');
  });
});

test('ui-init takes a few milliseconds of the server', async () => {
  const times = 400;
  let before = computed();
  for (let n = -100; n < times; n += 1) {
    // The first hundred warm the program up.
    if (n === 0) before = computed();
    await app.inject({ method: 'POST', url: '/api/master/ui-init?host=first.test', headers: { host: 'first.test' } });
  }
  // Processor time of this thread: neither a busy machine nor the tests beside this one are a slow server.
  expect((computed() - before) / times).toBeLessThan(5);
});
