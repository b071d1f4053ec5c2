import { FONT_FILES } from './font-files.ts';

/** The families in the order of fallback, as Typst source. */
export const FONT_STACK = `(${[...new Set(FONT_FILES.map(({ family }) => `"${family}"`))].join(', ')})`;
