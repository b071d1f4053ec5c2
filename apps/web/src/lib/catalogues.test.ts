/**
 * The catalogues hold every message of the sources, in both languages, with the same placeholders; and what is loaded later brings its
 * words with it: whoever imports a page or a dialog dynamically loads the catalogues of all that comes with it. Without them a
 * sentence is shown as its key ("oCpyOG").
 */
import fs from 'node:fs';
import path from 'node:path';
import { getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import { beforeAll, describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const source = path.join(root, 'src');

interface Read {
  readonly name: string;
  readonly inSources: readonly string[];
  readonly english: Readonly<Record<string, { readonly message?: string; readonly translation?: string }>>;
  readonly french: Readonly<Record<string, { readonly message?: string; readonly translation?: string }>>;
}
let catalogues: readonly Read[] = [];
/** Keys of the messages in a file. */
const keysOf = new Map<string, Set<string>>();
beforeAll(async () => {
  const config = getConfig({ configPath: path.join(root, 'lingui.config.ts'), cwd: root });
  const found = await getCatalogs(config);
  catalogues = await Promise.all(
    found.map(async (catalogue) => {
      const messages = Object.entries((await catalogue.collect()) ?? {});
      for (const [key, { origin }] of messages)
        for (const [file] of origin ?? []) {
          const at = path.resolve(root, file);
          keysOf.set(at, (keysOf.get(at) ?? new Set()).add(key));
        }
      return {
        name: path.basename(catalogue.path),
        inSources: messages.map(([key]) => key),
        english: (await catalogue.read('en-CA')) ?? {},
        french: (await catalogue.read('fr-CA')) ?? {},
      };
    }),
  );
}, 60_000);

/** Names in braces and tags in angle brackets, which a translation must not lose. */
const parts = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{(\w+)[,}]|<(\d+)\/?>/g)].map((m) => m[1] ?? m[2] ?? ''))].toSorted();

describe('catalogues', () => {
  it('are both there and not empty', () => {
    expect(catalogues.map((c) => c.name).toSorted()).toEqual([
      'account',
      'admin',
      'errors',
      'imports',
      'messages',
      'money',
      'orders',
      'products',
      'scan',
      'shipping',
      'start',
      'stores',
      'work',
    ]);
    for (const c of catalogues.filter((each) => each.name !== 'admin' && each.name !== 'account'))
      expect(c.inSources.length, c.name).toBeGreaterThan(5);
  });
  it('hold exactly the messages of the sources (run `npm run extract` in apps/web after a change)', () => {
    for (const c of catalogues) {
      expect(Object.keys(c.english).toSorted(), c.name).toEqual([...c.inSources].toSorted());
      expect(Object.keys(c.french).toSorted(), c.name).toEqual([...c.inSources].toSorted());
    }
  });
  it('miss no translation and no placeholder in French', () => {
    const bad = catalogues.flatMap((c) =>
      Object.entries(c.french).flatMap(([id, entry]) => {
        const source = c.english[id]?.translation || entry.message || id;
        if (!entry.translation?.trim()) return [`not translated: ${source}`];
        return parts(source).join() === parts(entry.translation).join() ? [] : [`placeholders differ: ${source}`];
      }),
    );
    expect(bad).toEqual([]);
  });
});

const texts = new Map(
  fs
    .readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .map((file) => [path.join(source, file), fs.readFileSync(path.join(source, file), 'utf8')]),
);
const isRoutes = (file: string): boolean => file.startsWith(path.join(source, 'app/routes'));
const resolved = (from: string, name: string): string => path.resolve(path.dirname(from), name);
const importedLater = (file: string, text: string): string[] =>
  [...text.matchAll(/import\('(\.[^']+)'\)/g)].map(([, name = '']) => resolved(file, name));

/** A file with all it imports at once. */
function withImports(file: string, found = new Set<string>()): ReadonlySet<string> {
  const text = texts.get(file);
  if (text === undefined || found.has(file)) return found;
  found.add(file);
  for (const [, name = ''] of text.matchAll(/^(?:import|export) (?!type )[^;]*?from '(\.[^']+)';/gms))
    withImports(resolved(file, name), found);
  return found;
}

/** Top-level constants of a module by name, each with its text. */
const constantsOf = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text.split(/^(?=(?:export )?(?:const|function|type|interface) )/m).flatMap((part) => {
      const name = /^(?:export )?const (\w+)/.exec(part)?.[1];
      return name === undefined ? [] : [[name, part] as const];
    }),
  );
/** The text of a constant with that of all it names. */
function withNamed(
  name: string,
  constants: ReadonlyMap<string, string>,
  found = new Set<string>(),
): ReadonlySet<string> {
  const text = constants.get(name);
  if (text === undefined || found.has(text)) return found;
  found.add(text);
  for (const [word] of text.matchAll(/\b\w+\b/g)) withNamed(word, constants, found);
  return found;
}

describe('what is loaded later', () => {
  /** Around every page that is behind a sign-in, and what an error asks for by itself. */
  const INSIDE = ['start', 'errors', 'messages'];
  const pageWords = (): ReadonlyMap<string, string> =>
    new Map(
      [...(texts.get(path.join(source, 'app/routes/pages.ts')) ?? '').matchAll(/^ {2}(\w+): \{$[^]*?^ {2}\},?$/gm)].map(
        ([whole, name = '']) => [name, /words: '(\w+)'/.exec(whole)?.[1] ?? ''],
      ),
    );
  const loadedIn = (text: string, pages: ReadonlyMap<string, string>): string[] => [
    ...[...text.matchAll(/(?:loadMessages\(|words: )'(\w+)'/g)].map(([, area = '']) => area),
    ...[...text.matchAll(/PAGES\.(\w+)/g)].map(([, page = '']) => pages.get(page) ?? ''),
    ...(/\bwithWords\(/.test(text) ? ['orders'] : []),
  ];

  it('has the words of all that comes with it', () => {
    const pages = pageWords();
    const keysIn = new Map(catalogues.map(({ name, inSources }) => [name, new Set(inSources)]));
    const missing = new Set<string>();
    /** Catalogues that are surely there when a file is imported: those of every way that leads to it. */
    const there = new Map<string, ReadonlySet<string>>();
    const judge = (from: string, file: string, loaded: ReadonlySet<string>): void => {
      const lacking = new Set<string>();
      for (const part of withImports(file))
        for (const key of keysOf.get(part) ?? [])
          if (![...loaded].some((area) => keysIn.get(area)?.has(key)))
            for (const [area, keys] of keysIn) if (keys.has(key)) lacking.add(area);
      if (lacking.size > 0)
        missing.add(`${path.relative(source, file)} lacks ${[...lacking].join(' or ')}, opened by ${from}`);
      const before = there.get(file);
      const known = before ? new Set([...before].filter((area) => loaded.has(area))) : loaded;
      if (before && known.size === before.size) return;
      there.set(file, known);
      for (const part of withImports(file)) {
        const text = texts.get(part) ?? '';
        const later = importedLater(part, text).filter((each) => texts.has(each));
        if (later.length === 0) continue;
        const more = new Set([...known, ...loadedIn(text, pages)]);
        for (const each of later) judge(path.relative(source, part), each, more);
      }
    };
    let routes = 0;
    for (const [file, text] of texts) {
      if (!isRoutes(file)) continue;
      const constants = constantsOf(text);
      for (const [name, own] of constants) {
        if (!/= createRoute\(/.test(own)) continue;
        const all = [...withNamed(name, constants)].join('\n');
        const loaded = new Set([...INSIDE, ...loadedIn(all, pages)]);
        for (const page of importedLater(file, all)) {
          routes += 1;
          judge(name, page, loaded);
        }
      }
    }
    expect(routes).toBeGreaterThan(80);
    expect([...missing].toSorted()).toEqual([]);
  });
});
