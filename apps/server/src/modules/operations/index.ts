/** What operators and integrators look at: health, metrics, the API's description. */
import { timingSafeEqual } from 'node:crypto';
import type { Call } from '@scanship/contracts/call';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendProblem } from '../../platform/http/present.ts';
import { bearerOf, isFromHere } from '../../platform/http/request-state.ts';
import type { Services } from '../../platform/services.ts';
import { createReadiness, type Check } from './health.ts';
import { openApiDocument } from './openapi.ts';
import { registerApiPage } from './api-page.ts';
import { registerSecurityTxt } from './security-txt.ts';

export { type Check, NotReadyError } from './health.ts';
export { openApiDocument } from './openapi.ts';

export interface Operations {
  readonly version: string;
  readonly calls: readonly Call[];
  readonly checks: readonly Check[];
  /** True once the process was asked to stop: no new work is sent here any more. */
  readonly stopping: () => boolean;
}

export const registerOperations = async (
  app: FastifyInstance,
  services: Services,
  operations: Operations,
): Promise<void> => {
  const { config, db, log, metrics } = services;
  metrics.gauge('db_connections', 'Connections of the pool, by state.', ['state'], (gauge) => {
    const { total, idle, waiting } = db.connections();
    gauge.set({ state: 'busy' }, total - idle);
    gauge.set({ state: 'idle' }, idle);
    gauge.set({ state: 'waiting' }, waiting);
  });

  app.get('/healthz', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok', version: operations.version }),
  );

  // Whoever keeps a connection open to a process that stops opens the next one elsewhere.
  app.addHook('onRequest', async (_request, reply) => {
    if (operations.stopping()) reply.header('connection', 'close');
  });
  const readiness = createReadiness(operations.checks, log);
  app.get('/readyz', async (_request, reply) => {
    const { ready, checks } = operations.stopping()
      ? { ready: false, checks: { process: 'stopping' } }
      : await readiness();
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: ready ? 'ready' : 'not ready', checks });
  });

  app.get('/metrics', async (request, reply) => {
    if (!mayScrape(request, config.metricsToken)) return sendProblem(request, reply, { code: 'not_found' });
    return reply.type(metrics.contentType).send(await metrics.render());
  });

  registerSecurityTxt(app, services);
  if (operations.calls.length === 0) return;
  // About 100 kB of JSON: made when somebody first asks.
  let document: string | undefined;
  app.get('/api/openapi.json', async (_request, reply) => {
    document ??= JSON.stringify(openApiDocument(operations.calls, operations.version, config.publicOrigin));
    return reply.type('application/json; charset=utf-8').header('cache-control', 'public, max-age=60').send(document);
  });
  await registerApiPage(app);
};

/** By token from anywhere; without one only from this machine itself, and not through a proxy. */
const mayScrape = (request: FastifyRequest, token: string | undefined): boolean => {
  const given = bearerOf(request);
  if (token !== undefined) {
    return (
      given !== undefined && given.length === token.length && timingSafeEqual(Buffer.from(given), Buffer.from(token))
    );
  }
  return isFromHere(request);
};
export { createUpkeep } from './upkeep.ts';
