/** Compressed bytes that a browser loads before a page works, from the build's own manifest. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from '../support/app.ts';
import type { Left, Row } from './table.ts';

interface Chunk {
  readonly file: string;
  readonly src?: string;
  readonly isEntry?: boolean;
  readonly isDynamicEntry?: boolean;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  readonly css?: readonly string[];
  readonly name?: string;
}

const DIST = path.join(root, 'apps/web/dist');
const KILOBYTE = 1000;

/** What each page loads beside the entry, the English texts included, and how much JavaScript it may take. */
const PAGES = [
  { name: 'sign-in', sources: [/\/LoginPage\.tsx$/, /locales\/en\b/], limit: 170 },
  { name: 'orders', sources: [/\/Shell\.tsx$/, /\/OrdersPage\.tsx$/, /locales\/en\b/], limit: 260 },
] as const;
const CSS_LIMIT = 30;
const LAZY_LIMIT = 60;
const FONT_LIMIT = 60;
/** Loaded only where a PDF is looked at. */
const LARGE_BY_NATURE = /pdf/i;

export async function bundleRows(left: Left[]): Promise<Row[]> {
  const manifestFile = path.join(DIST, '.vite/manifest.json');
  if (!existsSync(manifestFile)) {
    left.push({ measure: 'bundles', why: 'the web application is not built' });
    return [];
  }
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Record<string, Chunk>;
  const packed = (file: string): number =>
    gzipSync(readFileSync(path.join(DIST, file)), { level: 9 }).length / KILOBYTE;
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry);
  if (entry === undefined) throw new Error('The build has no entry.');
  /** The chunk and everything it cannot run without. */
  const withImports = (key: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(key)) return seen;
    seen.add(key);
    for (const each of manifest[key]?.imports ?? []) withImports(each, seen);
    return seen;
  };
  const rows: Row[] = [];
  for (const page of PAGES) {
    const keys = withImports(entry);
    for (const source of page.sources) {
      const [found, ...others] = Object.keys(manifest).filter(
        (key) => source.test(key) && manifest[key]?.isDynamicEntry,
      );
      if (found === undefined || others.length > 0)
        throw new Error(
          `The build has ${others.length + (found ? 1 : 0)} chunks named ${source}; the ${page.name} page has one.`,
        );
      withImports(found, keys);
    }
    const chunks = [...keys].flatMap((key) => manifest[key] ?? []);
    const sum = (files: readonly string[]): number => [...new Set(files)].reduce((n, file) => n + packed(file), 0);
    rows.push(
      {
        measure: `JavaScript of the ${page.name} page, gzip`,
        value: sum(chunks.map((chunk) => chunk.file).filter((file) => file.endsWith('.js'))),
        unit: 'kB',
        limit: page.limit,
        kind: 'size',
      },
      {
        measure: `CSS of the ${page.name} page, gzip`,
        value: sum(chunks.flatMap((chunk) => chunk.css ?? [])),
        unit: 'kB',
        limit: CSS_LIMIT,
        kind: 'size',
      },
    );
  }
  const assets = readdirSync(path.join(DIST, 'assets')).map((name) => `assets/${name}`);
  const fonts = assets.filter((file) => file.endsWith('.woff2'));
  const eager = new Set([...withImports(entry)].flatMap((key) => manifest[key]?.file ?? []));
  const lazy = assets
    .filter((file) => file.endsWith('.js') && !eager.has(file) && !LARGE_BY_NATURE.test(file))
    .map((file) => ({ file, size: packed(file) }))
    .toSorted((a, b) => b.size - a.size);
  rows.push(
    {
      measure: 'largest lazy chunk, gzip',
      value: lazy[0]?.size ?? 0,
      unit: 'kB',
      limit: LAZY_LIMIT,
      kind: 'size',
      note: path.basename(lazy[0]?.file ?? '').replace(/-[^-]+\.js$/, ''),
    },
    {
      measure: 'web fonts',
      value: fonts.reduce((n, file) => n + statSync(path.join(DIST, file)).size / KILOBYTE, 0),
      unit: 'kB',
      limit: FONT_LIMIT,
      kind: 'size',
    },
  );
  return rows;
}
