/** Relay connections of GraphQL: whether there are more items. A page that cannot be read whole is never taken for the last. */
import { FieldProblem, type ObjectReader } from './json-reader.ts';

export interface ConnectionPage {
  readonly nodes: readonly ObjectReader[];
  /** Cursor of the next page; absent on the last. */
  readonly after: string | undefined;
}

/** Cursor of the next page; undefined on the last. */
export function pageInfo(connection: ObjectReader): string | undefined {
  const info = connection.object('pageInfo');
  return info.boolean('hasNextPage') ? info.string('endCursor') : undefined;
}

const MOST_PAGES = 200;

/** Reads further pages until there are none. @throws FieldProblem when the cursor does not move on */
export async function allNodes(
  first: ConnectionPage,
  more: (after: string) => Promise<ConnectionPage>,
): Promise<ObjectReader[]> {
  const nodes = [...first.nodes];
  let { after } = first;
  for (let turns = 0; after !== undefined; turns += 1) {
    const page = await more(after);
    if (page.after === after || turns >= MOST_PAGES) throw new FieldProblem('pageInfo.endCursor', 'does not move on');
    nodes.push(...page.nodes);
    after = page.after;
  }
  return nodes;
}
