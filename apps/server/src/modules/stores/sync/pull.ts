/**
 * One pull of a stream, page by page. Each page's rows and the cursor of the next one are one transaction, so that a crash
 * loses nothing and repeats nothing; the pull goes on where its last page was stored. Nothing is asked inside a transaction.
 */
import type { ConnectorProblem } from '@scanship/connector-kit/errors';
import type { PullInput, PullPage } from '@scanship/connector-kit/store/store';
import type { Result } from '@scanship/domain/values/result';
import type { Tx } from '../../../platform/database/database.ts';
import type { Services } from '../../../platform/services.ts';
import type { CountReading, Reading } from '../../readings/index.ts';
import type { OpenedStore } from '../open-store.ts';
import { addToRun, insertRun, type LeasedStream, type Pull, type RunItem, writeStream } from './stream-rows.ts';

/** After so many pages, or so much time, others get their turn. */
const PAGES_PER_TURN = 20;
const TURN_MS = 20_000;
/** Ids remembered from page to page where a pull compares; they stand in the stream's row. */
const MOST_SHOWN = 5_000;

export interface TakenPage {
  readonly created: number;
  readonly changed: number;
  readonly items: readonly RunItem[];
}

export interface PullKind<T extends { readonly updatedAt: string }> {
  ask(opened: OpenedStore, input: PullInput): Promise<Result<PullPage<T>, ConnectorProblem>>;
  take(tx: Tx, opened: OpenedStore, page: PullPage<T>): Promise<TakenPage>;
  /** Pause after a pull that went well. Milliseconds. */
  readonly everyMs: number;
  /** How far back this pull reaches whatever was seen before; absent: since the last one. Milliseconds. */
  readonly windowMs?: number | undefined;
  /** After a page is stored, outside its transaction. */
  stored?(created: number): Promise<void>;
  /**
   * Asked behind the last page, outside a transaction: what else belongs to the pull, stored with that page.
   * @param shown ids of all its pages; undefined when there were more than are remembered
   */
  rest?(
    opened: OpenedStore,
    since: string | null,
    shown: readonly string[] | undefined,
  ): Promise<Result<Rest<T>, ConnectorProblem>>;
}

/** What follows from a whole pull. */
export interface Rest<T> extends Pick<PullPage<T>, 'items' | 'problems'> {
  /** For the run alone. */
  readonly remarks: readonly RunItem[];
}

export interface PullDeps {
  readonly db: Services['db'];
  readonly clock: Services['clock'];
  readonly sealer: Services['sealer'];
  readonly leaseMs: number;
  readonly stopping: () => boolean;
  readonly count: CountReading;
  /** For tests that end a process between two pages. */
  readonly onPage?: ((pages: number) => void) | undefined;
}

export type PullEnd =
  | { readonly kind: 'done' | 'turn' }
  | { readonly kind: 'problem'; readonly problem: ConnectorProblem };

export async function pull<T extends { readonly updatedAt: string }>(
  deps: PullDeps,
  held: LeasedStream,
  opened: OpenedStore,
  kind: PullKind<T>,
): Promise<PullEnd> {
  const { db, clock, leaseMs } = deps;
  const who = { tenantId: held.tenantId };
  let now = held.pull ?? (await begin(deps, held, kind.windowMs));
  const startedAt = Date.now();
  for (let pages = 1; ; pages += 1) {
    const since = now.since === null ? undefined : new Date(now.since);
    const page = await kind.ask(opened, { cursor: now.next ?? undefined, since });
    if (held.stream === 'orders') {
      const reading = readingOf(page);
      if (reading)
        deps.count(
          { ownerTenantId: held.tenantId, accountId: opened.row.id, slug: opened.row.platformCode },
          'orders',
          reading,
        );
    }
    if (!page.ok) {
      // A cursor the platform does not take any more: the pull begins again from its start.
      if (now.next !== null && page.problem.kind === 'invalid-input')
        await db.tenant(who, (tx) => writeStream(tx, held, { pull: { ...now, next: null }, leaseMs }));
      return { kind: 'problem', problem: page.problem };
    }
    const { next, total, items } = page.value;
    const seenUntil = latest(now.seenUntil, items);
    const shown = kind.rest && remembered(now.shown, items, now.next === null);
    const following: Pull = { ...now, next: next ?? null, seenUntil, ...(kind.rest && { shown: shown ?? null }) };
    const last = next === undefined;
    const rest = last && kind.rest ? await kind.rest(opened, now.since, shown) : undefined;
    if (rest?.ok === false) return { kind: 'problem', problem: rest.problem };
    const turnOver = pages >= PAGES_PER_TURN || Date.now() - startedAt > TURN_MS || deps.stopping();
    const first = now.next === null;
    const created = await db.tenant(who, async (tx) => {
      // The fence comes first: a worker that was overtaken writes nothing.
      await writeStream(
        tx,
        held,
        last
          ? {
              pull: null,
              highWater: waterOf(seenUntil, clock.now()),
              failures: 0,
              error: null,
              ok: true,
              dueInMs: kind.everyMs,
              leaseMs,
            }
          : { pull: following, failures: 0, error: null, dueInMs: turnOver ? 0 : undefined, leaseMs },
      );
      const { value } = page;
      const taken = await kind.take(
        tx,
        opened,
        rest
          ? {
              ...value,
              items: [...value.items, ...rest.value.items],
              problems: [...value.problems, ...rest.value.problems],
            }
          : value,
      );
      await addToRun(tx, held.tenantId, now.runId, {
        ...taken,
        items: [...taken.items, ...(rest?.value.remarks ?? [])],
        pages: 1,
        seen:
          items.length +
          taken.items.filter(
            ({ externalId }) => externalId !== null && !items.some((item) => idOf(item) === externalId),
          ).length,
        remoteCount: first ? total : undefined,
        error: null,
        ended: last,
      });
      return taken.created;
    });
    await kind.stored?.(created);
    deps.onPage?.(pages);
    if (last) return { kind: 'done' };
    if (turnOver) return { kind: 'turn' };
    now = following;
  }
}

/** Undefined where the platform could not be asked, which says nothing of its answers. */
function readingOf(page: Result<PullPage<unknown>, ConnectorProblem>): Reading | undefined {
  if (!page.ok) return page.problem.kind === 'vendor-broken' ? { unreadable: page.problem.message } : undefined;
  return { whole: page.value.items.length, leftOut: page.value.problems.map(({ message }) => message) };
}

const idOf = (item: object): string | undefined =>
  'externalId' in item && typeof item.externalId === 'string' ? item.externalId : undefined;

/** Ids of the pages so far; undefined when they are too many. A pull that began with other pages knows none of those. */
function remembered(before: Pull['shown'], items: readonly object[], first: boolean): readonly string[] | undefined {
  if (!first && !before) return undefined;
  const ids = [...(first ? [] : (before ?? [])), ...items.flatMap((item) => idOf(item) ?? [])];
  return ids.length > MOST_SHOWN ? undefined : ids;
}

async function begin(deps: PullDeps, held: LeasedStream, windowMs: number | undefined): Promise<Pull> {
  const from =
    windowMs === undefined
      ? held.highWater && new Date(held.highWater.getTime() - held.overlapMs)
      : new Date(deps.clock.now().getTime() - windowMs);
  return deps.db.tenant({ tenantId: held.tenantId }, async (tx) => {
    const cause = held.wanted ?? (windowMs === undefined ? 'poll' : 'nightly');
    const runId = await insertRun(tx, held, cause);
    const started: Pull = { runId, cause, since: from?.toISOString() ?? null, next: null, seenUntil: null };
    await writeStream(tx, held, { pull: started, leaseMs: deps.leaseMs });
    return started;
  });
}

function latest(seen: string | null, items: readonly { readonly updatedAt: string }[]): string | null {
  let last = seen === null ? Number.NEGATIVE_INFINITY : Date.parse(seen);
  for (const { updatedAt } of items) {
    const at = Date.parse(updatedAt);
    if (at > last) last = at;
  }
  return Number.isFinite(last) ? new Date(last).toISOString() : null;
}

/** Never beyond now: a time in the future, a fault of the platform, would hide every change until then. */
function waterOf(seenUntil: string | null, now: Date): Date | undefined {
  if (seenUntil === null) return undefined;
  return new Date(Math.min(Date.parse(seenUntil), now.getTime()));
}
