/**
 * Stands in for `zod/mini` in the browser's build (vite.config.ts): the client needs a call's method and path and the
 * compiler its types, but validating is the server's work, and the library would be 15 kB of every first load. Every builder
 * answers the same inert thing; only reading a value with it is an error.
 */
type Inert = ((...args: readonly unknown[]) => Inert) & { readonly [name: string]: Inert };

const READS = new Set(['parse', 'safeParse', 'parseAsync', 'safeParseAsync', '~standard']);
const inert: Inert = new Proxy((() => inert) as Inert, {
  get(_target, name) {
    if (typeof name === 'string' && READS.has(name)) throw new Error('Schemas are left out of the browser’s build.');
    return inert;
  },
  apply: () => inert,
});

export const array = inert;
export const boolean = inert;
export const coerce = inert;
export const discriminatedUnion = inert;
export const email = inert;
export const extend = inert;
export const int = inert;
export const iso = inert;
export const length = inert;
export const literal = inert;
export const looseObject = inert;
export const maximum = inert;
export const maxLength = inert;
export const minimum = inert;
export const minLength = inert;
export const nullable = inert;
export const number = inert;
export const object = inert;
export const omit = inert;
export const optional = inert;
export const overwrite = inert;
export const partial = inert;
export const partialRecord = inert;
export const pick = inert;
export const record = inert;
export const refine = inert;
export const regex = inert;
export const strictObject = inert;
export const string = inert;
export const stringbool = inert;
export const toLowerCase = inert;
export const toUpperCase = inert;
export const trim = inert;
export const tuple = inert;
export const union = inert;
export const unknown = inert;
export const url = inert;
export const uuid = inert;
const enumeration = inert;
const nothing = inert;
export { enumeration as enum, nothing as null };
