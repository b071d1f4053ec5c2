/** Merges the due parts of a batch, one after the other, each stored as a document as soon as it is ready. */
import { DocumentError } from '@scanship/documents/document-error';
import { mergeInOrder } from '@scanship/documents/labels/merge-in-order';
import type { TypstRenderer } from '@scanship/documents/typst/typst-renderer';
import { sql } from 'kysely';
import { BlobNotOpened, type Blobs } from '../../../platform/blobs/blobs.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Logger } from '../../../platform/logging/logger.ts';
import { sentenceOf } from '../causes.ts';
import {
  type BuyerPages,
  customsInvoice,
  findLabels,
  labelDocuments,
  packingSlips,
  storeDocument,
} from '../../documents/index.ts';
import type { BatchRow } from '../batch-rows.ts';
import type { BatchLease } from '../run/lease.ts';
import type { BatchPoint } from '../run/run-batch.ts';
import type { PaperKind, Piece } from './plan-papers.ts';

export interface PapersDeps {
  readonly db: Database;
  readonly blobs: Blobs;
  readonly renderer: TypstRenderer;
  readonly buyerPages: BuyerPages;
  readonly log: Logger;
  readonly stopping: () => boolean;
  readonly moved: (batch: BatchRow) => void;
  readonly onPoint: (point: BatchPoint) => void | Promise<void>;
}

interface PartRow {
  readonly kind: PaperKind;
  readonly part: number;
  readonly pieces: readonly Piece[];
  readonly file_name: string;
  readonly tries: number;
}

interface Merged {
  readonly bytes: Uint8Array;
  readonly pages: number;
  /** What a person should know of a part that is ready all the same. */
  readonly remark: string | undefined;
}

/** Times a part is begun before it is called failed. */
const MOST_TRIES = 3;
/** Papers between two signs of progress. */
const SIGN_EVERY = 25;

/** @returns whether there are parts left to make */
export async function makeParts(deps: PapersDeps, lease: BatchLease): Promise<boolean> {
  for (;;) {
    if (deps.stopping()) return true;
    const batch = await lease.look();
    const part = await lease.write(async (tx) => {
      const { rows } = await sql<PartRow>`UPDATE batch_parts SET state = 'making', done = 0, tries = tries + 1
        WHERE tenant_id = ${lease.tenantId} AND batch_id = ${lease.id} AND (kind, part) IN (
          SELECT kind, part FROM batch_parts WHERE tenant_id = ${lease.tenantId} AND batch_id = ${lease.id}
            AND state IN ('due', 'making') ORDER BY kind <> 'labels', kind, part LIMIT 1)
        RETURNING kind, part, pieces, file_name, tries`.execute(tx);
      return rows[0];
    });
    if (!part) return false;
    deps.moved(batch);
    try {
      const merged = await mergePart(deps, lease, batch, part);
      await deps.onPoint('part-merged');
      await lease.write(async (tx) => {
        const documentId = await storeDocument(tx, lease.tenantId, {
          kind: 'merged',
          format: 'pdf',
          bytes: merged.bytes,
          name: part.file_name,
        });
        await sql`UPDATE batch_parts SET state = 'ready', done = orders, pages = ${merged.pages}, document_id = ${documentId},
            problem = ${merged.remark ?? null}
          WHERE tenant_id = ${lease.tenantId} AND batch_id = ${lease.id} AND kind = ${part.kind} AND part = ${part.part}`.execute(
          tx,
        );
      });
      await deps.onPoint('part-stored');
      lease.sign();
    } catch (error) {
      const known = error instanceof DocumentError || error instanceof PartRefused || error instanceof BlobNotOpened;
      if (!known) deps.log.error({ err: error, batch: lease.id, part: part.part }, 'a part could not be merged');
      const over = known || part.tries >= MOST_TRIES;
      const message =
        error instanceof BlobNotOpened
          ? sentenceOf(error.problem)
          : known
            ? error.message
            : 'This file could not be made. Merge the documents again.';
      await lease.write((tx) =>
        sql`UPDATE batch_parts SET state = ${over ? 'failed' : 'due'}, problem = ${over ? message : null}
          WHERE tenant_id = ${lease.tenantId} AND batch_id = ${lease.id} AND kind = ${part.kind} AND part = ${part.part}`.execute(
          tx,
        ),
      );
    }
    deps.moved(batch);
  }
}

/** Nothing of this part can be made, for a reason a person can read. */
class PartRefused extends Error {
  override readonly name = 'PartRefused';
}

function mergePart(deps: PapersDeps, lease: BatchLease, batch: BatchRow, part: PartRow): Promise<Merged> {
  let said = 0;
  const progress = async (done: number): Promise<void> => {
    lease.sign();
    if (done - said < SIGN_EVERY) return;
    said = done;
    await lease.write((tx) =>
      sql`UPDATE batch_parts SET done = least(orders, ${done}) WHERE tenant_id = ${lease.tenantId} AND batch_id = ${lease.id}
        AND kind = ${part.kind} AND part = ${part.part}`.execute(tx),
    );
    deps.moved(batch);
  };
  switch (part.kind) {
    case 'labels':
      return labels(deps, batch, part, progress);
    case 'slips':
      return slips(deps, batch, part);
    case 'invoices':
      return invoices(deps, batch, part, progress);
  }
}

type Progress = (done: number) => Promise<void>;

const withRemark = (bytes: Uint8Array, pages: number, without: readonly string[]): Merged => ({
  bytes,
  pages,
  remark: without.length > 0 ? `${without.length} left out: ${without.slice(0, 3).join(' ')}` : undefined,
});

async function labels(deps: PapersDeps, batch: BatchRow, part: PartRow, progress: Progress): Promise<Merged> {
  const { tenantId } = batch;
  const ids = part.pieces.map((piece) => piece.shipmentId);
  const files = await deps.db.tenant({ tenantId }, (tx) => findLabels(tx, tenantId, ids), { readOnly: true });
  if (files.length === 0) throw new PartRefused('None of these shipments has a label any more.');
  const separator = new Map(part.pieces.map((piece) => [piece.shipmentId, piece.separator]));
  const documents = async function* documents() {
    let done = 0;
    for await (const document of labelDocuments(deps, tenantId, files, { groupOf: (id) => separator.get(id) })) {
      yield document;
      await progress((done += 1));
    }
  };
  const merging = mergeInOrder(documents(), {
    renderer: deps.renderer,
    separators: true,
    partSize: files.length,
    language: batch.asker.locale === 'fr-CA' ? 'fr' : 'en',
  });
  for await (const merged of merging) {
    const there = new Set(files.map((file) => file.shipmentId));
    const without = ids.filter((id) => !there.has(id)).map(() => 'A label was cancelled meanwhile.');
    return withRemark(merged.bytes, merged.pages, without);
  }
  throw new Error('labels were merged into nothing');
}

const askerOf = (batch: BatchRow) => ({
  tenantId: batch.tenantId,
  realmId: batch.asker.realmId,
  userId: batch.buyerId ?? '',
  locale: batch.asker.locale,
  timeZone: batch.asker.timeZone,
});

async function slips(deps: PapersDeps, batch: BatchRow, part: PartRow): Promise<Merged> {
  const made = await packingSlips(
    deps,
    askerOf(batch),
    part.pieces.map((piece) => piece.orderId),
  );
  if (!made.ok) throw new PartRefused(sentenceOf(made.problem));
  return withRemark(made.value.bytes, await deps.renderer.paper('pageCount', made.value.bytes), []);
}

async function invoices(deps: PapersDeps, batch: BatchRow, part: PartRow, progress: Progress): Promise<Merged> {
  const files: Uint8Array[] = [];
  const without: string[] = [];
  for (const [index, piece] of part.pieces.entries()) {
    const made = await customsInvoice(deps, askerOf(batch), piece.shipmentId);
    if (made.ok) files.push(made.value.bytes);
    else without.push(sentenceOf(made.problem));
    await progress(index + 1);
  }
  if (files.length === 0) throw new PartRefused(without[0] ?? 'There is no commercial invoice to print.');
  const { bytes, pages } = await deps.renderer.paper(
    'merge',
    files.map((file) => ({ bytes: file })),
  );
  return withRemark(bytes, pages, without);
}
