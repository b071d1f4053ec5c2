/** What the demo's sales agents earn by and what its franchises pay; the worker closes their past months after the start. */
import {
  addCommissionPlan,
  addRoyaltyTerms,
  readCommissionPlans,
  readRoyaltyTerms,
} from '../modules/statements/index.ts';
import { monthOf } from '@scanship/domain/money/statement';
import type { Services } from '../platform/services.ts';

/** Made once, before any month is closed; what people changed since is left as it is. */
export async function seedStatements(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  platformId: string,
  franchiseId: string,
): Promise<void> {
  const start = new Date(clock.now());
  start.setUTCFullYear(start.getUTCFullYear() - 1);
  const first = monthOf(start.toISOString().slice(0, 10));
  const person = await db.tenant({ tenantId: franchiseId }, (tx) =>
    tx
      .selectFrom('franchise_customers')
      .select('agent_user_id')
      .where('tenant_id', '=', franchiseId)
      .where('agent_user_id', 'is not', null)
      .executeTakeFirst(),
  );
  const plans = await db.tenant({ tenantId: franchiseId }, (tx) => readCommissionPlans(tx, franchiseId));
  if (person?.agent_user_id && plans.length === 0)
    await addCommissionPlan(
      db,
      { tenantId: franchiseId, realmId: franchiseId, userId: person.agent_user_id },
      {
        agentId: person.agent_user_id,
        customerId: null,
        basis: 'margin',
        rateBp: 1_500,
        perLabelMinor: 0,
        currency: 'CAD',
        firstDay: first,
        lastDay: null,
      },
    );
  await db.tenant({ tenantId: platformId }, async (tx) => {
    if ((await readRoyaltyTerms(tx, platformId)).some((each) => each.franchiseId === franchiseId)) return;
    await addRoyaltyTerms(
      tx,
      platformId,
      {
        franchiseId,
        basis: 'revenue',
        rateBp: 250,
        perLabelMinor: 2,
        minimumMinor: 5_000,
        currency: 'CAD',
        firstMonth: first,
      },
      null,
    );
  });
}
