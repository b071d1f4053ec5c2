/**
 * The shapes of Canada Post's request messages, checked as its gateway checks them: required elements, no others, each
 * once, forms and lengths. Written from the public documents, apart from the connector; how true it is to the official
 * schemas is tested by mutation (tests/contracts/carriers/canada-post.test.ts).
 */
import { SimRefusal } from '@scanship/simulator-kit/simulator';

/** First thing wrong with a value, undefined when nothing is. `at` is the name of its element. */
export type Check = (value: unknown, at: string) => Flaw | undefined;
export interface Flaw {
  readonly element: string;
  readonly why: string;
}

const flaw = (element: string, why: string): Flaw => ({ element, why });
const isText = (value: unknown): value is string => typeof value === 'string';

/** Text of `least` to `most` characters. */
export const text =
  (least: number, most: number): Check =>
  (value, at) => {
    if (!isText(value)) return flaw(at, 'must be text');
    const { length } = Array.from(value);
    return length < least || length > most ? flaw(at, `must have ${least} to ${most} characters`) : undefined;
  };

export const pattern =
  (form: RegExp): Check =>
  (value, at) =>
    isText(value) && form.test(value) ? undefined : flaw(at, `must match ${form.source}`);

export const oneOf =
  (...values: readonly string[]): Check =>
  (value, at) =>
    isText(value) && values.includes(value) ? undefined : flaw(at, `must be one of ${values.join(', ')}`);

export const both =
  (...checks: readonly Check[]): Check =>
  (value, at) =>
    checks.map((check) => check(value, at)).find((found) => found !== undefined);

/** Above 0 up to `most`, with at most `decimals` decimals that count. */
export const decimal =
  (most: number, decimals: number): Check =>
  (value, at) => {
    const match = isText(value) ? /^[+-]?(\d+\.?\d*|\.\d+)$/.exec(value) : null;
    if (!match || !isText(value)) return flaw(at, 'must be a decimal number');
    const fraction = (value.split('.')[1] ?? '').replace(/0+$/, '');
    if (fraction.length > decimals) return flaw(at, `has more than ${decimals} decimals`);
    const number = Number(value);
    return number > 0 && number <= most ? undefined : flaw(at, `must be above 0 and at most ${most}`);
  };

export const wholeNumber =
  (most: number): Check =>
  (value, at) =>
    isText(value) && /^\+?\d+$/.test(value) && Number(value) >= 1 && Number(value) <= most
      ? undefined
      : flaw(at, `must be a whole number from 1 to ${most}`);

export const boolean: Check = oneOf('true', 'false', '1', '0');
/** A flag that can only be set; an empty element takes its fixed value. */
export const onlyTrue: Check = oneOf('true', '1', '');

/** A day of the calendar, with a time zone if need be. */
export const date: Check = (value, at) => {
  const match = isText(value) ? /^(\d{4})-(\d{2})-(\d{2})(Z|[+-](0\d|1[0-3]):[0-5]\d|[+-]14:00)?$/.exec(value) : null;
  const [, y, m, d] = match ?? [];
  const day = `${y}-${m}-${d}`;
  const time = Date.parse(`${day}T00:00:00Z`);
  const exists = y !== '0000' && !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === day;
  return match && exists ? undefined : flaw(at, 'must be a day, YYYY-MM-DD');
};

export interface Member {
  readonly check: Check;
  readonly required: boolean;
}
export const required = (check: Check): Member => ({ check, required: true });
export const optional = (check: Check): Member => ({ check, required: false });

/** The children of an element; an empty element is one without children, text in its place is refused. */
function childrenOf(value: unknown, at: string): Readonly<Record<string, unknown>> | Flaw {
  if (value === '') return {};
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return flaw(at, 'must hold elements');
  return value as Readonly<Record<string, unknown>>;
}
const isFlaw = (value: Readonly<Record<string, unknown>> | Flaw): value is Flaw =>
  typeof value.element === 'string' && typeof value.why === 'string';

/** Elements in any order, each at most once. */
export const all =
  (members: Readonly<Record<string, Member>>): Check =>
  (value, at) => {
    const children = childrenOf(value, at);
    if (isFlaw(children)) return children;
    const stranger = Object.keys(children).find((name) => !Object.hasOwn(members, name));
    if (stranger !== undefined) return flaw(at, `does not know the element ${stranger}`);
    for (const [name, member] of Object.entries(members)) {
      if (!Object.hasOwn(children, name)) {
        if (member.required) return flaw(at, `needs the element ${name}`);
        continue;
      }
      const child = children[name];
      if (Array.isArray(child)) return flaw(at, `takes the element ${name} once`);
      const found = member.check(child, name);
      if (found) return found;
    }
    return undefined;
  };

/** Elements in the order they are written in, each at most once. */
export const sequence = (members: Readonly<Record<string, Member>>): Check => {
  const inAnyOrder = all(members);
  const order = Object.keys(members);
  return (value, at) => {
    const found = inAnyOrder(value, at);
    if (found) return found;
    const places = Object.keys(childrenOrNone(value)).map((name) => order.indexOf(name));
    return places.every((place, i) => i === 0 || place > (places[i - 1] ?? -1))
      ? undefined
      : flaw(at, 'has its elements in another order');
  };
};

const childrenOrNone = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};

/** One element of several kinds. */
export const choice =
  (members: Readonly<Record<string, Check>>): Check =>
  (value, at) => {
    const children = childrenOf(value, at);
    if (isFlaw(children)) return children;
    const names = Object.keys(children);
    const [name] = names;
    const check = name === undefined || !Object.hasOwn(members, name) ? undefined : members[name];
    if (names.length !== 1 || name === undefined || !check || Array.isArray(children[name]))
      return flaw(at, `needs one of ${Object.keys(members).join(', ')}`);
    return check(children[name], name);
  };

/** A list of 1 to `most` elements of one name. */
export const listOf =
  (name: string, check: Check, most: number): Check =>
  (value, at) => {
    const children = childrenOf(value, at);
    if (isFlaw(children)) return children;
    const strange = Object.keys(children).find((child) => child !== name);
    if (strange !== undefined || !Object.hasOwn(children, name)) return flaw(at, `holds only ${name}`);
    const items = Array.isArray(children[name]) ? (children[name] as unknown[]) : [children[name]];
    if (items.length > most) return flaw(at, `holds at most ${most} of ${name}`);
    return items.map((item) => check(item, name)).find((found) => found !== undefined);
  };

/** Exactly one of two members, written beside the others. */
export const exactlyOne =
  (members: readonly [string, string], rest: Check): Check =>
  (value, at) => {
    const children = childrenOf(value, at);
    if (isFlaw(children)) return children;
    const there = members.filter((name) => Object.hasOwn(children, name));
    return there.length === 1 ? rest(value, at) : flaw(at, `needs one of ${members.join(', ')}`);
  };

/**
 * The answer of the gateway to a body that does not fit: its status is 500 and its code "Server".
 * @throws SimRefusal
 */
export function refuse(where: string, namespace: string, found: Flaw): never {
  throw new SimRefusal(
    500,
    'Server',
    `${where}: cvc-particle 3.1: in element {${namespace}}${found.element} with anonymous type: ${found.why}`,
    found.element,
  );
}
