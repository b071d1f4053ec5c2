/** Photos of returns: drawn in a thread, a bounded number of each, shown to the seller alone. */
import { MOST_BUYER_PHOTOS, MOST_TABLE_PHOTOS, type ReturnPhoto } from '@scanship/contracts/shipping/returns';
import type { DrawnPhoto } from '@scanship/documents/pictures/photo';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { type Outcome, problem } from '../../platform/problem.ts';

const MOST = { buyer: MOST_BUYER_PHOTOS, table: MOST_TABLE_PHOTOS } as const;
export type PhotoSource = keyof typeof MOST;

export async function photosOf(tx: Tx, tenantId: string, returnId: string): Promise<ReturnPhoto[]> {
  const { rows } = await sql<{ id: string; source: PhotoSource; width: number; height: number; created_at: Date }>`
    SELECT id, source, width, height, created_at FROM return_photos WHERE tenant_id = ${tenantId} AND return_id = ${returnId}
    ORDER BY id`.execute(tx);
  return rows.map(({ created_at: at, ...photo }) => ({ ...photo, at: at.toISOString() }));
}

export async function readPhoto(
  tx: Tx,
  tenantId: string,
  which: { readonly returnId: string; readonly photoId: string },
): Promise<Uint8Array | undefined> {
  const { rows } = await sql<{ png: Uint8Array }>`SELECT png FROM return_photos
    WHERE tenant_id = ${tenantId} AND return_id = ${which.returnId} AND id = ${which.photoId}`.execute(tx);
  return rows[0]?.png;
}

interface Place {
  readonly returnId: string;
  readonly source: PhotoSource;
}

/**
 * Whether a return takes one more photo now; asked before a picture is drawn, which costs seconds, and again when it is kept. Problems:
 * `not_found`, `return_state` for a settled return, `picture_refused` when there are enough.
 */
export async function takesPhoto(tx: Tx, tenantId: string, { returnId, source }: Place): Promise<Outcome<void>> {
  const { rows } = await sql<{
    state: string;
    photos: number;
  }>`SELECT r.state, (SELECT count(*)::int FROM return_photos AS p
      WHERE p.tenant_id = r.tenant_id AND p.return_id = r.id AND p.source = ${source}) AS photos
    FROM returns AS r WHERE r.tenant_id = ${tenantId} AND r.id = ${returnId}`.execute(tx);
  const [found] = rows;
  if (!found) return problem('not_found');
  if (found.state === 'done' || found.state === 'refused') return problem('return_state');
  const most = MOST[source];
  return found.photos < most
    ? { ok: true, value: undefined }
    : problem('picture_refused', { message: `At most ${most} photos are kept of a return.` });
}

/** Problems as `takesPhoto`. */
export async function keepPhoto(
  tx: Tx,
  tenantId: string,
  photo: Place & { readonly userId: string | null } & DrawnPhoto,
): Promise<Outcome<void>> {
  // In a statement of its own: what is counted beside a lock is what was there before it was waited for.
  await sql`SELECT 1 FROM returns WHERE tenant_id = ${tenantId} AND id = ${photo.returnId} FOR NO KEY UPDATE`.execute(
    tx,
  );
  const takes = await takesPhoto(tx, tenantId, photo);
  if (!takes.ok) return takes;
  await sql`INSERT INTO return_photos (tenant_id, id, return_id, source, width, height, png, taken_by)
    VALUES (${tenantId}, ${newId()}, ${photo.returnId}, ${photo.source}, ${photo.width}, ${photo.height},
      ${Buffer.from(photo.png)}, ${photo.userId})`.execute(tx);
  return { ok: true, value: undefined };
}
