/** The catalogues hold every message of the sources, in both languages, with the same placeholders. */
import path from 'node:path';
import { getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import { beforeAll, describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

interface Read {
  readonly name: string;
  readonly inSources: readonly string[];
  readonly english: Readonly<Record<string, { readonly message?: string; readonly translation?: string }>>;
  readonly french: Readonly<Record<string, { readonly message?: string; readonly translation?: string }>>;
}
let catalogues: readonly Read[] = [];
beforeAll(async () => {
  const config = getConfig({ configPath: path.join(root, 'lingui.config.ts'), cwd: root });
  const found = await getCatalogs(config);
  catalogues = await Promise.all(
    found.map(async (catalogue) => ({
      name: path.basename(catalogue.path),
      inSources: Object.keys((await catalogue.collect()) ?? {}),
      english: (await catalogue.read('en-CA')) ?? {},
      french: (await catalogue.read('fr-CA')) ?? {},
    })),
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
