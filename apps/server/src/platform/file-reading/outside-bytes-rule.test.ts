/**
 * Nothing that somebody sent is taken apart in the thread that answers people, unless it stands here with what bounds it. A new
 * reader belongs into `file-tasks.ts` or `paper-tasks.ts`, which run in threads of their own.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../../../..');

interface Rule {
  readonly what: string;
  readonly in: readonly string[];
  readonly found: RegExp;
  /** Beginnings of paths where it is right, and why. */
  readonly allowed: Readonly<Record<string, string>>;
}

const PAPERS = 'used by the threads that draw (paper-tasks.ts, typst-worker.ts) or read files (file-tasks.ts) alone';
const OWN = 'text this server wrote itself';
const SIGNED = 'signed by this server';
const POINTER = 'a place in a list: part of an address, which has 8,000 characters at most';
const COUNTED = 'values are counted at the door (hook-route.ts)';
const ANSWER = 'part of an answer, whose bytes the client bounds';

const RULES: readonly Rule[] = [
  {
    what: 'a reader of tables, containers and pictures',
    in: ['apps/server/src'],
    found:
      /documents\/(?:[\w-]+\/)?(?:sheet-reader|table-reader|zip-guard)'|from '(?:papaparse|postal-mime|hucre|sharp|pngjs|exceljs|xlsx|yauzl|unzipper|fast-xml-parser)[^']*'|\b(?:gunzip|inflate|inflateRaw|unzip|brotliDecompress)(?:Sync)?\(|\bcreate(?:Gunzip|Inflate|Unzip)\(/,
    allowed: {
      'apps/server/src/modules/bank/open-bank-file.ts': 'a file task',
      'apps/server/src/modules/carrier-bills/open-file.ts': 'a file task',
      'apps/server/src/modules/carriers/price-list-task.ts': 'a file task',
      'apps/server/src/modules/buyer-notices/reports/read-report.ts': 'a file task',
      'apps/server/src/modules/orders/import/file-tasks.ts': 'a file task',
      'apps/server/src/modules/products/files/file-tasks.ts': 'a file task',
      'apps/server/src/operations/archive.ts': 'backups: a command in a process of its own',
    },
  },
  {
    what: 'a reader of PDFs and pictures of labels',
    in: ['apps/server/src'],
    found:
      /documents\/(?:[\w-]+\/)?(?:pdf-pages|pdf-raster|pdf-to-zpl|stamp-test|stamp-test-zpl|label-image|print-pages|two-up|sheet-arranger|merge-pieces|gif-reader|logo-tile|photo|page-pictures|ink-box)'|(?:from |import\()'(?:@cantoo\/pdf-lib|@hyzyla\/pdfium)'/,
    allowed: {
      'apps/server/src/modules/tenants/draw-logo.ts': 'a file task',
      'apps/server/src/modules/returns/draw-photo.ts': 'a file task',
      'apps/server/src/modules/buyer-page/draw-pictures.ts': 'a file task',
    },
  },
  {
    what: 'a reader of PDFs and pictures of labels',
    in: ['packages/documents/src'],
    found: /\bopenPdf\(|\bPDFDocument\.load\(|\brasterPage\(|\breadGif\(|\bembedPng\(|\bembedJpg\(/,
    allowed: Object.fromEntries(
      [
        'labels/label-image',
        // A label this server has drawn itself, as dots for a printer.
        'labels/label-zpl',
        'labels/merge-pieces',
        'labels/stamp-test',
        'pdf/pdf-pages',
        'pdf/pdf-raster',
        'pictures/gif-reader',
        'pictures/logo-tile',
        'pictures/photo',
        'printing/print-pages',
        'printing/sheet-arranger',
        'printing/two-up',
        'zpl/pdf-to-zpl',
      ].map((file) => [`packages/documents/src/${file}.ts`, PAPERS]),
    ),
  },
  {
    what: 'JSON.parse',
    in: ['apps/server/src'],
    found: /\bJSON\.parse\((?!JSON\.stringify)/,
    allowed: {
      'apps/server/src/main.ts': OWN,
      'apps/server/src/operations/read-tenant-archive.ts': 'archives of customers: a command in a process of its own',
      'apps/server/src/operations/restore.ts': 'backups: a command in a process of its own',
      'apps/server/src/platform/database/embedded-files.ts': OWN,
      'apps/server/src/platform/database/generate-released.ts': OWN,
      'apps/server/src/platform/http/present.ts': OWN,
      'apps/server/src/platform/live/notices.ts': 'a notice of our own database',
      'apps/server/src/platform/crypto/': SIGNED,
      'apps/server/src/modules/auth/forgotten-password.ts': SIGNED,
      'apps/server/src/modules/auth/keyed-hashes.ts': SIGNED,
      'apps/server/src/modules/orders/queries/sorts.ts': POINTER,
      'apps/server/src/modules/products/list/list-products.ts': POINTER,
      'apps/server/src/modules/shipments/queries/list-shipments.ts': POINTER,
      'apps/server/src/modules/products/history.ts': OWN,
      'apps/server/src/modules/printing/packages.ts': 'a package of the print agent in the operator’s folder',
      'apps/server/src/modules/table-views/json-text.ts': 'the length is in the contract',
      'apps/server/src/modules/bank/upload.ts': '2,000 characters by contract',
      'apps/server/src/modules/carrier-bills/upload.ts': '5,000 characters by contract',
    },
  },
  {
    what: 'a reader of JSON, XML and packed bytes',
    in: ['packages/connector-kit/src', 'connectors'],
    found:
      /\bJSON\.parse\((?!JSON\.stringify)|from 'fast-xml-parser'|\b(?:gunzip|inflate|inflateRaw|unzip|brotliDecompress)(?:Sync)?\b|(?:from |import\()'(?:@cantoo\/pdf-lib|papaparse)'/,
    allowed: {
      'packages/connector-kit/src/http/http-response.ts': 'values are counted before (answer-bounds.ts)',
      'packages/connector-kit/src/http/pseudonyms.ts': 'values are counted before (answer-bounds.ts)',
      'packages/connector-kit/src/http/http-client.ts':
        'unpacked outside this thread, up to the most bytes of an answer',
      'packages/connector-kit/src/xml/xml.ts': 'elements and attributes are counted before (answer-bounds.ts)',
      'connectors/carriers/amazon-merchant-fulfillment/src/label.ts': 'one label, with a bound',
      'connectors/carriers/easypost/src/track-webhook.ts': COUNTED,
      'connectors/samples/testline-express/src/track-webhook.ts': COUNTED,
      'connectors/carriers/usps/src/multipart.ts': ANSWER,
      'connectors/stores/best-buy/src/carriers.ts': OWN,
      'connectors/stores/woocommerce/src/report.ts': ANSWER,
      'connectors/stores/cin7/src/webhooks.ts': COUNTED,
      'connectors/stores/ebay/src/notices.ts': COUNTED,
      'connectors/stores/ecwid/src/webhooks.ts': COUNTED,
      'connectors/stores/lightspeed/src/webhooks.ts': COUNTED,
      'connectors/stores/ship-hero/src/webhooks.ts': COUNTED,
      'connectors/stores/shipstation/src/webhooks.ts': COUNTED,
      'connectors/stores/shopify/src/webhooks.ts': COUNTED,
      'connectors/stores/square/src/webhooks.ts': COUNTED,
      'connectors/stores/walmart/src/webhooks.ts': COUNTED,
      'connectors/stores/wix/src/':
        'a token: its header has 1,000 characters, and its claims are read once they are proved to be Wix’s',
      'connectors/stores/woocommerce/src/webhooks.ts': COUNTED,
      'connectors/payments/stripe/src/events.ts': COUNTED,
    },
  },
];

const filesOf = (folder: string): readonly string[] =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.split(path.sep).join('/')}`)
    .filter(
      (file) =>
        file.endsWith('.ts') &&
        file.includes('/src/') &&
        // The kit's suite for connectors stands beside what it tests.
        !/\.test\.ts$|node_modules|\/(?:conformance|simulator|fixtures|mutations|own-case)/.test(file),
    );

const withoutComments = (source: string): string =>
  source
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/^import type .*$/gm, '');

test.each(RULES)('$what in $in stands only where it is listed', ({ in: folders, found, allowed }) => {
  const files = folders.flatMap(filesOf);
  expect(files.length).toBeGreaterThan(50);
  const using = files.filter((file) => found.test(withoutComments(readFileSync(path.join(root, file), 'utf8'))));
  const listed = Object.keys(allowed);
  expect(using.filter((file) => !listed.some((start) => file.startsWith(start)))).toEqual([]);
  expect(listed.filter((start) => !using.some((file) => file.startsWith(start)))).toEqual([]);
});
