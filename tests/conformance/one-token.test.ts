/** Eight callers whose token has expired make one sign-in, over real HTTP against each carrier's simulator. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBreakers } from '@scanship/connector-kit/http/breaker';
import { openCarrierEnv } from '@scanship/connector-kit/steps/open-environment';
import { createOutboundDispatcher } from '@scanship/connector-kit/http/outbound-guard';
import { memoryQuota } from '@scanship/connector-kit/http/quota';
import { runRate, runTestConnection } from '@scanship/connector-kit/steps/run-question';
import { createTokenCache } from '@scanship/connector-kit/credentials/token-source';
import { createSimulatorAdmin } from '@scanship/simulator-kit/admin-client';
import { startSimulatorHost } from '@scanship/simulator-kit/simulator-host';
import { afterAll, describe, expect, it } from 'vitest';
import { type Registered, registered, simulatorLoaders } from './registered.ts';

const CALLERS = 8;
const DAY_MS = 86_400_000;

const dataDir = mkdtempSync(join(tmpdir(), 'one-token-'));
const host = await startSimulatorHost({ port: 0, dataDir, simulators: simulatorLoaders });
const admin = createSimulatorAdmin(host.address);
const dispatcher = createOutboundDispatcher({ ports: 'any', allowLoopback: () => true });
afterAll(async () => {
  await dispatcher.close();
  await host.close();
  rmSync(dataDir, { recursive: true });
});

/** A carrier as the server runs it: one token cache, an environment for every caller. */
function process({ carrier, samples, slug }: Registered) {
  const clock = { offsetMs: 0 };
  const tokens = createTokenCache({ now: () => new Date(Date.now() + clock.offsetMs) });
  const calls: string[] = [];
  const ask = async (): Promise<void> => {
    const env = openCarrierEnv(
      carrier.manifest,
      {
        id: 'account',
        mode: 'simulator',
        credentials: samples.account.credentials,
        settings: samples.settings,
        simulatorAddress: host.addressOf(slug),
      },
      {
        quota: memoryQuota(),
        breakers: createBreakers(),
        tokens,
        dispatcher,
        trace: { record: (trace) => calls.push(`${trace.method} ${new URL(trace.address).pathname}`) },
        now: () => new Date(Date.now() + clock.offsetMs),
      },
    );
    // What a person waits for; where prices come from a list nobody is called for them.
    const result =
      carrier.manifest.prices === 'list'
        ? await runTestConnection(carrier, env)
        : await runRate(carrier, { shipment: samples.domestic }, env);
    if (!result.ok) throw new Error(result.problem.message);
  };
  return {
    clock,
    /** Requests that so many callers at once make, by method and path. */
    async made(callers: number): Promise<readonly string[]> {
      calls.length = 0;
      await Promise.all(Array.from({ length: callers }, ask));
      return [...calls];
    },
  };
}

describe.each(registered.filter(({ simulated }) => simulated).map((one) => [one.slug, one] as const))(
  '%s',
  (slug, one) => {
    it('signs in once for eight callers: at first, when the token expires, and when the carrier forgets it', async (context) => {
      const running = process(one);
      const cold = await running.made(1);
      const warm = await running.made(1);
      const signIns = cold.length - warm.length;
      // A carrier without tokens sends its password with every call; a polled one is asked as often as it must be.
      const simulator = await simulatorLoaders[slug]?.();
      if (!simulator?.routes.some(({ effect }) => effect === 'auth')) return;
      expect(signIns).toBe(1);
      const [signIn] = cold.filter((call) => !warm.includes(call));
      const count = (calls: readonly string[]): number => calls.filter((call) => call === signIn).length;

      expect(count(await process(one).made(CALLERS))).toBe(1);

      running.clock.offsetMs = DAY_MS;
      expect(count(await running.made(CALLERS))).toBe(1);
      expect(count(await running.made(CALLERS))).toBe(0);

      // The carrier's clock runs ahead: it refuses the token that we still believe in.
      await admin.setClock(slug, 2 * DAY_MS);
      context.onTestFinished(() => admin.setClock(slug, 0));
      const refused = await running.made(CALLERS);
      expect(count(refused)).toBe(1);
      expect(refused).toHaveLength(CALLERS * (warm.length + 1) + 1);
    });
  },
);
