/** A text of the address under this name; the router reads "1001" as a number. */
export function textOf<N extends string>(search: Record<string, unknown>, name: N): { readonly [K in N]?: string } {
  const value = search[name];
  const text = typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
  return (text ? { [name]: text } : {}) as { readonly [K in N]?: string };
}
