/** How the journal buys a label: opens the account, draws and stamps the files, and writes the outcome in one transaction. */
import type { CarrierFile, DocumentKind, ShipInput, ShipResult } from '@scanship/connector-kit/carrier/carrier';
import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database/database.ts';
import { json } from '../../platform/database/json-column.ts';
import { together } from '../../platform/database/together.ts';
import type { Change, JournalHandler, JournalRef, JournalRow } from '../../platform/journal/handler.ts';
import { recordChange } from '../../platform/journal/journal-store.ts';
import { problem } from '../../platform/problem.ts';
import {
  confirmPurchase,
  isBooked,
  type PurchaseMoney,
  releasePurchase,
  reservePurchase,
  undoPurchase,
} from '../billing/index.ts';
import { storeDocuments } from '../documents/index.ts';
import { beginTracking } from '../tracking/index.ts';
import { auditDecision } from './audit.ts';
import { clearPurchase, notePurchase } from './exception-causes.ts';
import { followParcels } from './follow-parcels.ts';
import type { ShipmentPorts } from './ports.ts';
import { type PurchaseRequest, purchaseRequestOf } from './purchase-request.ts';
import { waitsForAnswer } from './waits-for-answer.ts';
import { type LockedShipment, lockShipmentOf, reopenShipment, type Settled, settleBuying } from './shipment-state.ts';

type FileFormat = 'pdf' | 'zpl' | 'png' | 'gif';

export interface PreparedFile {
  readonly document: DocumentKind;
  readonly format: FileFormat;
  readonly bytes: Uint8Array;
  /** Within the shipment. */
  readonly parcelNumber: number | undefined;
}

const DOCUMENT_KINDS: Readonly<
  Record<
    DocumentKind,
    'label' | 'custom_invoice' | 'return_label' | 'receipt' | 'manifest' | 'proof_of_delivery' | 'qr_code'
  >
> = {
  label: 'label',
  'customs-invoice': 'custom_invoice',
  'return-label': 'return_label',
  receipt: 'receipt',
  manifest: 'manifest',
  'proof-of-delivery': 'proof_of_delivery',
  'qr-code': 'qr_code',
};

export const trackingKey = (number: string): string => number.toUpperCase().replace(/[^0-9A-Z]/g, '');

export function purchaseHandler(deps: {
  readonly ports: ShipmentPorts;
  readonly clock: Clock;
  /** Begins another operation of the journal without waiting for it. */
  readonly wake: (ref: JournalRef) => void;
}): JournalHandler<ShipInput, ShipResult, readonly PreparedFile[]> {
  const { ports, clock } = deps;

  async function prepareFile(file: CarrierFile, input: ShipInput, test: boolean): Promise<readonly PreparedFile[]> {
    const { parcelNumber } = file;
    // Of a return, its label is the label, whatever the carrier calls it.
    const document = input.shipment.return && file.document === 'return-label' ? 'label' : file.document;
    if (file.kind === 'drawn') {
      const model = { ...file.model, test: file.model.test || test };
      // The last one is the parcel's own label; a PDF is always there too, so that it can be shown and merged.
      const formats = input.labelFormat === 'pdf' ? (['pdf'] as const) : ([input.labelFormat, 'pdf'] as const);
      const drawn: PreparedFile[] = [];
      for (const format of formats)
        drawn.push({ document, format, bytes: await ports.labels.draw(model, format), parcelNumber });
      return drawn;
    }
    const { format } = file;
    if (document !== 'label') return [{ document, format, bytes: file.bytes, parcelNumber }];
    if (format === 'png' || format === 'gif') {
      const pdf = await ports.labels.fromPicture(file.bytes, format, file.picture);
      const bytes = test ? await ports.labels.stampTest(pdf, 'pdf') : pdf;
      return [{ document, format: 'pdf', bytes, parcelNumber }];
    }
    const bytes = test ? await ports.labels.stampTest(file.bytes, format) : file.bytes;
    return [{ document, format, bytes, parcelNumber }];
  }

  /** The label exists: its numbers, its price in the books, its trackers, and the pieces that waited for it. */
  async function book(
    tx: Tx,
    row: JournalRow,
    shipment: LockedShipment,
    bought: PurchaseMoney,
    request: PurchaseRequest,
    input: ShipInput,
    change: Change<ShipResult, readonly PreparedFile[]>,
  ): Promise<void> {
    const labels = await storeFiles(tx, row, shipment, request, change.prepared ?? []);
    // Trackers are made of the parcels' numbers, so they come behind them.
    await together([noteResult(tx, row, input, change, labels), follow(tx, ports, row, shipment, request)]);
    // What was only just sent cannot have been booked before.
    if (isFresh(change) || !(await isBooked(tx, bought))) await confirmPurchase(tx, bought, change.result.charged);
    if (request.siblings.length > 1) await letOthersBegin(tx, row.tenantId, shipment.id);
  }

  return {
    async open(row) {
      const request = purchaseRequestOf(row.request);
      const grant = await ports.grants.open(row.tenantId, request.grantId, { kind: 'purchase', id: row.id });
      if (!grant.ok) return grant;
      const { carrier, manifest, env, displayName, unaskedSince } = grant.value;
      // What was not sent as far as is known here may have been: it waits like a new one. What was sent is asked about.
      if (unaskedSince && (row.state === 'planned' || row.state === 'reserved'))
        return problem('unavailable', waitsForAnswer(displayName));
      if (!carrier.ship) return problem('no_carrier', { message: `${displayName} does not sell labels.` });
      const deadlineMs = manifest.deadlineMs.ship;
      return {
        ok: true,
        value: {
          operation: carrier.ship,
          input: row.mayBeForgotten
            ? { ...request.input, perhapsSince: request.input.perhapsSince ?? row.createdAt.toISOString() }
            : request.input,
          env,
          vendor: displayName,
          deadlineMs,
          askFirst: request.askFirst === true || row.mayBeForgotten,
        },
      };
    },

    async prepare(row, input, result) {
      const { test } = purchaseRequestOf(row.request);
      const files: PreparedFile[] = [];
      for (const file of result.files ?? []) files.push(...(await prepareFile(file, input, test)));
      return files;
    },

    async changed(tx, row, input, change) {
      if (change.by) await auditDecision(tx, row, change.to, change.by);
      const request = purchaseRequestOf(row.request);
      // Of what is only passed through, the state that follows in this transaction says everything.
      if (change.to === 'sending' || (change.to === 'confirmed' && change.next === 'complete')) return;
      const shipment = await lockShipmentOf(tx, row.tenantId, row.id);
      if (!shipment) throw new Error(`purchase ${row.id} has no shipment`);
      const bought: PurchaseMoney = {
        tenantId: row.tenantId,
        purchaseId: row.id,
        chain: request.chain,
        createdBy: row.createdBy,
        facts: request.facts,
      };
      const settling = {
        tenantId: row.tenantId,
        userId: row.createdBy,
        why: change.problem?.message,
        now: clock.now(),
        followers: ports.followers,
        grants: ports.grants,
      };
      const note = () => notePurchase(tx, row.tenantId, row.id, ports);
      switch (change.to) {
        case 'confirmed':
          await book(tx, row, shipment, bought, request, input ?? request.input, change);
          return clearPurchase(tx, row.tenantId, row.id);
        case 'complete':
          // Also where it was confirmed before: a carrier may give the numbers after the step that pays.
          await book(tx, row, shipment, bought, request, input ?? request.input, change);
          await followParcels(
            tx,
            row.tenantId,
            await settleBuying(tx, shipment, settling, onlyPiece(row, request, change)),
          );
          return clearPurchase(tx, row.tenantId, row.id);
        case 'refused':
        case 'absent':
          await undoPurchase(tx, bought, change.result.charged);
          await dropUnsent(tx, row, shipment, request, change);
          await settleBuying(tx, shipment, settling);
          return clearPurchase(tx, row.tenantId, row.id);
        case 'disputed':
          if (change.from === 'absent') {
            // It was given up and exists after all: its money and items are set aside again, whatever the limit says.
            await reservePurchase(tx, bought);
            await reopenShipment(tx, shipment, settling);
          }
          return note();
        case 'unknown':
          return note();
        default:
      }
    },

    committed(row, to) {
      if (to !== 'confirmed') return;
      for (const { purchaseId } of purchaseRequestOf(row.request).siblings)
        if (purchaseId !== row.id) deps.wake({ table: 'purchases', tenantId: row.tenantId, id: purchaseId });
    },
  };
}

/** Sent and answered at the first go: nothing of its outcome was written before. */
const isFresh = ({ began }: Pick<Change<ShipResult, readonly PreparedFile[]>, 'began'>): boolean =>
  began === 'reserved' || began === 'sending';

/** The pieces of a shipment that has only this one and whose label exists since this moment; else they are read. */
const onlyPiece = (
  row: JournalRow,
  { facts }: PurchaseRequest,
  change: Change<ShipResult, readonly PreparedFile[]>,
): Settled['pieces'] =>
  isFresh(change) && facts?.weights.length === 1 ? [{ purchaseId: row.id, state: change.to }] : undefined;

/** What a person may see of the vendor's answer, and the tracking numbers and labels of the parcels. */
async function noteResult(
  tx: Tx,
  row: JournalRow,
  input: ShipInput,
  change: Change<ShipResult, readonly PreparedFile[]>,
  labels: ReadonlyMap<number, string>,
): Promise<void> {
  const { carrierShipmentId, parcels = [], messages } = change.result;
  const shown = parcels.map((parcel) => ({
    number: parcel.number,
    trackingNumber: parcel.trackingNumber,
    trackingUrl: parcel.trackingUrl,
  }));
  const seen = json({ reference: input.reference, carrierShipmentId, parcels: shown, messages });
  const told = new Map(parcels.map(({ number, trackingNumber }) => [number, trackingNumber]));
  const nos = [...new Set([...told.keys(), ...labels.keys()])];
  const numbers = nos.map((no) => told.get(no) ?? null);
  const keys = numbers.map((number) => number && trackingKey(number));
  await sql`
    WITH said AS (UPDATE purchases SET vendor_ids = ${seen} WHERE tenant_id = ${row.tenantId} AND id = ${row.id})
    UPDATE parcels AS c SET tracking_number = CASE WHEN n.named THEN n.number ELSE c.tracking_number END,
      tracking_key = CASE WHEN n.named THEN n.key ELSE c.tracking_key END,
      label_document_id = coalesce(n.document, c.label_document_id)
    FROM unnest(${nos}::int[], ${nos.map((no) => told.has(no))}::bool[], ${numbers}::text[], ${keys}::text[],
      ${nos.map((no) => labels.get(no) ?? null)}::uuid[]) AS n(no, named, number, key, document)
    WHERE c.tenant_id = ${row.tenantId} AND c.purchase_id = ${row.id} AND c.no = n.no`.execute(tx);
}

/** The first piece has shown that the carrier takes this shipment: the others may follow, all at once. */
async function letOthersBegin(tx: Tx, tenantId: string, shipmentId: string): Promise<void> {
  await sql`UPDATE purchases SET due_at = clock_timestamp()
    WHERE tenant_id = ${tenantId} AND shipment_id = ${shipmentId} AND state = 'reserved' AND due_at IS NULL`.execute(
    tx,
  );
}

/** @returns the label of each parcel by its number */
async function storeFiles(
  tx: Tx,
  row: JournalRow,
  shipment: LockedShipment,
  request: PurchaseRequest,
  files: readonly PreparedFile[],
): Promise<ReadonlyMap<number, string>> {
  const { parcels } = request.input.shipment;
  const only = parcels.length === 1 ? parcels[0]?.number : undefined;
  const stored = await storeDocuments(
    tx,
    row.tenantId,
    files.map((file) => ({
      kind: DOCUMENT_KINDS[file.document],
      format: file.format,
      bytes: file.bytes,
      shipmentId: shipment.id,
      parcelNo: file.parcelNumber ?? only,
      test: request.test,
    })),
  );
  // A file without a number holds the labels of all parcels of this call; of several, the last is the parcel's own.
  const labels = new Map<number, string>();
  for (const [index, file] of files.entries()) {
    const documentId = stored[index];
    if (file.document !== 'label' || documentId === undefined) continue;
    const no = file.parcelNumber ?? only;
    for (const each of no === undefined ? parcels.map(({ number }) => number) : [no]) labels.set(each, documentId);
  }
  return labels;
}

/** Where a bought parcel is followed from its first moment on. */
const follow = (tx: Tx, ports: ShipmentPorts, row: JournalRow, shipment: LockedShipment, request: PurchaseRequest) =>
  beginTracking(tx, {
    tenantId: row.tenantId,
    shipmentId: shipment.id,
    purchaseId: row.id,
    slug: shipment.slug,
    grantId: request.grantId,
    parcels: request.input.shipment.parcels.map(({ number }) => number),
    tracks: ports.grants.describe(shipment.slug)?.manifest.capabilities.track ?? false,
  });

/** A piece was refused before the others were sent: they are not sent at all, and their money is free again. */
async function dropUnsent(
  tx: Tx,
  row: JournalRow,
  shipment: LockedShipment,
  request: PurchaseRequest,
  change: Change<ShipResult, readonly PreparedFile[]>,
): Promise<void> {
  const said = {
    code: 'not-sent',
    message: 'Not sent, because another piece of this shipment was refused.',
    vendorMessage: change.problem?.vendorMessage ?? change.problem?.message,
  };
  const dropped = await sql<{ id: string }>`
    UPDATE purchases SET state = 'refused', problem = ${json(said)}, attempt = attempt + 1, updated_at = now()
    WHERE tenant_id = ${row.tenantId} AND shipment_id = ${shipment.id} AND state = 'reserved' AND due_at IS NULL
    RETURNING id`.execute(tx);
  for (const { id } of dropped.rows) {
    const sibling = request.siblings.find((each) => each.purchaseId === id);
    if (!sibling) throw new Error(`purchase ${id} is no piece of the plan of ${row.id}`);
    await releasePurchase(tx, { tenantId: row.tenantId, purchaseId: id, chain: sibling.chain });
    await recordChange(tx, row.tenantId, { kind: 'purchase', id }, 'reserved', 'refused', {
      userId: row.createdBy,
      why: said.message,
    });
  }
}
