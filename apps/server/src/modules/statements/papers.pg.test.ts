/** Invoices over HTTP: who sees which, as what file, corrected how. */
import { createHash } from 'node:crypto';
import type { CommissionData } from '@scanship/contracts/money/commissions';
import type {
  AgingData,
  ClosingData,
  InvoiceDetail,
  InvoiceList,
  StatementData,
  StatementLineDto,
} from '@scanship/contracts/money/statements';
import { readSheets } from '@scanship/documents/tables/sheet-reader';
import { pageTexts } from '@scanship/documents/pdf/pdf-raster';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  makeClient,
  makeWorld,
  sessionOf,
  type TestClient,
  type TestUser,
  testServices,
  type TestWorld,
} from '../../../test/app-kit.ts';
import { moneyOf, type Sold } from '../../../test/money-world.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { makeWholeApplication } from '../../../test/whole-app.ts';
import type { Application } from '../../application.ts';
import { withClient } from '../../platform/database/connection.ts';
import { checkBook } from '../billing/index.ts';
import { schedule } from './close-schedule.ts';
import { readCompany } from './seller.ts';

const NOW = new Date('2026-06-02T12:00:00Z');
const LABEL: Sold = { costMinor: 800, priceMinor: 1_000, taxPpm: 50_000, at: '2026-05-10T12:00:00Z' };
let database: TestDatabase;
let world: TestWorld;
let application: Application;
let app: FastifyInstance;
let client: TestClient;
const tokens = new Map<TestUser, string>();

beforeAll(async () => {
  database = await createTestDatabase({ maxConnections: 10 });
  world = await makeWorld(database.db);
  const services = testServices(database.db, { clock: { now: () => NOW } });
  application = makeWholeApplication(services);
  app = await application.http();
  client = await makeClient(app);
  for (const person of Object.values(world.people)) tokens.set(person, (await sessionOf(services, person)).token);
  const money = moneyOf(database.db, world.first.id, world.people.admin.tenantId);
  for (let n = 0; n < 3; n += 1) await money.buy(LABEL);
  await money.adjust(50, 80, '2026-05-12T12:00:00Z');
  await money.pay(1_000, '2026-05-20T12:00:00Z');
  await moneyOf(database.db, world.first.id, world.people.basic.tenantId).buy(LABEL);
  // Theirs from the beginning, and not from today.
  await withClient(database.migrator, (direct) =>
    direct.query('UPDATE franchise_customers SET agent_user_id = $1 WHERE customer_id = $2', [
      world.people.agent.userId,
      world.people.admin.tenantId,
    ]),
  );
  await ok('POST', '/money/commissions/plans', {
    agentId: world.people.agent.userId,
    customerId: null,
    basis: 'margin',
    rateBp: 1_000,
    perLabelMinor: 0,
    currency: 'CAD',
    firstDay: '2026-05-01',
    lastDay: null,
  });
  const seller = await readCompany(database.db, world.first.id);
  if (!seller) throw new Error('no franchise');
  await database.db.tenant({ tenantId: seller.id }, (tx) => schedule(tx, seller, NOW));
  expect(await application.statements.worker.close(seller.id, '2026-05-01')).toEqual({ state: 'closed' });
}, 120_000);
afterAll(async () => {
  await app.close();
  await application.close();
  await database.drop();
});

const ask = (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown, person: TestUser = world.people.franchise) =>
  client.call(method, `/api${path}`, { token: tokens.get(person) ?? '', ...(body === undefined ? {} : { body }) });
const ok = async <T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown, person?: TestUser): Promise<T> => {
  const answer = await ask(method, path, body, person);
  if (answer.status !== 200) throw new Error(`${method} ${path} answered ${answer.status} ${answer.text}`);
  return answer.json.data as T;
};
const mine = () => ok<InvoiceList>('GET', '/money/invoices?side=owed', undefined, world.people.admin);

it('a buyer sees its own invoice with what is still to be paid, and nobody else’s', async () => {
  const { invoices } = await mine();
  expect(invoices).toMatchObject([{ charges: { minor: 3_230 }, open: { minor: 2_230 }, state: 'open' }]);
  const sold = await ok<InvoiceList>('GET', '/money/invoices?side=sold');
  expect(sold.invoices).toHaveLength(2);
  const others = sold.invoices.find(({ buyerId }) => buyerId === world.people.basic.tenantId);
  for (const path of [
    `/money/invoices/${others?.id}`,
    `/money/invoices/${others?.id}/lines`,
    `/money/invoices/${others?.id}/file?format=pdf`,
  ])
    expect((await ask('GET', path, undefined, world.people.admin)).json.code).toBe('not_found');
  for (const person of [world.people.foreign, world.people.root])
    expect((await ask('GET', `/money/invoices/${invoices[0]?.id}`, undefined, person)).status).toBe(404);
  const detail = await ok<InvoiceDetail>('GET', `/money/invoices/${invoices[0]?.id}`, undefined, world.people.admin);
  expect(detail).toMatchObject({ closing: { minor: 2_230 }, tax: { minor: 150 }, canCredit: false });
  expect(JSON.stringify(detail)).not.toMatch(/cost|margin/i);
});

it('the PDF is the one that was issued, byte for byte, whatever is set afterwards', async () => {
  const [invoice] = (await mine()).invoices;
  const download = async (person: TestUser) => {
    const answer = await app.inject({
      method: 'GET',
      url: `/api/money/invoices/${invoice?.id}/file?format=pdf`,
      headers: { host: 'first.test', authorization: `Bearer ${tokens.get(person)}` },
    });
    expect(answer.statusCode).toBe(200);
    return answer.rawPayload;
  };
  // The close has drawn both invoices, before anybody asked.
  const { rows } = await database.db.tenant({ tenantId: world.first.id }, (tx) =>
    sql<{
      sha256: string;
    }>`SELECT p.blob AS sha256 FROM invoice_papers p WHERE p.tenant_id = ${world.first.id}`.execute(tx),
  );
  expect(rows).toHaveLength(2);
  const before = await download(world.people.admin);
  expect(rows.map(({ sha256 }) => sha256)).toContain(createHash('sha256').update(before).digest('hex'));
  const { settings } = await ok<ClosingData>('GET', '/money/closing');
  await ok('PUT', '/money/closing/settings', {
    ...settings,
    legalName: 'Renamed Shipping Ltd',
    paymentNote: 'Pay later',
  });
  expect((await download(world.people.admin)).equals(before)).toBe(true);
  expect((await download(world.people.franchise)).equals(before)).toBe(true);
});

it('every invoice of one buyer is drawn and kept when what it shows is about to go', async () => {
  const kept = async () =>
    (
      await withClient(database.migrator, (direct) =>
        direct.query(
          `SELECT i.party_id FROM invoice_papers p JOIN invoices i ON i.tenant_id = p.tenant_id AND i.id = p.invoice_id`,
        ),
      )
    ).rows.map((row: { party_id: string }) => row.party_id);
  const before = await kept();
  await withClient(database.migrator, (direct) => direct.query('DELETE FROM invoice_papers'));
  const buyer = world.people.basic.tenantId;
  let drawn = 0;
  const onEach = (): void => void (drawn += 1);
  await application.statements.keepPapers(world.first.id, buyer, onEach);
  expect([await kept(), drawn]).toEqual([[buyer], 1]);
  await application.statements.keepPapers(world.first.id, world.people.admin.tenantId, onEach);
  expect((await kept()).toSorted()).toEqual(before.toSorted());
});

it('lines come page by page, and the files hold them all', async () => {
  const [invoice] = (await mine()).invoices;
  const seen: StatementLineDto[] = [];
  let after = '';
  for (let page = 0; page < 10; page += 1) {
    const { lines, next } = await ok<{ lines: StatementLineDto[]; next: string | null }>(
      'GET',
      `/money/invoices/${invoice?.id}/lines?size=2${after}`,
      undefined,
      world.people.admin,
    );
    seen.push(...lines);
    if (next === null) break;
    after = `&after=${next}`;
  }
  expect(seen.map(({ section }) => section).toSorted()).toEqual(['adjustment', 'label', 'label', 'label', 'payment']);
  expect(seen.reduce((total, { amount }) => total + amount.minor, 0)).toBe(2_230);
  expect(seen.find(({ section }) => section === 'adjustment')?.note).toBe('Heavier than declared');

  const file = async (format: 'pdf' | 'xlsx') => {
    const answer = await app.inject({
      method: 'GET',
      url: `/api/money/invoices/${invoice?.id}/file?format=${format}`,
      headers: { host: 'first.test', authorization: `Bearer ${tokens.get(world.people.admin) ?? ''}` },
    });
    expect(answer.statusCode).toBe(200);
    return new Uint8Array(answer.rawPayload);
  };
  const limits = { maxRows: 100, maxColumns: 30, maxBytes: 1_000_000 };
  const [sheet] = await readSheets(await file('xlsx'), 'Invoice.xlsx', limits);
  expect(sheet?.rows).toHaveLength(6);
  expect(JSON.stringify(sheet)).toContain('Heavier than declared');
  const text = (await pageTexts(await file('pdf'))).join(' ');
  expect(text).toContain(invoice?.number ?? '');
  expect(text).toContain('GST 5%');
});

it('a statement of any days adds up and closes nothing', async () => {
  const [partner] = (await mine()).partners;
  const query = `side=owed&partnerId=${partner?.id}&currency=CAD&from=2026-05-11&to=2026-05-31`;
  const statement = await ok<StatementData>('GET', `/money/statement?${query}`, undefined, world.people.admin);
  expect(statement).toMatchObject({
    opening: { minor: 3_150 },
    charges: { minor: 80 },
    settled: { minor: -1_000 },
    closing: { minor: 2_230 },
  });
  const foreign = await ask('GET', `/money/statement?${query}`, undefined, world.people.foreign);
  expect(foreign.json.code).toBe('not_found');
  const turned = query.replace('from=2026-05-11', 'from=2026-06-11');
  expect((await ask('GET', `/money/statement?${turned}`, undefined, world.people.admin)).json.code).toBe('validation');
});

it('a credit note lowers what is owed at once, never by more than the invoice', async () => {
  const [invoice] = (await mine()).invoices;
  const path = `/money/invoices/${invoice?.id}/credit`;
  expect((await ask('POST', path, { amountMinor: 1, reason: 'x' }, world.people.admin)).status).toBe(403);
  expect((await ask('POST', path, { amountMinor: 3_231, reason: 'x' })).json.errorMessages?.[0]?.field).toBe(
    'amountMinor',
  );
  const credited = await ok<InvoiceDetail>('POST', path, { amountMinor: 1_050, reason: 'Label was damaged' });
  expect(credited).toMatchObject({ open: { minor: 1_180 }, credited: { minor: 1_050 } });
  expect(credited.creditNotes).toMatchObject([{ number: 'CN-2026-000001', reason: 'Label was damaged' }]);
  const aging = await ok<AgingData>('GET', '/money/aging');
  expect(aging.buyers.find(({ buyerId }) => buyerId === world.people.admin.tenantId)).toMatchObject({
    open: 1_180,
    balance: 1_180,
    unbilled: 0,
  });
  for (const tenantId of [world.first.id, world.people.admin.tenantId])
    expect(await database.db.tenant({ tenantId }, checkBook)).toEqual([]);
});

it('an agent sees their own commission, and is marked as paid no more than they earned', async () => {
  const data = await ok<CommissionData>('GET', '/money/commissions', undefined, world.people.agent);
  // 10 % of a margin of 200 for three labels, and of 30 for the adjustment.
  expect(data.owed).toMatchObject([{ agentId: world.people.agent.userId, amount: { minor: 63 } }]);
  expect([data.canManage, data.agents, data.customers]).toEqual([false, [], []]);
  const pay = (amountMinor: number, person?: TestUser) =>
    ask(
      'POST',
      '/money/commissions/payouts',
      { agentId: world.people.agent.userId, currency: 'CAD', amountMinor, day: '2026-06-02', note: '' },
      person,
    );
  expect((await pay(63, world.people.agent)).status).toBe(403);
  expect((await pay(64)).json.code).toBe('validation');
  expect((await pay(63)).status).toBe(200);
  expect((await ok<CommissionData>('GET', '/money/commissions')).owed).toEqual([]);
});
