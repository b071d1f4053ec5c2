/** A carrier account that does not work, as a line of the exceptions inbox. */
import type { Tx } from '../../platform/database/database.ts';
import { type Cause, clearException, raiseException } from '../exceptions/index.ts';

/** What is kept of an account's last calls. */
export interface AccountHealth {
  readonly lastOkAt?: string;
  readonly lastProblem?: string;
  readonly lastProblemAt?: string;
}

export const keyOf = (accountId: string): string => `carrier:${accountId}`;

interface Account {
  readonly id: string;
  readonly name: string;
  readonly health: unknown;
}

export function causeOf(account: Account, grant: { readonly id: string; readonly name: string }, lent: boolean): Cause {
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

export const needingAttention = (tx: Tx, tenantId: string) =>
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
