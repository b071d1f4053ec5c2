/**
 * How the journal has a carrier make its own end-of-day paper: what is closed there is closed here in the same transaction, and
 * what the carrier leaves out waits again with its words.
 */
import type { EndOfDayInput, EndOfDayResult } from '@scanship/connector-kit/carrier/end-of-day';
import type { TypstRenderer } from '@scanship/documents/typst/typst-renderer';
import { sql } from 'kysely';
import type { Sealer } from '../../platform/crypto/sealer.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { json } from '../../platform/database/json-column.ts';
import type { Change, JournalHandler, JournalRow } from '../../platform/journal/handler.ts';
import { readKept } from '../../platform/journal/read-kept.ts';
import { problem } from '../../platform/problem.ts';
import type { GrantOpener } from '../carriers/index.ts';
import { type DocumentFormat, storeDocument } from '../documents/index.ts';
import { markHandedOver, takeOffList } from '../shipments/index.ts';
import { listContents, writeContents } from './close-day.ts';
import { noteClosing } from './closing-causes.ts';
import { type ClosingRequest, closingRequestOf } from './closing-request.ts';

export interface Paper {
  readonly format: DocumentFormat;
  readonly bytes: Uint8Array;
}

interface ItemRow {
  readonly purchase_id: string;
  readonly shipment_id: string;
  readonly carrier_ref: string;
  readonly service: string;
  readonly country: string;
  readonly vendor_ids: {
    readonly carrierShipmentId?: string;
    readonly parcels?: readonly { readonly trackingNumber: string }[];
  };
}

const itemsOf = async (tx: Tx, manifestId: string): Promise<readonly ItemRow[]> =>
  (
    await sql<ItemRow>`SELECT i.purchase_id, i.shipment_id, p.carrier_ref, coalesce(p.service, s.service, '') AS service,
        coalesce(s.to_country, s.to_address ->> 'countryCode', '') AS country, p.vendor_ids
      FROM manifest_items i JOIN purchases p ON p.tenant_id = i.tenant_id AND p.id = i.purchase_id
        JOIN shipments s ON s.tenant_id = i.tenant_id AND s.id = i.shipment_id
      WHERE i.manifest_id = ${manifestId}::uuid ORDER BY i.purchase_id`.execute(tx)
  ).rows;

/** What the carrier is told; the same on every retry, because bought labels do not change. */
async function inputOf(
  deps: { readonly db: Database; readonly sealer: Sealer },
  tenantId: string,
  request: ClosingRequest,
): Promise<EndOfDayInput> {
  return deps.db.tenant({ tenantId }, async (tx) => {
    const items = await itemsOf(tx, request.manifestId);
    const kept = await readKept(
      tx,
      deps.sealer,
      tenantId,
      'purchase',
      items.map((item) => item.purchase_id),
    );
    return {
      reference: request.reference,
      uuid: request.uuid,
      from: request.from,
      date: request.date,
      shipments: items.map((item) => ({
        reference: item.carrier_ref,
        carrierShipmentId: item.vendor_ids.carrierShipmentId ?? '',
        service: item.service,
        trackingNumbers: (item.vendor_ids.parcels ?? []).map((parcel) => parcel.trackingNumber),
        destination: item.country,
        kept: kept.get(item.purchase_id) ?? {},
      })),
    };
  });
}

export function closingHandler(deps: {
  readonly db: Database;
  readonly sealer: Sealer;
  readonly grants: GrantOpener;
  readonly renderer: TypstRenderer;
}): JournalHandler<EndOfDayInput, EndOfDayResult, readonly Paper[]> {
  const { grants, renderer } = deps;
  return {
    async open(row) {
      const request = closingRequestOf(row.request);
      const [grant] = await grants.open({ tenantId: row.tenantId }, { only: [request.grantId], toSettle: true });
      if (!grant) return problem('no_carrier', { message: 'The carrier account this was bought with is gone.' });
      const { endOfDay } = await grant.load();
      if (!endOfDay) return problem('no_carrier', { message: `${grant.carrierName} makes no end-of-day paper.` });
      return {
        ok: true,
        value: {
          operation: endOfDay,
          input: await inputOf(deps, row.tenantId, request),
          env: await grant.environment({ kind: 'manifest', id: row.id }),
          vendor: grant.carrierName,
          deadlineMs: grant.manifest.deadlineMs.ship,
          // What is closed already is refused, or stood in the list before: then a person looks.
          askFirst: row.mayBeForgotten && 'or-person',
        },
      };
    },

    async prepare(row, _input, result) {
      const { test } = closingRequestOf(row.request);
      const papers: Paper[] = [];
      for (const file of result.files ?? []) {
        if (file.kind !== 'bytes') continue;
        const { format, bytes } = file;
        const stamps = test && (format === 'pdf' || format === 'zpl');
        papers.push({ format, bytes: stamps ? await renderer.paper('stampTest', { bytes, format }) : bytes });
      }
      return papers;
    },

    async changed(tx, row, _input, change) {
      const request = closingRequestOf(row.request);
      if (change.by) await auditDecision(tx, row, request.manifestId, change);
      const { manifestId } = request;
      await sql`SELECT 1 FROM manifests WHERE id = ${manifestId}::uuid FOR UPDATE`.execute(tx);
      switch (change.to) {
        case 'complete':
          await close(tx, row, request, change);
          break;
        case 'refused':
        case 'absent':
          await release(tx, row.tenantId, manifestId);
          await settle(tx, manifestId, 'failed', change.problem);
          break;
        case 'disputed':
          if (change.from === 'absent') await takeAgain(tx, row.tenantId, manifestId);
          await settle(tx, manifestId, 'unknown', change.problem);
          break;
        case 'unknown':
          await settle(tx, manifestId, 'unknown', change.problem);
          break;
        default:
      }
      await noteClosing(tx, row.tenantId, manifestId);
    },
  };
}

const settle = (tx: Tx, manifestId: string, state: 'closed' | 'failed' | 'unknown', said: object | undefined) =>
  sql`UPDATE manifests SET state = ${state}, problem = ${said ? json(said) : null} WHERE id = ${manifestId}::uuid`.execute(
    tx,
  );

/** The carrier has closed what it did not leave out: papers, numbers and marks in one. */
async function close(
  tx: Tx,
  row: JournalRow,
  request: ClosingRequest,
  change: Change<EndOfDayResult, readonly Paper[]>,
): Promise<void> {
  const { tenantId } = row;
  const { manifestId } = request;
  const { leftOut = [], manifestNumbers = [] } = change.result;
  const words = new Map(leftOut.map((left) => [left.reference, left.message]));
  const items = await itemsOf(tx, manifestId);
  for (const item of items) {
    const message = words.get(item.carrier_ref);
    await tx
      .updateTable('manifest_items')
      .set({ state: message === undefined ? 'closed' : 'left_out', message: message?.slice(0, 500) ?? null })
      .where('tenant_id', '=', tenantId)
      .where('manifest_id', '=', manifestId)
      .where('purchase_id', '=', item.purchase_id)
      .execute();
  }
  // A shipment of which one piece stays waits as a whole; its other pieces are closed all the same.
  const stay = new Map(
    items.flatMap((item): [string, string][] => {
      const message = words.get(item.carrier_ref);
      return message === undefined ? [] : [[item.shipment_id, message]];
    }),
  );
  await takeOffList(tx, tenantId, { shipmentIds: [...stay.keys()], manifestId });
  const contents = await contentsOf(tx, manifestId);
  const gone = contents.shipments.filter((each) => stay.has(each.shipmentId));
  await writeContents(tx, manifestId, {
    ...contents,
    shipments: contents.shipments.filter((each) => !stay.has(each.shipmentId)),
    leftOut: gone.map((each) => ({
      shipmentId: each.shipmentId,
      orderNumbers: each.orderNumbers,
      message: stay.get(each.shipmentId) ?? '',
    })),
  });
  const documents: string[] = [];
  for (const paper of change.prepared ?? [])
    documents.push(
      await storeDocument(tx, tenantId, {
        kind: 'manifest',
        format: paper.format,
        bytes: paper.bytes,
        test: request.test,
        name: `Manifest-${(manifestNumbers[0] ?? request.reference).replace(/[^0-9A-Za-z-]/g, '')}.${paper.format}`,
      }),
    );
  await tx
    .updateTable('manifests')
    .set({
      vendor_ids: json({ numbers: [...manifestNumbers], documents }),
      document_id: documents[0] ?? null,
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', manifestId)
    .execute();
  const none = gone.length === contents.shipments.length;
  await settle(
    tx,
    manifestId,
    none ? 'failed' : 'closed',
    none ? { code: 'left-out', message: 'The carrier left out every shipment; they wait again.' } : undefined,
  );
}

const contentsOf = async (tx: Tx, manifestId: string) =>
  listContents.parse(
    (await sql<{ contents: unknown }>`SELECT contents FROM manifests WHERE id = ${manifestId}::uuid`.execute(tx))
      .rows[0]?.contents,
  );

/** Nothing was closed: everything waits again. */
async function release(tx: Tx, tenantId: string, manifestId: string): Promise<void> {
  const { rows } = await sql<{ shipment_id: string }>`UPDATE manifest_items SET state = 'failed'
    WHERE manifest_id = ${manifestId}::uuid AND state = 'closing' RETURNING shipment_id`.execute(tx);
  await takeOffList(tx, tenantId, { shipmentIds: rows.map((row) => row.shipment_id), manifestId });
}

/** It was believed absent and is not: what nobody closed meanwhile belongs to it again until a person has looked. */
async function takeAgain(tx: Tx, tenantId: string, manifestId: string): Promise<void> {
  const { rows } = await sql<{ shipment_id: string }>`UPDATE manifest_items AS i SET state = 'closing'
    WHERE i.manifest_id = ${manifestId}::uuid AND i.state = 'failed' AND NOT EXISTS (SELECT 1 FROM manifest_items o
      WHERE o.tenant_id = i.tenant_id AND o.purchase_id = i.purchase_id AND o.state IN ('closing', 'closed'))
    RETURNING shipment_id`.execute(tx);
  await markHandedOver(tx, tenantId, { shipmentIds: rows.map((row) => row.shipment_id), manifestId });
}

async function auditDecision(
  tx: Tx,
  row: JournalRow,
  manifestId: string,
  { by, to }: Pick<Change<unknown, unknown>, 'by' | 'to'>,
): Promise<void> {
  if (!by) return;
  await tx
    .insertInto('audit_events')
    .values({
      tenant_id: row.tenantId,
      id: newId(),
      actors: json([{ userId: by.userId, sessionId: by.sessionId }]),
      action: 'outcome.decided',
      subject_kind: 'manifest',
      subject_id: manifestId,
      details: json({ to, note: by.note }),
    })
    .execute();
}
