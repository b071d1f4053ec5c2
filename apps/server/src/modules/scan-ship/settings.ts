/** How a person works at a station, and what lies open on its table. */
import {
  type ScanSelection,
  type ScanSettingDto,
  scanSelection,
  scanSetting,
} from '@scanship/contracts/printing/scan-ship';
import { USUAL_SCAN_SETTING } from '@scanship/domain/scan-ship/scan-ship';
import { sql } from 'kysely';
import type { RequestContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { json } from '../../platform/database/json-column.ts';

type Who = Pick<RequestContext, 'tenantId' | 'userId'>;

/** Where there is no print agent the browser is the station. */
const placeOf = (machineId: string | null | undefined): string => machineId ?? '';

/** What was kept may be older than a field of today: such fields are as usual. */
export async function readSetting(tx: Tx, who: Who, machineId: string | null | undefined): Promise<ScanSettingDto> {
  const { rows } = await sql<{ setting: unknown }>`SELECT setting FROM scan_ship_settings
    WHERE tenant_id = ${who.tenantId} AND user_id = ${who.userId} AND machine_id = ${placeOf(machineId)}`.execute(tx);
  const kept = rows[0]?.setting;
  const whole = scanSetting.safeParse({ ...USUAL_SCAN_SETTING, ...(typeof kept === 'object' ? kept : {}) });
  return whole.success ? whole.data : { ...USUAL_SCAN_SETTING };
}

export async function writeSetting(
  tx: Tx,
  who: Who,
  machineId: string | null | undefined,
  setting: ScanSettingDto,
): Promise<void> {
  await sql`INSERT INTO scan_ship_settings (tenant_id, user_id, machine_id, setting)
    VALUES (${who.tenantId}, ${who.userId}, ${placeOf(machineId)}, ${json(setting)})
    ON CONFLICT (tenant_id, user_id, machine_id) DO UPDATE SET setting = excluded.setting, updated_at = now()`.execute(
    tx,
  );
}

/** Null when nothing is open there, or the order has gone its way since. */
export async function readSelection(
  tx: Tx,
  who: Who,
  machineId: string | null | undefined,
): Promise<ScanSelection | null> {
  const { rows } = await sql<{ order_id: string; choice: unknown }>`SELECT s.order_id, s.choice
    FROM scan_ship_selections s JOIN orders o ON o.tenant_id = s.tenant_id AND o.id = s.order_id
    WHERE s.tenant_id = ${who.tenantId} AND s.user_id = ${who.userId} AND s.machine_id = ${placeOf(machineId)}
      AND o.tab = 'unfulfilled' AND s.saved_at > now() - interval '12 hours'`.execute(tx);
  const [row] = rows;
  if (!row) return null;
  const read = scanSelection.safeParse({
    ...(typeof row.choice === 'object' ? row.choice : {}),
    orderId: row.order_id,
  });
  return read.success ? read.data : null;
}

export async function writeSelection(
  tx: Tx,
  who: Who,
  machineId: string | null | undefined,
  { orderId, ...choice }: ScanSelection,
): Promise<void> {
  await sql`INSERT INTO scan_ship_selections (tenant_id, user_id, machine_id, order_id, choice)
    VALUES (${who.tenantId}, ${who.userId}, ${placeOf(machineId)}, ${orderId}, ${json(choice)})
    ON CONFLICT (tenant_id, user_id, machine_id)
    DO UPDATE SET order_id = excluded.order_id, choice = excluded.choice, saved_at = now()`.execute(tx);
}

/** The order left the table. */
export async function clearSelection(tx: Tx, tenantId: string, orderId: string): Promise<void> {
  await sql`DELETE FROM scan_ship_selections WHERE tenant_id = ${tenantId} AND order_id = ${orderId}`.execute(tx);
}
