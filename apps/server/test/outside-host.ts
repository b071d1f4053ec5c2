/**
 * Hosts of others on loopback, reached by names of their own: one of pictures (https://pictures.example), and a seller's system that is
 * told of its parcels (https://hooks.example). Every other name goes through the guard.
 */
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createOutboundDispatcher } from '@scanship/connector-kit/http/outbound-guard';
import { Agent, buildConnector, type Dispatcher } from 'undici';

export interface OutsideHost {
  readonly dispatcher: Dispatcher;
  /** What each path answers: bytes, or where it leads. */
  readonly answers: Map<string, Buffer | { readonly location: string }>;
  /** Paths it was asked for, and with which headers. */
  readonly asked: { readonly path: string; readonly headers: Readonly<Record<string, unknown>> }[];
  close(): Promise<void>;
}

export const PICTURES_HOST = 'pictures.example';
/** Where names of the test lead; nothing is looked up outside. */
const ADDRESSES: Readonly<Record<string, string>> = {
  'inside.example': '10.0.0.7',
  'metadata.example': '169.254.169.254',
};

export async function startOutsideHost(): Promise<OutsideHost> {
  const answers: OutsideHost['answers'] = new Map();
  const asked: OutsideHost['asked'] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push({ path, headers: request.headers });
    const answer = answers.get(path);
    if (answer === undefined) response.writeHead(404).end();
    else if (Buffer.isBuffer(answer)) response.writeHead(200, { 'content-type': 'text/html' }).end(answer);
    else response.writeHead(302, { location: answer.location }).end();
  });
  const { dispatcher, close } = await reachedAs(`https://${PICTURES_HOST}`, server);
  return { dispatcher, answers, asked, close };
}

/** Listens on loopback; whoever goes to `origin` comes here. */
async function reachedAs(origin: string, server: Server): Promise<Pick<OutsideHost, 'dispatcher' | 'close'>> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve());
  });
  const { port } = server.address() as AddressInfo;
  const plain = buildConnector({});
  const there = new Agent({
    connect: (_target, callback) =>
      plain({ protocol: 'http:', hostname: '127.0.0.1', port: String(port), host: `127.0.0.1:${port}` }, callback),
  });
  const guarded = createOutboundDispatcher({
    lookup: (host, _options, callback) => {
      const address = ADDRESSES[host];
      callback(null, address === undefined ? [] : [{ address, family: 4 }]);
    },
  });
  return {
    dispatcher: guarded.compose(
      (dispatch) => (options, handler) =>
        String(options.origin) === origin ? there.dispatch(options, handler) : dispatch(options, handler),
    ),
    async close() {
      server.closeAllConnections();
      await Promise.all([there.destroy(), guarded.destroy()]);
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export interface Hooked {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface HookHost {
  readonly dispatcher: Dispatcher;
  readonly got: Hooked[];
  /** What it does with a delivery; it thanks for it where nothing is set. */
  answer: ((response: ServerResponse, delivery: Hooked) => void) | undefined;
  close(): Promise<void>;
}

export async function startHookHost(): Promise<HookHost> {
  const got: Hooked[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const delivery = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts).toString() };
      got.push(delivery);
      if (host.answer) host.answer(response, delivery);
      else response.writeHead(200).end('thanks');
    });
  });
  const host: HookHost = { ...(await reachedAs('https://hooks.example', server)), got, answer: undefined };
  return host;
}
