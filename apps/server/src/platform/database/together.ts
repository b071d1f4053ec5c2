/**
 * Statements of one transaction that do not need each other's answers: they are sent one behind the other, in the order given, and take
 * one round trip. PostgreSQL carries them out in that order, each as if it had been sent alone. Of several that fail the first one says
 * why; those behind it fail because of it.
 *
 * Each of the works sends its first statement at once; only the last may send more after an answer, and none may change who the
 * transaction works as while another has statements left.
 */
export async function together<const T extends readonly Promise<unknown>[]>(
  works: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const ended = await Promise.allSettled(works);
  for (const each of ended) if (each.status === 'rejected') throw each.reason;
  return Promise.all(works) as Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }>;
}
