/** Files of the project below the given folders, without what is installed or built. Paths from the root, forward slashes. */
export function sourceFiles(folders: readonly string[], pattern: RegExp): string[];
