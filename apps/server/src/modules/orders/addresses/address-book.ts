/** Addresses a customer keeps to use again; the same recipient and place once. */
import type { AddressDto } from '@scanship/contracts/common';
import { type KeptAddress, MOST_ADDRESSES } from '@scanship/contracts/orders/address-book';
import { fold } from '@scanship/domain/orders/order-search';
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import type { RequestContext } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/ids.ts';
import { storable, toJson } from '../../../platform/database/json-column.ts';
import { type Outcome, problem } from '../../../platform/problem.ts';
import { toAddress } from '../address-shapes.ts';
import { combineKey } from '../commands/create-orders.ts';

const COLUMNS = sql`id, label, address, used_at AS "usedAt"`;
interface Row extends Omit<KeptAddress, 'usedAt'> {
  readonly usedAt: Date;
}
const shown = ({ usedAt, ...row }: Row): KeptAddress => ({ ...row, usedAt: usedAt.toISOString() });

const wordsOf = (text: string): readonly string[] =>
  fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

export async function listKept(
  tx: Tx,
  { search = '', size = 20 }: { readonly search?: string | undefined; readonly size?: number | undefined },
): Promise<{ addresses: KeptAddress[]; more: boolean }> {
  // A book is small: its rows are read, and every word is looked for at the beginning of a word.
  const every = wordsOf(search).map((word) => sql`strpos(words, ${` ${word}`}) > 0`);
  const { rows } = await sql<Row>`SELECT ${COLUMNS} FROM kept_addresses
    WHERE ${every.length > 0 ? sql.join(every, sql` AND `) : sql`true`}
    ORDER BY used_at DESC, id DESC LIMIT ${size + 1}`.execute(tx);
  return { addresses: rows.slice(0, size).map(shown), more: rows.length > size };
}

/** Problem `validation` for what no parcel could be sent to, and when the book is full. */
export async function keep(
  ctx: RequestContext,
  tx: Tx,
  given: { readonly address: AddressDto; readonly label?: string | null | undefined },
): Promise<Outcome<KeptAddress>> {
  const place = combineKey(toAddress(given.address));
  if (place === '')
    return problem('validation', {
      errors: [{ field: 'address', message: 'An address needs a name and a street to be kept.' }],
    });
  const { rows: known } = await sql<{ n: number; there: boolean; label: string | null }>`SELECT count(*)::int AS n,
      coalesce(bool_or(place = ${place}), false) AS there, max(label) FILTER (WHERE place = ${place}) AS label
    FROM kept_addresses`.execute(tx);
  const [{ n, there, label: before } = { n: 0, there: false, label: null }] = known;
  if (n >= MOST_ADDRESSES && !there)
    return problem('validation', {
      message: `Your address book holds ${MOST_ADDRESSES} addresses; take out those you do not need.`,
    });
  const label = given.label ? storable(given.label) : before;
  const words = [label, ...Object.values(given.address)].flatMap((text) =>
    wordsOf(typeof text === 'string' ? text : ''),
  );
  // A telephone number is looked for without its blanks, too.
  const digits = (given.address.phone ?? '').replace(/\D/g, '');
  const text = ` ${[...new Set([...words, digits])].join(' ')}`;
  const { rows } =
    await sql<Row>`INSERT INTO kept_addresses AS k (tenant_id, id, place, label, address, words, created_by)
    VALUES (${ctx.tenantId}, ${newId()}, ${place}, ${label}, ${toJson(given.address)}::jsonb, ${storable(text)}, ${ctx.userId})
    ON CONFLICT (tenant_id, place) DO UPDATE SET label = excluded.label, address = excluded.address,
      words = excluded.words, used_at = now()
    RETURNING ${COLUMNS}`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('an address was not kept');
  return ok(shown(row));
}

export async function noteUse(tx: Tx, id: string): Promise<Outcome<KeptAddress>> {
  const { rows } =
    await sql<Row>`UPDATE kept_addresses SET used_at = now() WHERE id = ${id} RETURNING ${COLUMNS}`.execute(tx);
  return rows[0] ? ok(shown(rows[0])) : problem('not_found');
}

export async function forget(tx: Tx, id: string): Promise<Outcome<{ removed: number }>> {
  const { rows } = await sql`DELETE FROM kept_addresses WHERE id = ${id} RETURNING id`.execute(tx);
  return rows.length > 0 ? ok({ removed: rows.length }) : problem('not_found');
}
