/** What the demo's franchises keep about their customers: sales agents and credit limits, set where nobody has set one. */
import { readCredit, setCreditLimit } from '../modules/billing/index.ts';
import { accountKey } from '../modules/users/index.ts';
import type { Database } from '../platform/database/database.ts';
import type { DemoCustomer } from './demo-data.ts';

export const seedNetwork = async (
  db: Database,
  franchiseId: string,
  customers: readonly { readonly tenantId: string; readonly customer: DemoCustomer }[],
): Promise<void> => {
  for (const { tenantId: customerId, customer } of customers) {
    const { agent, creditMinor } = customer;
    if (agent !== undefined) {
      const person = await db.identity({ realmId: franchiseId }, (tx) =>
        tx
          .selectFrom('users')
          .select('id')
          .where('realm_id', '=', franchiseId)
          .where('username_key', '=', accountKey(agent))
          .executeTakeFirst(),
      );
      if (person)
        await db.tenant({ tenantId: franchiseId }, (tx) =>
          tx
            .updateTable('franchise_customers')
            .set({ agent_user_id: person.id })
            .where('tenant_id', '=', franchiseId)
            .where('customer_id', '=', customerId)
            .where('agent_user_id', 'is', null)
            .where('version', '=', 1)
            .execute(),
        );
    }
    if (creditMinor !== undefined)
      await db.tenant({ tenantId: franchiseId }, async (tx) => {
        const { limitMinor } = await readCredit(tx, franchiseId, customerId, 'CAD');
        if (limitMinor === null) await setCreditLimit(tx, franchiseId, customerId, 'CAD', creditMinor);
      });
  }
};
