/**
 * What the last release expects of the schema, as lines of a file that is made when it is released, and whether a later schema
 * still fulfils it: processes of that release go on working on it while the next one is rolled out, and after a way back.
 */
import path from 'node:path';
import type { ClientBase } from 'pg';
import { MIGRATIONS_FOLDER } from './migrator.ts';
import { WORKING_ROLES } from './roles.ts';

/** Written by `npm run generate -- release`. */
export const RELEASED_FILE = path.join(MIGRATIONS_FOLDER, 'released.txt');

/**
 * SQL over `pg_class c` and `pg_attribute a`: no program of this version on uses the column, and a later release drops it. Such a
 * column is commented so, has a default or may be empty, and is in no generated type.
 */
export const LEAVING = `coalesce(col_description(c.oid, a.attnum) ^@ 'not kept any more', false)`;

/** One line: what it is, of which table, and the rest by kind. */
type Line = readonly [kind: string, table: string, ...rest: string[]];

const TABLES = `SELECT c.oid, CASE n.nspname WHEN 'public' THEN '' ELSE n.nspname || '.' END || c.relname AS name, c.relacl
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname IN ('public', 'maintenance') AND c.relkind IN ('r', 'p', 'v') AND NOT c.relispartition`;

/** Each answers rows of texts; columns of a constraint are separated by blanks. */
const QUESTIONS: readonly string[] = [
  // "null" may be left empty, "default" may be left out, "required" must be given.
  `SELECT 'column', t.name, a.attname, format_type(a.atttypid, a.atttypmod),
     CASE WHEN NOT a.attnotnull THEN 'null' WHEN a.atthasdef OR a.attidentity <> '' THEN 'default' ELSE 'required' END
   FROM (${TABLES}) t JOIN pg_class c ON c.oid = t.oid JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
   WHERE NOT ${LEAVING}`,
  `SELECT CASE k.contype WHEN 'c' THEN 'check' ELSE 'reference' END, t.name, k.conname,
     (SELECT string_agg(a.attname, ' ' ORDER BY a.attname) FROM pg_attribute a WHERE a.attrelid = t.oid AND a.attnum = ANY (k.conkey)),
     pg_get_constraintdef(k.oid)
   FROM (${TABLES}) t JOIN pg_constraint k ON k.conrelid = t.oid AND k.contype IN ('c', 'f') AND k.conparentid = 0`,
  `SELECT 'unique', t.name, i.indexrelid::regclass::text,
     (SELECT string_agg(pg_get_indexdef(i.indexrelid, n, true), ' ' ORDER BY n) FROM generate_series(1, i.indnkeyatts) n),
     CASE WHEN i.indnullsnotdistinct THEN 'nulls not distinct ' ELSE '' END || coalesce(pg_get_expr(i.indpred, i.indrelid), '')
   FROM (${TABLES}) t JOIN pg_index i ON i.indrelid = t.oid AND i.indisunique`,
  `SELECT 'right', t.name, r.role, p.privilege,
     CASE WHEN has_table_privilege(r.role, t.oid, p.privilege) THEN '*' ELSE
       (SELECT string_agg(a.attname, ' ' ORDER BY a.attname) FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
        WHERE a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped AND NOT ${LEAVING}
          AND has_column_privilege(r.role, t.oid, a.attnum, p.privilege)) END
   FROM (${TABLES}) t, unnest(ARRAY[${WORKING_ROLES.map((role) => `'${role}'`).join(', ')}]) AS r (role),
     unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) AS p (privilege)
   WHERE has_table_privilege(r.role, t.oid, p.privilege)
      OR (p.privilege <> 'DELETE' AND has_any_column_privilege(r.role, t.oid, p.privilege))`,
  `SELECT 'function', n.nspname || '.' || f.proname, pg_get_function_identity_arguments(f.oid)
   FROM pg_proc f JOIN pg_namespace n ON n.oid = f.pronamespace
   WHERE n.nspname IN ('public', 'maintenance') AND f.prorettype <> 'trigger'::regtype
     AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = f.oid AND d.deptype = 'e')`,
];

/** What a program of this version expects of the schema behind `client`, sorted. */
export async function expectationsOf(client: ClientBase): Promise<string[]> {
  const lines: string[] = [];
  for (const question of QUESTIONS) {
    const { rows } = await client.query<string[]>({ text: question, rowMode: 'array' });
    for (const row of rows) lines.push(row.join('\t').replaceAll('\n', ' '));
  }
  return lines.toSorted();
}

/** The texts of `CHECK ((state = ANY (ARRAY['a'::text, 'b'::text])))`; undefined for any other check. */
function listed(check: string): string[] | undefined {
  const list = /^CHECK \(\(\w+ = ANY \(ARRAY\[(.*)\]\)\)\)$/.exec(check)?.[1];
  return list === undefined ? undefined : [...list.matchAll(/'([^']*)'::text/g)].map((match) => match[1] ?? '');
}

/**
 * Sentences: what of a schema breaks a program that expects `released`. Empty when it goes on working.
 * @param harmless names of constraints and indexes that a migration gives a reason for
 */
export function breaks(released: readonly string[], now: readonly string[], harmless: ReadonlySet<string>): string[] {
  const [before, after] = [read(released), read(now)];
  return [...gone(before, after), ...tightened(before, after, harmless)];
}

interface Expectations {
  readonly lines: readonly Line[];
  readonly tables: ReadonlySet<string>;
  /** By "table.column". */
  readonly columns: ReadonlyMap<string, Line>;
}

function read(texts: readonly string[]): Expectations {
  const lines = texts.flatMap((text): Line[] => {
    const [kind = '', table = '', ...rest] = text.split('\t');
    // What release the file is of, and the migrations it knows, are for the rule over the files.
    return kind === 'version' || kind === 'migration' ? [] : [[kind, table, ...rest]];
  });
  const columns = lines.filter(([kind]) => kind === 'column');
  return {
    lines,
    tables: new Set(columns.map(([, table]) => table)),
    columns: new Map(columns.map((line) => [`${line[1]}.${line[2]}`, line])),
  };
}

/** What was there and is not, or is not as it was. */
function gone(before: Expectations, after: Expectations): string[] {
  const have = new Set(after.lines.map((line) => line.join('\t')));
  const keys = new Set(after.lines.filter(([kind]) => kind === 'unique').map(keyOf));
  const rights = new Map(
    after.lines.filter(([kind]) => kind === 'right').map((line) => [line.slice(0, 4).join('\t'), line[4]]),
  );
  const faults: string[] = [];
  const lost = new Set<string>();
  for (const line of before.lines) {
    const [kind, table, name = '', third = '', fourth = ''] = line;
    if (kind === 'function') {
      if (!have.has(line.join('\t'))) faults.push(`The function ${table}(${name}) is gone.`);
    } else if (!after.tables.has(table)) {
      if (!lost.has(table)) faults.push(`The table ${table} is gone.`);
      lost.add(table);
    } else if (kind === 'column') {
      const column = after.columns.get(`${table}.${name}`);
      if (!column) faults.push(`The column ${table}.${name} is gone.`);
      else if (column[3] !== third) faults.push(`The column ${table}.${name} was ${third} and is ${column[3]}.`);
      else if (fourth === 'null' && column[4] !== 'null')
        faults.push(`The column ${table}.${name} may no longer be empty.`);
      else if (fourth === 'default' && column[4] === 'required')
        faults.push(`The column ${table}.${name} has no default any more.`);
    } else if (kind === 'unique' && !keys.has(keyOf(line))) {
      faults.push(`The key ${name} of ${table} (${third.replaceAll(' ', ', ')}) is gone: ON CONFLICT may name it.`);
    } else if (kind === 'right') {
      const kept = rights.get(line.slice(0, 4).join('\t'));
      const columns = kept === '*' ? undefined : new Set(kept?.split(' '));
      const missing =
        columns &&
        fourth.split(' ').filter((column) => !columns.has(column) && after.columns.has(`${table}.${column}`));
      if (columns && (fourth === '*' || (missing?.length ?? 0) > 0))
        faults.push(`${name} may no longer ${third} ${fourth === '*' ? '' : `${missing?.join(', ')} of `}${table}.`);
    }
  }
  return faults;
}

/** A key by what it is, whatever its name. */
const keyOf = ([, table, , columns, predicate]: Line): string => [table, columns, predicate].join('\t');

/** What is new and refuses what the release writes. */
function tightened(before: Expectations, after: Expectations, harmless: ReadonlySet<string>): string[] {
  const known = new Set(before.lines.map((line) => line.join('\t')));
  const keys = new Set(before.lines.filter(([kind]) => kind === 'unique').map(keyOf));
  const checks = before.lines.filter(([kind]) => kind === 'check');
  const faults: string[] = [];
  for (const line of after.lines) {
    const [kind, table, name = '', third = '', fourth = ''] = line;
    if (!before.tables.has(table) || known.has(line.join('\t')) || harmless.has(name)) continue;
    const isOld = (column: string): boolean => before.columns.has(`${table}.${column}`);
    const columns = third.split(' ');
    if (kind === 'column' && !isOld(name) && fourth === 'required')
      faults.push(`The new column ${table}.${name} must be given and has no default.`);
    if (kind === 'check' && columns.some(isOld)) {
      const wider = listed(fourth);
      const narrower = checks.flatMap(([, of, , on, text = '']) =>
        of === table && on === third ? [listed(text)] : [],
      );
      if (!wider || !narrower.some((values) => values?.every((value) => wider.includes(value))))
        faults.push(`The check ${name} of ${table} (${columns.join(', ')}) is new or narrower.`);
    }
    if (kind === 'unique' && !keys.has(keyOf(line)) && columns.every(isOld) && !namesNew(fourth, table, before, after))
      faults.push(`The key ${name} of ${table} (${columns.join(', ')}) is new.`);
    if (kind === 'reference' && columns.every(isOld))
      faults.push(`The reference ${name} of ${table} (${columns.join(', ')}) is new.`);
  }
  return faults;
}

/** Whether a condition depends on a column that the release does not know, and so never holds for its rows alone. */
function namesNew(condition: string, table: string, before: Expectations, after: Expectations): boolean {
  const words = new Set(condition.match(/\w+/g));
  return [...after.columns.values()].some(
    ([, of, name = '']) => of === table && words.has(name) && !before.columns.has(`${table}.${name}`),
  );
}
