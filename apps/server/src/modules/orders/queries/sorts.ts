/** Orders of the list: a closed list, each with an index and a key that is never null, so that pages follow one another. */
import type { OrderSort } from '@scanship/contracts/orders/order-list';
import { type RawBuilder, sql } from 'kysely';
import { isUuid } from '../../../platform/database/ids.ts';

/** How a list is sorted; `id` decides between orders of the same key. */
export interface Sort {
  readonly by: 'placedAt' | 'shipBy' | 'number' | 'total';
  readonly descending: boolean;
}

/** A row's place in the list. */
export interface RowKey {
  /** The key's column as PostgreSQL writes it (times to the microsecond). */
  readonly value: string;
  readonly id: string;
}

export const NEWEST_FIRST: Sort = { by: 'placedAt', descending: true };

interface Key {
  readonly column: string;
  readonly type: string;
  /** The condition of the key's index (migration 0105), true for every order. */
  readonly always?: string;
}

const KEYS: Readonly<Record<Sort['by'], Key>> = {
  placedAt: { column: 'placed_at', type: 'timestamptz' },
  shipBy: { column: 'ship_key', type: 'timestamptz', always: `o.ship_key >= '-infinity'` },
  number: { column: 'number_key', type: 'text', always: `o.number_key >= ''` },
  total: { column: 'total_minor', type: 'int8', always: 'o.total_minor >= -9223372036854775807' },
};

export function sortOf(name: OrderSort | null | undefined): Sort {
  if (name === null || name === undefined) return NEWEST_FIRST;
  const by = name.replace(/^-/, '');
  return by === 'shipBy' || by === 'number' || by === 'total' || by === 'placedAt'
    ? { by, descending: name.startsWith('-') }
    : NEWEST_FIRST;
}

/** The key's column of `orders o`. */
export const keyColumn = ({ by }: Sort): RawBuilder<unknown> => sql.ref(`o.${KEYS[by].column}`);

/** What a statement in this order has to say for its index to be thought of. */
export const keyCondition = ({ by }: Sort): RawBuilder<unknown> => {
  const { always } = KEYS[by];
  return always === undefined ? sql`` : sql` AND ${sql.raw(always)}`;
};

export const keyValue = ({ by }: Sort, { value }: RowKey): RawBuilder<unknown> =>
  sql`${value}::${sql.raw(KEYS[by].type)}`;

/** Opaque to clients: which sort it belongs to, the key, the id. */
export const writeCursor = ({ by }: Sort, { value, id }: RowKey): string =>
  Buffer.from(JSON.stringify([by, value, id])).toString('base64url');

/** @returns undefined for what is no key of a page, or the key of another sort's page */
export function readCursor(text: string, sort: Sort): RowKey | undefined {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    if (!Array.isArray(parts)) return undefined;
    const [by, value, id]: unknown[] = parts;
    if (by !== sort.by || typeof value !== 'string' || typeof id !== 'string' || !isUuid(id)) return undefined;
    return fits(sort.by, value) ? { value, id } : undefined;
  } catch {
    return undefined;
  }
}

function fits(by: Sort['by'], value: string): boolean {
  switch (by) {
    case 'placedAt':
    case 'shipBy':
      return value === 'infinity' || isTime(value);
    case 'number':
      return value.length <= 1_000 && !value.includes('\0');
    case 'total':
      return /^-?\d{1,18}$/.test(value);
  }
}

/** "2025-01-01 00:00:00.123456+00", as PostgreSQL writes it; the calendar is checked, too. */
function isTime(value: string): boolean {
  const parts = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(\.\d{1,6})?([+-]\d\d(?::\d\d){0,2})$/.exec(value);
  return parts !== null && !Number.isNaN(Date.parse(`${parts[1]}T${parts[2]}Z`));
}
