/** A migration as PostgreSQL's own parser reads it, for the rules that judge it before it lands. Development only: the parser is not shipped. */
import { loadModule, type Node, parseSync, type RangeVar } from 'libpg-query';
import { type MigrationFile, type Step, stepsOf } from '../migrator.ts';

export interface Statement {
  readonly node: Node;
  /** As it is written, without what stands before it, on one line. */
  readonly text: string;
  /** The step it stands in; none: the file is one transaction. */
  readonly step: Step | undefined;
}

/** All statements of a file, in their order. */
export async function statementsOf({ sql }: Pick<MigrationFile, 'sql'>): Promise<Statement[]> {
  await loadModule();
  const steps = stepsOf(sql);
  return steps.length === 0 ? parsed(sql, undefined) : steps.flatMap((step) => parsed(step.sql, step));
}

function parsed(sql: string, step: Step | undefined): Statement[] {
  // The parser counts bytes.
  const bytes = Buffer.from(sql);
  return (parseSync(sql).stmts ?? []).flatMap(({ stmt, stmt_location: from = 0, stmt_len: length }) => {
    if (stmt === undefined) return [];
    const text = bytes.subarray(from, length === undefined ? undefined : from + length).toString();
    return [{ node: stmt, text: text.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ').trim(), step }];
  });
}

/** `table`, or `schema.table` outside public. */
export const nameOf = ({ schemaname, relname = '' }: RangeVar): string =>
  schemaname === undefined || schemaname === 'public' ? relname : `${schemaname}.${relname}`;

/** The parts of a name as the parser gives them. */
export const joined = (parts: readonly Node[] = []): string =>
  parts.flatMap((part) => ('String' in part ? [part.String.sval ?? ''] : [])).join('.');

/** Tables that a file makes itself: nobody waits for them, nothing is in them. */
export const madeIn = (statements: readonly Statement[]): Set<string> =>
  new Set(
    statements.flatMap(({ node }) =>
      'CreateStmt' in node && node.CreateStmt.relation ? [nameOf(node.CreateStmt.relation)] : [],
    ),
  );
