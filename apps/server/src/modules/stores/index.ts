/** Stores: connecting them, bringing in their orders and products, telling them what was shipped. */
import type { FastifyInstance } from 'fastify';
import { createConsentBrowsers } from '../../platform/http/consent-browser.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Route } from '../../platform/http/handler.ts';
import { registerHook } from '../../platform/inbox/hook-route.ts';
import type { Inbox } from '../../platform/inbox/inbox.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import type { Services } from '../../platform/services.ts';
import type { ExceptionSource } from '../exceptions/index.ts';
import type { StoreEffects, StoreSideOfOrder } from '../orders/index.ts';
import type { MailModule } from '../mail/index.ts';
import type { CountReading } from '../readings/index.ts';
import type { ShipmentFollower } from '../shipments/index.ts';
import type { HostDirectory } from '../../platform/hosts.ts';
import { createAppRegistrations } from './app-registrations.ts';
import { createConsentStates } from './connect/consent-state.ts';
import { registerCallback, textsOf } from './connect/callback.ts';
import { deliveryDoor, workDeliveries } from './deliveries.ts';
import { storesSource } from './exception-source.ts';
import { closeNotices, noticesOf } from './notices.ts';
import { createStoreOpener } from './open-store.ts';
import { whyErased } from './personal-data.ts';
import { planCancellations, planMarks, planUnmarks } from './pushes/plan-manual.ts';
import { pushPlanner } from './pushes/plan-pushes.ts';
import { fulfilHandler, type StorePages, withdrawHandler } from './pushes/push-handler.ts';
import { orderPushes } from './pushes/push-view.ts';
import { createStoreRefunds, type StoreRefunds } from './refunds/refund-commands.ts';
import { refundHandler } from './refunds/refund-handler.ts';
import { connectForDemo, type DemoStore } from './seed-store.ts';
import { retryOrders } from './retry-orders.ts';
import { storeRoutes } from './routes.ts';
import { createStoreAccess, type StoreKey } from './store-access.ts';
import { createStoreEnvironments } from './store-environment.ts';
import type { StoreSimulators } from './store-simulators.ts';
import { createStoreWatch, type StoreWatch } from './watch/watch-stores.ts';
import { createSyncEngine, type SyncEngine, type SyncOptions } from './sync/engine.ts';

import { awaitConsent, handOver, type StoreToHandOver, storesToHandOver } from './connect/hand-over.ts';
import { disconnectAll, disconnectStore } from './store-commands.ts';

export { AccessInUse, type StoreToHandOver } from './connect/hand-over.ts';

export { callbackPath as storeReturnPath } from './connect/begin-consent.ts';
export { hookPath as storeHookPath } from './sync/hook-address.ts';
export { storeExceptions } from './causes.ts';
export { storeSummaries } from './store-view.ts';
export { purgePersonalData } from './personal-data.ts';
export type { DemoStore } from './seed-store.ts';
export { findStore, storeManifests } from './store-registry.ts';
export { EXCHANGE } from './refunds/exchanged.ts';
export type { StoreRefunds, ToldReturn } from './refunds/refund-commands.ts';
export type { StoreSimulators } from './store-simulators.ts';
export type { SyncEngine, SyncOptions } from './sync/engine.ts';

export interface StoresModule {
  readonly routes: readonly Route[];
  readonly engine: SyncEngine;
  /** Tells people of stores that do not work. */
  readonly watch: StoreWatch;
  /** Plans what a store is told, in the transactions that buy and void its shipments. */
  readonly follower: ShipmentFollower;
  readonly exceptions: ExceptionSource;
  readonly storeSideOfOrder: StoreSideOfOrder;
  /** What stores are told of returns. */
  readonly refunds: StoreRefunds;
  /** What stores are told of what people do with their orders. */
  readonly effects: StoreEffects;
  /** Disconnects all stores of a customer that leaves. */
  disconnectAll(tenantId: string, onEach: () => void): Promise<void>;
  /** For a customer that goes to another franchise. @see connect/hand-over.ts */
  readonly handingOver: {
    list(tenantId: string, franchiseId: string): Promise<readonly StoreToHandOver[]>;
    handOver(tx: Tx, from: StoreKey, to: StoreKey, hookOrigin: string | undefined): Promise<void>;
    awaitConsent(tx: Tx, to: StoreKey): Promise<void>;
    disconnect(store: StoreKey): Promise<void>;
  };
  /** The callback of consents and the door for deliveries. */
  extend(app: FastifyInstance): Promise<void>;
  /** @see connectForDemo */
  connectForDemo(who: { readonly tenantId: string; readonly realmId: string }, store: DemoStore): Promise<void>;
  /** Writes gathered traces and closes connections. */
  close(): Promise<void>;
}

export interface StoresDeps {
  readonly pageOf: StorePages;
  readonly journal: Journal;
  readonly inbox: Inbox;
  readonly hosts: HostDirectory;
  readonly mail: Pick<MailModule, 'queue' | 'soon' | 'links'>;
  readonly count: CountReading;
  /** Absent in production; then no platform can be connected in mode `simulator`. */
  readonly simulators?: StoreSimulators | undefined;
  /** Times of the engine, for tests. */
  readonly sync?: SyncOptions | undefined;
}

export function createStoresModule(services: Services, deps: StoresDeps): StoresModule {
  const { db, clock, log, sealer, config, metrics } = services;
  const { journal, inbox, hosts, simulators } = deps;
  const apps = createAppRegistrations(services, simulators);
  const environments = createStoreEnvironments(services, simulators);
  const access = createStoreAccess(services);
  const opener = createStoreOpener({ db, clock, apps, access, environments });
  const engine = createSyncEngine({ ...services, count: deps.count }, opener, deps.sync);
  const watch = createStoreWatch({ db, clock, log, mail: deps.mail });
  const states = createConsentStates(services.cookieSecret);
  const stores = { db, clock, log, opener, access };
  const pushes = { db, journal };
  const refunds = createStoreRefunds({ db, clock, opener, journal });
  const deliveries = {
    budgets: services.budgets,
    db,
    clock,
    log,
    metrics,
    sealer,
    apps,
    opener,
    access,
    environments,
    inbox,
  };
  const begin = { clock, apps, states, simulated: simulators !== undefined };
  const consents = { hosts, browsers: createConsentBrowsers(config.appEnv === 'PROD') };

  journal.register(
    'effects',
    'fulfilment_push',
    fulfilHandler({ db, opener, clock, pageOf: deps.pageOf, wake: (ref) => journal.wake(ref) }),
  );
  journal.register(
    'effects',
    'fulfilment_cancel',
    withdrawHandler({ db, opener, clock, pageOf: deps.pageOf, wake: (ref) => journal.wake(ref) }),
  );
  journal.register('effects', 'store_refund', refundHandler({ db, opener }));
  workDeliveries(deliveries);

  return {
    routes: storeRoutes({ ...begin, ...consents, services, db, sealer, access, environments, stores, engine, journal }),
    engine,
    watch,
    follower: pushPlanner,
    refunds,
    exceptions: storesSource({ db, clock, pushes, stores, refunds, wakeSync: () => engine.wake() }),
    storeSideOfOrder: async (_ctx, tx, orderId) => ({
      pushes: await orderPushes(tx, orderId),
      storeNotices: await noticesOf(tx, orderId),
      buyerErased: await whyErased(tx, orderId),
    }),
    effects: {
      onMarked: (ctx, tx, marked) => planMarks(tx, { tenantId: ctx.tenantId, userId: ctx.userId ?? null }, marked),
      onUnmarked: (ctx, tx, unmarked) =>
        planUnmarks(tx, { tenantId: ctx.tenantId, userId: ctx.userId ?? null }, unmarked),
      onCancelled: (ctx, tx, orderIds) => planCancellations(tx, ctx.tenantId, orderIds),
      onUncancelled: (ctx, tx, orderIds) => closeNotices(tx, ctx.tenantId, orderIds, ['cancel-at-store']),
      retry: (ctx, orders) => retryOrders({ db, clock, sealer, opener, pushes }, ctx, orders),
    },
    disconnectAll: (tenantId, onEach) => disconnectAll(stores, { tenantId }, onEach),
    handingOver: {
      list: (tenantId, franchiseId) => storesToHandOver({ db, apps }, { tenantId }, franchiseId),
      handOver: (tx, from, to, hookOrigin) => handOver(tx, { access, clock }, from, to, hookOrigin),
      awaitConsent,
      disconnect: async ({ tenantId, id }) => void (await disconnectStore(stores, { tenantId }, id)),
    },
    async extend(app) {
      registerCallback(
        app,
        { ...begin, ...consents, db, sealer, environments },
        { log, production: config.appEnv === 'PROD' },
      );
      const door = deliveryDoor(deliveries);
      await registerHook(app, services.budgets, {
        url: '/hooks/stores/:platform',
        receive: ({ params, headers, query, body, address }) =>
          door.receive(params.platform ?? '', { headers, body, address, query: textsOf(query) }),
        challenge: ({ params, query, address }) => door.challenge(params.platform ?? '', { query, address }),
      });
    },
    async connectForDemo(who, store) {
      const demo = { db, clock, sealer, apps, access, environments, simulators };
      if (await connectForDemo(demo, who, store)) engine.wake();
    },
    async close() {
      await watch.stop();
      await engine.stop();
      await environments.close();
    },
  };
}
