/**
 * Registers the calls of all modules. Each goes the same way: budgets, authenticate, compare with whom the page was drawn
 * for, cross-site check, read and validate, authorise, handle, present. No module can leave a step out.
 */
import type { Call } from '@scanship/contracts/call';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppProblem, Outcome } from '../problem.ts';
import type { Services } from '../services.ts';
import type { AgentDesk } from './agent-context.ts';
import type { AgentToken, AgentTokens } from './agent-token.ts';
import { type ActOutcome, type ActRecord, type ActRecorder, isRecorded } from './act-recorder.ts';
import type { Admission, Credential } from './admission.ts';
import { refusalOf, stopsAt } from './authorise.ts';
import { isDrawnForAnother } from './drawn-for.ts';
import type { AnyAnswer, Incoming, Route } from './handler.ts';
import { plainCookies } from './host-cookie.ts';
import { KEY_PATTERN, once, requestHash } from './idempotency.ts';
import { checkInput, type CheckedInput } from './input-check.ts';
import {
  sendDownload,
  sendFile,
  sendProblem,
  sendStream,
  sendWritten,
  writeData,
  writeProblem,
  type Written,
} from './present.ts';
import { claimedBy, hostOf, isLocal } from './request-state.ts';
import { loadContext } from './session-context.ts';
import type { SessionToken, SessionTokens } from './session-token.ts';
import { setCookie } from './set-cookie.ts';
import { MOST_BODY_BYTES, MOST_STRANGER_BYTES, MOST_UPLOAD_BYTES, readUpload } from './upload.ts';
import type { Xsrf } from './xsrf.ts';

export interface RouteParts {
  readonly services: Services;
  readonly tokens: SessionTokens;
  readonly agentTokens: AgentTokens;
  readonly agents: AgentDesk;
  readonly xsrf: Xsrf;
  /** Whether a request came over TLS. */
  readonly tls: (request: FastifyRequest) => boolean;
  readonly admission: Admission;
  /** Writes down what is done in somebody else's name; without it (parts of the application in tests) nothing is. */
  readonly acts?: ActRecorder | undefined;
}

/** The first call of a page: it sets the cookie that all others need. */
const BEFORE_COOKIE: ReadonlySet<string> = new Set(['uiInit']);
/** Made by programs that keep no cookies and are no browser that another site could use. */
const WITHOUT_COOKIE: ReadonlySet<string> = new Set(['pairAgent']);
/** Nothing was decided: the same key may be tried again. */
const TRANSIENT: ReadonlySet<AppProblem['code']> = new Set([
  'request_running',
  'order_claimed',
  'rate_limited',
  'unavailable',
  'stale_version',
  'terms_not_agreed',
]);

const pathOfCall = (call: Call): string => `/api${call.path.replace(/\{(\w+)\}/g, ':$1')}`;

export const registerRoutes = (app: FastifyInstance, parts: RouteParts, routes: readonly Route[]): void => {
  const seen = new Map<string, string>();
  for (const route of routes) {
    const { call } = route;
    const twin = seen.get(call.id);
    if (twin !== undefined) throw new Error(`Two calls are named ${call.id}: ${twin} and ${call.path}.`);
    seen.set(call.id, call.path);
    app.route({
      method: call.method,
      url: pathOfCall(call),
      config: { callId: call.id },
      bodyLimit: mostBytesOf(call),
      onRequest: async (request, reply) => guard(parts, call, request, reply),
      handler: async (request, reply) => answer(parts, route, request, reply),
    });
  }
};

/** Everything that needs no body: whoever is turned away here has cost nothing. */
const guard = async (parts: RouteParts, call: Call, request: FastifyRequest, reply: FastifyReply) => {
  const refuse = (problem: AppProblem) => sendProblem(request, reply, problem);
  const { bearer, token } = request.state;

  const agentToken = call.auth === 'agent' ? parts.agentTokens.read('agent', bearer) : undefined;
  const credential = credentialOf(call, token, agentToken);
  const arrival = { ip: request.ip, bytes: bodyBytes(call, request) };
  const { admission } = parts;

  const entry = await admission.enter(arrival, credential);
  if (entry.refusal) return refuse(entry.refusal);
  if (call.auth === 'access') {
    if (token?.kind !== 'access' || !credential) return refuse({ code: 'unauthorized' });
    const ctx = await loadContext(parts.services.db, parts.services.clock, token, request.id);
    if (!ctx.ok) return refuse((await admission.stranger(arrival, credential, entry)) ?? ctx.problem);
    request.state.ctx = ctx.value;
    const spent = await admission.person(arrival, credential, call, ctx.value);
    if (spent) return refuse(spent);
    if (isDrawnForAnother(request, ctx.value)) return refuse({ code: 'drawn_for_another' });
    const limit = stopsAt(ctx.value.limits, call);
    if (limit !== undefined) return refuse({ code: limit === 'locked' ? 'session_locked' : 'second_factor_required' });
  } else if (call.auth === 'agent') {
    if (!agentToken || !credential) return refuse({ code: 'unauthorized' });
    const agent = await parts.agents.load(agentToken);
    if (!agent.ok) return refuse((await admission.stranger(arrival, credential, entry)) ?? agent.problem);
    request.state.agent = agent.value;
    const spent = await admission.agent(arrival, credential, agent.value);
    return spent && refuse(spent);
  } else if (call.auth === 'refresh' && token?.kind !== 'refresh') {
    return refuse({ code: 'unauthorized' });
  }
  const bare = BEFORE_COOKIE.has(call.id) || WITHOUT_COOKIE.has(call.id);
  if (call.method !== 'GET' && !bare && !parts.xsrf.holds(request)) return refuse({ code: 'csrf' });
  return undefined;
};

/** What a call is made with, where it is genuine and of the kind the call needs. A refresh token is asked about by its call. */
const credentialOf = (
  call: Call,
  token: SessionToken | undefined,
  agentToken: AgentToken | undefined,
): Credential | undefined => {
  if (agentToken) return { kind: 'agent', id: agentToken.id };
  return call.auth === 'access' && token?.kind === 'access' ? { kind: 'session', id: token.sessionId } : undefined;
};

const mostBytesOf = (call: Call): number =>
  call.auth === 'public' || call.auth === 'refresh' ? MOST_STRANGER_BYTES : MOST_BODY_BYTES;

/** A body that does not say how long it is counts as the longest there may be. */
const bodyBytes = (call: Call, { headers }: FastifyRequest): number => {
  if (headers['transfer-encoding'] !== undefined) return call.upload === true ? MOST_UPLOAD_BYTES : mostBytesOf(call);
  return Number(headers['content-length'] ?? 0);
};

const answer = async (
  parts: RouteParts,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const { call } = route;
  const { ctx } = request.state;
  let body: unknown = request.body;
  if (call.upload === true) {
    const upload = await readUpload(request);
    if (!upload.ok) return sendProblem(request, reply, upload.problem);
    request.state.file = upload.value.file;
    body = upload.value.fields;
  }
  const spent = ctx && (await parts.admission.weight(request.state.bodyLength, ctx));
  if (spent) return sendProblem(request, reply, spent);
  const input = checkInput(call, { params: request.params, query: request.query, body });
  if (!input.ok) return sendProblem(request, reply, input.problem);
  if (call.auth === 'access') {
    const refused = ctx ? refusalOf(ctx, call) : 'forbidden';
    if (refused) {
      // Whoever acts for somebody and is turned away has tried to do it all the same.
      const tried = actOf(parts, call, request, input.value);
      if (tried && parts.acts)
        await parts.acts.end(tried, await parts.acts.begin(tried), { kind: 'refused', code: refused });
      return sendProblem(request, reply, { code: refused });
    }
  }

  const place = ctx && (await parts.admission.begin(call, ctx));
  if (place && !place.ok) return sendProblem(request, reply, place.problem);
  const worked = work(parts, route, request, reply, input.value);
  // Held until the work has ended and the last byte is out: whoever goes away does not end the work of a call.
  if (place) void Promise.allSettled([worked, closeOf(request, reply)]).then(place.value);
  return worked;
};

/** When the answer is out, or whoever asked is gone, which they may be already. */
const closeOf = (request: FastifyRequest, reply: FastifyReply): Promise<void> =>
  new Promise((resolve) => {
    if (request.state.abort.signal.aborted) resolve();
    else reply.raw.once('close', () => resolve());
  });

/** What is allowed and was checked: done once for its key, and answered. */
const work = async (
  parts: RouteParts,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  input: CheckedInput,
): Promise<FastifyReply> => {
  const { call } = route;
  const { ctx } = request.state;
  const key = request.headers['idempotency-key'];
  if (call.idempotent === true && key !== undefined && ctx) {
    if (typeof key !== 'string' || !KEY_PATTERN.test(key)) {
      return sendProblem(request, reply, {
        code: 'bad_request',
        message: 'The Idempotency-Key must be 8 to 200 visible characters.',
      });
    }
    const hash = requestHash(ctx, { ...input, call: call.id });
    const stored = await once(parts.services.db, ctx, key, call.id, hash, async () => {
      const outcome = await handle(parts, route, request, input, key);
      return { ...writeJson(call, outcome, request.id), transient: !outcome.ok && TRANSIENT.has(outcome.problem.code) };
    });
    if (!stored.ok) return sendProblem(request, reply, stored.problem);
    if (stored.value.replayed) void reply.header('idempotency-replayed', 'true');
    return sendWritten(request, reply, stored.value);
  }

  // A call that answers a file keeps no answers; its handler may make use of the key itself.
  const own = typeof key === 'string' && KEY_PATTERN.test(key) ? key : undefined;
  const outcome = await handle(parts, route, request, input, own);
  if (!outcome.ok) return sendProblem(request, reply, outcome.problem);
  if (outcome.value.kind === 'file') return sendFile(reply, outcome.value);
  if (outcome.value.kind === 'download') return sendDownload(call, request, reply, outcome.value);
  if (outcome.value.kind === 'stream') return sendStream(call, request, reply, outcome.value);
  const tls = parts.tls(request);
  for (const cookie of outcome.value.cookies ?? []) setCookie(reply, cookie, tls);
  const session = parts.tokens.read(sessionIn(outcome.value.data));
  if (session) parts.xsrf.give(request, reply, session.sessionId);
  return sendWritten(request, reply, writeData(call, outcome.value));
};

/** The access token in an answer that hands one out: whoever is given a session is given its cross-site token with it. */
const sessionIn = (data: unknown): string | undefined =>
  typeof data === 'object' && data !== null && 'token' in data && typeof data.token === 'string'
    ? data.token
    : undefined;

const actOf = (parts: RouteParts, call: Call, request: FastifyRequest, input: CheckedInput): ActRecord | undefined => {
  const { ctx } = request.state;
  return parts.acts && ctx && isRecorded(ctx, call)
    ? { ctx, call, input, requestId: request.id, ip: request.ip }
    : undefined;
};

/** Runs the handler; what has to be in the audit log is there before it runs, and how it ended after. */
const handle = async (
  parts: RouteParts,
  route: Route,
  request: FastifyRequest,
  input: CheckedInput,
  idempotencyKey: string | undefined,
): Promise<Outcome<AnyAnswer<Call>>> => {
  const act = actOf(parts, route.call, request, input);
  const { acts } = parts;
  if (!act || !acts) return run(route, request, input, idempotencyKey);
  const begun = await acts.begin(act);
  // What was done is done: if its outcome cannot be written, the log shows an act without one, and the person their answer.
  const end = (outcome: ActOutcome) =>
    acts
      .end(act, begun, outcome)
      .catch((lost: unknown) =>
        request.log.error({ err: lost, requestId: request.id }, 'an outcome could not be written to the audit log'),
      );
  let outcome: Outcome<AnyAnswer<Call>>;
  try {
    outcome = await run(route, request, input, idempotencyKey);
  } catch (error) {
    await end({ kind: 'failed' });
    throw error;
  }
  if (outcome.ok)
    await end(
      outcome.value.kind === 'data'
        ? { kind: 'done', message: outcome.value.successMessage, told: outcome.value.told }
        : { kind: 'done' },
    );
  else await end({ kind: 'refused', code: outcome.problem.code, message: outcome.problem.message });
  return outcome;
};

const run = (
  route: Route,
  request: FastifyRequest,
  input: CheckedInput,
  idempotencyKey: string | undefined,
): Promise<Outcome<AnyAnswer<Call>>> => {
  // The schemas have just parsed these values; `route()` gave the handler exactly their types.
  const incoming = {
    ...input,
    ctx: request.state.ctx,
    agent: request.state.agent,
    file: request.state.file,
    requestId: request.id,
    host: hostOf(request),
    origin: claimedBy(request),
    cookies: plainCookies(request.cookies),
    local: isLocal(request),
    ip: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 400),
    accept: request.headers.accept ?? '',
    bearer: request.state.bearer,
    idempotencyKey,
    prefersAsync: /(^|[\s,])respond-async\b/i.test([request.headers['prefer'] ?? ''].flat().join(',')),
    signal: request.state.abort.signal,
  } as Incoming<Call>;
  return route.handle(incoming);
};

const writeJson = (call: Call, outcome: Outcome<AnyAnswer<Call>>, reference: string): Written => {
  if (!outcome.ok) return writeProblem(outcome.problem, reference);
  if (outcome.value.kind !== 'data')
    throw new Error(`${call.id} is idempotent and must answer data, not a ${outcome.value.kind}.`);
  return writeData(call, outcome.value);
};
