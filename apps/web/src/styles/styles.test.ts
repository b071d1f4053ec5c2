/** What a page names is there: the styles of a Mantine component come with it, and a class has a rule. */
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8');
const files = fs
  .readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => !file.includes('.test.'))
  .toSorted();
const components = files.filter((file) => file.endsWith('.tsx'));

const STYLE_OF = /@mantine\/core\/styles\/(\w+)\.css/g;
const stylesIn = (text: string): string[] => [...text.matchAll(STYLE_OF)].map(([, name = '']) => name);
/** Those a file imports, by sheets of ours as well. */
const stylesOf = (file: string): string[] => {
  const sheets = [...read(file).matchAll(/import '(\.[^']+\.css)'/g)].map(([, name = '']) => name);
  return stylesIn(read(file) + sheets.map((name) => read(path.join(path.dirname(file), name))).join('\n'));
};

/** Everything a file brings with it at once; what it fetches later (a dialog, another page) is not of it. */
function broughtBy(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  if (/\.tsx?$/.test(file))
    for (const [, name = ''] of read(file).matchAll(/(?:from|import)\s*'(\.[^']+)'/g)) {
      const next = path.join(path.dirname(file), name);
      if (files.includes(next)) broughtBy(next, found);
    }
  return found;
}
const classesIn = (sheet: string): string[] => [...sheet.matchAll(/\.(-?[a-z_][\w-]*)/gi)].map(([, name = '']) => name);
const namedIn = (file: string): string[] =>
  [...read(file).matchAll(/\bclassName="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' '));

describe('styles', () => {
  it('of a Mantine component are on every page, or come with the file that uses it', () => {
    const require = createRequire(import.meta.url);
    const folder = path.dirname(require.resolve('@mantine/core/styles/Button.css'));
    const sources = path.join(folder, '../esm/components');
    /** A component and the other ones that it draws itself: a segmented control has an indicator. */
    const withParts = (name: string): string[] => {
      const source = path.join(sources, name, `${name}.mjs`);
      if (!fs.existsSync(source)) return [name];
      const parts = [...fs.readFileSync(source, 'utf8').matchAll(/from "\.\.\/(\w+)\/\1\.mjs"/g)];
      return [name, ...parts.map(([, part = '']) => part)];
    };
    const everywhere = stylesIn(read('styles/mantine-base.css') + read('styles/mantine-app.css'));
    const missing = components.flatMap((file) => {
      const names = /import \{([^}]*)\} from '@mantine\/core'/.exec(read(file))?.[1]?.match(/\b[A-Z]\w+/g) ?? [];
      const here = new Set([...everywhere, ...stylesOf(file)]);
      return names
        .flatMap(withParts)
        .filter((name) => !here.has(name) && fs.existsSync(path.join(folder, `${name}.css`)))
        .map((name) => `${file}: ${name}`);
    });
    expect(missing).toEqual([]);
  });

  it('have a rule for every class that is named', () => {
    const known = new Set(files.filter((file) => file.endsWith('.css')).flatMap((file) => classesIn(read(file))));
    const unknown = components.flatMap((file) =>
      namedIn(file)
        .filter((name) => !known.has(name))
        .map((name) => `${file}: ${name}`),
    );
    expect(unknown).toEqual([]);
  });

  it('have the radii and shadows of one scale (base.css), pills and rings aside', () => {
    const odd = files
      .filter((file) => /^(?!styles\/mantine-).*\.css$/.test(file))
      .flatMap((file) =>
        [...read(file).matchAll(/(?:border-radius|box-shadow): ([^;]+);/g)]
          .map(([, value = '']) => value)
          .filter((value) => /\dpx/.test(value) && !/^(999px|inset .*|0 0 0 1px .*)$/.test(value))
          .map((value) => `${file}: ${value}`),
      );
    expect(odd).toEqual([]);
  });

  it('of a page come with it, whichever page was open before', () => {
    const routes = files.filter((file) => /^app\/routes\/.*\.ts$/.test(file));
    const pages = routes.flatMap((file) =>
      [...read(file).matchAll(/import\('(\.[^']+)'\)/g)].map(([, name = '']) => path.join(path.dirname(file), name)),
    );
    const sheetsOf = (brought: Iterable<string>): string[] => [...brought].filter((file) => file.endsWith('.css'));
    const everywhere = sheetsOf([...broughtBy('main.tsx'), ...broughtBy('app/shell/Shell.tsx')]);
    expect(pages.length).toBeGreaterThan(40);
    const missing = new Set<string>();
    for (const page of pages.filter((file) => components.includes(file))) {
      const brought = broughtBy(page);
      const known = new Set([...everywhere, ...sheetsOf(brought)].flatMap((file) => classesIn(read(file))));
      for (const file of brought)
        if (file.endsWith('.tsx'))
          for (const name of namedIn(file)) if (!known.has(name)) missing.add(`${page}: ${name} in ${file}`);
    }
    expect([...missing]).toEqual([]);
  });
});
