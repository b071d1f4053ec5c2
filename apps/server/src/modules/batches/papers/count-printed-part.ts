import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { countPrinted } from '../../documents/index.ts';
import type { Piece } from './plan-papers.ts';

/** One more printed copy of each label in a merged file. @returns how many; undefined where there is no such file of labels */
export const countPrintedPart = (
  db: Database,
  tenantId: string,
  batchId: string,
  documentId: string,
): Promise<number | undefined> =>
  db.tenant({ tenantId }, async (tx) => {
    const { rows } = await sql<{ pieces: readonly Piece[] }>`SELECT pieces FROM batch_parts
      WHERE tenant_id = ${tenantId} AND batch_id = ${batchId} AND kind = 'labels' AND document_id = ${documentId}`.execute(
      tx,
    );
    const [part] = rows;
    if (!part) return undefined;
    return countPrinted(
      tx,
      tenantId,
      part.pieces.map(({ shipmentId }) => shipmentId),
    );
  });
