/** How a seller writes its invoices. */
import type { RequestContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type Outcome, problem } from '../../platform/problem.ts';

export interface StatementSettings {
  readonly invoicePrefix: string;
  readonly creditPrefix: string;
  readonly autoClose: boolean;
  readonly mail: boolean;
  readonly termsDays: number;
  readonly legalName: string;
  readonly address: string;
  readonly paymentNote: string;
  readonly version: number;
}

const DEFAULTS: StatementSettings = {
  invoicePrefix: 'INV',
  creditPrefix: 'CN',
  autoClose: true,
  mail: true,
  termsDays: 30,
  legalName: '',
  address: '',
  paymentNote: '',
  version: 0,
};

/** Runs as the seller. */
export const readSettings = async (tx: Tx, sellerId: string): Promise<StatementSettings> => {
  const row = await tx
    .selectFrom('statement_settings')
    .selectAll()
    .where('tenant_id', '=', sellerId)
    .executeTakeFirst();
  return row
    ? {
        invoicePrefix: row.invoice_prefix,
        creditPrefix: row.credit_prefix,
        autoClose: row.auto_close,
        mail: row.mail,
        termsDays: row.terms_days,
        legalName: row.legal_name,
        address: row.address,
        paymentNote: row.payment_note,
        version: row.version,
      }
    : DEFAULTS;
};

/** Problem: `stale_version`. Runs as the seller. */
export const saveSettings = async (
  tx: Tx,
  ctx: RequestContext,
  given: StatementSettings,
): Promise<Outcome<StatementSettings>> => {
  const held = await readSettings(tx, ctx.tenantId);
  if (held.version !== given.version) return problem('stale_version');
  const columns = {
    invoice_prefix: given.invoicePrefix,
    credit_prefix: given.creditPrefix,
    auto_close: given.autoClose,
    mail: given.mail,
    terms_days: given.termsDays,
    legal_name: given.legalName,
    address: given.address,
    payment_note: given.paymentNote,
    version: held.version + 1,
    updated_at: new Date(),
  };
  await tx
    .insertInto('statement_settings')
    .values({ tenant_id: ctx.tenantId, ...columns })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(columns))
    .execute();
  return { ok: true, value: await readSettings(tx, ctx.tenantId) };
};

/** Payment terms of each customer that has its own. Only a franchise's record holds them. Runs as the seller. */
export const readTerms = async (tx: Tx, sellerId: string): Promise<ReadonlyMap<string, number>> => {
  const rows = await tx
    .selectFrom('franchise_customers')
    .select(['customer_id', 'terms_days'])
    .where('tenant_id', '=', sellerId)
    .execute();
  return new Map(rows.map((row) => [row.customer_id, row.terms_days]));
};
