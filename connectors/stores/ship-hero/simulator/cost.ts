/**
 * What an operation costs: one for itself, and one for each item that a connection may return, times what hangs on it. ShipHero
 * prices by the sizes that are asked for and charges what comes back.
 */
import { Kind, type DocumentNode, type FieldNode, type SelectionSetNode } from 'graphql';

type Variables = Readonly<Record<string, unknown>>;

/** Where no size is asked for. */
const USUAL_SIZE = 100;

/** Items a field may return; undefined for one that is no connection. */
function sizeOf(field: FieldNode, variables: Variables): number | undefined {
  const connection = field.selectionSet?.selections.some((s) => s.kind === Kind.FIELD && s.name.value === 'edges');
  if (connection !== true) return undefined;
  const value = field.arguments?.find((a) => a.name.value === 'first')?.value;
  if (value?.kind === Kind.INT) return Number(value.value);
  const given = value?.kind === Kind.VARIABLE ? variables[value.name.value] : undefined;
  return typeof given === 'number' ? given : USUAL_SIZE;
}

const costOf = (set: SelectionSetNode | undefined, variables: Variables): number =>
  (set?.selections ?? []).reduce((sum, one) => {
    if (one.kind !== Kind.FIELD) return sum;
    const inner = costOf(one.selectionSet, variables);
    const size = sizeOf(one, variables);
    return sum + (size === undefined ? inner : size * (1 + inner));
  }, 0);

export const requestedCost = (document: DocumentNode, variables: Variables): number =>
  document.definitions.reduce(
    (sum, one) => (one.kind === Kind.OPERATION_DEFINITION ? sum + costOf(one.selectionSet, variables) : sum),
    1,
  );

/** Items that an answer really has, and one for itself. */
export function actualCost(data: unknown): number {
  const items = (value: unknown): number => {
    if (Array.isArray(value)) return value.reduce((sum: number, one: unknown) => sum + items(one), 0);
    if (typeof value !== 'object' || value === null) return 0;
    return Object.entries(value).reduce(
      (sum, [key, one]) => sum + (key === 'edges' && Array.isArray(one) ? one.length : 0) + items(one),
      0,
    );
  };
  return 1 + items(data);
}
