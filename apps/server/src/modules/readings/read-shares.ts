/** Shares of what was left out: of the hour so far and the one before, beside the seven days before these. */
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { ReadKind, ReadOperation } from './reading.ts';
import type { Share } from './shift-rule.ts';

const HOUR_MS = 3_600_000;
const DAYS_BEFORE = 7;

export type TroubleKind = Exclude<ReadKind, 'whole'>;
const TROUBLE: readonly TroubleKind[] = ['part', 'left-out', 'unreadable'];

export interface Series {
  readonly connector: string;
  readonly operation: ReadOperation;
  readonly kind: TroubleKind;
  readonly now: Share;
  readonly before: Share;
}

interface Sums {
  readonly connector: string;
  readonly operation: ReadOperation;
  readonly kind: ReadKind;
  readonly recent: boolean;
  readonly items: number;
  readonly answers: number;
}

/** The first of the two hours that count as now. */
export const sinceOf = (now: Date): Date => new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS - HOUR_MS);
/** The first hour that is compared with. */
export const beforeOf = (now: Date): Date => new Date(sinceOf(now).getTime() - DAYS_BEFORE * 24 * HOUR_MS);

/** Every connector, operation and kind of which anything was left out within the eight days. */
export async function readShares(db: Database, now: Date): Promise<readonly Series[]> {
  const { rows } = await db.system((tx) =>
    sql<Sums>`SELECT connector, operation, kind, hour >= ${sinceOf(now)} AS recent, sum(items)::int AS items,
        sum(answers)::int AS answers
      FROM answer_readings WHERE hour >= ${beforeOf(now)} AND hour <= ${now}
      GROUP BY 1, 2, 3, 4`.execute(tx),
  );
  const groups = new Map<string, Sums[]>();
  for (const row of rows) {
    const key = `${row.connector} ${row.operation}`;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()].flatMap((group) =>
    TROUBLE.flatMap((kind) => {
      const own = group.find((row) => row.kind === kind);
      return own
        ? [
            {
              connector: own.connector,
              operation: own.operation,
              kind,
              now: shareIn(group, kind, true),
              before: shareIn(group, kind, false),
            },
          ]
        : [];
    }),
  );
}

/** Answers that could not be read are compared with answers; everything else with what stood in those that could. */
function shareIn(group: readonly Sums[], kind: TroubleKind, recent: boolean): Share {
  const of = (one: ReadKind): Pick<Sums, 'items' | 'answers'> =>
    group.find((row) => row.kind === one && row.recent === recent) ?? { items: 0, answers: 0 };
  const { items, answers } = of(kind);
  return kind === 'unreadable'
    ? { items, answers, of: items + of('whole').answers }
    : { items, answers, of: of('whole').items + of('part').items + of('left-out').items };
}
