/** Forgotten passwords: a mailed link that works once. */
import { type Outcome, problem } from '../../platform/problem.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { JournalRef } from '../../platform/journal/handler.ts';
import { networkOf } from '../../platform/network-of.ts';
import { hashPassword, passwordProblem } from '../users/index.ts';
import { type Account, findAccount, mailOwner, mayWork, provedByAnother, readAccount } from './accounts.ts';
import { BY_STRANGERS, MAILS_FROM_ADDRESS } from './attempts.ts';
import { RESET_MINUTES } from './mailed-codes.ts';
import { type AuthParts, atLeast, linkOrigin, type Site, siteOf, type Visitor } from './parts.ts';
import { endSessionsOf } from './session-chain.ts';
import { markVerified } from './verification.ts';

/** Longer than finding an account and queueing its mail takes. */
const ALIKE_MS = 400;

/** Answers alike and in like time whatever is found. Problem only for the site or the caller's address. */
export const forgotPassword = async (parts: AuthParts, visitor: Visitor, named: string): Promise<Outcome<true>> => {
  const found = await siteOf(parts, visitor);
  if (!found.ok) return found;
  const site = found.value;
  const wait = await parts.attempts.take(site.franchiseId, [{ rule: MAILS_FROM_ADDRESS, of: networkOf(visitor.ip) }]);
  if (wait !== undefined) return problem('rate_limited', { retryAfterSeconds: wait });
  const origin = await linkOrigin(parts, site, visitor);
  await atLeast(ALIKE_MS, async () => {
    for (const realmId of site.realms) {
      const account = await findAccount(parts.db, realmId, named);
      if (!account) continue;
      if (mayWork(account).ok) await sendLink(parts, site, origin, account);
      return;
    }
  });
  return { ok: true, value: true };
};

const tokenOf = (account: Account, secret: string): string =>
  Buffer.from(JSON.stringify([account.realmId, account.userId, secret])).toString('base64url');

const readToken = (
  token: string,
): { readonly realmId: string; readonly userId: string; readonly secret: string } | undefined => {
  try {
    const parts: unknown = JSON.parse(Buffer.from(token, 'base64url').toString('utf8'));
    if (!Array.isArray(parts)) return undefined;
    const [realmId, userId, secret] = parts as unknown[];
    return typeof realmId === 'string' && typeof userId === 'string' && typeof secret === 'string'
      ? { realmId, userId, secret }
      : undefined;
  } catch {
    return undefined;
  }
};

const sendLink = async (parts: AuthParts, site: Site, origin: string, account: Account): Promise<void> => {
  const { db, clock, codes, mail } = parts;
  const now = clock.now();
  const ref = await db.identity(account, async (tx): Promise<JournalRef | undefined> => {
    // Whoever proved the address has an account of their own.
    if (account.verifiedAt === null && (await provedByAnother(tx, account, account.email))) return undefined;
    // A mail of a moment ago holds a link that is still good, and always will: links live longer than the longest wait. So
    // strangers who ask for somebody can neither flood them nor keep them from a link.
    const issued = await codes.issue(
      tx,
      account,
      'reset',
      { address: account.email, tokenLifeMs: RESET_MINUTES * 60_000 },
      now,
    );
    if (!issued.ok) return undefined;
    return mail.queue(
      tx,
      mailOwner(account, site.franchiseId),
      {
        template: 'reset_password',
        to: account.email,
        language: account.language,
        data: {
          userName: account.userName,
          link: `${origin}/auth/reset-password?token=${tokenOf(account, issued.value.token)}`,
          minutes: RESET_MINUTES,
        },
        expiresAt: new Date(now.getTime() + RESET_MINUTES * 60_000),
      },
      now,
    );
  });
  if (ref) mail.soon([ref]);
};

/** Ends all sessions; a second factor is still asked for afterwards. Problems: `reset_link_invalid`, `weak_password`. */
export const resetPassword = async (
  parts: AuthParts,
  visitor: Visitor,
  token: string,
  password: string,
): Promise<Outcome<true>> => {
  const { db, clock, codes, mail } = parts;
  const found = await siteOf(parts, visitor);
  if (!found.ok) return found;
  const site = found.value;
  const named = readToken(token);
  const account =
    named && site.realms.includes(named.realmId) ? await readAccount(db, named).catch(notFound) : undefined;
  if (!named || !account) return problem('reset_link_invalid');
  const now = clock.now();
  const holds = (tx: Tx) => codes.holdsToken(tx, account, 'reset', named.secret, now);
  if (!(await db.identity(account, holds)) || !mayWork(account).ok) return problem('reset_link_invalid');
  const weak = passwordProblem(password, account);
  if (weak) return { ok: false, problem: weak };
  const resetLink = `${await linkOrigin(parts, site, visitor)}/auth/forget-password`;
  const passwordHash = await hashPassword(password);

  const ref = await db.identity(account, async (tx): Promise<JournalRef | undefined> => {
    // Again under the lock: of two that hold the link only one changes the password.
    if (!(await holds(tx))) return undefined;
    await codes.forget(tx, account, 'reset');
    await tx
      .updateTable('users')
      .set((eb) => ({
        password_hash: passwordHash,
        password_changed_at: now,
        failed_sign_ins: 0,
        version: eb('version', '+', 1),
      }))
      .where('realm_id', '=', account.realmId)
      .where('id', '=', account.userId)
      .execute();
    // The link came to the address, so the address is proved.
    if (account.verifiedAt === null) await markVerified(tx, account, now);
    await endSessionsOf(tx, account, 'the password was reset', now);
    return mail.queue(
      tx,
      mailOwner(account, site.franchiseId),
      {
        template: 'password_changed',
        to: account.email,
        language: account.language,
        data: { when: { at: now.toISOString(), timeZone: account.timeZone }, resetLink },
      },
      now,
    );
  });
  if (!ref) return problem('reset_link_invalid');
  mail.soon([ref]);
  // Guesses at the old password say nothing about the new one.
  await parts.attempts.clear(account.realmId, [{ rule: BY_STRANGERS, of: account.userId }]);
  return { ok: true, value: true };
};

/** An id of the wrong form in a token somebody made up. */
const notFound = (error: unknown): undefined => {
  if ((error as { code?: string }).code === '22P02' || error instanceof RangeError) return undefined;
  throw error;
};
