/**
 * Which statements of a migration would break the release that still runs beside it. What the schema itself shows (narrower
 * checks, new keys, lost rights) is judged by released-schema.ts; this names the line while it is written.
 */
import type { AlterTableCmd, Node } from 'libpg-query';
import { type MigrationFile, neededBy } from '../migrator.ts';
import { joined, madeIn, nameOf, statementsOf } from './parsed-migration.ts';

/** Sentences; empty: the file only adds, or takes away what no program since its `-- needs: NNNN` uses. */
export async function contractsUnsaid(
  file: Pick<MigrationFile, 'name' | 'sql'>,
  released: ReadonlySet<number>,
): Promise<string[]> {
  const needs = neededBy(file.sql);
  if (needs !== undefined)
    return released.has(needs)
      ? []
      : [
          `${file.name} needs ${String(needs).padStart(4, '0')}, which no release has yet: the last one still uses what is taken away.`,
        ];
  if (/^--\s*needs\b/im.test(file.sql)) return [`${file.name}: write "-- needs: NNNN" on a line of its own.`];
  const statements = await statementsOf(file);
  const made = madeIn(statements);
  const again = new Set(
    statements.flatMap(({ node }) => {
      if ('ViewStmt' in node && node.ViewStmt.view) return [nameOf(node.ViewStmt.view)];
      return 'CreateFunctionStmt' in node ? [joined(node.CreateFunctionStmt.funcname)] : [];
    }),
  );
  return statements.flatMap(({ node, text }) => {
    const what = taken(node, made, again);
    return what === undefined ? [] : [`${file.name} ${what}: ${text.slice(0, 80)}`];
  });
}

/** Names that migrations say a new constraint or index of is harmless, each with a reason: `-- harmless: name: reason`. */
export const harmlessIn = (files: readonly Pick<MigrationFile, 'sql'>[]): Set<string> =>
  new Set(files.flatMap(({ sql }) => [...sql.matchAll(/^-- harmless: ([\w.]+): \S/gm)].map(([, name = '']) => name)));

const KINDS: Readonly<Record<string, string>> = {
  OBJECT_TABLE: 'table',
  OBJECT_VIEW: 'view',
  OBJECT_MATVIEW: 'materialized view',
  OBJECT_TYPE: 'type',
  OBJECT_DOMAIN: 'domain',
  OBJECT_FUNCTION: 'function',
  OBJECT_SCHEMA: 'schema',
  OBJECT_SEQUENCE: 'sequence',
};

function taken(node: Node, made: ReadonlySet<string>, again: ReadonlySet<string>): string | undefined {
  if ('DropStmt' in node) {
    const kind = KINDS[node.DropStmt.removeType ?? ''];
    return kind === undefined || (node.DropStmt.objects ?? []).every((object) => again.has(droppedName(object)))
      ? undefined
      : `drops a ${kind}`;
  }
  if ('RenameStmt' in node) return 'renames';
  if (!('AlterTableStmt' in node)) return undefined;
  const { relation, cmds = [] } = node.AlterTableStmt;
  if (relation === undefined || made.has(nameOf(relation))) return undefined;
  return cmds
    .map((cmd) => ('AlterTableCmd' in cmd ? takenBy(cmd.AlterTableCmd) : undefined))
    .find((what) => what !== undefined);
}

function droppedName(object: Node): string {
  if ('List' in object) return joined(object.List.items);
  if ('ObjectWithArgs' in object) return joined(object.ObjectWithArgs.objname);
  return 'TypeName' in object ? joined(object.TypeName.names) : joined([object]);
}

function takenBy({ subtype, def }: AlterTableCmd): string | undefined {
  if (subtype === 'AT_DropColumn') return 'drops a column';
  if (subtype === 'AT_ColumnDefault' && def === undefined) return 'takes a default away';
  if (subtype === 'AT_SetNotNull' || (def && 'Constraint' in def && def.Constraint.contype === 'CONSTR_NOTNULL'))
    return 'lets a column no longer be empty';
  if (subtype === 'AT_AlterColumnType') return 'changes a type';
  if (subtype !== 'AT_AddColumn' || def === undefined || !('ColumnDef' in def)) return undefined;
  const kinds = (def.ColumnDef.constraints ?? []).map((each) => ('Constraint' in each ? each.Constraint.contype : ''));
  return kinds.includes('CONSTR_NOTNULL') &&
    !kinds.some((kind) => kind === 'CONSTR_DEFAULT' || kind === 'CONSTR_GENERATED' || kind === 'CONSTR_IDENTITY')
    ? 'adds a column that must be given'
    : undefined;
}
