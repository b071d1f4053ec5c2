/** A JSON request changed in one place at a time: what a contract may refuse, and a simulator must refuse alike. */

export interface JsonMutant {
  /** "Shipment.Package[0].Weight too long" */
  readonly what: string;
  readonly value: unknown;
}

type Path = readonly (string | number)[];
const GONE = Symbol('gone');

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const childrenOf = (value: unknown): readonly (readonly [string | number, unknown])[] =>
  Array.isArray(value) ? value.map((item, i) => [i, item] as const) : isObject(value) ? Object.entries(value) : [];

function placesOf(value: unknown, at: Path = []): readonly (readonly [Path, unknown])[] {
  const below = childrenOf(value).flatMap(([key, member]) => placesOf(member, [...at, key]));
  return at.length === 0 ? below : [[at, value], ...below];
}

function changed(value: unknown, path: Path, to: unknown): unknown {
  const [first, ...rest] = path;
  const next = (member: unknown): unknown => (rest.length === 0 ? to : changed(member, rest, to));
  if (Array.isArray(value))
    return value.flatMap((member: unknown, i) => {
      const put = i === first ? next(member) : member;
      return put === GONE ? [] : [put];
    });
  return Object.fromEntries(
    Object.entries(isObject(value) ? value : {}).flatMap(([key, member]) => {
      const put = key === first ? next(member) : member;
      return put === GONE ? [] : [[key, put]];
    }),
  );
}

const inWords = (path: Path): string =>
  path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`))
    .join('')
    .replace(/^\./, '');

/** Longer than any field of a contract that has a length at all. */
const LONG = 700;
const MANY = 250;

/** Changes of one value: what it is replaced by, and how that is called. */
function changesOf(value: unknown): readonly (readonly [string, unknown])[] {
  const always = [
    ['removed', GONE],
    ['null', null],
  ] as const;
  if (typeof value === 'string')
    return [
      ...always,
      ['a number', 7],
      ['an object', { x: 1 }],
      ['empty', ''],
      ['one character', 'x'],
      ['too long', value + 'x'.repeat(LONG)],
    ];
  if (typeof value === 'number') return [...always, ['text', 'seven'], ['negative', -1 - Math.abs(value)]];
  if (typeof value === 'boolean') return [...always, ['text', 'maybe']];
  if (Array.isArray(value)) {
    const [first] = value as readonly unknown[];
    return [
      ...always,
      ['text', 'x'],
      ['an object', { x: 1 }],
      ['empty', []],
      ...(first === undefined ? [] : [['many', Array.from({ length: MANY }, () => first)] as const]),
    ];
  }
  return [...always, ['text', 'x'], ['a list', []], ['empty', {}]];
}

/** Every place of a JSON value changed in every way. */
export const jsonMutants = (value: unknown): JsonMutant[] =>
  placesOf(value).flatMap(([path, old]) =>
    changesOf(old)
      .filter(([, to]) => to === GONE || JSON.stringify(to) !== JSON.stringify(old))
      .map(([how, to]) => ({ what: `${inWords(path)} ${how}`, value: changed(value, path, to) })),
  );
