/** The only file that makes calls: sign-in with the account's keys, refusals in Teleship's words. */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import type { ProblemKind } from '@scanship/connector-kit/errors';
import type { HttpRequest, HttpResponse, VendorProblem } from '@scanship/connector-kit/http/http';
import { asSentence } from '@scanship/connector-kit/http/http-response';
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { withToken } from '@scanship/connector-kit/credentials/token-source';
import type { AccessToken } from '@scanship/connector-kit/credentials/tokens';
import { manifest } from './manifest.ts';

const NAME = manifest.name;
const WRONG_KEYS = `${NAME} does not accept this client ID with this client secret.`;

const sentence = (words: string): string => `${NAME}: ${asSentence(words)}`;

interface Message {
  readonly level: string;
  readonly words: string;
  readonly code: string;
}

/** `messages` of an answer: its words with what it says in detail. */
export function messagesOf(answer: ObjectReader): readonly Message[] {
  return answer.list(
    'messages',
    (m): Message => {
      const details = m.raw('details');
      const more = Array.isArray(details) ? details.filter((each): each is string => typeof each === 'string') : [];
      return {
        level: m.maybe('level', (n) => m.string(n)) ?? 'error',
        words: sentence([m.string('message'), ...more].join(' ').replaceAll('`', '')),
        code: m.maybe('code', (n) => m.id(n)) ?? '',
      };
    },
    { optional: true },
  );
}

function readProblem(response: HttpResponse): VendorProblem | undefined {
  const usual: VendorProblem = response.status === 401 ? { kind: 'not-authorised', message: WRONG_KEYS } : {};
  if (!/json/.test(response.headers['content-type'] ?? '')) return usual;
  const body = readObject(response.json());
  const [first] = messagesOf(body.isolated());
  const plain = body.maybe('message', (n) => body.string(n));
  const words = first?.words ?? (plain === undefined ? undefined : sentence(plain));
  if (words === undefined) return usual;
  return { message: words, vendorMessage: words, ...(first && { vendorCode: first.code }), ...usual };
}

async function signIn(env: CarrierEnv): Promise<AccessToken> {
  const response = await env.http.send({
    method: 'POST',
    path: '/oauth/token',
    name: 'sign in',
    readOnly: true,
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify({
      clientId: env.credentials['clientId'] ?? '',
      clientSecret: env.credentials['clientSecret'] ?? '',
    }),
    readProblem: (refusal) =>
      refusal.status === 400 || refusal.status === 401
        ? { kind: 'not-authorised', message: WRONG_KEYS }
        : readProblem(refusal),
  });
  const answer = readObject(response.json());
  // Milliseconds, unlike everybody else's seconds.
  const lifetimeMs = answer.integer('expiresIn', 1);
  return { value: answer.string('accessToken', /^\S+$/), expiresAt: new Date(env.now().getTime() + lifetimeMs) };
}

export interface TeleshipCall extends Omit<HttpRequest, 'headers' | 'body' | 'readProblem'> {
  readonly json?: unknown;
  /** What a 400, 403 or 404 means, where it is not that our data or keys are wrong. */
  readonly declined?: ProblemKind | undefined;
}

/** One call, signed in. */
export function exchange(env: CarrierEnv, call: TeleshipCall): Promise<HttpResponse> {
  const { json, declined, ...rest } = call;
  return withToken(
    env,
    'oauth',
    () => signIn(env),
    (token) =>
      env.http.send({
        ...rest,
        headers: {
          accept: 'application/json',
          authorization: `Bearer ${token}`,
          ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        },
        body: json === undefined ? undefined : JSON.stringify(json),
        readProblem: (response) => {
          const said = readProblem(response);
          return declined !== undefined && [400, 403, 404].includes(response.status)
            ? { ...said, kind: declined }
            : said;
        },
      }),
  );
}
