/** Relay connections as Shopify has them, with their nodes in one list. */
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { pageInfo, type ConnectionPage } from '@scanship/connector-kit/answers/relay';

export { allNodes, pageInfo } from '@scanship/connector-kit/answers/relay';

/** @throws FieldProblem when any node or the page information cannot be read */
export function connectionOf(owner: ObjectReader, name: string): ConnectionPage {
  const connection = owner.object(name);
  return { nodes: connection.strictList('nodes', (node) => node), after: pageInfo(connection) };
}
