/** What the demo's franchises keep about their customers: sales agents and credit limits, set where nobody has set one. */
import { sql } from 'kysely';
import { readCredit, setCreditLimit } from '../modules/billing/index.ts';
import { accountKey } from '../modules/users/index.ts';
import type { Database, Tx } from '../platform/database/database.ts';
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
      if (person) await db.tenant({ tenantId: franchiseId }, (tx) => assign(tx, franchiseId, customerId, person.id));
    }
    if (creditMinor !== undefined)
      await db.tenant({ tenantId: franchiseId }, async (tx) => {
        const { limitMinor } = await readCredit(tx, franchiseId, customerId, 'CAD');
        if (limitMinor === null) await setCreditLimit(tx, franchiseId, customerId, 'CAD', creditMinor);
      });
  }
};

/** Always theirs: the demo's labels of the past months earn, too. */
async function assign(tx: Tx, franchiseId: string, customerId: string, agentId: string): Promise<void> {
  const free = await tx
    .selectFrom('franchise_customers')
    .select('customer_id')
    .where('tenant_id', '=', franchiseId)
    .where('customer_id', '=', customerId)
    .where('agent_user_id', 'is', null)
    .where('version', '=', 1)
    .forUpdate()
    .executeTakeFirst();
  if (!free) return;
  await sql`INSERT INTO former_agents (tenant_id, customer_id, last_day, agent_user_id)
    VALUES (${franchiseId}, ${customerId}, now()::date, ${agentId}) ON CONFLICT DO NOTHING`.execute(tx);
  await tx
    .updateTable('franchise_customers')
    .set({ agent_user_id: agentId })
    .where('tenant_id', '=', franchiseId)
    .where('customer_id', '=', customerId)
    .execute();
}
