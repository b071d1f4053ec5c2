/** Entries of the palette and how typed words find them. */
export interface PaletteEntry {
  readonly id: string;
  readonly group: string;
  readonly title: string;
  readonly hint?: string | undefined;
  /** The palette stays open. */
  readonly stays?: boolean;
  readonly run: () => void;
}

/** Without accents and case, so that "etiquettes" finds "Étiquettes". */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Entries whose title has every word of the text; with nothing typed, all pages. */
export function matching(entries: readonly PaletteEntry[], text: string): readonly PaletteEntry[] {
  const words = plain(text).split(/\s+/).filter(Boolean);
  return entries.filter((entry) => words.every((word) => plain(entry.title).includes(word)));
}
