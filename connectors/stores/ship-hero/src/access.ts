/** Signing in with a user's e-mail address and password, which are not kept, and new access from what is. */
import { fail } from '@scanship/connector-kit/errors';
import type { Http, HttpResponse, VendorProblem } from '@scanship/connector-kit/http/http';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import type { ConnectedStore } from '@scanship/connector-kit/store/store';
import { ACCESS_EXPIRES_AT, ACCESS_TOKEN, type ConnectEnv } from '@scanship/connector-kit/store/store-environment';
import { accountCall, readAccount } from './account.ts';
import { askWithToken } from './client.ts';
import { weightUnitOf } from './reading.ts';

const WRONG_KEYS = 'ShipHero does not know this e-mail address with this password.';
const ENDED = 'ShipHero does not let this user in any more; connect the store again.';

const readRefusal =
  (message: string) =>
  (response: HttpResponse): VendorProblem | undefined =>
    [400, 401, 403].includes(response.status) ? { kind: 'not-authorised', message } : undefined;

async function token(
  http: Http,
  call: { readonly name: string; readonly path: string; readonly body: object; readonly refused: string },
  now: Date,
): Promise<Record<string, string>> {
  const response = await http.send({
    method: 'POST',
    path: call.path,
    name: call.name,
    // A lost answer is asked for again: signing in once more ends nothing.
    readOnly: true,
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(call.body),
    readProblem: readRefusal(call.refused),
  });
  const answer = readObject(response.json());
  const until = new Date(now.getTime() + answer.integer('expires_in', 1) * 1_000).toISOString();
  return {
    [ACCESS_TOKEN]: answer.string('access_token', /^\S+$/),
    [ACCESS_EXPIRES_AT]: until,
    // A renewal leaves the refresh token as it is, and does not repeat it.
    ...(answer.has('refresh_token') && { refreshToken: answer.string('refresh_token', /^\S+$/) }),
  };
}

export async function connect(given: Readonly<Record<string, string>>, env: ConnectEnv): Promise<ConnectedStore> {
  const typed = (name: string): string => given[name]?.trim() ?? '';
  const credentials = await token(
    env.http,
    {
      name: 'sign in',
      path: '/auth/token',
      body: { username: typed('email'), password: given.password ?? '' },
      refused: WRONG_KEYS,
    },
    env.now(),
  );
  if (credentials.refreshToken === undefined)
    throw fail(
      'refused',
      'ShipHero gave no lasting access to this user. Ask ShipHero to allow the user to use the API.',
    );
  const account = readAccount(await askWithToken(env.http, credentials[ACCESS_TOKEN] ?? '', accountCall));
  const currency = typed('currency');
  const weightUnit = weightUnitOf({ settings: { weightUnit: typed('weightUnit') } });
  return {
    externalAccount: account.id,
    name: account.name,
    credentials,
    settings: { name: account.name, currency, weightUnit },
    address: account.warehouses[0]?.address,
    currency,
    weightUnit,
    problems: [
      ...account.problems,
      ...(account.isLogistics
        ? [
            'This is the account of a logistics provider: the orders of its customers do not come in. Connect each customer with a user of its own.',
          ]
        : []),
    ],
  };
}

/** @throws ConnectorError `not-authorised` when the seller must sign in again */
export function renew(env: ConnectEnv): Promise<Readonly<Record<string, string>>> {
  const refreshToken = env.credentials.refreshToken ?? '';
  if (refreshToken === '') throw fail('not-authorised', ENDED, { vendorCode: 'no-refresh-token' });
  return token(
    env.http,
    { name: 'renew access', path: '/auth/refresh', body: { refresh_token: refreshToken }, refused: ENDED },
    env.now(),
  );
}
