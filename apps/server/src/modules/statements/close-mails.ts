/** Tells the people of each buyer who may see money that an invoice is there, with a link to it. Each is told once. */
import { money, toDecimal } from '@scanship/domain/money/money';
import { actAs, type Tx } from '../../platform/database/database.ts';
import type { MailModule } from '../mail/index.ts';
import { readRoles } from '../roles/index.ts';
import { readMembers } from '../users/index.ts';
import type { ClosingMonth } from './close-invoices.ts';
import type { Company } from './seller.ts';
import { readSettings } from './settings.ts';

export type MailDeps = Pick<MailModule, 'queue' | 'soon' | 'links'>;

const INVOICES_A_STEP = 50;
/** A month that is made up for long after its end is nobody's news. */
export const NEWS_MS = 40 * 24 * 3_600_000;

interface Told {
  readonly userId: string;
  readonly email: string;
}

const billingPeople = async (tx: Tx, buyer: Company): Promise<readonly Told[]> => {
  await actAs(tx, { role: 'app_identity', realmId: buyer.realmId });
  const members = await readMembers(tx, { realmId: buyer.realmId, tenantId: buyer.id });
  await actAs(tx, { role: 'app_tenant', tenantId: buyer.id });
  const roles = await readRoles(tx, buyer.id, 'Advanced');
  return members
    .filter((member) => member.state === 'active' && member.verified_at !== null)
    .filter((member) => roles.find(({ id }) => id === member.role_id)?.rights.has('money.view'))
    .map((member) => ({ userId: member.id, email: member.email }));
};

const wordsOf = (
  buyer: Company,
  invoice: { readonly number: string; readonly total: string; readonly due: string },
  link: string | undefined,
) =>
  buyer.language === 'fr'
    ? {
        subject: `Facture ${invoice.number}`,
        paragraphs: [
          `Votre facture ${invoice.number} est prête.`,
          `Total : ${invoice.total}. À payer au plus tard le ${invoice.due}.`,
        ],
        ...(link === undefined ? {} : { button: { label: 'Voir la facture', link } }),
      }
    : {
        subject: `Invoice ${invoice.number}`,
        paragraphs: [
          `Your invoice ${invoice.number} is ready.`,
          `Total: ${invoice.total}. To be paid by ${invoice.due}.`,
        ],
        ...(link === undefined ? {} : { button: { label: 'See the invoice', link } }),
      };

/** Queues the mails of the next invoices of a month. @returns the last of them, or null when all are done */
export async function mailNext(
  tx: Tx,
  deps: MailDeps,
  closing: ClosingMonth,
  after: string | null,
  now: Date,
): Promise<string | null> {
  const sellerId = closing.seller.id;
  if (now.getTime() - closing.endsAt.getTime() > NEWS_MS || !(await readSettings(tx, sellerId)).mail) return null;
  let query = tx
    .selectFrom('invoices')
    .select(['id', 'number', 'party_id', 'currency', 'charges_minor', 'due_day'])
    .where('tenant_id', '=', sellerId)
    .where('month', '=', closing.month)
    .orderBy('id')
    .limit(INVOICES_A_STEP);
  if (after !== null) query = query.where('id', '>', after);
  const invoices = await query.execute();
  for (const invoice of invoices) {
    const buyer = closing.buyers.get(invoice.party_id);
    if (!buyer) continue;
    const franchiseId = buyer.kind === 'customer' ? buyer.realmId : buyer.id;
    const origin = await deps.links.of(franchiseId, undefined);
    const path = buyer.kind === 'customer' ? '/account/billing/statements' : '/customer/money/statements';
    const total = `${toDecimal(money(invoice.charges_minor, invoice.currency))} ${invoice.currency}`;
    const data = wordsOf(
      buyer,
      { number: invoice.number, total, due: invoice.due_day },
      origin === undefined ? undefined : `${origin}${path}/${invoice.id}`,
    );
    const people = await billingPeople(tx, buyer);
    for (const { userId, email } of people)
      await deps.queue(
        tx,
        { tenantId: buyer.id, franchiseId, userId },
        { template: 'notice', to: email, language: buyer.language, data, once: `invoice/${invoice.id}/${userId}` },
        now,
      );
    await actAs(tx, { role: 'app_tenant', tenantId: sellerId });
  }
  return invoices.length < INVOICES_A_STEP ? null : (invoices.at(-1)?.id ?? null);
}
