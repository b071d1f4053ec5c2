/** Lines of a bank account as they are shown: with what they are, or what they may be. */
import type { BankLineDto, BankPart, BankProposal, ShownBankPart } from '@scanship/contracts/money/bank';
import {
  createProposer,
  type EnteredMoney,
  type MatchFacts,
  type MatchPart,
  type PayoutMoney,
  type Proposal,
} from '@scanship/domain/bank/propose';
import { parseBillAmount } from '@scanship/domain/carrier-bills/bill-cells';
import { monthAfter, monthOf } from '@scanship/domain/money/statement';
import { ok } from '@scanship/domain/values/result';
import { type Selectable, sql } from 'kysely';
import { tenantNames } from '../../platform/buyer-below.ts';
import type { RequestContext } from '../../platform/context.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { likeText } from '../tenants/index.ts';
import { readFacts } from './match-facts.ts';

export type LineRow = Selectable<Schema['bank_lines']>;
type Asker = Pick<RequestContext, 'tenantId' | 'tenantKind' | 'timeZone'>;

interface MatchRow extends BankPart {
  readonly line_id: string;
  readonly buyer_id: string | null;
  readonly day: string | null;
  readonly note: string;
  readonly test: boolean;
}

const readMatches = async (tx: Tx, tenantId: string, lineIds: readonly string[]): Promise<readonly MatchRow[]> => {
  const { rows } =
    await sql<MatchRow>`SELECT m.line_id, coalesce(m.payment_id, m.refund_id, m.payout_id) AS id, m.amount_minor AS minor,
      CASE WHEN m.payment_id IS NOT NULL THEN 'payment' WHEN m.refund_id IS NOT NULL THEN 'refund' ELSE 'payout' END AS kind,
      coalesce(p.buyer_id, rp.buyer_id) AS buyer_id, coalesce(p.received_on, o.arrives_on)::text AS day,
      coalesce(p.reference, r.reason, '') AS note, coalesce(o.mode <> 'live', false) AS test
    FROM bank_matches m
    LEFT JOIN payments p ON p.tenant_id = m.tenant_id AND p.id = m.payment_id
    LEFT JOIN refunds r ON r.tenant_id = m.tenant_id AND r.id = m.refund_id
    LEFT JOIN payments rp ON rp.tenant_id = r.tenant_id AND rp.id = r.payment_id
    LEFT JOIN card_payouts o ON o.tenant_id = m.tenant_id AND o.id = m.payout_id
    WHERE m.tenant_id = ${tenantId} AND m.undone_at IS NULL AND m.line_id = ANY (${[...lineIds]}::uuid[])
    ORDER BY m.created_at, m.id`.execute(tx);
  return rows;
};

type Names = ReadonlyMap<string, string>;

export const enteredPart = (
  { kind, id, minor, buyerId, day, reference }: EnteredMoney,
  names: Names,
): ShownBankPart => ({
  kind,
  id,
  minor,
  who: names.get(buyerId) ?? '',
  day,
  note: reference,
  test: false,
});
export const payoutPart = ({ id, minor, day, test }: PayoutMoney): ShownBankPart => ({
  kind: 'payout',
  id,
  minor,
  who: '',
  day,
  note: '',
  test,
});

/** What is proposed, each part as it is called. */
function shower({ entered, payouts }: MatchFacts, names: Names): (proposal: Proposal) => BankProposal {
  const here = new Map([
    ...entered.map((each) => [`${each.kind} ${each.id}`, enteredPart(each, names)] as const),
    ...payouts.map((each) => [`payout ${each.id}`, payoutPart(each)] as const),
  ]);
  const shown = (part: MatchPart): readonly ShownBankPart[] => {
    if (part.kind !== 'new') return [here.get(`${part.kind} ${part.id}`) ?? []].flat();
    const { kind, buyerId: id, minor } = part;
    return [{ kind, id, minor, who: names.get(id) ?? '', day: null, note: '', test: false }];
  };
  return (proposal) => ({ ...proposal, numbers: [...proposal.numbers], parts: proposal.parts.flatMap(shown) });
}

/** Rows with everything that is shown beside them. */
async function shown(db: Database, ctx: Asker, rows: readonly LineRow[]): Promise<BankLineDto[]> {
  const matches = await db.tenant(
    ctx,
    (tx) =>
      readMatches(
        tx,
        ctx.tenantId,
        rows.filter(({ state }) => state === 'matched').map(({ id }) => id),
      ),
    { readOnly: true },
  );
  const payers = await tenantNames(
    db,
    matches.map(({ buyer_id: id }) => id),
  );
  const open = rows.filter(({ state }) => state === 'open');
  const [first] = open;
  const facts = first
    ? await readFacts(
        db,
        ctx,
        first.currency,
        open.map(({ booked_on: day }) => day),
      )
    : undefined;
  const propose = facts && createProposer(facts);
  const show = facts && shower(facts, new Map(facts.buyers.map(({ id, name }) => [id, name])));
  return rows.map((row): BankLineDto => {
    const proposals =
      facts && propose && row.state === 'open'
        ? propose({
            day: row.value_on ?? row.booked_on,
            minor: row.amount_minor,
            currency: row.currency,
            name: row.party,
            account: row.party_account,
            text: row.text,
            reference: row.reference,
          })
        : [];
    return {
      id: row.id,
      bookedOn: row.booked_on,
      valueOn: row.value_on,
      amount: { minor: row.amount_minor, currency: row.currency },
      party: row.party,
      text: row.text,
      reference: row.reference,
      state: row.state === 'replaced' ? 'aside' : row.state,
      parts: matches
        .filter(({ line_id: lineId }) => lineId === row.id)
        .map(({ kind, id, minor, day, note, test, buyer_id: buyerId }) => ({
          kind,
          id,
          minor,
          day,
          note,
          test,
          who: buyerId === null ? '' : (payers.get(buyerId) ?? ''),
        })),
      aside: row.aside_reason === null ? null : { reason: row.aside_reason, note: row.note },
      proposals: show ? proposals.map(show) : [],
    };
  });
}

/** Problem: `not_found` for no account of one's own. */
export async function listLines(
  db: Database,
  ctx: Asker,
  wish: {
    readonly accountId: string;
    readonly state?: 'open' | 'matched' | 'aside' | undefined;
    readonly month?: string | undefined;
    readonly search?: string | undefined;
    readonly page: number;
    readonly size: number;
  },
): Promise<Outcome<{ readonly lines: BankLineDto[]; readonly total: number }>> {
  const search = wish.search?.trim() ?? '';
  const found = await db.tenant(
    ctx,
    async (tx) => {
      const account = await tx
        .selectFrom('bank_accounts')
        .select('currency')
        .where('tenant_id', '=', ctx.tenantId)
        .where('id', '=', wish.accountId)
        .executeTakeFirst();
      if (!account) return undefined;
      const amount = parseBillAmount(search, account.currency)?.minor;
      const of = tx
        .selectFrom('bank_lines')
        .where('tenant_id', '=', ctx.tenantId)
        .where('account_id', '=', wish.accountId)
        .where('state', '<>', 'replaced')
        .$if(wish.state !== undefined, (query) => query.where('state', '=', wish.state ?? 'open'))
        .$if(wish.month !== undefined, (query) =>
          query
            .where('booked_on', '>=', monthOf(wish.month ?? ''))
            .where('booked_on', '<', monthAfter(monthOf(wish.month ?? ''))),
        )
        .$if(search !== '', (query) =>
          query.where(
            sql<boolean>`(lower(concat_ws(' ', party, text, reference)) LIKE ${likeText(search.toLowerCase())}
              OR abs(amount_minor) = ${amount === undefined ? null : Math.abs(amount)})`,
          ),
        );
      const { total } = await of.select((eb) => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow();
      const rows = await of
        .selectAll()
        .orderBy('booked_on', 'desc')
        .orderBy('id', 'desc')
        .limit(wish.size)
        .offset((wish.page - 1) * wish.size)
        .execute();
      return { rows, total: Number(total) };
    },
    { readOnly: true },
  );
  if (!found) return problem('not_found', { message: 'This is not a bank account of yours.' });
  return ok({ lines: await shown(db, ctx, found.rows), total: found.total });
}

/** The row alone. Problem: `not_found`. */
export async function findLine(
  db: Database,
  { tenantId }: Pick<RequestContext, 'tenantId'>,
  id: string,
): Promise<Outcome<LineRow>> {
  const row = await db.tenant(
    { tenantId },
    (tx) =>
      tx
        .selectFrom('bank_lines')
        .selectAll()
        .where('tenant_id', '=', tenantId)
        .where('id', '=', id)
        .where('state', '<>', 'replaced')
        .executeTakeFirst(),
    { readOnly: true },
  );
  return row ? ok(row) : problem('not_found');
}

/** Problem: `not_found`. */
export async function readLine(db: Database, ctx: Asker, id: string): Promise<Outcome<BankLineDto>> {
  const row = await findLine(db, ctx, id);
  if (!row.ok) return row;
  const [line] = await shown(db, ctx, [row.value]);
  return line ? ok(line) : problem('not_found');
}
