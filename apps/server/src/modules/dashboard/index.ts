/** Dashboards, and the roll-ups they are read from. */
import { type Dashboard, getDashboard } from '@scanship/contracts/network/dashboard';
import { data, route, type Route } from '../../platform/http/handler.ts';
import type { Services } from '../../platform/services.ts';
import type { CarriersModule } from '../carriers/index.ts';
import { readCustomerDashboard } from './customer-dashboard.ts';
import { readFranchiseDashboard } from './franchise-dashboard.ts';
import { readPlatformDashboard } from './platform-dashboard.ts';
import { rangeOf } from './range.ts';
import { createRollupWorker, type RollupWorker } from './rollup-worker.ts';

export { type CarrierName, carrierNames } from './customer-dashboard.ts';
export { creditUsed } from './franchise-dashboard.ts';
export { NO_STORE } from './label-days.ts';
export { type DayRange, rangeOf } from './range.ts';
export type { RollupWorker } from './rollup-worker.ts';

export interface DashboardModule {
  readonly routes: readonly Route[];
  /** Runs where jobs run. */
  readonly rollups: RollupWorker;
}

export const createDashboardModule = (
  services: Services,
  parts: { readonly carriers: Pick<CarriersModule, 'registry'> },
): DashboardModule => {
  const { db, clock, config } = services;
  // Where sample carriers are offered, their labels are what there is to show.
  const withTest = config.simulators;
  const vendorName = (slug: string): string => parts.carriers.registry.find(slug)?.manifest.name ?? slug;
  return {
    rollups: createRollupWorker({ ...services, withTest }),
    routes: [
      route(getDashboard, async ({ ctx, query }) => {
        const now = clock.now();
        const range = rangeOf(query, now, ctx.timeZone);
        if (!range.ok) return range;
        const options = { now, withTest, vendorName };
        const read = (): Promise<Dashboard> => {
          switch (ctx.tenantKind) {
            case 'platform':
              return readPlatformDashboard(db, ctx, range.value, { withTest });
            case 'franchise':
            case 'group':
              return readFranchiseDashboard(db, ctx, range.value, options);
            case 'customer':
              return readCustomerDashboard(db, ctx, range.value, options);
          }
        };
        return data(await read());
      }),
    ],
  };
};
