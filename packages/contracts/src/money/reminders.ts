/**
 * Reminders of overdue invoices: steps by mail, the last of which may stop a customer's shipping until it has paid, promises to pay,
 * and whom one does not remind. A seller's; the operator's buyers are its franchises, whose shipping is not stopped.
 */
import { MOST_REMINDER_DAYS, MOST_REMINDER_STEPS, REMINDER_KINDS } from '@scanship/domain/money/reminders';
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { currency, day, id, idParams, money, recordVersion, required } from '../common.ts';

const seller = {
  auth: 'access',
  roles: ['ROLE_FRANCHISE_ADMIN', 'ROLE_SUPER_ADMIN'],
  right: 'money.view',
} as const;
const changes = { ...seller, right: 'money.credit', audited: true } as const;

/** How far ahead somebody may promise. */
export const MOST_PROMISE_DAYS = 60;
/** Buyers of one press. */
export const MOST_REMINDED = 100;

export const reminderStep = z.object({
  days: z.int().check(z.minimum(1), z.maximum(MOST_REMINDER_DAYS)),
  kind: z.enum(REMINDER_KINDS),
});
const note = z.string().check(z.trim(), z.maxLength(500));

export const reminderSettings = z.object({
  on: z.boolean(),
  /** Days after the due day, ascending; shipping is stopped by the last one or by none. */
  steps: z.array(reminderStep).check(z.minLength(1), z.maxLength(MOST_REMINDER_STEPS)),
  /** Less than this overdue in a currency is not worth a mail. */
  leastMinor: z.int().check(z.minimum(0), z.maximum(1_000_000_00)),
  /** A sentence of the seller's own. */
  noteEn: note,
  noteFr: note,
  version: recordVersion,
});
export type ReminderSettings = z.infer<typeof reminderSettings>;

const invoiceLine = z.object({ number: z.string(), dueDay: day, open: money });
/** A mail as its reader has it. */
export const mailPreview = z.object({
  language: z.enum(['en', 'fr']),
  subject: z.string(),
  paragraphs: z.array(z.string()),
  links: z.array(z.string()),
  button: z.nullable(z.string()),
});
export type MailPreview = z.infer<typeof mailPreview>;

export const reminderTarget = z.object({
  buyerId: id,
  name: z.string(),
  /** How many of its people get the mail. */
  people: z.int(),
  overdue: z.array(money),
  invoices: z.array(invoiceLine),
  step: reminderStep,
  mail: mailPreview,
});
export type ReminderTarget = z.infer<typeof reminderTarget>;

/**
 * promise: rests until the day; paying: a payment is under way; paused: not reminded; today: had a mail today; nobody: none of its people
 * gets mails about money; last: no step is left; paid: nothing is overdue.
 */
export const LEFT_OUT_REASONS = ['promise', 'paying', 'paused', 'today', 'nobody', 'last', 'paid'] as const;
export const leftOut = z.object({ buyerId: id, name: z.string(), why: z.enum(LEFT_OUT_REASONS) });
export type LeftOut = z.infer<typeof leftOut>;

export const reminderRound = z.object({
  /** The first of them, with their mails. */
  targets: z.array(reminderTarget),
  count: z.int(),
  leftOut: z.array(leftOut),
  /** Stands for exactly these buyers and steps: sent back by who has looked at them. */
  seen: z.string(),
});
export type ReminderRound = z.infer<typeof reminderRound>;
const seen = z.string().check(z.maxLength(100));

const settingsView = z.object({
  settings: reminderSettings,
  /** A franchise's customers; the operator's franchises are reminded only. */
  mayStop: z.boolean(),
  currency,
});
export type RemindersView = z.infer<typeof settingsView>;

export const getReminders = defineCall({
  id: 'getReminders',
  method: 'GET',
  path: '/receivables/reminders',
  summary: 'Steps of reminders; what is offered where nothing was set up yet',
  ...seller,
  data: settingsView,
});

export const previewReminders = defineCall({
  id: 'previewReminders',
  method: 'POST',
  path: '/receivables/reminders/preview',
  summary: 'Whom these settings would write to today, and what each step says in English and in French',
  ...seller,
  readOnly: true,
  body: reminderSettings,
  data: z.object({
    round: reminderRound,
    mails: z.array(z.object({ step: reminderStep, mail: mailPreview })),
  }),
});

/** Problems: `validation` for steps, and for `seen` where others would be written to by now; `stale_version`. */
export const saveReminders = defineCall({
  id: 'saveReminders',
  method: 'PUT',
  path: '/receivables/reminders',
  summary: 'Set up reminders; switched on only by who has seen whom they write to now',
  ...changes,
  body: z.extend(reminderSettings, { seen: z.optional(seen) }),
  data: settingsView,
});

const chosen = z.array(id).check(z.minLength(1), z.maxLength(MOST_REMINDED));

export const previewNextStep = defineCall({
  id: 'previewNextStep',
  method: 'POST',
  path: '/receivables/reminders/next',
  summary: 'What the next step would be for chosen buyers, and what goes to whom',
  ...seller,
  readOnly: true,
  body: z.object({ buyerIds: chosen }),
  data: reminderRound,
});

/** Problem: `validation` for `seen` where it is not what was looked at. */
export const sendNextStep = defineCall({
  id: 'sendNextStep',
  method: 'POST',
  path: '/receivables/reminders/send',
  summary: 'Send the next step to chosen buyers now',
  ...changes,
  body: z.object({ buyerIds: chosen, seen }),
  data: z.object({
    sent: z.int(),
    stopped: z.int(),
    /** Of those who were looked at: written to, paid or not reminded by somebody else meanwhile, or a fault, which one may try again. */
    notSent: z.array(z.object({ buyerId: id, name: z.string(), why: z.enum(['meanwhile', 'failed']) })),
  }),
});

export const PROMISE_STATES = ['open', 'kept', 'broken', 'withdrawn'] as const;
export const paymentPromise = z.object({
  promisedOn: day,
  /** Null: all that is due by the day. */
  amount: z.nullable(money),
  note: z.string(),
  state: z.enum(PROMISE_STATES),
  madeAt: z.iso.datetime(),
  endedAt: z.nullable(z.iso.datetime()),
});
export type PaymentPromise = z.infer<typeof paymentPromise>;

export const sentReminder = z.object({
  sentAt: z.iso.datetime(),
  /** After the due day, of its step. */
  days: z.int(),
  stopped: z.boolean(),
  people: z.int(),
  byHand: z.boolean(),
  invoices: z.array(invoiceLine),
});
export type SentReminder = z.infer<typeof sentReminder>;

export const buyerReminders = z.object({
  buyerId: id,
  name: z.string(),
  overdue: z.array(money),
  /** In which an amount is promised. */
  currency,
  /** The due day of the oldest invoice that is overdue. */
  overdueSince: z.nullable(day),
  /** Of it what was credited since and is in no invoice yet: nobody asks for it (docs/money.md). */
  credited: z.array(money),
  /** What a payment that is under way covers of it. */
  paying: z.array(money),
  /** None of its people gets mails about money. */
  nobodyToTell: z.boolean(),
  /** The newest promise about what is still overdue was broken. */
  promiseBroken: z.boolean(),
  /** What comes by itself, and when; null: nothing. */
  next: z.nullable(z.object({ day, step: reminderStep })),
  paused: z.nullable(z.object({ reason: z.string(), since: z.iso.datetime() })),
  /** Newest first. */
  promises: z.array(paymentPromise),
  reminders: z.array(sentReminder),
});
export type BuyerReminders = z.infer<typeof buyerReminders>;

export const getBuyerReminders = defineCall({
  id: 'getBuyerReminders',
  method: 'GET',
  path: '/receivables/{id}/reminders',
  summary: 'Reminders a buyer had, what it promised, and what comes next',
  ...seller,
  params: idParams,
  data: buyerReminders,
});

/** Problems: `not_found`, `validation`. One that is open is replaced. */
export const promisePayment = defineCall({
  id: 'promisePayment',
  method: 'POST',
  path: '/receivables/{id}/promises',
  summary: 'Enter what a buyer promised to pay, and by when; reminders rest until that day is over',
  ...changes,
  params: idParams,
  body: z.object({
    promisedOn: day,
    amount: z.nullable(z.object({ minor: z.int().check(z.minimum(1), z.maximum(1_000_000_000_00)), currency })),
    note,
  }),
  data: buyerReminders,
});

export const withdrawPromise = defineCall({
  id: 'withdrawPromise',
  method: 'POST',
  path: '/receivables/{id}/promises/withdraw',
  summary: 'Take the open promise away; reminders go on',
  ...changes,
  params: idParams,
  data: buyerReminders,
});

export const pauseReminders = defineCall({
  id: 'pauseReminders',
  method: 'POST',
  path: '/receivables/{id}/reminders/pause',
  summary: 'Send this buyer no reminders, with a reason',
  ...changes,
  params: idParams,
  body: z.object({ reason: required(200) }),
  data: buyerReminders,
});

export const resumeReminders = defineCall({
  id: 'resumeReminders',
  method: 'POST',
  path: '/receivables/{id}/reminders/resume',
  summary: 'Remind this buyer again',
  ...changes,
  params: idParams,
  data: buyerReminders,
});
