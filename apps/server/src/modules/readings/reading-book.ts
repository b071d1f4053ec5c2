/**
 * Counts what readers make of vendors' answers, by connector, operation and kind: as a metric, and by the hour in
 * `answer_readings` under the owner of the account. Calls never wait for it; what cannot be written is logged and lost.
 */
import { createRedactor } from '@scanship/connector-kit/http/redact';
import { sql } from 'kysely';
import { toJson } from '../../platform/database/json-column.ts';
import type { Services } from '../../platform/services.ts';
import type { CountReading, ReadKind, ReadOf, ReadOperation, Reading } from './reading.ts';

const GATHER_MS = 500;
/** Accounts, operations and kinds that may wait: a database that is away must not fill the memory. */
const MOST_WAITING = 5_000;
const LONGEST_EXAMPLE = 300;

interface Row {
  readonly connector: string;
  readonly operation: ReadOperation;
  readonly kind: ReadKind;
  readonly account_id: string;
  readonly hour: string;
  items: number;
  answers: number;
  example: string | null;
  example_at: string | null;
}

export interface ReadingBook {
  readonly count: CountReading;
  /** Writes what is still gathered; call at shutdown. */
  flush(): Promise<void>;
}

const redactor = createRedactor([]);
// linear: at most 1200 characters by "words.slice(0, 4 * LONGEST_EXAMPLE)" here
const MAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
/** Telephone, account, order and tracking numbers. */
const NUMBER = /(?:[A-Z]{0,4}\d[\d ().-]{5,}\d[A-Z]{0,4})/gi;

/** The words of a reader without mail addresses and long numbers, bounded. */
export function exampleOf(words: string): string {
  const plain = redactor
    .text(words.slice(0, 4 * LONGEST_EXAMPLE))
    .replace(MAIL, '[mail]')
    .replace(NUMBER, '[number]');
  return plain.length > LONGEST_EXAMPLE ? `${plain.slice(0, LONGEST_EXAMPLE - 1)}…` : plain;
}

/** An answer by kind. Every answer that could be read counts as one of `whole`, even where nothing stood in it. */
function byKind(reading: Reading): readonly (readonly [ReadKind, number, string | undefined])[] {
  if ('unreadable' in reading) return [['unreadable', 1, reading.unreadable]];
  const { whole, part = [], leftOut } = reading;
  return [
    ['whole', whole, undefined],
    ...(part.length > 0 ? [['part', part.length, part.at(-1)] as const] : []),
    ...(leftOut.length > 0 ? [['left-out', leftOut.length, leftOut.at(-1)] as const] : []),
  ];
}

export function createReadingBook({
  db,
  clock,
  log,
  metrics,
}: Pick<Services, 'db' | 'clock' | 'log' | 'metrics'>): ReadingBook {
  const read = metrics.counter('scanship_answers_read_total', 'What was understood of vendors’ answers', [
    'connector',
    'operation',
    'what',
  ]);
  let waiting = new Map<string, { readonly ownerTenantId: string; readonly row: Row }>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  function note(of: ReadOf, operation: ReadOperation, [kind, items, words]: ReturnType<typeof byKind>[number]): void {
    read.inc({ connector: of.slug, operation, what: kind }, items);
    const at = clock.now().toISOString();
    const hour = `${at.slice(0, 13)}:00:00.000Z`;
    const key = [of.slug, operation, kind, of.accountId, hour].join(' ');
    const known = waiting.get(key)?.row;
    if (!known && waiting.size >= MOST_WAITING) return;
    const row: Row = known ?? {
      connector: of.slug,
      operation,
      kind,
      account_id: of.accountId,
      hour,
      items: 0,
      answers: 0,
      example: null,
      example_at: null,
    };
    row.items += items;
    row.answers += 1;
    if (words !== undefined) {
      row.example = exampleOf(words);
      row.example_at = at;
    }
    if (!known) waiting.set(key, { ownerTenantId: of.ownerTenantId, row });
  }

  async function write(batch: typeof waiting): Promise<void> {
    // In order, so that two processes that add to the same rows never wait for each other in a circle.
    const sorted = [...batch].toSorted(([a], [b]) => (a < b ? -1 : 1));
    for (const tenantId of new Set(sorted.map(([, { ownerTenantId }]) => ownerTenantId))) {
      const rows = sorted.flatMap(([, { ownerTenantId, row }]) => (ownerTenantId === tenantId ? [{ ...row }] : []));
      try {
        await db.tenant(
          { tenantId },
          (tx) =>
            sql`INSERT INTO answer_readings AS r (tenant_id, connector, operation, kind, account_id, hour, items, answers,
                example, example_at)
              SELECT ${tenantId}::uuid, connector, operation, kind, account_id, hour, items, answers, example, example_at
              FROM json_to_recordset(${toJson(rows)}::json) AS n(connector text, operation text,
                kind text, account_id uuid, hour timestamptz, items int, answers int, example text, example_at timestamptz)
              ON CONFLICT (tenant_id, connector, operation, kind, account_id, hour) DO UPDATE SET
                items = r.items + excluded.items, answers = r.answers + excluded.answers,
                example = coalesce(excluded.example, r.example),
                example_at = coalesce(excluded.example_at, r.example_at)`.execute(tx),
          { relaxed: true },
        );
      } catch (error) {
        log.error({ err: error, lost: rows.length }, 'what was read of answers could not be counted');
      }
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const batch = waiting;
    waiting = new Map();
    if (batch.size > 0) writing = writing.then(() => write(batch));
    return writing;
  }

  return {
    count(of, operation, reading) {
      for (const each of byKind(reading)) note(of, operation, each);
      timer ??= setTimeout(() => void flush(), GATHER_MS).unref();
    },
    flush,
  };
}
