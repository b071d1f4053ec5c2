import { spawn } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createSimulatorAdmin, type SimulatorAdmin } from './admin-client.ts';
import { createOAuthServer } from './oauth-server.ts';
import { createSimulator, jsonAnswer, pageOf, refusing, type SimRefusal, type SimRoute } from './simulator.ts';
import { lazySimulatorHost, startSimulatorHost, type RunningSimulatorHost } from './simulator-host.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'simulator-kit-'));
const oauth = createOAuthServer({ path: '/token', lifetimeSeconds: 60 });
const make: SimRoute = {
  name: 'make',
  method: 'POST',
  path: '/things/:name',
  effect: 'effect',
  handle: (request, sim) => {
    const name = request.params.name ?? '';
    sim.books.append({ kind: 'paid', id: sim.newId('th_'), account: 'alpha', reference: name, data: { name } });
    return jsonAnswer(201, { name, padding: 'x'.repeat(400) });
  },
};
const list: SimRoute = {
  name: 'list',
  method: 'GET',
  path: '/things',
  effect: 'read',
  handle: (_q, sim) => jsonAnswer(200, { count: sim.books.all().length, now: sim.now().toISOString() }),
};
const me: SimRoute = {
  name: 'me',
  method: 'GET',
  path: '/me',
  effect: 'read',
  handle: refusing(
    (request, sim) => jsonAnswer(200, { id: oauth.accountOf(request, sim).id }),
    (r: SimRefusal) => jsonAnswer(r.status, { code: r.code }),
  ),
};
let loads = 0;
const simulators = {
  toy: () => {
    loads += 1;
    return Promise.resolve(
      createSimulator({
        slug: 'toy',
        name: 'Toy',
        routes: [oauth.route, make, list, me],
        accounts: [{ id: 'alpha', name: 'Alpha', credentials: { clientId: 'a', clientSecret: 'b' } }],
      }),
    );
  },
};

let host: RunningSimulatorHost;
let admin: SimulatorAdmin;
beforeAll(async () => {
  host = await startSimulatorHost({ port: 0, dataDir, simulators });
  admin = createSimulatorAdmin(host.address);
});
afterEach(() => admin.clearFaults('toy'));
afterAll(async () => {
  await host.close();
  rmSync(dataDir, { recursive: true });
});

const post = (name: string): Promise<Response> =>
  fetch(`${host.addressOf('toy')}/things/${name}`, { method: 'POST', signal: AbortSignal.timeout(800) });
const paid = async (name: string): Promise<number> =>
  (await admin.books('toy')).filter((e) => e.reference === name).length;

describe('faults', () => {
  it.each([
    ['hang', 'fails', 0],
    ['drop-before-effect', 'fails', 0],
    ['drop-after-effect', 'fails', 1],
    ['status-before-effect', 500, 0],
    ['status-after-effect', 500, 1],
    ['quota', 429, 0],
    ['truncate', 'fails', 1],
    ['garbage', 'not json', 1],
    ['html', 'not json', 1],
    ['slow-body', 'fails', 1],
  ] as const)('%s: the client sees %s and the books %i', async (kind, seen, effects) => {
    const name = `fault-${kind}`;
    await admin.setFaults('toy', [{ kind, times: 1 }]);
    const outcome = await post(name).then(
      async (r) =>
        r.status >= 400
          ? r.status
          : r.text().then(
              (t) => (t.startsWith('{"name"') ? 'fine' : 'not json'),
              () => 'fails',
            ),
      () => 'fails',
    );
    expect(outcome).toBe(seen);
    expect(await paid(name)).toBe(effects);
    expect((await post(`${name}-again`)).status).toBe(201);
  });
  it('renamed answers the same under another name, and nothing else is changed', async () => {
    await admin.setFaults('toy', [{ kind: 'renamed', member: 'name', times: 1 }]);
    expect(await (await post('other-name')).json()).toEqual({ 'new-name': 'other-name', padding: 'x'.repeat(400) });
    expect(await paid('other-name')).toBe(1);
  });
  it('latency does the effect after the client has given up', async () => {
    await admin.setFaults('toy', [{ kind: 'latency', ms: 2_500, times: 1 }]);
    await expect(post('late')).rejects.toThrow();
    expect(await paid('late')).toBe(0);
    await expect.poll(() => paid('late'), { timeout: 20_000 }).toBe(1);
  });
  it('skip, times, effect and route choose the calls; a seed chooses the same ones', async () => {
    await admin.setFaults('toy', [{ kind: 'status-before-effect', effect: 'effect', skip: 1, times: 1 }]);
    const codes = [(await post('s1')).status, (await post('s2')).status, (await post('s3')).status];
    expect(codes).toEqual([201, 500, 201]);
    await admin.setFaults('toy', [{ kind: 'status-before-effect', route: 'list' }]);
    expect((await post('s4')).status).toBe(201);
    const runs: number[][] = [];
    for (let run = 0; run < 2; run += 1) {
      await admin.setFaults('toy', [{ kind: 'status-before-effect', probability: 0.5, seed: 7 }]);
      const seen: number[] = [];
      for (let i = 0; i < 12; i += 1) seen.push((await fetch(`${host.addressOf('toy')}/things`)).status);
      runs.push(seen);
    }
    expect(runs[0]).toEqual(runs[1]);
    expect(new Set(runs[0]).size).toBe(2);
  });
  it('refuses a script it does not understand', async () => {
    await expect(admin.setFaults('toy', [{ kind: 'hang', route: 'nope' }])).rejects.toThrow(/no route .*nope/);
    const unknown = await fetch(`${host.address}/_admin/toy/faults`, { method: 'PUT', body: '[{"kind":"explode"}]' });
    expect(unknown.status).toBe(400);
  });
});

describe('sign-in, clock and throttle', () => {
  it('tokens expire by the simulator’s clock', async () => {
    const body = new URLSearchParams({ grant_type: 'client_credentials', client_id: 'a', client_secret: 'b' });
    const token = (
      (await (await fetch(`${host.addressOf('toy')}/token`, { method: 'POST', body })).json()) as {
        access_token: string;
      }
    ).access_token;
    const who = async (): Promise<number> =>
      (await fetch(`${host.addressOf('toy')}/me`, { headers: { authorization: `Bearer ${token}` } })).status;
    expect(await who()).toBe(200);
    await admin.setClock('toy', 61_000);
    expect(await who()).toBe(401);
    await admin.setClock('toy', 0);
    const wrong = await fetch(`${host.addressOf('toy')}/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'client_credentials', client_id: 'a', client_secret: 'x' }),
    });
    expect(wrong.status).toBe(401);
  });
  it('throttles', async () => {
    await admin.setThrottle('toy', { calls: 2, perMs: 60_000 });
    const codes = await Promise.all([1, 2, 3].map(async () => (await fetch(`${host.addressOf('toy')}/things`)).status));
    await admin.setThrottle('toy', null);
    expect(codes.toSorted((a, b) => a - b)).toEqual([200, 200, 429]);
  });
});

it('pages a list', () => {
  expect(pageOf([1, 2, 3], 0, 2)).toEqual({ items: [1, 2], total: 3, next: 2 });
  expect(pageOf([1, 2, 3], 2, 2)).toEqual({ items: [3], total: 3, next: undefined });
});

it('a lazy host starts with the first address and loads only what is called', async () => {
  const before = loads;
  const lazy = lazySimulatorHost({ port: 0, dataDir: join(dataDir, 'lazy'), simulators });
  expect(lazy.owns('127.0.0.1:1')).toBe(false);
  await expect(lazy.addressOf('nope')).rejects.toThrow(/no simulator/);
  const [a, b] = await Promise.all([lazy.addressOf('toy'), lazy.addressOf('toy')]);
  expect(a).toBe(b);
  expect(loads).toBe(before);
  expect(lazy.owns(new URL(a).host)).toBe(true);
  await lazy.close();
});

const kit = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const call = async (address: string): Promise<number> =>
  ((await (await fetch(`${address}/toy/things/r1`, { method: 'POST' })).json()) as { before: number }).before;

it('the host as its own process keeps its books through kill -9 and a torn last line', async () => {
  const data = join(dataDir, 'process');
  const script = join(dataDir, 'host.mjs');
  writeFileSync(
    script,
    `
    import { hostMain } from ${JSON.stringify(kit('./host-process.ts'))};
    import { createSimulator, jsonAnswer } from ${JSON.stringify(kit('./simulator.ts'))};
    const route = { name: 'make', method: 'POST', path: '/things/:name', effect: 'effect', handle: (r, sim) => {
      const done = sim.books.byReference(r.params.name).length;
      if (done === 0) sim.books.append({ kind: 'paid', id: sim.newId('x'), account: 'a', reference: r.params.name, data: {} });
      return jsonAnswer(200, { before: done });
    } };
    await hostMain({ toy: async () => createSimulator({ slug: 'toy', name: 'Toy', accounts: [], routes: [route] }) });`,
  );
  const start = async (): Promise<{ kill: () => Promise<void>; address: string }> => {
    const child = spawn(process.execPath, ['--import', 'tsx', script, '--data', data], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const line = await new Promise<string>((resolve) =>
      child.stdout.once('data', (d: Buffer) => resolve(d.toString())),
    );
    const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    return {
      address: (JSON.parse(line) as { address: string }).address,
      kill: () => {
        child.kill('SIGKILL');
        return exited;
      },
    };
  };
  const first = await start();
  expect(await call(first.address)).toBe(0);
  await first.kill();
  appendFileSync(join(data, 'toy.jsonl'), '{"seq":2,"kind":"paid","id":"torn');
  const second = await start();
  expect(await call(second.address)).toBe(1);
  await second.kill();
  expect(
    readFileSync(join(data, 'toy.jsonl'), 'utf8')
      .split('\n')
      .filter((l) => l !== ''),
  ).toHaveLength(1);
}, 20_000);
