/** USPS's OAuth (client credentials, JSON or form) and payment authorisations of eight hours, by the simulator's clock. */
import {
  jsonAnswer,
  jsonBody,
  SimRefusal,
  type SimAccount,
  type SimAnswer,
  type SimContext,
  type SimRequest,
  type SimRoute,
} from '@scanship/simulator-kit/simulator';
import { bearerOf, createTokens } from '@scanship/simulator-kit/tokens';
import { accept, paymentRequest, refuse } from './contract.ts';

const LIFETIME_SECONDS = 28_799;
const PAYMENT_SECONDS = 8 * 3_600;

/** USPS's error format. */
export const errorAnswer = (status: number, code: string, message: string, field?: string): SimAnswer =>
  jsonAnswer(status, {
    apiVersion: '/v3',
    error: {
      code: String(status),
      message: TITLES[status] ?? 'Error',
      errors: [
        {
          status: String(status),
          code,
          title: TITLES[status] ?? 'Error',
          detail: message,
          ...(field === undefined ? {} : { source: { parameter: field } }),
        },
      ],
    },
  });
const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Access is denied',
  404: 'Not Found',
  412: 'Precondition Failed',
  415: 'Unsupported Media Type',
};

export interface SignIn {
  readonly token: SimRoute;
  /** POST /payments/v3/payment-authorization */
  authorise(request: SimRequest, sim: SimContext): SimAnswer;
  /** The account of the bearer token. @throws SimRefusal 401 when it is missing, unknown or expired */
  accountOf(request: SimRequest, sim: SimContext): SimAccount;
  /** The same, when the payment authorisation is the account's own and good. @throws SimRefusal 401 or 403 */
  payerOf(request: SimRequest, sim: SimContext): SimAccount;
}

const wrongClient = (): SimAnswer =>
  jsonAnswer(401, {
    error: 'invalid_client',
    error_description: 'Client authentication failed.',
    error_uri: 'https://datatracker.ietf.org/doc/html/rfc6749#page-45',
  });

export function createSignIn(): SignIn {
  const tokens = createTokens(LIFETIME_SECONDS);
  const payments = createTokens(PAYMENT_SECONDS, 'header.body.');
  const accountOf = (request: SimRequest, sim: SimContext): SimAccount => {
    const account = tokens.holderOf(bearerOf(request), sim);
    if (!account) throw new SimRefusal(401, '401', 'The access token is missing, invalid or expired.');
    return account;
  };
  return {
    token: {
      name: 'token',
      method: 'POST',
      path: '/oauth2/v3/token',
      effect: 'auth',
      handle(request, sim) {
        const form = new URLSearchParams(request.text());
        const json = /^application\/json\b/.test(request.headers['content-type'] ?? '')
          ? (jsonBody(request) as Readonly<Record<string, unknown>> | null)
          : undefined;
        const value = (name: string): unknown => (json === undefined ? form.get(name) : json?.[name]);
        if (value('grant_type') !== 'client_credentials')
          return jsonAnswer(400, { error: 'unsupported_grant_type', error_description: 'Unsupported grant_type.' });
        const account = sim.accounts.find((a) => a.credentials['clientId'] === value('client_id'));
        if (!account || account.credentials['clientSecret'] !== value('client_secret')) return wrongClient();
        return jsonAnswer(200, {
          access_token: tokens.issue(account, sim),
          token_type: 'Bearer',
          issued_at: sim.now().getTime(),
          expires_in: LIFETIME_SECONDS,
          status: 'approved',
          scope: 'addresses prices labels payments tracking pickup scan-forms shipments',
        });
      },
    },
    authorise(request, sim) {
      const account = accountOf(request, sim);
      const { roles } = accept(paymentRequest, jsonBody(request));
      const payer = roles.find((role) => role.roleName === 'PAYER');
      const owner = roles.find((role) => role.roleName === 'LABEL_OWNER');
      if (!owner) return refuse('030001', 'The LABEL_OWNER role must be specified.', 'roles');
      if (payer?.accountType !== 'EPS') return refuse('030002', 'The PAYER role must be specified.', 'roles');
      const { crid, mid, manifestMid, epsAccount } = account.credentials;
      if (owner.CRID !== crid || payer.CRID !== crid)
        refuse('030003', 'The CRID is not enrolled in USPS Ship.', 'roles.CRID');
      if (owner.MID !== mid || owner.manifestMID !== manifestMid)
        refuse('030004', 'The MID or manifest MID does not belong to the CRID.', 'roles.MID');
      if (payer.accountNumber !== epsAccount)
        refuse('030005', 'The account is not active in the Enterprise Payment System.', 'roles.accountNumber');
      return jsonAnswer(200, { paymentAuthorizationToken: payments.issue(account, sim), roles });
    },
    accountOf,
    payerOf(request, sim) {
      const account = accountOf(request, sim);
      const payer = payments.holderOf(request.headers['x-payment-authorization-token'], sim);
      if (payer !== account)
        throw new SimRefusal(401, '030010', 'The payment authorization token is missing, invalid or expired.');
      return account;
    },
  };
}
