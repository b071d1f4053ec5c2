/** Many who look at once are one reading. */

export interface Held<T> {
  /** @param read where it is not held, or no longer good; a failure is told to who asked, and not remembered */
  of(key: string, read: () => Promise<T>): Promise<T>;
  forget(key: string): void;
}

/**
 * @param most of which the oldest goes when one more comes
 * @param goodForMs counted from when its reading began: what is read may be as old as that
 */
export function holding<T>(most: number, goodForMs = Number.POSITIVE_INFINITY): Held<T> {
  const held = new Map<string, { readonly at: number; readonly value: Promise<T> }>();
  return {
    of(key, read) {
      const known = held.get(key);
      const at = performance.now();
      if (known && at - known.at < goodForMs) return known.value;
      const reading = { at, value: read() };
      held.delete(key);
      const [oldest] = held.keys();
      if (oldest !== undefined && held.size >= most) held.delete(oldest);
      held.set(key, reading);
      reading.value.catch(() => held.get(key) === reading && held.delete(key));
      return reading.value;
    },
    forget: (key) => void held.delete(key),
  };
}
