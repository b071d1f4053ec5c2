/** Credit notes: the only way to correct an invoice. The correction is booked now and stands on the next month's invoice. */
import { allocate, money, negate } from '@scanship/domain/money/money';
import type { PriceLine } from '@scanship/domain/shipping/shipment';
import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { RequestContext } from '../../platform/context.ts';
import type { Database } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { json } from '../../platform/database/json-column.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { dayIn } from '../../platform/time-zone.ts';
import { bookCharge } from '../billing/index.ts';
import { parseTaxes } from './invoice-rows.ts';
import { takeNumbers } from './numbers.ts';
import { readSettings } from './settings.ts';

/**
 * Credits a part of an invoice, its taxes in proportion. Problems: `not_found`; `validation` for more than is left of it.
 */
export const creditInvoice = (
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  ctx: RequestContext,
  invoiceId: string,
  given: { readonly amountMinor: number; readonly reason: string },
): Promise<Outcome<string>> =>
  db.tenant(ctx, async (tx): Promise<Outcome<string>> => {
    const sellerId = ctx.tenantId;
    const invoice = await tx
      .selectFrom('invoices')
      .select(['id', 'party_id', 'currency', 'charges_minor', 'taxes'])
      .where('tenant_id', '=', sellerId)
      .where('id', '=', invoiceId)
      .executeTakeFirst();
    if (!invoice) return problem('not_found');
    const { creditPrefix } = await readSettings(tx, sellerId);
    const day = dayIn(clock.now(), ctx.timeZone);
    // Two notes on one invoice wait for each other here.
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`credit/${invoiceId}`}, 0))`.execute(tx);
    const credited = await tx
      .selectFrom('credit_notes')
      .select(({ fn }) => fn.sum<string | null>('amount_minor').as('minor'))
      .where('tenant_id', '=', sellerId)
      .where('invoice_id', '=', invoiceId)
      .executeTakeFirst();
    const left = invoice.charges_minor - Number(credited?.minor ?? 0);
    if (given.amountMinor > left)
      return problem('validation', {
        errors: [
          {
            field: 'amountMinor',
            code: 'too_much',
            message: 'That is more than is left of this invoice. Enter a smaller amount.',
          },
        ],
      });
    const { currency } = invoice;
    const amount = money(given.amountMinor, currency);
    const named = parseTaxes(invoice.taxes).filter(({ minor }) => minor > 0);
    const taxed = named.reduce((total, { minor }) => total + minor, 0);
    const parts = allocate(amount, [Math.max(0, invoice.charges_minor - taxed), ...named.map(({ minor }) => minor)]);
    const shares = named.map((tax, index) => ({ ...tax, minor: parts[index + 1]?.minor ?? 0 }));
    const tax = shares.reduce((total, { minor }) => total + minor, 0);
    const id = newId();
    const [number = ''] = await takeNumbers(tx, sellerId, 'credit', day, creditPrefix, 1);
    await tx
      .insertInto('credit_notes')
      .values({
        tenant_id: sellerId,
        id,
        number,
        invoice_id: invoiceId,
        party_id: invoice.party_id,
        amount_minor: amount.minor,
        tax_minor: tax,
        taxes: json(shares),
        currency,
        reason: given.reason,
        day,
        created_by: ctx.userId,
      })
      .execute();
    const lines: readonly PriceLine[] = [
      { kind: 'adjustment', code: 'credit-note', label: number, amount: negate(parts[0] ?? money(0, currency)) },
      ...shares.map(
        (share): PriceLine => ({
          kind: 'tax',
          code: share.code,
          label: share.label,
          amount: money(-share.minor, currency),
        }),
      ),
    ];
    await bookCharge(
      tx,
      {
        homeTenantId: sellerId,
        kind: 'credit-note',
        source: { kind: 'correction', id, note: `${number}: ${given.reason}`, createdBy: ctx.userId },
      },
      { from: sellerId, to: invoice.party_id, price: negate(amount), lines },
    );
    return { ok: true, value: number };
  });
