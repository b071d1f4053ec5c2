/** Names that something was true of a while ago, in this process; of too many the oldest are forgotten. */
export interface Recently {
  add(name: string): void;
  delete(name: string): void;
  has(name: string): boolean;
}

const MOST = 20_000;

export const createRecently = (forMs: number): Recently => {
  const names = new Map<string, number>();
  return {
    add(name) {
      names.delete(name);
      if (names.size >= MOST) for (const oldest of [...names.keys()].slice(0, MOST / 10)) names.delete(oldest);
      names.set(name, performance.now() + forMs);
    },
    delete: (name) => void names.delete(name),
    has: (name) => (names.get(name) ?? 0) > performance.now(),
  };
};
