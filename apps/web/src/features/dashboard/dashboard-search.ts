/** The days of a dashboard in its address; what a person spoilt there is left out. */
import type { DashboardSearch } from './dashboard-api.ts';

const RANGES = ['today', 'byWeek', 'byMonth', 'byYear', 'custom'] as const;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const dayOf = (value: unknown): string | undefined =>
  typeof value === 'string' && DAY.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined;

export function dashboardSearch(search: Record<string, unknown>): DashboardSearch {
  const range = RANGES.find((name) => name === search.range);
  if (range !== 'custom') return range ? { range } : {};
  const from = dayOf(search.from);
  const to = dayOf(search.to);
  return from && to ? { range, from, to } : {};
}
