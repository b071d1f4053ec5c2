/** The composition root: which modules there are and what each gets of the others. */
import { pathToFileURL } from 'node:url';
import { createTypstRenderer } from '@scanship/documents/typst/typst-renderer';
import { simulatedVendors } from './application-simulators.ts';
import type { Application, ApplicationOptions } from './application-types.ts';
import { createAccountingModule } from './modules/accounting/index.ts';
import { createBankModule } from './modules/bank/index.ts';
import { createAgentsModule } from './modules/agents/index.ts';
import { createAnnouncementsModule } from './modules/announcements/index.ts';
import { createAuditModule } from './modules/audit/index.ts';
import { createAuthModule } from './modules/auth/index.ts';
import { createAutomationModule } from './modules/automation/index.ts';
import { createBatchesModule } from './modules/batches/index.ts';
import { createBalanceRollUp } from './modules/billing/index.ts';
import { createBuyerNoticesModule, createSellerSender } from './modules/buyer-notices/index.ts';
import { createBuyerLinks, createBuyerPageModule, createPageAddresses } from './modules/buyer-page/index.ts';
import { createCarrierBillsModule } from './modules/carrier-bills/index.ts';
import { carrierReturnPath, createCarriersModule, createMarkupFollower } from './modules/carriers/index.ts';
import { createClaimsModule } from './modules/claims/index.ts';
import { createCustomerDataModule } from './modules/customer-data/index.ts';
import { createCustomerMovesModule } from './modules/customer-moves/index.ts';
import { createCustomersModule } from './modules/customers/index.ts';
import { createDashboardModule } from './modules/dashboard/index.ts';
import { createDispatchModule } from './modules/dispatch/index.ts';
import { createDocumentsModule } from './modules/documents/index.ts';
import { createExceptionsModule, type ExceptionSource } from './modules/exceptions/index.ts';
import { createFactorResetsModule } from './modules/factor-resets/index.ts';
import { createFirstRunModule } from './modules/first-run/index.ts';
import { createFxModule } from './modules/fx/index.ts';
import { createImpersonationModule } from './modules/impersonation/index.ts';
import { createLabelReconciliationModule } from './modules/label-reconciliation/index.ts';
import { createLiveAccountsModule } from './modules/live-accounts/index.ts';
import { createMailModule } from './modules/mail/index.ts';
import { createMasterModule } from './modules/master/index.ts';
import { createObstaclesModule } from './modules/obstacles/index.ts';
import { type Check, createUpkeep, registerOperations } from './modules/operations/index.ts';
import { createOrdersModule, fillOpenOrders, itemsOfOrders, resolveSelection } from './modules/orders/index.ts';
import { createOwnerNoticesModule } from './modules/owner-notices/index.ts';
import { createPackagesModule } from './modules/packages/index.ts';
import { createPeopleModule } from './modules/people/index.ts';
import { createPaymentsModule } from './modules/payments/index.ts';
import { createPickupsModule } from './modules/pickups/index.ts';
import { createMarginsModule } from './modules/margins/index.ts';
import { createLendingsModule } from './modules/lendings/index.ts';
import { createPricingModule } from './modules/pricing/index.ts';
import { createPrintingModule } from './modules/printing/index.ts';
import { createProductsModule } from './modules/products/index.ts';
import { createQuotesModule } from './modules/quotes/index.ts';
import { createRateSheetsModule } from './modules/rate-sheets/index.ts';
import { createReadingsModule } from './modules/readings/index.ts';
import { createReportsModule } from './modules/reports/index.ts';
import { createStateModule } from './modules/operations/state/index.ts';
import { createRemindersModule } from './modules/reminders/index.ts';
import { createRestrictionWorker } from './modules/restrictions/index.ts';
import { createReturnsModule } from './modules/returns/index.ts';
import { createRolesModule } from './modules/roles/index.ts';
import { createScanShipModule } from './modules/scan-ship/index.ts';
import { createSearchModule } from './modules/search/index.ts';
import { createSettingsModule } from './modules/settings/index.ts';
import { createTaxesModule } from './modules/taxes/index.ts';
import { createTermsModule } from './modules/terms/index.ts';
import { createShipmentsModule, followParcelsOf, markLost } from './modules/shipments/index.ts';
import { createStatementsModule } from './modules/statements/index.ts';
import {
  createStoresModule,
  findStore,
  storeHookPath,
  storeManifests,
  storeReturnPath,
} from './modules/stores/index.ts';
import { createSubscriptionsModule } from './modules/subscriptions/index.ts';
import { createTableViewsModule } from './modules/table-views/index.ts';
import {
  appRegistrationOf,
  createTenantsModule,
  franchiseDeskRoutes,
  logoRoutes,
  operatorDeskRoutes,
  senderOf,
} from './modules/tenants/index.ts';
import { carrierHookPath, createTrackingModule } from './modules/tracking/index.ts';
import { assignees, userNames } from './modules/users/index.ts';
import type { RequestContext } from './platform/context.ts';
import { createDns } from './platform/dns.ts';
import { createApp } from './platform/http/app.ts';
import type { Route } from './platform/http/handler.ts';
import { createInbox } from './platform/inbox/inbox.ts';
import { createJournal } from './platform/journal/journal.ts';
import { createLive } from './platform/live/live.ts';
import type { Services } from './platform/services.ts';
import { type Stoppable, stopInOrder } from './platform/stop-in-order.ts';

export type { Application, ApplicationOptions } from './application-types.ts';

const SLOW_DRAWING_MS = 300_000;
/** To stop, for whoever has no deadline of its own. */
const LONGEST_STOP_MS = 120_000;
export const createApplication = (services: Services, options: ApplicationOptions): Application => {
  const { db, sealer, log, metrics } = services;
  const dns = options.dns ?? createDns(services.config.dnsServers);
  const names = (ctx: RequestContext, ids: readonly string[]) => userNames(db, ctx, ids);
  const tenants = createTenantsModule(services);
  const vendors = simulatedVendors(options);
  const carriers = createCarriersModule(services, {
    hosts: tenants.hosts,
    simulators: options.simulators,
    registry: options.registry,
    apps: {
      registration: (tenantId, slug, mode) => appRegistrationOf(services, tenantId, 'carrier', slug, mode),
      simulated: vendors.carrierAppOf,
    },
  });
  const workerUrl = services.documentWorker === undefined ? undefined : pathToFileURL(services.documentWorker);
  const renderer = createTypstRenderer({ workerUrl });
  // Invoices of a month are drawn while people print: on a thread of their own, and as long as they take.
  const slowRenderer = createTypstRenderer({ workerUrl, timeoutMs: SLOW_DRAWING_MS });
  const buyerPages = createPageAddresses(createBuyerLinks(services.cookieSecret), tenants.hosts.origins);
  const journal = createJournal({ db, sealer, log, metrics, scheduler: options.scheduler, ...options.journal });
  const inbox = createInbox({ db, log, metrics, retention: services.config.retention });
  const upkeep = createUpkeep({ ...services, retention: services.config.retention });

  const mail = createMailModule(services, {
    journal,
    hosts: tenants.hosts,
    senderOf: (franchiseId) => senderOf(services, franchiseId),
    sellerSenderOf: createSellerSender(services),
  });
  const auth = createAuthModule(services, { hosts: tenants.hosts, mail });
  const audit = createAuditModule(services);
  const announcements = createAnnouncementsModule(services, { mail });
  const terms = createTermsModule(services, { hosts: tenants.hosts });
  const people = createPeopleModule(services, { mail });
  const balances = createBalanceRollUp(services);
  const markups = createMarkupFollower(services);
  const dashboard = createDashboardModule(services, { carriers });
  const carrierBills = createCarrierBillsModule(services);
  const desks = {
    routes: [
      ...franchiseDeskRoutes(services, {
        dns,
        inviteAdministrator: people.inviteAdministrator,
        forget: () => tenants.forget(),
      }),
      ...operatorDeskRoutes(services, {
        carriers,
        stores: { manifests: storeManifests() },
        paths: {
          store: (code) => ({ redirect: storeReturnPath(code), webhook: storeHookPath(code) }),
          carrier: (slug) => ({ redirect: carrierReturnPath(slug), webhook: carrierHookPath(slug) }),
        },
        hosts: tenants.hosts,
      }),
      ...logoRoutes(services, { carriers, branding: tenants.branding }),
    ],
  };
  const nameOf = (connector: string): string =>
    carriers.registry.find(connector)?.manifest.name ?? findStore(connector)?.manifest.name ?? connector;
  const readings = createReadingsModule(services, { mail, nameOf });
  const { count } = readings;
  const labels = createLabelReconciliationModule(services, { journal, carriers, times: options.labels });
  const ownerNotices = createOwnerNoticesModule({ ...services, mail, nameOf, labels: labels.forOwners });
  const quotes = createQuotesModule(services, { grants: carriers.grants, count });
  const payments = createPaymentsModule(services, {
    journal,
    inbox,
    mail,
    simulator: vendors.cards,
    // Without a fixed port nobody knows where we are; then events are not sent and look-ups tell.
    origin: () => (services.config.port === 0 ? undefined : `http://127.0.0.1:${services.config.port}`),
  });
  const shipments = createShipmentsModule(services, { journal, carriers, quotes, renderer, funds: payments.funds });
  const batches = createBatchesModule(services, {
    journal,
    carriers,
    quotes,
    shipments,
    renderer,
    buyerPages,
    times: options.batches,
  });
  shipments.follow(batches.follower);
  const exceptions = createExceptionsModule(services);
  const buyerNotices = createBuyerNoticesModule(services, {
    mail,
    dns,
    hosts: tenants.hosts,
    nameOf,
    sender: options.notices,
  });
  const tracking = createTrackingModule(services, {
    carriers,
    inbox,
    shipments: { follow: followParcelsOf, markLost },
    tellBuyer: buyerNotices.tellBuyer,
    count,
    // A simulator runs beside this program; others need an address of ours that the world can reach.
    origin: (mode) =>
      mode === 'simulator' ? `http://127.0.0.1:${services.config.port}` : (services.config.publicOrigin ?? undefined),
    poller: options.tracking,
  });
  const facts = (slug: string) => carriers.registry.find(slug)?.manifest;
  const pickups = createPickupsModule(services, { journal, grants: carriers.grants, facts });
  const buyerPage = createBuyerPageModule(services, {
    pickups: pickups.buyers,
    hosts: tenants.hosts,
    mail,
    dns,
    branding: tenants.branding,
    nameOf: (slug) => tracking.nameOf(slug),
    renderer,
  });
  const documents = createDocumentsModule(services, { renderer, buyerPages });
  const stores = createStoresModule(services, {
    pageOf: buyerPage.storePages,
    journal,
    inbox,
    hosts: tenants.hosts,
    mail,
    count,
    simulators: vendors.stores,
    sync: options.sync,
  });
  const returns = createReturnsModule(services, {
    pickups: pickups.buyers,
    journal,
    carriers,
    quotes,
    shipments,
    nameOf: (slug) => tracking.nameOf(slug) ?? slug,
    userNames: names,
    refunds: stores.refunds,
  });
  const claims = createClaimsModule(services, { renderer, nameOf, facts, journal, carriers, hosts: tenants.hosts });
  shipments.follow(stores.follower);
  const orders = createOrdersModule(services, {
    shipmentsOfOrder: (ctx, tx, orderId) => shipments.ofOrder(ctx, tx, orderId),
    storeSideOfOrder: stores.storeSideOfOrder,
    buyerPath: buyerPage.pathOf,
    stores: stores.effects,
    carrier: facts,
    people: (ctx) => assignees(db, ctx),
    userNames: names,
  });
  const automation = createAutomationModule(services, {
    resolveSelection: (ctx, now, given) => resolveSelection(db, ctx, now, given),
    accounts: (ctx) => carriers.accounts(ctx),
  });
  const dispatch = createDispatchModule(services, { renderer, facts, journal, grants: carriers.grants });
  const { origins } = tenants.hosts;
  const printing = createPrintingModule(services, { renderer, buyerPages, origins, userNames: names });
  const scanShip = createScanShipModule(services, {
    journal,
    carriers,
    quotes,
    shipments,
    renderer,
    buyerPages,
    printers: printing,
  });
  const statements = createStatementsModule(services, { mail, renderer, slowRenderer, carriers });
  const customerData = createCustomerDataModule(services, { statements, shipments, stores, payments, mail });
  const customerMoves = createCustomerMovesModule(services, { carriers, stores, people, mail });
  const subscriptions = createSubscriptionsModule(services, { mail });
  const factorResets = createFactorResetsModule(services, { mail });
  const rateSheets = createRateSheetsModule(services, { userNames: names });
  const reports = createReportsModule(services, { carriers, mail });
  const reminders = createRemindersModule({ db, clock: services.clock, log, mail });
  const restrictions = createRestrictionWorker({ db, clock: services.clock, log, mail });
  const live = createLive(services, { openExceptions: (tenantId) => exceptions.countOpen(tenantId) });
  const products = createProductsModule(services, {
    userNames: names,
    fillOpenOrders,
    itemsOfOrders: (ctx, now, selection) => itemsOfOrders(db, ctx, now, selection),
  });
  const liveAccounts = createLiveAccountsModule(services, {
    nameOf,
    connectors: [
      ...carriers.registry.all().map(({ manifest }) => ({ code: manifest.slug, name: manifest.name })),
      ...storeManifests().map(({ code, name }) => ({ code, name })),
    ],
    carriers,
    renderer,
    checks: options.goLive,
  });
  const modules: readonly { readonly routes: readonly Route[]; readonly exceptions?: ExceptionSource }[] = [
    live,
    createTableViewsModule(services),
    tenants,
    auth,
    mail,
    desks,
    createRolesModule(services),
    people,
    createAgentsModule(services, { mail }),
    createCustomersModule(services, { inviteAdministrator: people.inviteAdministrator, sendCode: auth.sendCode, mail }),
    customerData,
    customerMoves,
    createObstaclesModule(services, { carriers }),
    createImpersonationModule(services),
    audit,
    announcements,
    terms,
    ownerNotices,
    reminders,
    automation,
    buyerNotices,
    buyerPage,
    carrierBills,
    dashboard,
    dispatch,
    payments,
    pickups,
    readings,
    liveAccounts,
    createMasterModule(),
    createSearchModule(services, { carrierName: nameOf }),
    createSettingsModule(services),
    createStateModule(services, options.version),
    carriers,
    labels,
    orders,
    createFirstRunModule(services, { carriers }),
    createFxModule(services),
    createPackagesModule(services, carriers.registry),
    createTaxesModule(services),
    createMarginsModule(services, { carriers }),
    createAccountingModule(services),
    createBankModule(services),
    createPricingModule(services, { carriers, userNames: names }),
    createLendingsModule(services, { carriers }),
    reports,
    factorResets,
    rateSheets,
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
    returns,
    claims,
    statements,
    subscriptions,
  ];
  for (const module of modules) if (module.exceptions) exceptions.addSource(module.exceptions);
  const routes = modules.flatMap((module) => module.routes).map((each) => terms.guard(each));
  const pages = [tenants, carriers, stores, tracking, buyerPage, buyerNotices, claims, payments, vendors];
  /** They look for what is due by themselves, and hand nothing on. */
  const rounds = {
    restrictions,
    exports: customerData.exports,
    erasures: customerData.erasures,
    moves: customerMoves.worker,
    mondayReports: reports.monday,
    savedReports: reports.saved,
    announcements: announcements.mailer,
    ownerNotices: ownerNotices.worker,
    reminders: reminders.worker,
    factorResets: factorResets.worker,
    rateSheets: rateSheets.follower,
    holds: orders.holds,
    mover: documents.mover,
  };
  const outgoing = { notices: buyerNotices.sender, senders: buyerNotices.senders, returns: returns.labels };
  const workers = [
    journal,
    inbox,
    tracking.poller,
    tracking.delays,
    batches.worker,
    shipments.refunds,
    claims.watch,
    exceptions,
    stores.engine,
    stores.watch,
    readings.watch,
    upkeep,
    printing.worker,
    payments.autoTopUps,
    audit.sealer,
    dashboard.rollups,
    balances,
    markups,
    carrierBills.worker,
    liveAccounts.checks,
    labels.worker,
    statements.worker,
    subscriptions.worker,
    ...Object.values(rounds),
    ...Object.values(outgoing),
  ];
  /** Those that hand work on first. */
  const ending: readonly Readonly<Record<string, Stoppable>>[] = [
    { live, ...outgoing, scheduler: { stop: () => options.scheduler?.stop() } },
    {
      ...rounds,
      printing,
      topUps: payments.autoTopUps,
      upkeep,
      readings: readings.watch,
      subscriptions: subscriptions.worker,
      carrierBills: carrierBills.worker,
      liveAccounts: liveAccounts.checks,
      labels: labels.worker,
      rollups: dashboard.rollups,
      balances,
      markups,
      statements: statements.worker,
      audit: audit.sealer,
      storeSyncs: stores.engine,
      exceptions,
      refunds: shipments.refunds,
      claims: claims.watch,
      scanShip: { stop: () => scanShip.close() },
    },
    { batches: batches.worker, delays: tracking.delays, tracking: tracking.poller },
    { inbox },
    { journal },
  ];
  const checks: readonly Check[] = [{ name: 'database', run: () => db.ping() }, ...(options.checks ?? [])];
  return {
    routes,
    services,
    carriers,
    batches,
    exceptions,
    inbox,
    printing,
    readings,
    shipments,
    tracking,
    notices: buyerNotices.sender,
    senders: buyerNotices.senders,
    returnLabels: returns.labels,
    claims,
    stores,
    rollups: dashboard.rollups,
    carrierBills,
    liveAccounts,
    labels: labels.worker,
    statements,
    subscriptions,
    restrictions,
    customerExports: customerData.exports,
    customerErasures: customerData.erasures,
    customerMoves: customerMoves.worker,
    announcements: announcements.mailer,
    ownerNotices: ownerNotices.worker,
    reminders: reminders.worker,
    reports: reports.monday,
    savedReports: reports.saved,
    factorResets: factorResets.worker,
    rateSheets: rateSheets.follower,
    http: (healthOnly = false) =>
      createApp(services, routes, {
        withoutWeb: healthOnly,
        acts: audit.recorder,
        isSellersHost: (host) => tenants.hosts.isSellers(host),
        extend: async (app) => {
          // Streams never end by themselves; their clients come back to whoever answers then.
          app.addHook('preClose', async () => {
            live.endStreams();
            printing.endPolls();
          });
          if (!healthOnly) for (const module of pages) await module.extend(app);
          await registerOperations(app, services, {
            version: options.version,
            calls: healthOnly ? [] : routes.map(({ call }) => call),
            checks,
            stopping: options.stopping ?? (() => false),
          });
        },
      }),
    async startJobs() {
      for (const worker of workers) worker.start();
      await options.scheduler?.listen((ref) => journal.ring(ref));
    },
    async close(withinMs = LONGEST_STOP_MS) {
      await stopInOrder(ending, { log, withinMs });
      mail.close();
      await renderer.close();
      await slowRenderer.close();
      await stores.close();
      await readings.close();
      await carriers.close();
    },
  };
};
