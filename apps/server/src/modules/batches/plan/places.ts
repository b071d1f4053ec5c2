/** So many at once, whoever asks; the others wait in the order they came. */
export interface Places {
  take<T>(work: () => Promise<T>): Promise<T>;
}

export function createPlaces(count: number): Places {
  let free = count;
  const waiting: (() => void)[] = [];
  return {
    async take(work) {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else free += 1;
      }
    },
  };
}
