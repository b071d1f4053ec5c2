/** A new person of a realm with one place to work. */
import { type Database, type Tx, violated } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { accountKey } from './account-key.ts';
import { hashPassword } from './password.ts';

export interface NewUser {
  readonly realmId: string;
  readonly tenantId: string;
  readonly roleId: string;
  readonly userName: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phone?: string | undefined;
  readonly verified: boolean;
  /** Absent: the company's. */
  readonly locale?: 'en' | 'fr' | undefined;
}

/**
 * The rows of a new person, in a transaction that works as the realm; `takenField` reads the error where a name or a proved
 * address is somebody's already.
 */
export const insertUser = async (tx: Tx, input: NewUser, passwordHash: string, now: Date): Promise<string> => {
  const userId = newId();
  await tx
    .insertInto('users')
    .values({
      realm_id: input.realmId,
      id: userId,
      username: input.userName.trim(),
      username_key: accountKey(input.userName),
      email: input.email.trim(),
      email_key: accountKey(input.email),
      first_name: input.firstName,
      last_name: input.lastName,
      phone: input.phone || null,
      password_hash: passwordHash,
      password_changed_at: now,
      verified_at: input.verified ? now : null,
      locale: input.locale ?? null,
      created_at: now,
    })
    .execute();
  await tx
    .insertInto('memberships')
    .values({ realm_id: input.realmId, user_id: userId, tenant_id: input.tenantId, role_id: input.roleId })
    .execute();
  return userId;
};

/** Which field of a new person is somebody else's already. */
export const takenField = (error: unknown): 'userName' | 'email' | undefined => {
  const taken = violated(error);
  return taken === 'users_username' ? 'userName' : taken === 'users_email' ? 'email' : undefined;
};

/** Problem `validation` when user name or (for a verified person) e-mail is taken within the realm. */
export const addUser = async (
  db: Database,
  input: NewUser & { readonly password: string },
  now: Date,
): Promise<Outcome<{ userId: string }>> => {
  const passwordHash = await hashPassword(input.password);
  try {
    const userId = await db.identity({ realmId: input.realmId }, (tx) => insertUser(tx, input, passwordHash, now));
    return { ok: true, value: { userId } };
  } catch (error) {
    const field = takenField(error);
    if (field === undefined) throw error;
    const message = field === 'userName' ? 'This user name is taken.' : 'This e-mail address is in use.';
    return problem('validation', { errors: [{ field, code: 'taken', message }] });
  }
};
