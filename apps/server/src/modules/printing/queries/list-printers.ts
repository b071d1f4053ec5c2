/** Machines and printers as the device manager shows them. */
import type { PrintAgent, Printer, PrinterSetting } from '@scanship/contracts/printing/printers';
import { AGENT_SILENT_MS, PRINTED_PAPERS } from '@scanship/domain/printing/printing';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import type { Packages } from '../packages.ts';
import { readSettings, usualSetting } from '../station.ts';

const SILENT = sql`${AGENT_SILENT_MS} * interval '1 millisecond'`;

interface AgentRow {
  readonly id: string;
  readonly machine_id: string;
  readonly name: string;
  readonly platform: PrintAgent['platform'];
  readonly arch: string | null;
  readonly version: string | null;
  readonly last_seen_at: Date | null;
  readonly online: boolean;
  readonly paired_by: string | null;
}

/** Machines that were not removed, by name. @param names of users, by id */
export async function readAgents(
  tx: Tx,
  tenantId: string,
  packages: Packages,
  which: { readonly id?: string | undefined } = {},
): Promise<readonly (PrintAgent & { readonly pairedById: string | null })[]> {
  const named = which.id === undefined ? sql`` : sql`AND id = ${which.id}`;
  const { rows } = await sql<AgentRow>`SELECT id, machine_id, name, platform, arch, version, last_seen_at, paired_by,
      coalesce(last_seen_at > clock_timestamp() - ${SILENT}, false) AS online
    FROM agents WHERE tenant_id = ${tenantId} AND revoked_at IS NULL ${named} ORDER BY name, id LIMIT 1000`.execute(tx);
  return Promise.all(
    rows.map(async (row) => ({
      id: row.id,
      machineId: row.machine_id,
      name: row.name,
      platform: row.platform,
      version: row.version,
      newerVersion:
        row.platform && row.arch && row.version
          ? ((await packages.newer(row.platform, row.arch, row.version))?.version ?? null)
          : null,
      lastContact: row.last_seen_at?.toISOString() ?? null,
      online: row.online,
      pairedBy: null,
      pairedById: row.paired_by,
    })),
  );
}

interface PrinterRow {
  readonly id: string;
  readonly machine_id: string;
  readonly name: string;
  readonly display_name: string | null;
  readonly connection: 'system' | 'raw';
  readonly host: string | null;
  readonly port: number | null;
  readonly is_default: boolean;
  readonly state: Printer['state'];
  readonly reasons: readonly string[];
  readonly kinds: Printer['formats'];
  readonly media: Printer['sizes'];
  readonly dpi: number | null;
  readonly online: boolean;
  readonly gone: boolean;
  readonly waiting: number;
}

/** Printers that are there, and those that are gone while a setting still names them. */
export async function readPrinters(
  tx: Tx,
  tenantId: string,
  which: { readonly id?: string | undefined } = {},
): Promise<readonly Printer[]> {
  const named = which.id === undefined ? sql`` : sql`AND p.id = ${which.id}`;
  const { rows } =
    await sql<PrinterRow>`SELECT p.id, a.machine_id, p.name, p.display_name, p.connection, p.host, p.port, p.is_default, p.state,
      p.reasons, p.kinds, p.media, p.dpi, p.gone_at IS NOT NULL AS gone,
      coalesce(a.last_seen_at > clock_timestamp() - ${SILENT}, false) AS online,
      (SELECT count(*)::int FROM print_jobs j WHERE j.tenant_id = p.tenant_id AND j.printer_id = p.id
        AND j.state IN ('queued', 'leased')) AS waiting
    FROM printers p JOIN agents a ON a.tenant_id = p.tenant_id AND a.id = p.agent_id
    WHERE p.tenant_id = ${tenantId} ${named} AND a.revoked_at IS NULL AND (p.gone_at IS NULL OR EXISTS (SELECT FROM printer_settings s
      WHERE s.tenant_id = p.tenant_id AND (s.printer_id = p.id OR s.fallback_printer_id = p.id)))
    ORDER BY a.name, p.name, p.id LIMIT 5000`.execute(tx);
  return rows.map((row) => ({
    id: row.id,
    machineId: row.machine_id,
    printName: row.name,
    displayName: row.display_name ?? row.name,
    connection: row.connection,
    network: row.host === null || row.port === null ? null : { host: row.host, port: row.port },
    isDefault: row.is_default,
    state: row.gone || !row.online ? 'offline' : row.state,
    reasons: row.gone ? ['gone'] : [...row.reasons],
    formats: [...row.kinds],
    dpi: row.dpi,
    sizes: [...row.media],
    waiting: row.waiting,
  }));
}

/** Always three, in the order of PRINTED_PAPERS. */
export async function listSettings(
  tx: Tx,
  who: { readonly tenantId: string; readonly userId: string },
  machineId: string | undefined,
): Promise<PrinterSetting[]> {
  const kept = machineId === undefined ? undefined : await readSettings(tx, who, machineId);
  return PRINTED_PAPERS.map((kind) => {
    const { kind: documentType, ...setting } = kept?.get(kind) ?? usualSetting(kind);
    return { documentType, ...setting };
  });
}
