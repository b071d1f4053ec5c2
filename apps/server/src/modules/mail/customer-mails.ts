/** The franchise's list of its customers' mails: a row when one is queued, its outcome when there is one. */
import type { MailTemplate, MAIL_STATES } from '@scanship/contracts/network/mail-outbox';
import { sql } from 'kysely';
import { actAs, type Tx } from '../../platform/database/database.ts';

export interface ListedMail {
  readonly customerId: string;
  readonly id: string;
  readonly template: MailTemplate;
  readonly to: string;
  readonly at: Date;
}

/** Franchise of the current tenant where that is a customer. Runs as the customer. */
const franchiseOf = async (tx: Tx, tenantId: string): Promise<string | undefined> => {
  const row = await tx.selectFrom('tenants').select(['realm_id', 'kind']).where('id', '=', tenantId).executeTakeFirst();
  return row?.kind === 'customer' ? row.realm_id : undefined;
};

/** Runs as the customer, and works as it afterwards. */
export async function listMail(tx: Tx, mail: ListedMail): Promise<void> {
  const franchiseId = await franchiseOf(tx, mail.customerId);
  if (franchiseId === undefined) return;
  await actAs(tx, { role: 'app_tenant', tenantId: franchiseId });
  await tx
    .insertInto('customer_mails')
    .values({
      tenant_id: franchiseId,
      id: mail.id,
      customer_id: mail.customerId,
      template: mail.template,
      recipient: mail.to,
      created_at: mail.at,
    })
    .execute();
  await actAs(tx, { role: 'app_tenant', tenantId: mail.customerId });
}

/** Runs as the mail's tenant, and works as it afterwards. Mails from before there was a list are in none. */
export async function listOutcome(
  tx: Tx,
  mail: { readonly tenantId: string; readonly id: string },
  outcome: { readonly state: (typeof MAIL_STATES)[number]; readonly problem: string | null },
): Promise<void> {
  const franchiseId = await franchiseOf(tx, mail.tenantId);
  if (franchiseId === undefined) return;
  await actAs(tx, { role: 'app_tenant', tenantId: franchiseId });
  await tx
    .updateTable('customer_mails')
    .set({
      state: outcome.state,
      problem: outcome.problem,
      ...(outcome.state === 'sent' ? { sent_at: sql<Date>`clock_timestamp()` } : {}),
    })
    .where('tenant_id', '=', franchiseId)
    .where('id', '=', mail.id)
    .execute();
  await actAs(tx, { role: 'app_tenant', tenantId: mail.tenantId });
}
