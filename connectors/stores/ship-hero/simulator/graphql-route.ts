/** The GraphQL endpoint: access, validation, credits, execution, and errors in ShipHero's form, which come with status 200. */
import type { JsonObject } from '@scanship/domain/values/json';
import type { CodeGrant } from '@scanship/simulator-kit/code-grant';
import { createBuckets, type Budget } from '@scanship/simulator-kit/cost-buckets';
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
import { accounts, type Account } from './accounts.ts';
import { actualCost, requestedCost } from './cost.ts';
import { rootsOf } from './roots.ts';
import { SDL } from './sdl.ts';

export const schema = buildSchema(SDL);
/** "No operation can exceed" it; it is also what there is at most. */
export const MOST_CREDITS = 4_004;
const RESTORED_A_SECOND = 60;
export const CLIENT = 'ship-hero-user';

const requestBody = z.object({ query: z.string(), variables: z.record(z.string(), z.unknown()).nullish() });

interface Parsed {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly variables: Readonly<Record<string, unknown>>;
}

const invalid = (errors: readonly GraphQLError[]): SimAnswer =>
  jsonAnswer(200, { errors: errors.map(({ message }) => ({ message })) });

function parsed(request: SimRequest): Parsed | SimAnswer {
  try {
    const body = requestBody.safeParse(JSON.parse(request.text()) as unknown);
    if (!body.success) return jsonAnswer(400, { errors: [{ message: 'Must provide query string.' }] });
    const document = parse(body.data.query);
    const faults = validate(schema, document);
    if (faults.length > 0) return invalid(faults);
    const operation = document.definitions.find((d) => d.kind === Kind.OPERATION_DEFINITION);
    return operation
      ? { document, operation, variables: body.data.variables ?? {} }
      : invalid([new GraphQLError('Must provide an operation.')]);
  } catch (error) {
    if (error instanceof GraphQLError) return invalid([error]);
    if (error instanceof SyntaxError) return jsonAnswer(400, { errors: [{ message: 'POST body sent invalid JSON.' }] });
    throw error;
  }
}

/** Whether the call changes something, so that faults can tell the two apart. */
export function isMutation(request: SimRequest): boolean {
  const body = parsed(request);
  return 'operation' in body && body.operation.operation === OperationTypeNode.MUTATION;
}

const operationOf = ({ operation }: Parsed): string =>
  operation.selectionSet.selections.map((one) => (one.kind === Kind.FIELD ? one.name.value : '')).join();

function noCredits(body: Parsed, required: number, left: number, budget: Budget, context: SimContext): SimAnswer {
  const seconds = Math.ceil((required - left) / budget.restoreRate);
  return jsonAnswer(200, {
    errors: [
      {
        code: 30,
        message: `There are not enough credits to perform the requested operation, which requires ${required} credits, but there are only ${Math.floor(left)} left. In ${seconds} seconds you will have enough credits to perform the operation`,
        operation: operationOf(body),
        request_id: context.newId(''),
        required_credits: required,
        remaining_credits: Math.floor(left),
        time_remaining: `${seconds} seconds`,
      },
    ],
  });
}

/** Refusals of a resolver have a code; what the schema refuses has none. */
const shownError = (error: GraphQLError, body: Parsed, context: SimContext): JsonObject =>
  error.originalError instanceof SimRefusal
    ? {
        code: Number(error.originalError.code),
        message: error.message,
        operation: operationOf(body),
        request_id: context.newId(''),
      }
    : { message: error.message };

export type SetBudget = (account: string, budget: Budget & { readonly level: number }) => void;

export function graphqlRoutes(grant: CodeGrant): { routes: SimRoute[]; setBudget: SetBudget } {
  const buckets = createBuckets({ maximum: MOST_CREDITS, restoreRate: RESTORED_A_SECOND });
  const handle = async (request: SimRequest, context: SimContext): Promise<SimAnswer> => {
    const account = accountBehind(grant, request, context);
    if (!account) return jsonAnswer(401, { errors: [{ message: 'Token is expired or invalid' }] });
    const body = parsed(request);
    if ('status' in body) return body;
    const key = account.about.id;
    const required = requestedCost(body.document, body.variables);
    if (required > MOST_CREDITS)
      return jsonAnswer(200, {
        errors: [
          { code: 31, message: `No operation can exceed ${MOST_CREDITS} credits`, operation: operationOf(body) },
        ],
      });
    const left = buckets.available(key);
    if (required > left) return noCredits(body, required, left, buckets.budget(key), context);
    const result = await execute({
      schema,
      document: body.document,
      variableValues: body.variables,
      rootValue: rootsOf({ account, context }),
    });
    const data = JSON.parse(JSON.stringify(result.data ?? null)) as JsonObject | null;
    buckets.take(key, Math.min(required, actualCost(data)));
    const errors = result.errors?.map((error) => shownError(error, body, context));
    return jsonAnswer(200, { data, ...(errors && { errors }) });
  };
  return {
    setBudget: (account, { level, ...budget }) => buckets.set(account, budget, level),
    routes: [
      { name: 'graphql mutation', method: 'POST', path: '/graphql', effect: 'effect', when: isMutation, handle },
      { name: 'graphql', method: 'POST', path: '/graphql', effect: 'read', handle },
    ],
  };
}

function accountBehind(grant: CodeGrant, request: SimRequest, context: SimContext): Account | undefined {
  const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
  return accounts.all(context).find(({ about }) => {
    try {
      grant.holderOf(token, about.id, context);
      return true;
    } catch (error) {
      if (error instanceof SimRefusal) return false;
      throw error;
    }
  });
}
