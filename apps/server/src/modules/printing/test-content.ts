/** A test page for a printer, as it would be sent a label. */
import { testPagePdf } from '@scanship/documents/printing/test-page';
import type { PrintShape } from '@scanship/documents/printing/print-ready';
import type { PaperSize } from '@scanship/domain/printing/printing';
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import { type Outcome, problem } from '../../platform/problem.ts';
import { type Content, makeContents } from './contents.ts';
import type { PrintingDeps } from './ports.ts';
import { shapeFor, type Target } from './station.ts';
import type { Printing } from './wished-documents.ts';

interface Facts {
  readonly printer: string;
  readonly machine: string;
  readonly media: readonly PaperSize[];
  readonly time_zone: string;
}

export async function testPageContent(
  deps: PrintingDeps,
  ctx: Printing,
  printer: Target,
): Promise<Outcome<{ readonly shape: PrintShape; readonly file: Content }>> {
  const { rows } = await deps.db.tenant(
    ctx,
    (tx) =>
      sql<Facts>`SELECT coalesce(p.display_name, p.name) AS printer, a.name AS machine, p.media,
          (SELECT t.time_zone FROM tenants t WHERE t.id = p.tenant_id) AS time_zone
        FROM printers p JOIN agents a ON a.tenant_id = p.tenant_id AND a.id = p.agent_id
        WHERE p.tenant_id = ${ctx.tenantId} AND p.id = ${printer.id}`.execute(tx),
    { readOnly: true },
  );
  const [facts] = rows;
  if (!facts) return problem('not_found');
  const raw = printer.formats.includes('zpl') || printer.formats.includes('epl');
  const size = facts.media[0] ?? (raw ? '4x6' : 'letter');
  const shape = shapeFor({ format: null, size, dpi: null, turn: 0, twoUp: false }, printer, []);
  const lines = shape.format === 'pdf';
  const bytes = await testPagePdf(
    {
      language: ctx.locale === 'fr-CA' ? 'fr' : 'en',
      size,
      printer: facts.printer,
      machine: facts.machine,
      printedAt: new Intl.DateTimeFormat('sv-SE', {
        timeZone: ctx.timeZone ?? facts.time_zone,
        dateStyle: 'short',
        timeStyle: 'short',
      }).format(deps.clock.now()),
      sentAs: lines ? 'PDF' : `${shape.format.toUpperCase()}, ${shape.dpi} dpi`,
      code: 'SCANSHIP-TEST',
    },
    deps.renderer,
  );
  const made = await makeContents({ bytes, format: 'pdf', size }, shape, deps.renderer);
  if (!made.ok) return made;
  const [file] = made.value;
  return file ? ok({ shape, file }) : problem('print_content_gone');
}
