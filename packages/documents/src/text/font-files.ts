/**
 * The fonts documents are drawn with: Noto, for Hangul Nanum Gothic, from the npm packages `@expo-google-fonts/*` (SIL Open Font License),
 * regular and bold only. A bundled server copies these files into one folder and passes it as `fontDirectory`.
 */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

export interface FontFile {
  readonly family: string;
  readonly npmPackage: string;
  /** Path inside the npm package. */
  readonly path: string;
  /** Name in a flat `fontDirectory`. */
  readonly fileName: string;
  readonly bold: boolean;
  /** `wide` fonts are large and rarely needed: loaded only for text that holds their characters. */
  readonly set: 'base' | 'wide';
}

const font = (family: string, slug: string, stem: string, weight: string, set: FontFile['set']): FontFile => ({
  family,
  npmPackage: `@expo-google-fonts/${slug}`,
  path: `${weight}/${stem}_${weight}.ttf`,
  fileName: `${stem}_${weight}.ttf`,
  bold: weight.startsWith('700'),
  set,
});

const both = (family: string, slug: string, stem: string, set: FontFile['set']): FontFile[] =>
  ['400Regular', '700Bold'].map((weight) => font(family, slug, stem, weight, set));

/** Order is the order of fallback. */
export const FONT_FILES: readonly FontFile[] = [
  ...both('Noto Sans', 'noto-sans', 'NotoSans', 'base'),
  ...both('Noto Sans Arabic', 'noto-sans-arabic', 'NotoSansArabic', 'base'),
  ...both('Noto Sans Devanagari', 'noto-sans-devanagari', 'NotoSansDevanagari', 'base'),
  ...both('Noto Sans Hebrew', 'noto-sans-hebrew', 'NotoSansHebrew', 'base'),
  ...both('Noto Sans Thai', 'noto-sans-thai', 'NotoSansThai', 'base'),
  ...both('Noto Sans SC', 'noto-sans-sc', 'NotoSansSC', 'wide'),
  // Hangul: a third of the size of Noto Sans KR, all 11,172 syllables.
  ...both('Nanum Gothic', 'nanum-gothic', 'NanumGothic', 'wide'),
  font('Noto Emoji', 'noto-emoji', 'NotoEmoji', '400Regular', 'wide'),
];

/** Where one font lies: in `fontDirectory` when given, else in the npm package. */
export function fontPath(file: FontFile, fontDirectory?: string): string {
  if (fontDirectory !== undefined) return join(fontDirectory, file.fileName);
  const manifest = createRequire(import.meta.url).resolve(`${file.npmPackage}/package.json`);
  return join(dirname(manifest), file.path);
}
