/** Finding the account somebody names, and what is known of it. */
import type { MailLanguage, MailOwner } from '../mail/index.ts';
import type { RequestContext } from '../../platform/context.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { accountKey } from '../users/index.ts';

export interface Account {
  readonly realmId: string;
  readonly userId: string;
  readonly userName: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly passwordHash: string | null;
  readonly passwordChangedAt: Date | null;
  readonly verifiedAt: Date | null;
  readonly lastSignInAt: Date | null;
  readonly state: string;
  readonly tenantId: string | null;
  readonly tenantState: string | null;
  readonly tenantKind: RequestContext['tenantKind'] | null;
  readonly timeZone: string;
  readonly language: MailLanguage;
}

const query = (tx: Tx, realmId: string) =>
  tx
    .selectFrom('users as u')
    .leftJoin('memberships as m', (join) => join.onRef('m.realm_id', '=', 'u.realm_id').onRef('m.user_id', '=', 'u.id'))
    .leftJoin('tenants as t', 't.id', 'm.tenant_id')
    .leftJoin('customer_settings as c', 'c.tenant_id', 'm.tenant_id')
    .select(['u.realm_id', 'u.id', 'u.username', 'u.email', 'u.first_name', 'u.last_name', 'u.password_hash'])
    .select(['u.password_changed_at', 'u.verified_at', 'u.last_sign_in_at', 'u.state', 'u.locale', 'm.tenant_id'])
    .select([
      't.state as tenant_state',
      't.kind as tenant_kind',
      't.time_zone',
      't.locale as tenant_locale',
      'c.language',
    ])
    .where('u.realm_id', '=', realmId)
    .where('u.state', '<>', 'erased');

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof query>['executeTakeFirst']>>>;

const accountOf = (row: Row): Account => ({
  realmId: row.realm_id,
  userId: row.id,
  userName: row.username,
  email: row.email,
  firstName: row.first_name,
  lastName: row.last_name,
  passwordHash: row.password_hash,
  passwordChangedAt: row.password_changed_at,
  verifiedAt: row.verified_at,
  lastSignInAt: row.last_sign_in_at,
  state: row.state,
  tenantId: row.tenant_id,
  tenantState: row.tenant_state,
  tenantKind: row.tenant_kind,
  timeZone: row.time_zone ?? 'UTC',
  language: (row.locale ?? row.language ?? row.tenant_locale)?.toLowerCase().startsWith('fr') ? 'fr' : 'en',
});

/**
 * By user name, else by e-mail address: whoever proved the address, else the newest that named it. Two look-ups, each by
 * its own index.
 */
export const findAccount = (db: Database, realmId: string, named: string): Promise<Account | undefined> =>
  db.identity({ realmId }, async (tx) => {
    const key = accountKey(named);
    const byName = await query(tx, realmId)
      .where('u.username_key', '=', key)
      .orderBy('m.created_at')
      .limit(1)
      .executeTakeFirst();
    // Asked in any case: the time taken must not say whether the name is somebody's.
    const byEmail = await query(tx, realmId)
      .where('u.email_key', '=', key)
      .orderBy((eb) => eb('u.verified_at', 'is', null))
      .orderBy('u.created_at', 'desc')
      .orderBy('m.created_at')
      .limit(1)
      .executeTakeFirst();
    const row = byName ?? byEmail;
    return row ? accountOf(row) : undefined;
  });

interface Who {
  readonly realmId: string;
  readonly userId: string;
}

export const readAccountIn = async (tx: Tx, who: Who): Promise<Account | undefined> => {
  const row = await query(tx, who.realmId)
    .where('u.id', '=', who.userId)
    .orderBy('m.created_at')
    .limit(1)
    .executeTakeFirst();
  return row ? accountOf(row) : undefined;
};

export const readAccount = (db: Database, who: Who): Promise<Account | undefined> =>
  db.identity(who, (tx) => readAccountIn(tx, who));

/** The account behind a signed-in call, working where the session works. */
export const ownAccount = async (db: Database, ctx: RequestContext): Promise<Account> => {
  const account = await readAccount(db, ctx);
  // The session was found a moment ago, with its person.
  if (!account) throw new Error(`session ${ctx.sessionId} has no person`);
  return { ...account, tenantId: ctx.tenantId, tenantKind: ctx.tenantKind, timeZone: ctx.timeZone };
};

/** Problem `forbidden`: the person or the company was switched off, or belongs nowhere. */
export const mayWork = (
  account: Account,
): Outcome<Account & { readonly tenantId: string; readonly tenantKind: RequestContext['tenantKind'] }> => {
  const { tenantId, tenantKind } = account;
  return account.state === 'active' && account.tenantState === 'active' && tenantId !== null && tenantKind !== null
    ? { ok: true, value: { ...account, tenantId, tenantKind } }
    : problem('forbidden', { message: 'This account is switched off.', advice: 'Ask your administrator.' });
};

/** In whose log the mails to a person stand, and whose brand they wear. */
export const mailOwner = (account: Account, franchiseId: string): MailOwner => ({
  tenantId: account.tenantId ?? franchiseId,
  franchiseId,
  userId: account.userId,
});

/** Whether somebody else has proved this address; then mails about it go to them alone. */
export const provedByAnother = async (
  tx: Tx,
  who: { readonly realmId: string; readonly userId?: string | undefined },
  email: string,
): Promise<{ readonly userId: string } | undefined> => {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('realm_id', '=', who.realmId)
    .where('email_key', '=', accountKey(email))
    .where('verified_at', 'is not', null)
    .executeTakeFirst();
  return row && row.id !== who.userId ? { userId: row.id } : undefined;
};
