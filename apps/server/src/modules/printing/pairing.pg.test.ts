/** How a machine gets its access and loses it, and what its download is made of. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, inflateRawSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  makeClient,
  makeWorld,
  sessionOf,
  type TestClient,
  testServices,
  type TestWorld,
} from '../../../test/app-kit.ts';
import { codeOf, machineOf, pairMachine, printable } from '../../../test/printing-kit.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { makeWholeApplication } from '../../../test/whole-app.ts';
import type { Application } from '../../application.ts';
import type { Services } from '../../platform/services.ts';

let database: TestDatabase;
let application: Application;
let app: FastifyInstance;
let client: TestClient;
let world: TestWorld;
let services: Services;
let folder: string;
let token = '';

const UPDATE = Buffer.from('a package');
const SHA = '3cf0ee44a3b8a4dca52af67d9b1e3b0b2d1b4f3d9ec3ac4c1c2a40ad2ab9b0de';
const STATEMENT = `{"version":"1.2.0","platform":"linux","arch":"x64","sha256":"${SHA}","size":${UPDATE.length}}`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scanship-packages-'));
  for (const [name, archive] of [
    ['linux-x64', 'tgz'],
    ['win32-x64', 'zip'],
  ] as const) {
    const home = join(folder, 'packages', name);
    await mkdir(home, { recursive: true });
    const [platform, arch] = name.split('-');
    const files = [{ path: 'agent.cjs', size: 700, sha256: SHA, executable: true }];
    await writeFile(join(home, 'agent.cjs'), 'x'.repeat(700));
    await writeFile(join(home, 'manifest.json'), JSON.stringify({ version: '1.0.0', platform, arch, archive, files }));
  }
  const updates = join(folder, 'updates', 'linux-x64');
  await mkdir(updates, { recursive: true });
  await writeFile(join(updates, 'statement.json'), STATEMENT);
  await writeFile(join(updates, 'statement.sig'), 'c2lnbmF0dXJl\n');
  await writeFile(join(updates, `${SHA}.tgz`), UPDATE);
  database = await createTestDatabase({ maxConnections: 12 });
  world = await makeWorld(database.db);
  services = testServices(database.db, { config: { printAgentDir: folder } });
  application = makeWholeApplication(services);
  app = await application.http();
  client = await makeClient(app);
  token = (await sessionOf(services, world.people.admin)).token;
});
afterAll(async () => {
  await app.close();
  await application.close();
  await database.drop();
  await rm(folder, { recursive: true });
});

const MACHINE = '11111111-2222-4333-8444-555555555555';
const pair = (code: string, machineId = MACHINE) =>
  app.inject({
    method: 'POST',
    url: '/api/agent/v1/pair',
    headers: { host: 'first.test' },
    payload: { code, machineId, hostName: 'PACK-01', platform: 'linux', arch: 'x64', agentVersion: '1.0.0' },
  });
const download = (os: string) =>
  app.inject({
    method: 'GET',
    url: `/api/printer/setup?os=${os}`,
    headers: { host: 'first.test', authorization: `Bearer ${token}` },
  });

describe('pairing', () => {
  test('a code is good once, for its own tenant, and not for ever; nothing but hashes is kept', async () => {
    const code = await codeOf(services, world.people.admin);
    const first = await pair(code);
    expect(first.json()).toMatchObject({ data: { customerName: 'Customer one' } });
    for (const spoilt of [code, `${code.slice(0, -2)}AA`, code.replace('spp_', 'spa_'), 'rubbish', ''])
      expect([spoilt.slice(0, 8), (await pair(spoilt)).json<{ code: string }>().code]).toEqual([
        spoilt.slice(0, 8),
        'pairing_invalid',
      ]);
    const late = await codeOf(services, world.people.admin);
    await database.db.tenant(world.people.admin, (tx) =>
      sql`UPDATE agent_pairings SET expires_at = now() - interval '1 second' WHERE used_at IS NULL`.execute(tx),
    );
    expect((await pair(late)).statusCode).toBe(403);
    const { token: given } = first.json<{ data: { token: string } }>().data;
    const { rows } = await database.db.tenant(world.people.admin, (tx) =>
      sql<{
        kept: string;
      }>`SELECT a::text || (SELECT string_agg(p::text, '') FROM agent_pairings p) AS kept FROM agents a`.execute(tx),
    );
    const secret = (text: string) => Buffer.from(text.slice(4), 'base64url').subarray(32, 64).toString('hex');
    for (const text of [given, code]) expect(rows[0]?.kept).not.toContain(secret(text));
  });

  test('two who use one code at the same moment: one is paired', async () => {
    const code = await codeOf(services, world.people.admin);
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map((end) => pair(code, MACHINE.slice(0, -1) + end)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 403, 403, 403]);
  });

  test('paired again, a machine keeps its name and its former token is worth nothing', async () => {
    const { admin } = world.people;
    const machine = await pairMachine(app, services, admin);
    await client.call('PUT', `/api/printer/agents/${machine.agentId}`, { token, body: { name: 'Dock 3' } });
    const again = await pairMachine(app, services, admin, machine.machineId);
    expect(again.agentId).toBe(machine.agentId);
    expect(
      (await machine.call('POST', '/jobs/next', { waitSeconds: 0, agentVersion: '1.0.0', holding: [] })).status,
    ).toBe(401);
    expect((await again.next()).job).toBeNull();
    const list = await client.call('GET', '/api/printer/list', { token });
    expect(JSON.stringify(list.json.data)).toContain('Dock 3');
  });

  test('a removed machine is turned away, and its jobs are offered again', async () => {
    const machine = await pairMachine(app, services, world.people.admin);
    await client.call('DELETE', `/api/printer/agents/${machine.agentId}`, { token });
    expect((await machine.call('GET', `/jobs/${machine.agentId}/content`)).status).toBe(401);
    const second = await pairMachine(app, services, world.people.admin);
    expect((await second.call('POST', '/unpair')).status).toBe(200);
    expect((await second.call('POST', '/unpair')).status).toBe(401);
  });

  test('a token opens nothing of another tenant, even with its ids put in', async () => {
    const mine = await pairMachine(app, services, world.people.admin);
    const theirs = await pairMachine(app, services, world.people.basic);
    await theirs.sync();
    const { shipmentId } = await printable(database.db, world.people.basic);
    const printers = await database.db.tenant(world.people.basic, (tx) =>
      tx.selectFrom('printers').select('id').where('agent_id', '=', theirs.agentId).execute(),
    );
    await database.db.tenant(world.people.basic, (tx) =>
      sql`INSERT INTO printer_settings (tenant_id, user_id, workstation, kind, printer_id, size, autoprint)
        VALUES (${world.people.basic.tenantId}, ${world.people.basic.userId}, ${theirs.machineId}, 'SHIPPING_LABEL', ${printers[0]?.id ?? ''}, '4x6', true)`.execute(
        tx,
      ),
    );
    const printed = await application.printing.print(world.people.basic, {
      machineId: theirs.machineId,
      documents: [{ documentType: 'SHIPPING_LABEL', shipmentId }],
    });
    const jobId = printed.ok ? (printed.value.outcomes[0]?.jobIds[0] ?? '') : '';
    expect(jobId).not.toBe('');
    expect((await mine.next()).job).toBeNull();
    expect((await mine.call('GET', `/jobs/${jobId}/content`)).status).toBe(404);
    const report = { step: 'printed', at: new Date().toISOString() };
    expect((await mine.call('POST', `/jobs/${jobId}/report`, report)).status).toBe(404);
    // The same secret under the other tenant's name is no token of ours.
    const bytes = Buffer.from(mine.token.slice(4), 'base64url');
    Buffer.from(world.people.basic.tenantId.replaceAll('-', ''), 'hex').copy(bytes, 0);
    const forged = machineOf(app, { ...mine, token: `spa_${bytes.toString('base64url')}` });
    expect((await forged.call('POST', '/unpair')).status).toBe(401);
    expect((await theirs.next()).job?.id).toBe(jobId);
  });
});

describe('the download', () => {
  test('for Linux is a tar that holds the package and a code that pairs', async () => {
    const answer = await download('linux');
    expect(answer.headers['content-disposition']).toContain('PrintAgent-ScanShip.tgz');
    const tar = gunzipSync(answer.rawPayload);
    expect(tar.length % 512).toBe(0);
    const entries = new Map<string, { mode: string; text: string }>();
    for (let at = 0; tar[at] !== 0; ) {
      const size = Number.parseInt(tar.toString('latin1', at + 124, at + 135), 8);
      const name = tar.toString('latin1', at, at + 100).replace(/\0.*$/s, '');
      const text = tar.toString('utf8', at + 512, at + 512 + size);
      entries.set(name, { mode: tar.toString('latin1', at + 100, at + 107), text });
      at += 512 + Math.ceil(size / 512) * 512;
    }
    expect([...entries.keys()].toSorted()).toEqual(
      ['agent.cjs', 'agent.json', 'manifest.json'].map((name) => `PrintAgent-ScanShip/${name}`),
    );
    expect(entries.get('PrintAgent-ScanShip/agent.cjs')).toEqual({ mode: '0000755', text: 'x'.repeat(700) });
    const file = JSON.parse(entries.get('PrintAgent-ScanShip/agent.json')?.text ?? '') as {
      server: string;
      code: string;
    };
    expect(file.server).toBe('http://first.test');
    expect((await pair(file.code)).statusCode).toBe(200);
  });

  test('for Windows is a zip; for a system without a package it is said', async () => {
    const { rawPayload: zip } = await download('windows');
    const end = zip.lastIndexOf(Buffer.from('504b0506', 'hex'));
    expect(zip.readUInt16LE(end + 10)).toBe(3);
    let at = zip.readUInt32LE(end + 16);
    const texts = new Map<string, string>();
    for (let n = 0; n < 3; n += 1) {
      const [packed, nameLength, start] = [
        zip.readUInt32LE(at + 20),
        zip.readUInt16LE(at + 28),
        zip.readUInt32LE(at + 42),
      ];
      const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
      const data = start + 30 + nameLength;
      texts.set(name, inflateRawSync(zip.subarray(data, data + packed)).toString());
      at += 46 + nameLength;
    }
    expect(texts.get('PrintAgent-ScanShip/agent.cjs')).toBe('x'.repeat(700));
    expect(texts.get('PrintAgent-ScanShip/agent.json')).toContain('"code": "spp_');
    expect((await download('macos')).json()).toMatchObject({ code: 'agent_not_built' });
  });

  test('updates: the signed words as they lie there, the bytes by their hash, nothing to whoever is newer', async () => {
    const machine = await pairMachine(app, services, world.people.admin);
    const ask = async (version: string) =>
      (await machine.call('GET', `/update?agentVersion=${version}&platform=linux&arch=x64`)).data;
    expect(await ask('1.1.9')).toEqual({ update: { statement: STATEMENT, signature: 'c2lnbmF0dXJl' } });
    expect(await ask('1.2.0')).toEqual({ update: null });
    expect((await machine.call('GET', `/update/package/${SHA}`)).bytes).toEqual(UPDATE);
    expect((await machine.call('GET', `/update/package/${'0'.repeat(64)}`)).status).toBe(404);
    // Reminded once when there is nothing to print.
    expect((await machine.next()).ask).toBe('update');
    expect((await machine.next()).ask).toBeNull();
  });
});
