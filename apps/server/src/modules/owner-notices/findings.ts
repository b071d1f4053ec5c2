/** What is so now that owners should know. Each kind is read for itself, so that one that fails leaves the others. */
import type { OwnerNoticeKind } from '@scanship/contracts/network/owner-notices';
import type { Money } from '@scanship/domain/money/money';
import { sql } from 'kysely';
import { allBuyersBelow } from '../../platform/buyer-below.ts';
import type { Database } from '../../platform/database/database.ts';
import { addDays, dayIn } from '../../platform/time-zone.ts';
import { readStandings } from '../billing/index.ts';
import { creditUsed } from '../dashboard/index.ts';
import type { OwnerLabels } from '../label-reconciliation/index.ts';
import { readStandingPromises } from '../reminders/index.ts';

export interface Finding {
  readonly subject: string;
  readonly name: string;
  /** Percent of the limit that is used; days that are left; labels. */
  readonly amount: number | null;
  /** What was promised, for the mail. */
  readonly promise?: { readonly promisedOn: string; readonly amount: Money | null };
}

export interface Level {
  readonly id: string;
  readonly kind: 'platform' | 'franchise';
  readonly timeZone: string;
}

export interface Sources {
  /** Of a carrier or a platform, by its code. */
  readonly nameOf: (connector: string) => string;
  readonly labels: OwnerLabels;
}

type Reader = (db: Database, level: Level, now: Date, from: Sources) => Promise<Finding[]>;

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** A sign-up is news for a week. */
const NEW_DAYS = 7;
const NEAR_LIMIT = 80;
/** After the buyer in a subject: nothing is left. */
const REACHED = 'reached';
/** So many calls in a row without an answer, in the last two hours, are no accident. */
const CALLS = 5;
const LONG_BEFORE = 30;
const SHORTLY_BEFORE = 7;

/** Companies that signed up by themselves, once an address of theirs is proved: before, it may be made up by a program. */
const signUps: Reader = async (db, { id, kind }, now) => {
  if (kind !== 'franchise') return [];
  const came = await db.tenant({ tenantId: id }, (tx) =>
    tx
      .selectFrom('franchise_customers')
      .select(['customer_id', 'name'])
      .where('tenant_id', '=', id)
      .where('signed_up', '=', true)
      .where('created_at', '>', new Date(now.getTime() - NEW_DAYS * DAY_MS))
      .execute(),
  );
  if (came.length === 0) return [];
  const proved = await db.identity({ realmId: id }, (tx) =>
    tx
      .selectFrom('memberships as m')
      .innerJoin('users as u', (join) => join.onRef('u.realm_id', '=', 'm.realm_id').onRef('u.id', '=', 'm.user_id'))
      .select('m.tenant_id')
      .where('m.realm_id', '=', id)
      .where(
        'm.tenant_id',
        'in',
        came.map((row) => row.customer_id),
      )
      .where('u.verified_at', 'is not', null)
      .execute(),
  );
  const here = new Set(proved.map((row) => row.tenant_id));
  return came
    .filter((row) => here.has(row.customer_id))
    .map((row) => ({ subject: row.customer_id, name: row.name, amount: null }));
};

/** Those the level sells to who have used 80 % or all of what they may owe. */
const limits: Reader = async (db, { id, kind }) => {
  const buyers = await db.reference((tx) =>
    tx
      .selectFrom('tenants as t')
      .innerJoin('tenant_closure as c', 'c.descendant_id', 't.id')
      .select(['t.id', 't.name'])
      .where('c.ancestor_id', '=', id)
      .where('t.kind', '=', kind === 'platform' ? 'franchise' : 'customer')
      .where('t.state', '=', 'active')
      .execute(),
  );
  const standings = await db.tenant({ tenantId: id }, (tx) =>
    readStandings(
      tx,
      id,
      buyers.map((buyer) => buyer.id),
    ),
  );
  return buyers.flatMap((buyer) => {
    const used = Math.min(creditUsed(standings.get(buyer.id)), 999);
    if (used < NEAR_LIMIT) return [];
    // Two subjects, so that whoever knows of the one is told of the other.
    return [{ subject: used >= 100 ? `${buyer.id}/${REACHED}` : buyer.id, name: buyer.name, amount: used }];
  });
};

/** Those the level sells to who have not paid by the day they had promised, while it is open. */
const brokenPromises: Reader = async (db, { id, kind, timeZone }, now) => {
  const standing = await db.tenant({ tenantId: id }, (tx) => readStandingPromises(tx, { id }, dayIn(now, timeZone)), {
    readOnly: true,
  });
  const broken = new Map(
    [...standing.values()].flatMap((promise) => (promise.state === 'broken' ? [[promise.id, promise] as const] : [])),
  );
  if (broken.size === 0) return [];
  const names = new Map(
    (await allBuyersBelow(db, { tenantId: id, tenantKind: kind })).map((buyer) => [buyer.id, buyer.name]),
  );
  return [...broken.values()].flatMap(({ id: promiseId, buyerId, promisedOn, amount }) => {
    const name = names.get(buyerId);
    return name === undefined
      ? []
      : [{ subject: `${buyerId}/${promiseId}`, name, amount: null, promise: { promisedOn, amount } }];
  });
};

/** Accounts of the level that are broken, or of whose last calls none was answered. */
const carriers: Reader = async (db, { id }, now) => {
  const { rows } = await db.tenant({ tenantId: id }, (tx) =>
    sql<{ subject: string; name: string }>`SELECT a.id AS subject, a.name FROM carrier_accounts a
      WHERE a.tenant_id = ${id} AND (a.state = 'needs_attention' OR a.state = 'active' AND EXISTS (
        SELECT FROM carrier_call_hours h WHERE h.tenant_id = a.tenant_id AND h.account_id = a.id
          AND h.hour > ${new Date(now.getTime() - 2 * HOUR_MS)}
        HAVING sum(h.calls) >= ${CALLS} AND sum(h.failed) = sum(h.calls)))
      ORDER BY a.id`.execute(tx),
  );
  return rows.map((row) => ({ ...row, amount: null }));
};

/** Registrations at vendors, of the operator and of franchises, that end within a month, and again within a week. */
const expiring: Reader = async (db, { id, kind, timeZone }, now, { nameOf }) => {
  if (kind !== 'platform') return [];
  const today = dayIn(now, timeZone);
  const rows = await db.system((tx) =>
    tx
      .selectFrom('app_registrations as a')
      .innerJoin('tenants as t', 't.id', 'a.tenant_id')
      .select(['a.id', 'a.slug', 'a.expires_on', 't.id as owner_id', 't.name as owner'])
      .where('a.expires_on', '<=', addDays(today, LONG_BEFORE))
      .orderBy('a.expires_on')
      .execute(),
  );
  return rows.flatMap((row) => {
    if (row.expires_on === null) return [];
    const left = Math.round((Date.parse(row.expires_on) - Date.parse(today)) / DAY_MS);
    const name = row.owner_id === id ? nameOf(row.slug) : `${nameOf(row.slug)} (${row.owner})`;
    return [{ subject: `${row.id}/${left <= SHORTLY_BEFORE ? SHORTLY_BEFORE : LONG_BEFORE}`, name, amount: left }];
  });
};

/** Accounts of the level whose carrier has, or charges, labels that nobody bought here. */
const unknownLabels: Reader = async (_db, { id }, _now, { labels }) =>
  (await labels.unknown(id)).map(({ id: subject, name, many }) => ({ subject, name, amount: many }));

const onHold: Reader = async (_db, { id }, _now, { labels }) =>
  (await labels.waiting(id)).map(({ id: subject, name }) => ({ subject, name, amount: null }));

export const FINDINGS: Readonly<Record<OwnerNoticeKind, Reader>> = {
  sign_up: signUps,
  credit_limit: limits,
  promise_broken: brokenPromises,
  carrier_down: carriers,
  expiring,
  labels_unknown: unknownLabels,
  labels_on_hold: onHold,
};

/** Path of the page where one acts. */
export const pageOf = (level: Pick<Level, 'kind'>, kind: OwnerNoticeKind, subject: string): string => {
  const platform = level.kind === 'platform';
  switch (kind) {
    case 'sign_up':
      return `/customer/${subject}`;
    case 'credit_limit':
    case 'promise_broken':
      return platform ? '/platform/money/receivables' : `/customer/${subject.split('/')[0]}?tab=credit`;
    case 'carrier_down':
      return platform ? '/platform/carriers/health' : '/customer/carriers/health';
    case 'expiring':
      return '/platform/apps';
    case 'labels_unknown':
    case 'labels_on_hold':
      return platform ? `/platform/carriers/${subject}` : `/customer/carriers/${subject}`;
  }
};
