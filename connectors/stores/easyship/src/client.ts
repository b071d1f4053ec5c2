/** The only file that calls Easyship: the token, and refusals in Easyship's words. */
import type { Http, HttpRequest, HttpResponse, VendorProblem } from '@scanship/connector-kit/http/http';
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { withAccess } from '@scanship/connector-kit/credentials/with-access';

const VERSION = '/2024-09';
const LET_GO =
  'EasyShip does not accept this access token any more; make a new one in Easyship and connect the store again.';
const TOKEN_REFUSED = 'token-refused';
/** Easyship's code of a missing permission. */
export const FORBIDDEN = 'forbidden';

export interface Call {
  /** Short name for the trace ("shipments"). */
  readonly name: string;
  /** Below the version. */
  readonly path: string;
  readonly query?: HttpRequest['query'];
  /** The permission that a 403 means is missing ("public.shipment:read"). */
  readonly permission?: string | undefined;
}

/** `{ error: { code, message, details } }`; the details say more than the message. */
function wordsOf(response: HttpResponse): { readonly code: string | undefined; readonly words: string | undefined } {
  if (!/json/.test(response.headers['content-type'] ?? '') || response.bytes.length === 0)
    return { code: undefined, words: undefined };
  const body = readObject(response.json()).isolated();
  const error = body.maybe('error', (n) => body.object(n));
  const details = error?.raw('details');
  const [detail] = Array.isArray(details) ? details.filter((one) => typeof one === 'string' && one !== '') : [];
  return {
    code: error?.maybe('code', (n) => error.string(n, /^[a-z_]{1,60}$/)),
    words: typeof detail === 'string' ? detail : error?.maybe('message', (n) => error.string(n)),
  };
}

const readProblem =
  ({ permission }: Call) =>
  (response: HttpResponse): VendorProblem => {
    const { code, words } = wordsOf(response);
    if (response.status === 401)
      return { kind: 'not-authorised', message: LET_GO, vendorCode: TOKEN_REFUSED, vendorMessage: words };
    // The token is good and something else may be read with it: no reason to connect again.
    if (response.status === 403)
      return {
        kind: 'refused',
        message: `EasyShip does not allow this to the access token${permission === undefined ? '' : `: the permission ${permission} is missing`}. Make a token that has it and connect the store again.`,
        vendorCode: FORBIDDEN,
        vendorMessage: words,
      };
    const refused = response.status >= 400 && response.status < 500 && response.status !== 429;
    return {
      // A plan that allows no more.
      ...(response.status === 402 && { kind: 'refused' as const }),
      ...(refused &&
        words !== undefined && {
          message: `EasyShip: ${words.replaceAll(/[<>{}]/g, ' ').slice(0, 300)}`.replace(/(?<![.\s])[.\s]*$/, '.'),
        }),
      ...(code !== undefined && { vendorCode: code }),
      vendorMessage: words,
    };
  };

const send = (http: Http, token: string, call: Call, accept: readonly number[]): Promise<HttpResponse> =>
  http.send({
    method: 'GET',
    path: `${VERSION}${call.path}`,
    name: call.name,
    query: call.query,
    accept,
    headers: { accept: 'application/json', authorization: `Bearer ${token}` },
    readProblem: readProblem(call),
  });

/** A token has no successor: when it is refused, the access source is told and says so. */
const underToken = (env: StoreEnv, call: Call, accept: readonly number[] = []): Promise<HttpResponse> =>
  withAccess(
    env.access,
    ({ vendorCode }) => vendorCode === TOKEN_REFUSED,
    (token) => send(env.http, token, call, accept),
  );

export const ask = async (env: StoreEnv, call: Call): Promise<ObjectReader> =>
  readObject((await underToken(env, call)).json());

/** Undefined where Easyship does not know the thing (404). */
export async function find(env: StoreEnv, call: Call): Promise<ObjectReader | undefined> {
  const response = await underToken(env, call, [404]);
  return response.status === 404 ? undefined : readObject(response.json());
}

/** With a token of one's own, before there is an `AccessSource`. */
export const askWithToken = async (http: Http, token: string, call: Call): Promise<ObjectReader> =>
  readObject((await send(http, token, call, [])).json());
