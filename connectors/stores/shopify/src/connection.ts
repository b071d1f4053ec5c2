/** Relay connections: their nodes, and whether there are more. A page that cannot be read whole is never taken for the last. */
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/json-reader';

export interface ConnectionPage {
  readonly nodes: readonly ObjectReader[];
  /** Cursor of the next page; absent on the last. */
  readonly after: string | undefined;
}

export function pageInfo(connection: ObjectReader): string | undefined {
  const info = connection.object('pageInfo');
  return info.boolean('hasNextPage') ? info.string('endCursor') : undefined;
}

/** @throws FieldProblem when any node or the page information cannot be read */
export function connectionOf(owner: ObjectReader, name: string): ConnectionPage {
  const connection = owner.object(name);
  return { nodes: connection.strictList('nodes', (node) => node), after: pageInfo(connection) };
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
