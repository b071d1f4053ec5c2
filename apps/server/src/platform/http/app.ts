/** The HTTP application: Fastify with our headers, limits, error handling and the calls of all modules. */
import fastifyCompress from '@fastify/compress';
import fastifyCookie from '@fastify/cookie';
import fastifyHelmet from '@fastify/helmet';
import fastifyMultipart from '@fastify/multipart';
import { TOO_DEEP, tooMuchJson } from '@scanship/connector-kit/answers/answer-bounds';
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { newId } from '../database/ids.ts';
import { isTemporary } from '../database/temporary-error.ts';
import type { AppProblem } from '../problem.ts';
import type { Services } from '../services.ts';
import { createAdmission } from './admission.ts';
import { createAgentDesk } from './agent-context.ts';
import { createAgentTokens } from './agent-token.ts';
import type { ActRecorder } from './act-recorder.ts';
import type { Route } from './handler.ts';
import { overTls } from './host-cookie.ts';
import { sendProblem } from './present.ts';
import { keepBuyerHosts } from './buyer-hosts.ts';
import { registerRoutes } from './register-routes.ts';
import { bearerOf, pathOf, routeOf } from './request-state.ts';
import { traceRequests } from './request-spans.ts';
import { cardSources, contentSecurityPolicy, helmetOptions, newNonce, PERMISSIONS } from './security-headers.ts';
import { createSessionTokens, type SessionTokens } from './session-token.ts';
import { MOST_BODY_BYTES, MOST_BODY_VALUES, UPLOAD_LIMITS } from './upload.ts';
import { registerWebFiles } from './web-files.ts';
import { createXsrf } from './xsrf.ts';

/** No call's path or query needs more; guards against work on megabytes of address. */
const MOST_URL_CHARACTERS = 8_000;

declare module 'fastify' {
  interface FastifyContextConfig {
    callId?: string;
  }
}

export interface AppOptions {
  /** Answer only these instead of the web application and the calls: a worker has health and metrics. */
  readonly withoutWeb?: boolean;
  /** Writes down what is done in somebody else's name. */
  readonly acts?: ActRecorder | undefined;
  /** Whether a host is a seller's own, which leads to pages of buyers only. */
  readonly isSellersHost?: ((host: string) => Promise<boolean>) | undefined;
  /** More routes outside `/api` contracts: health, metrics, OpenAPI. */
  readonly extend?: ((app: FastifyInstance) => Promise<void> | void) | undefined;
}

/** Key of the session tokens: of its own, so that the cookie secret itself signs nothing else. */
export const sessionTokensOf = (services: Pick<Services, 'cookieSecret'>): SessionTokens =>
  createSessionTokens(services.cookieSecret);

export const createApp = async (
  services: Services,
  routes: readonly Route[],
  options: AppOptions = {},
): Promise<FastifyInstance> => {
  const { config } = services;
  const production = config.appEnv === 'PROD';
  const hops = config.trustProxy;
  const log: FastifyBaseLogger = services.log;
  const tokens = sessionTokensOf(services);
  const tls = overTls(production);
  const xsrf = createXsrf(services.cookieSecret, tls);
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: typeof hops === 'number' ? (_address: string, hop: number) => hop < hops : hops,
    bodyLimit: MOST_BODY_BYTES,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    requestTimeout: 300_000,
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    genReqId: () => newId(),
    // A malformed address never reaches a route; it is answered like everything else.
    frameworkErrors: (error, request, reply) => {
      begin(request, reply, tokens, production, config.stripeJsUrl);
      void sendProblem(request, reply, frameworkProblem(error) ?? { code: 'bad_request' });
    },
  });
  app.decorateRequest('state');
  useTolerantJson(app);
  // Before any route: a route keeps the handler there was when it was registered.
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const problem = frameworkProblem(error);
    if (problem) return sendProblem(request, reply, problem);
    // The one place where unexpected errors end: the person gets the reference, the log the cause.
    request.state.failure = error;
    request.log.error(
      { err: error, requestId: request.id, route: routeOf(request), call: request.routeOptions.config.callId },
      'unexpected error',
    );
    return sendProblem(request, reply, { code: isTemporary(error) ? 'unavailable' : 'internal' });
  });

  app.addHook('onRequest', async (request, reply) => {
    begin(request, reply, tokens, production, config.stripeJsUrl);
    if (request.url.length > MOST_URL_CHARACTERS)
      return sendProblem(request, reply, { code: 'bad_request', message: 'This address is too long.' });
    return undefined;
  });
  traceRequests(app);
  await app.register(fastifyHelmet, { global: true, ...helmetOptions(production) });
  if (options.isSellersHost) keepBuyerHosts(app, options.isSellersHost);
  await app.register(fastifyCookie);
  await app.register(fastifyMultipart, { limits: UPLOAD_LIMITS });
  await app.register(fastifyCompress, {
    // JSON lines must arrive line by line, and PDFs, images and workbooks are compressed already.
    customTypes: /^(text\/(?!event-stream)|application\/(json|javascript|manifest\+json)|image\/svg\+xml)/,
    threshold: 1400,
    encodings: ['br', 'gzip'],
  });
  app.addHook('onRequest', async (request, reply) => {
    xsrf.ensure(request, reply);
  });
  observe(app, services);

  await options.extend?.(app);
  if (options.withoutWeb !== true) {
    registerRoutes(
      app,
      {
        services,
        xsrf,
        tls,
        tokens,
        agentTokens: createAgentTokens(services.cookieSecret),
        agents: createAgentDesk(services.db),
        admission: createAdmission(services.budgets),
        acts: options.acts,
      },
      routes,
    );
  }
  const web = options.withoutWeb === true ? undefined : await registerWebFiles(app, config.webRoot);

  app.setNotFoundHandler((request, reply) => {
    const api = pathOf(request).startsWith('/api/') || pathOf(request) === '/api';
    if (!api && web?.isPage(request)) return web.sendIndex(request, reply);
    return sendProblem(request, reply, {
      code: 'not_found',
      ...(api ? { message: 'There is no such call.', advice: 'See /api/docs.' } : {}),
    });
  });
  return app;
};

const begin = (
  request: FastifyRequest,
  reply: FastifyReply,
  tokens: SessionTokens,
  production: boolean,
  cardScript: string,
): void => {
  const nonce = newNonce();
  const bearer = bearerOf(request);
  const abort = new AbortController();
  request.state = {
    nonce,
    abort,
    startedAt: process.hrtime.bigint(),
    bearer,
    token: tokens.read(bearer),
    bodyLength: 0,
    ctx: undefined,
    agent: undefined,
    file: undefined,
    failure: undefined,
    span: undefined,
  };
  // Gone before the answer was written: whoever still works on it may stop.
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) abort.abort();
  });
  void reply
    .header('x-request-id', request.id)
    .header('permissions-policy', PERMISSIONS)
    // Also where the framework itself refuses, before any other hook.
    .header('x-content-type-options', 'nosniff')
    .header(
      'content-security-policy',
      contentSecurityPolicy(nonce, production, cardSources(pathOf(request), cardScript)),
    );
};

/** An empty body is an absent body, whatever its declared type: many clients send the header with nothing behind it. */
const useTolerantJson = (app: FastifyInstance): void => {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    const text = body.toString();
    request.state.bodyLength = text.length;
    // Counted before it is parsed: millions of small values cost seconds, here and where each is checked.
    const tooMuch = tooMuchJson(text, MOST_BODY_VALUES);
    if (tooMuch === TOO_DEEP) return done(refusedBody('too-deep', 400), undefined);
    if (tooMuch !== undefined) return done(refusedBody('too-many-values', 413), undefined);
    return parse(request, text, done);
  });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(body.length === 0 ? null : refusedBody('FST_ERR_CTP_INVALID_MEDIA_TYPE', 415), undefined);
  });
};

const refusedBody = (code: string, statusCode: number): FastifyError =>
  Object.assign(new Error(code), { code, name: 'FastifyError', statusCode });

/** What Fastify itself refuses, in the catalogue's words; undefined for errors that are ours. */
const frameworkProblem = (error: {
  code?: string | undefined;
  statusCode?: number | undefined;
  name?: string;
}): AppProblem | undefined => {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return { code: 'file_too_large', message: 'This request is too large.' };
    case 'too-many-values':
      return { code: 'file_too_large', message: 'This request holds more at once than it may.' };
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return { code: 'bad_request', message: 'Send the request as JSON (content-type: application/json).' };
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
      return { code: 'bad_request', message: 'The request is not valid JSON.' };
    case 'FST_ERR_BAD_URL':
      return { code: 'bad_request', message: 'This address is malformed.' };
    default:
      break;
  }
  const status = error.statusCode ?? 500;
  if (status === 429) return { code: 'rate_limited' };
  if (status === 503) return { code: 'unavailable' };
  // Only errors of the framework and the JSON parser carry a status below 500.
  return status >= 400 && status < 500 ? { code: status === 404 ? 'not_found' : 'bad_request' } : undefined;
};

/** One log line and one measurement an answer. */
const observe = (app: FastifyInstance, services: Services): void => {
  const seconds = services.metrics.histogram('http_request_duration_seconds', 'Time to answer, by call.', [
    'method',
    'call',
    'status',
  ]);
  const running = services.metrics.gauge('http_requests_running', 'Requests being answered.');
  app.addHook('onRequest', async () => running.inc());
  app.addHook('onResponse', async (request, reply) => {
    running.dec();
    const took = Number(process.hrtime.bigint() - request.state.startedAt) / 1e9;
    const call =
      request.routeOptions.config.callId ??
      (request.routeOptions.url === '/*' ? 'file' : (request.routeOptions.url ?? 'none'));
    seconds.observe({ method: request.method, call, status: String(reply.statusCode) }, took);
    const { ctx, agent, span } = request.state;
    services.log[reply.statusCode >= 500 ? 'error' : 'info'](
      {
        requestId: request.id,
        method: request.method,
        route: routeOf(request),
        status: reply.statusCode,
        ms: Math.round(took * 1000),
        ip: request.ip,
        ...(span ? { trace_id: span.traceId } : {}),
        ...(ctx ? { userId: ctx.userId, tenantId: ctx.tenantId, sessionId: ctx.sessionId } : {}),
        ...(agent ? { agentId: agent.agentId, tenantId: agent.tenantId } : {}),
        ...(ctx?.impersonatorId ? { impersonatorId: ctx.impersonatorId } : {}),
      },
      'request',
    );
  });
};
