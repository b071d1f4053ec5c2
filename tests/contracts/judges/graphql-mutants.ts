/** Damages a GraphQL request: a field or argument renamed, left out or of another type, a variable that does not fit. */
import {
  Kind,
  parse,
  print,
  visit,
  type ArgumentNode,
  type ASTNode,
  type DocumentNode,
  type FieldNode,
  type ValueNode,
  type VariableDefinitionNode,
} from 'graphql';
import type { Mutant } from './differential.ts';

export interface GraphqlRequest {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

type Json = unknown;

/** Where a node stands, in words: "orders.nodes.id". */
const pathOf = (ancestors: readonly (ASTNode | readonly ASTNode[])[], own: string): string =>
  [...ancestors.flatMap((a) => ('kind' in a && a.kind === Kind.FIELD ? [a.name.value] : [])), own].join('.');

/** Every change that `change` makes to one node of a kind, one at a time. */
function each<N extends FieldNode | ArgumentNode | VariableDefinitionNode>(
  document: DocumentNode,
  kind: N['kind'],
  change: (node: N) => ASTNode | null | undefined,
): { readonly at: string; readonly document: DocumentNode }[] {
  const count = { nodes: 0 };
  visit(document, { [kind]: { enter: () => void (count.nodes += 1) } });
  return Array.from({ length: count.nodes }, (_v, wanted) => {
    let index = -1;
    let at = '';
    const changed: DocumentNode = visit(document, {
      [kind]: {
        enter(node: N, _key: unknown, _parent: unknown, _path: unknown, ancestors: (ASTNode | readonly ASTNode[])[]) {
          index += 1;
          if (index !== wanted) return undefined;
          const name = node.kind === Kind.VARIABLE_DEFINITION ? node.variable.name.value : node.name.value;
          at = pathOf(ancestors, name);
          return change(node);
        },
      },
    });
    return { at, document: changed };
  });
}

const otherValue = (value: ValueNode): ValueNode =>
  value.kind === Kind.INT
    ? { kind: Kind.STRING, value: 'seven' }
    : value.kind === Kind.ENUM
      ? { kind: Kind.STRING, value: value.value }
      : value.kind === Kind.BOOLEAN
        ? { kind: Kind.INT, value: '7' }
        : { kind: Kind.OBJECT, fields: [] };

function documentMutants({ query, variables }: GraphqlRequest): Mutant<GraphqlRequest>[] {
  const document = parse(query);
  const made = [
    ...each<FieldNode>(document, Kind.FIELD, (node) => ({
      ...node,
      name: { ...node.name, value: `${node.name.value}Xx` },
    })).map((m) => ({ ...m, how: 'field renamed' })),
    ...each<ArgumentNode>(document, Kind.ARGUMENT, () => null).map((m) => ({ ...m, how: 'argument removed' })),
    ...each<ArgumentNode>(document, Kind.ARGUMENT, (node) => ({
      ...node,
      name: { ...node.name, value: `${node.name.value}Xx` },
    })).map((m) => ({ ...m, how: 'argument renamed' })),
    ...each<ArgumentNode>(document, Kind.ARGUMENT, (node) => ({ ...node, value: otherValue(node.value) })).map((m) => ({
      ...m,
      how: 'argument retyped',
    })),
    ...each<VariableDefinitionNode>(document, Kind.VARIABLE_DEFINITION, (node) => ({
      ...node,
      type: { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: 'Boolean' } },
    })).map((m) => ({ ...m, how: 'variable declared as Boolean' })),
  ];
  return made.map((m, index) => ({
    what: `${index} ${m.how}: ${m.at}`,
    request: { query: print(m.document), variables },
  }));
}

const isObject = (value: Json): value is Readonly<Record<string, Json>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const wrongTypes = (value: Json): readonly (readonly [string, Json])[] => {
  if (typeof value === 'string')
    return [
      ['an object', { x: 1 }],
      ['a number', 7],
    ];
  if (typeof value === 'number')
    return [
      ['text', 'seven'],
      ['a fraction', 1.5],
    ];
  if (typeof value === 'boolean') return [['text', 'maybe']];
  if (Array.isArray(value)) return [['an object', { x: 1 }]];
  return [['text', 'text']];
};

/** Every variant of a value with one place changed: left out, null, of another type, or with a member too many. */
function variants(value: Json, at: string): { readonly what: string; readonly value: Json }[] {
  const here = [
    { what: `${at} is null`, value: null },
    ...wrongTypes(value).map(([name, wrong]) => ({ what: `${at} is ${name}`, value: wrong })),
  ];
  if (Array.isArray(value))
    return [
      ...here,
      ...value.flatMap((item: Json, index) =>
        variants(item, `${at}[${index}]`).map((v) => ({ what: v.what, value: value.with(index, v.value) })),
      ),
    ];
  if (!isObject(value)) return here;
  return [...here, { what: `${at} has a member too many`, value: { ...value, surplus: 1 } }, ...members(value, at)];
}

const members = (
  value: Readonly<Record<string, Json>>,
  at: string,
): { readonly what: string; readonly value: Readonly<Record<string, Json>> }[] =>
  Object.keys(value).flatMap((name) => [
    { what: `${at}.${name} left out`, value: Object.fromEntries(Object.entries(value).filter(([n]) => n !== name)) },
    ...variants(value[name], `${at}.${name}`).map((v) => ({ what: v.what, value: { ...value, [name]: v.value } })),
  ]);

export const variableMutants = (request: GraphqlRequest): Mutant<GraphqlRequest>[] =>
  members(request.variables, 'variables').map((v, index) => ({
    what: `v${index} ${v.what}`,
    request: { query: request.query, variables: v.value },
  }));

export const graphqlMutants = (request: GraphqlRequest): Mutant<GraphqlRequest>[] => [
  ...documentMutants(request),
  ...variableMutants(request),
];
