/** Labels for a printer that the browser reaches itself: ZPL, one after the other. */
import type { PrintDpi } from '@scanship/domain/printing/printing';
import { ok } from '@scanship/domain/values/result';
import { type Outcome, problem } from '../../../platform/problem.ts';
import { sourceFor } from '../choose-format.ts';
import { keepContents } from '../contents.ts';
import type { PrintingDeps } from '../ports.ts';
import { type Printing, readLabels } from '../wished-documents.ts';
import { readContent } from './lease-job.ts';
import { labelContents } from './print-documents.ts';

/** Problems: `no_labels`, `file_unreadable`. */
export async function labelsAsZpl(
  deps: PrintingDeps,
  ctx: Printing,
  shipmentId: string,
  dpi: PrintDpi,
): Promise<Outcome<Uint8Array>> {
  const slots = await deps.db.tenant(
    ctx,
    async (tx) => (await readLabels(tx, ctx.tenantId, [shipmentId])).get(shipmentId) ?? [],
    { readOnly: true },
  );
  if (slots.length === 0) return problem('no_labels', { message: 'This shipment has no label to print.' });
  const shape = { format: 'zpl', size: '4x6', dpi, turn: 0, twoUp: false } as const;
  const parts: Uint8Array[] = [];
  for (const slot of slots) {
    const source = sourceFor(slot.sources, 'zpl');
    if (!source) return problem('no_labels');
    const made = await labelContents(deps, ctx.tenantId, source, shape);
    if (!made.ok) return made;
    const { blobs, files, key } = made.value;
    if (files.length > 0) await deps.db.tenant(ctx, (tx) => keepContents(tx, ctx.tenantId, files, key));
    for (const sha256 of blobs) {
      const bytes = files.find((file) => file.sha256 === sha256)?.bytes;
      if (bytes) {
        parts.push(bytes);
        continue;
      }
      const kept = await deps.db.tenant(ctx, (tx) => readContent(tx, ctx.tenantId, sha256), { readOnly: true });
      if (!kept) return problem('no_labels', { message: 'The file of this label is not kept any more.' });
      const opened = await deps.blobs.open(ctx.tenantId, kept);
      if (!opened.ok) return opened;
      parts.push(opened.value);
    }
  }
  return ok(Buffer.concat(parts));
}
