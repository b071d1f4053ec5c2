/** What a move would carry over, what not, and what has to come to an end first. */
import type { CARRIED, MovePreview } from '@scanship/contracts/network/customer-moves';
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { CarriersModule } from '../carriers/index.ts';
import type { StoresModule } from '../stores/index.ts';
import { accountKey, openInvitations, readMembers } from '../users/index.ts';
import { doneWith, namesNoOther, openOrders, untoldOf } from './carried-tables.ts';
import { OPEN_THERE, scopeBefore } from './scope.ts';

export interface PreviewDeps {
  readonly db: Database;
  readonly carriers: Pick<CarriersModule, 'accountsToCarry'>;
  readonly stores: Pick<StoresModule, 'handingOver'>;
}

/** Orders that are done with are counted one by one. */
const COUNT_MS = 60_000;

interface Said {
  readonly message: string;
}

export interface Franchise {
  readonly id: string;
  readonly name: string;
}

const WAITS: Readonly<Record<string, readonly [one: string, many: (n: number) => string]>> = {
  purchases: ['A label is being bought.', (n) => `${n} labels are being bought.`],
  voids: ['A label is being voided.', (n) => `${n} labels are being voided.`],
  disputes: [
    'Nobody knows whether a label was bought: decide it under Exceptions.',
    (n) => `Nobody knows whether ${n} labels were bought: decide it under Exceptions.`,
  ],
  voidDisputes: [
    'Nobody knows whether a label was voided: decide it under Exceptions.',
    (n) => `Nobody knows whether ${n} labels were voided: decide it under Exceptions.`,
  ],
  batches: ['A batch of labels is not finished.', (n) => `${n} batches of labels are not finished.`],
  returns: ['A return waits for its label.', (n) => `${n} returns wait for their labels.`],
  reports: ['A store has yet to be told of a shipment.', (n) => `Stores have yet to be told of ${n} shipments.`],
  hold: [
    'A carrier account is on hold after a restore: compare its labels first.',
    (n) => `${n} carrier accounts are on hold after a restore: compare their labels first.`,
  ],
  shifts: [
    'An order is with a packing station that works without a line.',
    (n) => `${n} orders are with packing stations that work without a line.`,
  ],
};

/** Empty: it can be carried over at once. */
export const waitsFor = (db: Database, customerId: string): Promise<Said[]> =>
  db.tenant({ tenantId: customerId }, async (tx) => waitsOf((await OPEN_THERE.execute(tx)).rows), { readOnly: true });

export const waitsOf = (rows: readonly { readonly code: string; readonly n: number }[]): Said[] =>
  rows.flatMap(({ code, n }) => {
    const words = WAITS[code];
    return n === 0 || !words ? [] : { message: n === 1 ? words[0] : words[1](n) };
  });

interface Counted
  extends Readonly<Record<Exclude<(typeof CARRIED)[number], 'stores' | 'accounts' | 'people'>, number>> {
  readonly begun: number;
  readonly untold: number;
  readonly unread: number;
  readonly storeless: number;
  readonly machines: number;
  readonly domains: number;
  readonly rulesLeft: readonly string[];
  readonly returnsLeft: boolean;
  readonly mappingsLeft: number;
}

async function count(tx: Tx, scope: Parameters<typeof openOrders>[0]): Promise<Counted> {
  const left = (...columns: readonly string[]) => sql`NOT ${namesNoOther(...columns)(scope)}`;
  const { rows } = await sql<Counted>`SELECT
    (SELECT count(*) FROM orders t WHERE ${openOrders(scope)})::int AS orders,
    (SELECT count(*) FROM orders t WHERE t.fulfillment <> 'fulfilled' AND t.cancelled_at IS NULL AND t.archived_at IS NULL
      AND t.import_state = 'ok' AND t.platform_code IN ('manual', 'file') AND EXISTS (SELECT FROM order_items i
        WHERE i.tenant_id = t.tenant_id AND i.order_id = t.id AND (i.qty_allocated > 0 OR i.qty_shipped > 0)))::int AS begun,
    (SELECT count(*) FROM orders t WHERE ${doneWith(scope)} AND ${untoldOf})::int AS untold,
    (SELECT count(*) FROM orders t WHERE t.import_state = 'failed')::int AS unread,
    (SELECT count(*) FROM orders t JOIN stores s ON s.tenant_id = t.tenant_id AND s.id = t.store_id
      WHERE t.tab = 'unfulfilled' AND t.import_state = 'ok' AND s.deleted_at IS NOT NULL)::int AS storeless,
    (SELECT count(*) FROM products)::int AS products,
    (SELECT count(*) FROM packages WHERE archived_at IS NULL)::int AS packages,
    (SELECT count(*) FROM kept_addresses)::int AS addresses,
    (SELECT count(*) FROM locations WHERE archived_at IS NULL)::int AS places,
    (SELECT count(*) FROM rules t WHERE ${namesNoOther('conditions', 'actions')(scope)})::int
      + (SELECT count(*) FROM presets t WHERE ${namesNoOther('choice')(scope)})::int AS rules,
    ARRAY(SELECT t.name FROM rules t WHERE ${left('conditions', 'actions')} ORDER BY t.position)
      || ARRAY(SELECT t.name FROM presets t WHERE ${left('choice')} ORDER BY t.name) AS "rulesLeft",
    EXISTS (SELECT FROM return_rules t WHERE ${left('rules')}) AS "returnsLeft",
    (SELECT count(*) FROM service_mappings t WHERE ${left('grant_id')})::int AS "mappingsLeft",
    (SELECT count(*) FROM agents WHERE revoked_at IS NULL)::int AS machines,
    (SELECT count(*) FROM sender_domains)::int + (SELECT count(*) FROM buyer_hosts)::int AS domains`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('a count answers one row');
  return row;
}

/** Who is invited at the other franchise, and who cannot be. */
export async function peopleOf(
  db: Database,
  from: { readonly realmId: string; readonly tenantId: string },
  toRealm: string,
) {
  const members = await db.identity(from, (tx) => readMembers(tx, from));
  const working = members.filter(({ state }) => state === 'active' || state === 'locked');
  const proved = working.filter(({ verified_at: at }) => at !== null);
  const keys = working.map(({ email }) => accountKey(email));
  const names = working.map(({ username }) => accountKey(username));
  const there = await db.identity({ realmId: toRealm }, (tx) =>
    tx
      .selectFrom('users')
      .select(['email_key', 'username_key', 'verified_at'])
      .where('realm_id', '=', toRealm)
      .where((eb) =>
        eb.or([
          eb('email_key', '=', sql<string>`ANY (${keys}::text[])`),
          eb('username_key', '=', sql<string>`ANY (${names}::text[])`),
        ]),
      )
      .execute(),
  );
  const takenMail = new Set(there.flatMap(({ email_key: key, verified_at: at }) => (at ? key : [])));
  const takenName = new Set(there.map(({ username_key: key }) => key));
  return {
    invited: proved.filter(({ email }) => !takenMail.has(accountKey(email))),
    left: [
      ...working
        .filter(({ verified_at: at }) => at === null)
        .map(({ email }) => `${email} was never confirmed and is not invited.`),
      ...proved
        .filter(({ email }) => takenMail.has(accountKey(email)))
        .map(
          ({ email }) => `Somebody at the other franchise has an account with ${email}: this person is not invited.`,
        ),
      ...proved
        .filter(({ username, email }) => takenName.has(accountKey(username)) && !takenMail.has(accountKey(email)))
        .map(
          ({ username }) =>
            `The user name ${username} is taken at the other franchise: its owner chooses another one there.`,
        ),
    ],
  };
}

/** Said where nobody who could let others in would be invited at the other franchise. */
export async function nobodyLeads(
  db: Database,
  from: { readonly realmId: string; readonly tenantId: string },
  toRealm: string,
): Promise<Said[]> {
  const { invited } = await peopleOf(db, from, toRealm);
  const leads = await db.tenant(
    { tenantId: from.tenantId },
    (tx) => tx.selectFrom('roles').select('id').where('code', '=', 'ROLE_CUSTOMER_ADMIN').execute(),
    { readOnly: true },
  );
  const roles = new Set(leads.map(({ id }) => id));
  return invited.some(({ role_id: role }) => roles.has(role))
    ? []
    : [
        {
          message:
            'None of its administrators can be invited at the other franchise: add one here with an address that nobody has an account with there.',
        },
      ];
}

export async function preview(
  deps: PreviewDeps,
  from: { readonly realmId: string; readonly tenantId: string },
  to: Franchise,
): Promise<MovePreview> {
  const { accounts, scope } = await scopeBefore(deps, from.tenantId);
  const counted = await deps.db.tenant(from, (tx) => count(tx, scope), {
    readOnly: true,
    statementTimeoutMs: COUNT_MS,
  });
  const stores = await deps.stores.handingOver.list(from.tenantId, to.id);
  const people = await peopleOf(deps.db, from, to.id);
  const waiting = await deps.db.identity(from, (tx) => openInvitations(tx, from.realmId, from.tenantId));
  const counts = {
    ...counted,
    stores: stores.length,
    accounts: accounts.filter(({ goes }) => goes).length,
    people: people.invited.length,
  };
  const what = [
    'orders',
    'products',
    'packages',
    'addresses',
    'places',
    'rules',
    'stores',
    'accounts',
    'people',
  ] as const;
  const { begun, unread, untold, storeless } = counted;
  const left = [
    ...stores
      .filter(({ keeps, state }) => !keeps && state !== 'disconnected')
      .map(
        ({ name, platform }) =>
          `${name} has to be connected again: ${platform} let it in through the former franchise’s app.`,
      ),
    ...accounts
      .filter(({ goes }) => !goes)
      .map(
        ({ name, carrier }) =>
          `${name} has to be connected again by signing in at ${carrier}: the former customer keeps its access to void and settle.`,
      ),
    ...counted.rulesLeft.map((name) => `“${name}” names a carrier account that does not go along, and stays.`),
    ...(counted.returnsLeft ? ['The rules for returns name a carrier account that does not go along, and stay.'] : []),
    ...(counted.mappingsLeft > 0
      ? ['Services of stores that were mapped to a carrier account that does not go along are mapped anew.']
      : []),
    ...(begun === 1 ? ['One order of their own is shipped in part, and stays: what is missing is entered anew.'] : []),
    ...(begun > 1
      ? [`${begun} orders of their own are shipped in part, and stay: what is missing is entered anew.`]
      : []),
    ...(untold === 1
      ? [
          'One order was shipped, cancelled or archived without its store knowing: it goes along as archived, so that it is not shipped again.',
        ]
      : []),
    ...(untold > 1
      ? [
          `${untold} orders were shipped, cancelled or archived without their stores knowing: they go along as archived, so that they are not shipped again.`,
        ]
      : []),
    ...(storeless === 1 ? ['One open order stays, because its store was deleted.'] : []),
    ...(storeless > 1 ? [`${storeless} open orders stay, because their stores were deleted.`] : []),
    ...(unread === 1 ? ['One order that could not be read is asked for again at its store.'] : []),
    ...(unread > 1 ? [`${unread} orders that could not be read are asked for again at their stores.`] : []),
    ...(counted.machines > 0 ? ['Computers with printers are paired again.'] : []),
    ...(counted.domains > 0
      ? ['Their own sender address or host stays with the former customer until that is erased.']
      : []),
    ...people.left,
    ...waiting.map(
      ({ email }) => `${email} was invited and has not accepted: this person has to be invited again there.`,
    ),
  ];
  return {
    settle: [...(await waitsFor(deps.db, from.tenantId)), ...(await nobodyLeads(deps.db, from, to.id))],
    goes: what.map((name) => ({ what: name, count: counts[name] })),
    left: left.map((message) => ({ message })),
  };
}
