/**
 * Acting as somebody below, and going back (product-spec section 4 "Impersonation"; decisions 4 and 8). The truth is the
 * server's; the stored history names parked sessions and holds no token that could be used.
 */
import { type HistoryEntry, impersonate, revert } from '@scanship/contracts/access/impersonation';
import { api, session } from '../../app/api.ts';
import { startAnew } from '../../app/other-person.ts';
import { signOut } from '../../app/sign-out.ts';
import { browserStore, readJson, STORAGE_KEYS, writeJson } from '../../lib/storage.ts';

const isEntry = (value: unknown): value is HistoryEntry =>
  typeof value === 'object' && value !== null && 'token' in value && typeof value.token === 'string';
const readHistory = (): readonly HistoryEntry[] => {
  const stored = readJson(browserStore(), STORAGE_KEYS.impersonateHistory);
  return Array.isArray(stored) ? stored.filter(isEntry) : [];
};

/**
 * Everything on the page belonged to somebody else, so the new person begins with a page of their own. Until it comes this one, still drawn for who came before, can neither save nor show anything.
 */
async function becomeOther(
  pair: { readonly token: string; readonly refreshToken: string },
  path?: string,
): Promise<void> {
  session.start(pair.token, pair.refreshToken);
  browserStore().removeItem(STORAGE_KEYS.tableConfig);
  await startAnew(path);
}

export interface ActAs {
  readonly userName: string;
  readonly reason: string;
  /** Of a super admin only. */
  readonly franchiseId?: string | undefined;
  /** What to open as that person; absent: their first page. */
  readonly path?: string | undefined;
}

/** @returns false when oneself was named: then nothing happened. */
export async function actAs({ userName, reason, franchiseId, path }: ActAs): Promise<boolean> {
  const { data } = await api.call(impersonate, {
    query: { username: userName },
    body: { reason, ...(franchiseId ? { franchiseId } : {}) },
  });
  if (data.ignored || !data.tokens) return false;
  writeJson(browserStore(), STORAGE_KEYS.impersonateHistory, [
    ...readHistory(),
    ...(data.history ? [data.history] : []),
  ]);
  await becomeOther(data.tokens, path);
  return true;
}

/**
 * Back to a session of the chain; later ones end. Without any history left the session ends, too.
 * @param sessionId absent: one step
 */
export async function goBack(sessionId?: string): Promise<void> {
  const { data } = await api.call(revert, { body: sessionId ? { to: sessionId } : {} });
  if (data.loggedOut || !data.tokens) return signOut();
  writeJson(browserStore(), STORAGE_KEYS.impersonateHistory, data.history);
  await becomeOther(data.tokens);
}
