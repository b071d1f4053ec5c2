/** What the people of a seller are told of their own sender: an exception while it is broken, and mails when that begins and ends. */
import { sql } from 'kysely';
import type { Database, Tx } from '../../../platform/database/database.ts';
import type { JournalRef } from '../../../platform/journal/handler.ts';
import type { Cause, ExceptionSource } from '../../exceptions/index.ts';
import type { MailModule } from '../../mail/index.ts';
import type { ToldCompany } from '../../roles/index.ts';
import { senderMail } from './sender-mail.ts';
import type { SenderRow } from './sender-rows.ts';

export type SenderMail = Pick<MailModule, 'queue' | 'soon' | 'links'>;
type Named = Pick<SenderRow, 'address' | 'domain'>;

/** A seller has one sender. */
export const senderKey = 'sender:own';
const PAGE = '/ecommerce/buyer-notices?tab=sender';

export const brokenCause = ({ address, domain }: Named): Cause => ({
  key: senderKey,
  kind: 'store',
  reason: 'sender-broken',
  summary: `Notices to buyers do not come from ${address} any more: the signing key is not published at ${domain}.`,
  nextStep:
    'Put the DKIM record back into the zone of the domain, then check it. Until then notices come from the address of your provider.',
  actions: ['open-sender'],
});

export const senderExceptions = (db: Database): ExceptionSource => ({
  prefixes: ['sender'],
  async causes(tenantId) {
    const { rows } = await db.tenant(
      { tenantId },
      (tx) =>
        sql<Named>`SELECT address, domain FROM sender_domains WHERE tenant_id = ${tenantId} AND state = 'broken'`.execute(
          tx,
        ),
      { readOnly: true },
    );
    return { causes: rows.map(brokenCause), complete: true };
  },
});

export interface SenderNews {
  readonly tenantId: string;
  readonly company: ToldCompany;
  /** Where the site is, where that is known. */
  readonly origin: string | undefined;
  readonly row: Named;
  readonly state: SenderRow['state'];
  readonly now: Date;
}

export async function tellSender(
  mail: SenderMail,
  tx: Tx,
  { tenantId, company: { franchiseId, language, people }, origin, row, state, now }: SenderNews,
): Promise<readonly JournalRef[]> {
  if (state === 'waiting') return [];
  const data = senderMail(language, state, row, origin === undefined ? undefined : `${origin}${PAGE}`);
  const refs: JournalRef[] = [];
  for (const { userId, email } of people)
    refs.push(
      await mail.queue(tx, { tenantId, franchiseId, userId }, { template: 'notice', to: email, language, data }, now),
    );
  return refs;
}
