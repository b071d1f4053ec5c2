/** Who may see which route. Decided before anything of the page is loaded. */
import type { Profile } from '@scanship/contracts/access/auth';
import { redirect } from '@tanstack/react-router';
import { isCode, SessionEndedError } from '../../lib/api-errors.ts';
import { session } from '../api.ts';
import { firstPage, mayOpen, type Page } from './pages.ts';
import { profileQuery } from '../profile.ts';
import { queryClient } from '../query-client.ts';

/**
 * The profile of the signed-in person.
 * @throws a redirect to sign-in when there is no session, and other errors (network, server) to be shown with a retry:
 * they say nothing about the session (decisions 2).
 */
export async function requireProfile(href: string): Promise<Profile> {
  const toSignIn = () => redirect({ to: '/auth/login', search: href === '/' ? {} : { redirect: href }, replace: true });
  if (!session.token()) throw toSignIn();
  try {
    return await queryClient.ensureQueryData(profileQuery);
  } catch (error) {
    if (error instanceof SessionEndedError || !session.token()) throw toSignIn();
    if (isCode(error, 'session_locked'))
      throw redirect({ to: '/auth/lock-screen', search: { redirect: href }, replace: true });
    throw error;
  }
}

/** Sends a person without the permission to their first page, or to access-denied when they have none. */
export function requirePage(page: Page, profile: Profile): void {
  if (!mayOpen(page, profile)) throw redirect({ to: firstPage(profile), replace: true });
}
