/** The companies below a level, as the database knows them: few that are asked for, or counted, never all of them. */
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { addressed, type AnnouncementRow, type Author, buyerKindOf } from './announcement-rows.ts';
import { type Addressed, type Addressee, reaches } from './reach.ts';

export interface Company extends Addressee {
  readonly realmId: string;
  readonly locale: string;
  readonly timeZone: string;
}

/** What every company is for which `reaches` answers true; it has the last word. */
const mayBe = ({ by, audience, plans, chosen }: Addressed): RawBuilder<unknown> => {
  const buyer = sql`t.kind = ${buyerKindOf({ tenantKind: by })}`;
  switch (audience) {
    case 'everybody':
      return by === 'platform' ? sql`t.kind IN ('franchise', 'customer')` : buyer;
    case 'below':
      return buyer;
    case 'plans':
      return sql`${buyer} AND t.plan_code = ANY (${[...plans]}::text[])`;
    case 'chosen':
      return sql`${buyer} AND t.id = ANY (${[...chosen]}::uuid[])`;
  }
};

/** Companies that are switched on and may be reached, by id, the first after one. Runs in `db.reference`. */
export async function companiesNear(
  tx: Tx,
  authorId: string,
  to: Addressed,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<readonly Company[]> {
  const { rows } = await sql<Company>`
    SELECT t.id, t.kind, t.plan_code AS plan, t.realm_id AS "realmId", t.locale, t.time_zone AS "timeZone"
    FROM tenant_closure c JOIN tenants t ON t.id = c.descendant_id
    WHERE c.ancestor_id = ${authorId} AND c.depth > 0 AND t.state = 'active' AND ${mayBe(to)}
      ${after === null ? sql`` : sql`AND t.id > ${after}::uuid`}
    ORDER BY t.id LIMIT ${limit}`.execute(tx);
  return rows;
}

/** How many companies each announcement reaches. */
export type Reach = (row: AnnouncementRow) => number;

/** Counted once for all of them, by what `reaches` looks at. Runs in `db.reference`. */
export async function countReach(tx: Tx, author: Author, rows: readonly AnnouncementRow[]): Promise<Reach> {
  const named = [...new Set(rows.flatMap((row) => addressed(author, row).chosen))];
  const wide = rows.some(({ audience }) => audience === 'everybody');
  const { rows: groups } = await sql<Omit<Addressee, 'id'> & { companies: number; named: string[] }>`
    SELECT t.kind, t.plan_code AS plan, count(*)::int AS companies,
      coalesce(array_agg(t.id) FILTER (WHERE t.id = ANY (${named}::uuid[])), '{}') AS named
    FROM tenant_closure c JOIN tenants t ON t.id = c.descendant_id
    WHERE c.ancestor_id = ${author.tenantId} AND c.depth > 0 AND t.state = 'active'
      AND t.kind = ANY (${wide ? ['franchise', 'customer'] : [buyerKindOf(author)]}::text[])
    GROUP BY t.kind, t.plan_code`.execute(tx);
  return (row) => {
    const to = addressed(author, row);
    const inGroup = ({ kind, plan, companies, named: ids }: (typeof groups)[number]): number =>
      to.audience === 'chosen'
        ? ids.filter((id) => reaches(to, { id, kind, plan })).length
        : reaches(to, { id: '', kind, plan })
          ? companies
          : 0;
    return groups.reduce((all, group) => all + inGroup(group), 0);
  };
}

/** Of these, whom the level sells to, switched on or not. Runs in `db.reference`. */
export async function buyersAmong(tx: Tx, author: Author, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await buyersBelow(author, tx).where('t.id', 'in', ids).execute();
  return new Set(rows.map(({ id }) => id));
}

/** Whom the level may choose, and who is suspended meanwhile, by name. Runs in `db.reference`. */
export const listBuyers = (tx: Tx, author: Author): Promise<{ readonly id: string; readonly name: string }[]> =>
  buyersBelow(author, tx).where('t.state', '<>', 'closed').orderBy(sql`lower(t.name)`).orderBy('t.id').execute();

const buyersBelow = (author: Author, tx: Tx) =>
  tx
    .selectFrom('tenant_closure as c')
    .innerJoin('tenants as t', 't.id', 'c.descendant_id')
    .select(['t.id', 't.name'])
    .where('c.ancestor_id', '=', author.tenantId)
    .where('t.kind', '=', buyerKindOf(author));
