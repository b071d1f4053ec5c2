/** Small pieces that orders, products and the store's profile share. */
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { toGrams, toMillimetres } from '@scanship/domain/values/measure';

/** Ecwid's own number of a store, product or line. */
export const NUMBER_ID = /^[1-9]\d{0,14}$/;

/** "K8XTQ", with whatever the seller puts before and after it; without what would become another address or a list. */
export const ORDER_ID = /^(?=.*[A-Za-z0-9])[^\s,/\\]{1,64}$/;

/** `CARAT` is the metric one: 200 mg. */
const WEIGHTS = {
  KILOGRAM: (value: number): number => toGrams(value, 'kg'),
  GRAM: (value: number): number => toGrams(value, 'g'),
  POUND: (value: number): number => toGrams(value, 'lb'),
  OUNCE: (value: number): number => toGrams(value, 'oz'),
  CARAT: (value: number): number => toGrams(value * 0.2, 'g'),
} as const;

const LENGTHS = {
  MM: (value: number): number => toMillimetres(value, 'mm'),
  CM: (value: number): number => toMillimetres(value, 'cm'),
  IN: (value: number): number => toMillimetres(value, 'in'),
  YD: (value: number): number => toMillimetres(value * 36, 'in'),
} as const;

/** What amounts and weights of a store are in: its orders and products do not say. */
export interface Units {
  readonly currency: string;
  readonly grams: (value: number) => number;
}

export interface ProductUnits extends Units {
  /** Undefined where the store names a unit we do not know. */
  readonly millimetres: ((value: number) => number) | undefined;
}

/** @param formats `formatsAndUnits` of the profile */
export const readUnits = (formats: ObjectReader): Units => ({
  currency: formats.currency('currency'),
  grams: formats.choice('weightUnit', WEIGHTS),
});

/** @param formats as of `readUnits` */
export function readProductUnits(formats: ObjectReader): ProductUnits {
  const unit = formats.string('dimensionsUnit', /^[A-Z]{1,20}$/);
  const millimetres = Object.entries(LENGTHS).find(([name]) => name === unit)?.[1];
  return { ...readUnits(formats), millimetres };
}

const isMeasure = (value: number | undefined): value is number => value !== undefined && value > 0 && value < 1e6;

/** Grams of one unit; undefined where the seller entered none (0). */
export function readWeight(owner: ObjectReader, { grams }: Units): number | undefined {
  const value = owner.maybe('weight', (n) => owner.number(n));
  return isMeasure(value) ? grams(value) : undefined;
}

/** Undefined unless all three sides are there. */
export function readDimensions(
  owner: ObjectReader,
  { millimetres }: ProductUnits,
): { readonly lengthMm: number; readonly widthMm: number; readonly heightMm: number } | undefined {
  const given = owner.maybe('dimensions', (n) => owner.object(n));
  if (!given || !millimetres) return undefined;
  const side = (name: string): number | undefined => given.maybe(name, (n) => given.number(n));
  const [length, width, height] = [side('length'), side('width'), side('height')];
  return isMeasure(length) && isMeasure(width) && isMeasure(height)
    ? { lengthMm: millimetres(length), widthMm: millimetres(width), heightMm: millimetres(height) }
    : undefined;
}

/** An instant that Ecwid tells in seconds since 1970. */
export function readSeconds(owner: ObjectReader, name: string): number {
  const seconds = owner.integer(name, 1);
  if (seconds >= 1e11) throw new FieldProblem(owner.at(name), 'should be seconds since 1970');
  return seconds;
}

export const instantOf = (seconds: number): string => new Date(seconds * 1_000).toISOString();

/** "Size: M, Color: Red" of a line's or variation's options. */
export function optionsOf(owner: ObjectReader, name: string): string {
  if (!owner.has(name)) return '';
  return owner
    .strictList(name, (option) => {
      const value = option.has('value') ? option.string('value') : '';
      return value === '' ? '' : `${option.string('name')}: ${value}`;
    })
    .filter((text) => text !== '')
    .join(', ');
}

/** The smallest thing that is sold: a product, or one of its variations. */
export const productKey = (productId: string, variationId: string | undefined): string =>
  variationId === undefined ? productId : `${productId}-${variationId}`;

export const imageUrl = (owner: ObjectReader, name: string): string | undefined =>
  owner.maybe(name, (n) => owner.string(n, /^https?:\/\/[\x21-\x7e]+$/));

/** Two lines of a street come in one text. */
export function readStreet(person: ObjectReader | undefined): { address1: string; address2: string | undefined } {
  const text = person?.maybe('street', (n) => person.string(n)) ?? '';
  const [address1 = '', ...rest] = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return { address1, address2: rest.length === 0 ? undefined : rest.join(', ') };
}
