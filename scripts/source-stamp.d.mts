/** Hash of files and folders below `root` (tests left out), with `more` that matters besides. */
export function stampOf(root: string, paths: readonly string[], more?: string): string;
