/** Calls of a seller's own sender. */
import {
  checkSenderDomain,
  getSenderDomain,
  putSenderDomain,
  removeSenderDomain,
  rotateSenderKey,
} from '@scanship/contracts/stores/sender-domain';
import type { RequestContext } from '../../../platform/context.ts';
import { data, route, type Route } from '../../../platform/http/handler.ts';
import type { Outcome } from '../../../platform/problem.ts';
import type { Services } from '../../../platform/services.ts';
import { senderOf } from '../../tenants/index.ts';
import { type CheckDeps, checkSender, spfHostOf } from './check-sender.ts';
import { putSender, removeSender, renewKey } from './own-sender.ts';
import { readRow, viewOf } from './sender-rows.ts';

export function senderRoutes(
  services: Pick<Services, 'db' | 'clock' | 'sealer' | 'config'>,
  check: CheckDeps,
): readonly Route[] {
  const { db, config } = services;

  async function view({ tenantId, realmId }: RequestContext, successMessage?: string) {
    const [row, franchise, spfHost] = await Promise.all([
      db.tenant({ tenantId }, (tx) => readRow(tx, tenantId), { readOnly: true }),
      senderOf(services, realmId),
      spfHostOf(services, tenantId),
    ]);
    return data(
      viewOf(row, { insteadOf: franchise?.address ?? config.mailFrom.address, spfHost }),
      successMessage === undefined ? {} : { successMessage },
    );
  }
  const answer = async (ctx: RequestContext, done: Outcome<void>, successMessage?: string) => {
    check.changed(ctx.tenantId);
    return done.ok ? view(ctx, successMessage) : done;
  };

  return [
    route(getSenderDomain, ({ ctx }) => view(ctx)),
    route(putSenderDomain, async ({ ctx, body }) =>
      answer(ctx, await putSender(services, ctx.tenantId, body), 'Address saved.'),
    ),
    route(removeSenderDomain, async ({ ctx }) => {
      await removeSender(services, ctx.tenantId);
      return answer(ctx, { ok: true, value: undefined }, 'Notices come from the address of your provider again.');
    }),
    route(checkSenderDomain, async ({ ctx }) =>
      answer(ctx, await checkSender(check, ctx.tenantId, true), 'The domain was checked.'),
    ),
    route(rotateSenderKey, async ({ ctx }) =>
      answer(ctx, await renewKey(services, ctx.tenantId), 'A new key was made. Publish its record, then check.'),
    ),
  ];
}
