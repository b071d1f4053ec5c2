/** Sending and checking the code and link that verify an account (decisions 6; product-spec section 8). */
import type { SignedInDto } from '@scanship/contracts/access/auth';
import type { Tx } from '../../platform/database/database.ts';
import type { JournalRef } from '../../platform/journal/handler.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { networkOf } from '../../platform/network-of.ts';
import { type Account, findAccount, mayWork, provedByAnother, readAccount } from './accounts.ts';
import { CODE_AT_ADDRESS, MAILS_FROM_ADDRESS, MAILS_TO } from './attempts.ts';
import { completeSignIn, type SignedIn } from './complete-sign-in.ts';
import { CODE_MINUTES, type CodeOwner, VERIFY_LINK_HOURS } from './mailed-codes.ts';
import { type AuthParts, linkOrigin, type Site, siteOf, type Visitor } from './parts.ts';
import { isActive, readFactors } from './second-factors.ts';

const TICKET_HOURS = 2;

export interface VerificationMail {
  readonly account: Pick<Account, 'realmId' | 'userId' | 'userName' | 'email' | 'language' | 'tenantId'>;
  readonly site: Pick<Site, 'franchiseId'>;
  readonly origin: string;
}

/**
 * A new code and link, unless one was sent a moment ago (`wait_to_resend`). Somebody else's proved address gets no code: an
 * account that names it can never be verified, and its owner was told when it was made.
 */
export const sendVerification = async (
  { codes, mail }: Pick<AuthParts, 'codes' | 'mail'>,
  tx: Tx,
  { account, site, origin }: VerificationMail,
  now: Date,
): Promise<Outcome<{ readonly mails: readonly JournalRef[] }>> => {
  const issued = await codes.issue(
    tx,
    account,
    'verify',
    { address: account.email, tokenLifeMs: VERIFY_LINK_HOURS * 3_600_000 },
    now,
  );
  if (!issued.ok) return issued;
  if (await provedByAnother(tx, account, account.email)) return { ok: true, value: { mails: [] } };
  const { code, token, codeExpiresAt } = issued.value;
  const ref = await mail.queue(
    tx,
    { tenantId: account.tenantId ?? site.franchiseId, franchiseId: site.franchiseId, userId: account.userId },
    {
      template: 'verify_account',
      to: account.email,
      language: account.language,
      data: {
        userName: account.userName,
        code,
        link: `${origin}/email-verification/${encodeURIComponent(account.userName)}/${token}`,
        minutes: CODE_MINUTES,
      },
      expiresAt: new Date(codeExpiresAt.getTime() + (VERIFY_LINK_HOURS - 1) * 3_600_000),
    },
    now,
  );
  return { ok: true, value: { mails: [ref] } };
};

/** Seconds until the address may get another verification mail, whatever account names it; undefined: now. */
export const floodWait = (
  parts: Pick<AuthParts, 'attempts'>,
  site: Pick<Site, 'franchiseId'>,
  email: string,
): Promise<number | undefined> => parts.attempts.take(site.franchiseId, [{ rule: MAILS_TO, of: email.toLowerCase() }]);

type VerificationState = NonNullable<SignedInDto['verification']>;

const stateFor = async (parts: AuthParts, account: CodeOwner, now: Date): Promise<VerificationState> => {
  const state = await parts.db.identity(account, (tx) => parts.codes.state(tx, account, 'verify', now));
  return {
    ticket: parts.hashes.sign(
      'resend verification',
      [account.realmId, account.userId],
      new Date(now.getTime() + TICKET_HOURS * 3_600_000),
    ),
    resendInSeconds: state?.resendInSeconds ?? 0,
    expiresInSeconds: state?.expiresInSeconds ?? 0,
  };
};

/** The answer to a right password of an account that is not verified: no tokens, a code on its way. */
export const answerUnverified = async (
  parts: AuthParts,
  site: Site,
  visitor: Visitor,
  account: Account,
): Promise<Outcome<SignedIn>> => {
  const now = parts.clock.now();
  const origin = await linkOrigin(parts, site, visitor);
  const before = await parts.db.identity(account, (tx) => parts.codes.state(tx, account, 'verify', now));
  const due = (before?.resendInSeconds ?? 0) === 0 && (await floodWait(parts, site, account.email)) === undefined;
  if (due) {
    const sent = await parts.db.identity(account, (tx) => sendVerification(parts, tx, { account, site, origin }, now));
    if (sent.ok) parts.mail.soon(sent.value.mails);
  }
  return {
    ok: true,
    value: {
      data: {
        verified: false,
        userName: account.userName,
        email: account.email,
        verification: await stateFor(parts, account, now),
      },
      cookies: [],
    },
  };
};

/** Problems: `challenge_expired` (not a ticket of ours, too old, or verified meanwhile), `wait_to_resend`, `rate_limited`. */
export const resendVerification = async (
  parts: AuthParts,
  visitor: Visitor,
  ticket: string,
): Promise<Outcome<VerificationState>> => {
  const { db, clock, hashes, attempts } = parts;
  const now = clock.now();
  const site = await siteOf(parts, visitor);
  if (!site.ok) return site;
  const [realmId, userId] = hashes.read('resend verification', ticket, now) ?? [];
  if (realmId === undefined || userId === undefined || !site.value.realms.includes(realmId))
    return problem('challenge_expired');
  const wait = await attempts.take(site.value.franchiseId, [{ rule: MAILS_FROM_ADDRESS, of: networkOf(visitor.ip) }]);
  if (wait !== undefined) return problem('rate_limited', { retryAfterSeconds: wait });
  const account = await readAccount(db, { realmId, userId });
  if (!account || account.verifiedAt !== null) return problem('challenge_expired');
  const state = await stateFor(parts, account, now);
  if (state.resendInSeconds > 0) return problem('wait_to_resend', { retryAfterSeconds: state.resendInSeconds });
  const flooded = await floodWait(parts, site.value, account.email);
  if (flooded !== undefined) return problem('rate_limited', { retryAfterSeconds: flooded });
  const origin = await linkOrigin(parts, site.value, visitor);
  const sent = await db.identity(account, (tx) =>
    sendVerification(parts, tx, { account, site: site.value, origin }, now),
  );
  if (!sent.ok) return sent;
  parts.mail.soon(sent.value.mails);
  return { ok: true, value: await stateFor(parts, account, now) };
};

/** Sends a person of a customer another code because staff of their franchise, who see whether they are verified, ask for it. */
export type SendCode = (
  franchiseId: string,
  customerId: string,
  userName: string,
) => Promise<Outcome<{ readonly email: string }>>;

export const sendCodeTo =
  (parts: AuthParts): SendCode =>
  async (franchiseId, customerId, userName) => {
    const { db, clock, codes, mail } = parts;
    const now = clock.now();
    const refused = (message: string) => problem('validation', { errors: [{ field: 'username', message }] });
    const account = await findAccount(db, franchiseId, userName);
    if (!account || account.tenantId !== customerId || account.userName !== userName) return problem('not_found');
    if (account.verifiedAt !== null) return refused('This person is verified already.');
    if (account.state !== 'active') return refused('This person is suspended.');
    const state = await db.identity(account, (tx) => codes.state(tx, account, 'verify', now));
    if (state && state.resendInSeconds > 0)
      return problem('wait_to_resend', {
        retryAfterSeconds: state.resendInSeconds,
        advice: `The next one can be sent in ${state.resendInSeconds} seconds.`,
      });
    const site = { franchiseId };
    const flooded = await floodWait(parts, site, account.email);
    if (flooded !== undefined) return problem('rate_limited', { retryAfterSeconds: flooded });
    const origin = await linkOrigin(parts, site, { origin: undefined });
    const sent = await db.identity(account, (tx) => sendVerification(parts, tx, { account, site, origin }, now));
    if (!sent.ok) return sent;
    if (sent.value.mails.length === 0) return refused('Somebody else has verified this e-mail address.');
    mail.soon(sent.value.mails);
    return { ok: true, value: { email: account.email } };
  };

const findNamed = async (parts: AuthParts, site: Site, named: string): Promise<Account | undefined> => {
  for (const realmId of site.realms) {
    const account = await findAccount(parts.db, realmId, named);
    if (account) return account;
  }
  return undefined;
};

/** Marks the address as proved. False when somebody else has proved it first. */
export const markVerified = async (
  tx: Tx,
  account: CodeOwner & { readonly email: string },
  now: Date,
): Promise<boolean> => {
  if (await provedByAnother(tx, account, account.email)) return false;
  await tx
    .updateTable('users')
    .set((eb) => ({ verified_at: now, version: eb('version', '+', 1) }))
    .where('realm_id', '=', account.realmId)
    .where('id', '=', account.userId)
    .where('verified_at', 'is', null)
    .execute();
  return true;
};

/**
 * `POST /user/verify`. Whether there is such an account is not told: its code is wrong then. Mail programs open links by
 * themselves, so a code is also good where the link of its mail proved the address first, unless there is a second factor by now.
 */
export const verifyByCode = async (
  parts: AuthParts,
  visitor: Visitor,
  input: { readonly username: string; readonly value: string },
): Promise<Outcome<SignedIn>> => {
  const { db, clock, codes, attempts } = parts;
  const now = clock.now();
  const site = await siteOf(parts, visitor);
  if (!site.ok) return site;
  const account = await findNamed(parts, site.value, input.username);
  const mayUse = async (found: Account): Promise<boolean> =>
    found.verifiedAt === null || !isActive(await db.identity(found, (tx) => readFactors(tx, found)));
  const pending = account && (await mayUse(account)) ? account : undefined;
  const state = pending && (await db.identity(pending, (tx) => codes.state(tx, pending, 'verify', now)));
  // A new code has tries of its own.
  const counted = {
    rule: CODE_AT_ADDRESS,
    of: `${pending?.userId ?? input.username.toLowerCase()} ${state?.sentAt.getTime() ?? 0} ${networkOf(visitor.ip)}`,
  };
  const counting = pending?.realmId ?? site.value.franchiseId;
  if ((await attempts.take(counting, [counted])) !== undefined) return problem('code_expired');
  if (!pending) return problem('wrong_code');
  const verified = await db.identity(pending, async (tx): Promise<Outcome<true>> => {
    const used = await codes.useCode(tx, pending, 'verify', input.value, now);
    // Of an account that is verified nothing more is told than of one that is not there.
    if (!used.ok) return pending.verifiedAt === null ? used : problem('wrong_code');
    if (used.value.address !== pending.email || !(await markVerified(tx, pending, now))) return problem('code_expired');
    return { ok: true, value: true };
  });
  if (!verified.ok) return verified;
  await attempts.clear(counting, [counted]);
  const allowed = mayWork(pending);
  if (!allowed.ok) return allowed;
  return completeSignIn(parts, site.value, visitor, { ...pending, verifiedAt: now }, { secondFactor: false });
};

/**
 * `POST /user/verify/token`. The same link opened twice (mail programs look at links) succeeds twice: it says only that the
 * address is proved, and signs nobody in.
 */
export const verifyByToken = async (
  parts: AuthParts,
  visitor: Visitor,
  input: { readonly username: string; readonly token: string },
): Promise<Outcome<true>> => {
  const { db, clock, codes } = parts;
  const now = clock.now();
  const site = await siteOf(parts, visitor);
  if (!site.ok) return site;
  const account = await findNamed(parts, site.value, input.username);
  if (!account) return problem('verification_failed');
  const done = await db.identity(account, async (tx) => {
    if (!(await codes.holdsToken(tx, account, 'verify', input.token, now))) return false;
    return account.verifiedAt !== null || markVerified(tx, account, now);
  });
  return done ? { ok: true, value: true } : problem('verification_failed');
};
