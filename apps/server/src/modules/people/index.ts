/** People of a company: who they are, what they may do, and invitations. */
import {
  invitePerson,
  listPeople,
  type Person,
  removePerson,
  resendInvitation,
  resumePerson,
  setPersonRole,
  suspendPerson,
  withdrawInvitation as withdrawInvitationCall,
} from '@scanship/contracts/access/people';
import type { RequestContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { data, route, type Route } from '../../platform/http/handler.ts';
import type { JournalRef } from '../../platform/journal/handler.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import type { MailModule } from '../mail/index.ts';
import { planLimitsOf } from '../subscriptions/index.ts';
import type { InviteAdministrator } from '../tenants/index.ts';
import { withdrawInvitation } from '../users/index.ts';
import { givableRole, readPeople, remove, resume, setRole, suspend } from './administer-people.ts';
import {
  type CarriedPerson,
  type Host,
  invite,
  inviteAdministrator,
  inviteCarried,
  readHost,
  resend,
} from './invite.ts';

export type { CarriedPerson } from './invite.ts';

export interface PeopleModule {
  readonly routes: readonly Route[];
  /** For the desks of franchises and customers. @see inviteAdministrator */
  readonly inviteAdministrator: InviteAdministrator;
  /** @see inviteCarried */
  inviteCarried(
    tx: Tx,
    host: Host,
    people: readonly CarriedPerson[],
    words: { readonly inviterName: string; readonly origin: string },
  ): Promise<readonly JournalRef[]>;
}

export const createPeopleModule = (services: Services, parts: { readonly mail: MailModule }): PeopleModule => {
  const { db, clock } = services;
  const deps = { db, clock, mail: parts.mail };

  /** The row of a person or invitation, as every changing call answers it. */
  const answer = async (
    ctx: RequestContext,
    id: string,
    done: Outcome<unknown>,
    successMessage: string,
    told: Readonly<Record<string, string>> = {},
  ) => {
    if (!done.ok) return done;
    const person = (await readPeople(db, ctx)).find((each) => each.id === id);
    return person ? data(person, { successMessage, told: { ...told, name: person.fullName } }) : problem('not_found');
  };
  const editableInvitation = async (ctx: RequestContext, id: string): Promise<Outcome<Person>> => {
    const found = (await readPeople(db, ctx)).find((each) => each.id === id && each.state === 'invited');
    if (!found) return problem('not_found');
    return found.editable
      ? { ok: true, value: found }
      : problem('forbidden', { message: 'This invitation is for a role that holds more than yours.' });
  };

  return {
    inviteAdministrator: (by, tenantId, email, origin) => inviteAdministrator(deps, by, tenantId, email, origin),
    inviteCarried: (tx, host, people, words) => inviteCarried(deps, tx, host, people, words, clock.now()),
    routes: [
      route(listPeople, async ({ ctx, query }) => {
        const { page = 1, size = 50 } = query;
        const everybody = await readPeople(db, ctx);
        const words = query.search?.trim().toLowerCase() ?? '';
        const found = everybody.filter(
          (each) =>
            (query.state === undefined || each.state === query.state) &&
            (query.roleId === undefined || each.role.id === query.roleId) &&
            (words === '' ||
              [each.userName, each.fullName, each.email].some((text) => text.toLowerCase().includes(words))),
        );
        const now = clock.now().toISOString();
        const used = everybody.filter((each) =>
          each.state === 'invited' ? (each.expiresAt ?? '') > now : each.state !== 'suspended',
        ).length;
        return data({
          people: found.slice((page - 1) * size, page * size),
          totalRecords: found.length,
          totalPage: Math.ceil(found.length / size),
          currentPage: page,
          seats: { used, limit: (await planLimitsOf(services, ctx.tenantId)).users },
        });
      }),
      route(invitePerson, async ({ ctx, body, origin }) => {
        const role = await givableRole(db, ctx, body.roleId);
        if (!role.ok) return role;
        const host = await readHost(deps, ctx.tenantId);
        if (!host) return problem('not_found');
        const { locale, ...input } = body;
        const language = locale === undefined ? undefined : locale === 'fr-CA' ? 'fr' : 'en';
        const sent = await invite(deps, ctx, host, { ...input, language }, origin);
        return answer(ctx, sent.ok ? sent.value.id : '', sent, 'Invitation sent.');
      }),
      route(resendInvitation, async ({ ctx, params, origin }) => {
        const found = await editableInvitation(ctx, params.id);
        if (!found.ok) return found;
        const host = await readHost(deps, ctx.tenantId);
        if (!host) return problem('not_found');
        return answer(ctx, params.id, await resend(deps, ctx, host, params.id, origin), 'Invitation sent again.');
      }),
      route(withdrawInvitationCall, async ({ ctx, params }) => {
        const found = await editableInvitation(ctx, params.id);
        if (!found.ok) return found;
        const gone = await db.identity(ctx, (tx) => withdrawInvitation(tx, { ...ctx, id: params.id }, clock.now()));
        return gone ? data({}, { successMessage: 'Invitation withdrawn.' }) : problem('not_found');
      }),
      route(setPersonRole, async ({ ctx, params, body }) => {
        const roleOf = async () => (await readPeople(db, ctx)).find((each) => each.id === params.id)?.role.name ?? '';
        const was = await roleOf();
        const done = await setRole(db, ctx, params.id, body.roleId);
        return answer(ctx, params.id, done, 'Role saved.', { role: `${was} -> ${done.ok ? await roleOf() : was}` });
      }),
      route(suspendPerson, async ({ ctx, params }) =>
        answer(ctx, params.id, await suspend(db, ctx, params.id, clock.now()), 'Person suspended.'),
      ),
      route(resumePerson, async ({ ctx, params }) =>
        answer(ctx, params.id, await resume(db, ctx, params.id), 'Person can work again.'),
      ),
      route(removePerson, async ({ ctx, params }) => {
        const removed = await remove(db, ctx, params.id, clock.now());
        return removed.ok ? data({}, { successMessage: 'Person removed.' }) : removed;
      }),
    ],
  };
};
