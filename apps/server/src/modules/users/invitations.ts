/**
 * Invitations to work for a company. The mailed token proves the address, so whoever signs up with it is verified at once.
 * All functions run as the realm (`db.identity`, or after `actAs(tx, { role: 'app_identity', realmId })`); the caller queues
 * the mail (`MailModule.queue`, template `invitation`) in the same transaction.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { accountKey } from './account-key.ts';

export const INVITATION_DAYS = 7;
const RESEND_SECONDS = 60;
const DAY_MS = 24 * 3_600_000;

export interface NewInvitation {
  readonly realmId: string;
  /** Where the person will work, and as what. */
  readonly tenantId: string;
  readonly roleId: string;
  readonly email: string;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly language?: 'en' | 'fr' | undefined;
  /** Gets a notice when it is accepted, if of the same realm. */
  readonly invitedBy?: string | undefined;
}

export interface SentInvitation {
  readonly id: string;
  /** Part of the mailed link; kept nowhere. */
  readonly token: string;
  readonly expiresAt: Date;
}

/** Where the mailed link leads: origin of the franchise's site plus this. */
export const invitationPath = (token: string): string => `/auth/register?invitation=${token}`;

const newToken = (): { token: string; hash: Buffer } => {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashOfToken(token) };
};
// 256 random bits need no slow or keyed hash.
const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Problem `validation` on field `email`: an account has proved the address, or it is invited to this company already. */
export const addInvitation = async (tx: Tx, input: NewInvitation, now: Date): Promise<Outcome<SentInvitation>> => {
  const key = accountKey(input.email);
  const owner = await tx
    .selectFrom('users')
    .select('id')
    .where('realm_id', '=', input.realmId)
    .where('email_key', '=', key)
    .where('verified_at', 'is not', null)
    .executeTakeFirst();
  if (owner) return taken('Somebody with this e-mail address has an account here already.');
  const open = await tx
    .selectFrom('invitations')
    .select('id')
    .where('realm_id', '=', input.realmId)
    .where('tenant_id', '=', input.tenantId)
    .where('email_key', '=', key)
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (open) return taken('This e-mail address is invited already.');
  const id = newId();
  const { token, hash } = newToken();
  const expiresAt = new Date(now.getTime() + INVITATION_DAYS * DAY_MS);
  await tx
    .insertInto('invitations')
    .values({
      realm_id: input.realmId,
      id,
      tenant_id: input.tenantId,
      role_id: input.roleId,
      email: input.email.trim(),
      email_key: key,
      first_name: input.firstName ?? '',
      last_name: input.lastName ?? '',
      language: input.language ?? 'en',
      token_hash: hash,
      invited_by: input.invitedBy ?? null,
      sent_at: now,
      expires_at: expiresAt,
      created_at: now,
    })
    .execute();
  return { ok: true, value: { id, token, expiresAt } };
};

const taken = (message: string) => problem('validation', { errors: [{ field: 'email', code: 'taken', message }] });

export interface Invitation {
  readonly id: string;
  readonly tenantId: string;
  readonly roleId: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly language: 'en' | 'fr';
  readonly invitedBy: string | null;
  readonly sentAt: Date;
  /** Past: it must be sent again. */
  readonly expiresAt: Date;
}

const openOnes = (tx: Tx, realmId: string) =>
  tx
    .selectFrom('invitations')
    .select([
      'id',
      'tenant_id as tenantId',
      'role_id as roleId',
      'email',
      'first_name as firstName',
      'last_name as lastName',
      'language',
      'invited_by as invitedBy',
      'sent_at as sentAt',
      'expires_at as expiresAt',
    ])
    .where('realm_id', '=', realmId)
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null);

/** Invitations of a company that nobody has accepted yet, expired ones too, oldest first. */
export const openInvitations = (tx: Tx, realmId: string, tenantId: string): Promise<Invitation[]> =>
  openOnes(tx, realmId).where('tenant_id', '=', tenantId).orderBy('created_at').execute();

/** The new link makes the old one void. Problems: `not_found`; `wait_to_resend` within a minute of the last one. */
export const renewInvitation = async (
  tx: Tx,
  which: { readonly realmId: string; readonly tenantId: string; readonly id: string },
  now: Date,
): Promise<Outcome<SentInvitation & { readonly invitation: Invitation }>> => {
  const found = await openOnes(tx, which.realmId)
    .where('tenant_id', '=', which.tenantId)
    .where('id', '=', which.id)
    .forUpdate()
    .executeTakeFirst();
  if (!found) return problem('not_found');
  const wait = Math.ceil((found.sentAt.getTime() - now.getTime()) / 1000) + RESEND_SECONDS;
  if (wait > 0)
    return problem('wait_to_resend', { message: 'This invitation was sent a moment ago.', retryAfterSeconds: wait });
  const { token, hash } = newToken();
  const expiresAt = new Date(now.getTime() + INVITATION_DAYS * DAY_MS);
  await tx
    .updateTable('invitations')
    .set((eb) => ({ token_hash: hash, sent_at: now, expires_at: expiresAt, sends: eb('sends', '+', 1) }))
    .where('realm_id', '=', which.realmId)
    .where('id', '=', which.id)
    .execute();
  return { ok: true, value: { id: which.id, token, expiresAt, invitation: found } };
};

/** @returns whether there was such an open invitation */
export const withdrawInvitation = async (
  tx: Tx,
  which: { readonly realmId: string; readonly tenantId: string; readonly id: string },
  now: Date,
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('invitations')
    .set({ withdrawn_at: now })
    .where('realm_id', '=', which.realmId)
    .where('tenant_id', '=', which.tenantId)
    .where('id', '=', which.id)
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** The living invitation a mailed token stands for. `lock` holds it until the transaction ends, for the one who accepts. */
export const invitationOf = (
  tx: Tx,
  realmId: string,
  token: string,
  now: Date,
  lock = false,
): Promise<Invitation | undefined> => {
  const query = openOnes(tx, realmId).where('token_hash', '=', hashOfToken(token)).where('expires_at', '>', now);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
};

export const markAccepted = async (
  tx: Tx,
  which: { readonly realmId: string; readonly id: string; readonly userId: string },
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('invitations')
    .set({ accepted_at: now, accepted_by: which.userId })
    .where('realm_id', '=', which.realmId)
    .where('id', '=', which.id)
    .execute();
};
