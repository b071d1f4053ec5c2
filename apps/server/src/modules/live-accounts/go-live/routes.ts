/** Asking for a check, and reading what came of it. */
import * as calls from '@scanship/contracts/carriers/go-live';
import type { GoLiveChecks } from '@scanship/contracts/carriers/go-live';
import { data, route, type Route } from '../../../platform/http/handler.ts';
import { problem } from '../../../platform/problem.ts';
import type { Services } from '../../../platform/services.ts';
import type { CarrierRegistry } from '../../carriers/index.ts';
import { findAccount, type ReachedAccount } from '../reach.ts';
import { tellOwner } from '../tell-owner.ts';
import { insertCheck, readChecks } from './check-rows.ts';
import type { CheckWorker } from './check-worker.ts';
import { whyNotChecked } from './may-check.ts';

const NO_ACCOUNT = { message: 'There is no such account.' };

export function goLiveRoutes(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  deps: { readonly registry: CarrierRegistry; readonly worker: Pick<CheckWorker, 'nudge'> },
): readonly Route[] {
  const { registry, worker } = deps;
  const whyNot = (account: ReachedAccount) => whyNotChecked({ db, registry }, account);
  const checksOf = async (account: ReachedAccount): Promise<GoLiveChecks> => ({
    unavailableBecause: await whyNot(account),
    checks: await readChecks(db, account.ownerTenantId, account.id),
  });
  return [
    route(calls.listGoLiveChecks, async ({ ctx, params }) => {
      const account = await findAccount(db, ctx, params.id);
      return account ? data(await checksOf(account)) : problem('not_found', NO_ACCOUNT);
    }),

    route(calls.startGoLiveCheck, async ({ ctx, params, body }) => {
      const account = await findAccount(db, ctx, params.id);
      if (!account) return problem('not_found', NO_ACCOUNT);
      const refused = await whyNot(account);
      if (refused !== null) return problem('forbidden', { message: refused });
      const begun = await insertCheck(db, {
        ownerTenantId: account.ownerTenantId,
        accountId: account.id,
        slug: account.connector,
        reason: body.reason,
        by: { userId: ctx.userId, name: ctx.userName },
        now: clock.now(),
      });
      if (!begun)
        return problem('forbidden', {
          message: 'This account is being checked already.',
          advice: 'Wait until that check has ended.',
        });
      await tellOwner(db, ctx, account.ownerTenantId, {
        action: calls.startGoLiveCheck.id,
        summary: calls.startGoLiveCheck.summary,
        subject: { kind: account.kind, id: account.id },
        told: { name: account.name, reason: body.reason },
      });
      worker.nudge();
      return data(await checksOf(account), { successMessage: 'The check has begun.' });
    }),
  ];
}
