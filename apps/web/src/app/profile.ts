/** The signed-in person and what they may open (product-spec sections 4 and 6). */
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { CLOSED_TO_SUPPORT } from '@scanship/contracts/access/closed-to-support';
import { getProfile, type Profile } from '@scanship/contracts/access/auth';
import type { PagePermission } from '@scanship/contracts/call';
import { SupersededError } from '../lib/api-errors.ts';
import { orKept } from '../lib/offline-start.ts';
import { browserStore, STORAGE_KEYS, writeJson } from '../lib/storage.ts';
import { drawnFor, fetchData, session } from './api.ts';

/** Permissions in force: flagged entries, without SCANSHIP unless the plan is Advanced. */
export const permissionsOf = (profile: Profile): readonly PagePermission[] =>
  profile.userRolePermission
    .filter((e) => e.permission && (e.name !== 'SCANSHIP' || profile.subscription.currentPlan.planName === 'Advanced'))
    .map((e) => e.name);

/** What kind of user somebody is; menus and routes are filtered by it (product-spec section 2). */
export type UserKind = 'customer' | 'franchise' | 'agent' | 'support' | 'platform';
const KINDS: Readonly<Partial<Record<Profile['roleName'], UserKind>>> = {
  ROLE_SUPER_ADMIN: 'platform',
  ROLE_FRANCHISE_ADMIN: 'franchise',
  ROLE_SALES_AGENT: 'agent',
  ROLE_SUPPORT: 'support',
};
export const kindOf = (profile: Profile): UserKind => KINDS[profile.roleName] ?? 'customer';

/** Whether somebody of support is behind this session: some things are for the customer and the franchise to do. */
export const isSupport = ({ impersonation }: Pick<Profile, 'impersonation'>): boolean =>
  impersonation.some(({ roleName }) => roleName === 'ROLE_SUPPORT');

const CLOSED: ReadonlySet<string> = new Set(CLOSED_TO_SUPPORT);

/** Only rights that open something: a screen offers nothing the server would refuse to whoever acts. */
const rightsWhileActing = (profile: Profile): Profile['rights'] =>
  isSupport(profile) ? profile.rights.filter((right) => !CLOSED.has(right)) : profile.rights;

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: async ({ signal }) => {
    const store = browserStore();
    const token = session.token();
    const answered = await orKept(store, 'profile', () => fetchData(getProfile, { signal }));
    const profile = { ...answered, rights: rightsWhileActing(answered) };
    if (!drawnFor.confirm(profile.principal, token)) throw new SupersededError('drawn for somebody else');
    store.setItem(STORAGE_KEYS.currentUserRole, profile.roleName);
    writeJson(store, STORAGE_KEYS.sideBarPermissions, permissionsOf(profile));
    writeJson(store, STORAGE_KEYS.permissionsServices, profile.userRolePermission);
    return profile;
  },
  staleTime: 5 * 60_000,
});

/** Only below the guard of the signed-in part, where the profile is loaded. */
export const useProfile = (): Profile => useSuspenseQuery(profileQuery).data;

export const nameOf = (profile: Profile): string =>
  `${profile.firstName} ${profile.lastName}`.trim() || profile.userName;
export const initialsOf = (profile: Profile): string =>
  [profile.firstName, profile.lastName].map((part) => [...part][0] ?? '').join('') || ([...nameOf(profile)][0] ?? '');
