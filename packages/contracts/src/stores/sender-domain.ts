/**
 * The address of a seller's own that notices to buyers come from, once its domain is proved: by a signing key made for this seller
 * alone, which the domain publishes (DKIM). SPF and DMARC are looked up beside it.
 */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { recordVersion } from '../common.ts';
import { dnsRecord } from '../network/franchises.ts';

export const SENDER_RECORDS = ['dkim', 'next-dkim', 'spf', 'dmarc'] as const;

export const senderRecord = z.object({
  /** next-dkim: the key that takes over once it is published. */
  what: z.enum(SENDER_RECORDS),
  state: z.enum(['not-checked', 'found', 'missing', 'different', 'unanswered']),
  /** Mails come from the domain only with it; the others make receivers trust it more. */
  needed: z.boolean(),
  /** The finding in a sentence, and what to add or change. */
  message: z.string(),
  record: dnsRecord,
  /** What stands there; null: nothing of its kind, or not looked up yet. */
  stands: z.nullable(z.string()),
});
export type SenderRecord = z.infer<typeof senderRecord>;

/** waiting: its record was never found. broken: it was, and is not any more. Both: mails come from `insteadOf`. */
export const SENDER_STATES = ['none', 'waiting', 'proved', 'broken'] as const;

export const senderDomain = z.object({
  /** Null: none of its own. */
  address: z.nullable(z.string()),
  domain: z.nullable(z.string()),
  state: z.enum(SENDER_STATES),
  /** What mails come from while no own domain is proved. */
  insteadOf: z.string(),
  records: z.array(senderRecord),
  checkedAt: z.nullable(z.iso.datetime()),
  /** The record of a key that signs nothing any more, and the day from which it may be removed; null: there is none. */
  former: z.nullable(z.object({ name: z.string(), removableFrom: z.iso.datetime() })),
  /** Why it is not used although its record is there; null: no such reason. */
  problem: z.nullable(z.string()),
  /** 0 before there is one. */
  version: recordVersion,
});
export type SenderDomain = z.infer<typeof senderDomain>;

const manager = { auth: 'access', permission: 'ECOMMERCE_STORE_MANAGER' } as const;
const change = { ...manager, right: 'stores.manage', audited: true } as const;

export const getSenderDomain = defineCall({
  id: 'getSenderDomain',
  method: 'GET',
  path: '/buyer-notices/sender',
  summary: 'The own address that notices to buyers come from, and what its domain needs',
  ...manager,
  data: senderDomain,
});

/**
 * Another domain begins anew; another name before the @ changes nothing else. Problems: `validation` for what is no address, or of a
 * domain that cannot be a seller's own; `stale_version`.
 */
export const putSenderDomain = defineCall({
  id: 'putSenderDomain',
  method: 'PUT',
  path: '/buyer-notices/sender',
  summary: 'Set the own address that notices to buyers come from; it is used once its domain is proved',
  ...change,
  body: z.object({ address: z.string().check(z.trim(), z.maxLength(320)), version: recordVersion }),
  data: senderDomain,
});

/** Repeatable. */
export const removeSenderDomain = defineCall({
  id: 'removeSenderDomain',
  method: 'DELETE',
  path: '/buyer-notices/sender',
  summary: 'Send notices to buyers from the address of the franchise again, at once',
  ...change,
  data: senderDomain,
});

/** What was looked up a moment ago is answered again. Problems: `not_found` when no address is set. */
export const checkSenderDomain = defineCall({
  id: 'checkSenderDomain',
  method: 'POST',
  path: '/buyer-notices/sender/check',
  summary: 'Look up the records of the own sender domain now',
  ...change,
  data: senderDomain,
});

/** The present key signs until the record of the new one is found. Problems: `not_found` when no address is set. */
export const rotateSenderKey = defineCall({
  id: 'rotateSenderKey',
  method: 'POST',
  path: '/buyer-notices/sender/key',
  summary: 'Make a new signing key for the own sender domain',
  ...change,
  data: senderDomain,
});
