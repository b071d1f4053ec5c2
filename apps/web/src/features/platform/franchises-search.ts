/** Search and filter of the list of franchises in its address. */
const STATES = ['active', 'suspended'] as const;
export const FRANCHISES_PAGE = 20;

export interface FranchisesSearch {
  readonly q?: string;
  readonly state?: (typeof STATES)[number];
  readonly page?: number;
  /** The form for a new one is open. */
  readonly create?: true;
}
export function franchisesSearch(search: Record<string, unknown>): FranchisesSearch {
  const q = typeof search.q === 'string' || typeof search.q === 'number' ? String(search.q).slice(0, 100) : '';
  const state = STATES.find((name) => name === search.state);
  const page = typeof search.page === 'number' && search.page > 1 ? Math.trunc(search.page) : undefined;
  return {
    ...(q ? { q } : {}),
    ...(state ? { state } : {}),
    ...(page ? { page } : {}),
    ...(search.create === true ? { create: true } : {}),
  };
}

export const FRANCHISE_TABS = ['overview', 'hosts', 'sender', 'branding', 'plans', 'administrators'] as const;
export type FranchiseTab = (typeof FRANCHISE_TABS)[number];
