/** Filters of the exceptions in their address; what a person spoilt there is left out. */
import { EXCEPTION_KINDS } from '@scanship/contracts/shipping/exceptions';
import type { ExceptionSearch } from './exceptions-api.ts';

export function exceptionSearch(search: Record<string, unknown>): ExceptionSearch {
  const kind = EXCEPTION_KINDS.find((name) => name === search.kind);
  const owner = (['me', 'nobody'] as const).find((name) => name === search.owner);
  const state = (['snoozed', 'resolved'] as const).find((name) => name === search.state);
  const page = typeof search.page === 'number' && search.page > 1 ? Math.trunc(search.page) : undefined;
  const id = typeof search.id === 'string' ? search.id : '';
  return {
    ...(kind ? { kind } : {}),
    ...(owner ? { owner } : {}),
    ...(state ? { state } : {}),
    ...(page ? { page } : {}),
    ...(id ? { id } : {}),
  };
}
