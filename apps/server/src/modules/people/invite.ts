/**
 * Invitations and the mail that carries them. Everything a mail needs is checked before the row is written; row and mail are
 * one transaction.
 */
import type { RequestContext } from '../../platform/context.ts';
import { actAs, type Tx } from '../../platform/database/database.ts';
import type { JournalRef } from '../../platform/journal/handler.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { isLoopback } from '../../config/config.ts';
import type { ClaimedOrigin } from '../../platform/http/named-host.ts';
import type { MailModule } from '../mail/index.ts';
import { planLimitsOf } from '../subscriptions/index.ts';
import {
  accountKey,
  addInvitation,
  INVITATION_DAYS,
  invitationPath,
  openInvitations,
  readMembers,
  renewInvitation,
  type SentInvitation,
} from '../users/index.ts';

export interface InviteDeps extends Pick<Services, 'db' | 'clock'> {
  readonly mail: Pick<MailModule, 'queue' | 'soon' | 'links'>;
}

/** The company a person is invited to. */
export interface Host {
  readonly tenantId: string;
  readonly realmId: string;
  readonly name: string;
  readonly locale: 'en' | 'fr';
}

export const readHost = async ({ db }: Pick<Services, 'db'>, tenantId: string): Promise<Host | undefined> => {
  const row = await db.reference((tx) =>
    tx.selectFrom('tenants').select(['id', 'realm_id', 'name', 'locale']).where('id', '=', tenantId).executeTakeFirst(),
  );
  return (
    row && {
      tenantId: row.id,
      realmId: row.realm_id,
      name: row.name,
      locale: row.locale.startsWith('fr') ? 'fr' : 'en',
    }
  );
};

export interface Invite {
  readonly roleId: string;
  readonly email: string;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly language?: 'en' | 'fr' | undefined;
}

/**
 * Where the link of a mail leads: a proved address of the franchise. On one machine the franchises differ by name only, so
 * scheme and port are the request's. Problem: `validation` when the franchise has no address that is proved.
 */
const siteOf = async (
  deps: InviteDeps,
  by: RequestContext,
  host: Host,
  claimed: ClaimedOrigin | undefined,
): Promise<Outcome<string>> => {
  const rows = await deps.db.reference((tx) =>
    tx
      .selectFrom('hosts')
      .select('host')
      .where('tenant_id', '=', host.realmId)
      .where('state', '=', 'verified')
      .orderBy('created_at')
      .execute(),
  );
  const hosts = rows.map((row) => row.host);
  const elsewhere = by.realmId !== host.realmId;
  if (elsewhere && hosts.length === 0)
    return problem('validation', {
      message: `${host.name} has no verified host yet, so an invitation would lead nowhere.`,
      advice: 'Verify a host first, then invite.',
    });
  const theirs = elsewhere ? (hosts.find((each) => each === claimed?.host) ?? hosts.find(isLoopback)) : claimed?.host;
  const origin = await deps.mail.links.of(
    host.realmId,
    claimed && theirs !== undefined ? { ...claimed, host: theirs } : undefined,
  );
  return origin === undefined
    ? problem('validation', {
        message: 'The site has no address that is proved, so an invitation would lead nowhere.',
        advice: 'Ask the operator to verify a host.',
      })
    : { ok: true, value: origin };
};

const inviterName = async (deps: InviteDeps, by: RequestContext): Promise<string> => {
  const row = await deps.db.identity(by, (tx) =>
    tx
      .selectFrom('users')
      .select(['first_name', 'last_name'])
      .where('realm_id', '=', by.realmId)
      .where('id', '=', by.userId)
      .executeTakeFirst(),
  );
  return `${row?.first_name ?? ''} ${row?.last_name ?? ''}`.trim() || by.userName;
};

/** Whether the plan has a place left; locks nothing: two at once may take the last one, which harms nobody. */
const seatProblem = async (deps: InviteDeps, tx: Tx, host: Host, limit: number | null): Promise<Outcome<void>> => {
  if (limit === null) return { ok: true, value: undefined };
  const members = await readMembers(tx, host);
  const now = deps.clock.now();
  const invited = (await openInvitations(tx, host.realmId, host.tenantId)).filter((each) => each.expiresAt > now);
  return members.filter(({ state }) => state !== 'disabled').length + invited.length < limit
    ? { ok: true, value: undefined }
    : problem('plan_limit', {
        message: `The plan allows ${limit} ${limit === 1 ? 'person' : 'people'}, and all places are taken or promised.`,
      });
};

/** Invites somebody to a company and mails the link. Problems: `validation`, `plan_limit`. */
export const invite = async (
  deps: InviteDeps,
  by: RequestContext,
  host: Host,
  input: Invite,
  claimed: ClaimedOrigin | undefined,
): Promise<Outcome<SentInvitation>> => {
  const site = await siteOf(deps, by, host, claimed);
  if (!site.ok) return site;
  const [name, limits] = await Promise.all([inviterName(deps, by), planLimitsOf(deps, host.tenantId)]);
  const now = deps.clock.now();
  const language = input.language ?? host.locale;
  const sent = await deps.db.identity({ realmId: host.realmId }, async (tx) => {
    const seat = await seatProblem(deps, tx, host, limits.users);
    if (!seat.ok) return seat;
    const added = await addInvitation(
      tx,
      {
        realmId: host.realmId,
        tenantId: host.tenantId,
        ...input,
        language,
        invitedBy: by.realmId === host.realmId ? by.userId : undefined,
      },
      now,
    );
    if (!added.ok) return added;
    const ref = await queueInvitation(
      deps,
      tx,
      host,
      { ...input, language },
      added.value,
      { inviterName: name, origin: site.value },
      now,
    );
    return { ok: true as const, value: { ...added.value, ref } };
  });
  if (!sent.ok) return sent;
  deps.mail.soon([sent.value.ref]);
  return sent;
};

/** A new link; the old one is void. Problems: `not_found`, `wait_to_resend`, `validation`. */
export const resend = async (
  deps: InviteDeps,
  by: RequestContext,
  host: Host,
  invitationId: string,
  claimed: ClaimedOrigin | undefined,
): Promise<Outcome<void>> => {
  const site = await siteOf(deps, by, host, claimed);
  if (!site.ok) return site;
  const name = await inviterName(deps, by);
  const now = deps.clock.now();
  const sent = await deps.db.identity({ realmId: host.realmId }, async (tx) => {
    const renewed = await renewInvitation(tx, { ...host, id: invitationId }, now);
    if (!renewed.ok) return renewed;
    const { invitation } = renewed.value;
    const ref = await queueInvitation(
      deps,
      tx,
      host,
      invitation,
      renewed.value,
      { inviterName: name, origin: site.value },
      now,
    );
    return { ok: true as const, value: ref };
  });
  if (!sent.ok) return sent;
  deps.mail.soon([sent.value]);
  return { ok: true, value: undefined };
};

const queueInvitation = (
  { mail }: InviteDeps,
  tx: Tx,
  host: Host,
  to: { readonly email: string; readonly language: 'en' | 'fr' },
  sent: SentInvitation,
  words: { readonly inviterName: string; readonly origin: string },
  now: Date,
) =>
  mail.queue(
    tx,
    { tenantId: host.tenantId, franchiseId: host.realmId },
    {
      template: 'invitation',
      to: to.email.trim(),
      language: to.language,
      data: {
        inviterName: words.inviterName,
        tenantName: host.name,
        link: `${words.origin}${invitationPath(sent.token)}`,
        days: INVITATION_DAYS,
      },
      expiresAt: sent.expiresAt,
    },
    now,
  );

/**
 * Invites somebody to administer a company below; an open invitation of the address is sent anew instead. For franchise
 * and customer desks, whose callers were authorised there. Problems: as `invite` and `resend`.
 */
export const inviteAdministrator = async (
  deps: InviteDeps,
  by: RequestContext,
  tenantId: string,
  email: string,
  claimed: ClaimedOrigin | undefined,
): Promise<Outcome<void>> => {
  const host = await readHost(deps, tenantId);
  if (!host) return problem('not_found');
  const open = await deps.db.identity({ realmId: host.realmId }, (tx) => openInvitations(tx, host.realmId, tenantId));
  const there = open.find((each) => accountKey(each.email) === accountKey(email));
  if (there) return resend(deps, by, host, there.id, claimed);
  const role = await deps.db.tenant({ tenantId }, (tx) =>
    tx
      .selectFrom('roles')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .where('built_in', '=', true)
      .where('base_role', 'in', ['ROLE_CUSTOMER_ADMIN', 'ROLE_FRANCHISE_ADMIN', 'ROLE_SUPER_ADMIN'])
      .executeTakeFirst(),
  );
  if (!role) return problem('not_found');
  const sent = await invite(deps, by, host, { roleId: role.id, email }, claimed);
  return sent.ok ? { ok: true, value: undefined } : sent;
};

export interface CarriedPerson extends Invite {
  readonly language: 'en' | 'fr';
}

/**
 * Invites people to the company that takes the place of theirs below another franchise. Whoever has an account there or is invited
 * already is left out. Part of the caller's transaction; ends as the realm.
 */
export const inviteCarried = async (
  deps: InviteDeps,
  tx: Tx,
  host: Host,
  people: readonly CarriedPerson[],
  words: { readonly inviterName: string; readonly origin: string },
  now: Date,
): Promise<readonly JournalRef[]> => {
  await actAs(tx, { role: 'app_identity', realmId: host.realmId });
  const refs: JournalRef[] = [];
  for (const person of people) {
    const added = await addInvitation(tx, { realmId: host.realmId, tenantId: host.tenantId, ...person }, now);
    if (added.ok) refs.push(await queueInvitation(deps, tx, host, person, added.value, words, now));
  }
  return refs;
};
