/** New accounts: a customer of the franchise with its first administrator, or a person of the company that invited. */
import { type AppProblem, type Outcome, problem } from '../../platform/problem.ts';
import { actAs, type Tx } from '../../platform/database/database.ts';
import type { JournalRef } from '../../platform/journal/handler.ts';
import { networkOf } from '../../platform/network-of.ts';
import { referrerOf, tellReferral } from '../agents/index.ts';
import type { MailLanguage } from '../mail/index.ts';
import { addCustomerIn } from '../tenants/index.ts';
import { keepAgreement } from '../terms/index.ts';
import {
  hashPassword,
  insertUser,
  type Invitation,
  invitationOf,
  markAccepted,
  passwordProblem,
  takenField,
} from '../users/index.ts';
import { mailOwner, provedByAnother, readAccountIn } from './accounts.ts';
import { MAILS_FROM_ADDRESS } from './attempts.ts';
import { type AuthParts, linkOrigin, type Site, siteOf, type Visitor } from './parts.ts';
import { readPolicy, wantsNotice } from './policy.ts';
import { floodWait, sendVerification } from './verification.ts';

export interface SignUpInput {
  readonly userName: string;
  readonly email: string;
  readonly password: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly companyName?: string | undefined;
  readonly phone?: string | undefined;
  readonly language?: MailLanguage | undefined;
  readonly invitation?: string | undefined;
  /** Terms that were shown and agreed to. */
  readonly terms?: { readonly id: string; readonly hash: string } | undefined;
  /** Code of a sales agent's link. */
  readonly agent?: string | undefined;
}

export interface SignedUp {
  readonly userName: string;
  readonly email: string;
  readonly verified: boolean;
}

/** Undoes the transaction and is the answer. */
class Refused extends Error {
  readonly problem: AppProblem;
  constructor(refusal: AppProblem) {
    super(refusal.code);
    this.problem = refusal;
  }
}

const nameTaken: AppProblem = {
  code: 'user_name_taken',
  errors: [{ field: 'userName', code: 'user_name_taken', message: 'This user name is taken.' }],
};

/** Problems: `user_name_taken`, `weak_password`, `invitation_invalid`, `sign_up_closed`, `rate_limited`, `wrong_tenant`. */
export const signUp = async (
  parts: AuthParts,
  visitor: Visitor,
  tenantId: string | undefined,
  input: SignUpInput,
): Promise<Outcome<SignedUp>> => {
  const { clock, attempts, mail } = parts;
  const found = await siteOf(parts, visitor, tenantId);
  if (!found.ok) return found;
  const site = found.value;
  const now = clock.now();
  const weak = passwordProblem(input.password, input);
  if (weak) return { ok: false, problem: weak };
  const wait = await attempts.take(site.franchiseId, [{ rule: MAILS_FROM_ADDRESS, of: networkOf(visitor.ip) }]);
  if (wait !== undefined) return problem('rate_limited', { retryAfterSeconds: wait });
  const origin = await linkOrigin(parts, site, visitor);
  const passwordHash = await hashPassword(input.password);

  try {
    const done =
      input.invitation === undefined
        ? await openCustomer(parts, site, { ...visitor, origin }, input, passwordHash, now)
        : await acceptInvitation(parts, { site, visitor, token: input.invitation }, input, passwordHash, now);
    mail.soon(done.mails);
    return { ok: true, value: done.signedUp };
  } catch (error) {
    if (error instanceof Refused) return { ok: false, problem: error.problem };
    // Of an address nothing is ever told here; an invitation's own is asked for before.
    if (takenField(error) === 'userName') return { ok: false, problem: nameTaken };
    throw error;
  }
};

interface Done {
  readonly signedUp: SignedUp;
  readonly mails: readonly JournalRef[];
}

const openCustomer = async (
  parts: AuthParts,
  site: Site,
  { origin, ip }: { readonly origin: string; readonly ip: string },
  input: SignUpInput,
  passwordHash: string,
  now: Date,
): Promise<Done> => {
  const { db } = parts;
  if (!site.signUp) throw new Refused({ code: 'sign_up_closed' });
  const realm = { realmId: site.franchiseId };
  const policy = await db.identity(realm, (tx) => readPolicy(tx, site.franchiseId));
  if (policy.signUp === 'invited') throw new Refused({ code: 'sign_up_closed' });
  const franchise = await db.reference((tx) =>
    tx
      .selectFrom('tenants')
      .select(['currency', 'time_zone', 'locale'])
      .where('id', '=', site.franchiseId)
      .executeTakeFirstOrThrow(),
  );
  const language = input.language ?? (franchise.locale.startsWith('fr') ? 'fr' : 'en');
  // Mails that strangers have sent to somebody's address have an end; the account is made all the same.
  const flooded = await floodWait(parts, site, input.email);
  const referredBy = await referrerOf(db, site.franchiseId, input.agent);

  const name = input.companyName || `${input.firstName} ${input.lastName}`;
  const mails = await db.system(async (tx) => {
    const customer = await addCustomerIn(tx, {
      franchiseId: site.franchiseId,
      name,
      planName: policy.signUpPlan,
      since: now,
      // Nobody has looked at this customer yet: it pays ahead until the franchise allows more.
      creditLimitMinor: 0,
      signedUp: true,
      referredBy,
      currency: franchise.currency,
      timeZone: franchise.time_zone,
      locale: language,
    });
    const roleId = customer.roles.ROLE_CUSTOMER_ADMIN;
    if (roleId === undefined) throw new Error('a new customer has no administrator role');
    await actAs(tx, { role: 'app_identity', ...realm });
    const userId = await insertUser(
      tx,
      { ...input, ...realm, tenantId: customer.tenantId, roleId, verified: false, locale: language },
      passwordHash,
      now,
    );
    const account = {
      ...realm,
      userId,
      userName: input.userName,
      email: input.email,
      language,
      tenantId: customer.tenantId,
    };
    await agreeToTerms(tx, site, input, { userId, companyId: customer.tenantId, ip }, now);
    if (referredBy !== undefined) {
      await tellReferral(tx, { ...realm, agentId: referredBy, customer: { id: customer.tenantId, name }, ip });
      await actAs(tx, { role: 'app_identity', ...realm });
    }
    if (flooded !== undefined) return [];
    const owner = await provedByAnother(tx, account, input.email);
    const sent = await sendVerification(parts, tx, { account, site, origin }, now);
    const verification = sent.ok ? sent.value.mails : [];
    return owner ? [...verification, ...(await tellOwner(parts, tx, site, origin, owner.userId, now))] : verification;
  });
  return { signedUp: { userName: input.userName, email: input.email, verified: false }, mails };
};

/** The owner of the address learns that somebody signed up with it; at most once a day. */
const tellOwner = async (
  { mail }: AuthParts,
  tx: Tx,
  site: Site,
  origin: string,
  userId: string,
  now: Date,
): Promise<JournalRef[]> => {
  const owner = await tx
    .selectFrom('users as u')
    .leftJoin('memberships as m', (join) => join.onRef('m.realm_id', '=', 'u.realm_id').onRef('m.user_id', '=', 'u.id'))
    .select(['u.email', 'u.locale', 'm.tenant_id'])
    .where('u.realm_id', '=', site.franchiseId)
    .where('u.id', '=', userId)
    .executeTakeFirst();
  if (!owner) return [];
  const ref = await mail.queue(
    tx,
    { tenantId: owner.tenant_id ?? site.franchiseId, franchiseId: site.franchiseId, userId },
    {
      template: 'already_registered',
      to: owner.email,
      language: owner.locale?.startsWith('fr') ? 'fr' : 'en',
      data: { signInLink: `${origin}/auth/login`, resetLink: `${origin}/auth/forget-password` },
      once: `already-registered/${userId}/${now.toISOString().slice(0, 10)}`,
    },
    now,
  );
  return [ref];
};

/** Keeps what was agreed to, where something was; works as the realm afterwards. */
const agreeToTerms = async (
  tx: Tx,
  { franchiseId: realmId }: Site,
  { terms, userName, firstName, lastName }: SignUpInput,
  at: { readonly userId: string; readonly companyId: string; readonly ip: string },
  now: Date,
): Promise<void> => {
  if (!terms) return;
  const who = { realmId, userId: at.userId, companyId: at.companyId, userName, fullName: `${firstName} ${lastName}` };
  const kept = await keepAgreement(tx, { ownerId: realmId, shown: terms, who, ip: at.ip, atSignUp: true }, now);
  if (!kept)
    throw new Refused({
      code: 'validation',
      errors: [{ field: 'terms', message: 'The terms have changed. Read them again and agree.' }],
    });
  await actAs(tx, { role: 'app_identity', realmId });
};

const acceptInvitation = async (
  parts: AuthParts,
  { site, visitor, token }: { readonly site: Site; readonly visitor: Visitor; readonly token: string },
  input: SignUpInput,
  passwordHash: string,
  now: Date,
): Promise<Done> => {
  const { db } = parts;
  if (!site.signUp) throw new Refused({ code: 'sign_up_closed' });
  const realm = { realmId: site.franchiseId };
  const accepted = await db.identity(realm, async (tx) => {
    const invitation = await invitationOf(tx, site.franchiseId, token, now, true);
    if (!invitation) throw new Refused({ code: 'invitation_invalid' });
    // Whoever holds the token reads the address's mails, so this may be told.
    if (await provedByAnother(tx, realm, invitation.email))
      throw new Refused({
        code: 'invitation_invalid',
        message: 'You already have an account with this e-mail address.',
        advice: 'Sign in with it, or ask to be invited at another address.',
      });
    const userId = await insertUser(
      tx,
      {
        ...input,
        ...realm,
        email: invitation.email,
        tenantId: invitation.tenantId,
        roleId: invitation.roleId,
        verified: true,
        locale: input.language ?? invitation.language,
      },
      passwordHash,
      now,
    );
    if (agreesToTerms(invitation, site))
      await agreeToTerms(tx, site, input, { userId, companyId: invitation.tenantId, ip: visitor.ip }, now);
    await markAccepted(tx, { ...realm, id: invitation.id, userId }, now);
    return { invitation, mails: await tellInviter(parts, tx, site, invitation, input, now) };
  });
  return {
    signedUp: { userName: input.userName, email: accepted.invitation.email, verified: true },
    mails: accepted.mails,
  };
};

const tellInviter = async (
  { mail }: AuthParts,
  tx: Tx,
  site: Site,
  invitation: Invitation,
  input: SignUpInput,
  now: Date,
): Promise<JournalRef[]> => {
  if (invitation.invitedBy === null) return [];
  const owner = { realmId: site.franchiseId, userId: invitation.invitedBy };
  const inviter = await readAccountIn(tx, owner);
  if (!inviter || inviter.state !== 'active' || !(await wantsNotice(tx, owner, 'invitation_accepted'))) return [];
  const tenant = await tx
    .selectFrom('tenants')
    .select('name')
    .where('id', '=', invitation.tenantId)
    .executeTakeFirstOrThrow();
  const ref = await mail.queue(
    tx,
    mailOwner(inviter, site.franchiseId),
    {
      template: 'invitation_accepted',
      to: inviter.email,
      language: inviter.language,
      data: { personName: `${input.firstName} ${input.lastName}`, tenantName: tenant.name, email: invitation.email },
    },
    now,
  );
  return [ref];
};

export interface ShownInvitation {
  readonly tenantName: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly roleName: string;
  readonly language: MailLanguage;
  readonly agreesToTerms: boolean;
}

/** Those of a customer agree with the franchise; its own staff do not. */
const agreesToTerms = ({ tenantId }: Pick<Invitation, 'tenantId'>, { franchiseId }: Site): boolean =>
  tenantId !== franchiseId;

/** For the sign-up page. Problem `invitation_invalid`. */
export const showInvitation = async (
  parts: AuthParts,
  visitor: Visitor,
  token: string,
): Promise<Outcome<ShownInvitation>> => {
  const found = await siteOf(parts, visitor);
  if (!found.ok) return found;
  const { franchiseId } = found.value;
  const shown = await parts.db.identity({ realmId: franchiseId }, async (tx) => {
    const invitation = await invitationOf(tx, franchiseId, token, parts.clock.now());
    if (!invitation) return undefined;
    const place = await tx
      .selectFrom('tenants as t')
      .leftJoin('roles as r', (join) => join.onRef('r.tenant_id', '=', 't.id').on('r.id', '=', invitation.roleId))
      .select(['t.name', 'r.name as role_name'])
      .where('t.id', '=', invitation.tenantId)
      .executeTakeFirst();
    return place && { invitation, place };
  });
  if (!shown) return problem('invitation_invalid');
  const { invitation, place } = shown;
  return {
    ok: true,
    value: {
      tenantName: place.name,
      email: invitation.email,
      firstName: invitation.firstName,
      lastName: invitation.lastName,
      roleName: place.role_name ?? '',
      language: invitation.language,
      agreesToTerms: agreesToTerms(invitation, found.value),
    },
  };
};
