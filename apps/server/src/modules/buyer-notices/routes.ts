/** Calls of the seller's page of notices. */
import {
  addSuppressed,
  getNoticeSettings,
  listNotices,
  listSuppressed,
  previewNotice,
  putNoticeSettings,
  removeSuppressed,
  testNotice,
} from '@scanship/contracts/stores/buyer-notices';
import type { BodyOf } from '@scanship/contracts/call';
import type { NoticeValues } from '@scanship/domain/tracking/notice-words';
import type { RequestContext } from '../../platform/context.ts';
import type { Database } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { data, route, type Route } from '../../platform/http/handler.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import type { SellerMail, SellerMails } from '../mail/index.ts';
import { findSuppressed, readNotices, readSuppressed } from './log.ts';
import { sellerName } from './notice-facts.ts';
import { saveSettings, viewSettings, wordProblems } from './settings.ts';
import { hashOf, suppress } from './suppression.ts';
import { writeNotice } from './write-notice.ts';

type Shown = BodyOf<typeof previewNotice>;
const DAY_MS = 86_400_000;

/** Made up, so that a seller who has no order yet sees what a buyer will. */
export const sampleValues =
  (clock: Services['clock']) =>
  (language: Shown['language'], seller: string): NoticeValues => {
    const dayIn = (days: number): string => new Date(clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10);
    return {
      buyer_name: language === 'fr' ? 'Camille Tremblay' : 'Jamie Smith',
      order_number: '10042',
      tracking_number: '1Z999AA10123456784',
      carrier: 'UPS',
      seller_name: seller,
      city: 'Montréal',
      expected_day: dayIn(2),
      event_day: dayIn(0),
    };
  };

export function noticeRoutes(
  services: Pick<Services, 'db' | 'clock' | 'budgets'>,
  mails: SellerMails,
  /** Where the pages of a seller's buyers are; undefined where there is no address yet. */
  siteOf: (seller: { readonly tenantId: string; readonly franchiseId: string }) => Promise<string | undefined>,
): readonly Route[] {
  const { db, clock } = services;

  const sample = sampleValues(clock);

  async function mailOf(ctx: RequestContext, shown: Shown, to: string): Promise<Outcome<SellerMail>> {
    const errors = wordProblems(shown, '');
    if (errors.length > 0) return problem('validation', { errors });
    const who = await readSeller(db, ctx.tenantId, shown.storeId);
    if (!who) return problem('not_found');
    const site = (await siteOf({ tenantId: ctx.tenantId, franchiseId: who.franchiseId })) ?? '';
    return {
      ok: true,
      value: {
        id: newId(),
        tenantId: ctx.tenantId,
        franchiseId: who.franchiseId,
        sellerName: who.seller,
        to,
        language: shown.language,
        at: clock.now().toISOString(),
        content: writeNotice(
          shown,
          sample(shown.language, who.seller),
          shown.language,
          { page: `${site}/track` },
          who.contact,
        ),
        ...(who.contact === null ? {} : { replyTo: who.contact }),
      },
    };
  }

  return [
    route(getNoticeSettings, async ({ ctx, query }) => {
      const seen = await db.tenant(ctx, (tx) => viewSettings(tx, ctx.tenantId, query.storeId ?? null));
      return seen.ok ? data(seen.value) : seen;
    }),
    route(putNoticeSettings, async ({ ctx, body }) => {
      const seen = await db.tenant(ctx, async (tx) => {
        const saved = await saveSettings(tx, ctx.tenantId, body);
        return saved.ok ? viewSettings(tx, ctx.tenantId, body.storeId) : saved;
      });
      return seen.ok ? data(seen.value, { successMessage: 'Notices saved.' }) : seen;
    }),
    route(previewNotice, async ({ ctx, body }) => {
      const mail = await mailOf(ctx, body, 'buyer@example.com');
      return mail.ok ? data(await mails.preview(mail.value)) : mail;
    }),
    route(testNotice, async ({ ctx, body }) => {
      const to = await db.identity(ctx, (tx) =>
        tx.selectFrom('users').select('email').where('id', '=', ctx.userId).executeTakeFirst(),
      );
      if (!to?.email) return problem('not_found');
      const spent = await services.budgets.take([{ budget: 'mails/tenant', by: ctx.tenantId }]);
      if (spent) return { ok: false, problem: spent };
      const mail = await mailOf(ctx, body, to.email);
      if (!mail.ok) return mail;
      const sent = await mails.deliver(mail.value);
      return sent.kind === 'sent'
        ? data({ to: to.email }, { successMessage: `Sent to ${to.email}.` })
        : problem('mail_not_taken', { message: `The mail server did not accept it: ${sent.words}` });
    }),
    route(listNotices, async ({ ctx, query }) =>
      data(await db.tenant(ctx, (tx) => readNotices(tx, ctx.tenantId, query), { readOnly: true })),
    ),
    route(listSuppressed, async ({ ctx, query }) =>
      data(await db.tenant(ctx, (tx) => readSuppressed(tx, ctx.tenantId, query), { readOnly: true })),
    ),
    route(addSuppressed, async ({ ctx, body }) => {
      const added = await db.tenant(ctx, async (tx) => {
        await suppress(tx, ctx.tenantId, [{ address: body.address, reason: 'added' }]);
        return findSuppressed(tx, ctx.tenantId, hashOf(ctx.tenantId, body.address));
      });
      return added ? data(added) : problem('not_found');
    }),
    route(removeSuppressed, async ({ ctx, params }) => {
      const gone = await db.tenant(ctx, (tx) =>
        tx
          .deleteFrom('suppressed_addresses')
          .where('tenant_id', '=', ctx.tenantId)
          .where('id', '=', params.id)
          .executeTakeFirst(),
      );
      return gone.numDeletedRows === 0n
        ? problem('not_found')
        : data(undefined, { successMessage: 'This address gets notices again.' });
    }),
  ];
}

interface Seller {
  readonly seller: string;
  readonly franchiseId: string;
  readonly contact: string | null;
}

async function readSeller(db: Database, tenantId: string, storeId: string | null): Promise<Seller | undefined> {
  return db.tenant({ tenantId }, async (tx) => {
    const tenant = await tx
      .selectFrom('tenants as t')
      .leftJoin('branding as b', 'b.tenant_id', 't.id')
      .select(['t.name', 't.realm_id', 'b.brand_name'])
      .where('t.id', '=', tenantId)
      .executeTakeFirst();
    const store =
      storeId === null
        ? undefined
        : await tx
            .selectFrom('stores')
            .select(['name', 'platform_code', 'branding'])
            .where('tenant_id', '=', tenantId)
            .where('id', '=', storeId)
            .executeTakeFirst();
    if (!tenant || (storeId !== null && !store)) return undefined;
    const papers = (store?.branding ?? {}) as { readonly displayName?: string | null; readonly email?: string | null };
    return {
      seller: sellerName({
        papers,
        brand: tenant.brand_name,
        platform_code: store?.platform_code ?? 'manual',
        store: store?.name ?? '',
        seller: tenant.name,
      }),
      franchiseId: tenant.realm_id,
      contact: papers.email?.trim() || null,
    };
  });
}
