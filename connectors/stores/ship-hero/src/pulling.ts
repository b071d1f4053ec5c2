/**
 * Pages of orders and products. They are sorted by what never changes and only ever become more during a pull, so that nothing moves
 * out of sight whatever a cursor means to ShipHero; it keeps the moment the pull began with.
 */
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { readEachInTurn, saidBy } from '@scanship/connector-kit/answers/read-each';
import { pageInfo } from '@scanship/connector-kit/answers/relay';
import type { PullInput, PullPage } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { ask } from './client.ts';
import { ID, questionTime } from './reading.ts';

/** So that it does not matter whether `updated_from` counts the second itself. */
const BACK_MS = 1_000;

export interface Pull<T> {
  /** Field of the answer that holds the pages. */
  readonly root: 'orders' | 'products';
  readonly document: string;
  readonly read: (node: ObjectReader) => T | undefined | Promise<T | undefined>;
}

function sinceOf({ cursor, since }: PullInput): Date | undefined {
  if (cursor === undefined) return since;
  return typeof cursor.since === 'string' ? new Date(cursor.since) : undefined;
}

/** Items one by one: a broken one becomes a message, with its id where that can be read. */
export async function pulled<T extends { readonly updatedAt: string }>(
  input: PullInput,
  env: StoreEnv,
  { root, document, read }: Pull<T>,
): Promise<PullPage<T>> {
  const since = sinceOf(input);
  const after = typeof input.cursor?.after === 'string' ? input.cursor.after : undefined;
  const from = since && questionTime(new Date(since.getTime() - BACK_MS));
  const answer = await ask(env, { name: root, document, variables: { from, after } });
  const connection = answer.object(root).object('data');
  // Whether there is more is never guessed.
  const next = pageInfo(connection);
  // Their clock has whole seconds.
  const floor = since === undefined ? 0 : Math.floor(since.getTime() / 1_000) * 1_000;
  const told = await readEachInTurn(
    connection.list('edges', (edge) => edge.object('node')),
    (node) => node.string('id', ID),
    async (node) => {
      const item = await read(node);
      return item && Date.parse(item.updatedAt) < floor ? undefined : item;
    },
  );
  return {
    items: told.items,
    problems: [...saidBy(connection), ...told.problems],
    next: next === undefined ? undefined : { after: next, ...(since && { since: since.toISOString() }) },
  };
}
