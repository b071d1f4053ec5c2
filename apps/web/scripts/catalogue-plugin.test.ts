/** Our compiler of catalogues must come to what Lingui's own comes to. */
import fs from 'node:fs';
import path from 'node:path';
import { createCompiledCatalog, getCatalogForFile, getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import { expect, it } from 'vitest';
import { compileCatalogue, SOURCE_LOCALE } from './catalogue-plugin.mjs';

const web = path.resolve(import.meta.dirname, '..');
const LOCALES = path.join(web, 'src/locales');
const readArea = (locale: string, area: string) => fs.readFileSync(path.join(LOCALES, locale, area), 'utf8');
/** Read as a browser reads it. */
const messagesOf = async (code: string) => {
  const read: { messages: unknown } = await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`
  );
  return read.messages;
};

it('every catalogue is what Lingui makes of it', async () => {
  const config = getConfig({ cwd: web });
  const catalogs = await getCatalogs(config);
  const files = fs.readdirSync(LOCALES, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.po'));
  expect(files.length).toBeGreaterThan(20);
  for (const file of files) {
    const [locale = '', area = ''] = file.split(path.sep);
    const found = getCatalogForFile(path.join('src/locales', file), catalogs);
    if (found === null) throw new Error(`Lingui knows no catalogue ${file}.`);
    const { messages } = await found.catalog.getTranslations(locale, {
      fallbackLocales: {},
      sourceLocale: SOURCE_LOCALE,
    });
    const { source } = createCompiledCatalog(locale, messages, { namespace: 'es' });
    const ours = compileCatalogue(readArea(locale, area), readArea(SOURCE_LOCALE, area));
    expect(await messagesOf(ours), file).toEqual(await messagesOf(source));
  }
});

const entry = (id: string, words: string) => `msgid "${id}"\nmsgstr "${words}"\n`;

it('names what is not translated, or is no message', () => {
  const source = entry('Cancel', 'Cancel') + entry('Close', 'Close');
  expect(() => compileCatalogue(entry('Cancel', 'Annuler'), source)).toThrow(/Not translated:\n {2}Close \(\S+\)$/);
  expect(() => compileCatalogue(entry('Cancel', 'Annuler') + entry('Close', ''), source)).toThrow('Close');
  expect(() => compileCatalogue(entry('{n, plural, one {#', '{n, plural, one {#'), '')).toThrow(
    'Not a message: {n, plural',
  );
});
