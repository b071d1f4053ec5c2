/**
 * Sends documents to the printers of a station by its settings. This is on the way from a scan to a label, so: one read, what
 * is converted already is taken as it is, one write, and the machine that waits is woken with it.
 */
import type { PrintOutcome, PrintReason, PrintWish } from '@scanship/contracts/printing/printers';
import type { PrintShape } from '@scanship/documents/printing/print-ready';
import { ok } from '@scanship/domain/values/result';
import type { Tx } from '../../../platform/database/database.ts';
import { type Outcome, problem } from '../../../platform/problem.ts';
import { shapeKey, sourceFor } from '../choose-format.ts';
import { type Content, keepContents, keptContents, makeContents } from '../contents.ts';
import { addJobs, type NewJob } from '../job-rows.ts';
import type { PrintingDeps } from '../ports.ts';
import {
  readStation,
  shapeFor,
  type Station,
  type StationSetting,
  type Target,
  targetOf,
  usualSetting,
} from '../station.ts';
import { drawPaper, labelTitle, type LabelSlot, type Printing, readFile, readLabels } from '../wished-documents.ts';

export interface PrintRequest {
  readonly machineId: string;
  readonly documents: readonly PrintWish[];
  /** false: only kinds whose autoprint is on. */
  readonly evenWithoutAutoprint?: boolean | undefined;
}

const WHY: Readonly<Record<Exclude<PrintReason, 'no-file' | 'cannot-convert'>, string>> = {
  'no-agent': 'This station has no print agent.',
  'no-printer': 'No printer is chosen for this kind of document on this station.',
  'autoprint-off': 'Automatic printing is off for this kind of document.',
  'printer-offline': 'The printer is offline; it is printed when it comes back within 15 minutes.',
  fallback: 'The first printer is offline or stopped.',
};

const show = (wish: PrintWish, reason: PrintReason, why: string): PrintOutcome => ({
  documentType: wish.documentType,
  shipmentId: wish.shipmentId ?? null,
  orderId: wish.orderId ?? null,
  outcome: 'show',
  jobIds: [],
  printName: null,
  reason,
  why,
});

interface Ready {
  readonly jobs: readonly NewJob[];
  /** Made just now, to be stored with the jobs. */
  readonly contents: readonly { readonly files: readonly Content[]; readonly key: string | undefined }[];
}

export async function printDocuments(
  deps: PrintingDeps,
  ctx: Printing,
  request: PrintRequest,
): Promise<Outcome<readonly PrintOutcome[]>> {
  for (const [at, wish] of request.documents.entries()) {
    const field = wish.documentType === 'PACKAGING_SLIPS' ? 'orderId' : 'shipmentId';
    if (wish[field] === undefined)
      return problem('validation', { errors: [{ field: `documents.${at}.${field}`, message: 'This is required.' }] });
  }
  const shipments = request.documents.flatMap((wish) =>
    wish.documentType === 'SHIPPING_LABEL' && wish.shipmentId !== undefined ? [wish.shipmentId] : [],
  );
  const { station, labels } = await deps.db.tenant(
    ctx,
    async (tx) => {
      const [found, slots] = await Promise.all([
        readStation(tx, ctx, request.machineId),
        readLabels(tx, ctx.tenantId, [...new Set(shipments)]),
      ]);
      return { station: found, labels: slots };
    },
    { readOnly: true },
  );
  const outcomes: PrintOutcome[] = [];
  // One after the other, so that they come out in the given order and the first while the next is made.
  for (const wish of request.documents) outcomes.push(await printOne(deps, ctx, request, { station, labels }, wish));
  return ok(outcomes);
}

async function printOne(
  deps: PrintingDeps,
  ctx: Printing,
  request: PrintRequest,
  found: { readonly station: Station; readonly labels: ReadonlyMap<string, readonly LabelSlot[]> },
  wish: PrintWish,
): Promise<PrintOutcome> {
  const { station } = found;
  const setting = station.settings.get(wish.documentType) ?? usualSetting(wish.documentType);
  if (!station.hasAgent) return show(wish, 'no-agent', WHY['no-agent']);
  if (!setting.autoprint && request.evenWithoutAutoprint !== true)
    return show(wish, 'autoprint-off', WHY['autoprint-off']);
  const target = targetOf(station, setting);
  if (!target) return show(wish, 'no-printer', WHY['no-printer']);
  const ready =
    wish.documentType === 'SHIPPING_LABEL'
      ? await labelJobs(deps, ctx, found.labels.get(wish.shipmentId ?? '') ?? [], { setting, printer: target.printer })
      : await paperJobs(deps, ctx, wish, wish.documentType, { setting, printer: target.printer });
  if (!ready.ok) {
    const { code, message } = ready.problem;
    return show(wish, code === 'file_unreadable' ? 'cannot-convert' : 'no-file', message ?? deps.sentenceOf(code));
  }
  const jobIds = await queueJobs(deps, ctx, ready.value);
  const reason = target.how === 'first' ? null : target.how === 'fallback' ? 'fallback' : 'printer-offline';
  return {
    documentType: wish.documentType,
    shipmentId: wish.shipmentId ?? null,
    orderId: wish.orderId ?? null,
    outcome: 'queued',
    jobIds,
    printName: target.printer.name,
    reason,
    why: reason && WHY[reason],
  };
}

/** Stores the bytes and the jobs together and wakes the machines at once. */
export async function queueJobs(deps: PrintingDeps, ctx: Printing, { jobs, contents }: Ready): Promise<string[]> {
  const ids = await deps.db.tenant(ctx, async (tx) => {
    for (const { files, key } of contents) await keepContents(tx, ctx.tenantId, files, key);
    return addJobs(tx, ctx, jobs);
  });
  for (const { files } of contents) for (const file of files) deps.cache.put(file);
  for (const agentId of new Set(jobs.map((job) => job.agentId))) deps.signals.wake(`agent:${agentId}`);
  return ids;
}

interface To {
  readonly setting: StationSetting;
  readonly printer: Target;
}

async function labelJobs(
  deps: PrintingDeps,
  ctx: Printing,
  slots: readonly LabelSlot[],
  { setting, printer }: To,
): Promise<Outcome<Ready>> {
  if (slots.length === 0) return problem('no_labels', { message: 'This shipment has no label to print.' });
  const jobs: NewJob[] = [];
  const contents: { files: readonly Content[]; key: string | undefined }[] = [];
  for (const slot of slots) {
    const shape = shapeFor(
      setting,
      printer,
      slot.sources.map(({ format }) => format),
    );
    const source = sourceFor(slot.sources, shape.format);
    if (!source) return problem('no_labels');
    const made = await labelContents(deps, ctx.tenantId, source, shape);
    if (!made.ok) return made;
    if (made.value.files.length > 0) contents.push({ files: made.value.files, key: made.value.key });
    for (const [at, blob] of made.value.blobs.entries())
      jobs.push({
        // The copy is counted once, however many pages it takes.
        documentId: at === 0 ? source.documentId : null,
        printerId: printer.id,
        agentId: printer.agentId,
        kind: 'SHIPPING_LABEL',
        title: labelTitle(slot),
        shipmentId: slot.shipmentId,
        orderId: slot.orderId,
        shape,
        copies: setting.copies,
        blob,
      });
  }
  return ok({ jobs, contents });
}

/** A label for a shape: as it was made before, else made now. `files` are those that are not stored yet. */
export async function labelContents(
  deps: PrintingDeps,
  tenantId: string,
  source: {
    readonly documentId: string;
    readonly format: 'pdf' | 'zpl' | 'png' | 'gif' | 'jpg';
    readonly size: PrintShape['size'] | null;
  },
  shape: PrintShape,
): Promise<Outcome<{ readonly blobs: readonly string[]; readonly files: readonly Content[]; readonly key: string }>> {
  const key = `${source.documentId}/${shapeKey(shape)}`;
  const { kept, file } = await deps.db.tenant(
    { tenantId },
    async (tx: Tx) => {
      const before = (await keptContents(tx, tenantId, [key])).get(key);
      return { kept: before, file: before ? undefined : await readFile(tx, tenantId, source.documentId) };
    },
    { readOnly: true },
  );
  if (kept) return ok({ blobs: kept, files: [], key });
  if (!file) return problem('no_labels', { message: 'The file of this label is not kept any more.' });
  const opened = await deps.blobs.open(tenantId, file);
  if (!opened.ok) return opened;
  const bytes = opened.value;
  const made = await makeContents({ bytes, format: source.format, size: source.size }, shape, deps.renderer);
  return made.ok ? ok({ blobs: made.value.map(({ sha256 }) => sha256), files: made.value, key }) : made;
}

async function paperJobs(
  deps: PrintingDeps,
  ctx: Printing,
  wish: PrintWish,
  kind: 'PACKAGING_SLIPS' | 'CUSTOM_INVOICE',
  { setting, printer }: To,
): Promise<Outcome<Ready>> {
  const ids = { shipmentId: wish.shipmentId ?? null, orderId: wish.orderId ?? null };
  const drawn = await drawPaper(deps, ctx, { kind, ...ids }, setting.size);
  if (!drawn.ok) return drawn;
  const shape = shapeFor(setting, printer, ['pdf']);
  const made = await makeContents(
    { bytes: drawn.value.bytes, format: 'pdf', size: drawn.value.size },
    shape,
    deps.renderer,
  );
  if (!made.ok) return made;
  return ok({
    contents: [{ files: made.value, key: undefined }],
    jobs: made.value.map(({ sha256 }) => ({
      documentId: null,
      printerId: printer.id,
      agentId: printer.agentId,
      kind,
      title: drawn.value.title,
      shipmentId: kind === 'CUSTOM_INVOICE' ? ids.shipmentId : null,
      orderId: drawn.value.orderId,
      shape,
      copies: setting.copies,
      blob: sha256,
    })),
  });
}
