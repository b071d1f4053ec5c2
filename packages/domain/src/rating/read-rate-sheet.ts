/** Reads a stored rate sheet back from JSON, field by field, so that nothing prices by a sheet that was damaged or is of another version. */
import type { Json, JsonObject } from '../values/json.ts';
import { err, ok } from '../values/result.ts';
import type { Result } from '../values/result.ts';
import { SURCHARGE_KINDS } from './rate-sheet.ts';
import type { RateSheet } from './rate-sheet.ts';

class ShapeError extends Error {}

type Reader<T> = (value: Json | undefined, path: string) => T;

const wrong = (path: string, expected: string): never => {
  throw new ShapeError(`${path} is not ${expected}`);
};

const text: Reader<string> = (value, path) => (typeof value === 'string' ? value : wrong(path, 'a text'));
const flag: Reader<boolean> = (value, path) => (typeof value === 'boolean' ? value : wrong(path, 'true or false'));
const whole: Reader<number> = (value, path) =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : wrong(path, 'a whole number from 0');
const orNull =
  <T>(read: Reader<T>): Reader<T | null> =>
  (value, path) =>
    value === null || value === undefined ? null : read(value, path);
const oneOf =
  <const T extends string>(...allowed: readonly T[]): Reader<T> =>
  (value, path) =>
    allowed.find((one) => one === value) ?? wrong(path, `one of ${allowed.join(', ')}`);
const day: Reader<string> = (value, path) =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : wrong(path, 'a day such as 2026-12-31');

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const list =
  <T>(read: Reader<T>): Reader<readonly T[]> =>
  (value, path) =>
    Array.isArray(value) ? value.map((item: Json, index) => read(item, `${path}[${index}]`)) : wrong(path, 'a list');

/** Reads the named fields of an object; others are dropped. */
const object =
  <T>(fields: { readonly [K in keyof T]: Reader<T[K]> }): Reader<T> =>
  (value, path) => {
    const from: JsonObject = isObject(value) ? value : wrong(path, 'an object');
    const result: Partial<T> = {};
    for (const key in fields) result[key] = fields[key](from[key], path === '' ? key : `${path}.${key}`);
    // Every key of T has just been read.
    return result as T;
  };

const range = object({ from: text, to: text });

const sheet: Reader<Omit<RateSheet, 'version'>> = object({
  settings: object({
    name: text,
    currency: text,
    prefix: text,
    country: text,
    units: oneOf('metric', 'imperial'),
    roundTo: whole,
    divisor: orNull(whole),
    canadianTaxes: flag,
  }),
  services: list(
    object({
      code: text,
      name: text,
      maxWeight: orNull(whole),
      maxLength: orNull(whole),
      maxLengthPlusGirth: orNull(whole),
      divisor: orNull(whole),
      parcels: oneOf('each', 'combined'),
      maxParcels: orNull(whole),
      minimumCharge: orNull(whole),
      maximumCharge: orNull(whole),
    }),
  ),
  zones: list(object({ zone: text, name: text, country: text, provinces: list(text), postal: list(range) })),
  rates: list(
    object({
      service: text,
      fromZone: orNull(text),
      toZone: text,
      over: whole,
      upTo: orNull(whole),
      price: whole,
      step: orNull(whole),
      stepPrice: orNull(whole),
      days: orNull(whole),
    }),
  ),
  surcharges: list(
    object({
      kind: oneOf(...SURCHARGE_KINDS),
      label: text,
      services: list(text),
      zones: list(text),
      over: orNull(whole),
      price: whole,
      percentBp: whole,
      minimum: whole,
      postal: list(range),
      per: oneOf('parcel', 'shipment'),
      fuel: flag,
    }),
  ),
  fuel: list(object({ validFrom: day, percentBp: whole, services: list(text) })),
});

/** The sheet of a stored value, or one sentence that says which field is not as it must be. */
export function readRateSheet(value: Json | undefined): Result<RateSheet, string> {
  if (!isObject(value)) return err('There is no rate sheet.');
  if (value.version !== 1) return err('The rate sheet is of another version; upload it again.');
  try {
    return ok({ version: 1, ...sheet(value, '') });
  } catch (error) {
    if (error instanceof ShapeError) return err(`The stored rate sheet is damaged: ${error.message}.`);
    throw error;
  }
}
