/** What stores have for the exceptions inbox, and what can be done about it from there. */
import { settleReturnRefund } from '@scanship/contracts/shipping/returns';
import type { Outcome } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { clearException, type ExceptionSource } from '../exceptions/index.ts';
import { storeExceptions } from './causes.ts';
import { markPushDone, type PushActor, type PushCommandDeps, retryPush } from './pushes/push-commands.ts';
import type { StoreRefunds } from './refunds/refund-commands.ts';
import { type StoreCommandDeps, syncNow } from './store-commands.ts';

export function storesSource(
  deps: Pick<Services, 'db' | 'clock'> & {
    readonly pushes: PushCommandDeps;
    readonly stores: StoreCommandDeps;
    readonly refunds: Pick<StoreRefunds, 'settle'>;
    readonly wakeSync: () => void;
  },
): ExceptionSource {
  const { db, clock } = deps;
  const settled = async (tenantId: string, key: string, done: Outcome<unknown>): Promise<Outcome<void>> => {
    if (!done.ok) return done;
    await db.tenant({ tenantId }, (tx) => clearException(tx, tenantId, key));
    return { ok: true, value: undefined };
  };
  return {
    prefixes: ['store', 'push', 'storerefund', 'storenotice'],
    causes: (tenantId) => db.tenant({ tenantId }, (tx) => storeExceptions({ tenantId }, tx, clock.now())),
    callOf: (key) => (key.startsWith('storerefund:') ? settleReturnRefund : undefined),
    act(ctx, on, action, note) {
      const actor: PushActor = { tenantId: ctx.tenantId, userId: ctx.userId, sessionId: ctx.sessionId };
      if (on.key.startsWith('storerefund:') && (action === 'retry-push' || action === 'push-done'))
        return deps.refunds.settle(
          ctx,
          on.key.slice('storerefund:'.length),
          action === 'retry-push' ? 'again' : 'done',
        );
      if (action === 'retry-push' && on.operationId)
        return retryPush(deps.pushes, actor, on.operationId).then((done) => settled(ctx.tenantId, on.key, done));
      if (action === 'push-done' && on.operationId)
        return markPushDone(deps.pushes, actor, on.operationId, note ?? null).then((done) =>
          settled(ctx.tenantId, on.key, done),
        );
      if (action === 'sync-store' && on.subject.store)
        return syncNow(deps.stores, ctx, on.subject.store.id).then((done) => {
          deps.wakeSync();
          return done;
        });
      return undefined;
    },
  };
}
