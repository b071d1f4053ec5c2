export interface ForbiddenWord {
  readonly word: string;
  readonly instead: string;
  readonly isName: boolean;
}
export function forbiddenWords(page: string): ForbiddenWord[];
export function wordFaults(
  text: string,
  words: readonly ForbiddenWord[],
  isText?: boolean,
): { readonly line: number; readonly word: string; readonly instead: string }[];
export interface ForbiddenSentence {
  readonly word: string;
  readonly instead: string;
}
export function forbiddenSentences(page: string): ForbiddenSentence[];
export function sentenceFaults(
  sentences: readonly string[],
  forbidden: readonly ForbiddenSentence[],
): { readonly sentence: string; readonly instead: string }[];
export function forbiddenFrench(page: string): { word: string; instead: string }[];
export function frenchFaults(
  sentences: readonly string[],
  forbidden: readonly { word: string; instead: string }[],
): { sentence: string; instead: string }[];
/** Sentences that several catalogues translate otherwise. */
export function severalTranslations(catalogues: readonly (readonly [name: string, text: string])[]): {
  readonly sentences: number;
  readonly faults: readonly string[];
};
