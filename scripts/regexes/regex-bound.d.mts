export function fitsBound(
  bound: string,
  verdict: string,
  file: string,
  read: (file: string) => string,
): string | undefined;
