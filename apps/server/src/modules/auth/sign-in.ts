/** Exchange of user name (or e-mail) and password for a session. */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Database } from '../../platform/database/database.ts';
import type { SessionTokens } from '../../platform/http/session-token.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import type { HostDirectory } from '../tenants/index.ts';
import { accountKey, passwordMatches } from '../users/index.ts';
import { openSession, type TokenPair } from './sessions.ts';

export interface SignIn {
  readonly userName: string;
  readonly password: string;
  /** Public id of the franchise; must be the one of the host. */
  readonly tenantId: string | undefined;
  readonly host: string;
  readonly ip: string;
  readonly userAgent: string;
}

export interface SignedIn extends Partial<TokenPair> {
  readonly verified: boolean;
  readonly userName: string;
  readonly email: string;
}

/**
 * Wrong passwords count per account and address together, so that nobody can lock another person out from elsewhere,
 * and per address over all accounts, against guessing through a list.
 */
const WINDOW_SECONDS = 15 * 60;
const TRIES_PER_ACCOUNT = 10;
const TRIES_PER_ADDRESS = 100;

const take = async (limiter: RateLimiterMemory, key: string): Promise<boolean> => {
  try {
    await limiter.consume(key);
    return true;
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return false;
    throw refused;
  }
};

export const createSignIn = (
  { db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>,
  hosts: HostDirectory,
  tokens: SessionTokens,
): ((input: SignIn) => Promise<Outcome<SignedIn>>) => {
  const perAccount = new RateLimiterMemory({ points: TRIES_PER_ACCOUNT, duration: WINDOW_SECONDS });
  const perAddress = new RateLimiterMemory({ points: TRIES_PER_ADDRESS, duration: WINDOW_SECONDS });
  return async (input) => {
    const franchise = await hosts.forSignIn(input.host, input.tenantId);
    if (!franchise) return problem('unknown_host');
    if (input.tenantId !== undefined && input.tenantId.toLowerCase() !== franchise.id) return problem('wrong_tenant');

    const key = accountKey(input.userName);
    const accountAtAddress = `${franchise.id} ${key} ${input.ip}`;
    // Taken before the password is tried, so that guesses at the same moment count too; given back on success.
    if (!(await take(perAccount, accountAtAddress)) || !(await take(perAddress, input.ip))) {
      return problem('rate_limited', {
        message: 'Too many attempts to sign in.',
        advice: 'Wait 15 minutes, or ask for a new password.',
      });
    }

    const found = await findAccount(db, [franchise.id, await hosts.platformId()], key, input.password);
    if (!found) {
      await countFailure(db, franchise.id, key);
      log.info({ realmId: franchise.id, ip: input.ip }, 'sign-in refused');
      return problem('wrong_password');
    }
    const { realmId, account } = found;
    if (account.state !== 'active' || account.tenant_state !== 'active' || account.tenant_id === null) {
      return problem('forbidden', { message: 'This account is switched off.', advice: 'Ask your administrator.' });
    }
    await Promise.all([perAccount.delete(accountAtAddress), perAddress.reward(input.ip)]);
    const person = { userName: account.username, email: account.email };
    if (account.verified_at === null) return { ok: true, value: { verified: false, ...person } };

    const { tenant_id: tenantId } = account;
    const now = clock.now();
    const pair = await db.identity({ realmId }, async (tx) => {
      await tx
        .updateTable('users')
        .set({ failed_sign_ins: 0, last_sign_in_at: now })
        .where('realm_id', '=', realmId)
        .where('id', '=', account.id)
        .execute();
      return openSession(
        tx,
        tokens,
        { realmId, userId: account.id, tenantId, ip: input.ip, userAgent: input.userAgent },
        now,
      );
    });
    return { ok: true, value: { verified: true, ...person, ...pair } };
  };
};

/**
 * The account among the franchise's people, else among the platform's staff. A password is tried once per realm, also
 * where there is no such account, so that the time taken says nothing.
 */
const findAccount = async (db: Database, realms: readonly (string | undefined)[], key: string, password: string) => {
  let match: { readonly realmId: string; readonly account: Account } | undefined;
  for (const realmId of realms) {
    const account = realmId === undefined ? undefined : await readAccount(db, realmId, key);
    const fits = await passwordMatches(account?.password_hash, password);
    if (fits && realmId !== undefined && account && !match) match = { realmId, account };
  }
  return match;
};

type Account = NonNullable<Awaited<ReturnType<typeof readAccount>>>;

const readAccount = (db: Database, realmId: string, key: string) =>
  db.identity({ realmId }, async (tx) => {
    const query = tx
      .selectFrom('users as u')
      .leftJoin('memberships as m', (join) =>
        join.onRef('m.realm_id', '=', 'u.realm_id').onRef('m.user_id', '=', 'u.id'),
      )
      .leftJoin('tenants as t', 't.id', 'm.tenant_id')
      .select([
        'u.id',
        'u.username',
        'u.email',
        'u.password_hash',
        'u.state',
        'u.verified_at',
        'm.tenant_id',
        't.state as tenant_state',
      ])
      .where('u.realm_id', '=', realmId)
      .orderBy('m.created_at')
      .limit(1);
    // A user name that is somebody's e-mail address names the user first. Two look-ups, each by its own index.
    return (
      (await query.where('u.username_key', '=', key).executeTakeFirst()) ??
      query.where('u.email_key', '=', key).executeTakeFirst()
    );
  });

const countFailure = (db: Database, realmId: string, key: string) =>
  db.identity({ realmId }, (tx) =>
    tx
      .updateTable('users')
      .set((eb) => ({ failed_sign_ins: eb('failed_sign_ins', '+', 1) }))
      .where('realm_id', '=', realmId)
      .where('username_key', '=', key)
      .execute(),
  );
