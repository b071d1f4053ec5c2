/**
 * E-mails: which were sent to whom and what became of them; and, on the demo only, the mails themselves, for a page that
 * shows what would have been sent (issue 4, line 1).
 */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { id, idParams } from '../common.ts';

const moment = z.iso.datetime();

/** Kinds of mail; the words are in `apps/server/src/modules/mail/templates`. */
export const MAIL_TEMPLATES = [
  'verify_account',
  'already_registered',
  'reset_password',
  'sign_in_code',
  'confirm_email',
  'email_changing',
  'email_changed',
  'password_changed',
  'second_factor_changed',
  'new_device',
  'invitation',
  'invitation_accepted',
  'notice',
] as const;
export type MailTemplate = (typeof MAIL_TEMPLATES)[number];

/**
 * waiting: not sent yet (or tried again later); sent: the receiving server took it; refused: it did not, `problem` says why;
 * unknown: the connection broke after the mail was handed over, and it is not sent twice; expired: its code was no good any
 * more before it could be sent.
 */
export const MAIL_STATES = ['waiting', 'sent', 'refused', 'unknown', 'expired'] as const;

export const mailRecord = z.object({
  id,
  /** Of a customer's person; null: of the own company. */
  customer: z.nullable(z.object({ id, name: z.string() })),
  template: z.enum(MAIL_TEMPLATES),
  to: z.string(),
  state: z.enum(MAIL_STATES),
  /** What the receiving server said, or why it waits. */
  problem: z.nullable(z.string()),
  createdAt: moment,
  sentAt: z.nullable(moment),
});
export type MailRecordDto = z.infer<typeof mailRecord>;

/** Never the contents: they hold codes and links. */
export const getMailLog = defineCall({
  id: 'getMailLog',
  method: 'GET',
  path: '/mail/log',
  summary:
    'E-mails of the company, a franchise’s customers included, and what became of them; a hundred a page, newest first',
  auth: 'access',
  roles: ['ROLE_CUSTOMER_ADMIN', 'ROLE_FRANCHISE_ADMIN', 'ROLE_SUPPORT', 'ROLE_SUPER_ADMIN'],
  query: z.object({
    state: z.optional(z.enum(MAIL_STATES)),
    /** Only of this customer. */
    customerId: z.optional(id),
    /** The `next` of the page above. */
    before: z.optional(id),
  }),
  data: z.object({
    mails: z.array(mailRecord),
    /** Ask again with `before` set to it; null: that was all. */
    next: z.nullable(id),
  }),
});

export const outboxEntry = z.object({
  id,
  to: z.string(),
  /** "Maple Ship <no-reply@localhost>". */
  from: z.string(),
  subject: z.string(),
  template: z.enum(MAIL_TEMPLATES),
  at: moment,
});
export type OutboxEntryDto = z.infer<typeof outboxEntry>;

/**
 * Exists only while the demo runs, never in PROD, and only where no SMTP_URL is set (else `not_found`): mails of the
 * franchise of the host and of the platform's staff, newest first, 200 at most. Needs no sign-in, because the codes in
 * them are needed before one.
 */
export const getOutbox = defineCall({
  id: 'getOutbox',
  method: 'GET',
  path: '/mail/outbox',
  summary: 'E-mails kept instead of sent (demo only)',
  auth: 'public',
  data: z.object({ mails: z.array(outboxEntry) }),
});

export const getOutboxMail = defineCall({
  id: 'getOutboxMail',
  method: 'GET',
  path: '/mail/outbox/{id}',
  summary: 'One kept e-mail (demo only)',
  auth: 'public',
  params: idParams,
  data: z.extend(outboxEntry, {
    messageId: z.string(),
    text: z.string(),
    /** A whole document; show it in a sandboxed frame (`srcdoc`, no scripts). Pictures are data addresses. */
    html: z.string(),
  }),
});
