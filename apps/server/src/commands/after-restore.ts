/**
 * `after-restore`: after a restore or a failover, holds every carrier account back until its carrier was asked for the labels that may be
 * missing here, has stores asked at once, and says what is left for people (docs/runbooks/after-a-restore.md).
 */
import { sql } from 'kysely';
import { createCarrierRegistry } from '../modules/carriers/index.ts';
import type { HoldStanding } from '@scanship/contracts/carriers/label-reconciliation';
import { readStanding, whyNotAsked } from '../modules/label-reconciliation/index.ts';
import type { Database } from '../platform/database/database.ts';
import { noteBranch } from '../platform/database/lineage.ts';
import { markUnasked, readUnasked } from '../platform/database/unasked-accounts.ts';
import { StartError } from '../platform/start-error.ts';
import { openEnvironment, type Place, readConfig, say } from './environment.ts';

/**
 * That the database went back is found out within seconds by a worker that runs, and within an hour people have one running: a row of that
 * hour may be of after it; and another hour for whoever was
 * slow to be written down. More is asked for than may be missing, never less.
 */
const NOTICED_WITHIN = '1 hour';
const OVERLAP = '1 hour';

interface Held {
  readonly tenantId: string;
  readonly accountId: string;
  readonly markedAt: Date;
  readonly owner: string;
  readonly name: string;
  readonly slug: string;
}

/**
 * The last that is known from before the database went back; undefined where it is not known to have gone back since `markedMs`, when
 * accounts were held back for it before (0: never). What still waits from one restore says nothing of a second one.
 */
async function lastKnown(db: Database, markedMs: number): Promise<Date | undefined> {
  await noteBranch(db);
  const { rows } = await db.system(
    (tx) =>
      sql<{ at: Date | null }>`SELECT (SELECT max(created_at) FROM purchases
        WHERE created_at < l.rewound_at - interval '${sql.raw(NOTICED_WITHIN)}') - interval '${sql.raw(OVERLAP)}' AS at
      FROM maintenance.lineage AS l WHERE l.rewound_at > ${new Date(markedMs)}`.execute(tx),
    { readOnly: true },
  );
  const [row] = rows;
  // A database without an earlier label lacks all of them; carriers list a quarter of a year at most.
  return row && (row.at ?? new Date(Date.now() - 90 * 86_400_000));
}

const heldAccounts = (db: Database): Promise<readonly Held[]> =>
  db.system(
    async (tx) => {
      const { rows } =
        await sql<Held>`SELECT u.tenant_id AS "tenantId", u.account_id AS "accountId", u.marked_at AS "markedAt", t.name AS owner, a.name,
        a.slug FROM maintenance.unasked_accounts AS u
        JOIN carrier_accounts AS a ON a.tenant_id = u.tenant_id AND a.id = u.account_id
        JOIN tenants AS t ON t.id = u.tenant_id ORDER BY t.name, a.name`.execute(tx);
      return rows;
    },
    { readOnly: true },
  );

/** Stores are asked from where their last page ended, which went back with the database. */
const askStores = (db: Database): Promise<number> =>
  db.system(async (tx) => {
    const { numAffectedRows } = await sql`UPDATE sync_streams SET due_at = clock_timestamp()
      WHERE due_at IS NOT NULL AND (lease_until IS NULL OR lease_until < clock_timestamp())`.execute(tx);
    return Number(numAffectedRows ?? 0n);
  });

/** What is told of the accounts that stand so, in this order. */
const SAID: readonly (readonly [standings: readonly HoldStanding[], words: string])[] = [
  [['waiting', 'asking'], 'Asked by the worker, one after the other:'],
  [
    ['failed'],
    'Could not be asked yet; tried again every quarter of an hour. The account’s page says why: mend it there, or compare the carrier’s own list with the shipments and confirm:',
  ],
  [
    ['unsure'],
    'Were asked, and the answer does not prove that nothing is missing. The account’s page says why; a person compares and confirms there:',
  ],
  [['paused'], 'Are paused, so they are not asked. Resume them, or compare by hand and confirm on the account’s page:'],
  [
    ['by-hand'],
    'Cannot be asked. A person compares the carrier’s own list with the shipments, then confirms on the account’s page:',
  ],
];

/**
 * Marks and answers what a person is told, a line each.
 * @param options.moment ISO 8601; absent: as the database knows it
 * @param options.withTest accounts that buy TEST labels too, because there are no others where simulators answer
 */
export async function holdAccounts(
  db: Database,
  { moment, withTest }: { readonly moment?: string | undefined; readonly withTest: boolean },
): Promise<readonly string[]> {
  const registry = createCarrierRegistry({ samples: true });
  const own = registry
    .all()
    .flatMap((entry) => (entry.manifest.maturity === 'own' && !entry.sample ? [entry.manifest.slug] : []));
  const given = moment === undefined ? undefined : new Date(moment);
  if (given && Number.isNaN(given.getTime()))
    throw new StartError(`"${moment}" is not a moment such as 2026-11-29T04:00:00Z.`);
  if (given && given.getTime() > Date.now())
    throw new StartError(`${given.toISOString()} has not come yet. Name the moment of the last row that is left.`);
  const marked = await db.system((tx) => readUnasked(tx), { readOnly: true });
  const since = given ?? (await lastKnown(db, Math.max(0, ...marked.map(({ markedAt }) => markedAt.getTime()))));
  if (!since && marked.length === 0)
    throw new StartError(
      'The database is not known to have gone back in time. Name the moment of the last row that is left: after-restore 2026-11-29T04:00:00Z.',
    );
  const lines: string[] = [];
  if (since) {
    const held = await markUnasked(db, since, { leaveOut: own, withTest });
    const streams = await askStores(db);
    lines.push(
      `Labels made since ${since.toISOString()} may be missing here. Nothing is bought with ${held} carrier accounts until each was asked.`,
      `${streams} store streams are asked now for everything since their last page.`,
    );
  }
  const held = await heldAccounts(db);
  const line = ({ owner, name, slug }: Held): string =>
    `  ${owner}: ${name} (${registry.find(slug)?.manifest.name ?? slug})`;
  const standing = new Map<Held, HoldStanding>();
  for (const account of held) {
    const manifest = registry.find(account.slug)?.manifest;
    const hold = { markedAt: account.markedAt, listed: manifest !== undefined && whyNotAsked(manifest) === null };
    standing.set(account, await db.tenant(account, (tx) => readStanding(tx, account, hold), { readOnly: true }));
  }
  for (const [standings, words] of SAID) {
    const so = held.filter((account) => standings.includes(standing.get(account) ?? 'waiting'));
    if (so.length > 0) lines.push(words, ...so.map(line));
  }
  if (held.length === 0) lines.push('No account is still being asked.');
  lines.push(
    'Compare payments by card since then in the card provider’s dashboard (docs/runbooks/after-a-restore.md).',
  );
  return lines;
}

export const afterRestore = async (place: Place, moment: string | undefined): Promise<void> => {
  const environment = await openEnvironment(place, readConfig(place), { migrate: 'never' });
  try {
    const { db, config } = environment.services;
    for (const line of await holdAccounts(db, { moment, withTest: config.simulators })) say(line);
  } finally {
    await environment.end();
  }
};
