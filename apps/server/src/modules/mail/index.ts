/** Mail: words and look, queueing through the journal, the mail server or the outbox, and what became of each mail. */
import { getMailLog, getOutbox, getOutboxMail } from '@scanship/contracts/network/mail-outbox';
import { data, route, type Route } from '../../platform/http/handler.ts';
import type { JournalRef } from '../../platform/journal/handler.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import { problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import type { HostDirectory, SiteOrigins } from '../../platform/hosts.ts';
import { type AskCondition, createMailQueue, type MailCondition, type QueueMail } from './mail.ts';
import type { SellerSenderOf, SenderOf } from './mail-branding.ts';
import { createMailHandler } from './mail-handler.ts';
import { readMailLog } from './mail-log.ts';
import { listOutbox, readOutboxMail } from './outbox.ts';
import { createSellerMails, type SellerMails } from './delivery.ts';
import { createSmtpServer } from './smtp.ts';

export type { LocalMoment, Mail, MailData, MailLanguage, MailOwner, MailTable, QueueMail } from './mail.ts';
export { plainColour } from './colours.ts';
export type { Delivered, SellerMail, SellerMails } from './delivery.ts';
export { type MailBlock, type MailContent, oneLine } from './mail-content.ts';
export type { SellerSenderOf, SenderOf } from './mail-branding.ts';

export interface MailModule {
  readonly routes: readonly Route[];
  /** Queues a mail in the running transaction. */
  readonly queue: QueueMail;
  /** After that transaction: sends now, without waiting for it. */
  soon(refs: readonly JournalRef[]): void;
  /** Says who answers whether a mail of this condition may still go. */
  onlyWhile(condition: MailCondition, ask: AskCondition): void;
  /** What sellers send to buyers. */
  readonly sellers: SellerMails;
  /** Origins of the links in mails. */
  readonly links: SiteOrigins;
  close(): void;
}

export interface MailDeps {
  readonly journal: Journal;
  readonly hosts: HostDirectory;
  /** Default: no franchise has a proved sender domain yet. */
  readonly senderOf?: SenderOf | undefined;
  /** Default: no seller has a proved sender domain yet. */
  readonly sellerSenderOf?: SellerSenderOf | undefined;
}

/** Its mails hold codes and links that open anybody's account; no sign-in stands before them. */
const elsewhere = () =>
  problem('forbidden', {
    message: 'The mails of the demo are shown only on the machine it runs on.',
    advice: 'Open this page there, by its localhost address and without a proxy, or set SMTP_URL.',
  });

export const createMailModule = (services: Services, deps: MailDeps): MailModule => {
  const { config, db, sealer } = services;
  const { journal, hosts } = deps;
  const smtp = config.smtpUrl === undefined ? undefined : createSmtpServer(config.smtpUrl);
  const senderOf: SenderOf = deps.senderOf ?? (async () => undefined);
  const conditions = new Map<MailCondition, AskCondition>();
  journal.register('effects', 'email', createMailHandler(services, smtp, senderOf, conditions));
  const sellers = createSellerMails(services, senderOf, deps.sellerSenderOf ?? (async () => undefined));
  const shown = config.demo && config.appEnv !== 'PROD' && smtp === undefined;

  return {
    queue: createMailQueue(sealer),
    soon: (refs) => {
      for (const ref of refs) journal.wake(ref);
    },
    onlyWhile: (condition, ask) => void conditions.set(condition, ask),
    links: hosts.origins,
    sellers,
    close: () => {
      smtp?.close();
      sellers.close();
    },
    routes: [
      route(getMailLog, async ({ ctx, query }) => data(await readMailLog(db, ctx, query))),
      route(getOutbox, async ({ host, local }) => {
        if (shown && !local) return elsewhere();
        const franchise = shown ? await hosts.franchiseOf(host) : undefined;
        return franchise ? data({ mails: await listOutbox(db, franchise.id) }) : problem('not_found');
      }),
      route(getOutboxMail, async ({ host, local, params }) => {
        if (shown && !local) return elsewhere();
        const franchise = shown ? await hosts.franchiseOf(host) : undefined;
        const mail = franchise ? await readOutboxMail(db, franchise.id, params.id) : undefined;
        return mail ? data(mail) : problem('not_found');
      }),
    ],
  };
};
