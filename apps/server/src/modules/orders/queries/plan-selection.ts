/** How the orders that filters match are found: decided once, by the filters, the sort and how many rows there are to look at. */
import type { RawBuilder } from 'kysely';
import { DatabaseError } from 'pg';
import type { Database, Tx, WorkOptions } from '../../../platform/database/database.ts';
import type { ListFilters } from './filters.ts';
import {
  countEntriesSql,
  countIndexedSql,
  FEW_ORDERS,
  type KeyPlan,
  needsPlaces,
  type Selection,
  selectionOf,
  walkOf,
  weighs,
} from './list-sql.ts';
import { NO_PLACES, type Places, readPlaces } from './ship-from.ts';
import type { Sort } from './sorts.ts';

/** A statement of the list may take this long; then the person is told to narrow the search. */
export const STATEMENT_TIMEOUT_MS = 2_000;

/** Whether a statement ended because of its time limit. */
export const isTimeout = (error: unknown): boolean => error instanceof DatabaseError && error.code === '57014';

export type Reading = <T>(
  work: (tx: Tx) => Promise<T>,
  options?: Pick<WorkOptions, 'atOnce' | 'generalPlans'>,
) => Promise<T>;

/** Short reading transactions of one tenant; each statement within the time limit, which is the list's where none is given. */
export const readingOf =
  (
    db: Database,
    tenantId: string,
    {
      readOnly = true,
      statementTimeoutMs = STATEMENT_TIMEOUT_MS,
    }: Pick<WorkOptions, 'readOnly' | 'statementTimeoutMs'>,
  ): Reading =>
  (work, options = {}) =>
    db.tenant({ tenantId }, work, { ...options, readOnly, statementTimeoutMs });

export interface PlannedSelection {
  readonly places: Places;
  /** In the order of the list. */
  readonly selection: Selection;
  /** The same orders, for counting: their order does not matter. */
  readonly counting: Selection;
}

export async function planSelection(reading: Reading, filters: ListFilters, sort: Sort): Promise<PlannedSelection> {
  const places = needsPlaces(filters) ? await reading(readPlaces) : NO_PLACES;
  const few = weighs(filters) && (await reading((tx) => atMostFew(tx, countIndexedSql(filters))));
  const counting = selectionOf(filters, places, few ? 'orders-first' : 'walk');
  if (sort.by === 'placedAt') return { places, selection: counting, counting };
  const walk = walkOf(filters);
  let plan: KeyPlan = 'orders-first';
  // Entries stand in the order of placing: few are looked up and sorted; many orders carry it, so most that are met do.
  if (walk?.table === 'order_tokens') plan = 'keys-first';
  else if (walk && !few && (await reading((tx) => atMostFew(tx, countEntriesSql(walk))))) plan = 'keys-first';
  return { places, selection: { ...selectionOf(filters, places, plan), fixed: false }, counting };
}

async function atMostFew(tx: Tx, query: RawBuilder<{ n: number }>): Promise<boolean> {
  const { rows } = await query.execute(tx);
  return (rows[0]?.n ?? 0) <= FEW_ORDERS;
}
