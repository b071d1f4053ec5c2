/** What a mail is made of, and how it is queued: in the transaction of its cause, as an effect of the journal. */
import type { MailTemplate } from '@scanship/contracts/network/mail-outbox';
import type { Json } from '@scanship/domain/values/json';
import { sql } from 'kysely';
import type { Sealer } from '../../platform/crypto/sealer.ts';
import { actAs, type Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { json } from '../../platform/database/json-column.ts';
import type { JournalRef } from '../../platform/journal/handler.ts';
import { REQUEST_SEAL } from '../../platform/journal/journal-store.ts';
import { listMail } from './customer-mails.ts';
import type { WorkingRole } from '../../platform/database/roles.ts';

export type MailLanguage = 'en' | 'fr';

/** A moment as the person reads it. */
export interface LocalMoment {
  /** ISO 8601 in UTC. */
  readonly at: string;
  readonly timeZone: string;
}

/** Every row has a cell for each head; the first names it. */
export interface MailTable {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly note?: string | undefined;
}

export interface MailFile {
  readonly fileName: string;
  readonly contentType: string;
  readonly base64: string;
}

/** What each kind of mail tells. Whatever a person or franchise typed is text here; the layout escapes it. */
export interface MailData {
  readonly verify_account: {
    readonly userName: string;
    readonly code: string;
    readonly link: string;
    readonly minutes: number;
  };
  readonly already_registered: { readonly signInLink: string; readonly resetLink: string };
  readonly reset_password: { readonly userName: string; readonly link: string; readonly minutes: number };
  readonly sign_in_code: {
    readonly code: string;
    readonly device: string;
    readonly ip: string;
    readonly minutes: number;
  };
  readonly confirm_email: { readonly code: string; readonly minutes: number };
  readonly email_changing: { readonly newEmail: string };
  readonly email_changed: { readonly newEmail: string };
  readonly password_changed: { readonly when: LocalMoment; readonly resetLink: string };
  readonly second_factor_changed: {
    readonly change:
      | 'totp_added'
      | 'totp_removed'
      | 'passkey_added'
      | 'passkey_removed'
      | 'recovery_renewed'
      | 'recovery_used';
    /** Name of the passkey; how many recovery codes are left. */
    readonly detail: string;
    readonly when: LocalMoment;
  };
  readonly new_device: {
    readonly device: string;
    readonly ip: string;
    readonly when: LocalMoment;
    readonly resetLink: string;
  };
  readonly invitation: {
    readonly inviterName: string;
    readonly tenantName: string;
    readonly link: string;
    readonly days: number;
  };
  readonly invitation_accepted: { readonly personName: string; readonly tenantName: string; readonly email: string };
  /** For other modules: their own words, in the person's language. */
  readonly notice: {
    readonly subject: string;
    readonly paragraphs: readonly string[];
    /** A line each, before the button. */
    readonly links?: readonly { readonly label: string; readonly link: string }[] | undefined;
    /** After them. */
    readonly closing?: readonly string[] | undefined;
    readonly button?: { readonly label: string; readonly link: string } | undefined;
    /** After the paragraphs. */
    readonly tables?: readonly MailTable[] | undefined;
    /** Enclosed. */
    readonly files?: readonly MailFile[] | undefined;
  };
}

/** What must still be so of the person a mail goes to; the module that queues such mails answers it. */
export type MailCondition = 'sees-report' | 'sees-monday-report';

export type AskCondition = (mail: {
  readonly tenantId: string;
  readonly userId: string | null;
  readonly to: string;
}) => Promise<boolean>;

export interface Mail<T extends MailTemplate = MailTemplate> {
  readonly template: T;
  /** Address only, no display name. */
  readonly to: string;
  readonly language: MailLanguage;
  readonly data: MailData[T];
  /** Not sent any more after this: its code or link would be of no use. */
  readonly expiresAt?: Date | undefined;
  /** Asked again before it is sent, however long it waited. */
  readonly onlyWhile?: MailCondition | undefined;
  /** Two mails with the same key are one; default: every mail is its own. */
  readonly once?: string | undefined;
}

/** Whose mail it is. */
export interface MailOwner {
  /** The company in whose log it stands. */
  readonly tenantId: string;
  /** The franchise whose brand it wears. */
  readonly franchiseId: string;
  readonly userId?: string | undefined;
}

/** What is sealed with the effect: all that is needed to send it, so that it reads the same however late. */
export interface QueuedMail {
  readonly mail: { [T in MailTemplate]: Omit<Mail<T>, 'expiresAt' | 'onlyWhile' | 'once'> }[MailTemplate];
  readonly franchiseId: string;
  readonly queuedAt: string;
  readonly expiresAt: string | null;
  readonly onlyWhile?: MailCondition | undefined;
}

export type QueueMail = <T extends MailTemplate>(
  tx: Tx,
  owner: MailOwner,
  mail: Mail<T>,
  now: Date,
) => Promise<QueuedRef>;

export interface QueuedRef extends JournalRef {
  /** Whether it was queued now; false: one with the same `once` was before. */
  readonly isNew: boolean;
}

/**
 * Queues a mail in whatever transaction is running and whoever it works as: it is sent only if that is kept. Hand the answer to
 * `MailModule.soon` after the transaction; without that the sweeper finds the mail a second later.
 */
export const createMailQueue =
  (sealer: Sealer): QueueMail =>
  (tx, owner, mail, now) =>
    asTenant(tx, owner.tenantId, async () => {
      const id = newId();
      const { expiresAt, onlyWhile, once, ...rest } = mail;
      const queued = {
        mail: rest,
        franchiseId: owner.franchiseId,
        queuedAt: now.toISOString(),
        expiresAt: expiresAt?.toISOString() ?? null,
        onlyWhile,
      };
      // Plain data through and through; JSON drops what is undefined.
      const value = JSON.parse(JSON.stringify(queued)) as Json;
      const queuedNow = await tx
        .insertInto('effects')
        .values({
          tenant_id: owner.tenantId,
          id,
          kind: 'email',
          subject_kind: 'user',
          subject_id: owner.userId ?? owner.tenantId,
          payload: json({ template: mail.template, to: mail.to, language: mail.language }),
          intent_key: once === undefined ? `mail/${id}` : `mail/${once}`,
          due_at: sql<Date>`clock_timestamp()`,
          sealed: sealer.sealJson(owner.tenantId, id, REQUEST_SEAL, value).sealed,
          created_by: owner.userId ?? null,
        })
        .onConflict((conflict) => conflict.columns(['tenant_id', 'intent_key']).doNothing())
        .returning('id')
        .executeTakeFirst();
      if (queuedNow && owner.tenantId !== owner.franchiseId)
        await listMail(tx, { customerId: owner.tenantId, id, template: mail.template, to: mail.to, at: now });
      return { table: 'effects', tenantId: owner.tenantId, id, isNew: queuedNow !== undefined };
    });

interface Was {
  readonly role: WorkingRole;
  readonly tenant: string;
  readonly realm: string;
}

/** Works as the tenant and goes back to whoever the transaction worked as before. */
const asTenant = async <T>(tx: Tx, tenantId: string, work: () => Promise<T>): Promise<T> => {
  const { rows } = await sql<Was>`
    SELECT current_setting('role') AS role, coalesce(current_setting('app.tenant', true), '') AS tenant,
           coalesce(current_setting('app.realm', true), '') AS realm`.execute(tx);
  const [was] = rows;
  await actAs(tx, { role: 'app_tenant', tenantId });
  const value = await work();
  if (was)
    await actAs(tx, {
      role: was.role,
      ...(was.tenant ? { tenantId: was.tenant } : {}),
      ...(was.realm ? { realmId: was.realm } : {}),
    });
  return value;
};
