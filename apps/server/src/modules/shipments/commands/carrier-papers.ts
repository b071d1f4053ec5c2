/** Papers around a bought label: the carrier's proof of delivery, and documents sent to it for customs. */
import { createHash } from 'node:crypto';
import type { TradeDocument } from '@scanship/domain/shipping/carrier-operations';
import type { proofOfDelivery, ShipmentSummary } from '@scanship/contracts/shipping/shipments';
import type { CarrierFile } from '@scanship/connector-kit/carrier/carrier';
import { ConnectorError, type ConnectorProblem } from '@scanship/connector-kit/errors';
import { runProofOfDelivery } from '@scanship/connector-kit/steps/run-question';
import { runThrough } from '@scanship/connector-kit/steps/run-through';
import type { Address } from '@scanship/domain/addresses/address';
import type { JsonObject } from '@scanship/domain/values/json';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Database, Tx } from '../../../platform/database/database.ts';
import type { Sealer } from '../../../platform/crypto/sealer.ts';
import { readKept } from '../../../platform/journal/read-kept.ts';
import { type Outcome, problem } from '../../../platform/problem.ts';
import { storeDocument } from '../../documents/index.ts';
import type { OpenedGrant, ShipmentPorts } from '../ports.ts';

export interface PaperDeps {
  readonly db: Database;
  readonly sealer: Sealer;
  readonly ports: Pick<ShipmentPorts, 'grants'>;
}

type Proof = z.infer<typeof proofOfDelivery.data>;

interface BoughtParcel {
  readonly purchase_id: string;
  readonly grant_id: string;
  readonly carrier_ref: string;
  readonly vendor_ids: { readonly carrierShipmentId?: string } | null;
  readonly tracking_number: string;
  readonly from_address: Address;
  readonly to_address: Address;
  readonly ship_date: string;
  readonly test: boolean;
}

/** Parcels of a shipment whose label stands, with what their carrier must be told. */
async function boughtParcels(
  tx: Tx,
  tenantId: string,
  shipmentId: string,
  parcelNumber?: number,
): Promise<readonly BoughtParcel[]> {
  const { rows } = await sql<BoughtParcel>`SELECT p.id AS purchase_id, p.grant_id, p.carrier_ref, p.vendor_ids,
      c.tracking_number, s.from_address, s.to_address, s.ship_date, p.test
    FROM parcels AS c
    JOIN purchases AS p ON p.tenant_id = c.tenant_id AND p.id = c.purchase_id AND p.state IN ('confirmed', 'complete')
    JOIN shipments AS s ON s.tenant_id = c.tenant_id AND s.id = c.shipment_id
    WHERE c.tenant_id = ${tenantId} AND c.shipment_id = ${shipmentId} AND c.tracking_number IS NOT NULL
      AND (${parcelNumber ?? null}::int IS NULL OR c.no = ${parcelNumber ?? null}::int) ORDER BY c.no`.execute(tx);
  return rows;
}

type Documents = ShipmentSummary['documents'];

const storedProof = (tx: Tx, tenantId: string, shipmentId: string, parcelNumber: number): Promise<Documents> =>
  tx
    .selectFrom('documents')
    .select(['id', 'kind', 'format', 'parcel_no as parcelNumber', 'copies_printed as copiesPrinted'])
    .where('tenant_id', '=', tenantId)
    .where('shipment_id', '=', shipmentId)
    .where('kind', '=', 'proof_of_delivery')
    .where('parcel_no', '=', parcelNumber)
    .orderBy('id')
    .execute();

/** Problems: `not_found`, `no_carrier`, `carrier_refused` with the carrier's words, `carrier_unavailable`. */
export async function askProofOfDelivery(
  deps: PaperDeps,
  tenantId: string,
  shipmentId: string,
  parcelNumber: number,
): Promise<Outcome<Proof>> {
  const [parcel] = await deps.db.tenant({ tenantId }, (tx) => boughtParcels(tx, tenantId, shipmentId, parcelNumber));
  if (!parcel) return problem('not_found', { message: 'This parcel has no label.' });
  const opened = await open(deps, tenantId, parcel);
  if (!opened.ok) return opened;
  const { carrier, env, displayName } = opened.value;
  const answer = await runProofOfDelivery(
    carrier,
    {
      trackingNumber: parcel.tracking_number,
      carrierShipmentId: parcel.vendor_ids?.carrierShipmentId,
      destination: { countryCode: parcel.to_address.countryCode, zipcode: parcel.to_address.zipcode },
      shipDate: parcel.ship_date,
    },
    env,
  );
  if (!answer.ok) return asProblem(displayName, answer.problem);
  const { signedBy, deliveredAt, place, files } = answer.value;
  const documents = await deps.db.tenant({ tenantId }, (tx) =>
    keepProof(tx, tenantId, shipmentId, parcelNumber, files, parcel.test),
  );
  return {
    ok: true,
    value: {
      carrierName: displayName,
      signedBy: signedBy ?? null,
      deliveredAt: deliveredAt ?? null,
      place: place ?? null,
      documents,
    },
  };
}

/** The same paper asked for twice is kept once. */
async function keepProof(
  tx: Tx,
  tenantId: string,
  shipmentId: string,
  parcelNo: number,
  files: readonly CarrierFile[],
  test: boolean,
): Promise<Documents> {
  const { rows } = await sql<{ blob: string }>`SELECT blob FROM documents WHERE tenant_id = ${tenantId}
    AND shipment_id = ${shipmentId} AND kind = 'proof_of_delivery' AND parcel_no = ${parcelNo}`.execute(tx);
  const known = new Set(rows.map((row) => row.blob));
  for (const file of files) {
    if (file.kind !== 'bytes' || known.has(createHash('sha256').update(file.bytes).digest('hex'))) continue;
    await storeDocument(tx, tenantId, {
      kind: 'proof_of_delivery',
      format: file.format,
      bytes: file.bytes,
      shipmentId,
      parcelNo,
      test,
    });
  }
  return storedProof(tx, tenantId, shipmentId, parcelNo);
}

const FORMATS: Readonly<Record<string, 'pdf' | 'png' | 'gif' | 'jpg'>> = {
  '25504446': 'pdf',
  '89504e47': 'png',
  '47494638': 'gif',
  ffd8ffe0: 'jpg',
  ffd8ffe1: 'jpg',
  ffd8ffdb: 'jpg',
};

/** What the bytes are, by how they begin; never by the name somebody gave them. */
const formatOf = (bytes: Uint8Array): 'pdf' | 'png' | 'gif' | 'jpg' | undefined =>
  FORMATS[Buffer.from(bytes.subarray(0, 4)).toString('hex')];

export const MOST_CUSTOMS_DOCUMENT_BYTES = 5_000_000;

/** Problems: `not_found`, `validation` for a file of another kind, `no_carrier`, `carrier_refused`, `carrier_unavailable`. */
export async function sendDocument(
  deps: PaperDeps,
  tenantId: string,
  shipmentId: string,
  kind: TradeDocument,
  file: { readonly fileName: string; readonly bytes: Uint8Array },
): Promise<Outcome<{ readonly documentId: string; readonly carrierName: string; readonly carrierDocumentId: string }>> {
  const format = formatOf(file.bytes);
  if (!format || file.bytes.length > MOST_CUSTOMS_DOCUMENT_BYTES)
    return problem('validation', {
      errors: [{ field: 'file', message: 'Send a PDF, PNG, GIF or JPEG of at most 5 MB.' }],
    });
  const parcels = await deps.db.tenant({ tenantId }, (tx) => boughtParcels(tx, tenantId, shipmentId));
  const [first] = parcels;
  if (!first) return problem('not_found', { message: 'This shipment has no label.' });
  const opened = await open(deps, tenantId, first);
  if (!opened.ok) return opened;
  const { carrier, env, displayName, manifest } = opened.value;
  if (!carrier.attachDocument)
    return problem('carrier_refused', {
      message: manifest.notOffered?.attachDocument ?? `${displayName} takes no documents after the label is bought.`,
    });
  const name = `${file.fileName.replace(/\.[^.]*$/, '').slice(0, 60) || kind}.${format}`;
  const sent = await runThrough(
    carrier.attachDocument,
    {
      reference: first.carrier_ref,
      carrierShipmentId: first.vendor_ids?.carrierShipmentId ?? '',
      trackingNumbers: parcels.map((parcel) => parcel.tracking_number),
      shipDate: first.ship_date,
      originCountry: first.from_address.countryCode,
      destinationCountry: first.to_address.countryCode,
      document: { kind, name, format, bytes: file.bytes },
      kept: await keptOf(deps, tenantId, first.purchase_id),
    },
    env,
    { deadlineMs: manifest.deadlineMs.other, vendor: displayName },
  );
  if (!sent.ok) return asProblem(displayName, sent.problem);
  const documentId = await deps.db.tenant({ tenantId }, (tx) =>
    storeDocument(tx, tenantId, {
      kind: 'trade_document',
      format,
      bytes: file.bytes,
      shipmentId,
      test: first.test,
      name,
    }),
  );
  return {
    ok: true,
    value: { documentId, carrierName: displayName, carrierDocumentId: sent.value.documentId ?? '' },
  };
}

const keptOf = async ({ db, sealer }: PaperDeps, tenantId: string, purchaseId: string): Promise<JsonObject> =>
  (await db.tenant({ tenantId }, (tx) => readKept(tx, sealer, tenantId, 'purchase', [purchaseId]))).get(purchaseId) ??
  {};

async function open(deps: PaperDeps, tenantId: string, parcel: BoughtParcel): Promise<Outcome<OpenedGrant>> {
  try {
    return await deps.ports.grants.open(tenantId, parcel.grant_id, { kind: 'purchase', id: parcel.purchase_id });
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    return problem('carrier_unavailable', { message: error.problem.message });
  }
}

/** A document whose arrival nobody knows can be sent again: a second copy does no harm. */
function asProblem(carrierName: string, said: ConnectorProblem): Outcome<never> {
  const { kind, message, vendorMessage } = said;
  const words = vendorMessage && vendorMessage !== message ? `${message} It said: "${vendorMessage}"` : message;
  if (kind === 'unknown-effect')
    return problem('carrier_unavailable', {
      message: `${carrierName} has not said whether it has the document.`,
      advice: 'Send it again; a second copy does no harm.',
    });
  const refused = kind === 'refused' || kind === 'invalid-input' || kind === 'not-authorised';
  return problem(refused ? 'carrier_refused' : 'carrier_unavailable', {
    message: words,
    advice: refused ? '' : 'Try again in a moment.',
  });
}
