/** Notices to owners: sign-ups, limits, carriers that are down, registrations that end. By mail and in the header. */
import { getOwnerNotices, putAwayOwnerNotice } from '@scanship/contracts/network/owner-notices';
import { data, route, type Route } from '../../platform/http/handler.ts';
import { openNotices, putAway } from './header.ts';
import { createOwnerNoticeWorker, type OwnerNoticeDeps, type OwnerNoticeWorker } from './worker.ts';

export type { OwnerNoticeWorker } from './worker.ts';

export interface OwnerNoticesModule {
  readonly routes: readonly Route[];
  /** Runs where jobs run. */
  readonly worker: OwnerNoticeWorker;
}

export const createOwnerNoticesModule = (deps: OwnerNoticeDeps): OwnerNoticesModule => ({
  worker: createOwnerNoticeWorker(deps),
  routes: [
    route(getOwnerNotices, async ({ ctx }) => data({ notices: await openNotices(deps, ctx) })),
    route(putAwayOwnerNotice, async ({ ctx, params }) => {
      const left = await putAway(deps, ctx, params.id);
      return left.ok ? data({ notices: left.value }) : left;
    }),
  ],
});
