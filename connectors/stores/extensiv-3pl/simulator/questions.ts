/** The part of Extensiv's query language that is used here, and paging; what is not understood is refused. */
import type { JsonObject } from '@scanship/domain/values/json';
import { readTime } from '@scanship/domain/calendar/local-time';
import { SimRefusal, type SimRequest } from '@scanship/simulator-kit/simulator';

/** Refusals as `QueryParameterException`. */
export const badQuery = (parameter: string, hint: string): SimRefusal =>
  new SimRefusal(400, 'QueryParameterException NotParsable', hint, parameter);

/** A property a thing can be asked by: a number, or milliseconds since 1970. */
export type Properties<T> = Readonly<
  Record<string, { readonly type: 'number' | 'date'; readonly of: (thing: T) => number }>
>;

const PREDICATE = /^([a-z.]+)(==|=gt=|=ge=)([^;,()]+)$/i;
const TESTS: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  '==': (a, b) => a === b,
  '=gt=': (a, b) => a > b,
  '=ge=': (a, b) => a >= b,
};

function valueOf(text: string, type: 'number' | 'date', zone: string): number {
  if (type === 'number' && /^\d{1,15}$/.test(text)) return Number(text);
  const time =
    type === 'date' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(text) ? readTime({ occurredAt: text, zone }) : undefined;
  if (!time) throw badQuery('rql', `Value not parsable: ${text}`);
  return time.instant.getTime();
}

/** Properties and operators in any case, joined by "and". @throws SimRefusal 400 */
export function filterOf<T>(rql: string | null, properties: Properties<T>, zone: string): (thing: T) => boolean {
  const tests = (rql ?? '')
    .split(';')
    .filter((part) => part !== '')
    .map((part) => {
      const [, name = '', operator = '', value = ''] = PREDICATE.exec(part) ?? [];
      const property = Object.hasOwn(properties, name.toLowerCase()) ? properties[name.toLowerCase()] : undefined;
      const test = TESTS[operator.toLowerCase()];
      if (!property || !test) throw badQuery('rql', `Properties not supported: ${name === '' ? part : name}`);
      const wanted = valueOf(value, property.type, zone);
      return (thing: T): boolean => test(property.of(thing), wanted);
    });
  return (thing) => tests.every((test) => test(thing));
}

/** @throws SimRefusal 400 */
export function sorted<T>(things: readonly T[], sort: string | null, properties: Properties<T>): T[] {
  const names = (sort ?? '').split(',').filter((part) => part !== '');
  const keys = names.map((name) => {
    const property = Object.hasOwn(properties, name.toLowerCase()) ? properties[name.toLowerCase()] : undefined;
    if (!property) throw badQuery('sort', `Properties not supported: ${name}`);
    return property.of;
  });
  return things.toSorted((a, b) => keys.map((key) => key(a) - key(b)).find((difference) => difference !== 0) ?? 0);
}

/** Extensiv passes over parameters it does not know; here they are a mistake. @throws SimRefusal 400 */
export function checkNames(request: SimRequest, known: readonly string[]): void {
  for (const name of request.query.keys())
    if (!known.includes(name)) throw badQuery(name, `There is no such parameter: ${name}`);
}

function whole(request: SimRequest, name: string, usual: number, most: number): number {
  const text = request.query.get(name) ?? String(usual);
  const value = /^[1-9]\d{0,8}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value <= most)) throw badQuery(name, `${name} must be positive; limit ${most}`);
  return value;
}

/** A page of a HAL collection. @throws SimRefusal 400 */
export function pageOf(
  request: SimRequest,
  rel: string,
  all: readonly JsonObject[],
  sizes: { readonly usual: number; readonly most: number },
): JsonObject {
  const size = whole(request, 'pgsiz', sizes.usual, sizes.most);
  const page = whole(request, 'pgnum', 1, 1e8);
  return {
    totalResults: all.length,
    _embedded: { [rel]: all.slice((page - 1) * size, page * size) },
    _links: { self: { href: request.path } },
  };
}
