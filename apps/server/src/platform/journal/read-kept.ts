/** What the steps of finished operations kept: later operations about the same thing need it (a void, a close, a change). */
import type { JsonObject } from '@scanship/domain/values/json';
import type { Sealer } from '../crypto/sealer.ts';
import { actAs, type Tx } from '../database/database.ts';
import { stepSeal } from './journal-store.ts';
import { decodeStepValue } from './step-values.ts';

/**
 * Reads under `app_secrets`; ends as `app_tenant`.
 * @returns by the operation's id, the `keep` of its steps merged in their order; an operation without any is `{}`
 */
export async function readKept(
  tx: Tx,
  sealer: Sealer,
  tenantId: string,
  subject: 'purchase' | 'effect',
  ids: readonly string[],
): Promise<ReadonlyMap<string, JsonObject>> {
  const kept = new Map<string, JsonObject>(ids.map((id) => [id, {}]));
  if (ids.length === 0) return kept;
  const steps = await tx
    .selectFrom('effect_steps')
    .select(['subject_id', 'no', 'name'])
    .where('tenant_id', '=', tenantId)
    .where('subject_kind', '=', subject)
    .where('subject_id', 'in', [...ids])
    .execute();
  const names = new Map(steps.map((step) => [`${step.subject_id} ${step.no}`, step.name]));
  await actAs(tx, { role: 'app_secrets', tenantId });
  const answers = await tx
    .selectFrom('effect_steps')
    .select(['subject_id', 'no', 'vendor_result'])
    .where('tenant_id', '=', tenantId)
    .where('subject_kind', '=', subject)
    .where('subject_id', 'in', [...ids])
    .orderBy('no')
    .execute();
  await actAs(tx, { role: 'app_tenant', tenantId });
  for (const { subject_id: id, no, vendor_result } of answers) {
    const name = names.get(`${id} ${no}`);
    if (name === undefined || !vendor_result) continue;
    const value = decodeStepValue(sealer.openJson(tenantId, id, stepSeal(name), vendor_result));
    kept.set(id, { ...kept.get(id), ...value.keep });
  }
  return kept;
}
