/** Returns: asked for by buyers on their page, decided by rules or by hand, brought by labels bought like any other. */
import type { RequestContext } from '../../platform/context.ts';
import type { Route } from '../../platform/http/handler.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import type { Services } from '../../platform/services.ts';
import type { CarriersModule } from '../carriers/index.ts';
import type { BuyersPickups } from '../pickups/index.ts';
import type { QuotesModule } from '../quotes/index.ts';
import type { ShipmentsModule } from '../shipments/index.ts';
import type { StoreRefunds } from '../stores/index.ts';
import { createReturnLabels, type ReturnLabels } from './label-worker.ts';
import { returnRoutes } from './routes.ts';

export type { ReturnLabels } from './label-worker.ts';
export { askPickup, type PickupAsked, type PickupFault } from './pickup.ts';
export { withPickup } from './routes.ts';
export { keepPhoto, takesPhoto } from './photos.ts';
export { type AskedReturn, type AskFault, askReturn } from './ask.ts';
export { check, decide, takeIn } from './change-return.ts';
export { readRules, saveRules } from './rules.ts';
export { readReturnSums, type ReturnGroup } from './return-sums.ts';
export { hasReturns, type Portal, type PortalReturn, type PortalShipment, readPortal } from './portal.ts';

export interface ReturnsModule {
  readonly routes: readonly Route[];
  readonly labels: ReturnLabels;
}

export function createReturnsModule(
  services: Services,
  deps: {
    readonly journal: Journal;
    readonly carriers: Pick<CarriersModule, 'grants'>;
    readonly quotes: Pick<QuotesModule, 'rater'>;
    readonly shipments: Pick<ShipmentsModule, 'ports'>;
    readonly nameOf: (slug: string) => string | null;
    readonly refunds: StoreRefunds;
    readonly pickups: BuyersPickups;
    readonly userNames: (ctx: RequestContext, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  },
): ReturnsModule {
  const { db, clock, log, sealer, config, files } = services;
  const { grants } = deps.carriers;
  const { pickups } = deps;
  return {
    routes: returnRoutes({
      db,
      clock,
      files,
      nameOf: deps.nameOf,
      refunds: deps.refunds,
      userNames: deps.userNames,
      pickups,
      grantsOf: async (ctx) =>
        new Map(
          (await grants.open(ctx)).map((grant) => [grant.grantId, { comes: pickups.comes(ctx.tenantId, grant) }]),
        ),
    }),
    labels: createReturnLabels({
      db,
      log,
      sealer,
      journal: deps.journal,
      ports: deps.shipments.ports,
      rater: deps.quotes.rater,
      grants,
      pickups,
      liveFirst: !config.simulators,
    }),
  };
}
