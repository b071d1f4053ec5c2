/** What both halves of the simulator share: reading requests strictly, and finding what is asked for. */
import { accepting } from '@scanship/simulator-kit/accepting';
import {
  SimRefusal,
  refusing,
  type SimAnswer,
  type SimContext,
  type SimRequest,
  type SimRoute,
} from '@scanship/simulator-kit/simulator';
import { z } from 'zod';
import { accounts, type Account } from './accounts.ts';
import type { SimOrder } from './model.ts';

export type Handle = (account: Account, request: SimRequest, context: SimContext) => SimAnswer;

export const checked = accepting(
  (issue) => new SimRefusal(400, 'invalid', `The request is invalid: ${issue.path.join('.')} ${issue.message}`),
);

export const whole = z
  .string()
  .regex(/^[1-9]\d{0,6}$/)
  .transform(Number);

export const queryOf = (request: SimRequest): Record<string, string> => Object.fromEntries(request.query);

/** An answer that is a list. */
export const listAnswer = (items: readonly object[]): SimAnswer => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(items),
});

export const save = (
  account: Account,
  order: SimOrder,
  context: SimContext,
  more: Parameters<typeof accounts.put>[3] = {},
): void => {
  const value = { ...order, modified: context.now().toISOString() };
  accounts.put(account.about.id, { what: 'order', value }, context, more);
};

/** Routes of one product: `find` tells whose keys they are, `refusal` how it refuses. */
export const routesOf =
  (
    prefix: string,
    path: string,
    find: (request: SimRequest, context: SimContext) => Account,
    refusal: (refused: SimRefusal) => SimAnswer,
  ) =>
  (name: string, method: SimRoute['method'], below: string, handle: Handle, effect?: 'effect'): SimRoute => ({
    name: `${prefix} ${name}`,
    method,
    path: `${path}${below}`,
    effect: effect ?? (method === 'GET' ? 'read' : 'auth'),
    handle: refusing((request, context) => handle(find(request, context), request, context), refusal),
  });
