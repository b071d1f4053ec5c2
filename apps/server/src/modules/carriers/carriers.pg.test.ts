import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testFiles } from '../../../test/file-reading.ts';
import { makeTenantTree, type TenantTree } from '../../../test/tenant-tree.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { createSealer } from '../../platform/crypto/sealer.ts';
import { addAccount, lendToCustomers, removeAccount, setService, updateAccount } from './account-commands.ts';
import { serviceNames } from '../pricing/index.ts';
import { listAccounts } from './account-view.ts';
import { allotSerials, createSerialStock } from './allot-serials.ts';
import type { CarrierEnvironments } from './carrier-environment.ts';
import { createCarrierRegistry, loadRateSheetTools } from './connector-registry.ts';
import { createCarrierApps, noApps } from './onboarding/carrier-apps.ts';
import { createGrantOpener } from './open-grant.ts';
import type { CarrierManifest } from '@scanship/connector-kit/carrier/carrier';
import { currentSheetFile, putRateSheet, templateFile } from './rate-sheet-upload.ts';
import { violated } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';

let test_: TestDatabase;
let tree: TenantTree;
const registry = createCarrierRegistry({ samples: true });
const sealer = createSealer([Buffer.alloc(32, 7)]);
const deps = () => ({ db: test_.db, sealer, registry });
const as = (tenantId: string) => ({ tenantId, userId: newId() });

beforeAll(async () => {
  test_ = await createTestDatabase();
  tree = await makeTenantTree(test_.db);
});
afterAll(() => test_.drop());

const must = <T>(outcome: { ok: true; value: T } | { ok: false; problem: unknown }): T => {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problem));
  return outcome.value;
};

/** Opens no connections: what is opened is looked at, not called. */
const seen: { credentials: Readonly<Record<string, string>>; settings: unknown }[] = [];
const environments: CarrierEnvironments = {
  make: (_manifest, account) => {
    seen.push({ credentials: account.credentials, settings: account.settings });
    return Promise.reject(new Error('not called out in this test'));
  },
  holdsBack: () => false,
  letThrough: () => undefined,
  forget: () => Promise.resolve(),
  close: () => Promise.resolve(),
};
const opener = () =>
  createGrantOpener({
    ...deps(),
    environments,
    apps: createCarrierApps(noApps, () => new Date()),
    health: { record: () => Promise.resolve(), note: () => undefined },
  });

const EXPRESS = { clientId: 'express-alpha', clientSecret: 'alpha-secret-1' };
const express = (name: string) =>
  ({ carrier: 'testline-express', name, mode: 'simulator', credentials: EXPRESS }) as const;

describe('connecting an account', () => {
  test('seals its credentials, grants it to its owner, and opens it again', async () => {
    const [a] = tree.customers;
    const { accountId, grantId } = must(await addAccount(deps(), { ...a, tenantKind: 'customer' }, express('Mine')));
    const [view] = (await listAccounts(test_.db, registry, a)).filter((x) => x.id === accountId);
    expect(view).toMatchObject({
      grantId,
      name: 'Mine',
      carrierName: 'TestLine Express (TEST)',
      mode: 'simulator',
      lent: false,
      state: 'active',
    });
    expect(JSON.stringify(view)).not.toContain('alpha-secret');
    const [grant] = await opener().open(a, { only: [grantId] });
    await expect(grant?.environment()).rejects.toThrow('not called out');
    expect(seen.at(-1)?.credentials).toEqual(EXPRESS);
    const raw = await test_.db.secrets(a, (tx) => tx.selectFrom('secrets').select('sealed').execute());
    expect(raw.some((r) => r.sealed.includes('alpha-secret-1'))).toBe(false);
  });

  test('says which fields are missing, wrong or unknown', async () => {
    const [a] = tree.customers;
    const bad = await addAccount(
      deps(),
      { ...a, tenantKind: 'customer' },
      { ...express('x'), credentials: { clientId: 'a', colour: 'red' } },
    );
    expect(!bad.ok && bad.problem.errors?.map((e) => e.field).toSorted()).toEqual([
      'credentials.clientSecret',
      'credentials.colour',
    ]);
    const live = await addAccount(deps(), { ...a, tenantKind: 'customer' }, { ...express('x'), mode: 'live' });
    expect(!live.ok && live.problem.errors?.[0]?.message).toBe('TestLine Express (TEST) cannot be used in live mode.');
    const none = await addAccount(deps(), { ...a, tenantKind: 'customer' }, { ...express('x'), carrier: 'nobody' });
    expect(!none.ok && none.problem.code).toBe('not_found');
  });

  test('of a franchise lends it to its own customers only; they see no settings and cannot change it', async () => {
    const [f1] = tree.franchises;
    const [a, b, other] = tree.customers;
    const { accountId } = must(await addAccount(deps(), { tenantId: f1, tenantKind: 'franchise' }, express('Lent')));
    await lendToCustomers(test_.db, f1, accountId);
    const of = async (who: { tenantId: string }) =>
      (await listAccounts(test_.db, registry, who)).filter((x) => x.id === accountId);
    expect(await of(a)).toHaveLength(1);
    expect((await of(b))[0]).toMatchObject({ lent: true, rateSheet: null });
    expect(await of(other)).toEqual([]);
    for (const change of [
      () => updateAccount(deps(), { ...a, tenantKind: 'customer' }, accountId, { name: 'Stolen', paused: true }),
      () => removeAccount(deps(), { ...a, tenantKind: 'customer' }, accountId),
    ]) {
      const refused = await change();
      expect(!refused.ok && refused.problem.code).toBe('not_found');
    }
    // Renamed, they see the new name.
    must(
      await updateAccount(deps(), { tenantId: f1, tenantKind: 'franchise' }, accountId, {
        name: 'Maple Express',
        paused: false,
      }),
    );
    expect((await of(b))[0]).toMatchObject({ name: 'Maple Express', lent: true });
  });

  test('a stray grant row never opens the account of somebody who is not above', async () => {
    const [, , other] = tree.customers;
    const [f1] = tree.franchises;
    const { accountId } = must(await addAccount(deps(), { tenantId: f1, tenantKind: 'franchise' }, express('Target')));
    const grantId = newId();
    await test_.db.tenant(other, (tx) =>
      tx
        .insertInto('account_grants')
        .values({
          tenant_id: other.tenantId,
          id: grantId,
          owner_tenant_id: f1,
          account_id: accountId,
          slug: 'testline-express',
          name: 'x',
          mode: 'simulator',
        })
        .execute(),
    );
    expect(await opener().open(other, { only: [grantId] })).toEqual([]);
  });

  test('paused and removed accounts open only to settle what was bought with them', async () => {
    const [a] = tree.customers;
    const me = { ...a, tenantKind: 'customer' as const };
    const { accountId, grantId } = must(await addAccount(deps(), me, express('Going')));
    must(await updateAccount(deps(), me, accountId, { name: 'Going', paused: true }));
    expect(await opener().open(a, { only: [grantId] })).toEqual([]);
    must(await removeAccount(deps(), me, accountId));
    expect((await listAccounts(test_.db, registry, a)).some((x) => x.id === accountId)).toBe(false);
    expect(await opener().open(a, { only: [grantId], toSettle: true })).toHaveLength(1);
    const again = await removeAccount(deps(), me, accountId);
    expect(!again.ok && again.problem.message).toBe('Failed to delete shipping carrier.');
  });

  test('removed, an account ends for those it is lent to as well, and comes back by nothing', async () => {
    const [f1] = tree.franchises;
    const [a] = tree.customers;
    const { accountId } = must(await addAccount(deps(), { tenantId: f1, tenantKind: 'franchise' }, express('Ending')));
    await lendToCustomers(test_.db, f1, accountId);
    const grants = () =>
      test_.db.tenant(a, (tx) =>
        tx.selectFrom('account_grants').select(['id', 'valid_to']).where('account_id', '=', accountId).execute(),
      );
    const [grant] = await grants();
    /** As a price asked a moment ago is bought. */
    const buy = () =>
      test_.db
        .tenant(a, (tx) =>
          sql`INSERT INTO shipments (tenant_id, id, state, from_address, to_address, slug, service, grant_id)
            VALUES (${a.tenantId}, ${newId()}, 'buying', '{}', '{}', 'testline-express', 'GROUND', ${grant?.id})`.execute(
            tx,
          ),
        )
        .then(() => 'stored', violated);
    expect([grant?.valid_to, await buy()]).toEqual([null, 'stored']);
    must(await removeAccount(deps(), { tenantId: f1, tenantKind: 'franchise' }, accountId));
    expect(await buy()).toBe('shipments_as_lent');
    await test_.db.tenant(a, (tx) =>
      sql`UPDATE account_grants SET valid_to = NULL WHERE id = ${grant?.id}`.execute(tx),
    );
    await test_.db.tenant({ tenantId: f1 }, (tx) =>
      sql`INSERT INTO account_lendings (tenant_id, id, account_id, buyer_kind, buyer_id, lent)
        VALUES (${f1}, ${newId()}, ${accountId}, 'buyer', ${a.tenantId}, true)`.execute(tx),
    );
    expect(await grants()).toEqual([{ id: grant?.id, valid_to: expect.any(Date) }]);
  });

  test('new credentials replace the old ones for good', async () => {
    const [a] = tree.customers;
    const me = { ...a, tenantKind: 'customer' as const };
    const { accountId, grantId } = must(await addAccount(deps(), me, express('Turn')));
    const count = () => test_.db.tenant(a, (tx) => tx.selectFrom('secrets').select('id').execute());
    const before = (await count()).length;
    must(
      await updateAccount(deps(), me, accountId, {
        name: 'Turn',
        paused: false,
        credentials: { clientId: 'express-beta', clientSecret: 'beta-secret-2' },
      }),
    );
    const [grant] = await opener().open(a, { only: [grantId] });
    await expect(grant?.environment()).rejects.toThrow();
    expect(seen.at(-1)?.credentials).toEqual({ clientId: 'express-beta', clientSecret: 'beta-secret-2' });
    expect((await count()).length).toBe(before);
  });

  test('a service is switched for this shipper alone', async () => {
    const [f1] = tree.franchises;
    const [a, b] = tree.customers;
    const { accountId } = must(await addAccount(deps(), { tenantId: f1, tenantKind: 'franchise' }, express('Switch')));
    must(await setService(deps(), { ...a, tenantKind: 'customer' }, accountId, 'SAVER', false));
    const saver = async (who: { tenantId: string }) =>
      (await listAccounts(test_.db, registry, who))
        .find((x) => x.id === accountId)
        ?.services.find((s) => s.code === 'SAVER')?.enabled;
    expect(await saver(a)).toBe(false);
    expect(await saver(b)).toBe(true);
  });
});

describe('the rate sheet', () => {
  const courier = async (tenantId: string) =>
    must(
      await addAccount(
        deps(),
        { tenantId, tenantKind: 'customer' },
        { carrier: 'rate-sheet', name: 'Courier', mode: 'live', credentials: {} },
      ),
    ).accountId;
  const csv = async (change: (text: string) => string = (t) => t) => {
    const { rateSheetTemplate, sheetAsCsv } = await loadRateSheetTools();
    return {
      fileName: 'sheet.csv',
      contentType: 'text/csv',
      bytes: new TextEncoder().encode(change(sheetAsCsv(rateSheetTemplate()))),
    };
  };

  test('comes into force as a whole, the next one is a draft, and the file comes back as it was', async () => {
    const [, b] = tree.customers;
    const accountId = await courier(b.tenantId);
    const file = await csv();
    expect(
      must(await putRateSheet({ db: test_.db, registry, files: testFiles }, as(b.tenantId), accountId, file)),
    ).toMatchObject({
      accepted: true,
      problems: [],
      summary: { name: 'Maple Local Courier', currency: 'CAD' },
    });
    expect(
      must(
        await putRateSheet({ db: test_.db, registry, files: testFiles }, as(b.tenantId), accountId, {
          ...file,
          fileName: 'second.csv',
        }),
      ),
    ).toMatchObject({ accepted: true, draft: true });
    const view = (await listAccounts(test_.db, registry, b)).find((x) => x.id === accountId);
    expect(view?.rateSheet).toMatchObject({ version: 1, sourceName: 'sheet.csv' });
    expect(view?.services.map((s) => s.code)).toContain('NEXT_DAY');
    expect(Buffer.from(must(await currentSheetFile(test_.db, b, accountId)).bytes)).toEqual(Buffer.from(file.bytes));
  });

  test('of an account that is lent no more still names what was bought with it; what is lent now is all that is shown', async () => {
    const [f1] = tree.franchises;
    const [a] = tree.customers;
    const { accountId } = must(
      await addAccount(
        deps(),
        { tenantId: f1, tenantKind: 'franchise' },
        { carrier: 'rate-sheet', name: 'Lent courier', mode: 'live', credentials: {} },
      ),
    );
    const file = await csv();
    must(await putRateSheet({ db: test_.db, registry, files: testFiles }, as(f1), accountId, file));
    const named = async () =>
      (
        await serviceNames({ registry, accounts: (ctx, options) => listAccounts(test_.db, registry, ctx, options) }, a)
      ).service('rate-sheet', 'NEXT_DAY');
    const name = await named();
    expect(name).not.toBe('NEXT_DAY');
    const change = (statement: ReturnType<typeof sql>) =>
      test_.db.tenant({ tenantId: f1 }, (tx) => statement.execute(tx));
    await change(sql`INSERT INTO account_lendings (tenant_id, id, account_id, buyer_kind, lent, left_out)
      VALUES (${f1}::uuid, ${newId()}::uuid, ${accountId}::uuid, 'everybody', true, '["NEXT_DAY"]')`);
    const shown = async () => (await listAccounts(test_.db, registry, a)).find(({ id }) => id === accountId)?.services;
    expect((await shown())?.map(({ code }) => code)).not.toContain('NEXT_DAY');
    expect(await named()).toBe(name);
    await change(sql`UPDATE account_lendings SET lent = false WHERE account_id = ${accountId}::uuid`);
    expect(await shown()).toBeUndefined();
    expect(await named()).toBe(name);
    must(await removeAccount(deps(), { tenantId: f1, tenantKind: 'franchise' }, accountId));
    expect(await named()).toBe(name);
  });

  test('with mistakes stores nothing and says each at its row', async () => {
    const [a] = tree.customers;
    const accountId = await courier(a.tenantId);
    const file = await csv((t) => t.replace('9.95', 'nine').replace('12.95', '-1'));
    const outcome = must(
      await putRateSheet({ db: test_.db, registry, files: testFiles }, as(a.tenantId), accountId, file),
    );
    expect(outcome.accepted).toBe(false);
    expect(outcome.problems.length).toBeGreaterThanOrEqual(2);
    expect(outcome.problems.every((p) => p.row !== null && p.column !== null && p.message !== '')).toBe(true);
    const gone = await currentSheetFile(test_.db, a, accountId);
    expect(!gone.ok && gone.problem.message).toBe('This account has no rate sheet yet.');
  });

  test('refuses the tracking prefix of another courier of the same shipper', async () => {
    const [, , c] = tree.customers;
    const [one, two] = [await courier(c.tenantId), await courier(c.tenantId)];
    expect(
      must(await putRateSheet({ db: test_.db, registry, files: testFiles }, as(c.tenantId), one, await csv())).accepted,
    ).toBe(true);
    const refused = must(
      await putRateSheet({ db: test_.db, registry, files: testFiles }, as(c.tenantId), two, await csv()),
    );
    expect(refused.accepted).toBe(false);
    expect(refused.problems[0]?.message).toContain('"ML" is the prefix of Maple Local Courier already');
  });

  test('is not a picture, and its template is a sheet without mistakes in both formats', async () => {
    const [a] = tree.customers;
    const accountId = await courier(a.tenantId);
    const bad = await putRateSheet({ db: test_.db, registry, files: testFiles }, as(a.tenantId), accountId, {
      fileName: 'x.xlsx',
      contentType: 'image/png',
      bytes: Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010806000000', 'hex'),
    });
    expect(!bad.ok && bad.problem.code).toBe('file_unreadable');
    for (const format of ['csv', 'xlsx'] as const) {
      const file = await templateFile(format);
      expect(
        must(await putRateSheet({ db: test_.db, registry, files: testFiles }, as(a.tenantId), accountId, file)),
      ).toMatchObject({
        accepted: true,
      });
    }
    const stranger = await putRateSheet(
      { db: test_.db, registry, files: testFiles },
      as(tree.customers[1].tenantId),
      accountId,
      await csv(),
    );
    expect(!stranger.ok && stranger.problem.code).toBe('not_found');
  });
});

describe('prices of a carrier that tells none', () => {
  test('come from a list of its services; another service is refused by name', async () => {
    const [a] = tree.customers;
    const { accountId } = must(await addAccount(deps(), { ...a, tenantKind: 'customer' }, express('Silent')));
    const file = async (text: (csv: string) => string) => ({
      fileName: 'prices.csv',
      contentType: 'text/csv',
      bytes: new TextEncoder().encode(text(Buffer.from((await templateFile('csv', silent)).bytes).toString())),
    });
    const entry = registry.find('testline-express');
    if (!entry) throw new Error('the sample carrier is registered');
    const silent: CarrierManifest = { ...entry.manifest, prices: 'list' };
    const found = { find: () => ({ ...entry, manifest: silent }) };
    const put = async (text: (csv: string) => string) =>
      must(
        await putRateSheet(
          { db: test_.db, registry: found, files: testFiles },
          as(a.tenantId),
          accountId,
          await file(text),
        ),
      );
    // As it is answered by its own connector, it takes no list.
    const asks = await putRateSheet(
      { db: test_.db, registry, files: testFiles },
      as(a.tenantId),
      accountId,
      await file((t) => t),
    );
    expect(!asks.ok && asks.problem.code).toBe('not_found');
    const empty = await put((csv) => csv);
    expect([empty.accepted, new Set(empty.problems.map(({ column }) => column))]).toEqual([false, new Set(['Price'])]);
    const [service] = silent.services;
    const priced = (csv: string): string => csv.replaceAll(/^([A-Z_]+,,(?:HOME|WORLD),0,[^,]*),,/gm, '$1,9.50,');
    const bike = await put((csv) => priced(csv).replaceAll(`${service?.code},`, 'BIKE,'));
    expect(bike).toMatchObject({ accepted: false, problems: [{ section: 'Services', column: 'Service' }] });
    expect(bike.problems[0]?.message).toContain('has no service "BIKE"');
    expect(await put(priced)).toMatchObject({ accepted: true, problems: [] });
  });
});

describe('numbers of an account', () => {
  test('are given once each, whoever asks at once', async () => {
    const [a] = tree.customers;
    const { accountId } = must(await addAccount(deps(), { ...a, tenantKind: 'customer' }, express('Numbers')));
    const taken = await Promise.all(
      Array.from({ length: 12 }, (_, i) => allotSerials(test_.db, a.tenantId, accountId, (i % 3) + 1)),
    );
    const all = taken.flatMap((t) => [...must(t)]);
    expect(new Set(all).size).toBe(all.length);
    expect(all.toSorted((x, y) => x - y)).toEqual(Array.from({ length: 24 }, (_, i) => i + 1));
  });

  test('are taken together for labels that ask at once, and ahead for a grant that is busy', async () => {
    const [a] = tree.customers;
    const { accountId } = must(await addAccount(deps(), { ...a, tenantKind: 'customer' }, express('Stock')));
    let opened = 0;
    const take = createSerialStock(test_.db, async (_tenant, grantId) => {
      opened += 1;
      return grantId === 'none' ? undefined : { ownerTenantId: a.tenantId, accountId };
    });
    // One by itself takes no more than it needs.
    expect(must(await take(a.tenantId, 'own', 1))).toEqual([1]);
    const nextOf = () =>
      test_.db.tenant(a, (tx) =>
        tx.selectFrom('carrier_accounts').select('next_serial').where('id', '=', accountId).executeTakeFirstOrThrow(),
      );
    expect((await nextOf()).next_serial).toBe(2);
    const taken: number[] = [];
    for (let round = 0; round < 3; round += 1)
      for (const own of await Promise.all([1, 2, 3].map((count) => take(a.tenantId, 'own', count))))
        taken.push(...must(own));
    expect(taken).toEqual(Array.from({ length: 18 }, (_, i) => i + 2));
    expect(opened).toBe(1);
    // Two stocks never give the same number: what one has ahead is nobody else's.
    const other = createSerialStock(test_.db, async () => ({ ownerTenantId: a.tenantId, accountId }));
    expect(must(await other(a.tenantId, 'own', 1))[0]).toBeGreaterThan(Math.max(...taken));
    expect(await take(a.tenantId, 'none', 1)).toMatchObject({ ok: false, problem: { code: 'not_found' } });
  });
});
