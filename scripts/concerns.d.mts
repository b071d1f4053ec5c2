export declare function concernsOf(
  name: string,
): { sources: string[]; tests: Record<string, string[] | undefined>; left: string[] } | undefined;
export declare function nearestTests(changed: readonly string[], projects: readonly string[]): string[];
