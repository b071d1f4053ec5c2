/** Mails kept instead of sent, for an installation without a mail server; the demo shows them. */
import type { OutboxEntryDto } from '@scanship/contracts/network/mail-outbox';
import { MAIL_TEMPLATES, type MailTemplate } from '@scanship/contracts/network/mail-outbox';
import type { Database } from '../../platform/database/database.ts';

export interface KeptMail {
  readonly realmId: string;
  readonly id: string;
  readonly template: MailTemplate;
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly messageId: string;
  readonly text: string;
  /** Enclosed pictures as data addresses. */
  readonly html: string;
  readonly at: Date;
}

/** Keeping it twice keeps it once. */
export const keepMail = (db: Database, mail: KeptMail): Promise<void> =>
  db.identity({ realmId: mail.realmId }, async (tx) => {
    await tx
      .insertInto('outbox_mails')
      .values({
        realm_id: mail.realmId,
        id: mail.id,
        template: mail.template,
        sender: mail.from,
        recipient: mail.to,
        subject: mail.subject,
        message_id: mail.messageId,
        text_part: mail.text,
        html_part: mail.html,
        at: mail.at,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });

const MOST = 200;

const entry = (row: {
  readonly id: string;
  readonly template: string;
  readonly sender: string;
  readonly recipient: string;
  readonly subject: string;
  readonly at: Date;
}): OutboxEntryDto => ({
  id: row.id,
  to: row.recipient,
  from: row.sender,
  subject: row.subject,
  template: MAIL_TEMPLATES.find((template) => template === row.template) ?? 'notice',
  at: row.at.toISOString(),
});

export const listOutbox = (db: Database, realmId: string): Promise<OutboxEntryDto[]> =>
  db.identity({ realmId }, async (tx) => {
    const rows = await tx
      .selectFrom('outbox_mails')
      .select(['id', 'template', 'sender', 'recipient', 'subject', 'at'])
      .where('realm_id', '=', realmId)
      .orderBy('id', 'desc')
      .limit(MOST)
      .execute();
    return rows.map(entry);
  });

export const readOutboxMail = (db: Database, realmId: string, id: string) =>
  db.identity({ realmId }, async (tx) => {
    const row = await tx
      .selectFrom('outbox_mails')
      .selectAll()
      .where('realm_id', '=', realmId)
      .where('id', '=', id)
      .executeTakeFirst();
    return row ? { ...entry(row), messageId: row.message_id, text: row.text_part, html: row.html_part } : undefined;
  });
