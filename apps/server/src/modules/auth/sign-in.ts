/**
 * Exchange of user name (or e-mail) and password for a session, or for the next thing to show.
 *
 * Guessing is stopped without giving anybody the means to lock somebody out:
 * - wrong passwords count per account and address, and the waits grow; another address is not concerned;
 * - a browser that signed the person in before counts for itself and never waits for what strangers did;
 * - when many unknown devices guess at one account, a right password from an unknown device needs a mailed code as well,
 *   and a wrong one is answered the same, so that guesses tell nothing any more and the owner still gets in.
 */
import { type Outcome, problem } from '../../platform/problem.ts';
import { networkOf } from '../../platform/network-of.ts';
import { accountKey, passwordMatches } from '../users/index.ts';
import { type Account, findAccount, mailOwner, mayWork } from './accounts.ts';
import {
  ACCOUNT_AT_ADDRESS,
  ACCOUNT_ON_DEVICE,
  BY_STRANGERS,
  type Counted,
  FROM_ADDRESS,
  GUARDED_FROM,
} from './attempts.ts';
import { addChallenge, CHALLENGE_MINUTES } from './challenges.ts';
import { completeSignIn, type SignedIn } from './complete-sign-in.ts';
import { deviceName } from './device-name.ts';
import { newCode } from './mailed-codes.ts';
import { type AuthParts, atLeast, type Site, siteOf, type Visitor } from './parts.ts';
import { isActive, methodsAt, readFactors } from './second-factors.ts';
import { answerUnverified } from './verification.ts';

export interface SignInInput {
  readonly userName: string;
  readonly password: string;
  /** Public id of the franchise; must be the one of the host. */
  readonly tenantId: string | undefined;
}

/** Longer than any of the work behind a guarded answer, so that right and wrong take alike. */
const GUARDED_MS = 500;

export const signIn = async (parts: AuthParts, visitor: Visitor, input: SignInInput): Promise<Outcome<SignedIn>> => {
  const { db, clock, devices, attempts, log } = parts;
  const at = await siteOf(parts, visitor, input.tenantId);
  if (!at.ok) return at;
  const site = at.value;
  const now = clock.now();
  const candidates: Account[] = [];
  for (const realmId of site.realms) {
    const account = await findAccount(db, realmId, input.userName);
    if (account) candidates.push(account);
  }
  const device = candidates
    .map((account) => devices.of(visitor.deviceCookie, account, now))
    .find((id) => id !== undefined);
  // User name and e-mail of one person count together.
  // The platform's staff sign in on the hosts of all franchises: guesses at one of them count in their own realm, whatever the
  // host, and not anew on each. Where a person of the franchise has the same user name, both count there.
  const meant = candidates.at(-1);
  const counting = meant?.realmId ?? site.franchiseId;
  const subject = meant?.userId ?? accountKey(input.userName);
  const network = networkOf(visitor.ip);
  const address: readonly Counted[] = device === undefined ? [{ rule: FROM_ADDRESS, of: network }] : [];
  const account: readonly Counted[] = [
    device === undefined
      ? { rule: ACCOUNT_AT_ADDRESS, of: `${subject} ${network}` }
      : { rule: ACCOUNT_ON_DEVICE, of: `${subject} ${device}` },
  ];
  const wait = await attempts.take(counting, account);
  if (wait !== undefined) return tooManyAttempts(wait);
  const addressWait = await attempts.take(site.franchiseId, address);
  if (addressWait !== undefined) {
    await attempts.giveBack(counting, account);
    return tooManyAttempts(addressWait);
  }

  const strangers: Counted = { rule: BY_STRANGERS, of: subject };
  const guarded = device === undefined && (await attempts.count(counting, strangers)) >= GUARDED_FROM;
  const answer = async (): Promise<Outcome<SignedIn>> => {
    const found = await whosePassword(site, candidates, input.password);
    if (!found) {
      if (device === undefined) await attempts.take(counting, [strangers]);
      log.info({ realmId: site.franchiseId, ip: visitor.ip, guarded }, 'sign-in refused');
      return guarded ? askMailedCode(parts, site, visitor, undefined) : problem('wrong_password');
    }
    await attempts.clear(counting, account);
    await attempts.giveBack(site.franchiseId, address);
    const allowed = mayWork(found);
    if (!allowed.ok) return allowed;
    if (found.verifiedAt === null) return answerUnverified(parts, site, visitor, found);
    if (guarded) return askMailedCode(parts, site, visitor, found);
    return goOn(parts, site, visitor, found);
  };
  return guarded ? atLeast(GUARDED_MS, answer) : answer();
};

const tooManyAttempts = (seconds: number) =>
  problem('rate_limited', {
    message: 'Too many attempts to sign in.',
    advice: `Wait ${seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`}, or ask for a new password.`,
    retryAfterSeconds: seconds,
  });

/** A password is tried once per realm, also where there is no such account, so that the time taken says nothing. */
const whosePassword = async (
  site: Site,
  candidates: readonly Account[],
  password: string,
): Promise<Account | undefined> => {
  let match: Account | undefined;
  for (const realmId of site.realms) {
    const account = candidates.find((each) => each.realmId === realmId);
    const fits = await passwordMatches(account?.passwordHash, password);
    if (fits && account && !match) match = account;
  }
  return match;
};

/** After the password (and the mailed code where one was asked for): the second factor where there is one, else the session. */
export const goOn = async (
  parts: AuthParts,
  site: Site,
  visitor: Visitor,
  account: Account,
): Promise<Outcome<SignedIn>> => {
  const factors = await parts.db.identity(account, (tx) => readFactors(tx, account));
  if (!isActive(factors)) return completeSignIn(parts, site, visitor, account, { secondFactor: false });
  const methods = methodsAt(factors, visitor.host);
  if (methods.length === 0)
    return problem('forbidden', {
      message: 'Your passkey belongs to another address of this site.',
      advice: `Sign in at ${factors.passkeys[0]?.host ?? 'that address'}.`,
    });
  return answerChallenge(parts, site, { user: account, methods });
};

/** `account` undefined: a blind, which looks the same and cannot be passed. */
const askMailedCode = async (
  parts: AuthParts,
  site: Site,
  visitor: Visitor,
  account: Account | undefined,
): Promise<Outcome<SignedIn>> => {
  const code = newCode();
  const answered = await answerChallenge(parts, site, {
    user: account,
    methods: ['email'],
    codeHash: parts.hashes.of('sign-in code', account?.userId ?? '', code),
  });
  if (!account) return answered;
  const now = parts.clock.now();
  const ref = await parts.db.identity(account, (tx) =>
    parts.mail.queue(
      tx,
      mailOwner(account, site.franchiseId),
      {
        template: 'sign_in_code',
        to: account.email,
        language: account.language,
        data: { code, device: deviceName(visitor.userAgent), ip: visitor.ip, minutes: CHALLENGE_MINUTES },
        expiresAt: new Date(now.getTime() + CHALLENGE_MINUTES * 60_000),
      },
      now,
    ),
  );
  parts.mail.soon([ref]);
  return answered;
};

const answerChallenge = async (
  parts: AuthParts,
  site: Site,
  input: Omit<Parameters<typeof addChallenge>[2], 'kind'>,
): Promise<Outcome<SignedIn>> => {
  const now = parts.clock.now();
  const id = await parts.db.identity({ realmId: site.franchiseId }, (tx) =>
    addChallenge(tx, site.franchiseId, { kind: 'sign_in', ...input }, now),
  );
  return {
    ok: true,
    value: {
      data: {
        verified: true,
        // Of the account nothing is told before the second stage.
        userName: '',
        email: '',
        challenge: { id, methods: [...(input.methods ?? [])], expiresInSeconds: CHALLENGE_MINUTES * 60 },
      },
      cookies: [],
    },
  };
};
