/**
 * The operator's desk for franchises, and a franchise admin's own branding. Made after mail and carriers, which stand on
 * this module's hosts.
 */
import {
  addHost as addHostCall,
  createFranchise,
  getBranding,
  getFranchise,
  getOwnBranding,
  getOwnFranchise,
  inviteFranchiseAdmin,
  listFranchises as listFranchisesCall,
  listOwnPlans,
  listPlans,
  putBranding,
  putOwnBranding,
  putSender as putSenderCall,
  removeHost as removeHostCall,
  resumeFranchise,
  suspendFranchise,
  updateFranchise as updateFranchiseCall,
  updateOwnPlan,
  updatePlan,
  uploadBrandPicture,
  uploadOwnPicture,
  verifyHost as verifyHostCall,
  verifySender as verifySenderCall,
} from '@scanship/contracts/network/franchises';
import type { RequestContext } from '../../platform/context.ts';
import type { ClaimedOrigin } from '../../platform/http/named-host.ts';
import type { Dns } from '../../platform/dns.ts';
import { data, route, type Route } from '../../platform/http/handler.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { isTimeZone } from '../../platform/time-zone.ts';
import { changePlanOffer, readPlans } from '../subscriptions/index.ts';
import { changeBranding, readBrandingRecord, uploadPicture } from './edit-branding.ts';
import {
  listFranchises,
  makeFranchise,
  readFranchise,
  setFranchiseState,
  storedLocale,
  updateFranchise,
} from './franchise-record.ts';
import { addHost, type HostDeps, removeHost, verifyHost } from './host-proof.ts';
import { saveBranding } from './save-branding.ts';
import { putSender, verifySender } from './sender-domain.ts';

/** Mails an invitation to administer a tenant; the people module does it. Problem: `validation` (there already). */
export type InviteAdministrator = (
  by: RequestContext,
  tenantId: string,
  email: string,
  origin: ClaimedOrigin | undefined,
) => Promise<Outcome<void>>;

export interface FranchiseDeskDeps {
  readonly dns: Dns;
  readonly inviteAdministrator: InviteAdministrator;
  /** After hosts, states or branding changed: what is remembered of them in this process is read anew. */
  readonly forget: () => void;
}

export const franchiseDeskRoutes = (services: Services, desk: FranchiseDeskDeps): readonly Route[] => {
  const { db } = services;
  const deps: HostDeps & Services = { ...services, dns: desk.dns };

  /** The record as every changing call answers it. */
  const answer = async (franchiseId: string, done: Outcome<void>, successMessage?: string) => {
    desk.forget();
    if (!done.ok) return done;
    const record = await readFranchise(deps, franchiseId);
    return record.ok ? data(record.value, successMessage === undefined ? {} : { successMessage }) : record;
  };
  const known = async (franchiseId: string): Promise<Outcome<{ currency: string }>> => {
    const record = await readFranchise(deps, franchiseId);
    return record.ok ? { ok: true, value: { currency: record.value.currency } } : record;
  };
  /** Runs only for a franchise there is. */
  const change = async (franchiseId: string, work: () => Promise<Outcome<void>>, successMessage: string) => {
    const there = await known(franchiseId);
    return there.ok ? answer(franchiseId, await work(), successMessage) : there;
  };

  const brandingOf = async (franchiseId: string, successMessage?: string) =>
    data(await readBrandingRecord(deps, franchiseId), successMessage === undefined ? {} : { successMessage });
  const saveBrand = async (franchiseId: string, body: Parameters<typeof changeBranding>[2]) => {
    const saved = await changeBranding(deps, franchiseId, body);
    desk.forget();
    return saved.ok ? brandingOf(franchiseId, 'Branding saved.') : saved;
  };

  return [
    route(listFranchisesCall, async ({ query }) => {
      const { page = 1, size = 20 } = query;
      const { franchises, total } = await listFranchises(deps, {
        search: query.search,
        state: query.state,
        page,
        size,
      });
      return data({ franchises, totalRecords: total, totalPage: Math.ceil(total / size), currentPage: page });
    }),
    route(getFranchise, async ({ params }) => {
      const record = await readFranchise(deps, params.id);
      return record.ok ? data(record.value) : record;
    }),
    route(getOwnFranchise, async ({ ctx }) => {
      const record = await readFranchise(deps, ctx.tenantId);
      return record.ok ? data(record.value) : record;
    }),
    route(createFranchise, async ({ ctx, body, origin }) => {
      const invalid = (field: string, message: string) =>
        problem('validation', { errors: [{ field, code: field, message }] });
      if (body.timeZone !== undefined && !isTimeZone(body.timeZone))
        return invalid('timeZone', 'There is no such time zone.');
      const host = body.host;
      if (host !== undefined && (await hostIsTaken(services, host)))
        return invalid('host', 'This host belongs to another franchise.');
      const added = await makeFranchise(deps, {
        platformId: ctx.tenantId,
        name: body.name,
        currency: body.currency,
        timeZone: body.timeZone,
        locale: storedLocale(body.locale),
      });
      if (!added.ok) return added;
      const { tenantId } = added.value;
      await db.tenant({ tenantId }, (tx) =>
        saveBranding(tx, tenantId, {
          brandName: body.brandName || body.name,
          primaryColor: body.primaryColor?.toLowerCase() ?? null,
        }),
      );
      const hostAdded = host === undefined ? undefined : await addHost(deps, tenantId, host);
      const invited =
        body.administratorEmail === undefined
          ? undefined
          : await desk.inviteAdministrator(ctx, tenantId, body.administratorEmail, origin);
      const failed = [hostAdded, invited].find((each) => each !== undefined && !each.ok);
      // The franchise is there; what could not be done beside it is said, and its record shows what is missing.
      return answer(
        tenantId,
        { ok: true, value: undefined },
        failed && !failed.ok
          ? `Franchise created. ${failed.problem.errors?.[0]?.message ?? failed.problem.message ?? ''}`.trim()
          : 'Franchise created.',
      );
    }),
    route(updateFranchiseCall, async ({ params, body }) =>
      answer(params.id, await updateFranchise(deps, params.id, body), 'Franchise saved.'),
    ),
    route(suspendFranchise, async ({ params }) =>
      answer(params.id, await setFranchiseState(deps, params.id, 'suspended'), 'Franchise suspended.'),
    ),
    route(resumeFranchise, async ({ params }) =>
      answer(params.id, await setFranchiseState(deps, params.id, 'active'), 'Franchise is active again.'),
    ),
    route(inviteFranchiseAdmin, async ({ ctx, params, body, origin }) =>
      change(params.id, () => desk.inviteAdministrator(ctx, params.id, body.email, origin), 'Invitation sent.'),
    ),
    route(addHostCall, async ({ params, body }) =>
      change(params.id, () => addHost(deps, params.id, body.host), 'Host added.'),
    ),
    route(verifyHostCall, async ({ params }) =>
      change(
        params.id,
        () => verifyHost(deps, params.id, params.host.toLowerCase()),
        'Host verified; it is served now.',
      ),
    ),
    route(removeHostCall, async ({ params }) =>
      change(params.id, () => removeHost(deps, params.id, params.host.toLowerCase()), 'Host removed.'),
    ),
    route(putSenderCall, async ({ params, body }) =>
      change(params.id, () => putSender(deps, params.id, body.address), 'Mail address saved.'),
    ),
    route(verifySenderCall, async ({ params }) =>
      change(params.id, () => verifySender(deps, params.id), 'The domain was checked.'),
    ),

    route(listPlans, async ({ params }) => {
      const there = await known(params.id);
      return there.ok ? data({ plans: await readPlans(deps, params.id, there.value.currency) }) : there;
    }),
    route(updatePlan, async ({ ctx, params, body }) => {
      const there = await known(params.id);
      if (!there.ok) return there;
      const changed = await changePlanOffer(deps, params.id, params.code, body, ctx.userId);
      return changed.ok
        ? data({ plans: await readPlans(deps, params.id, there.value.currency) }, { successMessage: 'Plan saved.' })
        : changed;
    }),
    route(listOwnPlans, async ({ ctx }) => data({ plans: await readPlans(deps, ctx.tenantId, ctx.currency) })),
    route(updateOwnPlan, async ({ ctx, params, body }) => {
      const changed = await changePlanOffer(deps, ctx.tenantId, params.code, body, ctx.userId);
      return changed.ok
        ? data({ plans: await readPlans(deps, ctx.tenantId, ctx.currency) }, { successMessage: 'Plan saved.' })
        : changed;
    }),

    route(getBranding, async ({ params }) => {
      const there = await known(params.id);
      return there.ok ? brandingOf(params.id) : there;
    }),
    route(putBranding, async ({ params, body }) => {
      const there = await known(params.id);
      return there.ok ? saveBrand(params.id, body) : there;
    }),
    route(uploadBrandPicture, async ({ params, body, file }) => {
      const there = await known(params.id);
      if (!there.ok) return there;
      const uploaded = await uploadPicture(deps, params.id, body.field, file);
      return uploaded.ok ? data(uploaded.value) : uploaded;
    }),
    route(getOwnBranding, async ({ ctx }) => brandingOf(ctx.tenantId)),
    route(putOwnBranding, async ({ ctx, body }) => saveBrand(ctx.tenantId, body)),
    route(uploadOwnPicture, async ({ ctx, body, file }) => {
      const uploaded = await uploadPicture(deps, ctx.tenantId, body.field, file);
      return uploaded.ok ? data(uploaded.value) : uploaded;
    }),
  ];
};

const hostIsTaken = async ({ db }: Pick<Services, 'db'>, host: string): Promise<boolean> =>
  (await db.reference((tx) => tx.selectFrom('hosts').select('host').where('host', '=', host).executeTakeFirst())) !==
  undefined;
