/** The only file that makes calls: HTTP Basic, the headers of the contract, errors in DHL's words. */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import type { HttpResponse } from '@scanship/connector-kit/http/http';
import { basic, sendCall, type OutgoingCall } from '@scanship/connector-kit/http/vendor-call';
import { readProblem } from './problems.ts';

/** MyDHL API, header x-version: "do not change this field value". */
const INTERFACE_VERSION = '3.1.0';

/** The shipper's account, as typed. */
export const accountNumber = (env: Pick<CarrierEnv, 'credentials'>): string =>
  (env.credentials['accountNumber'] ?? '').trim().toUpperCase();

/**
 * One call of the API.
 * @param request `reference` is the call's id in DHL's logs, up to 36 characters; no promise hangs on it
 */
export function call(
  env: CarrierEnv,
  request: OutgoingCall & { readonly reference?: string | undefined },
): Promise<HttpResponse> {
  const { reference, ...rest } = request;
  const { username = '', password = '' } = env.credentials;
  return sendCall(env.http, {
    ...rest,
    headers: {
      authorization: basic(username, password),
      ...(reference === undefined ? {} : { 'Message-Reference': reference }),
      'x-version': INTERFACE_VERSION,
      ...request.headers,
    },
    readProblem,
  });
}

/** The path with its query, for parameters that repeat. */
export function withQuery(path: string, query: readonly (readonly [string, string])[]): string {
  return `${path}?${new URLSearchParams(query.map(([name, value]) => [name, value])).toString()}`;
}
