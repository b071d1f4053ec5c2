/** What an owner is told of the labels at its carriers, beside what stands on each account's page. */
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { readUnasked } from '../../platform/database/unasked-accounts.ts';
import { readUnknownCharges } from '../carrier-bills/index.ts';
import { trackingKey } from '../shipments/index.ts';
import { readStanding } from './hold.ts';

export interface OwnerLabels {
  /** Accounts with labels that are not known here, in the carrier's list or on its invoices, and how many. */
  unknown(tenantId: string): Promise<readonly { readonly id: string; readonly name: string; readonly many: number }[]>;
  /** Accounts that nothing is bought with after a restore or failover, and that do not come right without a person. */
  waiting(tenantId: string): Promise<readonly { readonly id: string; readonly name: string }[]>;
}

export const ownerLabels = (db: Database, lists: (slug: string) => boolean): OwnerLabels => ({
  async unknown(tenantId) {
    const listed = await db.tenant(
      { tenantId },
      (tx) =>
        sql<{ id: string; name: string; number: string }>`SELECT a.id, a.name,
            coalesce(f.evidence->'trackingNumbers'->>0, f.subject) AS number
          FROM label_findings AS f JOIN carrier_accounts AS a ON a.tenant_id = f.tenant_id AND a.id = f.account_id
          WHERE f.tenant_id = ${tenantId} AND f.kind = 'unknown-here' AND f.gone_at IS NULL AND NOT f.staged
            AND a.state <> 'removed' ORDER BY a.id`.execute(tx),
      { readOnly: true },
    );
    const charged = await readUnknownCharges(db, { tenantId });
    const accounts = new Map<string, { readonly name: string; readonly numbers: Set<string> }>();
    const add = (id: string, name: string, number: string): void => {
      const account = accounts.get(id) ?? { name, numbers: new Set() };
      account.numbers.add(number);
      accounts.set(id, account);
    };
    for (const { id, name, number } of listed.rows) add(id, name, trackingKey(number));
    for (const { accountId, accountName, numberKey } of charged) add(accountId, accountName, numberKey);
    return [...accounts].map(([id, { name, numbers }]) => ({ id, name, many: numbers.size }));
  },

  waiting: (tenantId) =>
    db.tenant(
      { tenantId },
      async (tx) => {
        const waiting: { readonly id: string; readonly name: string }[] = [];
        for (const { accountId, markedAt } of await readUnasked(tx, tenantId)) {
          const account = await tx
            .selectFrom('carrier_accounts')
            .select(['name', 'slug'])
            .where('tenant_id', '=', tenantId)
            .where('id', '=', accountId)
            .where('state', '<>', 'removed')
            .executeTakeFirst();
          if (!account) continue;
          const standing = await readStanding(tx, { tenantId, accountId }, { markedAt, listed: lists(account.slug) });
          if (standing !== 'waiting' && standing !== 'asking') waiting.push({ id: accountId, name: account.name });
        }
        return waiting;
      },
      { readOnly: true },
    ),
});
