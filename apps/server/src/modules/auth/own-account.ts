/** The own account: details, notices, password, e-mail address. */
import type { AccountDto, SecondFactorDto } from '@scanship/contracts/access/account';
import { sql } from 'kysely';
import type { RequestContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { asksSecondFactor } from '../../platform/http/session-context.ts';
import type { JournalRef } from '../../platform/journal/handler.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { networkOf } from '../../platform/network-of.ts';
import type { Mail, MailData, MailOwner } from '../mail/index.ts';
import { accountKey, hashPassword, passwordMatches, passwordProblem } from '../users/index.ts';
import { type Account, ownAccount, provedByAnother } from './accounts.ts';
import { CODE_AT_ADDRESS, OWN_PASSWORD } from './attempts.ts';
import { CODE_MINUTES } from './mailed-codes.ts';
import { type AuthParts, linkOrigin, type Site, type Visitor } from './parts.ts';
import { readPolicy } from './policy.ts';
import { endOtherSessions } from './session-list.ts';
import { isActive, readFactors } from './second-factors.ts';

/** The franchise whose brand a signed-in person's mails wear: their realm, or for the platform's staff the host's. */
export type SiteFor = (ctx: RequestContext, visitor: Visitor) => Promise<Outcome<Site>>;

export const ownMail = (ctx: RequestContext, site: Site): MailOwner => ({
  tenantId: ctx.tenantId,
  franchiseId: site.franchiseId,
  userId: ctx.userId,
});

export const describeFactors = async (tx: Tx, ctx: RequestContext): Promise<SecondFactorDto> => {
  const [factors, policy] = [await readFactors(tx, ctx), await readPolicy(tx, ctx.realmId)];
  return {
    required: asksSecondFactor(policy.secondFactor, ctx.tenantKind),
    active: isActive(factors),
    totpSince: factors.totp?.since.toISOString() ?? null,
    passkeys: factors.passkeys.map(({ id, name, host, synced, createdAt, lastUsedAt }) => ({
      id,
      name,
      host,
      synced,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
    recoveryCodesLeft: factors.recoveryCodesLeft,
  };
};

export const readOwnAccount = (parts: AuthParts, ctx: RequestContext): Promise<AccountDto> =>
  parts.db.identity(ctx, (tx) => describeAccount(parts, tx, ctx));

const describeAccount = async (parts: AuthParts, tx: Tx, ctx: RequestContext): Promise<AccountDto> => {
  const row = await tx
    .selectFrom('users')
    .select(['username', 'email', 'first_name', 'last_name', 'phone', 'locale', 'password_changed_at', 'version'])
    .where('realm_id', '=', ctx.realmId)
    .where('id', '=', ctx.userId)
    .executeTakeFirstOrThrow();
  const pending = await parts.codes.state(tx, ctx, 'email', parts.clock.now());
  return {
    userName: row.username,
    email: row.email,
    pendingEmail: pending?.address ?? null,
    firstName: row.first_name,
    lastName: row.last_name,
    phone: row.phone,
    language: (row.locale ?? ctx.locale).startsWith('fr') ? 'fr' : 'en',
    passwordChangedAt: row.password_changed_at?.toISOString() ?? null,
    secondFactor: await describeFactors(tx, ctx),
    version: row.version,
  };
};

/** Problem `stale_version`. */
export const changeDetails = (
  parts: AuthParts,
  ctx: RequestContext,
  input: Pick<AccountDto, 'firstName' | 'lastName' | 'phone' | 'language' | 'version'>,
): Promise<Outcome<AccountDto>> =>
  parts.db.identity(ctx, async (tx): Promise<Outcome<AccountDto>> => {
    const { numUpdatedRows } = await tx
      .updateTable('users')
      .set({
        first_name: input.firstName,
        last_name: input.lastName,
        phone: input.phone || null,
        locale: input.language,
        version: input.version + 1,
      })
      .where('realm_id', '=', ctx.realmId)
      .where('id', '=', ctx.userId)
      .where('version', '=', input.version)
      .executeTakeFirst();
    return numUpdatedRows > 0n ? { ok: true, value: await describeAccount(parts, tx, ctx) } : problem('stale_version');
  });

/**
 * Asks the own password again. Problems: `wrong_password` (400, on the named field), `rate_limited`.
 * @param who whose it is, when it is not the session's own user (behind the lock screen)
 */
export const checkOwnPassword = async (
  parts: AuthParts,
  ctx: Pick<RequestContext, 'sessionId'>,
  who: { readonly realmId: string; readonly userId: string },
  password: string,
  field = 'password',
): Promise<Outcome<true>> => {
  const counted = [{ rule: OWN_PASSWORD, of: ctx.sessionId }];
  const wait = await parts.attempts.take(who.realmId, counted);
  if (wait !== undefined) return problem('rate_limited', { retryAfterSeconds: wait });
  const row = await parts.db.identity(who, (tx) =>
    tx
      .selectFrom('users')
      .select('password_hash')
      .where('realm_id', '=', who.realmId)
      .where('id', '=', who.userId)
      .executeTakeFirst(),
  );
  if (!(await passwordMatches(row?.password_hash, password))) {
    const message = 'The password is wrong.';
    return problem('wrong_password', {
      message,
      advice: 'Try again.',
      errors: [{ field, code: 'wrong_password', message }],
    });
  }
  await parts.attempts.clear(who.realmId, counted);
  return { ok: true, value: true };
};

/** Queues a mail about a change of the own account, in the transaction of the change. */
export const queueOwnMail = <T extends Mail['template']>(
  parts: AuthParts,
  tx: Tx,
  ctx: RequestContext,
  site: Site,
  account: Account,
  template: T,
  data: MailData[T],
  more: { readonly to?: string; readonly expiresAt?: Date } = {},
): Promise<JournalRef> =>
  parts.mail.queue(
    tx,
    ownMail(ctx, site),
    { template, to: more.to ?? account.email, language: account.language, data, expiresAt: more.expiresAt },
    parts.clock.now(),
  );

/** Problems: `wrong_password`, `weak_password`, `rate_limited`. */
export const changePassword = async (
  parts: AuthParts,
  ctx: RequestContext,
  site: Site,
  visitor: Visitor,
  input: { readonly currentPassword: string; readonly newPassword: string },
): Promise<Outcome<{ readonly sessionsEnded: number; readonly account: Account }>> => {
  const checked = await checkOwnPassword(parts, ctx, ctx, input.currentPassword, 'currentPassword');
  if (!checked.ok) return checked;
  const account = await ownAccount(parts.db, ctx);
  const weak = passwordProblem(input.newPassword, account, 'newPassword');
  if (weak) return { ok: false, problem: weak };
  if (input.newPassword === input.currentPassword) {
    const message = 'This is the password you have already.';
    return problem('weak_password', { message, errors: [{ field: 'newPassword', code: 'weak_password', message }] });
  }
  const now = parts.clock.now();
  const passwordHash = await hashPassword(input.newPassword);
  const resetLink = `${await linkOrigin(parts, site, visitor)}/auth/forget-password`;
  const done = await parts.db.identity(ctx, async (tx) => {
    await tx
      .updateTable('users')
      .set((eb) => ({ password_hash: passwordHash, password_changed_at: now, version: eb('version', '+', 1) }))
      .where('realm_id', '=', ctx.realmId)
      .where('id', '=', ctx.userId)
      .execute();
    await parts.codes.forget(tx, ctx, 'reset');
    const sessionsEnded = await endOtherSessions(tx, ctx, 'the password was changed', now);
    const when = { at: now.toISOString(), timeZone: ctx.timeZone };
    const ref = await queueOwnMail(parts, tx, ctx, site, account, 'password_changed', { when, resetLink });
    return { sessionsEnded, ref };
  });
  parts.mail.soon([done.ref]);
  return { ok: true, value: { sessionsEnded: done.sessionsEnded, account: { ...account, passwordChangedAt: now } } };
};

/**
 * A code to the new address, a notice to the old one. An address that somebody else has proved gets a code of nobody: its
 * owner hears nothing, and it can never be confirmed. Problems: `wrong_password`, `wait_to_resend`, `validation`.
 */
export const changeEmail = async (
  parts: AuthParts,
  ctx: RequestContext,
  site: Site,
  input: { readonly email: string; readonly password: string },
): Promise<
  Outcome<{ readonly pendingEmail: string; readonly resendInSeconds: number; readonly expiresInSeconds: number }>
> => {
  const checked = await checkOwnPassword(parts, ctx, ctx, input.password);
  if (!checked.ok) return checked;
  const account = await ownAccount(parts.db, ctx);
  if (accountKey(account.email) === accountKey(input.email)) {
    const message = 'This is your e-mail address already.';
    return problem('validation', { errors: [{ field: 'email', code: 'unchanged', message }] });
  }
  const now = parts.clock.now();
  const asked = await parts.db.identity(ctx, async (tx) => {
    const before = await parts.codes.state(tx, ctx, 'email', now);
    const issued = await parts.codes.issue(tx, ctx, 'email', { address: input.email, tokenLifeMs: 0 }, now);
    if (!issued.ok) return issued;
    const refs: JournalRef[] = [];
    const { code, codeExpiresAt } = issued.value;
    if (!(await provedByAnother(tx, ctx, input.email)))
      refs.push(
        await queueOwnMail(
          parts,
          tx,
          ctx,
          site,
          account,
          'confirm_email',
          { code, minutes: CODE_MINUTES },
          {
            to: input.email,
            expiresAt: codeExpiresAt,
          },
        ),
      );
    // Asking for another code for the same address is no news.
    if (before?.address !== input.email)
      refs.push(await queueOwnMail(parts, tx, ctx, site, account, 'email_changing', { newEmail: input.email }));
    return { ok: true as const, value: { refs, issued: issued.value } };
  });
  if (!asked.ok) return asked;
  parts.mail.soon(asked.value.refs);
  const { resendInSeconds, expiresInSeconds } = asked.value.issued;
  return { ok: true, value: { pendingEmail: input.email, resendInSeconds, expiresInSeconds } };
};

/** Problems: `wrong_code`, `code_expired`. */
export const confirmEmail = async (
  parts: AuthParts,
  ctx: RequestContext,
  site: Site,
  visitor: Visitor,
  code: string,
): Promise<Outcome<AccountDto>> => {
  const now = parts.clock.now();
  const account = await ownAccount(parts.db, ctx);
  const state = await parts.db.identity(ctx, (tx) => parts.codes.state(tx, ctx, 'email', now));
  const counted = [
    { rule: CODE_AT_ADDRESS, of: `email ${ctx.userId} ${state?.sentAt.getTime() ?? 0} ${networkOf(visitor.ip)}` },
  ];
  if ((await parts.attempts.take(ctx.realmId, counted)) !== undefined) return problem('code_expired');
  const done = await parts.db.identity(ctx, async (tx): Promise<Outcome<{ dto: AccountDto; ref: JournalRef }>> => {
    const used = await parts.codes.useCode(tx, ctx, 'email', code, now);
    if (!used.ok) return used;
    const { address } = used.value;
    await parts.codes.forget(tx, ctx, 'email');
    if (await provedByAnother(tx, ctx, address)) return problem('code_expired');
    await tx
      .updateTable('users')
      .set({ email: address, email_key: accountKey(address), verified_at: now, version: sql<number>`version + 1` })
      .where('realm_id', '=', ctx.realmId)
      .where('id', '=', ctx.userId)
      .execute();
    const ref = await queueOwnMail(parts, tx, ctx, site, account, 'email_changed', { newEmail: address });
    return { ok: true, value: { dto: await describeAccount(parts, tx, ctx), ref } };
  });
  if (!done.ok) return done;
  await parts.attempts.clear(ctx.realmId, counted);
  parts.mail.soon([done.value.ref]);
  return { ok: true, value: done.value.dto };
};

export const cancelEmail = (parts: AuthParts, ctx: RequestContext): Promise<AccountDto> =>
  parts.db.identity(ctx, async (tx) => {
    await parts.codes.forget(tx, ctx, 'email');
    return describeAccount(parts, tx, ctx);
  });
