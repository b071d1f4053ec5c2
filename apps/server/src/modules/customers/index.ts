/** The customers of a franchise: list, record, people, plan, credit, sales agent. */
import {
  assignAgent,
  createCustomer,
  exportCustomers,
  getCustomer,
  inviteCustomerAdmin,
  liftRestriction as liftRestrictionCall,
  listCustomers as listCustomersCall,
  restrictCustomer as restrictCustomerCall,
  resumeCustomer,
  sendCustomerCode,
  setCustomerCredit,
  suspendCustomer,
  updateCustomer as updateCustomerCall,
} from '@scanship/contracts/network/customers';
import type { RequestContext } from '../../platform/context.ts';
import { data, route, type Route } from '../../platform/http/handler.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { isTimeZone } from '../../platform/time-zone.ts';
import { isAgent } from '../agents/index.ts';
import type { SendCode } from '../auth/index.ts';
import type { MailModule } from '../mail/index.ts';
import { addCustomer, type InviteAdministrator, storedLocale } from '../tenants/index.ts';
import { customersFile } from './customers-file.ts';
import { customerChanges } from './customer-changes.ts';
import { setAgent, setCredit, setCustomerState, updateCustomer } from './change-customer.ts';
import { mayReachCustomer } from './find-customers.ts';
import { listCustomers, readCustomer } from './read-customers.ts';
import { noteRoutes } from './notes/routes.ts';
import { liftRestriction, restrictCustomer } from './restrict-customer.ts';

export { addGroup, putInGroup, readGroups, removeGroup, renameGroup } from './groups.ts';
export { customersOfAgent, findCustomers, mayReachCustomer, visibleCustomers } from './find-customers.ts';

export const createCustomersModule = (
  services: Services,
  parts: {
    readonly inviteAdministrator: InviteAdministrator;
    readonly sendCode: SendCode;
    readonly mail: Pick<MailModule, 'queue' | 'links' | 'soon'>;
  },
): { readonly routes: readonly Route[] } => {
  const { db, clock, config } = services;
  const restricting = { db, clock, mail: parts.mail };
  const options = () => ({ now: clock.now(), withTest: config.simulators });

  /** The record as every changing call answers it. */
  const answer = async (ctx: RequestContext, customerId: string, done: Outcome<void>, successMessage: string) => {
    if (!done.ok) return done;
    const record = await readCustomer(db, ctx, customerId, options());
    return record.ok ? data(record.value, { successMessage, told: { name: record.value.name } }) : record;
  };

  /** The same for a change whose former values the audit log tells. */
  const changed = async (
    ctx: RequestContext,
    customerId: string,
    change: () => Promise<Outcome<void>>,
    successMessage: string,
  ) => {
    const before = await readCustomer(db, ctx, customerId, options());
    if (!before.ok) return before;
    const done = await change();
    if (!done.ok) return done;
    const after = await readCustomer(db, ctx, customerId, options());
    return after.ok ? data(after.value, { successMessage, told: customerChanges(before.value, after.value) }) : after;
  };

  return {
    routes: [
      ...noteRoutes(services),
      route(listCustomersCall, async ({ ctx, query }) => {
        const { page = 1, size = 20, sort = 'name', ...filter } = query;
        const found = await listCustomers(db, ctx, { ...filter, sort, page, size }, clock.now());
        return data({
          customers: found.customers,
          totalRecords: found.total,
          totalPage: Math.ceil(found.total / size),
          currentPage: page,
          agents: found.agents,
          groups: found.groups,
        });
      }),
      route(exportCustomers, async ({ ctx, query }) => ({
        ok: true,
        value: {
          kind: 'download',
          chunks: customersFile(db, ctx, { ...query, sort: query.sort ?? 'name' }, clock.now()),
          contentType: 'text/csv; charset=utf-8',
          fileName: ctx.locale.startsWith('fr') ? 'Clients.csv' : 'Customers.csv',
        },
      })),
      route(getCustomer, async ({ ctx, params }) => {
        const record = await readCustomer(db, ctx, params.id, options());
        return record.ok ? data(record.value) : record;
      }),
      route(createCustomer, async ({ ctx, body, origin }) => {
        const invalid = (field: string, message: string) =>
          problem('validation', { errors: [{ field, code: field, message }] });
        if (body.timeZone !== undefined && !isTimeZone(body.timeZone))
          return invalid('timeZone', 'There is no such time zone.');
        if (body.agentId !== undefined && !(await isAgent(db, ctx, body.agentId)))
          return invalid('agentId', 'This person is not a sales agent of the franchise.');
        const added = await addCustomer(db, {
          franchiseId: ctx.tenantId,
          name: body.name,
          planName: body.plan,
          since: clock.now(),
          currency: ctx.currency,
          timeZone: body.timeZone ?? ctx.timeZone,
          locale: storedLocale(body.locale ?? ctx.locale),
        });
        if (body.agentId !== undefined) await setAgent(db, ctx, added.tenantId, body.agentId);
        const invited =
          body.administratorEmail === undefined
            ? undefined
            : await parts.inviteAdministrator(ctx, added.tenantId, body.administratorEmail, origin);
        // The customer is there; an invitation that could not be sent is said, and can be sent from its record.
        const words =
          invited === undefined
            ? 'Customer created.'
            : invited.ok
              ? 'Customer created, invitation sent.'
              : `Customer created, but the invitation was not sent. ${invited.problem.errors?.[0]?.message ?? invited.problem.message ?? ''}`.trim();
        return answer(ctx, added.tenantId, { ok: true, value: undefined }, words);
      }),
      route(updateCustomerCall, async ({ ctx, params, body }) =>
        changed(ctx, params.id, () => updateCustomer(db, ctx, params.id, body), 'Customer saved.'),
      ),
      route(inviteCustomerAdmin, async ({ ctx, params, body, origin }) => {
        // Only a customer of this franchise: the record is looked up under its tenant id.
        const record = await readCustomer(db, ctx, params.id, options());
        if (!record.ok) return record;
        return answer(
          ctx,
          params.id,
          await parts.inviteAdministrator(ctx, params.id, body.email, origin),
          'Invitation sent.',
        );
      }),
      route(sendCustomerCode, async ({ ctx, params, body }) => {
        if (!(await mayReachCustomer(db, ctx, params.id))) return problem('not_found');
        const sent = await parts.sendCode(ctx.realmId, params.id, body.username);
        return sent.ok
          ? data(sent.value, {
              successMessage: `A new code is on its way to ${sent.value.email}.`,
              told: { name: body.username },
            })
          : sent;
      }),
      route(suspendCustomer, async ({ ctx, params, body }) =>
        changed(
          ctx,
          params.id,
          () => setCustomerState(db, ctx, params.id, 'suspended', body.reason, clock.now()),
          'Customer suspended.',
        ),
      ),
      route(resumeCustomer, async ({ ctx, params }) =>
        changed(
          ctx,
          params.id,
          () => setCustomerState(db, ctx, params.id, 'active', null, clock.now()),
          'Customer can work again.',
        ),
      ),
      route(restrictCustomerCall, async ({ ctx, params, body }) =>
        answer(ctx, params.id, await restrictCustomer(restricting, ctx, params.id, body), 'Shipping is stopped.'),
      ),
      route(liftRestrictionCall, async ({ ctx, params }) =>
        answer(ctx, params.id, await liftRestriction(restricting, ctx, params.id), 'Customer can ship again.'),
      ),
      route(setCustomerCredit, async ({ ctx, params, body }) =>
        changed(ctx, params.id, () => setCredit(db, ctx, params.id, body), 'Credit saved.'),
      ),
      route(assignAgent, async ({ ctx, params, body }) =>
        changed(ctx, params.id, () => setAgent(db, ctx, params.id, body.agentId), 'Sales agent saved.'),
      ),
    ],
  };
};
