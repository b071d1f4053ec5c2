/** Rows of resets and the people they are about. Everything runs as the realm. */
import type { FactorReset } from '@scanship/contracts/access/factor-resets';
import type { RequestContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { MailLanguage } from '../mail/index.ts';

export interface ResetRow {
  readonly realm_id: string;
  readonly id: string;
  readonly user_id: string;
  readonly tenant_id: string;
  readonly state: FactorReset['state'];
  readonly reason: string;
  readonly asked_by: string;
  readonly confirmed_by: string | null;
  readonly due_at: Date;
  readonly asked_at: Date;
  readonly ended_at: Date | null;
}

export const COLUMNS = [
  'realm_id',
  'id',
  'user_id',
  'tenant_id',
  'state',
  'reason',
  'asked_by',
  'confirmed_by',
  'due_at',
  'asked_at',
  'ended_at',
] as const;

/** Whom a reset is about. */
export interface Subject {
  readonly userId: string;
  readonly userName: string;
  readonly email: string;
  readonly language: MailLanguage;
  readonly hasFactor: boolean;
}

/** Somebody who works in a company and has a proved address. */
export async function findSubject(
  tx: Tx,
  place: { readonly realmId: string; readonly tenantId: string },
  by: { readonly userName: string } | { readonly userId: string },
): Promise<Subject | undefined> {
  let query = tx
    .selectFrom('users as u')
    .innerJoin('memberships as m', (join) =>
      join.onRef('m.realm_id', '=', 'u.realm_id').onRef('m.user_id', '=', 'u.id'),
    )
    .innerJoin('tenants as t', 't.id', 'm.tenant_id')
    .select(['u.id', 'u.username', 'u.email', 'u.locale', 't.locale as company_locale'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('credentials as c')
            .select('c.id')
            .whereRef('c.realm_id', '=', 'u.realm_id')
            .whereRef('c.user_id', '=', 'u.id')
            .where('c.kind', 'in', ['totp', 'passkey'])
            .where('c.confirmed_at', 'is not', null),
        )
        .as('has_factor'),
    )
    .where('u.realm_id', '=', place.realmId)
    .where('m.tenant_id', '=', place.tenantId)
    .where('u.state', '<>', 'erased')
    .where('u.verified_at', 'is not', null);
  query = 'userId' in by ? query.where('u.id', '=', by.userId) : query.where('u.username', '=', by.userName);
  const row = await query.executeTakeFirst();
  return (
    row && {
      userId: row.id,
      userName: row.username,
      email: row.email,
      language: (row.locale ?? row.company_locale).startsWith('fr') ? 'fr' : 'en',
      hasFactor: Boolean(row.has_factor),
    }
  );
}

/** As staff sees them, in the order of the rows. */
export async function resetViews(
  tx: Tx,
  ctx: Pick<RequestContext, 'realmId' | 'userId' | 'role' | 'rights'>,
  rows: readonly ResetRow[],
): Promise<FactorReset[]> {
  if (rows.length === 0) return [];
  const ids = rows.flatMap((row) => [row.user_id, row.asked_by, ...(row.confirmed_by ? [row.confirmed_by] : [])]);
  const users = await tx
    .selectFrom('users')
    .select(['id', 'username', 'first_name', 'last_name'])
    .where('realm_id', '=', ctx.realmId)
    .where('id', 'in', [...new Set(ids)])
    .execute();
  const found = new Map(users.map((user) => [user.id, user]));
  const nameOf = (id: string): string => {
    const user = found.get(id);
    return user ? `${user.first_name} ${user.last_name}`.trim() || user.username : '';
  };
  return rows.map((row) => ({
    id: row.id,
    userName: found.get(row.user_id)?.username ?? '',
    fullName: nameOf(row.user_id),
    state: row.state,
    reason: row.reason,
    askedBy: nameOf(row.asked_by),
    askedAt: row.asked_at.toISOString(),
    dueAt: row.due_at.toISOString(),
    confirmedBy: row.confirmed_by === null ? null : nameOf(row.confirmed_by),
    endedAt: row.ended_at?.toISOString() ?? null,
    canConfirm:
      row.state === 'waiting' &&
      row.asked_by !== ctx.userId &&
      ctx.role === 'ROLE_FRANCHISE_ADMIN' &&
      ctx.rights.has('users.manage'),
  }));
}
