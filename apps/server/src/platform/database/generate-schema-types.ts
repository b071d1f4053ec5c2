/**
 * Writes `schema.ts` and `schema/<subject>.ts`, the Kysely types of the migrated database: one file for each migration
 * that makes tables. Run it after adding a migration: `npx tsx apps/server/src/platform/database/generate-schema-types.ts`
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { ClientBase } from 'pg';
import { bootstrap } from './bootstrap.ts';
import { embeddedConnections, withClient } from './connection.ts';
import { startEmbedded } from './embedded-postgres.ts';
import { type MigrationFile, migrate, readMigrations } from './migrator.ts';
import { LEAVING } from './released-schema.ts';

interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly nullable: boolean;
  readonly generated: boolean;
  /** Values of a CHECK (column IN (...)), in the order of the migration. */
  readonly values: readonly string[];
}

const HEADER = '/** Generated from the migrated database by generate-schema-types.ts; do not edit. */\n';

const TYPES: Readonly<Record<string, string>> = {
  uuid: 'string',
  text: 'string',
  bpchar: 'string',
  int4: 'number',
  int2: 'number',
  int8: 'number',
  float8: 'number',
  bool: 'boolean',
  timestamptz: 'Timestamp',
  date: 'string',
  time: 'string',
  jsonb: 'Json',
  bytea: 'Bytes',
  sealed: 'Sealed',
};

async function readColumns(client: ClientBase): Promise<Column[]> {
  const { rows } = await client.query<Omit<Column, 'values'> & { checks: string[] | null }>(
    `SELECT c.relname AS table, a.attname AS column, t.typname AS type, NOT a.attnotnull AS nullable, a.atthasdef AS generated,
            (SELECT array_agg(replace(pg_get_constraintdef(k.oid), ' NOT VALID', '')) FROM pg_constraint k
              WHERE k.conrelid = c.oid AND k.contype = 'c' AND k.conkey = ARRAY[a.attnum]) AS checks
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
       JOIN pg_type t ON t.oid = a.atttypid
      WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p', 'v') AND NOT c.relispartition AND NOT ${LEAVING}
      ORDER BY c.relname, a.attnum`,
  );
  return rows.map(({ checks, ...column }) => ({
    ...column,
    values: checks?.map(listedValues).find((v) => v.length) ?? [],
  }));
}

/** The texts of `CHECK ((state = ANY (ARRAY['a'::text, 'b'::text])))`, whether older rows were looked at or not; none for any other check. */
function listedValues(check: string): string[] {
  const list = /^CHECK \(\(\w+ = ANY \(ARRAY\[(.*)\]\)\)\)$/.exec(check)?.[1];
  return list === undefined ? [] : [...list.matchAll(/'([^']*)'::text/g)].map((match) => match[1] ?? '');
}

const pascal = (name: string): string => name.replaceAll(/(?:^|_|-)(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The generated files by their path below the database folder. */
export async function renderSchema(client: ClientBase, files: readonly MigrationFile[]): Promise<Map<string, string>> {
  const columns = await readColumns(client);
  const tables = [...new Set(columns.map((column) => column.table))];
  const subjects = new Map<string, string[]>();
  for (const table of tables) {
    const made = new RegExp(`CREATE ((UNLOGGED )?TABLE|VIEW|OR REPLACE VIEW) (IF NOT EXISTS )?${table}\\b`);
    const file = files.find((each) => made.test(each.sql));
    if (!file) throw new Error(`No migration makes the table ${table}.`);
    const subject = file.name.replace(/^\d+-/, '').replace(/\.sql$/, '');
    subjects.set(subject, [...(subjects.get(subject) ?? []), table]);
  }
  const rendered = new Map<string, string>();
  const ordered = [...subjects].toSorted(([a], [b]) => a.localeCompare(b));
  for (const [subject, names] of ordered) rendered.set(`schema/${subject}.ts`, renderSubject(subject, names, columns));
  const imports = ordered.map(([subject]) => `import type { ${pascal(subject)}Tables } from './schema/${subject}.ts';`);
  const parents = ordered.map(([subject]) => `${pascal(subject)}Tables`);
  rendered.set(
    'schema.ts',
    `${HEADER}${imports.join('\n')}\n\nexport interface Schema\n  extends ${parents.join(',\n    ')} {}\n`,
  );
  return rendered;
}

function renderSubject(subject: string, tables: readonly string[], columns: readonly Column[]): string {
  const unions: string[] = [];
  const interfaces: string[] = [];
  const words = new Set<string>();
  for (const table of tables) {
    const lines: string[] = [];
    for (const column of columns.filter((each) => each.table === table)) {
      let type = TYPES[column.type];
      if (type === undefined)
        throw new Error(`${table}.${column.column} has a type that is not used here: ${column.type}`);
      if (column.values.length > 0) {
        type = pascal(`${table}_${column.column}`);
        unions.push(renderUnion(type, column.values));
      } else if (/^[A-Z]/.test(type)) words.add(type);
      if (column.nullable) type = `${type} | null`;
      if (column.generated) {
        words.add('Generated');
        type = `Generated<${type}>`;
      }
      lines.push(`  ${column.column}: ${type};`);
    }
    interfaces.push(`export interface ${pascal(table)}Table {\n${lines.join('\n')}\n}`);
  }
  const map = tables.map((table) => `  ${table}: ${pascal(table)}Table;`).join('\n');
  const used =
    words.size > 0 ? `import type { ${[...words].toSorted().join(', ')} } from '../column-types.ts';\n\n` : '';
  const parts = [...unions, ...interfaces, `export interface ${pascal(subject)}Tables {\n${map}\n}`];
  return `${HEADER}${used}${parts.join('\n\n')}\n`;
}

/** As the formatter would write it. */
function renderUnion(name: string, values: readonly string[]): string {
  const quoted = values.map((value) => `'${value}'`);
  const line = `export type ${name} = ${quoted.join(' | ')};`;
  return line.length <= 120 ? line : `export type ${name} =\n${quoted.map((value) => `  | ${value}`).join('\n')};`;
}

/** Works with a fresh database in which every migration is applied. */
export async function withMigratedDatabase(work: (client: ClientBase) => Promise<void>): Promise<void> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'scanship-schema-'));
  fs.chmodSync(dataDir, 0o755);
  const server = await startEmbedded({ dataDir, settings: { fsync: 'off' } });
  try {
    const connections = embeddedConnections(server);
    await bootstrap(connections.admin('postgres'));
    await migrate(connections.migrator('postgres'));
    await withClient(connections.migrator('postgres'), work);
  } finally {
    await server.stop();
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
}

const main = (): Promise<void> =>
  withMigratedDatabase(async (client) => {
    const rendered = await renderSchema(client, await readMigrations());
    const folder = path.dirname(fileURLToPath(import.meta.url));
    fs.rmSync(path.join(folder, 'schema'), { recursive: true, force: true });
    fs.mkdirSync(path.join(folder, 'schema'));
    for (const [name, text] of rendered) fs.writeFileSync(path.join(folder, name), text);
    process.stdout.write(`${rendered.size} files written.\n`);
  });

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) await main();
