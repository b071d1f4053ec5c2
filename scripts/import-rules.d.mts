/** Name of the broken rule, or undefined. Paths are from the root with forward slashes. */
export function brokenRule(file: string, target: string): string | undefined;
/** Circles among imports, each as one sentence. */
export function circlesIn(graph: ReadonlyMap<string, ReadonlySet<string>>): string[];
/** Libraries that only some requests need and that come with the start of a program, each as one sentence with its way. */
export function loadedTooSoon(
  entry: string,
  read: ReadonlyMap<
    string,
    { readonly requests: readonly { readonly kind: string; readonly target?: string }[]; readonly libraries: readonly string[] }
  >,
): string[];
/** Files that are too long and folders that are too full, each as one sentence. @param files lines by path */
export function oversized(
  files: ReadonlyMap<string, number>,
  exceptions?: Readonly<Record<string, string>>,
): string[];
