/**
 * Which statements of a migration would break the release that still runs beside it. What the schema itself shows (narrower
 * checks, new keys, lost rights) is judged by released-schema.ts; this names the line while it is written.
 */
import { type MigrationFile, neededBy } from './migrator.ts';

/** Sentences; empty: the file only adds, or takes away what no program since its `-- needs: NNNN` uses. */
export function contractsUnsaid(file: Pick<MigrationFile, 'name' | 'sql'>, released: ReadonlySet<number>): string[] {
  const needs = neededBy(file.sql);
  if (needs !== undefined)
    return released.has(needs)
      ? []
      : [
          `${file.name} needs ${String(needs).padStart(4, '0')}, which no release has yet: the last one still uses what is taken away.`,
        ];
  if (/^--\s*needs\b/im.test(file.sql)) return [`${file.name}: write "-- needs: NNNN" on a line of its own.`];
  const statements = statementsOf(file.sql);
  const made = new Set(
    statements.flatMap((text) => /^CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?([\w.]+)/i.exec(text)?.[1] ?? []),
  );
  const again = new Set(
    statements.flatMap((text) => /^CREATE (?:OR REPLACE )?(?:VIEW|FUNCTION) ([\w.]+)/i.exec(text)?.[1] ?? []),
  );
  return statements.flatMap((text) => {
    const what = taken(text, made, again);
    return what === undefined ? [] : [`${file.name} ${what}: ${text.slice(0, 80)}`];
  });
}

/** Names that migrations say a new constraint or index of is harmless, each with a reason: `-- harmless: name: reason`. */
export const harmlessIn = (files: readonly Pick<MigrationFile, 'sql'>[]): Set<string> =>
  new Set(files.flatMap(({ sql }) => [...sql.matchAll(/^-- harmless: ([\w.]+): \S/gm)].map(([, name = '']) => name)));

/** Without comments, texts and bodies of functions. */
const statementsOf = (sql: string): string[] =>
  sql
    .replaceAll(/\$(\w*)\$[^]*?\$\1\$/g, "''")
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/'[^']*'/g, "''")
    .split(';')
    .map((text) => text.replaceAll(/\s+/g, ' ').trim())
    .filter((text) => text !== '');

function taken(text: string, made: ReadonlySet<string>, again: ReadonlySet<string>): string | undefined {
  const dropped =
    /^DROP (TABLE|VIEW|MATERIALIZED VIEW|TYPE|DOMAIN|FUNCTION|SCHEMA|SEQUENCE) (?:IF EXISTS )?([\w.]+)/i.exec(text);
  if (dropped) return again.has(dropped[2] ?? '') ? undefined : `drops a ${dropped[1]?.toLowerCase()}`;
  if (!/^ALTER /i.test(text)) return undefined;
  if (/ RENAME (?:TO|COLUMN|CONSTRAINT|VALUE|\w+ TO) /i.test(text)) return 'renames';
  const table = /^ALTER TABLE (?:ONLY )?([\w.]+)/i.exec(text)?.[1];
  if (table === undefined || made.has(table)) return undefined;
  for (const action of text.split(/,(?= ?(?:ADD|ALTER|DROP|ENABLE|FORCE)\b)/i)) {
    if (/\bDROP (?:COLUMN )?(?!CONSTRAINT\b|NOT NULL\b|DEFAULT\b|EXPRESSION\b|COLUMN\b)\w/i.test(action))
      return 'drops a column';
    if (/\bDROP DEFAULT\b/i.test(action)) return 'takes a default away';
    if (/\bSET NOT NULL\b/i.test(action)) return 'lets a column no longer be empty';
    if (/\bALTER (?:COLUMN )?\w+ (?:SET DATA )?TYPE\b/i.test(action)) return 'changes a type';
    if (/\bADD COLUMN\b/i.test(action) && /\bNOT NULL\b/i.test(action) && !/\b(?:DEFAULT|GENERATED)\b/i.test(action))
      return 'adds a column that must be given';
  }
  return undefined;
}
