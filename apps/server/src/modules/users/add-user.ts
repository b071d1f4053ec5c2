/** A new person of a realm with one place to work. */
import { type Database, violated } from '../../platform/database/database.ts';
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
  readonly password: string;
  readonly verified: boolean;
  readonly locale?: 'en' | 'fr' | undefined;
}

/** Problem `validation` when user name or e-mail is taken within the realm. */
export const addUser = async (db: Database, input: NewUser, now: Date): Promise<Outcome<{ userId: string }>> => {
  const userId = newId();
  const password_hash = await hashPassword(input.password);
  try {
    await db.identity({ realmId: input.realmId }, async (tx) => {
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
          password_hash,
          password_changed_at: now,
          verified_at: input.verified ? now : null,
          locale: input.locale ?? 'en',
        })
        .execute();
      await tx
        .insertInto('memberships')
        .values({ realm_id: input.realmId, user_id: userId, tenant_id: input.tenantId, role_id: input.roleId })
        .execute();
    });
  } catch (error) {
    const taken = violated(error);
    if (taken === 'users_username')
      return problem('validation', {
        errors: [{ field: 'userName', code: 'taken', message: 'This user name is taken.' }],
      });
    if (taken === 'users_email')
      return problem('validation', {
        errors: [{ field: 'email', code: 'taken', message: 'This e-mail address is in use.' }],
      });
    throw error;
  }
  return { ok: true, value: { userId } };
};
