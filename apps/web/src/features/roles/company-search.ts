/** Tabs of a company's page of roles and people in its address; the filters of the open tab stand beside it. */
import { type AuditSearch, parseAuditSearch } from '../audit/audit-search.ts';
import { parsePeopleSearch, type PeopleSearch } from '../people/people-search.ts';

export const COMPANY_TABS = ['roles', 'people', 'log', 'sign-in', 'mails'] as const;
export type CompanyTab = (typeof COMPANY_TABS)[number];

export type CompanySearch = { readonly tab?: CompanyTab } & PeopleSearch & AuditSearch;

export function tabSearch(search: Readonly<Record<string, unknown>>): CompanySearch {
  const tab = COMPANY_TABS.find((name) => name === search['tab']);
  if (tab === 'people') return { tab, ...parsePeopleSearch(search) };
  if (tab === 'log') return { tab, ...parseAuditSearch(search) };
  return tab && tab !== 'roles' ? { tab } : {};
}
