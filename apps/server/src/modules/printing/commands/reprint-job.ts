/** What a person decides about a job: print it again, say whether it printed, take it back. */
import { mayBecome, type PrintJobState } from '@scanship/domain/printing/printing';
import type { PrintShape } from '@scanship/documents/printing/print-ready';
import { ok } from '@scanship/domain/values/result';
import { allOrNothing } from '../../../platform/database/all-or-nothing.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { type Outcome, problem } from '../../../platform/problem.ts';
import { type Content, keepContents, makeContents } from '../contents.ts';
import { addJobs, type JobRow, lockJob, moveJob } from '../job-rows.ts';
import type { PrintingDeps } from '../ports.ts';
import { readTargets, shapeFor, type Target } from '../station.ts';
import { testPageContent } from '../test-content.ts';
import { drawPaper, type Printing, readLabels } from '../wished-documents.ts';
import { labelContents } from './print-documents.ts';
import { sourceFor } from '../choose-format.ts';

export interface Again {
  readonly jobId: string;
  /** Absent: the same printer. */
  readonly printerId?: string | undefined;
}

const sameShape = (a: PrintShape, b: PrintShape): boolean =>
  a.format === b.format &&
  a.size === b.size &&
  a.turn === b.turn &&
  a.twoUp === b.twoUp &&
  (a.format === 'pdf' || a.dpi === b.dpi);

const SETTLED: Readonly<Partial<Record<PrintJobState, string>>> = {
  reprinted: 'This one was printed again already.',
  cancelled: 'This one was taken back.',
  queued: 'This one has not been sent yet.',
  leased: 'This one is being sent.',
  spooled: 'This one is at the printer already.',
};
const settled = (state: PrintJobState) => problem('print_job_settled', { message: SETTLED[state] });

/**
 * Always a new job that names the one it takes the place of. Problems: `not_found`; `print_job_settled` while it is on its way
 * or where another took its place; `print_content_gone`; `validation` for a printer that is not there.
 */
export async function reprintJob(deps: PrintingDeps, ctx: Printing, again: Again): Promise<Outcome<string>> {
  const read = await deps.db.tenant(ctx, async (tx) => {
    const job = await lockJob(tx, ctx.tenantId, again.jobId);
    const [printer] = job ? await readTargets(tx, ctx.tenantId, { printerId: again.printerId ?? job.printer_id }) : [];
    return { job, printer };
  });
  const { job, printer } = read;
  if (!job) return problem('not_found');
  if (!mayBecome(job.state, 'reprinted')) return settled(job.state);
  if (!printer || printer.gone)
    return problem('validation', {
      errors: [{ field: 'printerId', message: 'This printer is not there any more; choose another one.' }],
    });
  const made = await contentsAgain(deps, ctx, job, printer);
  if (!made.ok) return made;
  const stored = await allOrNothing(deps.db, ctx, async (tx): Promise<Outcome<string>> => {
    const now = await lockJob(tx, ctx.tenantId, again.jobId);
    if (!now) return problem('not_found');
    if (!mayBecome(now.state, 'reprinted')) return settled(now.state);
    if (made.value.file) await keepContents(tx, ctx.tenantId, [made.value.file], undefined);
    const [id] = await addJobs(tx, ctx, [
      {
        documentId: now.document_id,
        printerId: printer.id,
        agentId: printer.agentId,
        kind: now.kind,
        title: now.title,
        shipmentId: now.shipment_id,
        orderId: now.order_id,
        shape: made.value.shape,
        copies: now.copies,
        blob: made.value.blob,
        reprintOf: now.id,
      },
    ]);
    await moveJob(tx, ctx.tenantId, now, 'reprinted');
    return ok(id ?? '');
  });
  if (stored.ok) {
    if (made.value.file) deps.cache.put(made.value.file);
    deps.signals.wake(`agent:${printer.agentId}`);
  }
  return stored;
}

interface MadeAgain {
  readonly shape: PrintShape;
  readonly blob: string;
  readonly file: Content | undefined;
}

/** The bytes of before where they are kept and fit the printer, else made anew from what they were of. */
async function contentsAgain(
  deps: PrintingDeps,
  ctx: Printing,
  job: JobRow,
  printer: Target,
): Promise<Outcome<MadeAgain>> {
  const other = printer.id !== job.printer_id;
  const isTest = job.kind === null;
  if (isTest) {
    const page = await testPageContent(deps, ctx, printer);
    return page.ok ? ok({ shape: page.value.shape, blob: page.value.file.sha256, file: page.value.file }) : page;
  }
  if (!other && job.blob !== null) return ok({ shape: job.shape, blob: job.blob, file: undefined });
  const wanted = { ...job.shape, dpi: other ? null : job.shape.dpi, format: other ? null : job.shape.format };
  if (job.kind !== 'SHIPPING_LABEL') {
    const kind = job.kind ?? 'PACKAGING_SLIPS';
    const drawn = await drawPaper(
      deps,
      ctx,
      { kind, shipmentId: job.shipment_id, orderId: job.order_id },
      job.shape.size,
    );
    if (!drawn.ok) return drawn;
    const shape = shapeFor(wanted, printer, ['pdf']);
    const made = await makeContents(
      { bytes: drawn.value.bytes, format: 'pdf', size: drawn.value.size },
      shape,
      deps.renderer,
    );
    if (!made.ok) return made;
    const [file, ...more] = made.value;
    return file && more.length === 0 ? ok({ shape, blob: file.sha256, file }) : problem('print_content_gone');
  }
  const slots = await deps.db.tenant(
    ctx,
    async (tx: Tx) =>
      (await readLabels(tx, ctx.tenantId, job.shipment_id === null ? [] : [job.shipment_id])).get(
        job.shipment_id ?? '',
      ) ?? [],
    { readOnly: true },
  );
  const slot = slots.find((each) => each.sources.some((source) => source.documentId === job.document_id));
  if (!slot) return problem('print_content_gone');
  const shape = shapeFor(
    wanted,
    printer,
    slot.sources.map(({ format }) => format),
  );
  const source = sourceFor(slot.sources, shape.format);
  if (!source) return problem('print_content_gone');
  if (job.blob !== null && sameShape(shape, job.shape)) return ok({ shape, blob: job.blob, file: undefined });
  const made = await labelContents(deps, ctx.tenantId, source, shape);
  if (!made.ok) return made;
  const { blobs, files } = made.value;
  const [blob] = blobs;
  if (blob === undefined || blobs.length > 1) return problem('print_content_gone');
  return ok({ shape, blob, file: files[0] });
}

/** Answers "did it print?": only of a job of which nobody knows. */
export function settlePrinted(deps: PrintingDeps, ctx: Printing, jobId: string): Promise<Outcome<void>> {
  return deps.db.tenant(ctx, async (tx) => {
    const job = await lockJob(tx, ctx.tenantId, jobId);
    if (!job) return problem('not_found');
    // Said twice is said once.
    if (job.state === 'printed') return ok(undefined);
    if (job.state !== 'unknown') return settled(job.state);
    await moveJob(tx, ctx.tenantId, job, 'printed');
    return ok(undefined);
  });
}

/** Problem: `print_job_settled` once it may have reached the printer. */
export function cancelJob(deps: PrintingDeps, ctx: Printing, jobId: string): Promise<Outcome<void>> {
  return deps.db.tenant(ctx, async (tx) => {
    const job = await lockJob(tx, ctx.tenantId, jobId);
    if (!job) return problem('not_found');
    if (job.state === 'cancelled') return ok(undefined);
    if (!mayBecome(job.state, 'cancelled')) return settled(job.state);
    await moveJob(tx, ctx.tenantId, job, 'cancelled');
    return ok(undefined);
  });
}
