/** Work that was begun and has not ended, each under what it works on. */
export interface InHand<K> {
  /** What is worked on now. */
  keys(): readonly K[];
  begin(key: K, work: Promise<void>): void;
  /**
   * Resolves when one of them ends, at once when none is left: the last may have ended while its owner looked elsewhere.
   * @throws the first failure of any that has ended
   */
  oneEnded(): Promise<void>;
  /** Resolves when all have ended, well or not. */
  allEnded(): Promise<void>;
}

export function createInHand<K>(): InHand<K> {
  const running = new Map<K, Promise<void>>();
  const failures: unknown[] = [];
  return {
    keys: () => [...running.keys()],
    begin(key, work) {
      const noted = work.catch((error: unknown) => void failures.push(error)).finally(() => running.delete(key));
      running.set(key, noted);
    },
    async oneEnded() {
      if (running.size > 0) await Promise.race(running.values());
      if (failures.length > 0) throw failures[0];
    },
    async allEnded() {
      await Promise.all(running.values());
    },
  };
}
