/** The page, and the checkout that was measured, where they are not this one's. */
interface Place {
  readonly measured?: string;
  readonly file?: string;
}
export function withTable(text: string, name: string, content: string): string;
export function stamp(note?: string, paths?: readonly string[], measured?: string): string;
export function writeTable(name: string, table: string, more?: Place & { readonly note?: string }): void;
export declare const NOT_RUN: string;
export declare function withEarlierRows(table: string, earlier: string, code: string | undefined): string;
export declare function rowsOnThisCode(name: string, place?: Place): string[];
/** Tables whose code has changed since are marked, the others are not. */
export declare function markOld(text: string, codeNow?: (paths: readonly string[]) => string): string;
