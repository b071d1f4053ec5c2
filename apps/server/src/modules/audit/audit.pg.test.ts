/** The sealed log: what is written is sealed once, and whatever is done to it afterwards shows. */
import { asyncProperty, assert, constantFrom } from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeWorld, testServices, type TestWorld } from '../../../test/app-kit.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { withClient } from '../../platform/database/connection.ts';
import { newId } from '../../platform/database/ids.ts';
import { recordEvent } from './record.ts';
import { createAuditSealer, type Sealer } from './sealer.ts';
import { verifyLog } from './verify.ts';

let database: TestDatabase;
let world: TestWorld;
let sealer: Sealer;
const tenantId = () => world.people.admin.tenantId;

beforeAll(async () => {
  database = await createTestDatabase({ maxConnections: 6 });
  world = await makeWorld(database.db);
  sealer = createAuditSealer(testServices(database.db));
});
afterAll(() => database.drop());

const sqlAsOwner = (statement: string, values: unknown[] = []) =>
  withClient(database.migrator, (connection) => connection.query(statement, values));

const write = (count: number, of = tenantId()): Promise<string[]> =>
  database.db.tenant({ tenantId: of }, async (tx) => {
    const ids: string[] = [];
    for (let n = 0; n < count; n += 1)
      ids.push(
        await recordEvent(tx, {
          tenantId: of,
          actors: [
            {
              userId: newId(),
              sessionId: newId(),
              userName: 'a',
              fullName: 'A',
              role: 'ROLE_SUPPORT',
              tenantName: 'T',
            },
          ],
          action: 'addLocation',
          subject: { kind: 'location', id: newId() },
          details: { summary: 'Add', z: 1, a: { y: [1, 2], b: 'é “quoted”' } },
          requestId: newId(),
          ip: '127.0.0.1',
        }),
      );
    return ids;
  });

const wipe = async () => {
  for (const table of ['audit_pending', 'audit_leaves', 'audit_seals', 'audit_events'])
    await sqlAsOwner(`DELETE FROM ${table}`);
};
beforeEach(wipe);

test('an event waits, is sealed once, and every tenant has its own chain', async () => {
  await write(3);
  await write(2, world.first.id);
  expect(await verifyLog(database.db, tenantId())).toMatchObject({
    intact: true,
    events: 3,
    seals: 0,
    unsealed: 3,
    head: null,
  });
  expect(await sealer.seal()).toBe(5);
  expect(await sealer.seal()).toBe(0);
  await write(1);
  await sealer.seal();
  const verdict = await verifyLog(database.db, tenantId());
  expect(verdict).toMatchObject({ intact: true, events: 4, seals: 2, unsealed: 0, problems: [] });
  expect(verdict.head?.no).toBe(2);
  expect(await verifyLog(database.db, world.first.id)).toMatchObject({ intact: true, events: 2, seals: 1 });
});

test('one that commits late is sealed by a later seal, whatever its id', async () => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let begun = (): void => undefined;
  const started = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const late = database.db.tenant({ tenantId: tenantId() }, async (tx) => {
    await recordEvent(tx, { tenantId: tenantId(), actors: [], action: 'late', details: {} });
    begun();
    await held;
  });
  await started;
  await write(2);
  expect(await sealer.seal()).toBe(2);
  release();
  await late;
  expect(await sealer.seal()).toBe(1);
  expect(await verifyLog(database.db, tenantId())).toMatchObject({ intact: true, events: 3, seals: 2 });
});

test('two sealers at once seal everything once', async () => {
  await write(50);
  const sealed = await Promise.all([sealer.seal(), sealer.seal(), sealer.seal()]);
  expect(sealed.reduce((sum, n) => sum + n, 0)).toBe(50);
  expect(await verifyLog(database.db, tenantId())).toMatchObject({ intact: true, events: 50, seals: 1 });
});

describe('tampering shows', () => {
  /** A log of three seals; `problem` of the verdict after something was done to it. */
  const after = async (tamper: (ids: string[]) => Promise<unknown>): Promise<string> => {
    await wipe();
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      ids.push(...(await write(2)));
      await sealer.seal();
    }
    expect((await verifyLog(database.db, tenantId())).intact).toBe(true);
    await tamper(ids);
    // Whatever the sealer does next heals nothing.
    await sealer.seal();
    const verdict = await verifyLog(database.db, tenantId());
    expect(verdict.intact).toBe(false);
    return verdict.problems.join(' ');
  };

  test('any column of any event changed', async () => {
    const changes = {
      actors: `actors = '[{"userName":"somebody else"}]'`,
      action: `action = 'readOnly'`,
      subject_kind: `subject_kind = 'x'`,
      subject_id: `subject_id = gen_random_uuid()`,
      before_hash: `before_hash = 'x'`,
      after_hash: `after_hash = 'x'`,
      details: `details = details || '{"a":{"y":[1,3],"b":"é “quoted”"}}'`,
      request_id: `request_id = 'x'`,
      ip: `ip = '127.0.0.2'`,
      at: `at = at + interval '1 microsecond'`,
    };
    await assert(
      asyncProperty(constantFrom(...Object.values(changes)), constantFrom(0, 2, 5), async (change, at) => {
        const problem = await after((ids) => sqlAsOwner(`UPDATE audit_events SET ${change} WHERE id = $1`, [ids[at]]));
        expect(problem).toMatch(/was changed/);
      }),
      { numRuns: 12 },
    );
  });

  test('an event removed, and one removed before it was sealed', async () => {
    expect(await after((ids) => sqlAsOwner('DELETE FROM audit_events WHERE id = $1', [ids[1]]))).toMatch(/was removed/);
    expect(
      await after(async () => {
        const [id] = await write(1);
        await sqlAsOwner('DELETE FROM audit_events WHERE id = $1', [id]);
      }),
    ).toMatch(/removed before it was sealed/);
  });

  test('an event with its hash removed, hashes made anew, seals removed or cut off', async () => {
    expect(
      await after(async (ids) => {
        await sqlAsOwner('DELETE FROM audit_events WHERE id = $1', [ids[0]]);
        await sqlAsOwner('DELETE FROM audit_leaves WHERE event_id = $1', [ids[0]]);
      }),
    ).toMatch(/now holds 1/);
    expect(await after(() => sqlAsOwner(`UPDATE audit_leaves SET hash = repeat('0', 64) WHERE seal_no = 2`))).toMatch(
      /do not give its root/,
    );
    expect(await after(() => sqlAsOwner('DELETE FROM audit_seals WHERE no = 2'))).toMatch(/Seal 2 is missing/);
    expect(await after(() => sqlAsOwner('DELETE FROM audit_seals WHERE no = 3'))).toMatch(
      /belong to a seal that was removed/,
    );
    expect(await after(() => sqlAsOwner(`UPDATE audit_seals SET root = repeat('1', 64) WHERE no = 1`))).toMatch(
      /do not give its root|does not continue/,
    );
  });

  test('an event slipped in past the sealer', async () => {
    expect(
      await after(async () => {
        await write(1);
        await sqlAsOwner('DELETE FROM audit_pending');
      }),
    ).toMatch(/slipped in/);
  });

  test('the application itself may not touch what is written', async () => {
    await write(1);
    await sealer.seal();
    for (const statement of ['audit_events', 'audit_leaves', 'audit_seals'] as const)
      await expect(
        database.db.tenant({ tenantId: tenantId() }, (tx) => tx.deleteFrom(statement).execute()),
      ).rejects.toMatchObject({ code: '42501' });
    await expect(
      database.db.tenant({ tenantId: tenantId() }, (tx) => tx.deleteFrom('audit_pending').execute()),
    ).rejects.toMatchObject({ code: '42501' });
  });
});
