/** The GraphQL endpoint: access, validation, points, execution, and errors in Shopify's form. */
import type { JsonObject } from '@scanship/domain/values/json';
import type { CodeGrant } from '@scanship/simulator-kit/code-grant';
import { createBuckets } from '@scanship/simulator-kit/cost-buckets';
import {
  jsonAnswer,
  SimRefusal,
  type SimAnswer,
  type SimContext,
  type SimRequest,
  type SimRoute,
} from '@scanship/simulator-kit/simulator';
import {
  buildSchema,
  execute,
  GraphQLError,
  Kind,
  OperationTypeNode,
  parse,
  validate,
  type DocumentNode,
  type OperationDefinitionNode,
} from 'graphql';
import { z } from 'zod';
import { actualCost, requestedCost } from './cost.ts';
import type { Postman } from './deliveries.ts';
import { rootsOf } from './roots.ts';
import { SDL } from './sdl.ts';
import { shopOf } from './shops.ts';

export const schema = buildSchema(SDL);
export const MOST_POINTS = 1_000;

const requestBody = z.object({
  query: z.string(),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().nullish(),
});

interface Parsed {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly variables: Readonly<Record<string, unknown>>;
}

const errorsAnswer = (errors: readonly GraphQLError[], extensions?: JsonObject): SimAnswer =>
  jsonAnswer(200, {
    errors: errors.map((e) => JSON.parse(JSON.stringify(e)) as JsonObject),
    ...(extensions ? { extensions } : {}),
  });

function parsed(request: SimRequest): Parsed | SimAnswer {
  if (!/^application\/json\b/.test(request.headers['content-type'] ?? ''))
    return jsonAnswer(415, { errors: 'Unsupported Media Type' });
  let json: unknown;
  try {
    json = JSON.parse(request.text()) as unknown;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return jsonAnswer(400, { errors: { query: 'Required parameter missing or invalid' } });
  }
  const body = requestBody.safeParse(json);
  if (!body.success) return jsonAnswer(400, { errors: { query: 'Required parameter missing or invalid' } });
  try {
    const document = parse(body.data.query);
    const faults = validate(schema, document);
    if (faults.length > 0)
      return errorsAnswer(
        faults.map((f) => new GraphQLError(f.message, { nodes: f.nodes, extensions: { code: 'undefinedField' } })),
      );
    const operations = document.definitions.filter((d) => d.kind === Kind.OPERATION_DEFINITION);
    const operation =
      operations.find((o) => o.name?.value === body.data.operationName) ??
      (operations.length === 1 ? operations[0] : undefined);
    if (!operation) return errorsAnswer([new GraphQLError('An operation name is required')]);
    return { document, operation, variables: body.data.variables ?? {} };
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    return errorsAnswer([error]);
  }
}

/** Whether the call changes something, so that faults can tell the two apart. */
export function isMutation(request: SimRequest): boolean {
  const body = parsed(request);
  return 'operation' in body && body.operation.operation === OperationTypeNode.MUTATION;
}

export function graphqlRoutes(grant: CodeGrant, postman: Postman): { routes: SimRoute[]; setBudget: SetBudget } {
  const buckets = createBuckets({ maximum: 2_000, restoreRate: 100 });
  const handle = async (request: SimRequest, context: SimContext): Promise<SimAnswer> => {
    const shop = shopOf(request.params.shop ?? '', context);
    if (!shop) return jsonAnswer(404, { errors: 'Not Found' });
    const { domain } = shop.about;
    const holder = holderOf(grant, request, domain, context);
    if ('status' in holder) return holder;
    const body = parsed(request);
    if ('status' in body) return body;
    const key = `${domain} ${holder.clientId}`;
    const requested = requestedCost(schema, body.document, body.variables);
    const cost = (actual: number | null): JsonObject => ({
      cost: {
        requestedQueryCost: requested,
        actualQueryCost: actual,
        throttleStatus: {
          maximumAvailable: buckets.budget(key).maximum,
          currentlyAvailable: Math.floor(buckets.available(key)),
          restoreRate: buckets.budget(key).restoreRate,
        },
      },
    });
    if (requested > MOST_POINTS)
      return errorsAnswer([
        new GraphQLError(
          `Query cost is ${requested}, which exceeds the single query max cost limit (${MOST_POINTS}).`,
          {
            extensions: { code: 'MAX_COST_EXCEEDED', cost: requested, maxCost: MOST_POINTS },
          },
        ),
      ]);
    if (requested > buckets.available(key))
      return errorsAnswer([new GraphQLError('Throttled', { extensions: { code: 'THROTTLED' } })], cost(null));
    const result = await execute({
      schema,
      document: body.document,
      operationName: body.operation.name?.value,
      variableValues: body.variables,
      rootValue: rootsOf({
        shop,
        scopes: holder.scopes,
        clientId: holder.clientId,
        context,
        postman,
        revoke: () => grant.revoke(domain, holder.clientId, context),
      }),
    });
    const actual = Math.min(requested, Math.max(0, actualCost(result.data) - 1));
    buckets.take(key, actual);
    const plain = JSON.parse(JSON.stringify(result)) as JsonObject;
    return jsonAnswer(200, { ...plain, extensions: cost(actual) });
  };
  const path = '/:shop/admin/api/2026-10/graphql.json';
  return {
    setBudget: (domain, clientId, { maximum, restoreRate, level }) =>
      buckets.set(`${domain} ${clientId}`, { maximum, restoreRate }, level ?? maximum),
    routes: [
      { name: 'graphql-mutation', method: 'POST', path, effect: 'effect', when: isMutation, handle },
      { name: 'graphql', method: 'POST', path, effect: 'read', handle },
    ],
  };
}

export type SetBudget = (
  domain: string,
  clientId: string,
  budget: { readonly maximum: number; readonly restoreRate: number; readonly level?: number | undefined },
) => void;

function holderOf(
  grant: CodeGrant,
  request: SimRequest,
  domain: string,
  context: SimContext,
): SimAnswer | { readonly clientId: string; readonly scopes: readonly string[] } {
  try {
    return grant.holderOf(request.headers['x-shopify-access-token'] ?? '', domain, context);
  } catch (error) {
    if (!(error instanceof SimRefusal)) throw error;
    return jsonAnswer(401, {
      errors: '[API] Invalid API key or access token (unrecognized login or wrong password)',
    });
  }
}
