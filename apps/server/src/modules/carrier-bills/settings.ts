/** How a level treats differences of its buyers. */
import type { BillSettings } from '@scanship/contracts/carriers/carrier-bills';
import type { PassPolicy } from '@scanship/domain/carrier-bills/bill-chain';
import { DEFAULT_NOTICE_DAYS } from '@scanship/domain/carrier-bills/bill-kinds';
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { json } from '../../platform/database/json-column.ts';
import { type Outcome, problem } from '../../platform/problem.ts';

const DEFAULTS: BillSettings = { noticeDays: DEFAULT_NOTICE_DAYS, toleranceMinor: 2, policy: {}, version: 0 };

/** Runs as the level. */
export async function readSettings(tx: Tx, tenantId: string): Promise<BillSettings & { readonly policy: PassPolicy }> {
  const row = await tx
    .selectFrom('bill_settings')
    .select(['notice_days', 'tolerance_minor', 'policy', 'version'])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  if (!row) return DEFAULTS;
  return {
    noticeDays: row.notice_days,
    toleranceMinor: row.tolerance_minor,
    // Written below, as the contract checked it.
    policy: row.policy as BillSettings['policy'],
    version: row.version,
  };
}

/** Problem: `stale_version` when somebody else saved meanwhile. */
export async function saveSettings(tx: Tx, tenantId: string, settings: BillSettings): Promise<Outcome<BillSettings>> {
  const values = {
    notice_days: settings.noticeDays,
    tolerance_minor: settings.toleranceMinor,
    policy: json(settings.policy),
    version: settings.version + 1,
    updated_at: sql<Date>`now()`,
  };
  const saved =
    settings.version === 0
      ? await tx
          .insertInto('bill_settings')
          .values({ tenant_id: tenantId, ...values })
          .onConflict((conflict) => conflict.doNothing())
          .returning('version')
          .executeTakeFirst()
      : await tx
          .updateTable('bill_settings')
          .set(values)
          .where('tenant_id', '=', tenantId)
          .where('version', '=', settings.version)
          .returning('version')
          .executeTakeFirst();
  return saved ? ok({ ...settings, version: saved.version }) : problem('stale_version');
}
