/** Where the operator's mail system posts what came back of mails; which of them it was, its Message-ID proves. */
import { timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { HookRoute } from '../../../platform/inbox/hook-route.ts';
import type { Services } from '../../../platform/services.ts';
import type { NoticeTokens } from '../notice-tokens.ts';
import { suppress } from '../suppression.ts';
import type { MailReport } from './read-report.ts';

/** A report may hold our whole mail with its logo, never more. */
const MOST_BYTES = 2 * 1024 * 1024;
/** Whose turn it is to have files read: no seller's. */
const READER = 'mail reports';

const isSame = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};

export function reportHook(
  { db, files, config, log }: Pick<Services, 'db' | 'files' | 'config' | 'log'>,
  tokens: NoticeTokens,
): HookRoute {
  /** The address is the one that the notice went to: what the report says of addresses is not asked. */
  async function apply({ kind, words, messageIds }: MailReport): Promise<boolean> {
    const named = messageIds.map((id) => tokens.read(id)).find((notice) => notice !== undefined);
    if (!named) return false;
    const { tenantId, noticeId } = named;
    return db.tenant({ tenantId }, async (tx) => {
      const { rows } = await sql<{ address: string | null }>`SELECT address FROM buyer_notices
        WHERE tenant_id = ${tenantId} AND id = ${noticeId} AND handed_at IS NOT NULL FOR UPDATE`.execute(tx);
      const address = rows[0]?.address;
      // The buyer was erased meanwhile: there is nobody to leave alone.
      if (!address) return false;
      if (kind === 'failed')
        await sql`UPDATE buyer_notices SET state = 'failed', reason = 'bounced', server_words = ${words}, sent_at = NULL
          WHERE tenant_id = ${tenantId} AND id = ${noticeId} AND state IN ('sent', 'failed')`.execute(tx);
      const reason = kind === 'failed' ? 'bounced' : 'complained';
      await suppress(tx, tenantId, [{ address, reason, serverWords: words }]);
      return true;
    });
  }

  return {
    url: '/hooks/mail-reports',
    mostBytes: MOST_BYTES,
    async receive({ headers, body }) {
      const { mailReportToken } = config;
      if (mailReportToken === undefined) return { status: 404 };
      if (!isSame(headers['authorization'] ?? '', `Bearer ${mailReportToken}`)) return { status: 401 };
      const read = await files.read({ tenantId: READER }, 'readMailReport', body);
      if (!read.ok) {
        if (read.problem.code === 'unavailable') return { status: 503, retryAfterSeconds: 5 };
        log.warn({ code: read.problem.code, bytes: body.byteLength }, 'a report of a mail could not be read');
        return { status: 400, body: 'This mail cannot be read.\n' };
      }
      const applied = read.value.kind !== 'nothing' && (await apply(read.value));
      return { status: 200, body: applied ? 'The address is left alone from now on.\n' : 'Nothing changed.\n' };
    },
  };
}
