/** Name of the broken rule, or undefined. Paths are from the root with forward slashes. */
export function brokenRule(file: string, target: string): string | undefined;
/** Circles among imports, each as one sentence. */
export function circlesIn(graph: ReadonlyMap<string, ReadonlySet<string>>): string[];
/** Files that are too long and folders that are too full, each as one sentence. @param files lines by path */
export function oversized(
  files: ReadonlyMap<string, number>,
  exceptions?: Readonly<Record<string, string>>,
): string[];
