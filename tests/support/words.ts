/** The words of the screens in each language, found by their English: a walk in both is one walk. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const LANGUAGES = ['en-CA', 'fr-CA'] as const;
export type Language = (typeof LANGUAGES)[number];

const folder = path.resolve(import.meta.dirname, '../../apps/web/src/locales/fr-CA');

/** Strings of a PO entry that go over several lines are one. */
const textsOf = (entry: string, key: 'msgid' | 'msgstr'): string => {
  const lines = new RegExp(`^${key} ((?:"(?:[^"\\\\]|\\\\.)*"\\s*)+)`, 'm').exec(entry)?.[1] ?? '';
  return [...lines.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text = '']) => JSON.parse(`"${text}"`) as string).join('');
};

let french: ReadonlyMap<string, ReadonlySet<string>> | undefined;
function readFrench(): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  const inContext = new Map<string, Set<string>>();
  for (const file of readdirSync(folder))
    for (const entry of readFileSync(path.join(folder, file), 'utf8').split(/\n\n+/)) {
      const english = textsOf(entry, 'msgid');
      const into = entry.includes('msgctxt ') ? inContext : found;
      into.set(english, (into.get(english) ?? new Set()).add(textsOf(entry, 'msgstr')));
    }
  // What is said otherwise in a context of its own is another sentence.
  return new Map([...inContext, ...found]);
}

/**
 * What a screen says in a language. `{0}` and `{name}` are filled in from `values`, in their order.
 * @throws where there is no French, or more than one, so that a renamed button fails by its name
 */
export const wordsOf =
  (language: Language) =>
  (english: string, ...values: readonly string[]): string => {
    french ??= readFrench();
    const [said, other] = language === 'en-CA' ? [english] : (french.get(english) ?? []);
    if (!said || other !== undefined)
      throw new Error(`screens say "${english}" in ${said ? 'several ways' : 'no way'} in French`);
    const names = [...new Set([...english.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name))];
    return names.reduce((text, name, at) => text.replaceAll(`{${name}}`, values[at] ?? ''), said);
  };
