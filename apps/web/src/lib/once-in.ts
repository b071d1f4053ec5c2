/** Answers false for a text said already within `windowMs` (the 6 s window of product-spec section 8). */
export function createRepeatFilter(windowMs: number, now: () => number): (text: string) => boolean {
  const lastSaid = new Map<string, number>();
  return (text) => {
    const at = now();
    for (const [key, time] of lastSaid) if (at - time >= windowMs) lastSaid.delete(key);
    if (lastSaid.has(text)) return false;
    lastSaid.set(text, at);
    return true;
  };
}
