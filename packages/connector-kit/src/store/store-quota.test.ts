import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createBreakers } from '../http/breaker.ts';
import { createOutboundDispatcher } from '../http/outbound-guard.ts';
import type { QuotaBudget } from '../http/quota.ts';
import type { StoreManifest } from './store.ts';
import { openStoreEnv } from './store-open-environment.ts';
import { createTokenCache } from '../credentials/token-source.ts';
import { noTrace } from '../http/trace.ts';

const server = createServer((_request, response) => response.writeHead(200).end('{}'));
let address = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const field = (name: string, secret: boolean) => ({ name, label: name, help: 'Help.', secret, required: true });
const manifestWith = (scope: 'store' | 'app' | undefined): StoreManifest =>
  ({
    code: 'toy',
    name: 'Toy',
    accountPattern: '[a-z]+',
    endpoints: {},
    simulatorPath: '',
    fields: [field('account', false)],
    appFields: [field('clientId', false), field('clientSecret', true)],
    quota: { calls: 3, perMs: 1_000, scope },
    deadlineMs: { page: 1_000, push: 1_000, other: 1_000 },
  }) as Partial<StoreManifest> as StoreManifest;

/** Keys that calls of these stores are counted under. */
async function keysOf(scope: 'store' | 'app' | undefined, stores: readonly (readonly [string, string])[]) {
  const keys: string[] = [];
  const quota: QuotaBudget = {
    take(key) {
      keys.push(key);
      return Promise.resolve({ ok: true as const });
    },
    pause: () => Promise.resolve(),
  };
  const dispatcher = createOutboundDispatcher({ ports: 'any', allowLoopback: () => true });
  for (const [externalAccount, clientId] of stores) {
    const env = openStoreEnv(
      manifestWith(scope),
      {
        id: externalAccount,
        mode: 'simulator',
        externalAccount,
        credentials: { accessToken: `token of ${externalAccount}` },
        settings: {},
        // The secret may be replaced while the app stays what it is.
        app: { clientId, clientSecret: `secret of ${externalAccount}` },
        simulatorAddress: address,
      },
      { get: () => Promise.resolve('x'), refused: () => Promise.resolve('x') },
      {
        quota,
        breakers: createBreakers(),
        tokens: createTokenCache(),
        dispatcher,
        trace: noTrace,
        now: () => new Date(),
      },
    );
    await env.http.send({ method: 'GET', path: '/', name: 'toy' });
  }
  await dispatcher.close();
  return keys;
}

it('calls are counted per store, or per app where the platform counts so', async () => {
  const stores = [
    ['maple', 'ours'],
    ['birch', 'ours'],
    ['cedar', 'other'],
  ] as const;
  for (const scope of ['store', undefined] as const) expect(new Set(await keysOf(scope, stores)).size).toBe(3);
  const [maple, birch, cedar] = await keysOf('app', stores);
  expect(maple).toBe(birch);
  expect(cedar).not.toBe(maple);
});
