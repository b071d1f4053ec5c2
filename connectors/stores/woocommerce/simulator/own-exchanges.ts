/** Pieces of own cases: one exchange below wp-json. */
import type { OwnExchange } from '@scanship/connector-kit/conformance/own-case';

const basic = (access: string): string => `Basic ${Buffer.from(access).toString('base64')}`;

/** @param more.pages pages and items of a list, for its headers; `access` null: without sign-in */
export const exchange = (
  method: string,
  path: string,
  body: unknown,
  more: {
    readonly query?: NonNullable<OwnExchange['request']['query']>;
    readonly sent?: unknown;
    readonly access?: string | null;
    readonly pages?: readonly [number, number];
    readonly status?: number;
  } = {},
): OwnExchange => ({
  request: {
    method,
    path: `/wp-json${path}`,
    ...(more.query ? { query: more.query } : {}),
    headers: more.access === null ? {} : { authorization: basic(more.access ?? 'own-case-access') },
    ...(more.sent === undefined ? {} : { body: more.sent }),
  },
  answer: {
    status: more.status ?? 200,
    headers: {
      'content-type': 'application/json; charset=UTF-8',
      ...(more.pages ? { 'x-wp-totalpages': String(more.pages[0]), 'x-wp-total': String(more.pages[1]) } : {}),
    },
    body,
  },
});
