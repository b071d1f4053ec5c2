/** Reads the data rows of each section into the sheet's own terms. */
import { SURCHARGE_KINDS, unitsOf } from '@scanship/domain/rating/rate-sheet';
import type {
  FuelRow,
  RateRow,
  SheetService,
  SheetSettings,
  SurchargeKind,
  SurchargeRow,
  ZoneRow,
} from '@scanship/domain/rating/rate-sheet';
import { err, ok } from '@scanship/domain/values/result';
import {
  readCode,
  readCodes,
  readCountry,
  readDay,
  readDecimal,
  readPercent,
  readPostal,
  readPrice,
  readProvinces,
  readYesNo,
} from './cell-values.ts';
import type { Cell } from './cell-values.ts';
import { nearest, plainHeading } from './sheet-columns.ts';
import { titleOf } from './sheet-sections.ts';
import type { RateSheetProblem, RawRow, RawSection } from './sheet-sections.ts';

/** Reads the cells of one row, collecting what is wrong. A cell that cannot be read gives its fallback. */
export class RowReader {
  readonly #raw: RawRow;
  readonly #section: RawSection;
  readonly #problems: RateSheetProblem[];

  constructor(raw: RawRow, section: RawSection, problems: RateSheetProblem[]) {
    this.#raw = raw;
    this.#section = section;
    this.#problems = problems;
  }

  text(key: string): string {
    return this.#raw.cells[key] ?? '';
  }

  complain(key: string, message: string): void {
    const { section } = this.#section;
    this.#problems.push({
      section: section.title,
      row: this.#raw.row,
      column: titleOf(section.columns, key),
      message,
    });
  }

  /** An empty cell gives `empty`; without one it is a problem. */
  read<T>(key: string, read: (text: string) => Cell<T>, fallback: T, empty?: { readonly value: T }): T {
    const text = this.text(key);
    if (text === '') {
      if (empty) return empty.value;
      this.complain(key, `${titleOf(this.#section.section.columns, key)} is empty.`);
      return fallback;
    }
    const cell = read(text);
    if (cell.ok) return cell.value;
    this.complain(key, cell.problem);
    return fallback;
  }
}

const readParcels = (text: string): Cell<SheetService['parcels']> => {
  const t = text.trim().toLowerCase();
  return t === 'each' || t === 'combined' ? ok(t) : err(`"${text}" must be each or combined.`);
};
const readKind = (text: string): Cell<SurchargeKind> => {
  const kind = SURCHARGE_KINDS.find((k) => plainHeading(k) === plainHeading(text));
  if (kind !== undefined) return ok(kind);
  const near = nearest(text, SURCHARGE_KINDS);
  return err(
    `"${text}" is not a kind of surcharge${near === undefined ? `. Kinds are ${SURCHARGE_KINDS.join(', ')}.` : `; did you mean "${near}"?`}`,
  );
};
const readPer = (text: string): Cell<SurchargeRow['per']> => {
  const t = text.trim().toLowerCase();
  return t === 'parcel' || t === 'shipment' ? ok(t) : err(`"${text}" must be parcel or shipment.`);
};
const readName =
  (most: number) =>
  (text: string): Cell<string> =>
    text.length <= most ? ok(text) : err(`"${text.slice(0, 20)}..." has more than ${most} characters.`);

const NOTHING = { value: null };

const count = (text: string): Cell<number> => readDecimal(text, 0, '');

const fuel = (row: RowReader): FuelRow => ({
  validFrom: row.read('validFrom', readDay, ''),
  percentBp: row.read('percentBp', readPercent, 0),
  services: row.read('services', readCodes, [], { value: [] }),
});

/** Readers of each section's rows, for the units and currency of the settings. */
export function rowReaders(settings: SheetSettings) {
  const { weight, length } = unitsOf(settings.units);
  const heavy = (t: string) => readDecimal(t, 3, weight, weight === 'kg' ? ['lb', 'lbs'] : ['kg']);
  const long = (t: string) => readDecimal(t, 1, length, length === 'cm' ? ['in'] : ['cm']);
  const price = (t: string) => readPrice(t, /^[A-Z]{3}$/.test(settings.currency) ? settings.currency : 'CAD');

  const service = (row: RowReader): SheetService => ({
    code: row.read('code', readCode, ''),
    name: row.read('name', readName(35), ''),
    maxWeight: row.read<number | null>('maxWeight', heavy, null, NOTHING),
    maxLength: row.read<number | null>('maxLength', long, null, NOTHING),
    maxLengthPlusGirth: row.read<number | null>('maxLengthPlusGirth', long, null, NOTHING),
    divisor: row.read<number | null>('divisor', count, null, NOTHING),
    parcels: row.read('parcels', readParcels, 'each', { value: 'each' }),
    maxParcels: row.read<number | null>('maxParcels', count, null, NOTHING),
    minimumCharge: row.read<number | null>('minimumCharge', price, null, NOTHING),
    maximumCharge: row.read<number | null>('maximumCharge', price, null, NOTHING),
  });

  const zone = (row: RowReader): ZoneRow => {
    const country = row.read('country', readCountry, '', { value: settings.country });
    return {
      zone: row.read('zone', readCode, ''),
      name: row.read('name', readName(35), '', { value: '' }),
      country,
      provinces:
        country === ''
          ? []
          : row.read<readonly string[]>('provinces', (t) => readProvinces(t, country), [], { value: [] }),
      postal: row.read('postal', readPostal, [], { value: [] }),
    };
  };

  // A weight that cannot be read is NaN, so that the checks between rows leave its lane alone.
  const rate = (row: RowReader): RateRow => ({
    service: row.read('service', readCode, ''),
    fromZone: row.read<string | null>('fromZone', (t) => (t === '*' ? ok(null) : readCode(t)), null, NOTHING),
    toZone: row.read('toZone', readCode, ''),
    over: row.read('over', heavy, Number.NaN),
    upTo: row.read<number | null>('upTo', heavy, Number.NaN, NOTHING),
    price: row.read('price', price, 0),
    step: row.read<number | null>('step', (t) => positive(heavy(t), t), Number.NaN, NOTHING),
    stepPrice: row.read<number | null>('stepPrice', price, Number.NaN, NOTHING),
    days: row.read<number | null>('days', count, null, NOTHING),
  });

  const surcharge = (row: RowReader): SurchargeRow => {
    const kind = row.read('kind', readKind, 'residential');
    const sized = kind === 'oversize' || kind === 'girth';
    const threshold = sized ? long : kind === 'overweight' ? heavy : price;
    const takesOver = sized || kind === 'overweight' || kind === 'insurance';
    if (!takesOver && row.text('over') !== '')
      row.complain('over', `Over has no meaning for kind ${kind}; leave it empty.`);
    const perParcel = sized || kind === 'overweight' || kind === 'extra-parcel';
    const result: SurchargeRow = {
      kind,
      label: row.read('label', readName(60), '', { value: capital(kind) }),
      services: row.read('services', readCodes, [], { value: [] }),
      zones: row.read('zones', readCodes, [], { value: [] }),
      over: takesOver ? row.read<number | null>('over', threshold, Number.NaN, NOTHING) : null,
      price: row.read('price', price, 0, { value: 0 }),
      percentBp: row.read('percentBp', readPercent, 0, { value: 0 }),
      minimum: row.read('minimum', price, 0, { value: 0 }),
      postal: row.read('postal', readPostal, [], { value: [] }),
      per: row.read('per', readPer, 'shipment', { value: perParcel ? 'parcel' : 'shipment' }),
      fuel: row.read('fuel', readYesNo, false, { value: false }),
    };
    if (['price', 'percentBp', 'minimum'].every((key) => row.text(key) === ''))
      row.complain('price', 'Price is empty; write 0 for an option that costs nothing.');
    return result;
  };

  return { service, zone, rate, surcharge, fuel };
}

const capital = (kind: string): string => kind.charAt(0).toUpperCase() + kind.slice(1).replace('-', ' ');
const positive = (cell: Cell<number>, text: string): Cell<number> =>
  cell.ok && cell.value === 0 ? err(`"${text}" must be above zero.`) : cell;
