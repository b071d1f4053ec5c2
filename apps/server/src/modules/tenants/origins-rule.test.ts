/**
 * Nobody makes an address of ours from what a request says: over the source of server and web application. A new place is
 * listed here with its reason, or better, asks `SiteOrigins`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../../../..');
const SERVER = 'apps/server/src';
const WEB = 'apps/web/src';

interface Rule {
  readonly what: string;
  readonly in: typeof SERVER | typeof WEB;
  readonly found: RegExp;
  /** Files where it is right, below `in`, and why. */
  readonly allowed: Readonly<Record<string, string>>;
}

const SETTING = 'reads a setting of the operator, no request';
const RULES: readonly Rule[] = [
  {
    what: 'the host or scheme of a request',
    in: SERVER,
    found:
      /\bheaders(?:\.host\b|\[['"](?:host|forwarded|x-forwarded-\w+)['"]\])|['"]x-forwarded-(?:host|proto)['"]|\brequest\.(?:raw\.)?(?:host|hostname|protocol|originalUrl)\b/,
    allowed: {
      'platform/http/request-state.ts': 'the one place that reads them, by the strict parser',
      'platform/http/host-cookie.ts': 'scheme: whether a cookie is marked Secure',
      'platform/inbox/hook-route.ts': 'the address a sender has signed: a false one only fails its signature',
      'platform/simulators/simulator-pages.ts': 'tells a simulator its own address; refused in production',
    },
  },
  {
    what: 'the host a page names',
    in: SERVER,
    found: /\bquery\.host\b/,
    allowed: {
      'modules/tenants/index.ts': 'looked up by the strict parser; nothing is sent there',
      'modules/stores/routes.ts': 'looked up and proved; the proved origin is used',
    },
  },
  {
    what: 'a redirect',
    in: SERVER,
    found: /\.redirect\(|header\(['"]location['"]/,
    allowed: {
      'modules/stores/connect/callback.ts': 'own paths, proved origins, and addresses checked against the platform',
      'modules/carriers/onboarding/callback.ts': 'own paths and proved origins',
      'modules/buyer-page/index.ts': 'the path of a link that was just made here',
      'modules/buyer-page/return-pages.ts': 'the path of the page whose link was looked up',
      'platform/http/buyer-hosts.ts': 'an own path',
    },
  },
  {
    what: 'an origin that is put together',
    in: SERVER,
    found: /`(?:https?|\$\{[^}`]*(?:scheme|protocol)[^}`]*\}):\/\/(?:\$|127)/i,
    allowed: {
      'modules/tenants/site-origins.ts': 'the one place that does',
      'platform/http/named-host.ts': 'compares what a browser would read',
      'platform/inbox/hook-route.ts': 'the address a sender has signed',
      'platform/simulators/simulator-process.ts': 'a simulator on this machine',
      'application.ts': 'simulators call this machine',
      'modules/buyer-page/embedding.ts':
        'a shop’s address as its seller typed it: may frame the page, leads nobody anywhere',
      'commands/serve.ts': SETTING,
      'demo/seed-demo.ts': 'printed for whoever starts the demo',
    },
  },
  {
    what: 'an address that is read with URL',
    in: SERVER,
    found: /\bnew URL\((?!['"`]\.|SOURCE)/,
    allowed: {
      'config/config.ts': SETTING,
      'config/simulators.ts': SETTING,
      'config/tracing.ts': SETTING,
      'platform/database/connection.ts': SETTING,
      'platform/open-store.ts': SETTING,
      'platform/simulators/simulator-process.ts': SETTING,
      'platform/outside-pictures/outside-pictures.ts':
        'fetched through the guard, where a row holds the address; leads nobody anywhere',
      'platform/http/security-headers.ts': SETTING,
      'modules/mail/smtp.ts': SETTING,
      'platform/http/named-host.ts': 'compares what a browser would read',
      'modules/auth/passkeys.ts': 'the host of an origin that is proved',
      'modules/stores/sync/hook-address.ts': 'an origin that is proved',
      'modules/live-accounts/export-case.ts': 'a recorded call, of which path and query are written down',
      'modules/carriers/onboarding/onboarding.ts': 'checks a carrier’s page against its manifest',
      'modules/products/import-products.ts': 'a picture’s address: its scheme and login are checked',
      'modules/tenants/franchise-record.ts': SETTING,
      'modules/tenants/buyer-host.ts': SETTING,
      'modules/tenants/edit-branding.ts': 'a picture’s address: its scheme and login are checked',
      'modules/buyer-page/look.ts': 'a link the seller declared, shown to its buyers as it is',
      'modules/buyer-notices/webhook/webhook-rows.ts':
        'the seller’s own system, called through the guard of outgoing calls',
      'modules/buyer-page/embedding.ts':
        'a shop’s address as its seller typed it: may frame the page, leads nobody anywhere',
      'modules/terms/authoring.ts': 'the address of a franchise’s terms: its scheme and login are checked',
      'demo/connect-shop.ts': 'parameters of the simulator’s answer',
    },
  },
  {
    what: 'leaving the page',
    in: WEB,
    found: /\blocation\.(?:assign|replace)\((?!['"]\/)|\blocation\.href\s*=[^=]|\bwindow\.open\(/,
    allowed: {
      'app/other-person.ts': 'paths of this app (return-path.ts)',
      'app/router.ts': 'the address the page is at',
      'features/carriers/components/ConnectForm.tsx': 'a page the server checked against the carrier',
      'features/carriers/routes/CarrierPage.tsx': 'a page the server checked against the carrier',
      'features/stores/StorePage.tsx': 'a page the server checked against the platform',
      'features/stores/ConnectStorePage.tsx': 'a page the server checked against the platform',
      'features/stores/ConnectMarketplacePage.tsx': 'the same, or own paths only (marketplace-return.ts)',
      'features/shipping/printing/PreviewHost.tsx': 'a blob of this page',
    },
  },
];

const filesOf = (folder: string): readonly string[] =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));

const withoutComments = (source: string): string =>
  source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');

test.each(RULES)('$what in $in stands only where it is listed', ({ in: folder, found, allowed }) => {
  const files = filesOf(folder);
  expect(files.length).toBeGreaterThan(200);
  const using = files.filter((file) =>
    found.test(withoutComments(readFileSync(path.join(root, folder, file), 'utf8'))),
  );
  expect(using.toSorted()).toEqual(Object.keys(allowed).toSorted());
});
