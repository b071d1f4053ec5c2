/**
 * Which statements of a migration keep others from a table for long, and what to write instead. Any table that the file does not make
 * may have millions of rows, unless the file says `-- quick: <table>: <why>`; what a DO block does is not seen, so it says the same of
 * `DO`. Waiting for a lock is the migrator's business: it gives up after two seconds and asks again.
 */
import type { AlterTableCmd, ColumnDef, Constraint, Node, RangeVar } from 'libpg-query';
import type { MigrationFile } from '../migrator.ts';
import { joined, madeIn, nameOf, type Statement, statementsOf } from './parsed-migration.ts';

/** Sentences; empty: whoever works beside this migration does not notice it. */
export async function longLocks(file: Pick<MigrationFile, 'name' | 'sql'>): Promise<string[]> {
  const statements = await statementsOf(file);
  const quick = new Set([
    ...madeIn(statements),
    ...[...file.sql.matchAll(/^-- quick: ([\w.]+): \S/gm)].map(([, name = '']) => name),
  ]);
  return statements.flatMap((statement, at) =>
    keptBy(statement, statements.slice(0, at), quick).map(
      (why) => `${file.name} ${why}: ${statement.text.slice(0, 80)}`,
    ),
  );
}

const VALIDATE = 'NOT VALID, and VALIDATE CONSTRAINT as a step of another file';
const IN_PARTS = 'write it as "-- step: until nothing is left", some thousand rows a time';

function keptBy({ node, step }: Statement, before: readonly Statement[], quick: ReadonlySet<string>): string[] {
  const large = (table: RangeVar | undefined): table is RangeVar => table !== undefined && !quick.has(nameOf(table));
  const inParts = step?.how === 'until-none';
  if ('IndexStmt' in node) {
    const { relation, concurrent, idxname = '' } = node.IndexStmt;
    // ON ONLY a partitioned table builds nothing.
    if (!large(relation) || relation.inh !== true) return [];
    if (concurrent !== true)
      return [
        `builds an index while nobody may write to ${nameOf(relation)}; write the steps DROP INDEX CONCURRENTLY IF EXISTS, CREATE INDEX CONCURRENTLY`,
      ];
    return before.some((other) => dropsIndex(other.node, idxname))
      ? []
      : [
          `leaves a broken index when it is killed; write the step DROP INDEX CONCURRENTLY IF EXISTS ${idxname} before it`,
        ];
  }
  if ('AlterTableStmt' in node) {
    const { relation, cmds = [], objtype } = node.AlterTableStmt;
    if (objtype !== 'OBJECT_TABLE' || !large(relation)) return [];
    return cmds.flatMap((cmd) => {
      const why = 'AlterTableCmd' in cmd ? slow(cmd.AlterTableCmd, step !== undefined) : undefined;
      return why === undefined ? [] : [why.replace('{0}', nameOf(relation))];
    });
  }
  if ('UpdateStmt' in node)
    return !inParts && large(node.UpdateStmt.relation) ? [changes(nameOf(node.UpdateStmt.relation))] : [];
  if ('DeleteStmt' in node)
    return !inParts && large(node.DeleteStmt.relation) ? [changes(nameOf(node.DeleteStmt.relation))] : [];
  if ('InsertStmt' in node) {
    const read = tablesIn(node.InsertStmt.selectStmt).filter((table) => !quick.has(table));
    return !inParts && read.length > 0 ? [`reads all of ${read.join(' and ')} in one transaction; ${IN_PARTS}`] : [];
  }
  if ('SelectStmt' in node)
    return filledBy(node)
      .filter((table) => !quick.has(table))
      .map(changes);
  if ('DoStmt' in node)
    return quick.has('DO')
      ? []
      : ['does what cannot be seen; write it as "-- step: each row is a statement" or say why it is quick'];
  if ('ReindexStmt' in node || 'ClusterStmt' in node || 'LockStmt' in node || 'VacuumStmt' in node)
    return ['keeps everybody from a table; a person does that by hand, with pg_repack or REINDEX CONCURRENTLY'];
  return [];
}

const changes = (table: string): string =>
  `changes rows of ${table} in one transaction, and whoever changes one of them waits; ${IN_PARTS}`;

const dropsIndex = (node: Node, name: string): boolean =>
  'DropStmt' in node &&
  node.DropStmt.removeType === 'OBJECT_INDEX' &&
  node.DropStmt.concurrent === true &&
  node.DropStmt.missing_ok === true &&
  (node.DropStmt.objects ?? []).some((object) => 'List' in object && joined(object.List.items) === name);

/** Tables that `SELECT maintenance.backfill(statement, table)` changes at once. */
const filledBy = (node: Node): string[] =>
  found(node, 'FuncCall').flatMap((call) => {
    const { funcname, args = [] } = call as { funcname?: Node[]; args?: Node[] };
    const target = args[1];
    return joined(funcname) === 'maintenance.backfill' && target !== undefined && 'A_Const' in target
      ? [target.A_Const.sval?.sval ?? '']
      : [];
  });

const tablesIn = (node: Node | undefined): string[] => [
  ...new Set(found(node, 'RangeVar').map((table) => nameOf(table as RangeVar))),
];

/** All parts of one kind, wherever they stand. */
function found(part: unknown, kind: string): object[] {
  if (part === null || typeof part !== 'object') return [];
  return Object.entries(part).flatMap(([key, value]) => [
    ...(key === kind ? [value as object] : []),
    ...found(value, kind),
  ]);
}

const REWRITES = new Set([
  'AT_AlterColumnType',
  'AT_SetExpression',
  'AT_SetLogged',
  'AT_SetUnLogged',
  'AT_SetTableSpace',
  'AT_SetAccessMethod',
]);

function slow({ subtype = 'AT_AddColumn', def }: AlterTableCmd, inStep: boolean): string | undefined {
  if (REWRITES.has(subtype)) return 'writes {0} anew while nobody may read it; add a column and fill it in steps';
  if (subtype === 'AT_SetNotNull')
    return `looks at every row of {0} while nobody may read it; write ADD CONSTRAINT ... NOT NULL column ${VALIDATE}`;
  if (subtype === 'AT_ValidateConstraint')
    return inStep
      ? undefined
      : 'looks at every row of {0} under the locks of this file; write it as a step of another file';
  if (def === undefined) return undefined;
  if (subtype === 'AT_AddConstraint' && 'Constraint' in def) return slowConstraint(def.Constraint);
  return subtype === 'AT_AddColumn' && 'ColumnDef' in def ? slowColumn(def.ColumnDef) : undefined;
}

function slowConstraint({
  contype = 'CONSTR_NULL',
  skip_validation: later,
  indexname,
}: Constraint): string | undefined {
  if (contype === 'CONSTR_PRIMARY' || contype === 'CONSTR_UNIQUE')
    return indexname === undefined
      ? 'builds an index while nobody may read {0}; build it CONCURRENTLY in steps, then ADD CONSTRAINT ... USING INDEX'
      : undefined;
  if (contype === 'CONSTR_EXCLUSION')
    return 'builds an index while nobody may read {0}; nothing does that beside others: think again';
  return later === true ? undefined : `looks at every row of {0} while nobody may change one; write ${VALIDATE}`;
}

/** Answers the same for every row of a statement, so that PostgreSQL keeps it once for all rows there are. */
const STEADY = new Set(['now', 'statement_timestamp', 'transaction_timestamp', 'pg_catalog.now']);

function slowColumn({ typeName, constraints = [] }: ColumnDef): string | undefined {
  const of = constraints.flatMap((each) => ('Constraint' in each ? [each.Constraint] : []));
  const by = (kind: Constraint['contype']) => of.find(({ contype }) => contype === kind);
  const value = by('CONSTR_DEFAULT')?.raw_expr;
  const computed =
    /serial\d?$/.test(joined(typeName?.names)) ||
    by('CONSTR_IDENTITY') !== undefined ||
    by('CONSTR_GENERATED')?.generated_kind === 's' ||
    found(value, 'FuncCall').some((call) => !STEADY.has(joined((call as { funcname?: Node[] }).funcname)));
  if (computed)
    return 'writes {0} anew for a value of each row while nobody may read it; add the column empty and fill it in steps';
  if (by('CONSTR_PRIMARY') ?? by('CONSTR_UNIQUE'))
    return 'builds an index while nobody may read {0}; add the column alone and build it CONCURRENTLY in steps';
  // A reference of a column that is empty everywhere is not looked at.
  if (by('CONSTR_CHECK') ?? (value && by('CONSTR_FOREIGN')))
    return `looks at every row of {0} while nobody may read it; add the column alone, then its constraint ${VALIDATE}`;
  return undefined;
}
