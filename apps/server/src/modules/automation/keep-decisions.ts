/** The reasons of what was done without asking, kept with the order as they were at that time. */
import type { DecisionReasonDto } from '@scanship/contracts/shipping/automation';
import { sql } from 'kysely';
import { newId } from '../../platform/database/ids.ts';
import type { Tx } from '../../platform/database/database.ts';
import { toJson } from '../../platform/database/json-column.ts';
import type { AutomationContext } from './decide-for.ts';

const PER_STATEMENT = 1_000;

/** `arrival`: rules ran when the order came in. `shipping`: a label was bought by them. */
export type DecisionStage = 'arrival' | 'shipping';

/**
 * Keeps reasons, set-based. For `shipping` call it when the labels are planned for good, in the same transaction, with
 * `[...decisions.values()]` of `decideFor`.
 */
export async function keepDecisions(
  ctx: AutomationContext,
  tx: Tx,
  stage: DecisionStage,
  decisions: readonly { readonly orderId: string; readonly reasons: readonly DecisionReasonDto[] }[],
): Promise<void> {
  const rows = decisions
    .filter(({ reasons }) => reasons.length > 0)
    .map(({ orderId, reasons }) => ({ id: newId(), order_id: orderId, reasons }));
  for (let from = 0; from < rows.length; from += PER_STATEMENT)
    await sql`INSERT INTO automation_decisions (tenant_id, id, order_id, stage, reasons)
      SELECT ${ctx.tenantId}::uuid, r.id, r.order_id, ${stage}, r.reasons
      FROM json_to_recordset(${toJson(rows.slice(from, from + PER_STATEMENT))}::json) AS r(id uuid, order_id uuid, reasons jsonb)`.execute(
      tx,
    );
}
