/** The part of OData's query options that is used: `eq`, `ge` and `and`, ordering, and links to the next page. */
import type { JsonObject } from '@scanship/domain/values/json';
import {
  jsonAnswer,
  SimRefusal,
  type SimAnswer,
  type SimContext,
  type SimRequest,
} from '@scanship/simulator-kit/simulator';

/** "The query specified in the URI is not valid." */
const wrong = (what: string): SimRefusal =>
  new SimRefusal(400, '', `The query specified in the URI is not valid. ${what}`);

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

const TERM = /^(\w+) (eq|ge) ('(?:[^']|'')*'|[\w.:+-]+)$/;

/** Whether an entity passes a filter. @throws SimRefusal 400 for what this simulator does not know */
export function filterOf(text: string | null, fields: readonly string[]): (entity: JsonObject) => boolean {
  if (text === null) return () => true;
  const terms = text.split(' and ').map((term) => {
    const [, field = '', operator = '', raw = ''] = TERM.exec(term) ?? [];
    if (!fields.includes(field)) throw wrong(`Could not find a property named '${field === '' ? term : field}'.`);
    const isText = raw.startsWith("'");
    const isTime = field.endsWith('DateUtc');
    if (isTime && Number.isNaN(Date.parse(raw))) throw wrong(`'${raw}' is no date.`);
    if (!isTime && !isText && !/^\d+$/.test(raw)) throw wrong(`'${raw}' needs quotation marks.`);
    const value = isText ? raw.slice(1, -1).replaceAll("''", "'") : raw;
    return (entity: JsonObject): boolean => {
      const own = textOf(entity[field]);
      if (operator === 'eq') return own === value;
      return isTime ? Date.parse(own) >= Date.parse(value) : Number(own) >= Number(value);
    };
  });
  return (entity) => terms.every((passes) => passes(entity));
}

const number = (request: SimRequest, name: string): number => {
  const text = request.query.get(name) ?? '0';
  if (!/^\d{1,9}$/.test(text)) throw wrong(`${name} is no number.`);
  return Number(text);
};

/** @throws SimRefusal 400 for an option that is not known */
export function checkOptions(request: SimRequest, known: readonly string[]): void {
  const strange = [...request.query.keys()].find((name) => !known.includes(name) && name !== 'access_token');
  if (strange !== undefined) throw wrong(`The query parameter '${strange}' is not supported.`);
}

/** Sorted as `$orderby` says, which takes one or two properties. */
export function sorted(all: readonly JsonObject[], by: string | null): readonly JsonObject[] {
  const names = by === null ? ['ID'] : by.split(',');
  const key = (entity: JsonObject, name: string): number =>
    name.endsWith('DateUtc') ? Date.parse(textOf(entity[name])) : Number(entity[name]);
  return all.toSorted((a, b) => {
    const name = names.find((one) => key(a, one) !== key(b, one));
    return name === undefined ? 0 : key(a, name) - key(b, name);
  });
}

/** Twenty entities, and the link to the rest, with all the page was asked with. */
export function page(
  set: string,
  all: readonly JsonObject[],
  most: number,
  request: SimRequest,
  context: SimContext,
): SimAnswer {
  const skip = number(request, '$skip');
  const link = new URLSearchParams(request.query);
  link.set('$skip', String(skip + most));
  return jsonAnswer(200, {
    '@odata.context': `${context.address}/v1/$metadata#${set}`,
    value: all.slice(skip, skip + most),
    ...(all.length > skip + most && { '@odata.nextLink': `${context.address}/v1/${set}?${link.toString()}` }),
  });
}
