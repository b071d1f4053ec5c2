/** What simulators are put together from: routes, tokens, tables of XML elements. */
import { expect, it } from 'vitest';
import { routesBehind, routesSaying, shopRoutes } from './routes.ts';
import { jsonAnswer, SimRefusal, type SimContext, type SimRequest } from './simulator.ts';
import { bearerOf, createTokens } from './tokens.ts';
import { xmlShapes } from './xml-shapes.ts';

const request = (authorization: string): SimRequest => ({
  method: 'GET',
  path: '/',
  params: {},
  query: new URLSearchParams(),
  headers: { authorization },
  body: new Uint8Array(),
  text: () => '',
});
let now = Date.parse('2026-01-01T00:00:00Z');
const sim = { now: () => new Date(now) } as SimContext;

it('a route finds who asks first, and a refusal becomes the vendor’s error', async () => {
  const who = ({ headers }: SimRequest): string => {
    if (headers['authorization'] !== 'yes') throw new SimRefusal(401, 'who', 'Nobody');
    return 'me';
  };
  const refuse = ({ status, code }: SimRefusal) => jsonAnswer(status, { code });
  const one = routesBehind(who, refuse, '/v1')('one', 'POST', '/one', 'effect', (_r, _s, me) => jsonAnswer(200, me));
  expect([one.path, one.effect, one.method]).toEqual(['/v1/one', 'effect', 'POST']);
  expect(await one.handle(request('yes'), sim)).toMatchObject({ status: 200, body: '"me"' });
  expect(await one.handle(request('no'), sim)).toMatchObject({ status: 401, body: '{"code":"who"}' });
  const said = routesSaying(who, refuse, (data: string) => jsonAnswer(201, { data }))(
    's',
    'GET',
    '/',
    'read',
    () => 'x',
  );
  expect(await said.handle(request('yes'), sim)).toMatchObject({ status: 201, body: '{"data":"x"}' });
  const shop = shopRoutes(who, refuse);
  const asks = shop('asks', 'GET', '/', (me) => jsonAnswer(200, me));
  expect([asks.effect, shop('tells', 'PUT', '/', () => jsonAnswer(200, 1)).effect]).toEqual(['read', 'effect']);
});

it('a token ends by the simulator’s clock', () => {
  const tokens = createTokens<string>(60, 'T|');
  const token = tokens.issue('me', sim);
  expect(token).toMatch(/^T\|/);
  expect([tokens.holderOf(token, sim), tokens.holderOf('another', sim), tokens.holderOf(undefined, sim)]).toEqual([
    'me',
    undefined,
    undefined,
  ]);
  now += 60_000;
  expect(tokens.holderOf(token, sim)).toBeUndefined();
  expect([bearerOf(request('Bearer abc')), bearerOf(request('Basic abc'))]).toEqual(['abc', undefined]);
});

it('elements are held against their table: names, order, how often, what they hold', () => {
  const flawOf = xmlShapes(
    { Order: 'Id n,Note? s,Line+ LINE,Tag* s', LINE: 'Sku s' },
    { s: () => true, n: (text) => /^\d+$/.test(text) },
  );
  const line = { Sku: 'A' };
  const flaw = (order: unknown): string => {
    const found = flawOf('Order', order);
    return found ? `${found.kind} ${found.element} in ${found.within}` : 'fits';
  };
  expect(flaw({ Id: '1', Line: line })).toBe('fits');
  expect(flaw({ Id: '1', Note: 'n', Line: [line, line], Tag: ['a', 'b'] })).toBe('fits');
  expect(flaw({ Id: 'x', Line: line })).toBe('value Id in Order');
  expect(flaw({ Line: line, Id: '1' })).toBe('order Id in Order');
  expect(flaw({ Id: '1' })).toBe('missing Line in Order');
  expect(flaw({ Id: '1', Note: ['a', 'b'], Line: line })).toBe('twice Note in Order');
  expect(flaw({ Id: '1', Line: [line, { Sku: 'A', Size: '1' }] })).toBe('stranger Size in Line');
  expect(flaw({ Id: '1', Line: 'text' })).toBe('no elements Line in Order');
  expect(flaw('')).toBe('missing Id in Order');
});
