/** Values as Fishbowl writes them in rows: times with a short offset, addresses of several lines, units by their codes. */
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { Address } from '@scanship/domain/addresses/address';
import { toGrams, toMillimetres, type LengthUnit, type WeightUnit } from '@scanship/domain/values/measure';

export const ID = /^[1-9]\d{0,9}$/;
export const STAMP = /^\d{20}$/;

/** "2026-08-24T11:53:35.812-04", "...-0400" or "...-04:00"; the offset is always there. */
const WRITTEN = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?)(Z|([+-]\d\d):?(\d\d)?)$/;

function parts(owner: ObjectReader, name: string): { readonly clock: string; readonly offset: string } {
  const [, clock = '', zone = '', hours = '', minutes = '00'] = WRITTEN.exec(owner.string(name, WRITTEN)) ?? [];
  return { clock, offset: zone === 'Z' ? '+00:00' : `${hours}:${minutes}` };
}

/** ISO instant, to the millisecond. @throws FieldProblem */
export function readMoment(owner: ObjectReader, name: string): string {
  const { clock, offset } = parts(owner, name);
  const time = new Date(clock + offset);
  if (Number.isNaN(time.getTime())) throw new FieldProblem(owner.at(name), 'should be a date and time');
  return time.toISOString();
}

/** How far the server's clock is before UTC, in milliseconds. @throws FieldProblem */
export function readOffset(owner: ObjectReader, name: string): number {
  const { offset } = parts(owner, name);
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4));
  return (offset.startsWith('-') ? -minutes : minutes) * 60_000;
}

/** An instant as the stamp the database would have of it. @param offsetMs as `readOffset` gave it */
export const stampAt = (instant: Date, offsetMs: number): string =>
  `${new Date(instant.getTime() + offsetMs).toISOString().replaceAll(/\D/g, '')}000`;

const WEIGHTS: Readonly<Record<string, WeightUnit>> = {
  g: 'g',
  gram: 'g',
  grams: 'g',
  kg: 'kg',
  kgs: 'kg',
  lb: 'lb',
  lbs: 'lb',
  oz: 'oz',
};
const LENGTHS: Readonly<Record<string, LengthUnit>> = { mm: 'mm', cm: 'cm', m: 'm', in: 'in', inch: 'in' };

/** Undefined with a message for a unit that is new to us. */
const unitOf = <U>(owner: ObjectReader, name: string, units: Readonly<Record<string, U>>): U | undefined =>
  owner.maybe(name, (n) => {
    const code = owner.string(n).toLowerCase().replace(/\.$/, '');
    const unit = Object.hasOwn(units, code) ? units[code] : undefined;
    if (unit === undefined) throw new FieldProblem(owner.at(n), `is "${code}", which is no unit that is known here`);
    return unit;
  });

/** Grams; undefined where none was entered. */
export function readWeight(owner: ObjectReader, times = 1): number | undefined {
  const weight = owner.maybe('weight', (n) => owner.number(n));
  if (weight === undefined || weight <= 0 || weight * times >= 1e6) return undefined;
  const unit = unitOf(owner, 'weightunit', WEIGHTS);
  return unit && toGrams(weight * times, unit);
}

export function readSize(
  owner: ObjectReader,
): { readonly lengthMm: number; readonly widthMm: number; readonly heightMm: number } | undefined {
  const [length = 0, width = 0, height = 0] = ['length', 'width', 'height'].map((name) =>
    owner.maybe(name, (n) => owner.number(n)),
  );
  const all = [length, width, height];
  if (all.some((side) => side <= 0 || side >= 1e5)) return undefined;
  const unit = unitOf(owner, 'sizeunit', LENGTHS);
  return (
    unit && {
      lengthMm: toMillimetres(length, unit),
      widthMm: toMillimetres(width, unit),
      heightMm: toMillimetres(height, unit),
    }
  );
}

/** One field holds all lines of a street. */
export function readStreet(owner: ObjectReader, name: string): Pick<Address, 'address1' | 'address2'> {
  const text = owner.maybe(name, (n) => owner.string(n)) ?? '';
  const [address1 = '', ...more] = text.split(/[\r\n]+/).map((line) => line.trim());
  const address2 = more.filter((line) => line !== '').join(', ');
  return { address1, address2: address2 === '' ? undefined : address2 };
}

export const readCountry = (owner: ObjectReader, name: string): string | undefined =>
  owner.maybe(name, (n) => owner.string(n, /^[A-Za-z]{2}$/).toUpperCase());

/** The home currency of the company: amounts without "mc" in their names are in it. @throws FieldProblem */
export const readCurrency = (owner: ObjectReader): string => owner.currency('currency');
