/** The second stage of a sign-in: a code of the authenticator app, a recovery code, or a mailed code. */
import type { FactorMethod } from '@scanship/contracts/access/auth';
import type { JournalRef } from '../../platform/journal/handler.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { type Account, mailOwner, mayWork, readAccount } from './accounts.ts';
import { type Counted, SECOND_FACTOR } from './attempts.ts';
import { type Challenge, countMiss, lockChallenge, useChallenge } from './challenges.ts';
import { completeSignIn, type SignedIn } from './complete-sign-in.ts';
import { sameBytes } from './keyed-hashes.ts';
import { type AuthParts, type Site, siteOf, type Visitor } from './parts.ts';
import { useRecoveryCode, useTotp } from './second-factors.ts';
import { goOn } from './sign-in.ts';

export interface SecondFactorInput {
  readonly challengeId: string;
  readonly method: Exclude<FactorMethod, 'passkey'>;
  readonly code: string;
}

/** Whoever knows the password may not try codes without end; a known device counts for itself. */
export const secondFactorCount = (parts: AuthParts, visitor: Visitor, account: Account): Counted => {
  const device = parts.devices.of(visitor.deviceCookie, account, parts.clock.now());
  return { rule: SECOND_FACTOR, of: device === undefined ? account.userId : `${account.userId} ${device}` };
};

export const signInSecondFactor = async (
  parts: AuthParts,
  visitor: Visitor,
  input: SecondFactorInput,
): Promise<Outcome<SignedIn>> => {
  const { db, clock, attempts } = parts;
  const found = await siteOf(parts, visitor);
  if (!found.ok) return found;
  const site = found.value;
  const now = clock.now();
  const challenge = await db.identity({ realmId: site.franchiseId }, async (tx) => {
    const held = await lockChallenge(tx, site.franchiseId, input.challengeId, ['sign_in'], now);
    // Counted before it is tried: guesses at the same moment count too.
    if (held) await countMiss(tx, site.franchiseId, held.id);
    return held;
  });
  if (!challenge || !challenge.methods.includes(input.method)) return problem('challenge_expired');
  const account = challenge.user && (await readAccount(db, challenge.user));
  if (!account) return problem('wrong_code');
  const allowed = mayWork(account);
  if (!allowed.ok) return allowed;

  const counted = secondFactorCount(parts, visitor, account);
  const wait = await attempts.take(account.realmId, [counted]);
  if (wait !== undefined) return problem('rate_limited', { retryAfterSeconds: wait });
  if (!(await holds(parts, site, account, challenge, input))) return problem('wrong_code');
  await attempts.clear(account.realmId, [counted]);
  if (!(await useChallenge(db, site.franchiseId, challenge.id, now))) return problem('challenge_expired');
  // A mailed code stands for the device, not for the second factor.
  return input.method === 'email'
    ? goOn(parts, site, visitor, account)
    : completeSignIn(parts, site, visitor, account, { secondFactor: true });
};

const holds = async (
  parts: AuthParts,
  site: Site,
  account: Account,
  challenge: Challenge,
  input: SecondFactorInput,
): Promise<boolean> => {
  const now = parts.clock.now();
  const digits = input.code.replaceAll(/\s/g, '');
  switch (input.method) {
    case 'email':
      return sameBytes(challenge.codeHash, parts.hashes.of('sign-in code', account.userId, digits));
    case 'totp':
      return /^\d{6}$/.test(digits) && (await useTotp(parts.db, parts.sealer, account, digits, now)) !== undefined;
    case 'recovery': {
      const used = await parts.db.identity(account, async (tx): Promise<readonly JournalRef[] | undefined> => {
        const left = await useRecoveryCode(tx, parts.hashes, account, input.code);
        if (left === undefined) return undefined;
        const ref = await parts.mail.queue(
          tx,
          mailOwner(account, site.franchiseId),
          {
            template: 'second_factor_changed',
            to: account.email,
            language: account.language,
            data: {
              change: 'recovery_used',
              detail: String(left),
              when: { at: now.toISOString(), timeZone: account.timeZone },
            },
          },
          now,
        );
        return [ref];
      });
      if (!used) return false;
      parts.mail.soon(used);
      return true;
    }
  }
};
