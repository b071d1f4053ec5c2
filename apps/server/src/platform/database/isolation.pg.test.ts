/** Made from the catalog: what holds for every table, also for those that later migrations add. */
import type { ClientBase } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CatalogTable, insertRow, makeRow, readCatalog } from '../../../test/row-maker.ts';
import { makeTenantTree } from '../../../test/tenant-tree.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { withClient } from './connection.ts';

/** Tables that no tenant owns, each with its reason. Adding one is a decision, so it is written here by hand. */
const WITHOUT_TENANT = {
  tenants: 'the tree itself; app_tenant reads its own row',
  tenant_closure: 'the tree itself',
  hosts: 'read before a tenant is known; app_tenant reads its own',
  fx_rates: 'public rates',
  budget_counters: 'counts of addresses and of whoever asks, before it is known who; app_system only',
  master_keys: 'which keys the whole database was sealed with; app_system only',
  kept_since: 'months of partitioned tables that have had their time; everybody may read it',
  inbound_events: 'stored before it is known whose they are; app_system only',
};

/** Tables of a tenant that app_identity may read, of the tenants of its realm; a widening is written here by hand. */
const READ_BY_IDENTITY: Readonly<Record<string, string>> = {
  roles: 'id',
  role_permissions: 'permission',
  customer_settings: 'language',
};

let test_: TestDatabase;
let catalog: CatalogTable[];
let a: string;
let b: string;

beforeAll(async () => {
  test_ = await createTestDatabase();
  const tree = await makeTenantTree(test_.db);
  // Two franchises: they are realms and tenants at once, so one pair serves every table.
  [a, b] = tree.franchises;
  await withClient(test_.migrator, async (client) => {
    catalog = await readCatalog(client);
    for (const table of catalog.filter((each) => each.home)) {
      for (const tenant of [a, b]) {
        await insertRow(client, table.name, makeRow(catalog, table, tenant)).catch((error: unknown) => {
          throw new Error(`No row for ${table.name}: ${error instanceof Error ? error.message : String(error)}`);
        });
      }
    }
  });
});
afterAll(() => test_.drop());

/** Runs one statement as a role for a tenant; answers the rows, or the SQLSTATE of its failure. */
async function as(
  role: string,
  tenant: string,
  statement: string,
  values: unknown[] = [],
): Promise<unknown[] | string> {
  return withClient(test_.app, async (client) => {
    await client.query('BEGIN');
    await client.query(
      `SELECT set_config('role', $1, true), set_config('app.tenant', $2, true), set_config('app.realm', $2, true)`,
      [role, tenant],
    );
    try {
      return (await client.query(statement, values)).rows;
    } catch (error) {
      return error instanceof Error && 'code' in error ? String(error.code) : 'no code';
    }
  });
}

const DENIED = '42501';
const roleOf = (table: CatalogTable) => (table.home === 'tenant_id' ? 'app_tenant' : 'app_identity');
const owned = () => catalog.filter((table) => table.home);
/** Every failing table at once reads better than the first. */
async function failing(
  tables: readonly CatalogTable[],
  check: (table: CatalogTable) => Promise<boolean>,
): Promise<string[]> {
  const names: string[] = [];
  for (const table of tables) if (!(await check(table))) names.push(table.name);
  return names;
}

const rows = async <R extends object>(statement: string): Promise<R[]> =>
  withClient(test_.migrator, async (client: ClientBase) => (await client.query<R>(statement)).rows);
const withSealed = () => catalog.filter((table) => table.sealed.length > 0);

describe('structure of every table', () => {
  test('belongs to a tenant or realm by its primary key, or is listed as a table without one', () => {
    const without = catalog.filter((table) => !table.home).map((table) => table.name);
    expect(without.toSorted()).toEqual(Object.keys(WITHOUT_TENANT).toSorted());
    expect(owned().length).toBeGreaterThan(60);
  });

  test('has row security on and forced, partitions included', async () => {
    expect(
      await rows(`SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
                   AND NOT (relrowsecurity AND relforcerowsecurity)`),
    ).toEqual([]);
  });

  test('has the migrator policy that makes its owner see every row', async () => {
    expect(
      await rows(`SELECT relname FROM pg_class c WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
        AND NOT EXISTS (SELECT FROM pg_policies p WHERE p.tablename = c.relname AND p.policyname = 'migrator_rows'
          AND p.roles = '{scanship_migrator}' AND p.cmd = 'ALL' AND p.qual = 'true' AND p.with_check = 'true')`),
    ).toEqual([]);
  });

  test('has exactly one policy for its working role, by its own tenant or realm and nothing else', async () => {
    for (const table of owned()) {
      const policies = await rows<{ qual: string; with_check: string }>(
        `SELECT qual, with_check FROM pg_policies WHERE tablename = '${table.name}' AND '${roleOf(table)}' = ANY (roles)`,
      );
      const setting = table.home === 'tenant_id' ? 'app.tenant' : 'app.realm';
      const rule = `(${table.home} = (NULLIF(current_setting('${setting}'::text, true), ''::text))::uuid)`;
      expect({ table: table.name, policies }).toEqual({
        table: table.name,
        policies: [{ qual: rule, with_check: rule }],
      });
    }
  });

  /** What is one tenant's in the whole installation. Whoever meets the other one has shown to a name server that the name is theirs. */
  const PROVED_BY_ONE: ReadonlySet<string> = new Set(['buyer_hosts_proved', 'sender_domains_proved']);
  test('starts every unique index with its tenant or realm, but for what a zone proves', async () => {
    const unique = await rows<{ table: string; index: string; first: string }>(
      `SELECT c.relname AS table, x.relname AS index, a.attname AS first FROM pg_index i
         JOIN pg_class c ON c.oid = i.indrelid JOIN pg_class x ON x.oid = i.indexrelid
         JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = i.indkey[0]
        WHERE i.indisunique AND c.relnamespace = 'public'::regnamespace AND NOT c.relispartition`,
    );
    const home = new Map(owned().map((table) => [table.name, table.home]));
    expect(unique.length).toBeGreaterThan(home.size);
    const across = unique.filter((each) => home.has(each.table) && each.first !== home.get(each.table));
    expect(across.filter(({ index }) => !PROVED_BY_ONE.has(index))).toEqual([]);
    expect(across).toHaveLength(PROVED_BY_ONE.size);
  });

  test('starts every foreign key with its tenant or realm, unless it points to the tenants table', async () => {
    const keys = await rows<{ table: string; name: string; from: string; to: string; first: string }>(
      `SELECT c.relname AS table, k.conname AS name, r.relname AS to, a.attname AS from, ra.attname AS first
         FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_class r ON r.oid = k.confrelid
         JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.conkey[1]
         JOIN pg_attribute ra ON ra.attrelid = r.oid AND ra.attnum = k.confkey[1]
        WHERE k.contype = 'f' AND c.relnamespace = 'public'::regnamespace AND NOT c.relispartition`,
    );
    const home = new Map(owned().map((table) => [table.name, table.home]));
    const wrong = keys.filter(
      (key) => key.to !== 'tenants' && (key.from !== home.get(key.table) || key.first !== home.get(key.to)),
    );
    expect(wrong).toEqual([]);
  });

  // What Citus refuses beside that: it would have to change a row's shard, or look on all of them.
  test('has no key that empties a tenant, none from a table of nobody to one of a tenant, and no rule across rows', async () => {
    const home = new Map(owned().map((table) => [table.name, table.home]));
    const keys = await rows<{ table: string; name: string; to: string; empties: boolean }>(
      `SELECT c.relname AS table, k.conname AS name, r.relname AS to,
              k.confdeltype IN ('n', 'd') AND (k.confdelsetcols IS NULL OR k.conkey[1] = ANY (k.confdelsetcols))
              OR k.confupdtype <> 'a' AS empties
         FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_class r ON r.oid = k.confrelid
        WHERE k.contype = 'f' AND c.relnamespace = 'public'::regnamespace AND NOT c.relispartition`,
    );
    expect(keys.filter((key) => home.has(key.table) && key.empties)).toEqual([]);
    expect(keys.filter((key) => !home.has(key.table) && home.has(key.to))).toEqual([]);
    expect(
      await rows(`SELECT conrelid::regclass AS table, conname FROM pg_constraint
        WHERE contype = 'x' AND connamespace = 'public'::regnamespace`),
    ).toEqual([]);
  });

  test('uses no type whose operators keep an index from being used under row security', async () => {
    expect(
      await rows(`SELECT c.relname, a.attname, t.typname FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_type t ON t.oid = a.atttypid
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped
          AND (t.typtype = 'e' OR t.typcategory = 'A' OR t.typname IN ('numeric', 'varchar', 'money', 'json'))`),
    ).toEqual([]);
  });

  test('gives the public nothing, and every view the rights of who asks', async () => {
    expect(
      await rows(`SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v')
        AND EXISTS (SELECT FROM aclexplode(relacl) WHERE grantee = 0)`),
    ).toEqual([]);
    expect(
      await rows(`SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'v'
        AND NOT coalesce(reloptions::text LIKE '%security_invoker=true%', false)`),
    ).toEqual([]);
  });
});

describe('rows of one tenant, asked for by another', () => {
  test('each table has a row of both, and each reads exactly its own', async () => {
    const wrong = await failing(owned(), async (table) => {
      const seen = await as(roleOf(table), a, `SELECT DISTINCT ${table.home} AS home FROM ${table.name}`);
      return JSON.stringify(seen) === JSON.stringify([{ home: a }]);
    });
    expect(wrong).toEqual([]);
  });

  test('are invisible when asked for by their key', async () => {
    const wrong = await failing(owned(), async (table) => {
      const seen = await as(roleOf(table), b, `SELECT 1 FROM ${table.name} WHERE ${table.home} = $1`, [a]);
      return Array.isArray(seen) && seen.length === 0;
    });
    expect(wrong).toEqual([]);
  });

  test('cannot be changed or deleted', async () => {
    const wrong = await failing(owned(), async (table) => {
      const column = table.columns.find((each) => !table.key.includes(each.name)) ?? table.columns[0];
      const update = `UPDATE ${table.name} SET ${column?.name} = ${column?.name} WHERE ${table.home} = $1 RETURNING 1`;
      const outcomes = [
        await as(
          roleOf(table),
          b,
          column?.type === 'sealed' ? `SELECT 1 WHERE false` : update,
          column?.type === 'sealed' ? [] : [a],
        ),
        await as(roleOf(table), b, `DELETE FROM ${table.name} WHERE ${table.home} = $1 RETURNING 1`, [a]),
      ];
      return outcomes.every((outcome) => outcome === DENIED || (Array.isArray(outcome) && outcome.length === 0));
    });
    expect(wrong).toEqual([]);
  });

  test('cannot be made', async () => {
    const wrong = await failing(owned(), async (table) => {
      const row = makeRow(catalog, table, a);
      const statement = `INSERT INTO ${table.name} (${[...row.keys()].join(', ')}) VALUES (${[...row.keys()].map((_, i) => `$${i + 1}`).join(', ')})`;
      return (await as(roleOf(table), b, statement, [...row.values()])) === DENIED;
    });
    expect(wrong).toEqual([]);
  });

  test('cannot be made by moving an own row over', async () => {
    const wrong = await failing(owned(), async (table) => {
      const outcome = await as(roleOf(table), b, `UPDATE ${table.name} SET ${table.home} = $1`, [a]);
      return outcome === DENIED;
    });
    expect(wrong).toEqual([]);
  });

  test('without a tenant nothing is visible', async () => {
    const wrong = await failing(owned(), async (table) => {
      const seen = await as(roleOf(table), '', `SELECT 1 FROM ${table.name}`);
      return Array.isArray(seen) && seen.length === 0;
    });
    expect(wrong).toEqual([]);
  });

  test('the roles of tenants and realms cannot read each other, and the login role reads nothing', async () => {
    const wrong = await failing(owned(), async (table) => {
      const other = table.home === 'tenant_id' ? 'app_identity' : 'app_tenant';
      const asOther = table.name in READ_BY_IDENTITY ? DENIED : await as(other, a, `SELECT 1 FROM ${table.name}`);
      return asOther === DENIED && (await as('scanship_app', a, `SELECT 1 FROM ${table.name}`)) === DENIED;
    });
    expect(wrong).toEqual([]);
  });

  test('what sign-in may read of tenants is of its own realm, and for reading only', async () => {
    for (const [name, column] of Object.entries(READ_BY_IDENTITY)) {
      const seen = await as(
        'app_identity',
        a,
        `SELECT DISTINCT tenant_id, ${column} IS NOT NULL AS known FROM ${name}`,
      );
      expect(seen, name).toEqual([{ tenant_id: a, known: true }]);
      expect(await as('app_identity', '', `SELECT ${column} FROM ${name}`), name).toEqual([]);
      expect(await as('app_identity', a, `UPDATE ${name} SET ${column} = ${column}`), name).toBe(DENIED);
      expect(await as('app_identity', a, `DELETE FROM ${name}`), name).toBe(DENIED);
    }
  });

  test('partitions cannot be asked directly', async () => {
    for (const role of ['app_tenant', 'app_identity', 'app_secrets', 'app_system']) {
      expect(await as(role, a, 'SELECT 1 FROM rates_default')).toBe(DENIED);
    }
  });
});

describe('sealed columns', () => {
  test('are where cost, tokens and keys are kept', () => {
    const names = withSealed().flatMap((table) => table.sealed.map((column) => `${table.name}.${column}`));
    expect(names).toEqual(
      expect.arrayContaining([
        'rates.sealed',
        'purchases.sealed',
        'voids.sealed',
        'effects.sealed',
        'effect_steps.vendor_result',
        'secrets.sealed',
        'credentials.sealed',
      ]),
    );
  });

  test('cannot be read by any role but app_secrets, by name, by star or through a change', async () => {
    const wrong = await failing(withSealed(), async (table) => {
      const column = table.sealed[0] ?? '';
      const outcomes: unknown[] = [];
      for (const role of ['app_tenant', 'app_identity', 'app_system']) {
        outcomes.push(
          await as(role, a, `SELECT ${column} FROM ${table.name}`),
          await as(role, a, `SELECT * FROM ${table.name}`),
        );
        outcomes.push(await as(role, a, `UPDATE ${table.name} SET ${column} = ${column} RETURNING 1`));
      }
      return outcomes.every((outcome) => outcome === DENIED);
    });
    expect(wrong).toEqual([]);
  });

  test('can be written by the working role and opened by app_secrets of the same tenant only', async () => {
    const wrong = await failing(withSealed(), async (table) => {
      const column = table.sealed[0] ?? '';
      const written = await as(
        roleOf(table),
        a,
        `UPDATE ${table.name} SET ${column} = '\\x01' WHERE ${table.home} = $1`,
        [a],
      );
      const own = await as('app_secrets', a, `SELECT ${table.key.join(', ')}, ${column} AS opened FROM ${table.name}`);
      return Array.isArray(written) && Array.isArray(own) && own.length === 1 && JSON.stringify(own).includes(a);
    });
    expect(wrong).toEqual([]);
  });

  test('every other column of their tables is readable', async () => {
    const wrong = await failing(withSealed(), async (table) => {
      const names = table.columns.filter((column) => column.type !== 'sealed').map((column) => column.name);
      return Array.isArray(await as(roleOf(table), a, `SELECT ${names.join(', ')} FROM ${table.name}`));
    });
    expect(wrong).toEqual([]);
  });
});

describe('books and history', () => {
  test('cannot be rewritten by the application', async () => {
    const outcomes: Record<string, unknown> = {};
    for (const table of [
      'entries',
      'postings',
      'price_chain',
      'state_changes',
      'audit_events',
      'audit_seals',
      'audit_leaves',
      'carrier_calls',
    ]) {
      outcomes[table] = [
        await as('app_tenant', a, `DELETE FROM ${table}`),
        await as('app_tenant', a, `UPDATE ${table} SET tenant_id = tenant_id`),
      ];
    }
    for (const outcome of Object.values(outcomes)) expect(outcome).toEqual([DENIED, DENIED]);
    expect(await as('app_tenant', a, 'DELETE FROM purchases')).toBe(DENIED);
  });
});

describe('the system role', () => {
  test('sees due work of all tenants, by its journal columns only', async () => {
    expect(await as('app_system', '', 'SELECT tenant_id, id, state, due_at FROM purchases')).toHaveLength(2);
    expect(await as('app_system', '', 'SELECT price_minor FROM purchases')).toBe(DENIED);
    expect(await as('app_system', '', 'SELECT vendor_ids FROM purchases')).toBe(DENIED);
    expect(await as('app_system', '', 'SELECT id, number FROM orders')).toHaveLength(2);
    expect(await as('app_system', '', 'SELECT ship_to_name FROM orders')).toBe(DENIED);
    expect(await as('app_system', '', 'SELECT id FROM users')).toBe(DENIED);
  });

  test('may make partitions', async () => {
    expect(await as('app_system', '', 'SELECT maintenance.ensure_partitions(1) AS made')).toEqual([{ made: 0 }]);
    expect(await as('app_tenant', a, 'SELECT maintenance.ensure_partitions(1)')).toBe(DENIED);
  });
});
