/**
 * Reads an uploaded rate sheet. Every problem is answered at once, each with its row, column and a sentence; a sheet with
 * any problem is not answered at all, so that nothing is ever stored in part.
 */
import { checkRateSheet } from '@scanship/domain/rating/check-rate-sheet';
import { unitsOf } from '@scanship/domain/rating/rate-sheet';
import type { RateSheet, SheetSection, SheetSettings } from '@scanship/domain/rating/rate-sheet';
import { err, ok } from '@scanship/domain/values/result';
import { readCountry, readDecimal, readYesNo } from './cell-values.ts';
import type { Cell } from './cell-values.ts';
import { columnOf, nearestColumn, plainHeading, SECTIONS, SETTINGS } from './sheet-columns.ts';
import { RowReader, rowReaders } from './sheet-rows.ts';
import { readSections, titleOf } from './sheet-sections.ts';
import type { RateSheetProblem, RawRow, RawSection, SheetTable } from './sheet-sections.ts';

export type { RateSheetProblem, SheetTable } from './sheet-sections.ts';

export interface ParsedRateSheet {
  /** Undefined when there is any problem. */
  readonly sheet: RateSheet | undefined;
  readonly problems: readonly RateSheetProblem[];
}

const DEFAULTS: SheetSettings = {
  name: '',
  currency: 'CAD',
  prefix: '',
  country: 'CA',
  units: 'metric',
  roundTo: 500,
  divisor: null,
  canadianTaxes: false,
};

const readUnits = (text: string): Cell<SheetSettings['units']> => {
  const t = plainHeading(text);
  if (/^(kg|kgcm|kgandcm|metric|metrique)$/.test(t)) return ok('metric');
  if (/^(lb|lbs|lbin|lbsin|lbandin|imperial|imperiales?)$/.test(t)) return ok('imperial');
  return err(`"${text}" must be kg/cm or lb/in.`);
};

/** Settings by name; unknown names and names given twice are problems, as are missing ones. */
function readSettings(
  raw: RawSection | undefined,
  problems: RateSheetProblem[],
  rowOf: Map<string, number>,
): SheetSettings {
  if (raw === undefined) return DEFAULTS;
  const values = new Map<string, RawRow>();
  for (const row of raw.rows) {
    const name = row.cells.setting ?? '';
    const value = row.cells.value ?? '';
    if (plainHeading(name) === 'setting' && plainHeading(value) === 'value') continue;
    const at = (message: string) => problems.push({ section: 'Settings', row: row.row, column: name, message });
    const setting = columnOf(SETTINGS, name);
    if (setting === undefined) {
      const near = nearestColumn(name, SETTINGS);
      at(`There is no setting "${name}"${near === undefined ? '.' : `; did you mean "${near}"?`}`);
    } else if (values.has(setting.key)) at(`${setting.title} is set twice.`);
    else {
      values.set(setting.key, row);
      rowOf.set(setting.key, row.row);
    }
  }
  const value = <T>(key: string, read: (text: string) => Cell<T>, fallback: T): T => {
    const row = values.get(key);
    const title = titleOf(SETTINGS, key);
    const text = row?.cells.value ?? '';
    if (text === '') {
      if (SETTINGS.some((s) => s.key === key && s.required))
        problems.push({ section: 'Settings', row: row?.row ?? null, column: title, message: `${title} is missing.` });
      return fallback;
    }
    const cell = read(text);
    if (cell.ok) return cell.value;
    problems.push({ section: 'Settings', row: row?.row ?? null, column: title, message: cell.problem });
    return fallback;
  };
  const units = value('units', readUnits, DEFAULTS.units);
  const { weight } = unitsOf(units);
  return {
    name: value('name', (t) => (t.length <= 35 ? ok(t) : err('The name has more than 35 characters.')), ''),
    currency: value('currency', (t) => ok(t.toUpperCase()), DEFAULTS.currency),
    prefix: value('prefix', (t) => ok(t.toUpperCase()), DEFAULTS.prefix),
    country: value('country', (t) => (t === '*' ? err('The home country must be one country.') : readCountry(t)), 'CA'),
    units,
    roundTo: value('roundTo', (t) => readDecimal(t, 3, weight), DEFAULTS.roundTo),
    divisor: value('divisor', (t) => readDecimal(t, 0, ''), 0) || null,
    canadianTaxes: value('canadianTaxes', readYesNo, false),
  };
}

/**
 * @param tables the sheets of a workbook, or one table for a CSV file with section lines such as [Rates]
 */
export function parseRateSheet(tables: readonly SheetTable[]): ParsedRateSheet {
  const problems: RateSheetProblem[] = [];
  const sections = readSections(tables, problems);
  const settingRows = new Map<string, number>();
  const settings = readSettings(sections.get('settings'), problems, settingRows);
  const readers = rowReaders(settings);
  const rowsOf = <T>(key: SheetSection, read: (row: RowReader) => T): T[] => {
    const raw = sections.get(key);
    return raw?.usable ? raw.rows.map((row) => read(new RowReader(row, raw, problems))) : [];
  };
  const sheet: RateSheet = {
    version: 1,
    settings,
    services: rowsOf('services', readers.service),
    zones: rowsOf('zones', readers.zone),
    rates: rowsOf('rates', readers.rate),
    surcharges: rowsOf('surcharges', readers.surcharge),
    fuel: rowsOf('fuel', readers.fuel),
  };
  const readable = SECTIONS.every(({ key, required }) => !required || sections.get(key)?.usable);
  problems.push(...between(sheet, sections, settingRows, problems, readable));
  problems.sort((a, b) => order(a) - order(b) || (a.row ?? 0) - (b.row ?? 0));
  return { sheet: problems.length === 0 ? sheet : undefined, problems };
}

const order = (problem: RateSheetProblem): number => SECTIONS.findIndex((s) => s.title === problem.section);

/** Problems between rows, at the row and heading that the person sees; cells already complained of are left out. */
function* between(
  sheet: RateSheet,
  sections: ReadonlyMap<SheetSection, RawSection>,
  settingRows: ReadonlyMap<string, number>,
  earlier: readonly RateSheetProblem[],
  readable: boolean,
): Generator<RateSheetProblem> {
  const known = new Set(earlier.map((p) => `${p.section}/${p.row}/${p.column}`));
  for (const found of checkRateSheet(sheet)) {
    const raw = sections.get(found.section);
    const definition = SECTIONS.find((s) => s.key === found.section);
    if (definition === undefined || raw === undefined || !raw.usable) continue;
    // Where a whole section could not be read, what refers to it cannot be judged.
    if (!readable && /^(?=[^]*not in the )[^]* section|has no rates/.test(found.message)) continue;
    const settingsRow = found.section === 'settings';
    const row = settingsRow
      ? (settingRows.get(found.field ?? '') ?? null)
      : found.index === undefined
        ? null
        : (raw.rows[found.index]?.row ?? null);
    const columns = settingsRow ? SETTINGS : definition.columns;
    const column = found.field === undefined ? null : titleOf(columns, found.field);
    if (known.has(`${definition.title}/${row}/${column}`)) continue;
    // A setting that is missing has been said to be missing.
    if (settingsRow && earlier.some((p) => p.section === 'Settings' && p.column === column)) continue;
    yield { section: definition.title, row, column, message: found.message };
  }
}
