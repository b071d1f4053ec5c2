/** Values made from a JSON Schema: ones that fit, and hostile ones that nearly fit and so come past the door. */
import {
  type Arbitrary,
  constant,
  constantFrom,
  dictionary,
  integer,
  jsonValue,
  oneof,
  option,
  string,
  tuple,
  uuid,
} from 'fast-check';

export type Schema = Readonly<Record<string, unknown>>;

const NASTY: readonly unknown[] = [null, true, -1, 0, 1e308, 2 ** 53, [], {}, [[]], { $gt: '' }, { toString: 1 }];
const NASTY_TEXTS = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '%',
  "'; DROP TABLE orders; --",
  '🏷️'.repeat(50),
  '../../etc/passwd',
  '9'.repeat(400),
];
const nasty: Arbitrary<unknown> = oneof(constantFrom(...NASTY, ...NASTY_TEXTS), jsonValue({ maxDepth: 3 }));
const DEEPEST = 6;

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

/** @param hostile now and then a value, or a whole branch, is something else entirely */
export const valuesOf = (schema: Schema, hostile: boolean, depth = 0): Arbitrary<unknown> => {
  if (depth > DEEPEST) return hostile ? nasty : constant(null);
  const fitting = fittingOf(schema, hostile, depth);
  return hostile ? oneof({ weight: 25, arbitrary: fitting }, { weight: 1, arbitrary: nasty }) : fitting;
};

const fittingOf = (schema: Schema, hostile: boolean, depth: number): Arbitrary<unknown> => {
  const inner = (each: unknown) => valuesOf((each ?? {}) as Schema, hostile, depth + 1);
  const branches = (schema['anyOf'] ?? schema['oneOf']) as readonly Schema[] | undefined;
  if (branches) return oneof(...branches.map(inner));
  if (Array.isArray(schema['enum'])) return constantFrom(...(schema['enum'] as unknown[]));
  if ('const' in schema) return constant(schema['const']);
  switch (schema['type']) {
    case 'object':
      return objectsOf(schema, inner);
    case 'array':
      return tuple(inner(schema['items']), integer({ min: Number(schema['minItems'] ?? 0), max: 3 })).map(
        ([item, n]) => Array(n).fill(item) as unknown[],
      );
    case 'integer':
    case 'number':
      return numbersOf(schema, hostile);
    case 'boolean':
      return constantFrom(true, false);
    case 'string':
      return textsOf(schema, hostile);
    default:
      return hostile ? nasty : constant('x');
  }
};

const objectsOf = (schema: Schema, inner: (each: unknown) => Arbitrary<unknown>): Arbitrary<unknown> => {
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, Schema>>;
  const required = new Set((schema['required'] ?? []) as readonly string[]);
  const names = Object.keys(properties);
  if (names.length === 0)
    return dictionary(string({ maxLength: 12 }), inner(schema['additionalProperties']), { maxKeys: 3 });
  const values = names.map((name) =>
    required.has(name) ? inner(properties[name]) : option(inner(properties[name]), { nil: undefined }),
  );
  return tuple(...values).map((parts) => Object.fromEntries(names.map((name, at) => [name, parts[at]])));
};

const numbersOf = (schema: Schema, hostile: boolean): Arbitrary<number> => {
  const min = Math.max(Number(schema['minimum'] ?? -1000), -(2 ** 31));
  const max = Math.min(Number(schema['maximum'] ?? 1000), 2 ** 31 - 1);
  const inside = integer({ min: Math.ceil(min), max: Math.floor(max) });
  // The edges, and what fits the type but not the database's.
  return hostile ? oneof(inside, constantFrom(min, max, 0, 2 ** 31, 2 ** 40, Number.MAX_SAFE_INTEGER)) : inside;
};

const FORMS = ['CA', 'ON', 'M5V 3A8', 'CAD', 'Toronto', '2026-11-21 00:00:00', '610910'];
const textsOf = (schema: Schema, hostile: boolean): Arbitrary<string> => {
  if (schema['format'] === 'uuid') return hostile ? oneof({ weight: 9, arbitrary: uuid() }, constant('x')) : uuid();
  if (schema['format'] === 'date')
    return hostile ? constantFrom('2026-11-21', '2026-02-30', '0001-01-01', '9999-12-31') : constant('2026-11-21');
  const pattern = typeof schema['pattern'] === 'string' ? new RegExp(schema['pattern']) : undefined;
  const forms = FORMS.filter((form) => pattern?.test(form) ?? true);
  const good = forms.length > 0 ? constantFrom(...forms) : constant('x');
  return hostile
    ? oneof(
        { weight: 6, arbitrary: good },
        string({ unit: 'binary', maxLength: 40 }),
        constant('a'.repeat(300)),
        nasty.map(textOf),
      )
    : good;
};
