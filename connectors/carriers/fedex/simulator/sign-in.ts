/** FedEx's OAuth (client credentials in a form), tokens of an hour by the simulator's clock. */
import {
  jsonAnswer,
  SimRefusal,
  type SimAccount,
  type SimAnswer,
  type SimContext,
  type SimRequest,
  type SimRoute,
} from '@scanship/simulator-kit/simulator';
import { bearerOf, createTokens } from '@scanship/simulator-kit/tokens';

const LIFETIME_SECONDS = 3600;
const TRANSACTION = '624deea6-0000-4000-8000-000000000000';

export const errorAnswer = (status: number, code: string, message: string): SimAnswer =>
  jsonAnswer(status, { transactionId: TRANSACTION, errors: [{ code, message }] });

export interface SignIn {
  readonly route: SimRoute;
  /** The account of the bearer token. @throws SimRefusal 401 when it is missing, unknown or expired, 403 for another project */
  accountOf(request: SimRequest, sim: SimContext, project?: 'ship' | 'track'): SimAccount;
}

interface Session {
  readonly account: SimAccount;
  /** A project of tracking may do nothing else. */
  readonly project: 'all' | 'ship' | 'track';
}

function sessionOf(sim: SimContext, id: string, secret: string): Session | undefined {
  for (const account of sim.accounts) {
    const { clientId, clientSecret, trackClientId = '', trackClientSecret = '' } = account.credentials;
    if (trackClientId !== '' && id === trackClientId && secret === trackClientSecret)
      return { account, project: 'track' };
    if (id === clientId && secret === clientSecret) return { account, project: trackClientId === '' ? 'all' : 'ship' };
  }
  return undefined;
}

export function createSignIn(): SignIn {
  const tokens = createTokens<Session>(LIFETIME_SECONDS);
  return {
    route: {
      name: 'token',
      method: 'POST',
      path: '/oauth/token',
      effect: 'auth',
      handle(request, sim) {
        if (!/^application\/x-www-form-urlencoded\b/.test(request.headers['content-type'] ?? ''))
          return errorAnswer(401, 'NOT.AUTHORIZED.ERROR', 'The content type must be a form.');
        const form = new URLSearchParams(request.text());
        const [grant, id, secret] = ['grant_type', 'client_id', 'client_secret'].map((name) => form.get(name));
        if (grant !== 'client_credentials' || id == null || secret == null)
          return errorAnswer(
            401,
            'NOT.AUTHORIZED.ERROR',
            'Missing or duplicate parameters. Please modify your request and try again.',
          );
        const session = sessionOf(sim, id, secret);
        if (!session)
          return errorAnswer(
            401,
            'NOT.AUTHORIZED.ERROR',
            'The given client credentials were not valid. Please modify your request and try again.',
          );
        return jsonAnswer(200, {
          access_token: tokens.issue(session, sim),
          token_type: 'bearer',
          expires_in: LIFETIME_SECONDS,
          scope: 'CXS',
        });
      },
    },
    accountOf(request, sim, project = 'ship') {
      const known = tokens.holderOf(bearerOf(request), sim);
      if (!known)
        throw new SimRefusal(
          401,
          'NOT.AUTHORIZED.ERROR',
          'Access token expired. Please modify your request and try again.',
        );
      if (known.project !== 'all' && known.project !== project)
        throw new SimRefusal(
          403,
          'FORBIDDEN.ERROR',
          'We could not authorize your credentials. Please check your permissions and try again.',
        );
      return known.account;
    },
  };
}
