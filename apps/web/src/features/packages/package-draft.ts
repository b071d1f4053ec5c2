/** What a person typed for a box, in their units, and what is sent. */
import type { PackageEntry, PackageInput } from '@scanship/contracts/products/packages';
import {
  fromGrams,
  fromMillimetres,
  type LengthUnit,
  toGrams,
  toMillimetres,
  type WeightUnit,
} from '@scanship/domain/values/measure';
import { parseMoney, toDecimal } from '@scanship/domain/money/money';
import { parseDecimal } from '../../lib/format.ts';

export interface PackageUnits {
  readonly weight: WeightUnit;
  readonly length: LengthUnit;
  readonly decimalComma: boolean;
  readonly currency: string;
}

type Sides = readonly [string, string, string];
export interface PackageDraft {
  readonly name: string;
  readonly outer: Sides;
  /** All three empty: the outer size counts. */
  readonly inner: Sides;
  readonly tare: string;
  readonly max: string;
  readonly cost: string;
  readonly isDefault: boolean;
}
export type PackageField = 'name' | 'outer' | 'inner' | 'tare' | 'max' | 'cost';

const MAX_MM = 20_000;
const MAX_GRAMS = 10_000_000;
const EMPTY: Sides = ['', '', ''];

export function draftOf(entry: PackageEntry | undefined, first: boolean, units: PackageUnits): PackageDraft {
  const text = (value: number): string => (units.decimalComma ? String(value).replace('.', ',') : String(value));
  const grams = (value: number): string => text(fromGrams(value, units.weight, units.weight === 'g' ? 0 : 3));
  const sides = (size: PackageEntry['outer'] | null): Sides =>
    size
      ? [
          text(fromMillimetres(size.lengthMm, units.length, 1)),
          text(fromMillimetres(size.widthMm, units.length, 1)),
          text(fromMillimetres(size.heightMm, units.length, 1)),
        ]
      : EMPTY;
  if (!entry) return { name: '', outer: EMPTY, inner: EMPTY, tare: '', max: '', cost: '', isDefault: first };
  const cost = entry.cost ? toDecimal(entry.cost) : '';
  return {
    name: entry.name,
    outer: sides(entry.outer),
    inner: sides(entry.inner),
    tare: grams(entry.tareGrams),
    max: entry.maxGrams === null ? '' : grams(entry.maxGrams),
    cost: units.decimalComma ? cost.replace('.', ',') : cost,
    isDefault: entry.isDefault,
  };
}

/** The request, or the fields that cannot be read. An entry that was not touched keeps its exact millimetres and grams. */
export function readDraft(
  draft: PackageDraft,
  before: PackageEntry | undefined,
  units: PackageUnits,
): { readonly input?: PackageInput; readonly wrong: ReadonlySet<PackageField> } {
  const wrong = new Set<PackageField>();
  const known = before && draftOf(before, false, units);
  const sides = (field: 'outer' | 'inner'): PackageEntry['outer'] | undefined => {
    if (known && known[field].join() === draft[field].join()) return before[field] ?? undefined;
    const [lengthMm = 0, widthMm = 0, heightMm = 0] = draft[field].map((side) => {
      const typed = parseDecimal(side);
      return typed ? toMillimetres(typed, units.length) : 0;
    });
    if ([lengthMm, widthMm, heightMm].some((mm) => mm < 1 || mm > MAX_MM)) {
      wrong.add(field);
      return undefined;
    }
    return { lengthMm, widthMm, heightMm };
  };
  const grams = (field: 'tare' | 'max', same: number | null | undefined): number | undefined => {
    if (known && known[field] === draft[field]) return same ?? undefined;
    if (draft[field].trim() === '') return undefined;
    const typed = parseDecimal(draft[field]);
    const value = typed === undefined ? -1 : toGrams(typed, units.weight);
    if (value >= 0 && value <= MAX_GRAMS && !(field === 'max' && value === 0)) return value;
    wrong.add(field);
    return undefined;
  };
  if (!draft.name.trim()) wrong.add('name');
  const outer = sides('outer');
  const inner = draft.inner.every((side) => side.trim() === '') ? null : sides('inner');
  const tareGrams = grams('tare', before?.tareGrams) ?? 0;
  const maxGrams = grams('max', before?.maxGrams) ?? null;
  let costMinor: number | null = null;
  if (draft.cost.trim() !== '') {
    const amount = parseMoney(draft.cost, units.currency);
    if (amount && amount.minor >= 0) costMinor = amount.minor;
    else wrong.add('cost');
  }
  if (wrong.size > 0 || !outer) return { wrong };
  return {
    wrong,
    input: {
      name: draft.name.trim(),
      outer,
      inner: inner ?? null,
      tareGrams,
      maxGrams,
      costMinor,
      isDefault: draft.isDefault,
    },
  };
}
