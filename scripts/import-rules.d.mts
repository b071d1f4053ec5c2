/** Name of the broken rule, or undefined. Paths are from the root with forward slashes. */
export function brokenRule(file: string, target: string): string | undefined;
