/** A station as printing sees it: its machine, the three settings of a person, and where each leads now. */
import {
  AGENT_QUIET_MS,
  type PaperSize,
  type PrintDpi,
  type PrintedPaper,
  type PrintFormat,
  type PrintTurn,
} from '@scanship/domain/printing/printing';
import type { PrintShape, PrintSource } from '@scanship/documents/printing/print-ready';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { formatFor } from './choose-format.ts';

export interface Target {
  readonly id: string;
  readonly agentId: string;
  readonly name: string;
  readonly formats: readonly PrintFormat[];
  readonly dpi: number | null;
  /** It is there, its machine was heard of a moment ago, and it says that it can print. */
  readonly works: boolean;
  /** Not reported any more, or its machine was removed: nothing can be sent to it. */
  readonly gone: boolean;
}

export interface StationSetting {
  readonly kind: PrintedPaper;
  readonly printerId: string | null;
  readonly fallbackPrinterId: string | null;
  readonly format: PrintFormat | null;
  readonly size: PaperSize;
  readonly dpi: PrintDpi | null;
  readonly turn: PrintTurn;
  readonly twoUp: boolean;
  readonly copies: number;
  readonly autoprint: boolean;
}

export interface Station {
  readonly hasAgent: boolean;
  readonly settings: ReadonlyMap<PrintedPaper, StationSetting>;
  readonly printers: ReadonlyMap<string, Target>;
}

/** What a kind of document has before anybody chose. */
export const usualSetting = (kind: PrintedPaper): StationSetting => ({
  kind,
  printerId: null,
  fallbackPrinterId: null,
  format: null,
  size: kind === 'SHIPPING_LABEL' ? '4x6' : 'letter',
  dpi: null,
  turn: 0,
  twoUp: false,
  copies: 1,
  autoprint: false,
});

interface SettingRow {
  readonly kind: PrintedPaper;
  readonly printer_id: string | null;
  readonly fallback_printer_id: string | null;
  readonly format: PrintFormat | null;
  readonly size: PaperSize | null;
  readonly dpi: PrintDpi | null;
  readonly turn: PrintTurn;
  readonly two_up: boolean;
  readonly copies: number;
  readonly autoprint: boolean;
}

export async function readSettings(
  tx: Tx,
  who: { readonly tenantId: string; readonly userId: string },
  machineId: string,
): Promise<ReadonlyMap<PrintedPaper, StationSetting>> {
  const { rows } =
    await sql<SettingRow>`SELECT kind, printer_id, fallback_printer_id, format, size, dpi, turn, two_up, copies, autoprint
    FROM printer_settings WHERE tenant_id = ${who.tenantId} AND user_id = ${who.userId} AND workstation = ${machineId}`.execute(
      tx,
    );
  return new Map(
    rows.map((row) => [
      row.kind,
      {
        kind: row.kind,
        printerId: row.printer_id,
        fallbackPrinterId: row.fallback_printer_id,
        format: row.format,
        size: row.size ?? usualSetting(row.kind).size,
        dpi: row.dpi,
        turn: row.turn,
        twoUp: row.two_up,
        copies: row.copies,
        autoprint: row.autoprint,
      },
    ]),
  );
}

interface TargetRow {
  readonly id: string;
  readonly agent_id: string;
  readonly name: string;
  readonly kinds: readonly PrintFormat[];
  readonly dpi: number | null;
  /** Null of a machine that was never heard of. */
  readonly works: boolean | null;
  readonly gone: boolean;
}

/** Printers of a machine, or one by its id. */
export async function readTargets(
  tx: Tx,
  tenantId: string,
  which: { readonly machineId: string } | { readonly printerId: string },
): Promise<readonly Target[]> {
  const named = 'machineId' in which ? sql`a.machine_id = ${which.machineId}` : sql`p.id = ${which.printerId}`;
  const { rows } = await sql<TargetRow>`SELECT p.id, p.agent_id, p.name, p.kinds, p.dpi,
      a.revoked_at IS NOT NULL OR p.gone_at IS NOT NULL AS gone,
      a.revoked_at IS NULL AND p.gone_at IS NULL AND p.state NOT IN ('stopped', 'offline')
        AND a.last_seen_at > clock_timestamp() - ${AGENT_QUIET_MS} * interval '1 millisecond' AS works
    FROM printers p JOIN agents a ON a.tenant_id = p.tenant_id AND a.id = p.agent_id
    WHERE p.tenant_id = ${tenantId} AND ${named}`.execute(tx);
  return rows.map((row) => ({
    id: row.id,
    agentId: row.agent_id,
    name: row.name,
    formats: row.kinds,
    dpi: row.dpi,
    works: row.works ?? false,
    gone: row.gone,
  }));
}

export async function readStation(
  tx: Tx,
  who: { readonly tenantId: string; readonly userId: string },
  machineId: string,
): Promise<Station> {
  const [agent, settings, printers] = await Promise.all([
    sql<{ id: string }>`SELECT id FROM agents WHERE tenant_id = ${who.tenantId} AND machine_id = ${machineId}
      AND revoked_at IS NULL`.execute(tx),
    readSettings(tx, who, machineId),
    readTargets(tx, who.tenantId, { machineId }),
  ]);
  return {
    hasAgent: agent.rows.length > 0,
    settings,
    printers: new Map(printers.map((printer) => [printer.id, printer])),
  };
}

/** The printer for a setting: the first one while it works, else the fallback while that works, else the first if it is there. */
export function targetOf(
  station: Station,
  setting: StationSetting,
): { readonly printer: Target; readonly how: 'first' | 'fallback' | 'waits' } | undefined {
  const first = setting.printerId === null ? undefined : station.printers.get(setting.printerId);
  const second = setting.fallbackPrinterId === null ? undefined : station.printers.get(setting.fallbackPrinterId);
  if (first?.works) return { printer: first, how: 'first' };
  if (second?.works) return { printer: second, how: 'fallback' };
  const there = [first, second].find((printer) => printer && !printer.gone);
  return there && { printer: there, how: 'waits' };
}

const dpiFor = (chosen: PrintDpi | null, printer: number | null): PrintDpi =>
  chosen ?? (printer !== null && printer >= 250 ? 300 : 203);

/** How a document is made for a printer; a format that it does not take (a fallback of another kind) gives way. */
export function shapeFor(
  setting: Pick<StationSetting, 'format' | 'size' | 'dpi' | 'turn' | 'twoUp'>,
  printer: Target,
  there: readonly PrintSource['format'][],
): PrintShape {
  const wanted =
    setting.format !== null && (printer.formats.length === 0 || printer.formats.includes(setting.format))
      ? setting.format
      : null;
  return {
    format: formatFor(wanted, printer.formats, there),
    size: setting.size,
    dpi: dpiFor(setting.dpi, printer.dpi),
    turn: setting.turn,
    twoUp: setting.twoUp,
  };
}
