export function withTable(text: string, name: string, content: string): string;
export function stamp(note?: string, paths?: readonly string[]): string;
export function writeTable(name: string, table: string, note?: string, file?: string): void;
export declare const NOT_RUN: string;
export declare function withEarlierRows(table: string, earlier: string, code: string | undefined): string;
export declare function rowsOnThisCode(name: string, file?: string): string[];
/** Tables whose code has changed since are marked, the others are not. */
export declare function markOld(text: string, codeNow?: (paths: readonly string[]) => string): string;
