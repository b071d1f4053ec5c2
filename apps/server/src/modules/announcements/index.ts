/** Announcements: what the operator tells franchises and those below them, and a franchise its customers. */
import * as calls from '@scanship/contracts/network/announcements';
import { data, route, type Route } from '../../platform/http/handler.ts';
import type { Outcome } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import type { MailModule } from '../mail/index.ts';
import {
  addAnnouncement,
  changeAnnouncement,
  deleteAnnouncement,
  listAnnouncements,
  listReaders,
  publishAnnouncement,
  withdrawAnnouncement,
  type Written,
} from './authoring.ts';
import { type AnnouncementMailer, createAnnouncementMailer } from './mail-worker.ts';
import { markNews, readableNews } from './news.ts';

export type { AnnouncementMailer } from './mail-worker.ts';

export interface AnnouncementsModule {
  readonly routes: readonly Route[];
  /** Runs where jobs run. */
  readonly mailer: AnnouncementMailer;
}

const written = (outcome: Outcome<Written>, successMessage: string) =>
  outcome.ok ? data(outcome.value.view, { successMessage, told: outcome.value.told }) : outcome;

export function createAnnouncementsModule(
  services: Pick<Services, 'db' | 'clock' | 'log'>,
  parts: { readonly mail: Pick<MailModule, 'queue' | 'soon' | 'links'> },
): AnnouncementsModule {
  return {
    mailer: createAnnouncementMailer({ ...services, ...parts }),
    routes: [
      route(calls.listAnnouncements, async ({ ctx }) => data(await listAnnouncements(services, ctx))),
      route(calls.addAnnouncement, async ({ ctx, body }) =>
        written(await addAnnouncement(services, ctx, body), 'Draft saved.'),
      ),
      route(calls.changeAnnouncement, async ({ ctx, params, body }) =>
        written(await changeAnnouncement(services, ctx, params.id, body), 'Announcement saved.'),
      ),
      route(calls.publishAnnouncement, async ({ ctx, params, body }) =>
        written(await publishAnnouncement(services, ctx, params.id, body.version), 'Announcement published.'),
      ),
      route(calls.withdrawAnnouncement, async ({ ctx, params }) =>
        written(await withdrawAnnouncement(services, ctx, params.id), 'Announcement withdrawn.'),
      ),
      route(calls.deleteAnnouncement, async ({ ctx, params }) => {
        const gone = await deleteAnnouncement(services, ctx, params.id);
        return gone.ok ? data({}, { successMessage: 'Draft deleted.', told: gone.value }) : gone;
      }),
      route(calls.listAnnouncementReaders, async ({ ctx, params }) => {
        const readers = await listReaders(services, ctx, params.id);
        return readers.ok ? data(readers.value) : readers;
      }),
      route(calls.getNews, async ({ ctx }) => data({ news: await readableNews(services, ctx) })),
      route(calls.readNews, async ({ ctx, body }) => data({ news: await markNews(services, ctx, body) })),
    ],
  };
}
