/**
 * Requests as the web services check them: elements in their order, required or not, once or repeated, and the types of
 * their contents. Written apart from the connector; how true it is to the WSDL schemas is tested by mutation
 * (tests/contracts/carriers/purolator.test.ts).
 */

export interface Flaw {
  readonly element: string;
  readonly why: string;
}
/** First thing wrong with a value, undefined when nothing is. */
export type Check = (value: unknown, at: string) => Flaw | undefined;

const flaw = (element: string, why: string): Flaw => ({ element, why });

const matching =
  (fits: (text: string) => boolean, what: string): Check =>
  (value, at) =>
    typeof value === 'string' && fits(value) ? undefined : flaw(at, `must be ${what}`);

export const text: Check = matching(() => true, 'text');
export const boolean: Check = matching((v) => /^(true|false|1|0)$/.test(v), 'true or false');
export const decimal: Check = matching((v) => /^[+-]?(\d+\.?\d*|\.\d+)$/.test(v), 'a decimal number');
export const integer: Check = matching(
  (v) => /^[+-]?\d+$/.test(v) && Math.abs(Number(v)) <= 2_147_483_647,
  'a whole number',
);
export const oneOf = (...values: readonly string[]): Check =>
  matching((v) => values.includes(v), `one of ${values.join(', ')}`);

export interface Member {
  readonly name: string;
  readonly check: Check;
  readonly required: boolean;
  readonly list: boolean;
}
export const required = (name: string, check: Check): Member => ({ name, check, required: true, list: false });
export const optional = (name: string, check: Check): Member => ({ name, check, required: false, list: false });
export const list = (name: string, check: Check): Member => ({ name, check, required: false, list: true });

function childrenOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (value === '') return {};
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;
}

function memberFlaw(member: Member, value: unknown): Flaw | undefined {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (items.length > 1 && !member.list) return flaw(member.name, 'may stand once');
  return items.map((item) => member.check(item, member.name)).find((found) => found !== undefined);
}

/** Elements in exactly this order. */
export const sequence =
  (...members: readonly Member[]): Check =>
  (value, at) => {
    const children = childrenOf(value);
    if (!children) return flaw(at, 'must hold elements');
    let last = -1;
    for (const name of Object.keys(children)) {
      const place = members.findIndex((member) => member.name === name);
      if (place < 0) return flaw(at, `does not know the element ${name}`);
      if (place < last) return flaw(name, 'stands in the wrong place');
      last = place;
    }
    const missing = members.find((member) => member.required && !Object.hasOwn(children, member.name));
    if (missing) return flaw(missing.name, 'is a mandatory field');
    return members
      .filter((member) => Object.hasOwn(children, member.name))
      .map((member) => memberFlaw(member, children[member.name]))
      .find((found) => found !== undefined);
  };
