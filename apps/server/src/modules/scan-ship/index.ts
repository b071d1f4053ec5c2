/** Scan and Ship: the packing table (product-spec sections 2, 4 and 7; decisions 37 and 38). */
import type { TypstRenderer } from '@scanship/documents/typst/typst-renderer';
import type { Route } from '../../platform/http/handler.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import type { Services } from '../../platform/services.ts';
import type { CarriersModule } from '../carriers/index.ts';
import type { QuotesModule } from '../quotes/index.ts';
import type { ShipmentsModule } from '../shipments/index.ts';
import { type ScanRouteDeps, scanShipRoutes } from './routes.ts';
import { createScanRating } from './scan-rating.ts';
import { shiftRoutes } from './shift/shift-routes.ts';
import type { StationPrinters } from './ship.ts';
import type { BuyerPages } from '../documents/index.ts';

export type { StationPrinters } from './ship.ts';

export interface ScanShipModule {
  readonly routes: readonly Route[];
  /** Waits for carriers that are being asked beforehand. */
  close(): Promise<void>;
}

export function createScanShipModule(
  services: Services,
  deps: {
    readonly journal: Journal;
    readonly carriers: Pick<CarriersModule, 'grants' | 'accounts'>;
    readonly quotes: Pick<QuotesModule, 'rater'>;
    readonly shipments: Pick<ShipmentsModule, 'ports'>;
    readonly renderer: TypstRenderer;
    readonly buyerPages: BuyerPages;
    readonly printers: StationPrinters | undefined;
    readonly waitMs?: number | undefined;
  },
): ScanShipModule {
  const { db, sealer, clock, config, log } = services;
  const { carriers, journal, printers, renderer, buyerPages } = deps;
  const rating = createScanRating({ grants: carriers.grants, rater: deps.quotes.rater, log });
  const scan: ScanRouteDeps = {
    db,
    sealer,
    journal,
    ports: deps.shipments.ports,
    rating,
    grants: carriers.grants,
    accounts: (ctx) => carriers.accounts(ctx),
    renderer,
    blobs: services.blobs,
    buyerPages,
    printers,
    // Where simulators are offered, test labels are what people want to see.
    liveFirst: !config.simulators,
    now: () => clock.now(),
    waitMs: deps.waitMs,
  };
  return {
    routes: [...scanShipRoutes(scan), ...shiftRoutes(scan)],
    close: () => rating.idle(),
  };
}
