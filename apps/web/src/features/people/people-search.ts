/** Filters of the list of people, as they stand in the address. */
import type { Person } from '@scanship/contracts/access/people';

export type PersonState = Person['state'];
// Named here as well: the contract would come into the first load of every page with its calls.
const STATES = ['active', 'suspended', 'unverified', 'invited'] as const satisfies readonly PersonState[];
/** What stands in the address, so that a filtered list can be sent to somebody. */
export interface PeopleSearch {
  readonly q?: string;
  readonly state?: PersonState;
  readonly role?: string;
  readonly page?: number;
}

/** Whatever an address says, what is understood of it. */
export function parsePeopleSearch(search: Readonly<Record<string, unknown>>): PeopleSearch {
  const state = STATES.find((name) => name === search['state']);
  const page = Number(search['page']);
  // The router reads "1001" as a number.
  const q = typeof search['q'] === 'string' || typeof search['q'] === 'number' ? String(search['q']).slice(0, 100) : '';
  return {
    ...(q ? { q } : {}),
    ...(state ? { state } : {}),
    ...(typeof search['role'] === 'string' && search['role'] ? { role: search['role'] } : {}),
    ...(Number.isInteger(page) && page > 1 ? { page } : {}),
  };
}
