/** Mark-up rules as they are typed, and what becomes of them. Pure. */
import type { MarkupRuleInput } from '@scanship/contracts/money/markups';
import { toGrams } from '@scanship/domain/values/measure';
import { parseMoney, toDecimal } from '@scanship/domain/money/money';

export interface RuleDraft {
  /** Of this screen only. */
  readonly key: number;
  readonly name: string;
  readonly carriers: readonly string[];
  readonly services: readonly string[];
  /** As typed: "domestic, US, CA-BC". */
  readonly zones: string;
  /** Kilograms, as typed. */
  readonly fromKg: string;
  readonly toKg: string;
  readonly percent: string;
  /** Percent off the list price, as typed; in place of `percent`. */
  readonly offList: string;
  readonly fixed: string;
  readonly floor: string;
  readonly cap: string;
  readonly firstDay: string;
  readonly lastDay: string;
}
export type DraftField = Exclude<keyof RuleDraft, 'key'>;

let nextKey = 0;
export const emptyRule = (): RuleDraft => ({
  key: (nextKey += 1),
  name: '',
  carriers: [],
  services: [],
  zones: '',
  fromKg: '',
  toKg: '',
  percent: '',
  offList: '',
  fixed: '',
  floor: '',
  cap: '',
  firstDay: '',
  lastDay: '',
});

const amount = (minor: number | null, currency: string): string =>
  minor === null ? '' : toDecimal({ minor, currency });
const kilograms = (grams: number | undefined): string => (grams === undefined ? '' : String(grams / 1000));

export const toDraft = (rule: MarkupRuleInput, currency: string): RuleDraft => ({
  key: (nextKey += 1),
  name: rule.name,
  carriers: rule.scope.carriers ?? [],
  services: rule.scope.services ?? [],
  zones: (rule.scope.zones ?? []).join(', '),
  fromKg: kilograms(rule.scope.minGrams),
  toKg: kilograms(rule.scope.maxGrams),
  percent: rule.percentBp === 0 ? '' : String(rule.percentBp / 100),
  offList: typeof rule.offListBp === 'number' ? String(rule.offListBp / 100) : '',
  fixed: rule.fixedMinor === 0 ? '' : amount(rule.fixedMinor, currency),
  floor: amount(rule.floorMinor, currency),
  cap: amount(rule.capMinor, currency),
  firstDay: rule.firstDay ?? '',
  lastDay: rule.lastDay ?? '',
});

/** A comma is a decimal point, as people of half the world type it. */
const plain = (text: string): string => text.trim().replace(/\s/g, '').replace(',', '.');

const decimal = (text: string, decimals: number): number | undefined =>
  new RegExp(`^-?\\d{1,9}(\\.\\d{0,${decimals}})?$`).test(text) ? Number(text) : undefined;

/** Basis points, or undefined for what is no percentage. */
export const readPercent = (text: string): number | undefined => {
  const value = plain(text).replace(/%$/, '');
  if (value === '') return 0;
  const read = decimal(value, 2);
  return read === undefined ? undefined : Math.round(read * 100);
};

const readAmount = (text: string, currency: string): number | undefined => parseMoney(plain(text), currency)?.minor;
const readGrams = (text: string): number | undefined => {
  const read = decimal(plain(text), 3);
  return read === undefined || read < 0 ? undefined : toGrams(read, 'kg');
};

const ZONE = /^(domestic|international|[A-Z]{2}(-[A-Z0-9]{1,3})?)$/;
/** Zones of a list, codes in capitals; undefined when one of them is none. */
export const readZones = (text: string): readonly string[] | undefined => {
  const zones = text
    .split(/[,;\s]+/)
    .filter((each) => each !== '')
    .map((each) => (/^(domestic|international)$/i.test(each) ? each.toLowerCase() : each.toUpperCase()));
  return zones.every((zone) => ZONE.test(zone)) ? zones : undefined;
};

export interface ReadRule {
  readonly rule: MarkupRuleInput | undefined;
  /** Fields that cannot be read. */
  readonly wrong: readonly DraftField[];
}

export function readRule(draft: RuleDraft, currency: string): ReadRule {
  const wrong: DraftField[] = [];
  const of = <T>(field: DraftField, text: string, read: (text: string) => T | undefined): T | undefined => {
    if (text.trim() === '') return undefined;
    const value = read(text);
    if (value === undefined) wrong.push(field);
    return value;
  };
  const zones = of('zones', draft.zones, readZones);
  const minGrams = of('fromKg', draft.fromKg, readGrams);
  const maxGrams = of('toKg', draft.toKg, readGrams);
  const percentBp = of('percent', draft.percent, readPercent) ?? 0;
  const offListBp = of('offList', draft.offList, readPercent) ?? null;
  const money = (text: string) => readAmount(text, currency);
  const fixedMinor = of('fixed', draft.fixed, money) ?? 0;
  const floorMinor = of('floor', draft.floor, money) ?? null;
  const capMinor = of('cap', draft.cap, money) ?? null;
  if (percentBp < -10_000 || percentBp > 100_000) wrong.push('percent');
  // One or the other; nothing that is typed is thrown away.
  if (offListBp !== null && (offListBp < 0 || offListBp > 10_000 || percentBp !== 0)) wrong.push('offList');
  if (wrong.length > 0) return { rule: undefined, wrong };
  return {
    wrong,
    rule: {
      name: draft.name.trim(),
      scope: {
        ...(draft.carriers.length > 0 ? { carriers: [...draft.carriers] } : {}),
        ...(draft.services.length > 0 ? { services: [...draft.services] } : {}),
        ...(zones && zones.length > 0 ? { zones: [...zones] } : {}),
        ...(minGrams === undefined ? {} : { minGrams }),
        ...(maxGrams === undefined ? {} : { maxGrams }),
      },
      percentBp,
      ...(offListBp !== null && { offListBp }),
      fixedMinor,
      floorMinor,
      capMinor,
      firstDay: draft.firstDay === '' ? null : draft.firstDay,
      lastDay: draft.lastDay === '' ? null : draft.lastDay,
    },
  };
}
