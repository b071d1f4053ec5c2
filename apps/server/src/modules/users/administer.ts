/** Changes an administrator makes to people of their company. All run as the realm. */
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

export interface Place {
  readonly realmId: string;
  readonly tenantId: string;
  readonly userId: string;
}

export interface Member {
  readonly id: string;
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly state: 'active' | 'locked' | 'disabled' | 'erased';
  readonly verified_at: Date | null;
  readonly last_sign_in_at: Date | null;
  readonly created_at: Date;
  readonly role_id: string;
  readonly second_factor: boolean;
}

/** A company has rarely hundreds of people; more than these are not listed. */
const MOST_MEMBERS = 5_000;

/** People of a company by user name. */
export const readMembers = async (tx: Tx, { realmId, tenantId }: Omit<Place, 'userId'>): Promise<Member[]> => {
  const { rows } = await sql<Member>`
    SELECT u.id, u.username, u.first_name, u.last_name, u.email, u.state, u.verified_at, u.last_sign_in_at, m.created_at, m.role_id,
           EXISTS (SELECT FROM credentials c WHERE c.realm_id = u.realm_id AND c.user_id = u.id
             AND c.kind IN ('totp', 'passkey') AND c.confirmed_at IS NOT NULL) AS second_factor
    FROM memberships m JOIN users u ON u.realm_id = m.realm_id AND u.id = m.user_id
    WHERE m.realm_id = ${realmId} AND m.tenant_id = ${tenantId} AND u.state <> 'erased'
    ORDER BY u.username_key LIMIT ${MOST_MEMBERS}`.execute(tx);
  return rows;
};

/** Locks every place of a company, in one order, for rules about all of its people (that one administrator is left). */
export const lockMembers = async (tx: Tx, { realmId, tenantId }: Omit<Place, 'userId'>): Promise<void> => {
  await sql`SELECT 1 FROM memberships WHERE realm_id = ${realmId} AND tenant_id = ${tenantId} ORDER BY user_id FOR UPDATE`.execute(
    tx,
  );
};

export const setMemberRole = async (tx: Tx, { realmId, tenantId, userId }: Place, roleId: string): Promise<void> => {
  await tx
    .updateTable('memberships')
    .set({ role_id: roleId })
    .where('realm_id', '=', realmId)
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .execute();
};

/** Who has one role, or is invited with it, gets another. */
export const replaceRole = async (
  tx: Tx,
  { realmId, tenantId }: Omit<Place, 'userId'>,
  from: string,
  to: string,
): Promise<void> => {
  for (const table of ['memberships', 'invitations'] as const)
    await tx
      .updateTable(table)
      .set({ role_id: to })
      .where('realm_id', '=', realmId)
      .where('tenant_id', '=', tenantId)
      .where('role_id', '=', from)
      .execute();
};

/** Switched off, a person cannot sign in anywhere in the realm. */
export const setUserState = async (
  tx: Tx,
  { realmId, userId }: Omit<Place, 'tenantId'>,
  state: 'active' | 'disabled',
): Promise<void> => {
  await tx
    .updateTable('users')
    .set((eb) => ({
      state,
      version: eb('version', '+', 1),
      ...(state === 'active' ? { failed_sign_ins: 0, locked_until: null } : {}),
    }))
    .where('realm_id', '=', realmId)
    .where('id', '=', userId)
    .execute();
};

/**
 * Ends a person's place in a company. Without another place the account is closed: no password, no second factor, and user
 * name and address are free again; the names stay for the histories, until the company is erased.
 */
export const removeMember = async (tx: Tx, { realmId, tenantId, userId }: Place): Promise<void> => {
  await tx
    .deleteFrom('memberships')
    .where('realm_id', '=', realmId)
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .execute();
  const other = await tx
    .selectFrom('memberships')
    .select('tenant_id')
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst();
  if (other) return;
  await tx.deleteFrom('credentials').where('realm_id', '=', realmId).where('user_id', '=', userId).execute();
  await tx
    .updateTable('users')
    .set((eb) => ({
      state: 'erased' as const,
      password_hash: null,
      verified_at: null,
      username_key: `closed ${userId}`,
      email_key: `closed ${userId}`,
      left_tenant_id: tenantId,
      version: eb('version', '+', 1),
    }))
    .where('realm_id', '=', realmId)
    .where('id', '=', userId)
    .execute();
};
