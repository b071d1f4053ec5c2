/** What became of a company's mails, and for a franchise of those to its customers' people: never their contents. */
import { MAIL_TEMPLATES, type MAIL_STATES, type MailRecordDto } from '@scanship/contracts/network/mail-outbox';
import { tenantNames } from '../../platform/buyer-below.ts';
import type { RequestContext } from '../../platform/context.ts';
import type { Database, Tx } from '../../platform/database/database.ts';

type MailState = (typeof MAIL_STATES)[number];
/** A page. */
const MOST = 100;

const ROW_STATES = {
  waiting: ['planned', 'reserved', 'sending'],
  sent: ['confirmed', 'complete'],
  refused: ['refused'],
  expired: ['refused'],
  unknown: ['unknown', 'disputed', 'absent', 'voided'],
} as const satisfies Readonly<Record<MailState, readonly string[]>>;

const EXPIRED = 'expired';

/** @param state of the journal's row @param code why it was refused */
export const stateOf = (state: string, code: unknown): MailState => {
  if (state === 'refused') return code === EXPIRED ? 'expired' : 'refused';
  return (
    (['waiting', 'sent', 'unknown'] as const).find((name) => (ROW_STATES[name] as readonly string[]).includes(state)) ??
    'unknown'
  );
};

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && name in value ? (value as Record<string, unknown>)[name] : undefined;
const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const templateOf = (value: unknown): MailRecordDto['template'] =>
  MAIL_TEMPLATES.find((template) => template === value) ?? 'notice';

export interface MailFilter {
  readonly state?: MailState | undefined;
  readonly customerId?: string | undefined;
  readonly before?: string | undefined;
}

type LoggedMail = Omit<MailRecordDto, 'customer'> & { readonly customerId: string | null };

/** The own ones, from the journal. */
const readOwn = async (tx: Tx, tenantId: string, { state, before }: MailFilter): Promise<LoggedMail[]> => {
  let query = tx
    .selectFrom('effects')
    .select(['id', 'payload', 'state', 'problem', 'created_at', 'sent_at'])
    .where('tenant_id', '=', tenantId)
    .where('kind', '=', 'email')
    .orderBy('id', 'desc')
    .limit(MOST + 1);
  if (state !== undefined) query = query.where('state', 'in', [...ROW_STATES[state]]);
  if (before !== undefined) query = query.where('id', '<', before);
  const rows = await query.execute();
  return rows
    .map((row): LoggedMail => {
      const shown = stateOf(row.state, field(row.problem, 'vendorCode'));
      return {
        id: row.id,
        customerId: null,
        template: templateOf(field(row.payload, 'template')),
        to: textOf(field(row.payload, 'to')) ?? '',
        state: shown,
        problem: shown === 'sent' ? null : textOf(field(row.problem, 'message')),
        createdAt: row.created_at.toISOString(),
        sentAt: shown === 'sent' ? (row.sent_at?.toISOString() ?? null) : null,
      };
    })
    .filter((record) => state === undefined || record.state === state);
};

/** Those of its customers, from the franchise's own list. */
const readCustomers = async (
  tx: Tx,
  tenantId: string,
  { state, customerId, before }: MailFilter,
): Promise<LoggedMail[]> => {
  let query = tx
    .selectFrom('customer_mails')
    .select(['id', 'customer_id', 'template', 'recipient', 'state', 'problem', 'created_at', 'sent_at'])
    .where('tenant_id', '=', tenantId)
    .orderBy('id', 'desc')
    .limit(MOST + 1);
  if (state !== undefined) query = query.where('state', '=', state);
  if (customerId !== undefined) query = query.where('customer_id', '=', customerId);
  if (before !== undefined) query = query.where('id', '<', before);
  const rows = await query.execute();
  return rows.map((row) => ({
    id: row.id,
    customerId: row.customer_id,
    template: templateOf(row.template),
    to: row.recipient,
    state: row.state,
    problem: row.state === 'sent' ? null : row.problem,
    createdAt: row.created_at.toISOString(),
    sentAt: row.state === 'sent' ? (row.sent_at?.toISOString() ?? null) : null,
  }));
};

/** A page of both, newest first. Ids are in the order of their making (UUID 7), so one id is the mark of both. */
export async function readMailLog(
  db: Database,
  ctx: Pick<RequestContext, 'tenantId' | 'tenantKind' | 'role'>,
  filter: MailFilter,
): Promise<{ readonly mails: MailRecordDto[]; readonly next: string | null }> {
  // Support looks after customers; who of its own company gets which mail is not its business.
  const own = filter.customerId === undefined && ctx.role !== 'ROLE_SUPPORT';
  const found = await db.tenant(
    ctx,
    async (tx) => [
      ...(own ? await readOwn(tx, ctx.tenantId, filter) : []),
      ...(ctx.tenantKind === 'franchise' ? await readCustomers(tx, ctx.tenantId, filter) : []),
    ],
    { readOnly: 'standby' },
  );
  const sorted = found.toSorted((a, b) => (a.id < b.id ? 1 : -1));
  const page = sorted.slice(0, MOST);
  const names = await tenantNames(
    db,
    page.map(({ customerId }) => customerId),
  );
  return {
    mails: page.map(({ customerId, ...record }) => ({
      ...record,
      customer: customerId === null ? null : { id: customerId, name: names.get(customerId) ?? '' },
    })),
    next: sorted.length > MOST ? (page.at(-1)?.id ?? null) : null,
  };
}
