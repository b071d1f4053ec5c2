import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';

/** Folders below `src`. */
const ACCOUNT = ['features/account', 'features/public'];
const STORES = ['features/stores', 'features/carriers', 'features/exceptions', 'features/tracking'];
const WORK = ['features/packages', 'features/batches', 'features/labels'];
const ADMIN = [
  'features/audit',
  'features/customers',
  'features/dashboard',
  'features/impersonation',
  'features/people',
  'features/platform',
  'features/roles',
];
const below = (folders: readonly string[]): string[] => folders.map((folder) => `<rootDir>/src/${folder}`);
const catalogue = (name: string, include: readonly string[], exclude: readonly string[] = []) => ({
  path: `<rootDir>/src/locales/{locale}/${name}`,
  include: below(include),
  exclude: ['**/*.test.*', ...below(exclude).map((place) => (place.endsWith('.ts') ? place : `${place}/**`))],
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
    catalogue('admin', ADMIN),
    catalogue('work', WORK),
    catalogue(
      'messages',
      ['app/shell', 'app/routes', 'features'],
      ['features/auth', ...ACCOUNT, ...STORES, ...ADMIN, ...WORK],
    ),
  ],
  format: formatter({ lineNumbers: false, origins: false }),
  orderBy: 'message',
});
