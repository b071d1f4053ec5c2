/** A host of somebody else's pictures on loopback, reached as https://pictures.example; every other name goes through the guard. */
import { createServer } from 'node:http';
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
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
  const dispatcher = guarded.compose(
    (dispatch) => (options, handler) =>
      String(options.origin) === `https://${PICTURES_HOST}`
        ? there.dispatch(options, handler)
        : dispatch(options, handler),
  );
  return {
    dispatcher,
    answers,
    asked,
    async close() {
      await Promise.all([there.close(), guarded.close()]);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
