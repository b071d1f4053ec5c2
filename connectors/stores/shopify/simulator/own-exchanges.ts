/** Pieces of own cases: a GraphQL exchange, a connection, an amount. */
import type { OwnExchange } from '@scanship/connector-kit/conformance/own-case';

export const graphql = (
  query: string,
  variables: object,
  data: object | null,
  more: object = {},
  token?: string,
): OwnExchange => ({
  request: {
    method: 'POST',
    path: '/admin/api/2026-10/graphql.json',
    headers: { 'content-type': 'application/json', 'x-shopify-access-token': token ?? 'own-case-access' },
    body: { query, variables },
  },
  answer: { status: 200, body: { ...(data === null ? {} : { data }), ...more } },
});

export const last = { hasNextPage: false, endCursor: null };
export const nodes = (list: readonly unknown[], pageInfo: object = last): object => ({ nodes: list, pageInfo });
export const cad = (amount: string): object => ({ shopMoney: { amount, currencyCode: 'CAD' } });
