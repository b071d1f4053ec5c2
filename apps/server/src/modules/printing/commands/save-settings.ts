/** The three settings of a person at a station: replaced together, or one switched to print by itself (decisions 40). */
import type { PrinterSetting } from '@scanship/contracts/printing/printers';
import { type PrintedPaper, PRINTED_PAPERS, type PrintFormat } from '@scanship/domain/printing/printing';
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { type Outcome, problem } from '../../../platform/problem.ts';
import { listSettings } from '../queries/list-printers.ts';
import { readTargets, type Target } from '../station.ts';

interface Who {
  readonly tenantId: string;
  readonly userId: string;
}
interface Wrong {
  readonly field: string;
  readonly message: string;
}

const FAILED = 'Failed to save printer settings.';

const takes = (printer: Target, format: PrintFormat | null): boolean =>
  format === null || printer.formats.length === 0 || printer.formats.includes(format);

function wrongIn(
  setting: PrinterSetting,
  at: number,
  printers: ReadonlyMap<string, Target>,
  before: PrinterSetting | undefined,
): readonly Wrong[] {
  const field = (name: keyof PrinterSetting) => `printerSetting.${at}.${name}`;
  const wrong: Wrong[] = [];
  for (const name of ['printerId', 'fallbackPrinterId'] as const) {
    const id = setting[name];
    if (id === null) continue;
    const printer = printers.get(id);
    // One that is gone may stay where it was chosen; it is shown as gone.
    if (!printer || (printer.gone && before?.[name] !== id))
      wrong.push({ field: field(name), message: 'This printer is not on this computer.' });
    else if (name === 'printerId' && !takes(printer, setting.format))
      wrong.push({ field: field('format'), message: 'This printer does not take this format.' });
  }
  if (setting.printerId !== null && setting.printerId === setting.fallbackPrinterId)
    wrong.push({ field: field('fallbackPrinterId'), message: 'Choose another printer than the first one.' });
  if (setting.printerId === null && setting.fallbackPrinterId !== null)
    wrong.push({ field: field('printerId'), message: 'Choose the first printer, or no second one.' });
  if (setting.twoUp && setting.size !== 'letter' && setting.size !== 'a4')
    wrong.push({ field: field('twoUp'), message: 'Two to a sheet need letter or A4 paper.' });
  if (setting.autoprint && setting.printerId === null)
    wrong.push({ field: field('autoprint'), message: 'Choose a printer first.' });
  return wrong;
}

/** Problem: `validation` in the words of the specification, with the fields that are wrong; nothing is saved then. */
export async function saveSettings(
  tx: Tx,
  who: Who,
  machineId: string,
  settings: readonly PrinterSetting[],
): Promise<Outcome<PrinterSetting[]>> {
  const kinds = new Set(settings.map(({ documentType }) => documentType));
  if (kinds.size !== PRINTED_PAPERS.length)
    return problem('validation', {
      message: FAILED,
      errors: [{ field: 'printerSetting', message: 'Each kind of document is needed once.' }],
    });
  const machine = await sql<{
    id: string;
  }>`SELECT id FROM agents WHERE tenant_id = ${who.tenantId} AND machine_id = ${machineId}
    AND revoked_at IS NULL`.execute(tx);
  if (machine.rows.length === 0)
    return problem('not_found', { message: FAILED, advice: 'This computer is not paired any more.' });
  const [targets, before] = [
    await readTargets(tx, who.tenantId, { machineId }),
    await listSettings(tx, who, machineId),
  ];
  const printers = new Map(targets.map((printer) => [printer.id, printer]));
  const wrong = settings.flatMap((setting, at) =>
    wrongIn(
      setting,
      at,
      printers,
      before.find(({ documentType }) => documentType === setting.documentType),
    ),
  );
  if (wrong.length > 0) return problem('validation', { message: FAILED, errors: wrong });
  for (const each of settings)
    await sql`INSERT INTO printer_settings (tenant_id, user_id, workstation, kind, printer_id, fallback_printer_id, format, size, dpi, turn,
        two_up, copies, autoprint, updated_at)
      VALUES (${who.tenantId}, ${who.userId}, ${machineId}, ${each.documentType}, ${each.printerId}, ${each.fallbackPrinterId}, ${each.format},
        ${each.size}, ${each.dpi}, ${each.turn}, ${each.twoUp}, ${each.copies}, ${each.autoprint}, clock_timestamp())
      ON CONFLICT (tenant_id, user_id, workstation, kind) DO UPDATE SET printer_id = excluded.printer_id,
        fallback_printer_id = excluded.fallback_printer_id, format = excluded.format, size = excluded.size, dpi = excluded.dpi,
        turn = excluded.turn, two_up = excluded.two_up, copies = excluded.copies, autoprint = excluded.autoprint,
        updated_at = excluded.updated_at`.execute(tx);
  return ok(await listSettings(tx, who, machineId));
}

/** Problem: `validation` where there is no printer to print on. */
export async function switchAutoprint(
  tx: Tx,
  who: Who,
  machineId: string,
  change: { readonly documentType: PrintedPaper; readonly autoprint: boolean },
): Promise<Outcome<PrinterSetting[]>> {
  const done = await sql`UPDATE printer_settings SET autoprint = ${change.autoprint}, updated_at = clock_timestamp()
    WHERE tenant_id = ${who.tenantId} AND user_id = ${who.userId} AND workstation = ${machineId} AND kind = ${change.documentType}
      AND (printer_id IS NOT NULL OR NOT ${change.autoprint})`.execute(tx);
  if ((done.numAffectedRows ?? 0n) === 0n && change.autoprint)
    return problem('validation', {
      message: FAILED,
      errors: [{ field: 'printerSetting.autoprint', message: 'Choose a printer first.' }],
    });
  return ok(await listSettings(tx, who, machineId));
}
