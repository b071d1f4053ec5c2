/** Calls for tests below `/_admin/<slug>/shops/<account>`: a store's buyer, seller and staff. Both ends of them. */
import type { JsonObject } from '@scanship/domain/values/json';
import { z } from 'zod';
import { jsonAnswer, type SimContext, type SimRequest, type SimRoute } from './simulator.ts';

export type JudgeCall<S> = <T>(
  name: string,
  method: SimRoute['method'],
  /** Below the shop ("/orders/:order"). */
  path: string,
  body: z.ZodType<T>,
  /** `undefined`: there is no such thing. */
  run: (shop: S, given: T, request: SimRequest, context: SimContext) => JsonObject | undefined,
) => SimRoute;

/** @param find the shop of an account */
export const judgeCalls =
  <S>(find: (account: string, context: SimContext) => S | undefined): JudgeCall<S> =>
  (name, method, path, body, run) => ({
    name: `judge ${name}`,
    method,
    path: `/shops/:account${path}`,
    effect: 'auth',
    handle(request, context) {
      const shop = find(request.params['account'] ?? '', context);
      if (shop === undefined) return jsonAnswer(404, { error: 'There is no such shop.' });
      const given = body.safeParse(request.body.length === 0 ? {} : (JSON.parse(request.text()) as unknown));
      if (!given.success) return jsonAnswer(400, { error: z.prettifyError(given.error) });
      const answer = run(shop, given.data, request, context);
      return answer === undefined ? jsonAnswer(404, { error: 'There is no such thing.' }) : jsonAnswer(200, answer);
    },
  });

export type CallShop = (
  method: string,
  account: string,
  path: string,
  body?: unknown,
) => Promise<Readonly<Record<string, unknown>>>;

/**
 * The other end, for players.
 * @param hostAddress base address of the simulator host, without a slug
 */
export const shopCaller =
  (hostAddress: string, slug: string): CallShop =>
  async (method, account, path, body) => {
    const address = `${hostAddress}/_admin/${slug}/shops/${encodeURIComponent(account)}/${path}`;
    const response = await fetch(address, { method, body: body === undefined ? undefined : JSON.stringify(body) });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text) as Readonly<Record<string, unknown>>;
  };
