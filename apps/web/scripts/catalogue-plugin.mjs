/**
 * Vite plugin: compiles a catalogue of messages (`.po`) for the browser. Lingui's own plugin does the same by its whole command-line
 * tool, whose packages are a seventh of all files that `npm start` used to install on a fresh clone (decision 0501).
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import PO from 'pofile';

export const SOURCE_LOCALE = 'en-CA';
/** Of a message whose `msgid` is its id, not its English words. */
const EXPLICIT_ID = 'js-lingui-explicit-id';

/** Translations of a catalogue by the ids that the macros write into the code. */
function translationsOf(po) {
  const entries = PO.parse(po)
    .items.filter((item) => !item.obsolete)
    .map((item) => [
      item.extractedComments.includes(EXPLICIT_ID) ? item.msgid : generateMessageId(item.msgid, item.msgctxt),
      { source: item.msgid, translation: item.msgstr[0] ?? '' },
    ]);
  return new Map(entries);
}

/**
 * A module that exports `messages`, each as Lingui reads it without a parser in the browser.
 * @param po the catalogue
 * @param source the same area in English: what it names must be there
 * @throws Error that names the messages without a translation, or those that are not in ICU's MessageFormat
 */
export function compileCatalogue(po, source) {
  const translations = translationsOf(po);
  const wanted = new Map([...translationsOf(source), ...translations]);
  const missing = [...wanted].filter(([id]) => !translations.get(id)?.translation);
  if (missing.length > 0)
    throw new Error(`Not translated:\n${missing.map(([id, { source: words }]) => `  ${words} (${id})`).join('\n')}`);
  const compiled = [...translations]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, { translation }]) => [id, compiledMessage(translation)]);
  // Browsers read JSON in a string faster than the same as code.
  return `export const messages=JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(compiled)))});`;
}

function compiledMessage(words) {
  try {
    return compileMessageOrThrow(words);
  } catch (error) {
    throw new Error(`Not a message: ${words}`, { cause: error });
  }
}

export const cataloguePlugin = () => ({
  name: 'message-catalogues',
  transform: {
    filter: { id: /\.po$/ },
    async handler(po, id) {
      const source = path.join(path.dirname(path.dirname(id)), SOURCE_LOCALE, path.basename(id));
      this.addWatchFile(source);
      return { code: compileCatalogue(po, await fs.readFile(source, 'utf8')), map: null, moduleType: 'js' };
    },
  },
});
