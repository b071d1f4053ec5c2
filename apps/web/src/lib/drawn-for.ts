/**
 * For whom this page is drawn: the `principal` of the profile it shows. Other tabs share the tokens and may pass them to
 * somebody else (another sign-in, acting for a customer, going back); from then on this page neither sends nor shows
 * anything. Each tab tells the others by the stored principal; the server, which compares every call, has the last word.
 */
import type { Session } from './session.ts';
import type { KeyValueStore } from './storage.ts';
import { STORAGE_KEYS } from './storage.ts';

export interface DrawnFor {
  /** Undefined until the profile of a person without a stored principal has come. */
  principal(): string | undefined;
  /**
   * What the server answered about the person of `token`. The first answer says for whom the page is drawn.
   * @param principal absent in an answer that a station kept with an older version of the page
   * @returns false when the page was drawn for somebody else
   */
  confirm(principal: string | undefined, token: string | null): boolean;
  /** Whether the tokens belong to somebody else by now; the first time this is told to the listeners. */
  isOver(): boolean;
  /** The server refused a call as `drawn_for_another`. */
  end(): void;
  /** Nobody is shown any more, or this very tab has signed in: whoever the server names next is drawn. */
  forget(): void;
  /** Told once. */
  onOver(listener: () => void): void;
}

/** @param session whose tokens all tabs share */
export function createDrawnFor(store: KeyValueStore, session: Pick<Session, 'token'>): DrawnFor {
  // Before the profile has come the browser's own word counts: a page of a locked session has no profile.
  let principal = session.token() === null ? undefined : (store.getItem(STORAGE_KEYS.principal) ?? undefined);
  let confirmed = false;
  let over = false;
  const listeners = new Set<() => void>();

  function end(): void {
    if (over) return;
    over = true;
    // What the browser said about itself before the profile came was wrong: the next page must not believe it again.
    if (!confirmed) store.removeItem(STORAGE_KEYS.principal);
    for (const listener of listeners) listener();
  }
  return {
    principal: () => principal,
    confirm(named, usedToken) {
      if (named === undefined) return true;
      if (confirmed && named !== principal) {
        end();
        return false;
      }
      principal = named;
      confirmed = true;
      // Another tab may have gone on to somebody else meanwhile; then the name there is not this answer's business.
      if (session.token() === usedToken) store.setItem(STORAGE_KEYS.principal, named);
      return true;
    },
    isOver() {
      const stored = store.getItem(STORAGE_KEYS.principal);
      if (confirmed && stored !== null && stored !== principal) end();
      return over;
    },
    end,
    forget() {
      principal = undefined;
      confirmed = false;
      over = false;
    },
    onOver: (listener) => void listeners.add(listener),
  };
}
