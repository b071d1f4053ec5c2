/** Invoices as people see them: a seller all of its own, a buyer those that are its. Paid or not follows from the books. */
import type { InvoiceDetail, InvoiceList, InvoiceSummary } from '@scanship/contracts/money/statements';
import { money } from '@scanship/domain/money/money';
import { invoiceState, monthAfter } from '@scanship/domain/money/statement';
import type { RequestContext } from '../../platform/context.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { addDays, dayIn } from '../../platform/time-zone.ts';
import { readSettled } from '../billing/index.ts';
import { parseSections, parseTaxes } from './invoice-rows.ts';
import { readPartners, type Side } from './partners.ts';
import { readCompany } from './seller.ts';

const COLUMNS = [
  'id',
  'number',
  'month',
  'party_id',
  'party_name',
  'currency',
  'charges_minor',
  'issued_day',
  'due_day',
] as const;
interface Row {
  readonly id: string;
  readonly number: string;
  readonly month: string;
  readonly party_id: string;
  readonly party_name: string;
  readonly currency: string;
  readonly charges_minor: number;
  readonly issued_day: string;
  readonly due_day: string;
}

interface Standing {
  readonly open: ReadonlyMap<string, number>;
  readonly credited: ReadonlyMap<string, number>;
}

const standingOf = async (tx: Tx, sellerId: string, buyerId: string | undefined): Promise<Standing> => {
  const settled = await readSettled(tx, sellerId, buyerId);
  let query = tx
    .selectFrom('credit_notes')
    .select(({ fn }) => ['invoice_id', fn.sum<string>('amount_minor').as('minor')])
    .where('tenant_id', '=', sellerId)
    .groupBy('invoice_id');
  if (buyerId !== undefined) query = query.where('party_id', '=', buyerId);
  const credits = await query.execute();
  return {
    open: new Map(settled.flatMap(({ allotment }) => [...allotment.open])),
    credited: new Map(credits.map((row) => [row.invoice_id, Number(row.minor)])),
  };
};

const summaryOf = (row: Row, sellerName: string, standing: Standing, today: string): InvoiceSummary => {
  const open = standing.open.get(row.id) ?? 0;
  return {
    id: row.id,
    number: row.number,
    month: row.month,
    sellerName,
    buyerId: row.party_id,
    buyerName: row.party_name,
    issuedDay: row.issued_day,
    dueDay: row.due_day,
    state: invoiceState(open, row.due_day, today),
    charges: money(row.charges_minor, row.currency),
    open: money(open, row.currency),
    credited: money(standing.credited.get(row.id) ?? 0, row.currency),
  };
};

interface ListWish {
  readonly side: Side;
  readonly buyerId?: string | undefined;
  readonly state?: InvoiceSummary['state'] | undefined;
  readonly page?: number | undefined;
  readonly size?: number | undefined;
}

/** A page of invoices. A state follows from all payments, so invoices are few enough to be told apart here, by their ids. */
export async function listInvoices(db: Database, ctx: RequestContext, wish: ListWish, now: Date): Promise<InvoiceList> {
  const partners = await readPartners(db, ctx.tenantId, wish.side);
  const sellers = wish.side === 'sold' ? [ctx.tenantId] : [...new Set(partners.map(({ id }) => id))];
  const buyerId = wish.side === 'sold' ? wish.buyerId : ctx.tenantId;
  const found: InvoiceSummary[] = [];
  for (const sellerId of sellers) {
    const seller = await readCompany(db, sellerId);
    if (!seller) continue;
    const today = dayIn(now, seller.timeZone);
    found.push(
      ...(await db.tenant(
        { tenantId: sellerId },
        async (tx) => {
          const standing = await standingOf(tx, sellerId, buyerId);
          let query = tx.selectFrom('invoices').select(COLUMNS).where('tenant_id', '=', sellerId);
          if (buyerId !== undefined) query = query.where('party_id', '=', buyerId);
          const rows = await query.orderBy('month', 'desc').orderBy('number', 'desc').execute();
          return rows.map((row) => summaryOf(row, seller.name, standing, today));
        },
        { readOnly: true },
      )),
    );
  }
  const chosen = wish.state === undefined ? found : found.filter(({ state }) => state === wish.state);
  const { page = 1, size = 50 } = wish;
  return {
    invoices: chosen.slice((page - 1) * size, page * size),
    totalRecords: chosen.length,
    totalPage: Math.max(1, Math.ceil(chosen.length / size)),
    currentPage: page,
    partners: partners.map(({ id, name, currency }) => ({ id, name, currency })),
  };
}

/** The seller of an invoice that the caller may see; undefined where there is none. */
export async function sellerOfInvoice(
  db: Database,
  ctx: RequestContext,
  invoiceId: string,
): Promise<string | undefined> {
  const has = (sellerId: string, buyerId: string | undefined): Promise<boolean> =>
    db.tenant(
      { tenantId: sellerId },
      async (tx) => {
        const row = await tx
          .selectFrom('invoices')
          .select('party_id')
          .where('tenant_id', '=', sellerId)
          .where('id', '=', invoiceId)
          .executeTakeFirst();
        return row !== undefined && (buyerId === undefined || row.party_id === buyerId);
      },
      { readOnly: true },
    );
  if (await has(ctx.tenantId, undefined)) return ctx.tenantId;
  for (const { id } of await readPartners(db, ctx.tenantId, 'owed')) if (await has(id, ctx.tenantId)) return id;
  return undefined;
}

export async function readInvoice(
  db: Database,
  ctx: Pick<RequestContext, 'tenantId' | 'rights'>,
  sellerId: string,
  invoiceId: string,
  now: Date,
): Promise<InvoiceDetail | undefined> {
  const seller = await readCompany(db, sellerId);
  if (!seller) return undefined;
  return db.tenant(
    { tenantId: sellerId },
    async (tx): Promise<InvoiceDetail | undefined> => {
      const row = await tx
        .selectFrom('invoices')
        .selectAll()
        .where('tenant_id', '=', sellerId)
        .where('id', '=', invoiceId)
        .executeTakeFirst();
      if (!row) return undefined;
      const notes = await tx
        .selectFrom('credit_notes')
        .select(['id', 'number', 'day', 'amount_minor', 'reason'])
        .where('tenant_id', '=', sellerId)
        .where('invoice_id', '=', invoiceId)
        .orderBy('number')
        .execute();
      const { currency } = row;
      const standing = await standingOf(tx, sellerId, row.party_id);
      const summary = summaryOf(row, seller.name, standing, dayIn(now, seller.timeZone));
      return {
        ...summary,
        opening: money(row.opening_minor, currency),
        settled: money(row.settled_minor, currency),
        tax: money(row.tax_minor, currency),
        closing: money(row.closing_minor, currency),
        groups: parseSections(row.sections).map(({ section, count, minor, taxMinor }) => ({
          section,
          count,
          amount: money(minor, currency),
          tax: money(taxMinor, currency),
        })),
        taxes: parseTaxes(row.taxes).map(({ code, label, ratePpm, minor }) => ({
          code,
          label,
          ratePpm,
          amount: money(minor, currency),
        })),
        fromDay: row.month,
        toDay: addDays(monthAfter(row.month), -1),
        termsDays: row.terms_days,
        entryCount: row.entry_count,
        creditNotes: notes.map(({ id, number, day, amount_minor, reason }) => ({
          id,
          number,
          day,
          amount: money(amount_minor, currency),
          reason,
        })),
        canCredit:
          sellerId === ctx.tenantId && ctx.rights.has('money.refund') && summary.charges.minor > summary.credited.minor,
      };
    },
    { readOnly: true },
  );
}
