import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';

/** Folders below `src`. */
const ACCOUNT = ['features/account', 'features/public', 'features/settings'];
const STORES = ['features/connect', 'features/stores', 'features/carriers', 'features/exceptions', 'features/tracking'];
const PRODUCTS = ['features/products'];
const WORK = [
  'features/packages',
  'features/batches',
  'features/labels',
  'features/automation',
  'features/dispatch',
  'features/pickups',
  'features/claims',
  'features/returns',
  'features/devices',
];
/** Of a customer's page: what it is lent at which cost, its export and its erasing, which mostly speak of what is owed. */
const LATER_OF_CUSTOMERS = ['features/customers/data', 'features/customers/lendings'];
/** Billing of customers, money of franchises and of the platform. */
const MONEY = ['features/money', ...LATER_OF_CUSTOMERS];
/** The packing table. */
const SCAN = ['features/scan-ship'];
/** What the order list loads when it is first wanted. */
const ORDERS = ['features/orders/later'];
const ADMIN = [
  'features/announcements',
  'features/audit',
  'features/customers',
  'features/dashboard',
  'features/first-run',
  'features/impersonation',
  'features/people',
  'features/platform',
  'features/roles',
  'features/terms',
];
/** Detail of an order and the shipping panel. What prints belongs to the list and the shell. */
const SHIPPING = ['features/order-detail', 'features/shipping'];
/** Steps that every import from a file has, and the import of orders. */
const IMPORTS = ['features/imports'];
const BESIDE_THE_LIST = '(printing|tracking-words.ts|dangerous-goods-words.ts)';
const below = (folders: readonly string[]): string[] => folders.map((folder) => `<rootDir>/src/${folder}`);
const catalogue = (name: string, include: readonly string[], exclude: readonly string[] = []) => ({
  path: `<rootDir>/src/locales/{locale}/${name}`,
  include: below(include),
  exclude: ['**/*.test.*', ...below(exclude).map((place) => (/\.(ts|\*)$/.test(place) ? place : `${place}/**`))],
});

export default defineConfig({
  sourceLocale: 'en-CA',
  locales: ['en-CA', 'fr-CA'],
  rootDir: import.meta.dirname,
  // By area, so that a first load carries only the words it shows (src/lib/i18n.ts).
  catalogs: [
    catalogue('start', ['app', 'lib', 'ui', 'features/auth'], ['app/shell', 'app/routes', 'lib/error-catalogue.ts']),
    catalogue('errors', ['lib/error-catalogue.ts']),
    catalogue('account', ACCOUNT),
    catalogue('stores', STORES),
    catalogue('orders', ORDERS),
    catalogue('shipping', SHIPPING, [`features/shipping/@${BESIDE_THE_LIST}/**`]),
    catalogue('admin', ADMIN, LATER_OF_CUSTOMERS),
    catalogue('work', WORK),
    catalogue('scan', SCAN),
    catalogue('imports', IMPORTS),
    catalogue('money', MONEY),
    catalogue('products', PRODUCTS),
    catalogue(
      'messages',
      ['app/shell', 'app/routes', 'features'],
      [
        'features/auth',
        ...ACCOUNT,
        ...STORES,
        ...ORDERS,
        ...PRODUCTS,
        ...SCAN,
        ...MONEY,
        ...ADMIN,
        ...WORK,
        ...IMPORTS,
        'features/order-detail',
        `features/shipping/!${BESIDE_THE_LIST}/**`,
      ],
    ),
  ],
  format: formatter({ lineNumbers: false, origins: false }),
  orderBy: 'message',
});
