/** The composition root: which modules there are and what each gets of the others. */
import { pathToFileURL } from 'node:url';
import { createTypstRenderer } from '@scanship/documents/typst-renderer';
import type { FastifyInstance } from 'fastify';
import { createAuditModule } from './modules/audit/index.ts';
import { createAuthModule } from './modules/auth/index.ts';
import { createAutomationModule } from './modules/automation/index.ts';
import { type BatchTimes, type BatchWorker, createBatchesModule } from './modules/batches/index.ts';
import { type CarrierBillsModule, createCarrierBillsModule } from './modules/carrier-bills/index.ts';
import {
  createCarriersModule,
  type CarrierRegistry,
  type CarriersModule,
  type SimulatorHost,
} from './modules/carriers/index.ts';
import { createCustomersModule } from './modules/customers/index.ts';
import { createDashboardModule, type RollupWorker } from './modules/dashboard/index.ts';
import { createDispatchModule } from './modules/dispatch/index.ts';
import { createDocumentsModule } from './modules/documents/index.ts';
import { countRecords, createExceptionsModule, type ExceptionsModule } from './modules/exceptions/index.ts';
import { createFirstRunModule } from './modules/first-run/index.ts';
import { createFxModule } from './modules/fx/index.ts';
import { createImpersonationModule } from './modules/impersonation/index.ts';
import { createMailModule } from './modules/mail/index.ts';
import { createMasterModule } from './modules/master/index.ts';
import { type Check, createUpkeep, registerOperations } from './modules/operations/index.ts';
import { createOrdersModule, fillOpenOrders, resolveSelection } from './modules/orders/index.ts';
import { createPackagesModule } from './modules/packages/index.ts';
import { createPeopleModule } from './modules/people/index.ts';
import { createPaymentsModule } from './modules/payments/index.ts';
import { createPickupsModule } from './modules/pickups/index.ts';
import { createMarginsModule } from './modules/margins/index.ts';
import { createPricingModule } from './modules/pricing/index.ts';
import { createPrintingModule, type PrintingModule } from './modules/printing/index.ts';
import { createProductsModule } from './modules/products/index.ts';
import { createQuotesModule } from './modules/quotes/index.ts';
import { createRolesModule } from './modules/roles/index.ts';
import { createScanShipModule } from './modules/scan-ship/index.ts';
import { createSettingsModule } from './modules/settings/index.ts';
import { createTaxesModule } from './modules/taxes/index.ts';
import {
  createShipmentsModule,
  followParcelsOf,
  markLost,
  readShipments,
  type ShipmentsModule,
} from './modules/shipments/index.ts';
import { createStatementsModule, type StatementsModule } from './modules/statements/index.ts';
import { createStoresModule, type StoresModule, type SyncOptions } from './modules/stores/index.ts';
import { createSubscriptionsModule, type SubscriptionsModule } from './modules/subscriptions/index.ts';
import { createTableViewsModule } from './modules/table-views/index.ts';
import {
  appRegistrationOf,
  createTenantsModule,
  franchiseDeskRoutes,
  operatorDeskRoutes,
  senderOf,
} from './modules/tenants/index.ts';
import { createTrackingModule, type TrackingModule } from './modules/tracking/index.ts';
import { assignees, userNames } from './modules/users/index.ts';
import { createDns, type Dns } from './platform/dns.ts';
import { createApp } from './platform/http/app.ts';
import type { Route } from './platform/http/handler.ts';
import { createInbox, type Inbox } from './platform/inbox/inbox.ts';
import { createJournal, type JournalOptions } from './platform/journal/journal.ts';
import type { AlarmClock } from './platform/jobs/alarm-clock.ts';
import { createLive } from './platform/live/live.ts';
import type { Services } from './platform/services.ts';
import { registerSimulatorPages } from './platform/simulators/simulator-pages.ts';
import { CARRIER_PAGES, simulatedCarrierApp } from './platform/simulators/carrier-app-simulator-registry.ts';
import { CARD_PAGES, simulatedCardKeys } from './platform/simulators/card-simulator-registry.ts';
import { PAGES, simulatedApp } from './platform/simulators/store-app-simulator-registry.ts';

export interface ApplicationOptions {
  readonly version: string;
  /** Absent: sample carriers are not offered. */
  readonly simulators?: SimulatorHost | undefined;
  /** Carriers and what their simulators know of our application, for tests; absent: those there are. */
  readonly registry?: CarrierRegistry | undefined;
  readonly carrierApp?: ((slug: string) => Promise<Readonly<Record<string, string>> | undefined>) | undefined;
  readonly carrierPages?: readonly string[] | undefined;
  readonly stopping?: (() => boolean) | undefined;
  /** Ready only when these hold, beside the database. */
  readonly checks?: readonly Check[] | undefined;
  /** Wakes processes when work is due; absent: the sweeper alone finds it. */
  readonly alarm?: AlarmClock | undefined;
  /** Who is asked for proofs of ownership; default: the machine's name servers. */
  readonly dns?: Dns | undefined;
  /** Times and fault points of the journal, for fault tests; never a setting. */
  readonly journal?: Pick<JournalOptions, 'leaseMs' | 'sweepMs' | 'timeScale' | 'onPoint'> | undefined;
  /** Times of the sync engine, for tests; never a setting. */
  readonly sync?: SyncOptions | undefined;
  /** Times and fault points of bulk buying, for tests; never a setting. */
  readonly batches?: (BatchTimes & { readonly answerMs?: number }) | undefined;
  /** Times of the tracking poller, for tests; never a setting. */
  readonly tracking?: { readonly sweepMs?: number; readonly leaseMs?: number } | undefined;
}

export interface Application {
  readonly routes: readonly Route[];
  readonly services: Services;
  readonly carriers: CarriersModule;
  readonly batches: { readonly worker: BatchWorker };
  readonly exceptions: ExceptionsModule;
  readonly inbox: Inbox;
  readonly printing: PrintingModule;
  readonly shipments: ShipmentsModule;
  readonly tracking: TrackingModule;
  readonly stores: StoresModule;
  readonly rollups: RollupWorker;
  readonly carrierBills: CarrierBillsModule;
  readonly statements: StatementsModule;
  readonly subscriptions: SubscriptionsModule;
  /** The HTTP side; `healthOnly` for a process that works off jobs and answers health and metrics only. */
  http(healthOnly?: boolean): Promise<FastifyInstance>;
  /** Starts taking jobs; made when this process works them off. */
  startJobs(): Promise<void>;
  /** Stops taking jobs, waits for running ones, closes what the modules hold. The database stays open. */
  close(): Promise<void>;
}

export const createApplication = (base: Services, options: ApplicationOptions): Application => {
  const { db, sealer, log, metrics } = base;
  const carriers = createCarriersModule(base, {
    simulators: options.simulators,
    registry: options.registry,
    apps: {
      registration: (tenantId, slug, mode) => appRegistrationOf(base, tenantId, 'carrier', slug, mode),
      simulated: async (slug) => (options.simulators ? (options.carrierApp ?? simulatedCarrierApp)(slug) : undefined),
    },
  });
  const services: Services = { ...base, carriers };
  const renderer = createTypstRenderer({
    workerUrl: base.documentWorker === undefined ? undefined : pathToFileURL(base.documentWorker),
  });
  const journal = createJournal({ db, sealer, log, metrics, alarm: options.alarm, ...options.journal });
  const inbox = createInbox({ db, log, metrics });
  const upkeep = createUpkeep(services);

  const tenants = createTenantsModule(services);
  const mail = createMailModule(services, {
    journal,
    hosts: tenants.hosts,
    senderOf: (franchiseId) => senderOf(services, franchiseId),
  });
  const auth = createAuthModule(services, { hosts: tenants.hosts, mail });
  const audit = createAuditModule(services);
  const people = createPeopleModule(services, { mail });
  const dashboard = createDashboardModule(services, { carriers });
  const carrierBills = createCarrierBillsModule(services);
  const { inviteAdministrator } = people;
  const desks = {
    routes: [
      ...franchiseDeskRoutes(services, {
        dns: options.dns ?? createDns(),
        inviteAdministrator,
        forget: () => tenants.forget(),
      }),
      ...operatorDeskRoutes(services, carriers),
    ],
  };
  const master = createMasterModule();
  const quotes = createQuotesModule(services, { grants: carriers.grants });
  const { simulators } = options;
  const payments = createPaymentsModule(services, {
    journal,
    inbox,
    mail,
    simulator: simulators && { addressOf: (slug) => simulators.addressOf(slug), keysOf: simulatedCardKeys },
    // Without a fixed port nobody knows where we are; then events are not sent and look-ups tell.
    origin: () => (base.config.port === 0 ? undefined : `http://127.0.0.1:${base.config.port}`),
  });
  const shipments = createShipmentsModule(services, {
    journal,
    carriers,
    quotes,
    renderer,
    funds: payments.funds,
  });
  const batches = createBatchesModule(services, {
    journal,
    carriers,
    quotes,
    shipments,
    renderer,
    times: options.batches,
  });
  shipments.follow(batches.follower);
  const exceptions = createExceptionsModule(services);
  const tracking = createTrackingModule(services, {
    carriers,
    inbox,
    shipments: { follow: followParcelsOf, markLost },
    // A simulator runs beside this program; others need an address of ours that the world can reach.
    origin: (mode) =>
      mode === 'simulator' ? `http://127.0.0.1:${base.config.port}` : (base.config.publicOrigin ?? undefined),
    poller: options.tracking,
  });
  const documents = createDocumentsModule(services, { renderer });
  const stores = createStoresModule(services, {
    journal,
    inbox,
    hosts: tenants.hosts,
    mail,
    simulators: simulators && {
      addressOf: (slug) => simulators.addressOf(slug),
      owns: (hostAndPort) => simulators.owns(hostAndPort),
      appOf: simulatedApp,
    },
    sync: options.sync,
  });
  shipments.follow(stores.follower);
  for (const module of [shipments, tracking, carriers, stores]) exceptions.addSource(module.exceptions);
  const orders = createOrdersModule(services, {
    shipmentsOfOrder: async (ctx, tx, orderId) => {
      const items = await tx
        .selectFrom('shipment_items')
        .select('shipment_id')
        .distinct()
        .where('tenant_id', '=', ctx.tenantId)
        .where('order_id', '=', orderId)
        .execute();
      const found = await readShipments(
        tx,
        ctx.tenantId,
        items.map((item) => item.shipment_id),
        shipments.ports.grants,
      );
      return [...found];
    },
    storeSideOfOrder: stores.storeSideOfOrder,
    stores: stores.effects,
    people: (ctx) => assignees(db, ctx),
    userNames: (ctx, ids) => userNames(db, ctx, ids),
  });
  const automation = createAutomationModule(services, {
    resolveSelection: (ctx, now, given) => resolveSelection(db, ctx, now, given),
    accounts: (ctx) => carriers.accounts(ctx),
  });
  const facts = (slug: string) => carriers.registry.find(slug)?.manifest;
  const dispatch = createDispatchModule(services, { renderer, facts, journal, grants: carriers.grants });
  exceptions.addSource(dispatch.exceptions);
  const pickups = createPickupsModule(services, { journal, grants: carriers.grants, facts });
  exceptions.addSource(pickups.exceptions);
  const printing = createPrintingModule(services, {
    renderer,
    userNames: (ctx, ids) => userNames(db, ctx, ids),
  });
  exceptions.addSource(printing.exceptions);
  const scanShip = createScanShipModule(services, {
    journal,
    carriers,
    quotes,
    shipments,
    renderer,
    printers: printing,
  });
  const statements = createStatementsModule(services, { mail, renderer, carriers });
  const subscriptions = createSubscriptionsModule(services, { mail });
  const live = createLive(services, {
    openExceptions: async (tenantId) =>
      (await db.tenant({ tenantId }, (tx) => countRecords(tx, tenantId, tenantId), { readOnly: true })).open,
  });
  const products = createProductsModule(services, {
    userNames: (ctx, ids) => userNames(db, ctx, ids),
    fillOpenOrders,
  });
  const modules = [
    live,
    createTableViewsModule(services),
    tenants,
    auth,
    mail,
    desks,
    createRolesModule(services),
    people,
    createCustomersModule(services, { inviteAdministrator }),
    createImpersonationModule(services),
    audit,
    automation,
    carrierBills,
    dashboard,
    dispatch,
    payments,
    pickups,
    master,
    createSettingsModule(services),
    carriers,
    orders,
    createFirstRunModule(services, { carriers }),
    createFxModule(services),
    createPackagesModule(services, carriers.registry),
    createTaxesModule(services),
    createMarginsModule(services, { carriers }),
    createPricingModule(services, { carriers, userNames: (ctx, ids) => userNames(db, ctx, ids) }),
    quotes,
    shipments,
    batches,
    tracking,
    exceptions,
    documents,
    stores,
    products,
    printing,
    scanShip,
    statements,
    subscriptions,
  ];
  const routes = modules.flatMap((module) => module.routes);
  const checks: readonly Check[] = [{ name: 'database', run: () => db.ping() }, ...(options.checks ?? [])];

  return {
    routes,
    services,
    carriers,
    batches,
    exceptions,
    inbox,
    printing,
    shipments,
    tracking,
    stores,
    rollups: dashboard.rollups,
    carrierBills,
    statements,
    subscriptions,
    http: (healthOnly = false) =>
      createApp(services, routes, {
        withoutWeb: healthOnly,
        acts: audit.recorder,
        extend: async (app) => {
          // Streams never end by themselves; their clients come back to whoever answers then.
          app.addHook('preClose', async () => {
            live.endStreams();
            printing.endPolls();
          });
          if (!healthOnly) {
            tenants.extend(app);
            carriers.extend(app);
            await stores.extend(app);
            await tracking.extend(app);
            await payments.extend(app);
            if (simulators)
              await registerSimulatorPages(
                app,
                simulators,
                new Set([...PAGES, ...CARRIER_PAGES, ...CARD_PAGES, ...(options.carrierPages ?? [])]),
              );
          }
          await registerOperations(app, services, {
            version: options.version,
            calls: healthOnly ? [] : routes.map(({ call }) => call),
            checks,
            stopping: options.stopping ?? (() => false),
          });
        },
      }),
    async startJobs() {
      journal.start();
      inbox.start();
      tracking.poller.start();
      batches.worker.start();
      shipments.refunds.start();
      exceptions.start();
      stores.engine.start();
      stores.watch.start();
      upkeep.start();
      printing.worker.start();
      payments.autoTopUps.start();
      audit.sealer.start();
      dashboard.rollups.start();
      carrierBills.worker.start();
      statements.worker.start();
      subscriptions.worker.start();
      await options.alarm?.listen((ref) => journal.kick(ref));
    },
    async close() {
      await options.alarm?.stop();
      await live.stop();
      await printing.stop();
      await payments.autoTopUps.stop();
      await upkeep.stop();
      await subscriptions.worker.stop();
      await carrierBills.worker.stop();
      await dashboard.rollups.stop();
      await statements.worker.stop();
      await audit.sealer.stop();
      await stores.engine.stop();
      await exceptions.stop();
      await shipments.refunds.stop();
      await scanShip.close();
      await batches.worker.stop();
      await tracking.poller.stop();
      await inbox.stop();
      await journal.stop();
      mail.close();
      await renderer.close();
      await stores.close();
      await carriers.close();
    },
  };
};
