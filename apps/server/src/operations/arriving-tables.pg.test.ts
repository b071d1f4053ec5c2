/** What becomes of each table in another installation is decided, and nothing of it wakes a worker there. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CatalogTable, readCatalog } from '../../test/row-maker.ts';
import { makeTenantTree } from '../../test/tenant-tree.ts';
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts';
import { withClient } from '../platform/database/connection.ts';
import { AS_IT_IS, CHANGED, MADE_ANEW, NOT_TAKEN, OF_SELLERS, OF_THE_LOG } from './arriving-tables.ts';
import { exportTenant } from './export-tenant.ts';
import { ASK_NOTHING } from './older-archives.ts';
import { readShapes } from './load-tenant.ts';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Of nobody’s use elsewhere. */
const NOT_EXPORTED = ['secrets', 'idempotency_keys', 'quota_buckets', 'account_facts', 'customer_export_parts'];

let database: TestDatabase;
let catalog: CatalogTable[];

beforeAll(async () => {
  database = await createTestDatabase({ maxConnections: 2 });
  catalog = await withClient(database.migrator, readCatalog);
});
afterAll(() => database.drop());

test('of every table it is decided what becomes of it', () => {
  const decided = [
    ...AS_IT_IS,
    ...Object.keys(CHANGED),
    ...Object.keys(NOT_TAKEN),
    ...MADE_ANEW,
    ...OF_SELLERS,
    ...OF_THE_LOG,
    ...NOT_EXPORTED,
  ];
  expect(decided.toSorted()).toEqual(
    catalog.flatMap(({ name, home }) => (home === 'tenant_id' ? name : [])).toSorted(),
  );
});

/** Of others than a tenant, with why they are not in an archive. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  budget_counters: 'of a moment',
  challenges: 'sign-ins under way',
  credentials: 'secrets, of a host',
  factor_resets: 'of second factors, which do not go',
  fx_rates: 'the same everywhere',
  hosts: 'of franchises',
  inbound_events: 'deliveries before they are understood',
  invitations: 'their links hold for one host',
  kept_since: 'of the installation',
  mailed_codes: 'secrets',
  master_keys: 'of the installation',
  outbox_mails: 'mails of the installation without a mail server',
  sessions: 'secrets',
  sign_in_attempts: 'of a moment',
  sign_in_policies: 'of franchises',
  store_consent_uses: 'consents under way',
  tenant_closure: 'follows from where it is',
};

test('an export has every other table as well, or it is named why not', async () => {
  const [customer] = (await makeTenantTree(database.db)).customers;
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'scanship-tables-'));
  const { rows } = await exportTenant(database.app, customer.tenantId, path.join(folder, 'customer.tar.gz'));
  fs.rmSync(folder, { recursive: true });
  const inIt = Object.keys(rows);
  const others = catalog.flatMap(({ name, home }) => (home === 'tenant_id' ? [] : name));
  expect(others.filter((name) => !inIt.includes(name)).toSorted()).toEqual(Object.keys(ELSEWHERE).toSorted());
});

/** Times by which a worker finds rows and does nothing that is seen outside. */
const HARMLESS = new Set([
  'answer_readings.hour',
  'orders.hold_until',
  'print_contents.expires_at',
  'print_jobs.content_until',
  'blobs.created_at',
  'pickups.day',
]);

test('what workers find by its time, whoever it belongs to, comes without one', async () => {
  const { rows: found } = await withClient(database.migrator, (client) =>
    client.query<{
      at: string;
    }>(`SELECT c.relname || '.' || a.attname AS at FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = i.indkey[0] JOIN pg_type t ON t.oid = a.atttypid
      WHERE c.relnamespace = 'public'::regnamespace AND NOT c.relispartition AND t.typname IN ('timestamptz', 'date')`),
  );
  const waking = [...new Set(found.map(({ at }) => at))].filter((at) => {
    const [table = '', column = ''] = at.split('.');
    const rests =
      CHANGED[table]?.columns[column] !== undefined ||
      table in NOT_TAKEN ||
      OF_SELLERS.has(table) ||
      NOT_EXPORTED.includes(table);
    return !rests && !HARMLESS.has(at) && catalog.some(({ name, home }) => name === table && home === 'tenant_id');
  });
  expect(waking).toEqual([]);
});

test('what an older archive may lack is there, and changes no rows of customers', () => {
  const folder = new URL('../../migrations/', import.meta.url);
  for (const name of ASK_NOTHING)
    expect(fs.readFileSync(new URL(name, folder), 'utf8').replaceAll(/^\s*--.*$/gm, ''), name).not.toMatch(
      /\b(?:UPDATE|INSERT|DELETE|backfill|DROP COLUMN)\b|(?<!IS )NOT NULL/,
    );
});

/** Columns of tables that are taken which read like a company and are none. */
const NO_COMPANY = new Set(['exceptions.owner_id' /* a person */]);

test('every column of what is taken that names a company is read before anything acts in its name', async () => {
  const shapes = await database.db.system(readShapes);
  const read = new Set(shapes.flatMap(({ name, companies }) => companies.map((column) => `${name}.${column}`)));
  const unread = catalog.flatMap(({ name, home, columns }) =>
    home === 'tenant_id' && (AS_IT_IS.has(name) || name in CHANGED)
      ? columns.flatMap(({ name: column, type }) => {
          const named = /tenant|party|customer|seller|buyer|owner|franchise|realm|company/.test(column);
          const at = `${name}.${column}`;
          return type === 'uuid' && column !== 'tenant_id' && named && !read.has(at) && !NO_COMPANY.has(at) ? at : [];
        })
      : [],
  );
  expect(unread).toEqual([]);
});
