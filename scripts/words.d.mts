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
