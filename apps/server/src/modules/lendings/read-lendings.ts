/** What a franchise said of the lending of its accounts, and what counts of it for one customer. */
import type { AccountLendings, CustomerLending, LendingLine } from '@scanship/contracts/carriers/lendings';
import type { CarrierAccount } from '@scanship/contracts/carriers/carriers';
import { sql } from 'kysely';
import type { RequestContext } from '../../platform/context.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { dayIn } from '../../platform/time-zone.ts';

/** Lines with the names of whom they are for; a group that was removed and a customer that is closed have none any more. */
export async function readLines(tx: Tx, lenderId: string, accountId: string): Promise<LendingLine[]> {
  const { rows } = await sql<LendingLine>`
    SELECT l.buyer_kind AS kind, l.buyer_id AS id, coalesce(c.name, g.name, p.name, '') AS name, l.lent, l.left_out AS "leftOut"
    FROM account_lendings AS l
    LEFT JOIN franchise_customers AS c ON c.tenant_id = l.tenant_id AND c.customer_id = l.buyer_id AND c.state <> 'closed'
    LEFT JOIN customer_groups AS g ON g.tenant_id = l.tenant_id AND g.id = l.buyer_id AND g.removed_at IS NULL
    LEFT JOIN plans AS p ON p.tenant_id = l.tenant_id AND p.id = l.buyer_id
    WHERE l.tenant_id = ${lenderId} AND l.account_id = ${accountId}
      AND (l.buyer_id IS NULL OR coalesce(c.customer_id, g.id, p.id) IS NOT NULL)
    ORDER BY CASE l.buyer_kind WHEN 'everybody' THEN 0 WHEN 'plan' THEN 1 WHEN 'group' THEN 2 ELSE 3 END, lower(coalesce(c.name, g.name, p.name, '')), l.id`.execute(
    tx,
  );
  return rows;
}

export const servicesOf = ({ services }: CarrierAccount): AccountLendings['services'] =>
  services.map(({ code, name }) => ({ code, name }));

export async function readAccountLendings(
  tx: Tx,
  ctx: Pick<RequestContext, 'tenantId'>,
  account: CarrierAccount,
): Promise<AccountLendings> {
  const named = (table: 'plans' | 'customer_groups') =>
    sql<{ id: string; name: string }>`SELECT id, name FROM ${sql.table(table)} WHERE tenant_id = ${ctx.tenantId}
      ${table === 'customer_groups' ? sql`AND removed_at IS NULL` : sql``} ORDER BY lower(name)`.execute(tx);
  return {
    services: servicesOf(account),
    lines: await readLines(tx, ctx.tenantId, account.id),
    plans: (await named('plans')).rows,
    groups: (await named('customer_groups')).rows,
  };
}

interface Counting {
  readonly account: string;
  readonly from: CustomerLending['from'];
  readonly name: string | null;
  readonly lent: boolean | null;
  readonly leftOut: readonly string[] | null;
}

/** Of each account the line that counts for a customer, by the very function that decides about its grants. */
export async function readCustomerLendings(
  db: Database,
  ctx: Pick<RequestContext, 'tenantId' | 'timeZone' | 'rights'>,
  customerId: string,
  accounts: readonly CarrierAccount[],
  options: { readonly now: Date; readonly withTest: boolean },
): Promise<CustomerLending[]> {
  const { rows } = await db.tenant(
    ctx,
    (tx) =>
      sql<Counting>`
        SELECT a.id AS account, coalesce(l.buyer_kind, 'none') AS "from", coalesce(g.name, p.name) AS name, l.lent, l.left_out AS "leftOut"
        FROM unnest(${accounts.map(({ id }) => id)}::uuid[]) AS a(id)
        LEFT JOIN LATERAL maintenance.counting_lending(${ctx.tenantId}::uuid, ${customerId}::uuid, a.id) AS l ON true
        LEFT JOIN customer_groups AS g ON g.tenant_id = ${ctx.tenantId} AND g.id = l.buyer_id
        LEFT JOIN plans AS p ON p.tenant_id = ${ctx.tenantId} AND p.id = l.buyer_id`.execute(tx),
    { readOnly: true },
  );
  const counting = new Map(rows.map((row) => [row.account, row]));
  const month = ctx.rights.has('money.view') ? await monthOf(db, ctx, customerId, options) : undefined;
  return accounts.map((account) => {
    const line = counting.get(account.id);
    return {
      accountId: account.id,
      carrier: account.carrier,
      carrierName: account.carrierName,
      name: account.name,
      services: servicesOf(account),
      lent: line?.lent ?? true,
      leftOut: [...(line?.leftOut ?? [])],
      from: line?.from ?? 'none',
      fromName: line?.name ?? '',
      month: month === undefined ? null : (month.get(account.id) ?? []),
    };
  });
}

/** What labels that were not cancelled cost the customer this month, in the franchise's time zone, by account. */
async function monthOf(
  db: Database,
  ctx: Pick<RequestContext, 'timeZone'>,
  customerId: string,
  options: { readonly now: Date; readonly withTest: boolean },
): Promise<ReadonlyMap<string, { minor: number; currency: string }[]>> {
  const { rows } = await db.tenant(
    { tenantId: customerId },
    (tx) =>
      sql<{ account: string; minor: number; currency: string }>`
        SELECT g.account_id AS account, s.currency, sum(s.price_minor)::int8 AS minor
        FROM shipments AS s JOIN account_grants AS g ON g.tenant_id = s.tenant_id AND g.id = s.grant_id
        WHERE s.tenant_id = ${customerId} AND s.state = 'bought' AND s.price_minor <> 0 AND (${options.withTest} OR NOT s.test)
          AND s.bought_at >= ${`${dayIn(options.now, ctx.timeZone).slice(0, 7)}-01`}::date AT TIME ZONE ${ctx.timeZone}
        GROUP BY g.account_id, s.currency ORDER BY s.currency`.execute(tx),
    { readOnly: true },
  );
  const sums = new Map<string, { minor: number; currency: string }[]>();
  for (const { account, minor, currency } of rows)
    sums.set(account, [...(sums.get(account) ?? []), { minor, currency }]);
  return sums;
}
