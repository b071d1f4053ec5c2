/** jsonb columns. A bare array given to the driver would become a PostgreSQL array, so writing goes through `json`. */
import { type RawBuilder, sql } from 'kysely';
import type { JsonValue } from './column-types.ts';

/** A value for a jsonb column: `values({ services: json({ ground: { enabled: true } }) })`. Undefined members vanish. */
export function json(value: object | string | number | boolean | null): RawBuilder<JsonValue> {
  return sql<JsonValue>`${toJson(value)}::jsonb`;
}

const LONE_SURROGATES = /\p{Cs}/gu;

/** JSON that PostgreSQL takes: it refuses NUL and unpaired surrogates even where JSON allows their escapes. */
export function toJson(value: object | string | number | boolean | null): string {
  const text = JSON.stringify(value);
  return /\\u(?:0000|d[89a-f])/i.test(text)
    ? JSON.stringify(value, (_key, each: unknown) => (typeof each === 'string' ? storable(each) : each))
    : text;
}

/** Text PostgreSQL takes: what carriers, files and people send may hold NUL and halves of characters. */
export const storable = (text: string): string =>
  text.replaceAll('\u0000', '\uFFFD').replace(LONE_SURROGATES, '\uFFFD');
