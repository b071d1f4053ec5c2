/** What the operator sees of what connectors left out. */
import type { LeftOut, LeftOutLine } from '@scanship/contracts/carriers/left-out';
import { sql } from 'kysely';
import type { Services } from '../../platform/services.ts';
import { readShares, sinceOf, type Series } from './read-shares.ts';

const HOUR_MS = 3_600_000;
const HOURS = 24;

interface Example {
  readonly connector: string;
  readonly operation: string;
  readonly kind: string;
  readonly example: string;
  readonly example_at: Date;
  readonly account_id: string;
  readonly name: string | null;
  readonly owner: string;
}

interface Hour {
  readonly connector: string;
  readonly operation: string;
  readonly kind: string;
  readonly ago: number;
  readonly items: number;
}

type Named = Pick<Series, 'connector' | 'operation' | 'kind'>;
const keyOf = (one: { readonly connector: string; readonly operation: string; readonly kind: string }): string =>
  `${one.connector} ${one.operation} ${one.kind}`;

export async function readLeftOut(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  operatorId: string,
  nameOf: (connector: string) => string,
): Promise<LeftOut> {
  const now = clock.now();
  const series = await readShares(db, now);
  const thisHour = new Date(sinceOf(now).getTime() + HOUR_MS);
  const [examples, hours] = await db.system(async (tx) => {
    const latest =
      await sql<Example>`SELECT DISTINCT ON (r.connector, r.operation, r.kind) r.connector, r.operation, r.kind,
        r.example, r.example_at, r.account_id, coalesce(c.name, s.name) AS name, t.name AS owner
      FROM answer_readings AS r JOIN tenants AS t ON t.id = r.tenant_id
      LEFT JOIN carrier_accounts AS c ON c.tenant_id = r.tenant_id AND c.id = r.account_id
      LEFT JOIN stores AS s ON s.tenant_id = r.tenant_id AND s.id = r.account_id
      WHERE r.example IS NOT NULL AND r.hour <= ${now}
      ORDER BY r.connector, r.operation, r.kind, r.example_at DESC`.execute(tx);
    const counted = await sql<Hour>`SELECT connector, operation, kind,
        (extract(epoch FROM ${thisHour}::timestamptz - hour) / 3600)::int AS ago, sum(items)::int AS items
      FROM answer_readings
      WHERE kind <> 'whole' AND hour > ${new Date(thisHour.getTime() - HOURS * HOUR_MS)} AND hour <= ${now}
      GROUP BY connector, operation, kind, hour`.execute(tx);
    return [latest.rows, counted.rows] as const;
  });
  const shifts = await db.tenant({ tenantId: operatorId }, (tx) =>
    tx
      .selectFrom('reading_shifts')
      .select(['connector', 'operation', 'kind', 'share', 'share_before', 'opened_at'])
      .where('tenant_id', '=', operatorId)
      .where('closed_at', 'is', null)
      .execute(),
  );
  const exampleOf = new Map(examples.map((one) => [keyOf(one), one]));
  const shiftOf = new Map(shifts.map((one) => [keyOf(one), one]));
  const lineOf = (one: Series): LeftOutLine => {
    const example = exampleOf.get(keyOf(one));
    const shift = shiftOf.get(keyOf(one));
    return {
      connector: one.connector,
      connectorName: nameOf(one.connector),
      operation: one.operation,
      kind: one.kind,
      now: { items: one.now.items, of: one.now.of },
      before: { items: one.before.items, of: one.before.of },
      hours: lastDay(hours, one),
      example: example
        ? {
            words: example.example,
            at: example.example_at.toISOString(),
            account: {
              id: example.account_id,
              kind: one.operation === 'orders' ? 'store' : 'carrier',
              name: example.name ?? nameOf(one.connector),
              owner: example.owner,
            },
          }
        : null,
      shift: shift
        ? { since: shift.opened_at.toISOString(), share: shift.share, shareBefore: shift.share_before }
        : null,
    };
  };
  return {
    // What is told as changed comes first, then by how much was lost.
    lines: series
      .map(lineOf)
      .toSorted(
        (a, b) =>
          Number(b.shift !== null) - Number(a.shift !== null) ||
          b.now.items - a.now.items ||
          b.before.items - a.before.items ||
          (keyOf(a) < keyOf(b) ? -1 : 1),
      ),
    readUntil: now.toISOString(),
  };
}

/** Oldest first, the hour that runs last. */
const lastDay = (hours: readonly Hour[], one: Named): number[] => {
  const own = new Map(hours.filter((each) => keyOf(each) === keyOf(one)).map(({ ago, items }) => [ago, items]));
  return Array.from({ length: HOURS }, (_, index) => own.get(HOURS - 1 - index) ?? 0);
};
