/** What became of a seller's notices, and the addresses it leaves alone. */
import type { DataOf, QueryOf } from '@scanship/contracts/call';
import type {
  listNotices,
  listSuppressed,
  SentNotice,
  SuppressedAddress,
} from '@scanship/contracts/stores/buyer-notices';
import { orderNumberKey } from '@scanship/domain/orders/order-search';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { addressKey } from './suppression.ts';

const PAGE = 50;

/** Sentences by code; a code without one has none. */
const SENTENCES: Readonly<Record<string, string>> = {
  erased: 'The buyer was erased.',
  'no-address': 'The order has no e-mail address that mail can be sent to.',
  'on-the-list': 'This address gets no notices: it is on the list.',
  forbidden: 'Amazon does not let sellers write to its buyers.',
  'switched-off': 'This notice was switched off before its turn came.',
  voided: 'The label was voided.',
  overtaken: 'Later news of the parcel made it unnecessary.',
  'too-late': 'It was too old to be useful by the time it could be sent.',
  night: 'It is night where the buyer is.',
  retry: 'The mail server could not accept it; it is retried.',
  refused: 'The mail server refused it.',
  bounced: 'It was accepted first and came back: the address does not exist or takes no mail.',
  'gave-up': 'The mail server could not accept it for so long that it is no longer useful.',
  unknown: 'It was handed over, and no answer came. It is not sent a second time.',
  'no-webhook': 'No webhook is set any more.',
  'hook-retry': 'Your webhook did not accept it; it is retried.',
  'hook-gave-up': 'Your webhook did not accept it for so long that it is no longer useful.',
  'hook-inside': 'The address of your webhook leads into a private network, so it is not called.',
  'hook-kept': 'This installation has no mail server, so nothing leaves it: your webhook is not called.',
  'no-site': 'This installation has no public address that the tracking page could be linked at.',
  fault: 'It could not be made or sent because of a fault of the program. It is not tried again.',
};

const stateOf = (state: SentNotice['state'] | 'sending'): SentNotice['state'] =>
  state === 'sending' ? 'waiting' : state;

/** What rows of mails and of webhooks have alike. */
const BOTH = [
  'm.tenant_id',
  'm.id',
  'm.kind',
  'm.state',
  'm.order_id',
  'm.number_key',
  'm.reason',
  'm.created_at',
  'm.due_at',
  'm.sent_at',
] as const;

export async function readNotices(
  tx: Tx,
  tenantId: string,
  asked: QueryOf<typeof listNotices>,
): Promise<DataOf<typeof listNotices>> {
  let query = tx
    .selectFrom((of) =>
      of
        .selectFrom('buyer_notices as m')
        .select([
          ...BOTH,
          'm.address',
          'm.address_key',
          'm.server_words',
          sql<'mail' | 'webhook'>`'mail'`.as('channel'),
        ])
        .unionAll(
          of
            .selectFrom('notice_posts as m')
            .select([
              ...BOTH,
              sql<string | null>`NULL`.as('address'),
              sql<string | null>`NULL`.as('address_key'),
              'm.answer as server_words',
              sql<'mail' | 'webhook'>`'webhook'`.as('channel'),
            ]),
        )
        .as('n'),
    )
    .innerJoin('orders as o', (join) => join.onRef('o.tenant_id', '=', 'n.tenant_id').onRef('o.id', '=', 'n.order_id'))
    .select([
      'n.id',
      'n.kind',
      'n.channel',
      'n.state',
      'n.order_id',
      'o.number',
      'n.address',
      'n.reason',
      'n.server_words',
      'n.created_at',
      'n.due_at',
      'n.sent_at',
    ])
    .where('n.tenant_id', '=', tenantId)
    .orderBy('n.id', 'desc')
    .limit(PAGE + 1);
  if (asked?.order) query = query.where('n.number_key', '^@', orderNumberKey(asked.order));
  if (asked?.address) query = query.where('n.address_key', '^@', addressKey(asked.address));
  if (asked?.kind) query = query.where('n.kind', '=', asked.kind);
  if (asked?.state)
    query = query.where('n.state', 'in', asked.state === 'waiting' ? ['waiting', 'sending'] : [asked.state]);
  if (asked?.after) query = query.where('n.id', '<', asked.after);
  const rows = await query.execute();
  const shown = rows.slice(0, PAGE);
  return {
    notices: shown.map(
      (row): SentNotice => ({
        id: row.id,
        kind: row.kind,
        channel: row.channel,
        state: stateOf(row.state),
        orderId: row.order_id,
        orderNumber: row.number,
        address: row.address,
        problem: row.state === 'sending' || row.state === 'sent' ? null : (SENTENCES[row.reason ?? ''] ?? null),
        serverWords: row.server_words,
        createdAt: row.created_at.toISOString(),
        dueAt: row.state === 'sending' ? null : (row.due_at?.toISOString() ?? null),
        sentAt: row.sent_at?.toISOString() ?? null,
      }),
    ),
    nextCursor: rows.length > PAGE ? (shown.at(-1)?.id ?? null) : null,
  };
}

interface SuppressedRow {
  readonly id: string;
  readonly address: string | null;
  readonly reason: SuppressedAddress['reason'];
  readonly server_words: string | null;
  readonly created_at: Date;
}
const suppressedView = (row: SuppressedRow): SuppressedAddress => ({
  id: row.id,
  address: row.address,
  reason: row.reason,
  serverWords: row.server_words,
  since: row.created_at.toISOString(),
});
const SUPPRESSED_COLUMNS = ['id', 'address', 'reason', 'server_words', 'created_at'] as const;

export async function readSuppressed(
  tx: Tx,
  tenantId: string,
  asked: QueryOf<typeof listSuppressed>,
): Promise<DataOf<typeof listSuppressed>> {
  let query = tx
    .selectFrom('suppressed_addresses')
    .select(SUPPRESSED_COLUMNS)
    .where('tenant_id', '=', tenantId)
    .orderBy('id', 'desc')
    .limit(PAGE + 1);
  if (asked?.address) query = query.where('address', '^@', addressKey(asked.address));
  if (asked?.after) query = query.where('id', '<', asked.after);
  const rows = await query.execute();
  const shown = rows.slice(0, PAGE);
  return {
    addresses: shown.map(suppressedView),
    nextCursor: rows.length > PAGE ? (shown.at(-1)?.id ?? null) : null,
  };
}

export async function findSuppressed(tx: Tx, tenantId: string, hash: string): Promise<SuppressedAddress | undefined> {
  const row = await tx
    .selectFrom('suppressed_addresses')
    .select(SUPPRESSED_COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where('address_hash', '=', hash)
    .executeTakeFirst();
  return row && suppressedView(row);
}
