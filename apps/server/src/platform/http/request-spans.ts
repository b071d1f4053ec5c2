/** One span a request, from its first hook until the answer is out (decision 0470). Hooked in only where somebody listens. */
import { isTraced, openSpan } from '@scanship/connector-kit/spans';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { routeOf } from './request-state.ts';

/** Asked again and again by machines, open for hours, or a file of the web application. */
const LEFT_OUT = new Set(['/healthz', '/readyz', '/metrics', '/api/live', '/*', 'none']);

export const traceRequests = (app: FastifyInstance): void => {
  if (!isTraced()) return;
  app.addHook('onRequest', (request, reply, done) => {
    const route = routeOf(request);
    const { traceparent } = request.headers;
    const span = LEFT_OUT.has(route)
      ? undefined
      : openSpan(() => ({
          name: `${request.method} ${route}`,
          kind: 'request',
          // The page that asks gives all that is done on it one trace.
          below: { traceparent: typeof traceparent === 'string' ? traceparent : undefined, stranger: true },
          values: {
            'http.request.method': request.method,
            'http.route': route,
            'scanship.call': request.routeOptions.config.callId,
            'scanship.request_id': request.id,
          },
        }));
    if (!span) return done();
    request.state.span = span;
    reply.raw.once('close', () => {
      const { ctx, agent, failure } = request.state;
      const status = reply.statusCode;
      span.set({ 'http.response.status_code': status, 'scanship.tenant_id': ctx?.tenantId ?? agent?.tenantId });
      if (failure !== undefined || status >= 500) span.failed(failure ?? status);
      span.end();
    });
    return span.run(done);
  });
  // What reads a body goes on with the socket's own turns. What the call begins says whom it is for.
  app.addHook('preValidation', (request, _reply, done) => {
    const { span, ctx, agent } = request.state;
    span?.set({ 'scanship.tenant_id': ctx?.tenantId ?? agent?.tenantId });
    inSpanOf(request, done);
  });
};

const inSpanOf = (request: FastifyRequest, work: () => void): void => {
  const { span } = request.state;
  if (span) span.run(work);
  else work();
};
