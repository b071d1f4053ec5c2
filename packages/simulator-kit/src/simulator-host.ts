/**
 * All simulators behind one HTTP server on loopback: `/<slug>/...` speaks the vendor's protocol, `/_admin/...` is for tests
 * and judges. A simulator's code and books are opened by the first call to it.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { handleAdmin } from './admin.ts';
import { openBooks } from './books.ts';
import { createFaultScript, type Fault } from './faults.ts';
import type { OpenSimulator } from './open-simulator.ts';
import { newId, type SimAnswer, type SimContext, type SimRequest, type SimRoute, type Simulator } from './simulator.ts';
import { drawTestLabel, type DrawLabel } from './test-label.ts';

export type SimulatorLoaders = Readonly<Record<string, () => Promise<Simulator>>>;

export interface SimulatorHostOptions {
  /** 0 takes a free one. */
  readonly port: number;
  /** Books are `<dataDir>/<slug>.jsonl`. */
  readonly dataDir: string;
  readonly simulators: SimulatorLoaders;
  /** The kit's own plain drawer when absent. */
  readonly drawLabel?: DrawLabel | undefined;
}

export interface RunningSimulatorHost {
  readonly port: number;
  /** Base address of the whole host, for the admin API. */
  readonly address: string;
  addressOf(slug: string): string;
  /** Whether `host:port` is this host. */
  owns(hostAndPort: string): boolean;
  close(): Promise<void>;
}

const HOST = '127.0.0.1';
const MAX_BODY = 5_000_000;

export async function startSimulatorHost(options: SimulatorHostOptions): Promise<RunningSimulatorHost> {
  const open = new Map<string, Promise<OpenSimulator>>();
  const openSimulator = (slug: string): Promise<OpenSimulator> | undefined => {
    const load = Object.hasOwn(options.simulators, slug) ? options.simulators[slug] : undefined;
    if (!load) return undefined;
    let known = open.get(slug);
    if (!known) {
      known = load().then((simulator) => {
        const state: OpenSimulator = {
          simulator,
          books: openBooks(join(options.dataDir, `${slug}.jsonl`), () => clockOf(state)),
          faults: createFaultScript(),
          clockOffsetMs: 0,
          throttle: simulator.throttle,
          callTimes: new Map(),
        };
        return state;
      });
      open.set(slug, known);
    }
    return known;
  };

  const server = createServer((request, response) => {
    serve(request, response, openSimulator, Object.keys(options.simulators), options.drawLabel ?? drawTestLabel).catch(
      (error: unknown) => {
        // A fault of the simulator itself: said loudly, since a judge must not fail quietly.
        const words = error instanceof Error ? (error.stack ?? error.message) : String(error);
        process.stderr.write(`simulator fault on ${request.method} ${request.url}: ${words}\n`);
        if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain' });
        response.end('The simulator itself failed; see its log.');
      },
    );
  });
  server.keepAliveTimeout = 600_000;
  const port = await listen(server, options.port);
  const address = `http://${HOST}:${port}`;
  return {
    port,
    address,
    addressOf: (slug) => `${address}/${slug}`,
    owns: (hostAndPort) => hostAndPort === `${HOST}:${port}`,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
      for (const state of await Promise.allSettled(open.values()))
        if (state.status === 'fulfilled') state.value.books.close();
    },
  };
}

/** A host that starts with the first address asked for, and once only. */
export function lazySimulatorHost(options: SimulatorHostOptions): {
  addressOf(slug: string): Promise<string>;
  owns(hostAndPort: string): boolean;
  close(): Promise<void>;
} {
  let starting: Promise<RunningSimulatorHost> | undefined;
  let running: RunningSimulatorHost | undefined;
  const start = (): Promise<RunningSimulatorHost> => {
    starting ??= startSimulatorHost(options).then((host) => {
      running = host;
      return host;
    });
    return starting;
  };
  return {
    async addressOf(slug) {
      if (!Object.hasOwn(options.simulators, slug)) throw new RangeError(`there is no simulator "${slug}"`);
      return (await start()).addressOf(slug);
    },
    owns: (hostAndPort) => running?.owns(hostAndPort) === true,
    close: async () => (await starting)?.close(),
  };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, () => resolve((server.address() as AddressInfo).port));
  });
}

const clockOf = (state: OpenSimulator): Date => new Date(Date.now() + state.clockOffsetMs);

async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const part = chunk as Buffer;
    size += part.length;
    if (size <= MAX_BODY) chunks.push(part);
  }
  return size > MAX_BODY ? undefined : Buffer.concat(chunks);
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  openSimulator: (slug: string) => Promise<OpenSimulator> | undefined,
  slugs: readonly string[],
  drawLabel: DrawLabel,
): Promise<void> {
  const body = await readBody(request);
  if (!body) return send(response, { status: 413, body: 'The body is too large.' });
  const url = new URL(request.url ?? '/', `http://${request.headers.host ?? HOST}`);
  const [, first = '', ...rest] = url.pathname.split('/');
  const contextOf = (slug: string, state: OpenSimulator): SimContext => ({
    books: state.books,
    accounts: state.simulator.accounts,
    now: () => clockOf(state),
    address: `${url.origin}/${slug}`,
    drawLabel,
    newId,
  });
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers))
    headers[name] = Array.isArray(value) ? value.join(', ') : (value ?? '');
  const path = `/${rest.join('/')}`;
  const bare = {
    method: request.method ?? 'GET',
    path,
    query: url.searchParams,
    headers,
    body,
    text: () => body.toString('utf8'),
  };
  if (first === '_admin') {
    const [slug = '', ...below] = rest;
    const own = await openSimulator(slug);
    const call = { ...bare, path: `/${below.join('/')}` };
    const found = findRoute(own?.simulator.admin ?? [], call);
    if (own && found)
      return send(response, await found.route.handle({ ...call, params: found.params }, contextOf(slug, own)));
    return send(response, await handleAdmin(bare.method, rest, bare.text(), openSimulator, slugs, contextOf));
  }
  const opening = openSimulator(first);
  if (!opening) return send(response, { status: 404, body: `There is no simulator "${first}" here.` });
  const state = await opening;
  const found = findRoute(state.simulator.routes, bare);
  if (!found)
    return send(
      response,
      state.simulator.unknown?.({ ...bare, params: {} }) ?? {
        status: 404,
        headers: { 'content-type': 'text/plain' },
        body: `No such resource: ${bare.method} ${path}`,
      },
    );
  const tooMany = overThrottle(state, headers.authorization ?? headers['x-api-key'] ?? '');
  if (tooMany !== undefined)
    return send(response, {
      status: 429,
      headers: { 'retry-after': String(Math.ceil(tooMany / 1000)) },
      body: 'Too many requests.',
    });
  const { route, params } = found;
  const fault = state.faults.next({ route: route.name, effect: route.effect });
  const run = async (): Promise<SimAnswer> => route.handle({ ...bare, params }, contextOf(first, state));
  if (!fault) return send(response, await run());
  await faulty(fault, run, request, response);
}

/** A message in JSON or XML whose members of this name are called by another. */
const renamed = (body: string, member: string | undefined): string =>
  member === undefined
    ? body
    : body
        .replaceAll(`"${member}":`, `"new-${member}":`)
        .replaceAll(new RegExp(`(</?)${member}(?=[\\s/>])`, 'g'), `$1new-${member}`);

/** Plays a fault; the names say on which side of the effect it lies. */
async function faulty(
  fault: Fault,
  run: () => Promise<SimAnswer>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  switch (fault.kind) {
    case 'hang':
      return;
    case 'latency':
      await sleep(fault.ms);
      return send(response, await run());
    case 'drop-before-effect':
      request.socket.destroy();
      return;
    case 'drop-after-effect':
      await run();
      request.socket.destroy();
      return;
    case 'status-before-effect':
      return send(response, {
        status: fault.status,
        headers: { 'content-type': 'text/plain' },
        body: 'Internal error',
      });
    case 'status-after-effect':
      await run();
      return send(response, {
        status: fault.status,
        headers: { 'content-type': 'text/plain' },
        body: 'Internal error',
      });
    case 'quota':
      return send(response, {
        status: 429,
        headers: { 'retry-after': String(fault.retryAfterSeconds) },
        body: 'Too many requests.',
      });
    case 'garbage': {
      const answer = await run();
      return send(response, { ...answer, body: Buffer.from([0xff, 0xfe, 0x00, 0x01, 0x7b, 0x3c, 0x80, 0xff]) });
    }
    case 'renamed': {
      const answer = await run();
      return send(response, {
        ...answer,
        body: renamed(Buffer.from(answer.body ?? '').toString('utf8'), fault.member),
      });
    }
    case 'html': {
      await run();
      const body = '<!DOCTYPE html><html><head><title>502</title></head><body><h1>Bad Gateway</h1></body></html>';
      return send(response, { status: 200, headers: { 'content-type': 'text/html' }, body });
    }
    case 'truncate': {
      const answer = await run();
      const whole = Buffer.from(answer.body ?? '');
      response.writeHead(answer.status, { ...answer.headers, 'content-length': whole.length });
      response.write(whole.subarray(0, Math.floor(whole.length / 2)), () => response.destroy());
      return;
    }
    case 'slow-body': {
      const answer = await run();
      const whole = Buffer.from(answer.body ?? '');
      response.writeHead(answer.status, { ...answer.headers, 'content-length': whole.length });
      const pieces = 8;
      for (let i = 0; i < pieces; i += 1) {
        response.write(
          whole.subarray(Math.floor((whole.length * i) / pieces), Math.floor((whole.length * (i + 1)) / pieces)),
        );
        await sleep(fault.ms / pieces);
      }
      response.end();
    }
  }
}

/** Milliseconds until the next call is free, or undefined when this one may go on. */
function overThrottle(state: OpenSimulator, key: string): number | undefined {
  if (!state.throttle) return undefined;
  const now = Date.now();
  const { calls, perMs } = state.throttle;
  const recent = (state.callTimes.get(key) ?? []).filter((t) => t > now - perMs);
  const oldest = recent[0];
  if (recent.length >= calls && oldest !== undefined) return oldest + perMs - now;
  state.callTimes.set(key, [...recent, now]);
  return undefined;
}

function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

function paramsOf(pattern: string, path: string): Record<string, string> | undefined {
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [i, part] of wanted.entries()) {
    const value = decodeSegment(given[i] ?? '');
    if (value === undefined) return undefined;
    if (part.startsWith(':')) {
      if (value === '') return undefined;
      params[part.slice(1)] = value;
    } else if (part !== value) return undefined;
  }
  return params;
}

function findRoute(
  routes: readonly SimRoute[],
  request: Omit<SimRequest, 'params'>,
): { route: SimRoute; params: Record<string, string> } | undefined {
  for (const route of routes) {
    if (route.method !== request.method) continue;
    const params = paramsOf(route.path, request.path);
    if (params && (route.when === undefined || route.when({ ...request, params }))) return { route, params };
  }
  return undefined;
}

function send(response: ServerResponse, answer: SimAnswer): void {
  const body =
    typeof answer.body === 'string' ? Buffer.from(answer.body, 'utf8') : Buffer.from(answer.body ?? new Uint8Array());
  response.writeHead(answer.status, { ...answer.headers, 'content-length': body.length });
  response.end(body);
}
