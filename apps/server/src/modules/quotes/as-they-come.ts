/**
 * Yields results as soon as there are any, not in the order they were asked for: all that became ready while the reader was
 * busy with the last ones come together, so that what is done once a batch is not done once a result.
 */
export async function* asTheyCome<T>(work: readonly Promise<T>[]): AsyncGenerator<readonly T[]> {
  let ready: T[] = [];
  let failure: { readonly error: unknown } | undefined;
  let wake: () => void = () => undefined;
  const watch = async (one: Promise<T>): Promise<void> => {
    try {
      const value = await one;
      ready.push(value);
    } catch (error) {
      failure ??= { error };
    }
    wake();
  };
  for (const one of work) void watch(one);
  for (let left = work.length; left > 0; ) {
    if (ready.length === 0 && !failure)
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    if (failure) throw failure.error;
    const batch = ready;
    ready = [];
    left -= batch.length;
    if (batch.length > 0) yield batch;
  }
}
