/** Small pieces that orders, products and places share. */
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { pageInfo, type ConnectionPage } from '@scanship/connector-kit/answers/relay';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { fail } from '@scanship/connector-kit/errors';
import { toGrams, type WeightUnit } from '@scanship/domain/values/measure';

/** base64("Order:<number>") and the like. */
export const ID = /^[A-Za-z0-9+/]{8,80}={0,2}$/;

/** A connection's nodes, which stand in edges. @throws FieldProblem when any of them or the page information cannot be read */
export function edgesOf(owner: ObjectReader, name: string): ConnectionPage {
  const connection = owner.object(name);
  return { nodes: connection.strictList('edges', (edge) => edge.object('node')), after: pageInfo(connection) };
}

/** ShipHero writes times in UTC and leaves the zone out ("2021-07-24T02:03:01"). @returns ISO instant. @throws FieldProblem */
export function readInstant(owner: ObjectReader, name: string): string {
  const text = owner.instant(name, false);
  const instant = new Date(/(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`);
  if (Number.isNaN(instant.getTime())) throw new FieldProblem(owner.at(name), 'should be a date and time');
  return instant.toISOString();
}

/** As questions take it: UTC to the second, the zone left out, as in answers. */
export const questionTime = (instant: Date): string => instant.toISOString().slice(0, 19);

type Settings = Pick<StoreEnv, 'settings'>;

/** What prices of products are in. @throws ConnectorError `invalid-input` for a connection without one */
export function currencyOf(env: Settings): string {
  const { currency } = env.settings;
  if (typeof currency === 'string' && /^[A-Z]{3}$/.test(currency)) return currency;
  throw fail('invalid-input', 'This connection has no currency. Connect it again and enter one.');
}

const WEIGHT_UNITS: readonly WeightUnit[] = ['oz', 'lb', 'g', 'kg'];

export const weightUnitOf = (env: Settings): WeightUnit =>
  WEIGHT_UNITS.find((unit) => unit === env.settings.weightUnit) ?? 'oz';

/** `dimensions { weight }` as grams; nothing and zero mean that none was entered. */
export function readWeight(product: ObjectReader | undefined, unit: WeightUnit): number | undefined {
  const dimensions = product?.maybe('dimensions', (n) => product.object(n));
  const value = dimensions?.maybe('weight', (n) => dimensions.number(n));
  return value === undefined || value <= 0 || value >= 1e6 ? undefined : toGrams(value, unit);
}

const HS_CODE = /^\d{4}(\.?\d{2}){0,4}$/;

/** Digits only. */
export const readHsCode = (product: ObjectReader | undefined): string | undefined =>
  product?.maybe('tariff_code', (n) => product.id(n, HS_CODE))?.replaceAll('.', '');

export const readOrigin = (product: ObjectReader | undefined): string | undefined =>
  product?.maybe('country_of_manufacture', (n) => product.string(n, /^[A-Z]{2}$/));

export const readImage = (product: ObjectReader | undefined): string | undefined =>
  product?.maybe('thumbnail', (n) => product.string(n, /^https?:\/\/[\x21-\x7e]+$/));
