/** Statements of any span of days, straight from the books. */
import type { StatementData } from '@scanship/contracts/money/statements';
import { money } from '@scanship/domain/money/money';
import { taxSummary, totalsOf } from '@scanship/domain/money/statement';
import { sql } from 'kysely';
import type { RequestContext } from '../../platform/context.ts';
import type { Database } from '../../platform/database/database.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { addDays, startOfDay } from '../../platform/time-zone.ts';
import { type Span, sumSpan } from './line-sources.ts';
import { readPartners, type Side } from './partners.ts';
import { type Company, readCompany, readShippers } from './seller.ts';

export interface SpanWish {
  readonly side: Side;
  readonly partnerId: string;
  readonly currency: string;
  readonly from: string;
  readonly to: string;
}

export interface OpenedSpan {
  readonly span: Span;
  readonly seller: Company;
  readonly buyer: Company;
  readonly partnerName: string;
}

/** Days of the seller's clock. Problems: `not_found` for a partner without an account, `validation` for the days. */
export async function openSpan(db: Database, ctx: RequestContext, wish: SpanWish): Promise<Outcome<OpenedSpan>> {
  if (wish.to < wish.from)
    return problem('validation', {
      errors: [{ field: 'to', code: 'order', message: 'The last day is before the first. Choose a later one.' }],
    });
  const partner = (await readPartners(db, ctx.tenantId, wish.side)).find(
    ({ id, currency }) => id === wish.partnerId && currency === wish.currency,
  );
  if (!partner) return problem('not_found');
  const [sellerId, buyerId] = wish.side === 'owed' ? [partner.id, ctx.tenantId] : [ctx.tenantId, partner.id];
  const seller = await readCompany(db, sellerId);
  const buyer = await readCompany(db, buyerId);
  if (!seller || !buyer) return problem('not_found');
  const from = startOfDay(wish.from, seller.timeZone);
  const until = startOfDay(addDays(wish.to, 1), seller.timeZone);
  const returns: string[] = [];
  for (const tenantId of await readShippers(db, buyerId)) {
    const { rows } = await db.tenant(
      { tenantId },
      (tx) =>
        sql<{
          id: string;
        }>`SELECT p.id FROM shipments s JOIN purchases p ON p.tenant_id = s.tenant_id AND p.shipment_id = s.id
          WHERE s.tenant_id = ${tenantId} AND s.direction = 'return' AND s.bought_at >= ${from} AND s.bought_at < ${until}`.execute(
          tx,
        ),
      { readOnly: true },
    );
    returns.push(...rows.map(({ id }) => id));
  }
  const span: Span = { sellerId, buyerId, currency: wish.currency, from, until, returns };
  return { ok: true, value: { span, seller, buyer, partnerName: partner.name } };
}

export async function readStatement(db: Database, opened: OpenedSpan, wish: SpanWish): Promise<StatementData> {
  const { currency } = wish;
  const sums = await db.tenant({ tenantId: opened.span.sellerId }, (tx) => sumSpan(tx, opened.span), {
    isolation: 'repeatable read',
    readOnly: true,
  });
  const totals = totalsOf(money(sums.openingMinor, currency), sums.groups);
  return {
    partnerName: opened.partnerName,
    fromDay: wish.from,
    toDay: wish.to,
    ...totals,
    groups: [...sums.groups],
    taxes: taxSummary(sums.shares, totals.tax).map(({ code, label, ratePpm, amount }) => ({
      code,
      label,
      ratePpm,
      amount,
    })),
  };
}
