/** Small pieces that orders, products and the shop share. Lightspeed writes `false` and an empty text for what it does not know. */
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { toGrams, toMillimetres, type LengthUnit, type WeightUnit } from '@scanship/domain/values/measure';

/** Lightspeed's own number of a shop, order, line, shipment or variant. */
export const ID = /^[1-9]\d{0,14}$/;

/** Whether the field says anything. */
export const says = (owner: ObjectReader, name: string): boolean => owner.raw(name) !== false && owner.has(name);

export const text = (owner: ObjectReader, name: string): string | undefined =>
  says(owner, name) ? owner.maybe(name, (n) => owner.string(n)) : undefined;

export const part = (owner: ObjectReader, name: string): ObjectReader | undefined =>
  says(owner, name) ? owner.maybe(name, (n) => owner.object(n)) : undefined;

/** Milliseconds since 1970 of a time with its offset. */
export const time = (owner: ObjectReader, name: string): number => Date.parse(owner.instant(name));

export const instant = (owner: ObjectReader, name: string): string => new Date(time(owner, name)).toISOString();

/** Id of a linked thing: `{ "resource": { "id": 123 } }`. */
export function linkedId(owner: ObjectReader, name: string): string | undefined {
  const resource = part(owner, name)?.isolated();
  const link = resource && part(resource, 'resource');
  const id = link?.maybe('id', (n) => link.id(n, ID));
  if (says(owner, name) && id === undefined) owner.problems.push(`${owner.at(name)} names nothing.`);
  return id;
}

/** "ca" as "CA". */
export function country(owner: ObjectReader, name: string): string | undefined {
  const given = part(owner, name);
  return given?.maybe('code', (n) => given.string(n, /^[A-Za-z]{2}$/).toUpperCase());
}

/** "Blue shirt" and "Size M"; a product without variants has one that is called "Default", or like the product. */
export const titleOf = (product: string, variant: string | undefined): string =>
  variant === undefined || variant === 'Default' || variant === product ? product : `${product} (${variant})`;

const WEIGHTS: Readonly<Record<string, WeightUnit>> = { g: 'g', kg: 'kg', oz: 'oz', lb: 'lb' };
const LENGTHS: Readonly<Record<string, LengthUnit>> = { cm: 'cm', in: 'in' };

const positive = (owner: ObjectReader, name: string): number | undefined => {
  const value = says(owner, name) ? owner.maybe(name, (n) => owner.number(n)) : undefined;
  return value !== undefined && value > 0 && value < 1e6 ? value : undefined;
};

const unitOf = <T>(owner: ObjectReader, name: string, units: Readonly<Record<string, T>>): T | undefined =>
  says(owner, name) ? owner.maybe(name, (n) => owner.choice(n, units)) : undefined;

/** Grams of a variant: the value in the seller's own unit, which is exact; without a unit the whole grams. Zero is "not entered". */
export function readWeight(variant: ObjectReader): number | undefined {
  const unit = unitOf(variant, 'weightUnit', WEIGHTS);
  const value = unit && positive(variant, 'weightValue');
  if (unit && value !== undefined) return toGrams(value, unit);
  const grams = positive(variant, 'weight');
  return grams === undefined ? undefined : toGrams(grams, 'g');
}

/** Width (X), height (Y) and length (Z) in the seller's unit, else in whole centimetres; undefined unless all three are there. */
export function readDimensions(
  variant: ObjectReader,
): { readonly lengthMm: number; readonly widthMm: number; readonly heightMm: number } | undefined {
  const unit = unitOf(variant, 'sizeUnit', LENGTHS);
  const side = (name: string): number | undefined => {
    const exact = unit && positive(variant, `${name}Value`);
    if (unit && exact !== undefined) return toMillimetres(exact, unit);
    const cm = positive(variant, name);
    return cm === undefined ? undefined : toMillimetres(cm, 'cm');
  };
  const [widthMm, heightMm, lengthMm] = [side('sizeX'), side('sizeY'), side('sizeZ')];
  return widthMm === undefined || heightMm === undefined || lengthMm === undefined
    ? undefined
    : { lengthMm, widthMm, heightMm };
}
