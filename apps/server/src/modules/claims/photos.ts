/** Photos of what is claimed: the seller's own, and copies of those that returns of the order have. */
import { type ClaimPhoto, MOST_CLAIM_PHOTOS } from '@scanship/contracts/shipping/claims';
import type { DrawnPhoto } from '@scanship/documents/pictures/photo';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { stillDraft } from './lock-claim.ts';

export async function photosOf(tx: Tx, tenantId: string, claimId: string): Promise<ClaimPhoto[]> {
  const { rows } = await sql<{ id: string; width: number; height: number; created_at: Date }>`
    SELECT id, width, height, created_at FROM claim_photos WHERE tenant_id = ${tenantId} AND claim_id = ${claimId}
    ORDER BY id`.execute(tx);
  return rows.map(({ created_at: at, ...photo }) => ({ ...photo, at: at.toISOString() }));
}

/** In the order they are shown. */
export async function pngsOf(tx: Tx, tenantId: string, claimId: string): Promise<readonly Uint8Array[]> {
  const { rows } = await sql<{ png: Uint8Array }>`SELECT png FROM claim_photos
    WHERE tenant_id = ${tenantId} AND claim_id = ${claimId} ORDER BY id`.execute(tx);
  return rows.map(({ png }) => new Uint8Array(png));
}

export async function readPhoto(
  tx: Tx,
  tenantId: string,
  which: { readonly claimId: string; readonly photoId: string },
): Promise<Uint8Array | undefined> {
  const { rows } = await sql<{ png: Uint8Array }>`SELECT png FROM claim_photos
    WHERE tenant_id = ${tenantId} AND claim_id = ${which.claimId} AND id = ${which.photoId}`.execute(tx);
  return rows[0]?.png;
}

async function roomFor(tx: Tx, tenantId: string, claimId: string): Promise<number> {
  const { rows } = await sql<{ photos: number }>`SELECT count(*)::int AS photos FROM claim_photos
    WHERE tenant_id = ${tenantId} AND claim_id = ${claimId}`.execute(tx);
  return MOST_CLAIM_PHOTOS - (rows[0]?.photos ?? 0);
}

/** Asked before a picture is drawn, which costs seconds, and again when it is kept. Problems: as `addClaimPhoto`. */
export async function takesPhoto(tx: Tx, tenantId: string, claimId: string): Promise<Outcome<void>> {
  const draft = await stillDraft(tx, tenantId, claimId);
  if (!draft.ok) return draft;
  return (await roomFor(tx, tenantId, claimId)) > 0
    ? { ok: true, value: undefined }
    : problem('picture_refused', { message: `At most ${MOST_CLAIM_PHOTOS} photos are kept of a claim.` });
}

export async function keepPhoto(
  tx: Tx,
  tenantId: string,
  photo: DrawnPhoto & { readonly claimId: string; readonly userId: string },
): Promise<Outcome<void>> {
  const takes = await takesPhoto(tx, tenantId, photo.claimId);
  if (!takes.ok) return takes;
  await sql`INSERT INTO claim_photos (tenant_id, id, claim_id, width, height, png, taken_by)
    VALUES (${tenantId}, ${newId()}, ${photo.claimId}, ${photo.width}, ${photo.height}, ${Buffer.from(photo.png)},
      ${photo.userId})`.execute(tx);
  return { ok: true, value: undefined };
}

/** Photos of what came back of the claimed shipment that are not among the claim's. */
const OF_RETURNS = sql`claims AS c JOIN returns AS r ON r.tenant_id = c.tenant_id AND r.return_of = c.shipment_id
  JOIN return_photos AS p ON p.tenant_id = r.tenant_id AND p.return_id = r.id
  WHERE NOT EXISTS (SELECT 1 FROM claim_photos AS k WHERE k.tenant_id = c.tenant_id AND k.claim_id = c.id AND k.of_return = p.id)`;

export async function returnPhotosOf(tx: Tx, tenantId: string, claimId: string): Promise<number> {
  const { rows } = await sql<{ photos: number }>`SELECT count(*)::int AS photos FROM ${OF_RETURNS}
    AND c.tenant_id = ${tenantId} AND c.id = ${claimId}`.execute(tx);
  return rows[0]?.photos ?? 0;
}

export async function copyReturnPhotos(
  tx: Tx,
  tenantId: string,
  claimId: string,
  userId: string,
): Promise<Outcome<void>> {
  const draft = await stillDraft(tx, tenantId, claimId);
  if (!draft.ok) return draft;
  const room = await roomFor(tx, tenantId, claimId);
  const { rows } = await sql<{ id: string }>`SELECT p.id FROM ${OF_RETURNS}
    AND c.tenant_id = ${tenantId} AND c.id = ${claimId} ORDER BY p.id LIMIT ${room}`.execute(tx);
  for (const { id } of rows)
    await sql`INSERT INTO claim_photos (tenant_id, id, claim_id, width, height, png, of_return, taken_by)
      SELECT tenant_id, ${newId()}, ${claimId}, width, height, png, id, ${userId} FROM return_photos
      WHERE tenant_id = ${tenantId} AND id = ${id}`.execute(tx);
  return { ok: true, value: undefined };
}

export async function removePhoto(tx: Tx, tenantId: string, claimId: string, photoId: string): Promise<Outcome<void>> {
  const draft = await stillDraft(tx, tenantId, claimId);
  if (!draft.ok) return draft;
  await sql`DELETE FROM claim_photos WHERE tenant_id = ${tenantId} AND claim_id = ${claimId} AND id = ${photoId}`.execute(
    tx,
  );
  return { ok: true, value: undefined };
}
