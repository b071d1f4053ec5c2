/** Search and filters of the list of customers in its address; what a person spoilt there is left out. */
const STATES = ['active', 'suspended', 'restricted'] as const;
const PLANS = ['Basic', 'Standard', 'Advanced'] as const;
export const SORTS = ['name', 'newest', 'labels', 'spend', 'lastLabel'] as const;
export const PAGE_SIZE = 20;

export interface CustomersSearch {
  readonly q?: string;
  readonly state?: (typeof STATES)[number];
  readonly plan?: (typeof PLANS)[number];
  /** Id of a sales agent. */
  readonly agent?: string;
  /** Id of a group of customers. */
  readonly group?: string;
  readonly sort?: (typeof SORTS)[number];
  readonly page?: number;
  /** The form for a new one is open. */
  readonly create?: true;
}

export function customersSearch(search: Record<string, unknown>): CustomersSearch {
  const q = typeof search.q === 'string' || typeof search.q === 'number' ? String(search.q).slice(0, 100) : '';
  const state = STATES.find((name) => name === search.state);
  const plan = PLANS.find((name) => name === search.plan);
  const sort = SORTS.find((name) => name === search.sort);
  const idOf = (value: unknown) => (typeof value === 'string' && /^[0-9a-f-]{36}$/.test(value) ? value : undefined);
  const agent = idOf(search.agent);
  const group = idOf(search.group);
  const page = typeof search.page === 'number' && search.page > 1 ? Math.trunc(search.page) : undefined;
  return {
    ...(q ? { q } : {}),
    ...(state ? { state } : {}),
    ...(plan ? { plan } : {}),
    ...(agent ? { agent } : {}),
    ...(group ? { group } : {}),
    ...(sort && sort !== 'name' ? { sort } : {}),
    ...(page ? { page } : {}),
    ...(search.create === true ? { create: true } : {}),
  };
}
