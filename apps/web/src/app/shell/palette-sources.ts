/** Pages give the palette what can be done on them right now. */
import type { PaletteEntry } from './palette-match.ts';

type Source = () => readonly PaletteEntry[];
const sources = new Set<Source>();

/** @returns how to take it back */
export function offerInPalette(source: Source): () => void {
  sources.add(source);
  return () => sources.delete(source);
}
export const offeredInPalette = (): readonly PaletteEntry[] => [...sources].flatMap((source) => source());
