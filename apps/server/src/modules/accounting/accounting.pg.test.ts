/** What an accountant downloads agrees with the book to the cent, and can be imported: balanced, named, in the program's columns. */
import type { AccountingSettings } from '@scanship/contracts/money/accounting';
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

const NOW = new Date('2026-06-20T12:00:00Z');
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
  // The last minute of May where the franchise is, and the first of June there.
  await money.buy({ ...LABEL, at: '2026-06-01T03:59:00Z' });
  await money.buy({ ...LABEL, at: '2026-06-01T04:00:00Z' });
  await money.adjust(50, 80, '2026-05-12T12:00:00Z');
  await money.pay(1_000, '2026-06-03T12:00:00Z');
  await moneyOf(database.db, world.first.id, world.people.basic.tenantId).buy(LABEL);
}, 120_000);
afterAll(async () => {
  await app.close();
  await application.close();
  await database.drop();
});

const ask = (method: 'GET' | 'PUT', path: string, body?: unknown, person: TestUser = world.people.franchise) =>
  client.call(method, `/api${path}`, { token: tokens.get(person) ?? '', ...(body === undefined ? {} : { body }) });
const file = async (query: string): Promise<readonly (readonly string[])[]> => {
  const answer = await ask('GET', `/money/accounting/export?${query}`);
  expect([answer.status, answer.text.charCodeAt(0)]).toEqual([200, 0xfeff]);
  return answer.text
    .slice(1)
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
};
const grouped = (rows: readonly (readonly string[])[], keyOf: (row: readonly string[]) => string) => {
  const groups = new Map<string, (readonly string[])[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
};
const cents = (text: string | undefined): number => Math.round(Number(text === '' ? 0 : text) * 100);
const names = (program: string, given: Readonly<Record<string, string>>) => ({
  program,
  names: Object.entries(given).map(([name, account]) => ({ name, account })),
});
const QUICKBOOKS = {
  receivable: 'Accounts Receivable (A/R)',
  revenue: 'Sales',
  tax: 'GST/HST Payable',
  cost: 'Cost of Goods Sold',
  payable: 'Accrued carrier charges',
  clearing: 'Undeposited Funds',
};

it('the journal has every posting of the days, each entry balanced, and its sums are those of the book', async () => {
  const [headers, ...rows] = await file('format=journal&from=2026-05-01&to=2026-06-30');
  expect(headers).toEqual(['Date', 'Entry', 'Line', 'Kind', 'Account', 'Party', 'Debit', 'Credit', 'Currency', 'Note']);
  const { rows: booked } = await database.db.tenant({ tenantId: world.first.id }, (tx) =>
    sql<{ postings: number; debit: number }>`SELECT count(*)::int AS postings,
      sum(amount_minor) FILTER (WHERE amount_minor > 0)::int8 AS debit FROM postings WHERE tenant_id = ${world.first.id}`.execute(
      tx,
    ),
  );
  const debit = rows.reduce((sum, row) => sum + cents(row[6]), 0);
  expect([rows.length, debit]).toEqual([booked[0]?.postings, booked[0]?.debit]);
  const entries = new Map<string, number>();
  for (const row of rows) entries.set(row[1] ?? '', (entries.get(row[1] ?? '') ?? 0) + cents(row[6]) - cents(row[7]));
  expect([...entries.values()].filter((sum) => sum !== 0)).toEqual([]);
  // Days are those of the franchise.
  expect(new Set(rows.map(([day]) => day))).toEqual(
    new Set(['2026-05-10', '2026-05-12', '2026-05-31', '2026-06-01', '2026-06-03']),
  );
  expect((await file('format=journal&from=2026-06-02&to=2026-06-03')).length).toBe(1 + 2);
});

it('a program’s file lacks no name silently', async () => {
  const refused = await ask('GET', '/money/accounting/export?format=quickbooks&from=2026-05-01&to=2026-05-31');
  expect(refused.json).toMatchObject({
    code: 'validation',
    errorMessage: 'Accounts of this file have no name in QuickBooks Online yet.',
  });
  const fields = (refused.json.errorMessages as { field: string }[]).map(({ field }) => field);
  expect(fields).toEqual(expect.arrayContaining(['receivable', 'revenue', 'cost', 'tax']));
  const saved = await ask('PUT', '/money/accounting', names('quickbooks', { ...QUICKBOOKS, wallet: '  ' }));
  const { names: kept, used } = saved.json.data as AccountingSettings;
  expect(kept.map(({ name }) => name).toSorted()).toEqual(Object.keys(QUICKBOOKS).toSorted());
  expect(used).toContain('receivable');
});

it('QuickBooks: a journal entry for each month and customer, balanced, receivables with the customer’s name', async () => {
  await ask('PUT', '/money/accounting', names('quickbooks', QUICKBOOKS));
  const [headers, ...rows] = await file('format=quickbooks&from=2026-05-01&to=2026-06-15');
  expect(headers).toEqual(['JournalNo', 'JournalDate', 'AccountName', 'Debits', 'Credits', 'Description', 'Name']);
  const journals = grouped(rows, ([number]) => number ?? '');
  for (const lines of journals.values()) {
    expect(lines.reduce((sum, line) => sum + cents(line[3]) - cents(line[4]), 0)).toBe(0);
    expect(new Set(lines.map(([, day]) => day)).size).toBe(1);
    for (const line of lines) expect(cents(line[3]) > 0).not.toBe(cents(line[4]) > 0);
  }
  // May of two customers, June of one, which ends where the file ends.
  expect(journals.size).toBe(3);
  expect(new Set(rows.map(([, day]) => day))).toEqual(new Set(['05/31/2026', '06/15/2026']));
  for (const [, , account, , , , name] of rows) if (account === QUICKBOOKS.receivable) expect(name).not.toBe('');
  const owed = rows
    .filter((row) => row[2] === QUICKBOOKS.receivable)
    .reduce((sum, row) => sum + cents(row[3]) - cents(row[4]), 0);
  const { rows: booked } = await database.db.tenant({ tenantId: world.first.id }, (tx) =>
    sql<{ minor: number }>`SELECT sum(b.amount_minor)::int8 AS minor FROM account_balances b
      JOIN accounts a ON a.tenant_id = b.tenant_id AND a.id = b.account_id
      WHERE a.tenant_id = ${world.first.id} AND a.kind = 'receivable'`.execute(tx),
  );
  expect(owed).toBe(booked[0]?.minor);
});

it('Xero: one balanced journal a month, credits negative, days as Xero reads them', async () => {
  await ask(
    'PUT',
    '/money/accounting',
    names('xero', { receivable: '615', revenue: '200', tax: '825', cost: '310', payable: '805', clearing: '620' }),
  );
  const refused = await ask('GET', '/money/accounting/export?format=xero&from=2026-05-01&to=2026-05-31');
  expect((refused.json.errorMessages as { field: string }[]).map(({ field }) => field)).toEqual(['tax-rate']);
  await ask(
    'PUT',
    '/money/accounting',
    names('xero', {
      receivable: '615',
      revenue: '200',
      tax: '825',
      cost: '310',
      payable: '805',
      clearing: '620',
      'tax-rate': 'Tax Exempt',
    }),
  );
  const [headers, ...rows] = await file('format=xero&from=2026-05-01&to=2026-06-30');
  expect(headers?.slice(0, 6)).toEqual(['*Narration', '*Date', 'Description', '*AccountCode', '*TaxRate', '*Amount']);
  const journals = grouped(rows, ([narration, day]) => `${narration} ${day}`);
  expect([...journals.keys()]).toEqual(['Shipping 2026-05 31/05/2026', 'Shipping 2026-06 30/06/2026']);
  for (const lines of journals.values()) {
    expect(lines.reduce((sum, line) => sum + cents(line[5]), 0)).toBe(0);
    expect(lines.some((line) => cents(line[5]) < 0)).toBe(true);
    expect(new Set(lines.map((line) => line[4]))).toEqual(new Set(['Tax Exempt']));
  }
});

it('what cannot be exported says why; nobody else’s book is read', async () => {
  const code = async (query: string, person?: TestUser) =>
    (await ask('GET', `/money/accounting/export?${query}`, undefined, person)).json.code;
  expect(await code('format=journal&from=2026-06-01&to=2026-05-01')).toBe('validation');
  expect(await code('format=journal&from=2024-01-01&to=2026-05-01')).toBe('validation');
  expect(await code('format=ledger&from=2026-05-01&to=2026-05-02')).toBe('validation');
  expect(await code('format=journal&from=2026-05-01&to=2026-05-02', world.people.admin)).toBe('forbidden');
  const other = await ask('GET', '/money/accounting', undefined, world.people.root);
  expect((other.json.data as AccountingSettings).names).toEqual([]);
});
