/**
 * Calculated query cost (Shopify, "GraphQL Admin API rate limits"): a scalar 0, an object 1, a connection 2 and each node it
 * may return, a mutation 10, an interface or union the dearest of its selections. Shopify charges nested connections less
 * than this today, so what passes here passes there.
 */
import {
  getNamedType,
  isAbstractType,
  isCompositeType,
  isListType,
  getNullableType,
  Kind,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';

type Variables = Readonly<Record<string, unknown>>;

const CONNECTION_PARTS = ['nodes', 'edges', 'node'];

interface Walk {
  readonly schema: GraphQLSchema;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly variables: Variables;
}

function sizeArgument(field: FieldNode, variables: Variables): number | undefined {
  const value: ValueNode | undefined = field.arguments?.find(
    (a) => a.name.value === 'first' || a.name.value === 'last',
  )?.value;
  if (value?.kind === Kind.INT) return Number(value.value);
  const given = value?.kind === Kind.VARIABLE ? variables[value.name.value] : undefined;
  return typeof given === 'number' ? given : undefined;
}

const isList = (type: GraphQLOutputType): boolean => isListType(getNullableType(type));

function fieldCost(walk: Walk, parent: GraphQLNamedType, field: FieldNode): number {
  const known = 'getFields' in parent ? parent.getFields()[field.name.value] : undefined;
  if (!known || !('args' in known)) return 0;
  const type: GraphQLOutputType = known.type;
  const named = getNamedType(type);
  if (!isCompositeType(named) || !field.selectionSet || named.name === 'PageInfo') return 0;
  const inner = selectionCost(walk, named, field.selectionSet);
  const size = sizeArgument(field, walk.variables);
  if (named.name.endsWith('Connection')) return 2 + (size ?? 0) * inner;
  if (parent.name.endsWith('Connection') || parent.name.endsWith('Edge'))
    return CONNECTION_PARTS.includes(field.name.value) && !named.name.endsWith('Edge') ? 1 + inner : inner;
  const ids = field.arguments?.find((a) => a.name.value === 'ids')?.value;
  const listed = ids?.kind === Kind.VARIABLE ? walk.variables[ids.name.value] : undefined;
  if (Array.isArray(listed)) return listed.length * (1 + inner);
  if (isList(type) && size !== undefined) return size * (1 + inner);
  if (walk.schema.getMutationType() === parent) return 10 + inner;
  return 1 + inner;
}

function selectionCost(walk: Walk, type: GraphQLNamedType, set: SelectionSetNode): number {
  let sum = 0;
  let dearest = 0;
  for (const selection of set.selections) {
    if (selection.kind === Kind.FIELD) sum += fieldCost(walk, type, selection);
    else {
      const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? walk.fragments.get(selection.name.value) : selection;
      const on = fragment?.typeCondition ? walk.schema.getType(fragment.typeCondition.name.value) : type;
      const cost = fragment && on ? selectionCost(walk, on, fragment.selectionSet) : 0;
      if (isAbstractType(type)) dearest = Math.max(dearest, cost);
      else sum += cost;
    }
  }
  return sum + dearest;
}

/** Points a document asks for. */
export function requestedCost(schema: GraphQLSchema, document: DocumentNode, variables: Variables): number {
  const fragments = new Map(
    document.definitions.flatMap((d) => (d.kind === Kind.FRAGMENT_DEFINITION ? [[d.name.value, d] as const] : [])),
  );
  const walk: Walk = { schema, fragments, variables };
  return document.definitions.reduce((total, definition) => {
    if (definition.kind !== Kind.OPERATION_DEFINITION) return total;
    const root = schema.getRootType(definition.operation);
    return root ? total + selectionCost(walk, root, definition.selectionSet) : total;
  }, 0);
}

/** Objects an answer really has, which is what is charged in the end. */
export function actualCost(data: unknown): number {
  if (Array.isArray(data)) return data.reduce((sum: number, one: unknown) => sum + actualCost(one), 0);
  if (typeof data !== 'object' || data === null) return 0;
  return Object.entries(data).reduce((sum, [key, value]) => sum + (key === 'pageInfo' ? 0 : actualCost(value)), 1);
}
