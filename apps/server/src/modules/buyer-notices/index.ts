/** Notices to buyers: e-mails about their parcels in the seller's name. */
import type { FastifyInstance } from 'fastify';
import type { Route } from '../../platform/http/handler.ts';
import type { SiteOrigins } from '../../platform/hosts.ts';
import type { Services } from '../../platform/services.ts';
import { createBuyerLinks } from '../buyer-page/index.ts';
import type { SellerMails } from '../mail/index.ts';
import type { TellBuyer } from '../tracking/index.ts';
import { createNoticePlanner } from './plan-notice.ts';
import { noticeRoutes } from './routes.ts';
import { createNoticeSender, type NoticeFaults, type NoticeSender } from './sender.ts';
import { createUnsubscribeLinks } from './unsubscribe-links.ts';
import { unsubscribePage } from './unsubscribe-page.ts';

export { saveSettings as saveNoticeSettings } from './settings.ts';
export type { NoticeFaults, NoticeSender } from './sender.ts';

export interface BuyerNoticesModule {
  readonly routes: readonly Route[];
  readonly sender: NoticeSender;
  /** For tracking: within the transaction of a carrier's event. */
  readonly tellBuyer: TellBuyer;
  extend(app: FastifyInstance): Promise<void>;
}

export function createBuyerNoticesModule(
  services: Pick<Services, 'db' | 'clock' | 'log' | 'metrics' | 'budgets' | 'config' | 'cookieSecret'>,
  deps: {
    readonly mails: SellerMails;
    readonly origins: SiteOrigins;
    /** Names a carrier; null for one that carries the account's name. */
    readonly nameOf: (slug: string) => string | null;
    /** For tests. */
    readonly sender?: NoticeFaults | undefined;
  },
): BuyerNoticesModule {
  const { db, clock, log, metrics, budgets, config, cookieSecret } = services;
  const { mails, origins } = deps;
  const unsubscribes = createUnsubscribeLinks(cookieSecret);
  return {
    routes: noticeRoutes({ db, clock, budgets }, mails, (franchiseId) => origins.of(franchiseId, undefined)),
    // Where sample carriers stand in for real ones and mails are only kept, TEST labels show what would be sent.
    tellBuyer: createNoticePlanner(config.simulators && !mails.leaves),
    sender: createNoticeSender({
      db,
      clock,
      log,
      metrics,
      mails,
      origins,
      pages: createBuyerLinks(cookieSecret),
      unsubscribes,
      nameOf: deps.nameOf,
      ...deps.sender,
    }),
    extend: async (app) => unsubscribePage({ db, budgets, links: unsubscribes }, app),
  };
}
