/** Tracking: following parcels. What other modules may use. */
import {
  getTracking,
  markShipmentLost,
  refreshTracking as refreshCall,
  type ShipmentTracking,
} from '@scanship/contracts/shipping/tracking';
import type { FastifyInstance } from 'fastify';
import type { RequestContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { data, route, type Route } from '../../platform/http/handler.ts';
import { registerHook } from '../../platform/inbox/hook-route.ts';
import type { Inbox } from '../../platform/inbox/inbox.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import type { CarriersModule } from '../carriers/index.ts';
import type { ExceptionSource } from '../exceptions/index.ts';
import type { CountReading } from '../readings/index.ts';
import type { FollowParcels, TellBuyer } from './apply-report.ts';
import type { AskDeps } from './ask-carrier.ts';
import { refreshTracking } from './commands/refresh.ts';
import { createDelayWatch, type DelayWatch } from './delay-watch.ts';
import { trackingExceptionSource } from './exception-source.ts';
import { FAMILY, HOOK_URL, type HookDeps, pushWorker, receivePush, subscriber } from './hooks.ts';
import { noteParcel } from './parcel-trouble.ts';
import { createPoller, type Poller } from './poller.ts';
import { readTracking } from './queries/tracking-view.ts';

export { LANE } from './lanes.ts';
export { beginTracking, type BoughtParcels, endTracking } from './trackers.ts';
/** Also for tests of who hears of parcels. */
export { hookPath as carrierHookPath } from './hooks.ts';
export { applyReport, type FollowParcels, type TellBuyer } from './apply-report.ts';
export { readTracking } from './queries/tracking-view.ts';

/** What the module needs of shipments: their states are changed there and nowhere else. */
export interface ShipmentSide {
  readonly follow: FollowParcels;
  /** @see markLost of the shipments module */
  markLost(
    tx: Tx,
    who: { readonly tenantId: string; readonly userId: string; readonly sessionId: string },
    shipmentId: string,
    note: string | undefined,
  ): Promise<Outcome<void>>;
}

export interface TrackingModule {
  readonly routes: readonly Route[];
  readonly poller: Poller;
  readonly delays: DelayWatch;
  /** Name of a carrier; null for one that carries the account's name. */
  nameOf(slug: string): string | null;
  readonly exceptions: ExceptionSource;
  /** The address carriers send their news to, outside `/api`. */
  extend(app: FastifyInstance): Promise<void>;
}

export function createTrackingModule(
  services: Pick<Services, 'db' | 'clock' | 'log' | 'metrics' | 'sealer' | 'budgets'>,
  deps: {
    readonly carriers: Pick<CarriersModule, 'grants' | 'registry'>;
    readonly inbox: Inbox;
    readonly shipments: ShipmentSide;
    readonly tellBuyer: TellBuyer;
    readonly count: CountReading;
    /** Where carriers reach this installation. @see HookDeps */
    readonly origin: HookDeps['origin'];
    /** For tests. */
    readonly poller?: { readonly sweepMs?: number; readonly leaseMs?: number; readonly onAnswered?: () => void };
  },
): TrackingModule {
  const { db, clock, log } = services;
  const { carriers, inbox, shipments } = deps;
  const ask: AskDeps = {
    db,
    clock,
    log,
    carriers,
    follow: shipments.follow,
    tellBuyer: deps.tellBuyer,
    count: deps.count,
    onAnswered: deps.poller?.onAnswered,
  };
  const hooks: HookDeps = { ...ask, sealer: services.sealer, budgets: services.budgets, inbox, origin: deps.origin };
  inbox.register(FAMILY, pushWorker(hooks));

  /** Carriers we draw ourselves go by the name of the account. */
  const nameOf = (slug: string): string | null => {
    const manifest = carriers.registry.find(slug)?.manifest;
    return manifest && manifest.maturity !== 'own' ? manifest.name : null;
  };

  async function view(ctx: Pick<RequestContext, 'tenantId'>, id: string): Promise<Outcome<ShipmentTracking>> {
    const found = await db.tenant(ctx, (tx) => readTracking(tx, ctx.tenantId, id, nameOf));
    return found ? { ok: true, value: found } : problem('not_found');
  }
  const after = async (ctx: Pick<RequestContext, 'tenantId'>, id: string, done: Outcome<void>) => {
    if (!done.ok) return done;
    const found = await view(ctx, id);
    return found.ok ? data(found.value) : found;
  };

  return {
    routes: [
      route(getTracking, async ({ ctx, params }) => after(ctx, params.id, { ok: true, value: undefined })),
      route(refreshCall, async ({ ctx, params }) => after(ctx, params.id, await refreshTracking(ask, ctx, params.id))),
      route(markShipmentLost, async ({ ctx, params, body }) => {
        const done = await db.tenant(ctx, async (tx) => {
          const marked = await shipments.markLost(tx, ctx, params.id, body.note ?? undefined);
          if (!marked.ok) return marked;
          const rows = await tx
            .selectFrom('trackers')
            .select(['id', 'slug'])
            .where('tenant_id', '=', ctx.tenantId)
            .where('shipment_id', '=', params.id)
            .execute();
          for (const row of rows) await noteParcel(tx, ctx.tenantId, row.id, nameOf(row.slug) ?? row.slug);
          return marked;
        });
        return after(ctx, params.id, done);
      }),
    ],
    nameOf,
    poller: createPoller({
      ...ask,
      log,
      metrics: services.metrics,
      sweepMs: deps.poller?.sweepMs,
      leaseMs: deps.poller?.leaseMs,
      beforeLane: subscriber(hooks),
    }),
    delays: createDelayWatch(services, { nameOf: (slug) => nameOf(slug) ?? slug, tellBuyer: deps.tellBuyer }),
    exceptions: trackingExceptionSource(ask),
    extend: (app) =>
      registerHook(app, services.budgets, { url: HOOK_URL, receive: (arrived) => receivePush(hooks, arrived) }),
  };
}
