/** The operator's desk, over HTTP and against a name server on loopback. */
import { createHash, generateKeyPairSync } from 'node:crypto';
import type { FranchiseDetail } from '@scanship/contracts/network/franchises';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  makeClient,
  makeWorld,
  sessionOf,
  type TestClient,
  type TestUser,
  testServices,
  type TestWorld,
} from '../../../test/app-kit.ts';
import { startDnsServer, type TestDnsServer } from '../../../test/dns-server.ts';
import { readFranchise } from './franchise-record.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { type Application, createApplication } from '../../application.ts';
import { newId } from '../../platform/database/ids.ts';
import { createDns } from '../../platform/dns.ts';
import { readMailBrand } from '../mail/mail-branding.ts';
import { compose } from '../mail/mail-handler.ts';
import { senderOf } from './index.ts';

let database: TestDatabase;
let dns: TestDnsServer;
let application: Application;
let app: FastifyInstance;
let client: TestClient;
let world: TestWorld;
const tokens = new Map<TestUser, string>();

beforeAll(async () => {
  database = await createTestDatabase({ maxConnections: 8 });
  dns = await startDnsServer();
  world = await makeWorld(database.db);
  application = createApplication(testServices(database.db, { config: { appEnv: 'PROD', demo: false } }), {
    version: 'test',
    dns: createDns([dns.address]),
  });
  app = await application.http();
  client = await makeClient(app);
  for (const person of Object.values(world.people))
    tokens.set(person, (await sessionOf(application.services, person)).token);
});
afterAll(async () => {
  await app.close();
  await application.close();
  await dns.close();
  await database.drop();
});

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
const ask = (method: Method, path: string, body?: unknown, person: TestUser = world.people.root) =>
  client.call(method, `/api${path}`, { token: tokens.get(person) ?? '', ...(body === undefined ? {} : { body }) });
const ok = async <T = FranchiseDetail>(method: Method, path: string, body?: unknown, person?: TestUser): Promise<T> => {
  const answer = await ask(method, path, body, person);
  if (answer.status !== 200) throw new Error(`${method} ${path} answered ${answer.status} ${answer.text}`);
  return answer.json.data as T;
};
const uiInit = async (host: string) => client.call('POST', `/api/master/ui-init?host=${host}`, { host, body: {} });

describe('a franchise from its creation to its first visitor', () => {
  let franchise: FranchiseDetail;

  test('is created with its brand, and its host waits for proof', async () => {
    franchise = await ok('POST', '/platform/franchises', {
      name: 'Prairie Post',
      host: ' Ship.Prairie.Example ',
      primaryColor: '#AA5500',
      currency: 'CAD',
      timeZone: 'America/Winnipeg',
      locale: 'fr-CA',
    });
    expect(franchise).toMatchObject({
      name: 'Prairie Post',
      brandName: 'Prairie Post',
      state: 'active',
      customers: 0,
      timeZone: 'America/Winnipeg',
      locale: 'fr-CA',
      sender: { state: 'none', address: null },
    });
    expect(franchise.hosts).toHaveLength(1);
    expect(franchise.hosts[0]).toMatchObject({
      host: 'ship.prairie.example',
      state: 'pending',
      proof: { type: 'TXT', name: '_scanship.ship.prairie.example' },
      finding: null,
    });
    expect(franchise.hosts[0]?.proof?.value).toMatch(/^scanship-site=[\w-]{24}$/);
    expect((await uiInit('ship.prairie.example')).json.code).toBe('unknown_host');
  });

  test('is not served while the record is missing, wrong, or nobody answers; each is said in words', async () => {
    const record = franchise.hosts[0]?.proof;
    if (!record) throw new Error('no proof');
    const verify = () => ask('POST', `/platform/franchises/${franchise.id}/hosts/ship.prairie.example/verify`);
    const missing = await verify();
    expect(missing.json).toMatchObject({ code: 'proof_missing' });
    expect(missing.json.errorMessage).toContain(`There is no TXT record at ${record.name} yet`);
    dns.records.set(record.name, ['scanship-site=somebody-elses']);
    expect((await verify()).json.errorMessage).toContain('says something else (scanship-site=somebody-elses)');
    const detail = await ok('GET', `/platform/franchises/${franchise.id}`);
    expect(detail.hosts[0]).toMatchObject({
      state: 'pending',
      finding: expect.stringContaining('says something else') as string,
    });
    expect((await uiInit('ship.prairie.example')).json.code).toBe('unknown_host');

    // The right value beside others, as zones have it.
    dns.records.set(record.name, ['v=other', record.value]);
    const verified = await ok('POST', `/platform/franchises/${franchise.id}/hosts/ship.prairie.example/verify`);
    expect(verified.hosts[0]).toMatchObject({ state: 'verified', finding: 'The record was found.' });
    const first = await uiInit('ship.prairie.example');
    expect(first.json.data).toMatchObject({
      tenantId: franchise.id,
      brandName: 'Prairie Post',
      primaryColor: '#aa5500',
    });
  });

  test('a name server that does not answer decides nothing', { timeout: 20_000 }, async () => {
    const added = await ok('POST', `/platform/franchises/${franchise.id}/hosts`, { host: 'quiet.example' });
    dns.silent.add('_scanship.quiet.example');
    const answer = await ask('POST', `/platform/franchises/${franchise.id}/hosts/quiet.example/verify`);
    expect(answer.json.errorMessage).toContain('did not answer');
    expect(added.hosts.find(({ host }) => host === 'quiet.example')?.state).toBe('pending');
    const removed = await ok('DELETE', `/platform/franchises/${franchise.id}/hosts/quiet.example`);
    expect(removed.hosts.map(({ host }) => host)).toEqual(['ship.prairie.example']);
  });

  test('a host belongs to one franchise; the last one served cannot be taken away; nonsense is refused', async () => {
    const taken = await ask('POST', `/platform/franchises/${world.first.id}/hosts`, { host: 'ship.prairie.example' });
    expect(taken.json.errorMessages?.[0]).toMatchObject({ field: 'host', code: 'taken' });
    const last = await ask('DELETE', `/platform/franchises/${franchise.id}/hosts/ship.prairie.example`);
    expect(last.json.errorMessage).toContain('only host');
    for (const host of ['https://x.example', 'a b', 'x_y.example', '-x.example', 'x..example', ''])
      expect([host, (await ask('POST', `/platform/franchises/${franchise.id}/hosts`, { host })).json.code]).toEqual([
        host,
        'validation',
      ]);
    expect(
      (await ask('POST', '/platform/franchises', { name: 'Other', host: 'first.test' })).json.errorMessages?.[0]?.field,
    ).toBe('host');
  });

  test('list, search, change and suspend', async () => {
    interface List {
      readonly franchises: { readonly name: string; readonly hosts: { readonly host: string }[] }[];
      readonly totalRecords: number;
      readonly totalPage: number;
    }
    const all = await ok<List>('GET', '/platform/franchises');
    expect(all.franchises.map(({ name }) => name)).toEqual(['Prairie Post', 'Second', 'First']);
    expect((await ok<List>('GET', '/platform/franchises?search=PRAIRIE')).franchises).toHaveLength(1);
    expect((await ok<List>('GET', '/platform/franchises?search=second.te')).franchises[0]?.name).toBe('Second');
    expect((await ok<List>('GET', '/platform/franchises?search=100%25')).totalRecords).toBe(0);
    const page = await ok<List>('GET', '/platform/franchises?size=2&page=2');
    expect([page.franchises.length, page.totalRecords, page.totalPage]).toEqual([1, 3, 2]);

    const change = {
      name: 'Prairie Parcel',
      currency: 'USD',
      timeZone: 'America/Regina',
      locale: 'en-CA',
      version: franchise.version,
    };
    const changed = await ok('PUT', `/platform/franchises/${franchise.id}`, change);
    expect(changed).toMatchObject({
      name: 'Prairie Parcel',
      currency: 'USD',
      timeZone: 'America/Regina',
      locale: 'en-CA',
    });
    expect((await ask('PUT', `/platform/franchises/${franchise.id}`, change)).json.code).toBe('stale_version');
    const bad = { ...change, version: changed.version, timeZone: 'Mars/Olympus' };
    expect((await ask('PUT', `/platform/franchises/${franchise.id}`, bad)).json.errorMessages?.[0]?.field).toBe(
      'timeZone',
    );

    await ok('POST', `/platform/franchises/${franchise.id}/suspend`, { reason: 'Unpaid' });
    expect((await uiInit('ship.prairie.example')).json.code).toBe('unknown_host');
    expect((await ok<List>('GET', '/platform/franchises?state=suspended')).totalRecords).toBe(1);
    await ok('POST', `/platform/franchises/${franchise.id}/resume`);
    expect((await uiInit('ship.prairie.example')).status).toBe(200);
    expect((await ask('GET', '/platform/franchises/0199a000-0000-7000-8000-00000000dead')).json.code).toBe('not_found');
    // A customer is no franchise.
    expect((await ask('GET', `/platform/franchises/${world.people.admin.tenantId}`)).json.code).toBe('not_found');
  });

  test('a suspended franchise stops its people at their next call', async () => {
    const { token } = await sessionOf(application.services, world.people.foreign);
    const call = () => client.call('GET', '/api/profile/me', { token, host: 'second.test' });
    expect((await call()).status).toBe(200);
    await ok('POST', `/platform/franchises/${world.second.id}/suspend`, { reason: 'x' });
    expect((await call()).json.code).toBe('unauthorized');
    await ok('POST', `/platform/franchises/${world.second.id}/resume`);
    expect((await call()).status).toBe(200);
  });

  test('with two franchises every host must be known, so a first one without a verified host must get one first', async () => {
    const other = await createTestDatabase();
    const { addPlatform, makeFranchise } = await import('./index.ts');
    const platform = await addPlatform(other.db, { name: 'P' });
    const make = (name: string) => makeFranchise(other, { platformId: platform.tenantId, name });
    // Pressed twice on an empty installation, one is the first and the other waits for its host.
    const pressed = await Promise.all([make('Only'), make('Only'), make('Only')]);
    const [first, ...more] = pressed.filter(({ ok }) => ok);
    expect([first?.ok, more]).toEqual([true, []]);
    expect(pressed.find(({ ok }) => !ok)).toMatchObject({
      problem: {
        code: 'validation',
        errors: [{ message: expect.stringContaining('Verify a host of Only first') as string }],
      },
    });
    const tenantId = first?.ok ? first.value.tenantId : '';
    await other.db.system((tx) =>
      tx.insertInto('hosts').values({ host: 'only.example', tenant_id: tenantId, state: 'verified' }).execute(),
    );
    const later = await make('Later');
    const laterId = later.ok ? later.value.tenantId : '';
    expect(laterId).not.toBe('');

    // The operator signs in on the hosts of franchises, so one of them is always served; also when two are suspended at once.
    const { setFranchiseState } = await import('./franchise-record.ts');
    expect(await setFranchiseState(other, tenantId, 'suspended')).toMatchObject({
      problem: { code: 'validation', message: expect.stringContaining('not even you') as string },
    });
    await other.db.system((tx) =>
      tx.insertInto('hosts').values({ host: 'later.example', tenant_id: laterId, state: 'verified' }).execute(),
    );
    const both = await Promise.all([tenantId, laterId].map((id) => setFranchiseState(other, id, 'suspended')));
    expect(both.map(({ ok }) => ok).filter(Boolean)).toEqual([true]);
    for (const id of [tenantId, laterId]) expect((await setFranchiseState(other, id, 'active')).ok).toBe(true);
    await other.drop();
  });
});

test('who is invited is listed until they come, and a host is told where its address must lead', async () => {
  const invited = await ok('POST', `/platform/franchises/${world.first.id}/invite`, { email: 'new@example.com' });
  expect(invited.invited).toEqual([{ email: 'new@example.com', expiresAt: expect.any(String) as string }]);
  expect(invited.administrators.map(({ email }) => email)).not.toContain('new@example.com');
  expect(invited.pointTo).toBeNull();
  const { db, config } = application.services;
  const published = { ...config, publicOrigin: 'https://ship.example.com' };
  const record = await readFranchise({ db, config: published }, world.first.id);
  expect(record.ok && record.value.pointTo).toBe('ship.example.com');
});

describe('an own mail address', () => {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const KEY = keys.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  const PRIVATE_KEY = keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const path = () => `/platform/franchises/${world.first.id}`;
  const checks = async () => {
    const { sender } = await ok('POST', `${path()}/sender/verify`);
    return { state: sender.state, of: Object.fromEntries(sender.checks.map((check) => [check.what, check])) };
  };

  test('is not used before its domain is verified, and each check says what to add', async () => {
    expect((await ask('POST', `${path()}/sender/verify`)).json.code).toBe('not_found');
    const set = await ok('PUT', `${path()}/sender`, { address: 'Hello@Maple.Example' });
    expect(set.sender).toMatchObject({ address: 'Hello@Maple.Example', domain: 'maple.example', state: 'pending' });
    const ownership = set.sender.checks[0]?.record;
    expect(ownership).toMatchObject({ type: 'TXT', name: '_scanship.maple.example' });

    const before = await checks();
    expect(before.state).toBe('failed');
    expect(before.of['spf']?.message).toContain('The operator has not set up sending');
    await ok('PUT', '/platform/apps/mail/smtp/live', {
      clientId: '',
      secrets: { dkimPrivateKey: PRIVATE_KEY },
      settings: {
        spfInclude: '_spf.operator.example',
        dkimSelector: 's2026',
        dkimPublicKey: `-----BEGIN PUBLIC KEY-----\n${KEY.match(/.{1,64}/g)?.join('\n')}\n-----END PUBLIC KEY-----\n`,
      },
      version: 0,
    });
    const nothing = await checks();
    expect(nothing.of['spf']).toMatchObject({
      ok: false,
      record: { name: 'maple.example', value: 'v=spf1 include:_spf.operator.example ~all' },
    });
    expect(nothing.of['dkim']).toMatchObject({
      ok: false,
      record: { name: 's2026._domainkey.maple.example', value: `v=DKIM1; k=rsa; p=${KEY}` },
    });
    expect(await senderOf(application.services, world.first.id)).toBeUndefined();

    const spf = async (...records: string[]) => {
      dns.records.set('maple.example', records);
      return (await checks()).of['spf'];
    };
    expect(await spf('v=spf1 include:other.example -all')).toMatchObject({
      ok: false,
      record: { value: 'v=spf1 include:other.example include:_spf.operator.example -all' },
    });
    expect((await spf('v=spf1 a -all', 'v=spf1 mx ~all'))?.message).toContain('2 SPF records');
    expect((await spf('v=spf1 include:_spf.operator.example +all'))?.message).toContain('lets anybody send');
    expect((await spf('v=spf10 include:_spf.operator.example -all'))?.message).toContain('has no SPF record');
    expect((await spf('google-site-verification=x', 'v=SPF1 mx INCLUDE:_SPF.operator.example -all'))?.ok).toBe(true);

    const dkim = async (text: string) => {
      dns.records.set('s2026._domainkey.maple.example', [text]);
      return (await checks()).of['dkim'];
    };
    expect((await dkim('v=DKIM1; p='))?.message).toContain('withdrawn');
    expect((await dkim('v=DKIM1; k=rsa; p=AAAA'))?.message).toContain('another key');
    // Longer than one string of a record: the parts are joined.
    expect((await dkim(`v=DKIM1; k=rsa; p=${KEY.slice(0, 100)} ${KEY.slice(100)}`))?.ok).toBe(true);

    expect((await checks()).state).toBe('failed');
    dns.records.set('_scanship.maple.example', [ownership?.value ?? '']);
    expect((await checks()).state).toBe('verified');
    expect(await senderOf(application.services, world.first.id)).toEqual({
      address: 'Hello@Maple.Example',
      dkim: { domainName: 'maple.example', keySelector: 's2026', privateKey: PRIVATE_KEY },
    });
    expect((await ask('GET', '/platform/apps')).text).not.toContain('PRIVATE');
  });

  test('once it is, mails come from it and are signed with the key that the domain publishes', async () => {
    const sender = await senderOf(application.services, world.first.id);
    const brand = await readMailBrand(
      application.services,
      world.first.id,
      { name: 'Neutral', address: 'no-reply@operator.example' },
      async () => sender,
    );
    const { mime } = await compose(
      newId(),
      {
        mail: {
          template: 'invitation',
          to: 'a@b.example',
          language: 'en',
          data: { inviterName: 'A', tenantName: 'T', link: 'https://x.example/', days: 7 },
        },
        franchiseId: world.first.id,
        queuedAt: new Date().toISOString(),
        expiresAt: null,
      },
      brand,
      { mailFrom: { name: 'Neutral', address: 'no-reply@operator.example' } },
    );
    const text = mime.toString('latin1');
    const [head = '', body = ''] = text.split(/\r\n\r\n([\s\S]*)/);
    expect(head).toMatch(/^From: .*Hello@maple\.example/im);
    const signature = /DKIM-Signature: ((?:.*\r\n?)(?:[ \t].*(?:\r\n|$))*)/.exec(`${head}\r\n`)?.[1] ?? '';
    const tags = Object.fromEntries(signature.split(';').map((tag) => tag.replaceAll(/\s+/g, '').split(/=(.*)/)));
    expect(tags).toMatchObject({ v: '1', a: 'rsa-sha256', d: 'maple.example', s: 's2026' });
    // The hash of the body in relaxed form, as a receiver computes it.
    const relaxed = `${body
      .replaceAll(/[ \t]+(?=\r\n)/g, '')
      .replaceAll(/[ \t]+/g, ' ')
      .replace(/(\r\n)*$/, '')}\r\n`;
    expect(tags['bh']).toBe(createHash('sha256').update(relaxed, 'latin1').digest('base64'));
  });

  test('another mailbox of the domain keeps the proof, another domain begins anew, null takes it away', async () => {
    const kept = await ok('PUT', `${path()}/sender`, { address: 'post@maple.example' });
    expect(kept.sender.state).toBe('verified');
    const anew = await ok('PUT', `${path()}/sender`, { address: 'post@other.example' });
    expect(anew.sender.state).toBe('pending');
    expect(await senderOf(application.services, world.first.id)).toBeUndefined();
    expect((await ok('PUT', `${path()}/sender`, { address: null })).sender.state).toBe('none');
    expect((await ask('PUT', `${path()}/sender`, { address: 'no address' })).json.code).toBe('validation');
  });
});
