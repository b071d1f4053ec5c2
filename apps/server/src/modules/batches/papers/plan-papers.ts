/** Says which papers of a batch are merged into which files, in the chosen order. */
import {
  type BatchPart,
  LABELS_PER_PART,
  type PrintOrder,
  type Separators,
} from '@scanship/contracts/shipping/batches';
import type { AutoPopupTag } from '@scanship/contracts/common';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { toJson } from '../../../platform/database/json-column.ts';
import { dropReplaced } from '../../documents/index.ts';
import { autoPopupTagsOf } from '../../orders/index.ts';
import type { BatchRow } from '../batch-rows.ts';
import { type Printed, partName, printSequence, type Separator, separatorsOf } from './print-sequence.ts';

export type PaperKind = BatchPart['kind'];

export interface PapersWish {
  readonly printOrder?: PrintOrder | undefined;
  readonly separators?: Separators | undefined;
  readonly partSize?: number | undefined;
  readonly documents?: readonly PaperKind[] | undefined;
}

/** One order of a part, with what the page before its run says. */
export interface Piece {
  readonly orderId: string;
  readonly shipmentId: string;
  readonly separator?: Separator | undefined;
}

interface Shipped extends Printed {
  readonly orderId: string;
  readonly shipmentId: string;
  readonly crossesBorder: boolean;
}

const FILE_NAMES: Readonly<Record<Exclude<PaperKind, 'labels'>, string>> = {
  slips: 'PackingSlip',
  invoices: 'CustomInvoice',
};

/** Replaces the parts of a batch by new ones that are due. Files merged before go: they can be made again from what they were made of. */
export async function planPapers(tx: Tx, batch: BatchRow, wish: PapersWish): Promise<void> {
  const { tenantId, id } = batch;
  const { rows: before } = await sql<{ document: string | null }>`DELETE FROM batch_parts
    WHERE tenant_id = ${tenantId} AND batch_id = ${id} RETURNING document_id AS document`.execute(tx);
  const replaced = before.flatMap(({ document }) => document ?? []);
  if (replaced.length > 0) await dropReplaced(tx, tenantId, replaced);
  await sql`UPDATE batches SET papers_for = (SELECT count(*) FROM batch_items AS i WHERE i.tenant_id = ${tenantId}
      AND i.batch_id = ${id} AND i.state = 'done') WHERE tenant_id = ${tenantId} AND id = ${id}`.execute(tx);
  const shipped = await readShipped(tx, batch);
  const tags = await autoPopupTagsOf(
    tx,
    shipped.map((each) => each.orderId),
  );
  const sequence = printSequence(shipped, wish.printOrder ?? { by: 'list', reversed: false });
  const size = Math.min(wish.partSize ?? LABELS_PER_PART, LABELS_PER_PART);
  const rows = (['labels', 'slips', 'invoices'] as const).flatMap((kind) => {
    const papers = sequence.filter((each) => isWanted(kind, each, wish.documents, tags.get(each.orderId)));
    const separators =
      kind === 'labels' ? separatorsOf(papers, wish.separators ?? 'none', batch.name) : papers.map(() => undefined);
    const of = Math.ceil(papers.length / size);
    return Array.from({ length: of }, (_, index) => {
      const here = papers.slice(index * size, (index + 1) * size);
      const pieces = here.map(
        ({ orderId, shipmentId }, place): Piece => ({
          orderId,
          shipmentId,
          separator: separators[index * size + place],
        }),
      );
      const name = kind === 'labels' ? batch.options.fileName : FILE_NAMES[kind];
      return { kind, part: index + 1, of, pieces, orders: here.length, file_name: partName(name, index + 1, of) };
    });
  });
  for (const row of rows)
    await sql`INSERT INTO batch_parts (tenant_id, batch_id, kind, part, of, pieces, orders, file_name)
      VALUES (${tenantId}, ${id}, ${row.kind}, ${row.part}, ${row.of}, ${toJson(row.pieces)}::jsonb, ${row.orders}, ${row.file_name})`.execute(
      tx,
    );
}

function isWanted(
  kind: PaperKind,
  each: Shipped,
  documents: readonly PaperKind[] | undefined,
  tag: AutoPopupTag | undefined,
): boolean {
  if (kind === 'invoices' && !each.crossesBorder) return false;
  if (documents) return documents.includes(kind);
  switch (kind) {
    // Whatever opens by itself: what was bought can be printed.
    case 'labels':
      return true;
    case 'slips':
      return tag?.PACKAGING_SLIPS ?? false;
    case 'invoices':
      return tag?.CUSTOM_INVOICE ?? true;
  }
}

async function readShipped(tx: Tx, batch: BatchRow): Promise<readonly Shipped[]> {
  const { rows } = await sql<Shipped>`
    SELECT i.position, i.order_id AS "orderId", i.shipment_id AS "shipmentId", o.number AS "orderNumber",
      coalesce(l.sku, '') AS sku, coalesce(p.bin_location, '') AS bin, o.store_id AS "storeId", st.name AS "storeName",
      s.from_address ->> 'countryCode' IS DISTINCT FROM s.to_address ->> 'countryCode' AS "crossesBorder"
    FROM batch_items AS i
    JOIN shipments AS s ON s.tenant_id = i.tenant_id AND s.id = i.shipment_id AND s.state NOT IN ('draft', 'voiding', 'voided')
    JOIN orders AS o ON o.tenant_id = i.tenant_id AND o.id = i.order_id
    JOIN stores AS st ON st.tenant_id = o.tenant_id AND st.id = o.store_id
    LEFT JOIN LATERAL (SELECT sku, sku_key, product_id FROM order_items AS x WHERE x.tenant_id = o.tenant_id AND x.order_id = o.id
      AND x.qty > x.qty_cancelled ORDER BY x.line LIMIT 1) AS l ON true
    LEFT JOIN LATERAL (SELECT bin_location FROM products AS q WHERE q.tenant_id = o.tenant_id
      AND (q.id = l.product_id OR (l.product_id IS NULL AND q.sku_key = l.sku_key AND l.sku_key <> '')) LIMIT 1) AS p ON true
    WHERE i.tenant_id = ${batch.tenantId} AND i.batch_id = ${batch.id} AND i.state = 'done' ORDER BY i.position`.execute(
    tx,
  );
  return rows;
}
