/** How the columns of PostgreSQL look in TypeScript; the generated files of `schema/` are written in these words. */
import type { ColumnType } from 'kysely';

/** What a jsonb column takes: only `json(...)` or an SQL expression makes one. */
export interface JsonValue {
  readonly __jsonb: never;
}
/** Read as unknown: parse it with the schema of its owner. */
export type Json = ColumnType<unknown, JsonValue, JsonValue>;

export type Timestamp = ColumnType<Date, Date | string, Date | string>;

/** Cipher text; app_tenant can write and never read it. */
export type Sealed = ColumnType<Buffer, Uint8Array, Uint8Array>;
export type Bytes = ColumnType<Buffer, Uint8Array, Uint8Array>;

/** A column with a default. */
export type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>;
