/** Seals one exact call into the recording of its account, while that runs and has room. */
import type { HttpTrace } from '@scanship/connector-kit/http/trace';
import { sql } from 'kysely';
import { newId } from '../../../platform/database/ids.ts';
import type { Services } from '../../../platform/services.ts';

/** Purpose under which exact calls are sealed. */
export const EXACT_CALL = 'recorded-call';
/** Characters of a body. Answers of carriers and stores are far shorter, but for papers and pages of catalogues. */
export const LONGEST_EXACT = 262_144;

interface Subject {
  readonly kind: string;
  readonly id: string;
}

/** What is sealed. */
export interface ExactCallContent {
  readonly [name: string]: string | Readonly<Record<string, string>> | null;
  readonly address: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly requestBody: string | null;
  readonly responseHeaders: Readonly<Record<string, string>>;
  readonly responseBody: string | null;
  readonly fault: string | null;
}

export async function keepExactly(
  { db, sealer }: Pick<Services, 'db' | 'sealer'>,
  tenantId: string,
  recordingId: string,
  { origin, trace }: { readonly origin: { readonly subject?: Subject | undefined }; readonly trace: HttpTrace },
): Promise<void> {
  const id = newId();
  const content: ExactCallContent = {
    address: trace.address,
    requestHeaders: trace.requestHeaders,
    requestBody: trace.exact?.requestBody ?? null,
    responseHeaders: trace.responseHeaders,
    responseBody: trace.exact?.responseBody ?? null,
    fault: trace.fault ?? null,
  };
  const { sealed } = sealer.sealJson(tenantId, id, EXACT_CALL, content);
  await db.tenant(
    { tenantId },
    async (tx) => {
      const running = sql`tenant_id = ${tenantId}::uuid AND id = ${recordingId}::uuid AND stopped_at IS NULL
        AND until > ${trace.startedAt}`;
      const taken =
        await sql`UPDATE traffic_recordings SET kept_bytes = kept_bytes + ${sealed.length}, calls = calls + 1
        WHERE ${running} AND kept_bytes + ${sealed.length} <= most_bytes`.execute(tx);
      if (taken.numAffectedRows !== 1n) {
        await sql`UPDATE traffic_recordings SET dropped = dropped + 1 WHERE ${running}`.execute(tx);
        return;
      }
      await tx
        .insertInto('recorded_calls')
        .values({
          tenant_id: tenantId,
          id,
          recording_id: recordingId,
          reference: trace.traceId,
          subject_kind: origin.subject?.kind ?? null,
          subject_id: origin.subject?.id ?? null,
          operation: trace.name,
          method: trace.method,
          status: trace.status ?? null,
          sealed_bytes: sealed.length,
          at: trace.startedAt,
          sealed,
        })
        .execute();
    },
    { relaxed: true },
  );
}
