/** Amazon's tokens name nobody; the simulator's carry the seller, whom they have to be looked up by. */
export const wrapToken = (prefix: 'Atza' | 'Atzr', account: string, value: string): string =>
  `${prefix}|${account}.${value}`;

export function openToken(token: string): { readonly account: string; readonly value: string } {
  const match = /^Atz[ar]\|([A-Z0-9]+)\.([0-9a-f]+)$/.exec(token);
  return { account: match?.[1] ?? '', value: match?.[2] ?? '' };
}
