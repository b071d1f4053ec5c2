/** The ends of a session: by the person, by the server, or in another tab. */
import { logout } from '@scanship/contracts/access/auth';
import type { SessionEndedError } from '../lib/api-errors.ts';
import { STORAGE_KEYS } from '../lib/storage.ts';
import { api, onSessionEnd, onSessionLocked, session, tellSessionEnd } from './api.ts';
import { forgetPerson } from './forget-person.ts';
import { notify } from './notify.ts';
import { router } from './router.ts';

/**
 * Ends the session here at once; the server is told when it can be reached.
 * @param leave goes to a page that shows nothing of the person, before what was kept of them is forgotten
 */
export async function endSession(leave?: () => Promise<unknown>): Promise<void> {
  const told = session.token() ? api.call(logout, {}).catch(() => undefined) : undefined;
  // The request has read its token; from here on this browser has none.
  await Promise.race([told, new Promise((resolve) => setTimeout(resolve, 1500))]);
  session.clear();
  await import('../features/scan-ship/offline/forget-shift.ts').then((m) => m.forgetShift()).catch(() => undefined);
  await leave?.();
  forgetPerson();
}

export const signOut = (): Promise<void> =>
  endSession(() => router.navigate({ to: '/auth/login', search: {}, replace: true }));

/** The lock screen, and back here afterwards. */
export function goToLock(): void {
  const { pathname, href } = router.state.location;
  if (pathname === '/auth/lock-screen') return;
  void router.navigate({ to: '/auth/lock-screen', search: { redirect: href } });
}

/** Goes to sign-in and comes back to the same address afterwards (ux.md line 39). */
function onEnded(refusal: SessionEndedError | undefined): void {
  if (refusal) notify.error(refusal);
  const { pathname, href } = router.state.location;
  if (pathname.startsWith('/auth/')) return;
  void router.navigate({ to: '/auth/login', search: { redirect: href }, replace: true }).then(forgetPerson);
}

/** Call once. Follows the end of the session in other tabs, too; a change of person is `other-person.ts`. */
export function watchSession(): void {
  onSessionEnd(onEnded);
  onSessionLocked(goToLock);
  window.addEventListener('storage', (event) => {
    if (event.key === STORAGE_KEYS.authToken && event.newValue === null) tellSessionEnd(undefined);
  });
}
