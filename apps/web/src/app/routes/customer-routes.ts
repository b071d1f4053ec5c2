/** Pages of a customer's people (product-spec section 2, "Authenticated customer routes"). */
import { createRoute, lazyRouteComponent, type SearchSchemaInput } from '@tanstack/react-router';
import { CLAIM_STATES, type ClaimState } from '@scanship/domain/shipping/claims';
import { RETURN_STATES, type ReturnState } from '@scanship/domain/shipping/returns';
import type { AutomationTab } from '../../features/automation/AutomationPage.tsx';
import type { ItemFilter } from '../../features/batches/batches-api.ts';
import type { PickupSearch } from '../../features/pickups/pickups-api.ts';
import type { PickSearch } from '../../features/dispatch/PickListPage.tsx';
import type { ExceptionSearch } from '../../features/exceptions/exceptions-api.ts';
import type { LabelSearch } from '../../features/labels/label-search.ts';
import type { OrderSearch } from '../../features/orders/model/order-search.ts';
import type { ProductSearch } from '../../features/products/model/product-search.ts';
import type { NoticeTab } from '../../features/stores/notices/BuyerNoticesPage.tsx';
import type { StoreTab } from '../../features/stores/StorePage.tsx';
import { loadMessages } from '../../lib/i18n.ts';
import { asItCame, guard, insideRoute } from './inside.ts';
import { PAGES } from './pages.ts';
import { textOf } from './search-text.ts';

/** Pages of one order need the words of the shipping panel, too. */
const ORDER_PAGE = { ...PAGES.orders, words: 'shipping' } as const;
export const ordersRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: PAGES.orders.path,
  // The page itself reads the address with care; its parser stays out of the first load.
  validateSearch: (search: OrderSearch & SearchSchemaInput): OrderSearch => search,
  beforeLoad: guard(PAGES.orders),
  component: lazyRouteComponent(() => import('../../features/orders/routes/OrdersPage.tsx'), 'OrdersPage'),
});
export const newOrderRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/ecommerce/orders/new',
  beforeLoad: guard(ORDER_PAGE),
  component: lazyRouteComponent(() => import('../../features/orders/routes/NewOrderPage.tsx'), 'NewOrderPage'),
});
const scanShipRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: PAGES.scanShip.path,
  beforeLoad: guard(PAGES.scanShip),
  component: lazyRouteComponent(async () => {
    const [page] = await Promise.all([import('../../features/scan-ship/ScanShipPage.tsx'), loadMessages('shipping')]);
    return page;
  }, 'ScanShipPage'),
});
const labelsRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: PAGES.labels.path,
  validateSearch: asItCame<LabelSearch>,
  beforeLoad: guard(PAGES.labels),
  component: lazyRouteComponent(async () => {
    const [page] = await Promise.all([import('../../features/labels/LabelsPage.tsx'), loadMessages('shipping')]);
    return page;
  }, 'LabelsPage'),
});
const devicesRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: PAGES.devices.path,
  beforeLoad: guard(PAGES.devices),
  component: lazyRouteComponent(() => import('../../features/devices/DevicesPage.tsx'), 'DevicesPage'),
});
const batchesRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: PAGES.batches.path,
  beforeLoad: guard(PAGES.batches),
  component: lazyRouteComponent(() => import('../../features/batches/BatchesPage.tsx'), 'BatchesPage'),
});
const batchRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/ecommerce/orders/batches/$batchId',
  validateSearch: asItCame<ItemFilter>,
  beforeLoad: guard(PAGES.batches),
  component: lazyRouteComponent(() => import('../../features/batches/BatchPage.tsx'), 'BatchPage'),
});
const pickListRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: PAGES.pickList.path,
  validateSearch: asItCame<PickSearch>,
  beforeLoad: guard(PAGES.pickList),
  component: lazyRouteComponent(() => import('../../features/dispatch/PickListPage.tsx'), 'PickListPage'),
});
const endOfDayRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: PAGES.endOfDay.path,
  beforeLoad: guard(PAGES.endOfDay),
  component: lazyRouteComponent(() => import('../../features/dispatch/EndOfDayPage.tsx'), 'EndOfDayPage'),
});
const pickupsRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: PAGES.pickups.path,
  validateSearch: asItCame<PickupSearch>,
  beforeLoad: guard(PAGES.pickups),
  component: lazyRouteComponent(() => import('../../features/pickups/PickupsPage.tsx'), 'PickupsPage'),
});
const automationRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: PAGES.automation.path,
  validateSearch: (search: Record<string, unknown>): { readonly tab?: AutomationTab } => {
    const tab = (['presets', 'services'] as const).find((name) => name === search.tab);
    return tab ? { tab } : {};
  },
  beforeLoad: guard(PAGES.automation),
  component: lazyRouteComponent(() => import('../../features/automation/AutomationPage.tsx'), 'AutomationPage'),
});
const importRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: PAGES.import.path,
  beforeLoad: guard(PAGES.import),
  component: lazyRouteComponent(() => import('../../features/imports/ImportPage.tsx'), 'ImportPage'),
});
const exceptionsRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: PAGES.exceptions.path,
  validateSearch: asItCame<ExceptionSearch>,
  beforeLoad: guard(PAGES.exceptions),
  component: lazyRouteComponent(() => import('../../features/exceptions/ExceptionsPage.tsx'), 'ExceptionsPage'),
});
const returnsRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: PAGES.returns.path,
  validateSearch: (search: Record<string, unknown>): { readonly state?: ReturnState } => {
    const state = RETURN_STATES.find((each) => each === search.state);
    return state ? { state } : {};
  },
  beforeLoad: guard(PAGES.returns),
  component: lazyRouteComponent(() => import('../../features/returns/ReturnsPage.tsx'), 'ReturnsPage'),
});
const returnRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/ecommerce/orders/returns/$returnId',
  beforeLoad: guard(PAGES.returns),
  component: lazyRouteComponent(() => import('../../features/returns/ReturnPage.tsx'), 'ReturnPage'),
});
const claimsRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: PAGES.claims.path,
  validateSearch: (search: Record<string, unknown>): { readonly state?: ClaimState } => {
    const state = CLAIM_STATES.find((each) => each === search.state);
    return state ? { state } : {};
  },
  beforeLoad: guard(PAGES.claims),
  component: lazyRouteComponent(() => import('../../features/claims/ClaimsPage.tsx'), 'ClaimsPage'),
});
const claimRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/ecommerce/orders/claims/$claimId',
  beforeLoad: guard(PAGES.claims),
  component: lazyRouteComponent(() => import('../../features/claims/ClaimPage.tsx'), 'ClaimPage'),
});
const returnRulesRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: PAGES.returnRules.path,
  beforeLoad: guard(PAGES.returnRules),
  component: lazyRouteComponent(() => import('../../features/returns/ReturnRulesPage.tsx'), 'ReturnRulesPage'),
});
const returnsTableRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: PAGES.returnsTable.path,
  beforeLoad: guard(PAGES.returnsTable),
  component: lazyRouteComponent(() => import('../../features/returns/ReturnsTablePage.tsx'), 'ReturnsTablePage'),
});
export const orderRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/ecommerce/order/$orderId',
  beforeLoad: guard(ORDER_PAGE),
  component: lazyRouteComponent(() => import('../../features/orders/routes/OrderPage.tsx'), 'OrderPage'),
});

const carriersRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: PAGES.carriers.path,
  beforeLoad: guard(PAGES.carriers),
  component: lazyRouteComponent(() => import('../../features/carriers/routes/CarriersPage.tsx'), 'CarriersPage'),
});
const carrierRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/carrier-manager/$accountId',
  beforeLoad: guard(PAGES.carriers),
  component: lazyRouteComponent(() => import('../../features/carriers/routes/CarrierPage.tsx'), 'CarrierPage'),
});

const carrierHealthRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/carrier-manager/health',
  beforeLoad: guard(PAGES.carriers),
  component: lazyRouteComponent(() => import('../../features/carriers/routes/HealthPage.tsx'), 'HealthPage'),
});
const carrierConnectedRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/carrier-manager/connected',
  validateSearch: asItCame<{ readonly consent?: string; readonly problem?: string }>,
  beforeLoad: guard(PAGES.carriers),
  component: lazyRouteComponent(() => import('../../features/carriers/routes/ConnectedPage.tsx'), 'ConnectedPage'),
});

const productsRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: PAGES.products.path,
  validateSearch: asItCame<ProductSearch>,
  beforeLoad: guard(PAGES.products),
  component: lazyRouteComponent(() => import('../../features/products/ProductsPage.tsx'), 'ProductsPage'),
});
const productImportRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/ecommerce/products/import',
  beforeLoad: guard(PAGES.products),
  component: lazyRouteComponent(async () => {
    const [page] = await Promise.all([
      import('../../features/products/import/ProductImportPage.tsx'),
      loadMessages('imports'),
    ]);
    return page;
  }, 'ProductImportPage'),
});
const packagesRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: PAGES.packages.path,
  beforeLoad: guard(PAGES.packages),
  component: lazyRouteComponent(() => import('../../features/packages/PackagesPage.tsx'), 'PackagesPage'),
});
const storesRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: PAGES.stores.path,
  beforeLoad: guard(PAGES.stores),
  component: lazyRouteComponent(() => import('../../features/stores/StoresPage.tsx'), 'StoresPage'),
});
/** `code` and `shop` come back from a platform's consent page. */
const connectStoreRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/ecommerce/connect-store/$storeName',
  validateSearch: (search: Record<string, unknown>): { readonly code?: string; readonly shop?: string } => ({
    ...textOf(search, 'code'),
    ...textOf(search, 'shop'),
  }),
  beforeLoad: guard(PAGES.stores),
  component: lazyRouteComponent(() => import('../../features/stores/ConnectStorePage.tsx'), 'ConnectStorePage'),
});
const storeRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/ecommerce/store/$storeId',
  validateSearch: (search: Record<string, unknown>): { readonly tab?: StoreTab } => {
    const tab = (['settings', 'branding', 'history'] as const).find((name) => name === search.tab);
    return tab ? { tab } : {};
  },
  beforeLoad: guard(PAGES.stores),
  component: lazyRouteComponent(() => import('../../features/stores/StorePage.tsx'), 'StorePage'),
});

const buyerNoticesRoute = createRoute({
  getParentRoute: () => insideRoute,
  path: '/ecommerce/buyer-notices',
  validateSearch: (search: Record<string, unknown>): { readonly tab?: NoticeTab; readonly store?: string } => {
    const tab = (['sender', 'webhook', 'sent', 'left-alone', 'page'] as const).find((name) => name === search.tab);
    return { ...(tab ? { tab } : {}), ...textOf(search, 'store') };
  },
  // Records of a domain are shown as the operator's pages show them, and services chosen as in rules.
  beforeLoad: async (of) => {
    await Promise.all([guard(PAGES.stores)(of), loadMessages('admin'), loadMessages('work')]);
  },
  component: lazyRouteComponent(() => import('../../features/stores/notices/BuyerNoticesPage.tsx'), 'BuyerNoticesPage'),
});

export const customerRoutes = [
  productsRoute,
  productImportRoute,
  packagesRoute,
  storesRoute,
  connectStoreRoute,
  storeRoute,
  buyerNoticesRoute,
  ordersRoute,
  newOrderRoute,
  scanShipRoute,
  labelsRoute,
  batchesRoute,
  devicesRoute,
  batchRoute,
  pickListRoute,
  endOfDayRoute,
  pickupsRoute,
  automationRoute,
  importRoute,
  exceptionsRoute,
  returnsRoute,
  claimsRoute,
  claimRoute,
  returnRoute,
  returnRulesRoute,
  returnsTableRoute,
  orderRoute,
  carriersRoute,
  carrierRoute,
  carrierHealthRoute,
  carrierConnectedRoute,
] as const;
