/** Carrier accounts that do not work, as causes of the exceptions inbox: of their owner, and of whoever they are lent to. */
import type { Act } from '@scanship/contracts/exceptions';
import type { Database, Tx } from '../../platform/database/database.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { type Cause, clearException, type ExceptionSource, raiseException } from '../exceptions/index.ts';
import type { AccountHealth, HealthRecorder } from './account-health.ts';
import type { GrantOpener } from './open-grant.ts';
import { testAccount } from './test-account.ts';

const keyOf = (accountId: string): string => `carrier:${accountId}`;

interface Account {
  readonly id: string;
  readonly name: string;
  readonly health: unknown;
}

function causeOf(account: Account, grant: { readonly id: string; readonly name: string }, lent: boolean): Cause {
  const { lastProblem, lastProblemAt } = account.health as AccountHealth;
  return {
    key: keyOf(account.id),
    kind: 'carrier',
    reason: 'not-authorised',
    summary: `${grant.name} does not accept this account any more.${lastProblem ? ` ${lastProblem}` : ''}`,
    nextStep: lent
      ? 'The account is lent to you: ask its owner to renew it. Your other carriers work on.'
      : 'Check the credentials with the carrier and enter them anew.',
    actions: lent ? ['test-carrier', 'mark-handled'] : ['reconnect-carrier', 'test-carrier', 'contact-carrier'],
    subject: { carrier: { id: grant.id, name: grant.name } },
    since: lastProblemAt === undefined ? undefined : new Date(lastProblemAt),
    evidence:
      lastProblem === undefined || lastProblemAt === undefined
        ? []
        : [{ at: lastProblemAt, step: 'call', what: lastProblem }],
  };
}

const needingAttention = (tx: Tx, tenantId: string) =>
  tx
    .selectFrom('carrier_accounts')
    .select(['id', 'name', 'health'])
    .where('tenant_id', '=', tenantId)
    .where('state', '=', 'needs_attention');

/** After the state of an account changed, in the transaction of its owner. */
export async function noteAccount(tx: Tx, ownerTenantId: string, accountId: string): Promise<void> {
  const account = await needingAttention(tx, ownerTenantId).where('id', '=', accountId).executeTakeFirst();
  const grant = await tx
    .selectFrom('account_grants')
    .select(['id', 'name'])
    .where('tenant_id', '=', ownerTenantId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (account && grant) await raiseException(tx, ownerTenantId, causeOf(account, grant, false));
  else await clearException(tx, ownerTenantId, keyOf(accountId));
}

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
