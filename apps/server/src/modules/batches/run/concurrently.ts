/** Works through a list, `width` at a time. The first failure is thrown when the others have ended. */
export async function concurrently<T>(
  items: readonly T[],
  width: number,
  work: (item: T, index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const failures: unknown[] = [];
  const worker = async (): Promise<void> => {
    for (let index = next++; index < items.length && failures.length === 0; index = next++) {
      const item = items[index];
      if (item === undefined) continue;
      try {
        await work(item, index);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker));
  if (failures.length > 0) throw failures[0];
}
