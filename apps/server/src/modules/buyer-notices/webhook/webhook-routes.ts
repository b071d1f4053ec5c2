/** Calls of a seller's webhook. */
import {
  getNoticeWebhook,
  putNoticeWebhook,
  removeNoticeWebhook,
  renewNoticeSecret,
  testNoticeWebhook,
} from '@scanship/contracts/stores/notice-webhook';
import type { NoticeValues } from '@scanship/domain/tracking/notice-words';
import type { RequestContext } from '../../../platform/context.ts';
import { newId } from '../../../platform/database/ids.ts';
import { data, route, type Route } from '../../../platform/http/handler.ts';
import { problem } from '../../../platform/problem.ts';
import type { Services } from '../../../platform/services.ts';
import { USUAL_WORDS } from '../usual-words.ts';
import { payloadOf } from './payload.ts';
import type { Post } from './post.ts';
import { openWebhook, putWebhook, readWebhookRow, removeWebhook, renewSecret } from './webhook-rows.ts';

interface Deps {
  readonly post: Post;
  readonly siteOf: (seller: { readonly tenantId: string; readonly franchiseId: string }) => Promise<string | undefined>;
  /** Made up. */
  readonly sample: (language: 'en', seller: string) => NoticeValues;
}

const KEPT = 'This installation has no mail server, so nothing leaves it: your webhook is not called.';
const INSIDE = 'The address of your webhook leads into a private network, so it is not called.';

export function webhookRoutes(
  services: Pick<Services, 'db' | 'clock' | 'budgets' | 'sealer'>,
  { post, siteOf, sample }: Deps,
): readonly Route[] {
  const { db, clock, budgets } = services;
  async function view({ tenantId }: RequestContext, secret: string | null, successMessage?: string) {
    const row = await db.tenant({ tenantId }, (tx) => readWebhookRow(tx, tenantId), { readOnly: true });
    return data(
      { url: row?.url ?? null, version: row?.version ?? 0, secret },
      successMessage === undefined ? {} : { successMessage },
    );
  }
  return [
    route(getNoticeWebhook, ({ ctx }) => view(ctx, null)),
    route(putNoticeWebhook, async ({ ctx, body }) => {
      const put = await putWebhook(services, ctx.tenantId, body);
      return put.ok ? view(ctx, put.value, 'Webhook saved.') : put;
    }),
    route(renewNoticeSecret, async ({ ctx }) => {
      const made = await renewSecret(services, ctx.tenantId);
      return made.ok ? view(ctx, made.value, 'The former secret is void.') : made;
    }),
    route(removeNoticeWebhook, async ({ ctx }) => {
      await removeWebhook(services, ctx.tenantId);
      return view(ctx, null, 'Webhook removed.');
    }),
    route(testNoticeWebhook, async ({ ctx }) => {
      const webhook = await openWebhook(services, ctx.tenantId);
      if (!webhook) return problem('not_found', { message: 'No webhook is set.' });
      const spent = await budgets.take([{ budget: 'mails/tenant', by: ctx.tenantId }]);
      if (spent) return { ok: false, problem: spent };
      const id = newId();
      const site = (await siteOf({ tenantId: ctx.tenantId, franchiseId: ctx.realmId })) ?? '';
      const payload = payloadOf({
        id,
        kind: 'shipped',
        test: true,
        occurredAt: clock.now(),
        orderId: newId(),
        storeId: null,
        language: 'en',
        values: sample('en', 'Test'),
        words: USUAL_WORDS.en.shipped,
        email: 'buyer@example.com',
        phone: '+15145550199',
        countryCode: 'CA',
        page: `${site}/track`,
      });
      const posted = await post(webhook, { id, body: JSON.stringify(payload) }, clock.now());
      const why = posted.kind === 'inside' ? INSIDE : posted.kind === 'kept' ? KEPT : posted.answer;
      return data({ accepted: posted.kind === 'accepted', answer: why });
    }),
  ];
}
