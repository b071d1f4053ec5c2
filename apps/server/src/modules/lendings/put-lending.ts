/** Says whom an account is lent to. Grants follow in the same transaction (`maintenance.lending_changed`). */
import type { CarrierAccount } from '@scanship/contracts/carriers/carriers';
import type { LendingLine } from '@scanship/contracts/carriers/lendings';
import { sql } from 'kysely';
import type { RequestContext } from '../../platform/context.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { toJson } from '../../platform/database/json-column.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { readLines } from './read-lendings.ts';

export interface LendingWish {
  readonly kind: LendingLine['kind'];
  readonly ids: readonly string[];
  readonly lending: { readonly lent: boolean; readonly leftOut: readonly string[] } | null;
}

export interface LendingChange {
  /** Whom the lines are for, by name; empty for everybody. */
  readonly names: readonly string[];
  /** Former lines of them; who had none is not among them. */
  readonly before: readonly LendingLine[];
}

const wrong = (field: string, message: string): Outcome<never> =>
  problem('validation', { errors: [{ field, code: field, message }] });

/** @param account one that the franchise ships with, with the services it may lend */
export const putLending = (
  db: Database,
  ctx: Pick<RequestContext, 'tenantId' | 'userId'>,
  account: CarrierAccount,
  wish: LendingWish,
): Promise<Outcome<LendingChange>> =>
  db.tenant(ctx, async (tx): Promise<Outcome<LendingChange>> => {
    // Before anything is read: two people who say something of it wait for one another here.
    await sql`SELECT pg_advisory_xact_lock(maintenance.lendings_lock(${ctx.tenantId}::uuid))`.execute(tx);
    const ids = [...new Set(wish.ids)];
    if (wish.kind === 'everybody' ? ids.length > 0 : ids.length === 0 || (wish.kind !== 'buyer' && ids.length > 1))
      return wrong('ids', 'Name the customers, the group or the plan this is for.');
    const names = await namesOf(tx, ctx.tenantId, wish.kind, ids);
    if (names.length < ids.length)
      return wrong('ids', 'One of these customers, groups or plans is not there any more.');
    const lines = await readLines(tx, ctx.tenantId, account.id);
    const before = lines.filter(({ kind, id }) => kind === wish.kind && (id === null || ids.includes(id)));
    const { lending } = wish;
    if (lending) {
      const known = new Set([...account.services.map(({ code }) => code), ...before.flatMap(({ leftOut }) => leftOut)]);
      const strange = lending.leftOut.find((code) => !known.has(code));
      if (strange !== undefined) return wrong('leftOut', `${account.carrierName} has no service ${strange}.`);
      if (
        lending.lent &&
        account.services.length > 0 &&
        account.services.every(({ code }) => lending.leftOut.includes(code))
      )
        return wrong('leftOut', 'No service would be left. Leave one in, or do not lend the account.');
    }
    const buyers: readonly (string | null)[] = wish.kind === 'everybody' ? [null] : ids;
    if (lending === null)
      await sql`DELETE FROM account_lendings WHERE tenant_id = ${ctx.tenantId} AND account_id = ${account.id}
        AND ${wish.kind === 'everybody' ? sql`buyer_id IS NULL` : sql`buyer_id = ANY (${ids}::uuid[])`}`.execute(tx);
    else
      await sql`INSERT INTO account_lendings AS l (tenant_id, id, account_id, buyer_kind, buyer_id, lent, left_out, changed_by)
        SELECT ${ctx.tenantId}::uuid, r.id, ${account.id}::uuid, ${wish.kind}, r.buyer, ${lending.lent},
          ${toJson([...new Set(lending.leftOut)].toSorted())}::jsonb, ${ctx.userId}::uuid
        FROM json_to_recordset(${toJson(buyers.map((buyer) => ({ id: newId(), buyer })))}::json) AS r(id uuid, buyer uuid)
        ON CONFLICT (tenant_id, account_id, buyer_id) DO UPDATE SET lent = excluded.lent, left_out = excluded.left_out,
          changed_by = excluded.changed_by, changed_at = now()`.execute(tx);
    return { ok: true, value: { names, before } };
  });

async function namesOf(
  tx: Tx,
  tenantId: string,
  kind: LendingLine['kind'],
  ids: readonly string[],
): Promise<readonly string[]> {
  if (kind === 'everybody') return [];
  const from = {
    buyer: sql`franchise_customers AS n WHERE n.state <> 'closed' AND n.customer_id`,
    group: sql`customer_groups AS n WHERE n.removed_at IS NULL AND n.id`,
    plan: sql`plans AS n WHERE n.id`,
  }[kind];
  const { rows } = await sql<{ name: string }>`SELECT n.name FROM ${from} = ANY (${[...ids]}::uuid[])
    AND n.tenant_id = ${tenantId} ORDER BY lower(n.name)`.execute(tx);
  return rows.map(({ name }) => name);
}
