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

/** From here on this page, still drawn for who came before, can neither save nor show anything. */
function takeTokens(
  tokens: { readonly token: string; readonly refreshToken: string },
  history: readonly HistoryEntry[],
): void {
  writeJson(browserStore(), STORAGE_KEYS.impersonateHistory, history);
  session.start(tokens.token, tokens.refreshToken);
  browserStore().removeItem(STORAGE_KEYS.tableConfig);
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
  const body = { reason, ...(franchiseId ? { franchiseId } : {}) };
  const isOther = await session.handOver(async () => {
    const { data } = await api.call(impersonate, { query: { username: userName }, body, handsOver: true });
    if (data.tokens) takeTokens(data.tokens, [...readHistory(), ...(data.history ? [data.history] : [])]);
    return data.tokens !== null;
  });
  // Everything on the page belonged to somebody else: the new person begins with a page of their own.
  return isOther && startAnew(path);
}

/**
 * Back to a session of the chain; later ones end. Without any history left the session ends, too.
 * @param sessionId absent: one step
 */
export async function goBack(sessionId?: string): Promise<void> {
  const isOther = await session.handOver(async () => {
    const { data } = await api.call(revert, { body: sessionId ? { to: sessionId } : {}, handsOver: true });
    if (data.tokens) takeTokens(data.tokens, data.history);
    return data.tokens !== null;
  });
  return isOther ? startAnew() : signOut();
}
