/** jsonb columns. A bare array given to the driver would become a PostgreSQL array, so writing goes through `json`. */
import { type RawBuilder, sql } from 'kysely';
import type { JsonValue } from './column-types.ts';

/** A value for a jsonb column: `values({ services: json({ ground: { enabled: true } }) })`. Undefined members vanish. */
export function json(value: object | string | number | boolean | null): RawBuilder<JsonValue> {
  return sql<JsonValue>`${JSON.stringify(value)}::jsonb`;
}
