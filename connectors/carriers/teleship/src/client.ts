/** The only file that makes calls: sign-in with the account's keys, refusals in Teleship's words. */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import type { ProblemKind } from '@scanship/connector-kit/errors';
import type { HttpResponse, VendorProblem } from '@scanship/connector-kit/http/http';
import { asSentence } from '@scanship/connector-kit/http/http-response';
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { withToken } from '@scanship/connector-kit/credentials/token-source';
import type { AccessToken } from '@scanship/connector-kit/credentials/tokens';
import { sendCall, type VendorCall } from '@scanship/connector-kit/http/vendor-call';
import { fetchToken } from '@scanship/connector-kit/credentials/fetch-token';
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

function signIn(env: CarrierEnv): Promise<AccessToken> {
  const { clientId = '', clientSecret = '' } = env.credentials;
  return fetchToken(
    env,
    {
      path: '/oauth/token',
      json: { clientId, clientSecret },
      readProblem: (refusal) =>
        refusal.status === 400 || refusal.status === 401
          ? { kind: 'not-authorised', message: WRONG_KEYS }
          : readProblem(refusal),
    },
    // Milliseconds, unlike everybody else's seconds.
    (answer) => ({ value: answer.string('accessToken', /^\S+$/), lifeMs: answer.integer('expiresIn', 1) }),
  );
}

export interface TeleshipCall extends VendorCall {
  /** What a 400, 403 or 404 means, where it is not that our data or keys are wrong. */
  readonly declined?: ProblemKind | undefined;
}

/** One call, signed in. */
export function exchange(env: CarrierEnv, { declined, ...call }: TeleshipCall): Promise<HttpResponse> {
  return withToken(
    env,
    'oauth',
    () => signIn(env),
    (token) =>
      sendCall(env.http, {
        ...call,
        headers: { authorization: `Bearer ${token}` },
        readProblem: (response) => {
          const said = readProblem(response);
          return declined !== undefined && [400, 403, 404].includes(response.status)
            ? { ...said, kind: declined }
            : said;
        },
      }),
  );
}
