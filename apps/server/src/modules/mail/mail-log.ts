/** What became of a company's mails: never their contents. */
import { MAIL_TEMPLATES, type MAIL_STATES, type MailRecordDto } from '@scanship/contracts/network/mail-outbox';
import type { RequestContext } from '../../platform/context.ts';
import type { Database } from '../../platform/database/database.ts';

type MailState = (typeof MAIL_STATES)[number];
const MOST = 100;

const ROW_STATES = {
  waiting: ['planned', 'reserved', 'sending'],
  sent: ['confirmed', 'complete'],
  refused: ['refused'],
  expired: ['refused'],
  unknown: ['unknown', 'disputed', 'absent', 'voided'],
} as const satisfies Readonly<Record<MailState, readonly string[]>>;

const EXPIRED = 'expired';

const stateOf = (state: string, code: unknown): MailState => {
  if (state === 'refused') return code === EXPIRED ? 'expired' : 'refused';
  return (
    (['waiting', 'sent', 'unknown'] as const).find((name) => (ROW_STATES[name] as readonly string[]).includes(state)) ??
    'unknown'
  );
};

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && name in value ? (value as Record<string, unknown>)[name] : undefined;
const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

export const readMailLog = (
  db: Database,
  ctx: Pick<RequestContext, 'tenantId'>,
  state: MailState | undefined,
): Promise<MailRecordDto[]> =>
  db.tenant(ctx, async (tx) => {
    let query = tx
      .selectFrom('effects')
      .select(['id', 'payload', 'state', 'problem', 'created_at', 'sent_at'])
      .where('tenant_id', '=', ctx.tenantId)
      .where('kind', '=', 'email')
      .orderBy('id', 'desc')
      .limit(MOST);
    if (state !== undefined) query = query.where('state', 'in', [...ROW_STATES[state]]);
    const rows = await query.execute();
    return rows
      .map((row): MailRecordDto => {
        const shown = stateOf(row.state, field(row.problem, 'vendorCode'));
        return {
          id: row.id,
          template: MAIL_TEMPLATES.find((template) => template === field(row.payload, 'template')) ?? 'notice',
          to: textOf(field(row.payload, 'to')) ?? '',
          state: shown,
          problem: shown === 'sent' ? null : textOf(field(row.problem, 'message')),
          createdAt: row.created_at.toISOString(),
          sentAt: shown === 'sent' ? (row.sent_at?.toISOString() ?? null) : null,
        };
      })
      .filter((record) => state === undefined || record.state === state);
  });
