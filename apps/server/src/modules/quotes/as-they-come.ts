/** Yields results in the order they are ready, not in the order they were asked for. */
export async function* asTheyCome<T>(work: readonly Promise<T>[]): AsyncGenerator<T> {
  const waiting = new Map(work.map((promise, index) => [index, promise.then((value) => ({ index, value }))]));
  while (waiting.size > 0) {
    const { index, value } = await Promise.race(waiting.values());
    waiting.delete(index);
    yield value;
  }
}
