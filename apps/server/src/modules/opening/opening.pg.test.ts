/** What is missing before one opens: looked up, for the installation and for each franchise, and shown to nobody else. */
import type { Opening, OpeningLineId } from '@scanship/contracts/network/opening';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CarrierWorld, makeCarrierWorld, type PersonName } from '../../../test/carrier-world.ts';
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
