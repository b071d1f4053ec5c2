/** Finds the sections of an uploaded sheet and reads their headings: tables in, rows by column out. */
import type { SheetSection } from '@scanship/domain/rating/rate-sheet';
import { columnOf, nearest, nearestColumn, plainHeading, SECTIONS } from './sheet-columns.ts';
import type { Column, Section } from './sheet-columns.ts';

/**
 * One sheet of a workbook, or a whole CSV file: all rows with the first line included, blank lines kept, so that row
 * numbers are those the person sees. `name` is the sheet's name; for a CSV file it is not looked at.
 */
export interface SheetTable {
  readonly name: string;
  readonly rows: readonly (readonly string[])[];
  /** Number of each row where blank lines have been dropped; absent: 1, 2, 3 ... */
  readonly rowNumbers?: readonly number[] | undefined;
}

export interface RateSheetProblem {
  /** Title of the section ("Rates"), or the name of the sheet where no section could be told. */
  readonly section: string;
  /** Row as the spreadsheet numbers it, from 1. */
  readonly row: number | null;
  /** Heading of the column. */
  readonly column: string | null;
  readonly message: string;
}

/** Data row of a section: its number and its cells by column key. */
export interface RawRow {
  readonly row: number;
  readonly cells: Readonly<Record<string, string>>;
}

export interface RawSection {
  readonly section: Section;
  readonly rows: RawRow[];
  /** Columns the person's heading line has. */
  present: ReadonlySet<string>;
  /** False when the heading line is unusable, so that its rows are not judged. */
  usable: boolean;
}

const MAX_ROWS = 20_000;
/** Sheets of a workbook that hold explanations only. */
const IGNORED = new Set(['notes', 'note', 'readme', 'help', 'instructions', 'aide']);
const TITLES = SECTIONS.map((s) => s.title);

const sectionOf = (name: string): Section | undefined =>
  SECTIONS.find((s) => plainHeading(s.title) === plainHeading(name));
const isBlank = (row: readonly string[]): boolean => row.every((cell) => cell.trim() === '');

/** Reads one heading line into column keys by position; reports unknown, doubled and missing columns. */
function readHeadings(
  section: Section,
  row: readonly string[],
  number: number,
  problems: RateSheetProblem[],
): { readonly keys: readonly (string | undefined)[]; readonly usable: boolean } {
  const at = (column: string | null, message: string) =>
    problems.push({ section: section.title, row: number, column, message });
  const found = new Map<string, string>();
  const guessed = new Set<string>();
  const keys = row.map((heading): string | undefined => {
    if (heading.trim() === '') return undefined;
    const column = columnOf(section.columns, heading);
    if (column === undefined) {
      const left = section.columns.filter((c) => !row.some((other) => columnOf(section.columns, other) === c));
      const near = nearestColumn(heading, left);
      if (near !== undefined) guessed.add(near);
      at(
        heading.trim(),
        `There is no column "${heading.trim()}" in ${section.title}${near === undefined ? '.' : `; did you mean "${near}"?`}`,
      );
      return undefined;
    }
    const earlier = found.get(column.key);
    if (earlier !== undefined) at(heading.trim(), `Columns "${earlier}" and "${heading.trim()}" are the same.`);
    found.set(column.key, heading.trim());
    return column.key;
  });
  const missing = section.columns.filter((c) => c.required && !found.has(c.key));
  for (const column of missing)
    if (!guessed.has(column.title)) at(column.title, `The column "${column.title}" is missing.`);
  return { keys, usable: missing.length === 0 };
}

/** Splits tables into sections. Settings rows are read as setting and value whether or not a heading line is there. */
export function readSections(
  tables: readonly SheetTable[],
  problems: RateSheetProblem[],
): Map<SheetSection, RawSection> {
  const sections = new Map<SheetSection, RawSection>();
  let dataRows = 0;
  for (const table of tables) {
    const named = tables.length > 1 || sectionOf(table.name) !== undefined;
    let current: RawSection | undefined;
    let keys: readonly (string | undefined)[] | undefined;
    let lost = false;
    const begin = (section: Section) => {
      current = sections.get(section.key) ?? { section, rows: [], present: new Set(), usable: true };
      sections.set(section.key, current);
      keys = section.key === 'settings' ? ['setting', 'value'] : undefined;
      lost = false;
    };
    const fromName = named ? sectionOf(table.name) : undefined;
    if (fromName) begin(fromName);
    else if (named && IGNORED.has(plainHeading(table.name))) continue;

    for (const [index, row] of table.rows.entries()) {
      const number = table.rowNumbers?.[index] ?? index + 1;
      const first = (row[0] ?? '').trim();
      if (isBlank(row) || first.startsWith('#')) continue;
      const marker = /^\[(.+)\]$/.exec(first)?.[1]?.trim();
      if (marker) {
        const section = sectionOf(marker);
        if (section) begin(section);
        else {
          current = undefined;
          lost = true;
          const near = nearest(marker, TITLES);
          problems.push({
            section: first,
            row: number,
            column: null,
            message: `There is no section ${first}${near === undefined ? `. Sections are ${TITLES.join(', ')}.` : `; did you mean [${near}]?`}`,
          });
        }
        continue;
      }
      if (current === undefined) {
        if (!lost) {
          const near = nearest(table.name, TITLES);
          problems.push({
            section: table.name,
            row: number,
            column: null,
            message: named
              ? `Sheet "${table.name}" is not a section of a rate sheet${near === undefined ? `. Sections are ${TITLES.join(', ')}.` : `; did you mean "${near}"?`}`
              : `No section begins here. A section begins with a line that holds its name in brackets, such as [Services].`,
          });
          lost = true;
        }
        continue;
      }
      if (keys === undefined) {
        const headings = readHeadings(current.section, row, number, problems);
        keys = headings.keys;
        current.present = new Set(keys.filter((key) => key !== undefined));
        current.usable &&= headings.usable;
        continue;
      }
      dataRows += 1;
      if (dataRows > MAX_ROWS) {
        problems.push({
          section: current.section.title,
          row: number,
          column: null,
          message: `A rate sheet may have ${MAX_ROWS} rows; the rest was not read.`,
        });
        return sections;
      }
      current.rows.push({ row: number, cells: cellsOf(current.section, keys, row, number, problems) });
    }
  }
  for (const section of SECTIONS)
    if (
      section.required &&
      !sections.has(section.key) &&
      !problems.some((p) => p.message.includes(`"${section.title}"`) || p.message.includes(`[${section.title}]?`))
    )
      problems.push({
        section: section.title,
        row: null,
        column: null,
        message: `The section ${section.title} is missing.`,
      });
  return sections;
}

function cellsOf(
  section: Section,
  keys: readonly (string | undefined)[],
  row: readonly string[],
  number: number,
  problems: RateSheetProblem[],
): Record<string, string> {
  const cells: Record<string, string> = {};
  for (const [index, cell] of row.entries()) {
    const text = cell.trim();
    const key = keys[index];
    if (key !== undefined) cells[key] ??= text;
    else if (text !== '' && index >= keys.length)
      problems.push({
        section: section.title,
        row: number,
        column: null,
        message: `"${text}" stands to the right of the last column.`,
      });
  }
  return cells;
}

/** Heading for a field, for messages. */
export const titleOf = (columns: readonly Column[], key: string): string =>
  columns.find((c) => c.key === key)?.title ?? key;
