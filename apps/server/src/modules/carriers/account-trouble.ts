/** Carrier accounts that do not work, as causes of the exceptions inbox: of their owner, and of whoever they are lent to. */
import type { Act } from '@scanship/contracts/shipping/exceptions';
import type { Database } from '../../platform/database/database.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { type Cause, clearException, type ExceptionSource } from '../exceptions/index.ts';
import { causeOf, keyOf, needingAttention } from './account-exception.ts';
import type { HealthRecorder } from './account-health.ts';
import type { GrantOpener } from './open-grant.ts';
import { testAccount } from './test-account.ts';

export function carrierExceptionSource(deps: {
  readonly db: Database;
  readonly grants: GrantOpener;
  readonly health: HealthRecorder;
}): ExceptionSource {
  const { db } = deps;
  return {
    prefixes: ['carrier'],
    async causes(tenantId) {
      const grants = await db.tenant({ tenantId }, (tx) =>
        tx
          .selectFrom('account_grants')
          .select(['id', 'name', 'owner_tenant_id', 'account_id'])
          .where('tenant_id', '=', tenantId)
          .where((where) => where.or([where('valid_to', 'is', null), where('valid_to', '>', new Date())]))
          .execute(),
      );
      const causes: Cause[] = [];
      for (const owner of new Set(grants.map((grant) => grant.owner_tenant_id))) {
        const broken = await db.tenant({ tenantId: owner }, (tx) => needingAttention(tx, owner).execute());
        for (const account of broken) {
          const grant = grants.find((each) => each.owner_tenant_id === owner && each.account_id === account.id);
          if (grant) causes.push(causeOf(account, grant, owner !== tenantId));
        }
      }
      return { causes, complete: true };
    },
    act(ctx, on, action: Act): Promise<Outcome<void>> | undefined {
      if (action !== 'test-carrier') return undefined;
      return (async () => {
        const accountId = on.key.slice('carrier:'.length);
        const tested = await testAccount(deps, ctx, accountId);
        if (!tested.ok) return tested;
        if (!tested.value.ok) return problem('forbidden', { message: tested.value.message });
        // A lent account is noted under its owner; this customer's own line is closed here.
        await db.tenant(ctx, (tx) => clearException(tx, ctx.tenantId, keyOf(accountId)));
        return { ok: true, value: undefined };
      })();
    },
  };
}
