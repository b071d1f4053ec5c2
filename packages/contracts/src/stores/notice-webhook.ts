/** Where a seller's own system is told what buyers would be told, in place of e-mails or beside them (docs/notice-webhook.md). */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { recordVersion } from '../common.ts';

const webhook = z.object({
  /** Null: none. */
  url: z.nullable(z.string()),
  /** 0 while there is none. */
  version: recordVersion,
  /** What deliveries are signed with; told once, when it is made. */
  secret: z.nullable(z.string()),
});
export type NoticeWebhook = z.infer<typeof webhook>;

const manager = { auth: 'access', permission: 'ECOMMERCE_STORE_MANAGER' } as const;
const change = { ...manager, right: 'stores.manage', audited: true } as const;

export const getNoticeWebhook = defineCall({
  id: 'getNoticeWebhook',
  method: 'GET',
  path: '/buyer-notices/webhook',
  summary: "The seller's webhook for notices; its secret is not told again",
  ...manager,
  data: webhook,
});

/** Another address keeps the secret. Problems: `validation` for what is no public https address; `stale_version`. */
export const putNoticeWebhook = defineCall({
  id: 'putNoticeWebhook',
  method: 'PUT',
  path: '/buyer-notices/webhook',
  summary: 'Set the webhook for notices; the first time its secret is made and told',
  ...change,
  body: z.object({ url: z.string().check(z.trim(), z.maxLength(500)), version: recordVersion }),
  data: webhook,
});

/** The former one is void at once. Problems: `not_found` when there is no webhook. */
export const renewNoticeSecret = defineCall({
  id: 'renewNoticeSecret',
  method: 'POST',
  path: '/buyer-notices/webhook/secret',
  summary: 'Make another secret for the webhook and tell it once',
  ...change,
  data: webhook,
});

/** Repeatable; what waits to be posted is not posted any more. */
export const removeNoticeWebhook = defineCall({
  id: 'removeNoticeWebhook',
  method: 'DELETE',
  path: '/buyer-notices/webhook',
  summary: 'Post notices nowhere any more',
  ...change,
  data: webhook,
});

/** Problems: `not_found` when there is no webhook. */
export const testNoticeWebhook = defineCall({
  id: 'testNoticeWebhook',
  method: 'POST',
  path: '/buyer-notices/webhook/test',
  summary: 'Post a made-up notice to the webhook now',
  ...change,
  data: z.object({
    /** It answered with a status of 200 to 299. */
    accepted: z.boolean(),
    /** What it answered, or why there is no answer. */
    answer: z.string(),
  }),
});
