/** The end of every way to sign in: a session, a proof for this device, and a notice when the device is new. */
import type { SignedInDto } from '@scanship/contracts/access/auth';
import { asksSecondFactor } from '../../platform/http/session-context.ts';
import type { SetCookie } from '../../platform/http/handler.ts';
import type { JournalRef } from '../../platform/journal/handler.ts';
import { networkOf } from '../../platform/network-of.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { type Account, mailOwner, mayWork } from './accounts.ts';
import { deviceName } from './device-name.ts';
import { type AuthParts, linkOrigin, type Site, type Visitor } from './parts.ts';
import { readPolicy, wantsNotice } from './policy.ts';
import { openSession } from './sessions.ts';

export interface SignedIn {
  readonly data: SignedInDto;
  readonly cookies: readonly SetCookie[];
}

/** Problems: `forbidden` (switched off meanwhile), `rate_limited` (too many sessions of the person or from the address). */
export const completeSignIn = async (
  parts: AuthParts,
  site: Site,
  visitor: Visitor,
  found: Account,
  options: { readonly secondFactor: boolean },
): Promise<Outcome<SignedIn>> => {
  const allowed = mayWork(found);
  if (!allowed.ok) return allowed;
  const account = allowed.value;
  if (account.verifiedAt === null) return problem('forbidden', { message: 'This account is not verified yet.' });
  const { db, clock, devices, mail } = parts;
  const now = clock.now();
  const { realmId, userId } = account;
  const spent = await parts.budgets.take([
    { budget: 'sessions/address', by: networkOf(visitor.ip) },
    { budget: 'sessions/person', by: userId },
  ]);
  if (spent) return { ok: false, problem: spent };
  // The very first sign-in is from a new device of course.
  const isNew = account.lastSignInAt !== null && devices.of(visitor.deviceCookie, account, now) === undefined;
  const resetLink = isNew ? `${await linkOrigin(parts, site, visitor)}/auth/forget-password` : '';
  const mails: JournalRef[] = [];
  const opened = await db.identity({ realmId }, async (tx) => {
    mails.length = 0;
    const { numUpdatedRows } = await tx
      .updateTable('users')
      .set({ failed_sign_ins: 0, last_sign_in_at: now })
      .where('realm_id', '=', realmId)
      .where('id', '=', userId)
      .where('state', '=', 'active')
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return undefined;
    const policy = await readPolicy(tx, realmId);
    const pair = await openSession(
      tx,
      parts.tokens,
      {
        realmId,
        userId,
        tenantId: account.tenantId,
        ip: visitor.ip,
        userAgent: visitor.userAgent,
        atMost: parts.sessionsPerPerson,
        ...options,
      },
      now,
    );
    if (isNew && (await wantsNotice(tx, account, 'new_device')))
      mails.push(
        await mail.queue(
          tx,
          mailOwner(account, site.franchiseId),
          {
            template: 'new_device',
            to: account.email,
            language: account.language,
            data: {
              device: deviceName(visitor.userAgent),
              ip: visitor.ip,
              when: { at: now.toISOString(), timeZone: account.timeZone },
              resetLink,
            },
          },
          now,
        ),
      );
    return { pair, due: !options.secondFactor && asksSecondFactor(policy.secondFactor, account.tenantKind) };
  });
  if (!opened)
    return problem('forbidden', { message: 'This account is switched off.', advice: 'Ask your administrator.' });
  mail.soon(mails);
  return {
    ok: true,
    value: {
      data: {
        verified: true,
        userName: account.userName,
        email: account.email,
        secondFactorDue: opened.due,
        ...opened.pair,
      },
      cookies: [devices.remember(visitor.deviceCookie, account, now)],
    },
  };
};
