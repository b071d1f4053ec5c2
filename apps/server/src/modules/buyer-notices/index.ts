/** Notices to buyers: e-mails about their parcels in the seller's name. */
import { createOutboundDispatcher } from '@scanship/connector-kit/http/outbound-guard';
import type { FastifyInstance } from 'fastify';
import type { Route } from '../../platform/http/handler.ts';
import { registerHook } from '../../platform/inbox/hook-route.ts';
import type { HostDirectory } from '../../platform/hosts.ts';
import type { Services } from '../../platform/services.ts';
import { createBuyerLinks } from '../buyer-page/index.ts';
import type { Dns } from '../../platform/dns.ts';
import type { ExceptionSource } from '../exceptions/index.ts';
import type { MailModule } from '../mail/index.ts';
import type { TellBuyer } from '../tracking/index.ts';
import { createNoticeTokens } from './notice-tokens.ts';
import { createNoticePlanner } from './plan-notice.ts';
import { reportHook } from './reports/report-hook.ts';
import { noticeRoutes, sampleValues } from './routes.ts';
import { createNoticeSender, type NoticeFaults, type NoticeSender } from './sender.ts';
import { senderRoutes } from './sender-domain/sender-routes.ts';
import { senderExceptions } from './sender-domain/tell-sender.ts';
import { createSenderWatch, type SenderWatch } from './sender-domain/watch-senders.ts';
import { createUnsubscribeLinks } from './unsubscribe-links.ts';
import { unsubscribePage } from './unsubscribe-page.ts';
import { createPost, POST_DEADLINE_MS } from './webhook/post.ts';
import { createNoticePoster } from './webhook/poster.ts';
import { withRounds } from './webhook/rounds.ts';
import { webhookRoutes } from './webhook/webhook-routes.ts';

export { saveSettings as saveNoticeSettings } from './settings.ts';
export type { NoticeFaults, NoticeSender } from './sender.ts';
export type { SenderWatch } from './sender-domain/watch-senders.ts';
export { createSellerSender } from './sender-domain/own-sender.ts';

export interface BuyerNoticesModule {
  readonly routes: readonly Route[];
  readonly sender: NoticeSender;
  /** Looks sellers' own sender domains up. */
  readonly senders: SenderWatch;
  readonly exceptions: ExceptionSource;
  /** For tracking: within the transaction of a carrier's event. */
  readonly tellBuyer: TellBuyer;
  extend(app: FastifyInstance): Promise<void>;
}

export function createBuyerNoticesModule(
  services: Pick<
    Services,
    'db' | 'clock' | 'log' | 'metrics' | 'budgets' | 'config' | 'cookieSecret' | 'sealer' | 'files'
  >,
  deps: {
    readonly mail: Pick<MailModule, 'queue' | 'soon' | 'links' | 'sellers'>;
    readonly dns: Dns;
    readonly hosts: Pick<HostDirectory, 'buyerSiteOf' | 'origins'>;
    /** Names a carrier; null for one that carries the account's name. */
    readonly nameOf: (slug: string) => string | null;
    /** For tests. */
    readonly sender?: NoticeFaults | undefined;
  },
): BuyerNoticesModule {
  const { db, clock, log, metrics, budgets, config, cookieSecret, sealer } = services;
  const { mail, dns, hosts } = deps;
  const { origins } = hosts;
  const mails = mail.sellers;
  const check = { db, clock, log, sealer, dns, mail, changed: (tenantId: string) => mails.forget(tenantId) };
  const connections = deps.sender?.outside ?? createOutboundDispatcher({ ports: [443], connections: 4 });
  const post = createPost(connections, {
    leaves: mails.leaves,
    deadlineMs: deps.sender?.postDeadlineMs ?? POST_DEADLINE_MS,
  });
  const siteOf = (seller: Parameters<typeof origins.forBuyers>[0]) => origins.forBuyers(seller);
  const pages = createBuyerLinks(cookieSecret);
  const names = createNoticeTokens(cookieSecret, 'message ids of notices');
  const unsubscribes = createUnsubscribeLinks(cookieSecret);
  return {
    routes: [
      ...noticeRoutes({ db, clock, budgets }, mails, siteOf),
      ...webhookRoutes(services, { post, siteOf, sample: sampleValues(clock) }),
      ...senderRoutes(services, check),
    ],
    senders: createSenderWatch(check),
    exceptions: senderExceptions(db),
    // Where sample carriers stand in for real ones and mails are only kept, TEST labels show what would be sent.
    tellBuyer: createNoticePlanner(config.simulators && !mails.leaves),
    sender: withRounds(
      createNoticeSender({
        db,
        clock,
        log,
        metrics,
        mails,
        origins,
        pages,
        unsubscribes,
        names,
        nameOf: deps.nameOf,
        ...deps.sender,
      }),
      createNoticePoster(
        { db, clock, log, metrics, origins, pages, sealer, nameOf: deps.nameOf },
        post,
        deps.sender?.turnMs,
      ),
      log,
    ),
    extend: async (app) => {
      unsubscribePage({ db, budgets, hosts, links: unsubscribes }, app);
      await registerHook(app, budgets, reportHook(services, names));
    },
  };
}
