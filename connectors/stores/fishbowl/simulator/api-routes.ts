/** The calls of the REST API that we use, below each server's own name, with what a server refuses. */
import {
  jsonAnswer,
  jsonBody,
  refusing,
  SimRefusal,
  type SimAnswer,
  type SimContext,
  type SimRequest,
  type SimRoute,
} from '@scanship/simulator-kit/simulator';
import { z } from 'zod';
import { runImport } from './imports.ts';
import { servers, type Server } from './servers.ts';
import type { Sessions } from './sessions.ts';
import { runSelect } from './sql.ts';
import { databaseOf, localOf, offsetAt } from './tables.ts';

type Handle = (server: Server, request: SimRequest, context: SimContext) => SimAnswer;

const login = z.strictObject({
  appName: z.string().min(1),
  appDescription: z.string(),
  appId: z.int().min(1),
  username: z.string(),
  password: z.string(),
  mfaCode: z.string().optional(),
});

const refusalAnswer = ({ status, code, message }: SimRefusal, request: SimRequest): SimAnswer =>
  jsonAnswer(
    status,
    // As Java writes its times.
    { timeStamp: new Date().toISOString().replace('Z', '+0000'), status, message, path: request.path },
    code === 'mfa' ? { MFA: 'Required' } : {},
  );

/** @throws SimRefusal 404 for a server that does not exist */
function serverOf(request: SimRequest, context: SimContext): Server {
  const server = servers.of(request.params.server ?? '', context);
  if (!server) throw new SimRefusal(404, 'not-found', 'Not Found');
  return server;
}

const tokenOf = (request: SimRequest): string => /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';

export function apiRoutes(sessions: Sessions): readonly SimRoute[] {
  const route = (
    name: string,
    method: SimRoute['method'],
    path: string,
    effect: SimRoute['effect'],
    handle: Handle,
  ): SimRoute => ({
    name,
    method,
    path: `/:server/api${path}`,
    effect,
    handle: refusing((request, context) => handle(serverOf(request, context), request, context), refusalAnswer),
  });
  const inSession =
    (handle: Handle): Handle =>
    (server, request, context) => {
      sessions.check(server, tokenOf(request), context);
      return handle(server, request, context);
    };
  return [
    route('login', 'POST', '/login', 'auth', (server, request, context) => {
      const given = login.safeParse(jsonBody(request));
      if (!given.success) throw new SimRefusal(400, 'login', z.prettifyError(given.error).slice(0, 200));
      const { about, door } = server;
      const right = given.data.username === about.username && given.data.password === about.password;
      if (!right || door === 'changed') throw new SimRefusal(401, 'login', 'Invalid username or password.');
      if (door === 'mfa' && given.data.mfaCode === undefined) throw new SimRefusal(401, 'mfa', 'MFA code required.');
      if (door === 'unapproved')
        throw new SimRefusal(401, 'login', 'This integrated app has not been approved in Fishbowl.');
      const token = sessions.open(server, context);
      const user = { id: 5, userFullName: about.username, moduleAccessList: ['Data'], serverVersion: '24.1' };
      return jsonAnswer(200, { token, user });
    }),
    route('logout', 'POST', '/logout', 'auth', (_server, request) => {
      sessions.close(tokenOf(request));
      return { status: 200, body: '' };
    }),
    route(
      'data query',
      'GET',
      '/data-query',
      'read',
      inSession((server, request, context) => {
        const names = [...request.query.keys()];
        if (names.length !== 1 || names[0] !== 'query') throw new SimRefusal(400, 'query', 'A query is required.');
        const { zone } = server.about;
        const rows = runSelect(
          request.query.get('query') ?? '',
          databaseOf(server),
          localOf(context.now().toISOString(), zone),
          (local) => offsetAt(local, zone),
        );
        return { ...jsonAnswer(200, {}), body: JSON.stringify(rows) };
      }),
    ),
    route(
      'import',
      'POST',
      '/import/:import',
      'effect',
      inSession((server, request, context) => {
        if (!/^text\/csv\b/.test(request.headers['content-type'] ?? ''))
          throw new SimRefusal(415, 'type', 'Unsupported media type.');
        const what = request.params.import ?? '';
        const now = context.now().toISOString();
        for (const value of runImport(what, server.orders, request.text(), now))
          servers.put(server.about.account, { what: 'order', value }, context, {
            ...(what === 'Shipping-Data' && { kind: 'fulfilled' as const }),
            id: String(value.id),
            reference: value.shipments[0]?.cartons[0]?.tracking,
          });
        // The answer is empty at a server; here it is a list, so that one that was cut off on its way can be told.
        return { ...jsonAnswer(200, {}), body: '[]' };
      }),
    ),
  ];
}
