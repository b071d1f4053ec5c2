/** Asks a call of a module's routes as the registrar does, with what its schemas parse, and checks what is answered. */
import type { BodyOf, Call, DataOf, ParamsOf, QueryOf } from '@scanship/contracts/call';
import type { RequestContext } from '../src/platform/context.ts';
import type { FileAnswer, Route } from '../src/platform/http/handler.ts';
import type { AppProblem } from '../src/platform/problem.ts';

interface Asked<C extends Call> {
  readonly params?: ParamsOf<C>;
  readonly query?: QueryOf<C>;
  readonly body?: BodyOf<C>;
}

export interface Asker {
  /** The data; throws when a problem is answered. */
  <C extends Call>(call: C, ctx: RequestContext, input?: Asked<C>): Promise<DataOf<C>>;
  /** The problem; throws when there is none. */
  readonly refused: <C extends Call>(call: C, ctx: RequestContext, input?: Asked<C>) => Promise<AppProblem>;
  readonly file: <C extends Call>(call: C, ctx: RequestContext, input?: Asked<C>) => Promise<FileAnswer>;
}

export function askerOf(routes: readonly Route[]): Asker {
  async function answer<C extends Call>(call: C, ctx: RequestContext, input: Asked<C> = {}) {
    const found = routes.find((route) => route.call.id === call.id);
    if (!found) throw new Error(`no call ${call.id}`);
    const described: Call = found.call;
    return found.handle({
      ctx,
      params: described.params?.parse(input.params ?? {}),
      query: described.query?.parse(input.query ?? {}),
      body: described.body?.parse(input.body ?? {}),
      agent: undefined,
      file: undefined,
      requestId: ctx.requestId,
      host: 'localhost',
      origin: { scheme: 'http', host: 'first.test', port: undefined },
      cookies: {},
      accept: 'application/json',
      ip: '127.0.0.1',
      userAgent: 'test',
      bearer: undefined,
      idempotencyKey: undefined,
      signal: new AbortController().signal,
    });
  }
  async function data<C extends Call>(call: C, ctx: RequestContext, input: Asked<C> = {}): Promise<DataOf<C>> {
    const outcome = await answer(call, ctx, input);
    if (!outcome.ok) throw new Error(`${call.id}: ${JSON.stringify(outcome.problem)}`);
    if (outcome.value.kind !== 'data') throw new Error(`${call.id} answered no data`);
    return call.data?.parse(outcome.value.data) as DataOf<C>;
  }
  return Object.assign(data, {
    async refused<C extends Call>(call: C, ctx: RequestContext, input: Asked<C> = {}): Promise<AppProblem> {
      const outcome = await answer(call, ctx, input);
      if (outcome.ok) throw new Error(`${call.id} was not refused`);
      return outcome.problem;
    },
    async file<C extends Call>(call: C, ctx: RequestContext, input: Asked<C> = {}): Promise<FileAnswer> {
      const outcome = await answer(call, ctx, input);
      if (!outcome.ok) throw new Error(`${call.id}: ${JSON.stringify(outcome.problem)}`);
      if (outcome.value.kind !== 'file') throw new Error(`${call.id} answered no file`);
      return outcome.value;
    },
  });
}
