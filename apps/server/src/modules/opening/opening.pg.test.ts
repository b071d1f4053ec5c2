/** What is missing before one opens: looked up, for the installation and for each franchise, and shown to nobody else. */
import type { Opening, OpeningLineId } from '@scanship/contracts/network/opening';
import { sql } from 'kysely';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeClient, sessionOf } from '../../../test/app-kit.ts';
import { type CarrierWorld, makeCarrierWorld, type PersonName } from '../../../test/carrier-world.ts';
import { makeWholeApplication } from '../../../test/whole-app.ts';
import { withClient } from '../../platform/database/connection.ts';
import { newId } from '../../platform/database/ids.ts';
import { noteBackup } from './index.ts';

let it_: CarrierWorld;
const dataDir = mkdtempSync(path.join(tmpdir(), 'scanship-opening-'));
beforeAll(async () => {
  it_ = await makeCarrierWorld({ config: { simulators: true, publicOrigin: 'https://ship.example.com', dataDir } });
}, 120_000);
afterAll(async () => {
  await it_.close();
  rmSync(dataDir, { recursive: true });
});

const linesOf = async (who: PersonName): Promise<ReadonlyMap<OpeningLineId, Opening['lines'][number]>> => {
  const answer = await it_.call(who, 'GET', '/opening');
  expect(answer.json.errorMessage).toBeUndefined();
  return new Map((answer.json.data as Opening).lines.map((line) => [line.id, line]));
};

test('the operator sees what the machine and each franchise lack; a line is done when it is there', async () => {
  const before = await linesOf('root');
  const state = (id: OpeningLineId) => before.get(id)?.done;
  expect([state('mail'), state('address'), state('backup'), state('franchise'), state('host')]).toEqual([
    false,
    true,
    false,
    true,
    true,
  ]);
  expect(before.get('carrier')).toMatchObject({ done: false, lacking: ['First', 'Second'] });
  const { world, application, database } = it_;
  await noteBackup(dataDir, it_.clock.value);
  await application.carriers.addAccount(
    { tenantId: world.first.id, tenantKind: 'franchise' },
    {
      carrier: 'testline-express',
      name: 'Express',
      mode: 'simulator',
      credentials: { clientId: 'express-alpha', clientSecret: 'alpha-secret-1' },
    },
  );
  await database.db.tenant({ tenantId: world.first.id }, async (tx) => {
    const values = { tenant_id: world.first.id, legal_name: 'First Inc.', address: '1 Main St' };
    await tx.insertInto('statement_settings').values(values).execute();
    await tx
      .insertInto('terms_versions')
      .values({ tenant_id: world.first.id, id: newId(), state: 'published', number: 1, ...TERMS })
      .execute();
  });
  const after = await linesOf('root');
  expect(after.get('backup')?.done).toBe(true);
  for (const id of ['carrier', 'company', 'terms'] as const)
    expect(after.get(id)).toMatchObject({ done: false, lacking: ['Second'] });
  expect(after.get('tax')?.lacking).toEqual(['First', 'Second']);

  const own = await linesOf('franchise');
  expect([...own.keys()]).toEqual(['host', 'administrator', 'carrier', 'company', 'tax', 'terms']);
  expect([...own.values()].filter(({ done }) => !done).map(({ id }) => id)).toEqual(['tax']);
  expect([...own.values()].flatMap(({ lacking }) => lacking)).toEqual([]);
});

test('an administrator is one who can sign in, a carrier an account that works, and in a live installation no simulator’s', async () => {
  const { world, database } = it_;
  const done = async (id: OpeningLineId) => (await linesOf('franchise')).get(id)?.done;
  const carrier = (state: string) =>
    database.db.tenant({ tenantId: world.first.id }, (tx) =>
      sql`UPDATE carrier_accounts SET state = ${state}`.execute(tx),
    );
  await carrier('paused');
  expect(await done('carrier')).toBe(false);
  await carrier('active');
  expect(await done('carrier')).toBe(true);
  const { services } = it_.application;
  const live = makeWholeApplication({ ...services, config: { ...services.config, simulators: false } });
  const { token } = await sessionOf(services, world.people.franchise);
  const answer = await (await makeClient(await live.http())).call('GET', '/api/opening', { token, host: 'first.test' });
  expect((answer.json.data as Opening).lines.find(({ id }) => id === 'carrier')?.done).toBe(false);
  await live.close();

  // The operator looks on: the franchise's own person cannot.
  const people = (state: string) =>
    database.db.identity({ realmId: world.first.id }, (tx) =>
      sql`UPDATE users SET state = ${state} WHERE id IN (SELECT user_id FROM memberships WHERE tenant_id = ${world.first.id})
        AND id = ${world.people.franchise.userId}`.execute(tx),
    );
  await people('disabled');
  expect((await linesOf('root')).get('administrator')?.lacking).toContain('First');
  await people('active');
  // Of the second nobody is one.
  expect((await linesOf('root')).get('administrator')?.lacking).toEqual(['Second']);
});

test('however many franchises there are, none that lacks something is passed over', async () => {
  await withClient(it_.database.migrator, (direct) =>
    direct.query(
      `INSERT INTO tenants SELECT (jsonb_populate_record(t, jsonb_build_object('id', more.id, 'realm_id', more.id,
        'name', 'More ' || n, 'created_at', now() + n * interval '1 second'))).*
      FROM tenants t, (SELECT n, gen_random_uuid() AS id FROM generate_series(1, 51) n) more WHERE t.id = $1`,
      [it_.world.first.id],
    ),
  );
  const host = (await linesOf('root')).get('host');
  expect(host?.done).toBe(false);
  expect(host?.lacking).toHaveLength(50);
});

test('nobody else is told', async () => {
  for (const who of ['admin', 'agent', 'support'] as const)
    expect((await it_.call(who, 'GET', '/opening')).status).toBe(403);
});

const TERMS = {
  name: 'Terms',
  text_en: 'Ship nothing that bites.',
  holds_from: new Date('2026-01-01T00:00:00Z'),
  created_by: newId(),
  created_at: new Date('2026-01-01T00:00:00Z'),
};
