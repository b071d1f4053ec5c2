/** A signed-in person who calls the API over real HTTP, typed by the contract; renews the session as the browser does. */
import { getProfile, logout, refreshSession, signIn } from '@scanship/contracts/access/auth';
import type { BodyOf, Call, DataOf, ParamsOf, QueryOf } from '@scanship/contracts/call';
import type { Envelope } from '@scanship/contracts/envelope';
import { uiInit } from '@scanship/contracts/network/start-up';
import { Agent, request } from 'undici';
import { cookiesIn, isNoted, note, openersIn } from './handed-out.ts';

export interface Answer<T> {
  readonly status: number;
  /** Present exactly when the call succeeded with an envelope. */
  readonly data: T | undefined;
  /** The sentence and code of a refusal. */
  readonly refusal: { readonly code: string; readonly message: string } | undefined;
  readonly bytes: Buffer;
  readonly replayed: boolean;
  /** From sending to the last byte. */
  readonly ms: number;
}

export interface Input<C extends Call> {
  readonly params?: ParamsOf<C>;
  readonly query?: QueryOf<C>;
  readonly body?: BodyOf<C>;
  readonly idempotencyKey?: string;
  readonly file?: { readonly name: string; readonly type: string; readonly bytes: Uint8Array };
}

export interface Seller {
  readonly userName: string;
  /** Never throws for what the server answers; throws when there is no answer. */
  call<C extends Call>(call: C, input?: Input<C>): Promise<Answer<DataOf<C>>>;
  /** The data, or an error that quotes the server's sentence. */
  must<C extends Call>(call: C, input?: Input<C>): Promise<NonNullable<DataOf<C>>>;
  /** The lines of a call that streams, each with the milliseconds since it was sent; throws when there is no stream. */
  lines<C extends Call>(
    call: C,
    input?: Input<C>,
  ): AsyncGenerator<{ readonly line: NonNullable<DataOf<C>>; readonly at: number }>;
  /** Takes the first bytes of a file and goes away. */
  leave<C extends Call>(call: C, input?: Input<C>): Promise<void>;
  signOut(): Promise<void>;
  close(): Promise<void>;
}

export interface SignInAs {
  /** "http://localhost:8080" */
  readonly origin: string;
  /** Host of the franchise, where it is not the one of the origin. */
  readonly host?: string | undefined;
  readonly userName: string;
  readonly password: string;
  readonly connections?: number | undefined;
}

interface Session {
  access: string | undefined;
  refresh: string | undefined;
}

const BOUNDARY = 'scanship-test-upload';

/** Signs in as the web application does: branding first, which also gives the cross-site cookie. */
export async function signInAs(who: SignInAs): Promise<Seller> {
  const port = new URL(who.origin).port;
  const host = who.host ?? 'localhost';
  const agent = new Agent({ connections: who.connections ?? 4, headersTimeout: 180_000, bodyTimeout: 180_000 });
  const session: Session = { access: undefined, refresh: undefined };
  let xsrf = '';
  let renewing: Promise<void> | undefined;

  function ask<C extends Call>(call: C, input: Input<C>, bearer: string | undefined) {
    const body = bodyOf(input);
    return request(who.origin + pathOf(call, input), {
      method: call.method,
      dispatcher: agent,
      headers: {
        // Tests read English, whatever the language of the person.
        'accept-language': 'en-CA',
        host: `${host}:${port}`,
        ...(body ? { 'content-type': body.type } : {}),
        ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
        ...(xsrf === '' ? {} : { cookie: `XSRF-TOKEN=${xsrf}`, 'x-xsrf-token': xsrf }),
        ...(input.idempotencyKey === undefined ? {} : { 'idempotency-key': input.idempotencyKey }),
      },
      body: body?.bytes ?? null,
    });
  }

  async function send<C extends Call>(
    call: C,
    input: Input<C>,
    bearer: string | undefined,
  ): Promise<Answer<DataOf<C>>> {
    const started = performance.now();
    const response = await ask(call, input, bearer);
    const bytes = Buffer.from(await response.body.arrayBuffer());
    const ms = performance.now() - started;
    const cookies = [response.headers['set-cookie'] ?? []].flat();
    note(cookiesIn(cookies));
    for (const cookie of cookies) {
      const value = /^XSRF-TOKEN=([^;]+)/.exec(cookie)?.[1];
      if (value !== undefined) xsrf = decodeURIComponent(value);
    }
    const type = String(response.headers['content-type'] ?? '');
    const text = type.startsWith('application/json') ? bytes.toString('utf8') : undefined;
    if (text !== undefined && isNoted()) note(openersIn(text));
    const envelope = text === undefined ? undefined : (JSON.parse(text) as Envelope);
    const good = response.statusCode < 400;
    return {
      status: response.statusCode,
      data: good ? (envelope?.data as DataOf<C>) : undefined,
      refusal: good ? undefined : { code: envelope?.code ?? '', message: envelope?.errorMessage ?? '' },
      bytes,
      replayed: response.headers['idempotency-replayed'] === 'true',
      ms,
    };
  }

  async function call<C extends Call>(wanted: C, input: Input<C> = {}): Promise<Answer<DataOf<C>>> {
    const bearer = wanted.auth === 'access' ? session.access : wanted.auth === 'refresh' ? session.refresh : undefined;
    const answer = await send(wanted, input, bearer);
    if (answer.refusal?.code !== 'token_expired' || wanted.auth !== 'access') return answer;
    await (renewing ??= renew().finally(() => (renewing = undefined)));
    return send(wanted, input, session.access);
  }

  async function renew(): Promise<void> {
    const pair = await must(refreshSession);
    session.access = pair.token;
    session.refresh = pair.refreshToken;
  }

  async function must<C extends Call>(wanted: C, input: Input<C> = {}): Promise<NonNullable<DataOf<C>>> {
    const answer = await call(wanted, input);
    if (answer.data === undefined || answer.data === null)
      throw new Error(
        `${who.userName}: ${wanted.method} ${wanted.path} answered ${answer.status} ${answer.refusal?.code ?? ''}: ${answer.refusal?.message ?? ''}`,
      );
    return answer.data;
  }

  async function* lines<C extends Call>(wanted: C, input: Input<C> = {}) {
    const started = performance.now();
    const { statusCode, body } = await ask(wanted, input, session.access);
    if (statusCode !== 200) throw new Error(`${wanted.path} answered ${statusCode}: ${await body.text()}`);
    let rest = '';
    for await (const chunk of body) {
      const at = performance.now() - started;
      const parts = (rest + String(chunk)).split('\n');
      rest = parts.pop() ?? '';
      for (const part of parts) yield { line: JSON.parse(part) as NonNullable<DataOf<C>>, at };
    }
    if (rest !== '') throw new Error(`${wanted.path} ended in the middle of a line.`);
  }

  async function leave<C extends Call>(wanted: C, input: Input<C> = {}): Promise<void> {
    const { statusCode, body } = await ask(wanted, input, session.access);
    if (statusCode !== 200) throw new Error(`${wanted.path} answered ${statusCode}: ${await body.text()}`);
    // Leaving the loop destroys the connection.
    for await (const _ of body) break;
  }

  const branding = await must(uiInit, { query: { host } });
  const signed = await must(signIn, {
    query: { tenantId: branding.tenantId },
    body: { userName: who.userName, password: who.password },
  });
  if (signed.token === undefined) throw new Error(`${who.userName} is not verified and got no session.`);
  session.access = signed.token;
  session.refresh = signed.refreshToken;
  await must(getProfile);
  return {
    userName: who.userName,
    call,
    must,
    lines,
    leave,
    signOut: async () => void (await must(logout)),
    close: () => agent.close(),
  };
}

function pathOf<C extends Call>(call: C, input: Input<C>): string {
  const params: Readonly<Record<string, unknown>> = input.params ?? {};
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const query = Object.entries(input.query ?? {}).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(query.map(([name, value]) => [name, String(value)])).toString();
  return `/api${path}${text === '' ? '' : `?${text}`}`;
}

function bodyOf<C extends Call>(input: Input<C>): { readonly type: string; readonly bytes: Buffer } | undefined {
  const { file } = input;
  if (file) {
    // Small fields stand beside a file in the same form.
    const fields = Object.entries(input.body ?? {}).map(
      ([name, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${String(value)}\r\n`,
    );
    const head = `${fields.join('')}--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${file.name}"\r\nContent-Type: ${file.type}\r\n\r\n`;
    return {
      type: `multipart/form-data; boundary=${BOUNDARY}`,
      bytes: Buffer.concat([Buffer.from(head), file.bytes, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]),
    };
  }
  return input.body === undefined
    ? undefined
    : { type: 'application/json', bytes: Buffer.from(JSON.stringify(input.body)) };
}
