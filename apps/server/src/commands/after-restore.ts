/**
 * `after-restore`: after a restore or a failover, holds every carrier account back until its carrier was asked for the labels that may be
 * missing here, has stores asked at once, and says what is left for people (docs/runbooks/after-a-restore.md).
 */
import { sql } from 'kysely';
import { createCarrierRegistry } from '../modules/carriers/index.ts';
import { whyNotAsked } from '../modules/label-reconciliation/index.ts';
import type { Database } from '../platform/database/database.ts';
import { noteBranch } from '../platform/database/lineage.ts';
import { markUnasked, readUnasked } from '../platform/database/unasked-accounts.ts';
import { StartError } from '../platform/start-error.ts';
import { openEnvironment, type Place, readConfig, say } from './environment.ts';

/**
 * That the database went back is found out within an hour, so a row of that hour may be of after it; and another hour for whoever was
 * slow to be written down. More is asked for than may be missing, never less.
 */
const NOTICED_WITHIN = '1 hour';
const OVERLAP = '1 hour';

interface Held {
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
      const { rows } = await sql<Held>`SELECT t.name AS owner, a.name, a.slug FROM maintenance.unasked_accounts AS u
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
  const asked = (slug: string): boolean => {
    const manifest = registry.find(slug)?.manifest;
    return manifest !== undefined && whyNotAsked(manifest) === null;
  };
  const line = ({ owner, name, slug }: Held): string =>
    `  ${owner}: ${name} (${registry.find(slug)?.manifest.name ?? slug})`;
  const [byItself, byPerson] = [held.filter(({ slug }) => asked(slug)), held.filter(({ slug }) => !asked(slug))];
  lines.push(
    byItself.length === 0 ? 'No account is still being asked.' : 'Asked by the worker, one after the other:',
    ...byItself.map(line),
  );
  if (byPerson.length > 0)
    lines.push(
      'Cannot be asked. A person compares the carrier’s own list with the shipments, then confirms on the account’s page:',
      ...byPerson.map(line),
    );
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
