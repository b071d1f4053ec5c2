/**
 * What each route loads first, compressed, beside the budgets. A route's first load is the closure of static imports of the entry,
 * of the route's chunks and of one catalogue. Of the last build, in a lane of `npm test`; above a budget it fails.
 */
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';

const KB = 1000;
const START = 'src/locales/en-CA/start.po';
const SHELL = ['src/app/shell/Shell.tsx', 'src/locales/en-CA/messages.po'];
const ADMIN = 'src/locales/en-CA/admin.po';
const ROUTES = {
  login: { chunks: ['src/features/auth/LoginPage.tsx'], js: 170 },
  register: { chunks: ['src/features/account/RegisterPage.tsx', 'src/locales/en-CA/account.po'], js: 200 },
  landing: { chunks: ['src/features/public/LandingPage.tsx', 'src/locales/en-CA/account.po'], js: 170 },
  orders: { chunks: [...SHELL, 'src/features/orders/routes/OrdersPage.tsx'], js: 260 },
  order: { chunks: [...SHELL, 'src/features/orders/routes/OrderPage.tsx'], js: 260 },
  'new order': { chunks: [...SHELL, 'src/features/orders/routes/NewOrderPage.tsx'], js: 260 },
  import: { chunks: [...SHELL, 'src/features/imports/ImportPage.tsx'], js: 260 },
  exceptions: { chunks: [...SHELL, 'src/features/exceptions/ExceptionsPage.tsx'], js: 260 },
  stores: { chunks: [...SHELL, 'src/features/stores/StoresPage.tsx', 'src/locales/en-CA/stores.po'], js: 260 },
  store: { chunks: [...SHELL, 'src/features/stores/StorePage.tsx', 'src/locales/en-CA/stores.po'], js: 260 },
  carriers: { chunks: [...SHELL, 'src/features/carriers/routes/CarriersPage.tsx'], js: 260 },
  carrier: { chunks: [...SHELL, 'src/features/carriers/routes/CarrierPage.tsx'], js: 260 },
  automation: {
    chunks: [...SHELL, 'src/features/automation/AutomationPage.tsx', 'src/locales/en-CA/work.po'],
    js: 260,
  },
  'end of day': { chunks: [...SHELL, 'src/features/dispatch/EndOfDayPage.tsx', 'src/locales/en-CA/work.po'], js: 260 },
  'pick list': { chunks: [...SHELL, 'src/features/dispatch/PickListPage.tsx', 'src/locales/en-CA/work.po'], js: 260 },
  people: { chunks: [...SHELL, 'src/features/people/PeoplePage.tsx', 'src/locales/en-CA/admin.po'], js: 260 },
  'company roles': { chunks: [...SHELL, 'src/features/people/RolesPage.tsx', 'src/locales/en-CA/admin.po'], js: 260 },
  audit: { chunks: [...SHELL, 'src/features/audit/AuditPage.tsx', 'src/locales/en-CA/admin.po'], js: 260 },
  settings: { chunks: [...SHELL, 'src/features/account/AccountPage.tsx', 'src/locales/en-CA/account.po'], js: 260 },
  dashboard: { chunks: [...SHELL, 'src/features/dashboard/DashboardPage.tsx', ADMIN], js: 260 },
  customers: { chunks: [...SHELL, 'src/features/customers/CustomersPage.tsx', ADMIN], js: 260 },
  customer: { chunks: [...SHELL, 'src/features/customers/CustomerPage.tsx', ADMIN], js: 260 },
  'own brand': { chunks: [...SHELL, 'src/features/customers/OwnBrandingPage.tsx', ADMIN], js: 260 },
  roles: { chunks: [...SHELL, 'src/features/roles/CompanyPage.tsx', ADMIN], js: 260 },
  franchises: { chunks: [...SHELL, 'src/features/platform/FranchisesPage.tsx', ADMIN], js: 260 },
  franchise: { chunks: [...SHELL, 'src/features/platform/FranchisePage.tsx', ADMIN], js: 260 },
  apps: { chunks: [...SHELL, 'src/features/platform/AppsPage.tsx', ADMIN], js: 260 },
};
const LIMITS = { css: 30, lazy: 60, fonts: 60 };
/** pdf.js is loaded only by browsers without a viewer of their own. */
const BIG_ON_PURPOSE = /pdf/i;

/**
 * @param {string} dist folder of a build of the web application
 * @returns {{ table: string[], breaches: string[] }} sizes in kB, and what is above its budget
 */
export function measureBundle(dist) {
  const manifest = JSON.parse(fs.readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8'));
  const sizes = new Map();
  const gz = (file) => {
    if (!sizes.has(file)) sizes.set(file, gzipSync(fs.readFileSync(path.join(dist, file)), { level: 9 }).length);
    return sizes.get(file);
  };
  const closure = (keys) => {
    const seen = new Set();
    const visit = (key) => {
      const entry = manifest[key];
      if (!entry) throw new Error(`the build has no chunk for ${key}`);
      if (seen.has(key)) return;
      seen.add(key);
      for (const next of entry.imports ?? []) visit(next);
    };
    for (const key of keys) visit(key);
    return [...seen].map((key) => manifest[key]);
  };
  const total = (files) => [...new Set(files)].reduce((sum, file) => sum + gz(file), 0) / KB;

  const table = ['route          JS gz  CSS gz   (kB)'];
  const breaches = [];
  const judge = (name, value, limit) => {
    if (value > limit) breaches.push(`${name}: ${value.toFixed(1)} kB is above ${limit} kB`);
    return value.toFixed(1).padStart(7);
  };
  const entry = Object.keys(manifest).find((key) => manifest[key].isEntry);
  for (const [name, { chunks, js }] of Object.entries(ROUTES)) {
    const parts = closure([entry, START, ...chunks]);
    const code = judge(`JS of ${name}`, total(parts.map((p) => p.file)), js);
    const css = judge(`CSS of ${name}`, total(parts.flatMap((p) => p.css ?? [])), LIMITS.css);
    table.push(`${name.padEnd(12)} ${code} ${css}`);
  }
  const lazy = Object.values(manifest).filter(
    (e) => e.file.endsWith('.js') && e.isDynamicEntry && !BIG_ON_PURPOSE.test(e.file),
  );
  const largest = lazy.map((e) => [e.file, gz(e.file) / KB]).toSorted((a, b) => b[1] - a[1])[0];
  if (largest) table.push(`largest lazy chunk ${largest[0]} ${judge('lazy chunk', largest[1], LIMITS.lazy)}`);
  const fonts = fs.readdirSync(path.join(dist, 'assets')).filter((f) => f.endsWith('.woff2'));
  const fontBytes = fonts.reduce((sum, f) => sum + fs.statSync(path.join(dist, 'assets', f)).size, 0) / KB;
  table.push(`fonts ${judge('fonts', fontBytes, LIMITS.fonts)}`);
  return { table, breaches };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { table, breaches } = measureBundle(path.join(import.meta.dirname, '../dist'));
  for (const line of table) console.log(line);
  for (const breach of breaches) console.error(`over budget: ${breach}`);
  process.exitCode = breaches.length > 0 ? 1 : 0;
}
