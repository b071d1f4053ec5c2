/**
 * Reads the items of a list one by one: a broken one becomes a message with its id, where that can be read, and the others stand.
 * `readId` is quiet: what it cannot read is told by `readItem`. Undefined from `readItem` leaves an item out, without a message of its own.
 */
import { FieldProblem, type ObjectReader } from './json-reader.ts';
import type { PullProblem } from '../store/store.ts';

export interface ReadItems<T> {
  readonly items: T[];
  readonly problems: PullProblem[];
}

/** What can be read of it; undefined, without a message, where that fails. */
export function quietly<T>(node: ObjectReader, read: (node: ObjectReader) => T): T | undefined {
  try {
    return read(node.isolated());
  } catch (error) {
    if (!(error instanceof FieldProblem)) throw error;
    return undefined;
  }
}

/** @throws what is no mistake of the item itself */
function broken(error: unknown, externalId: string | undefined, item: ObjectReader | undefined): PullProblem {
  if (!(error instanceof FieldProblem)) throw error;
  return { externalId, message: error.message, raw: item?.whole() };
}

const beside = (item: ObjectReader, externalId: string | undefined): PullProblem[] =>
  item.problems.map((message) => ({ externalId, message }));

/** What a reader could not make out beside its items, as messages of the page. */
export const saidBy = ({ problems }: { readonly problems: readonly string[] }): PullProblem[] =>
  problems.map((message) => ({ message }));

export function readEach<T>(
  nodes: readonly ObjectReader[],
  readId: (item: ObjectReader) => string | undefined,
  readItem: (item: ObjectReader, externalId: string | undefined) => T | undefined,
): ReadItems<T> {
  const items: T[] = [];
  const problems: PullProblem[] = [];
  for (const node of nodes) {
    const item = node.isolated();
    const externalId = quietly(node, readId);
    try {
      const read = readItem(item, externalId);
      if (read !== undefined) items.push(read);
    } catch (error) {
      problems.push(broken(error, externalId, item));
    }
    problems.push(...beside(item, externalId));
  }
  return { items, problems };
}

/** As `readEach`, where an item is only whole with what else is asked for it; one after the other. */
export async function readEachInTurn<T>(
  nodes: readonly ObjectReader[],
  readId: (item: ObjectReader) => string | undefined,
  readItem: (item: ObjectReader, externalId: string | undefined) => Promise<T | undefined>,
): Promise<ReadItems<T>> {
  const items: T[] = [];
  const problems: PullProblem[] = [];
  for (const node of nodes) {
    const item = node.isolated();
    const externalId = quietly(node, readId);
    try {
      const read = await readItem(item, externalId);
      if (read !== undefined) items.push(read);
    } catch (error) {
      problems.push(broken(error, externalId, item));
    }
    problems.push(...beside(item, externalId));
  }
  return { items, problems };
}

/**
 * As `readEach`, of an answer's list; an item that is no object is a message of its own.
 * @throws FieldProblem when there is no such list
 */
export function readEachOf<T>(
  answer: ObjectReader,
  name: string,
  readId: (item: ObjectReader) => string | undefined,
  readItem: (item: ObjectReader, externalId: string | undefined) => T | undefined,
): ReadItems<T> {
  const own = answer.isolated();
  const read = readEach(
    own.list(name, (one) => one),
    readId,
    readItem,
  );
  return { items: read.items, problems: [...saidBy(own), ...read.problems] };
}

/** What several questions brought, as one. */
export const together = <T>(reads: readonly ReadItems<T>[]): ReadItems<T> => ({
  items: reads.flatMap(({ items }) => items),
  problems: reads.flatMap(({ problems }) => problems),
});

/**
 * Asks for each by its id: unknown ones are left out, a broken one, or a broken answer about it, becomes a message.
 * @param find undefined where the platform does not know it
 */
export async function readNamed<T>(
  ids: readonly string[],
  find: (id: string) => Promise<ObjectReader | undefined>,
  readItem: (item: ObjectReader) => T | undefined | Promise<T | undefined>,
): Promise<ReadItems<T>> {
  const items: T[] = [];
  const problems: PullProblem[] = [];
  for (const externalId of ids) {
    let item: ObjectReader | undefined;
    try {
      item = (await find(externalId))?.isolated();
      const read = item && (await readItem(item));
      if (read !== undefined) items.push(read);
    } catch (error) {
      problems.push(broken(error, externalId, item));
    }
    if (item) problems.push(...beside(item, externalId));
  }
  return { items, problems };
}
