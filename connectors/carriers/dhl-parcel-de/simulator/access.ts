/** Who may ask: the portal's user with the keys of an app, for tokens that end after half an hour. */
import { localTimeIn } from '@scanship/domain/calendar/local-time';
import {
  basicAuth,
  jsonAnswer,
  SimRefusal,
  type SimAccount,
  type SimAnswer,
  type SimContext,
  type SimRequest,
} from '@scanship/simulator-kit/simulator';
import { bearerOf, createTokens } from '@scanship/simulator-kit/tokens';

const LIFETIME_SECONDS = 1799;

export const accounts: readonly SimAccount[] = [
  {
    id: 'dhlde-alpha',
    name: 'Alpha Test Shop',
    credentials: {
      username: 'alpha-shop',
      password: 'alpha-Pa&s!word',
      apiKey: 'dhlde-alpha-key',
      apiSecret: 'dhlde-alpha-secret',
      ekp: '3333333333',
      pickupBillingNumber: '33333333330801',
    },
  },
  {
    id: 'dhlde-beta',
    name: 'Beta Test Shop',
    credentials: {
      username: 'beta-shop',
      password: 'beta-Pa&s!word',
      apiKey: 'dhlde-beta-key',
      apiSecret: 'dhlde-beta-secret',
      ekp: '4444444444',
      participation: '02',
      pickupBillingNumber: '44444444440802',
    },
  },
];

/** `status` and `statusCode` say the same; returns and the gateway write only the newer one. */
export const statusJson = (code: number, title: string, detail?: string) => ({
  title,
  statusCode: code,
  status: code,
  ...(detail === undefined ? {} : { detail: detail.slice(0, 80) }),
});

const TITLES: Readonly<Record<number, string>> = { 400: 'Bad Request', 401: 'Unauthorized', 404: 'Not Found' };

/** Refusals outside any one shipment. */
export const refuse = ({ status, message }: SimRefusal): SimAnswer =>
  jsonAnswer(
    status,
    status === 400
      ? { status: statusJson(400, 'Bad Request', message), items: [] }
      : statusJson(status, TITLES[status] ?? 'Error', message),
    { 'content-type': 'application/problem+json' },
  );

/** Returns answer plain problems (RFC 7807). */
export const refusePlainly = ({ status, message }: SimRefusal): SimAnswer =>
  jsonAnswer(
    status,
    { title: TITLES[status] ?? 'Error', status, detail: message.slice(0, 80) },
    { 'content-type': 'application/problem+json' },
  );

const tokens = createTokens(LIFETIME_SECONDS);

export function signIn(request: SimRequest, sim: SimContext): SimAnswer {
  const form = new URLSearchParams(request.text());
  if (form.get('grant_type') !== 'password') return jsonAnswer(400, { error: 'unsupported_grant_type' });
  const account = sim.accounts.find(
    ({ credentials: own }) =>
      own['username'] === form.get('username') &&
      own['password'] === form.get('password') &&
      own['apiKey'] === form.get('client_id') &&
      own['apiSecret'] === form.get('client_secret'),
  );
  if (!account) return jsonAnswer(401, { error: 'invalid_client', error_description: 'The credentials are invalid.' });
  return jsonAnswer(200, {
    access_token: tokens.issue(account, sim),
    token_type: 'Bearer',
    expires_in: LIFETIME_SECONDS,
  });
}

export function accountOf(request: SimRequest, sim: SimContext): SimAccount {
  const account = tokens.holderOf(bearerOf(request), sim);
  if (account) return account;
  throw new SimRefusal(401, 'token', 'Unauthorized for given resource.');
}

/** The app whose key and secret stand in the Basic header. */
export function appOf(request: SimRequest, sim: SimContext): SimAccount {
  const basic = basicAuth(request);
  const account = sim.accounts.find(({ credentials }) => credentials['apiKey'] === basic?.user);
  if (!account || account.credentials['apiSecret'] !== basic?.password)
    throw new SimRefusal(401, 'app', 'Unauthorized for given resource.');
  return account;
}

const local = (at: Date): string => localTimeIn(at, 'Europe/Berlin') ?? at.toISOString();
/** Germany's day, YYYY-MM-DD. */
export const dayOf = (at: Date): string => local(at).slice(0, 10);
/** "18.03.2016 10:02" */
export const writtenTime = (at: Date): string => {
  const [year = '', month = '', day = ''] = dayOf(at).split('-');
  return `${day}.${month}.${year} ${local(at).slice(11, 16)}`;
};
