/**
 * The only file that calls Fishbowl. Each conversation signs in, asks, and signs out again whatever happened: a session holds one
 * of the few licence seats of the customer's server.
 */
import { ConnectorError } from '@scanship/connector-kit/errors';
import type { Http, HttpRequest, HttpResponse, VendorProblem } from '@scanship/connector-kit/http/http';
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { readNotPublic } from '@scanship/connector-kit/store/not-public';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { withAccess } from '@scanship/connector-kit/credentials/with-access';
import { APP } from './manifest.ts';

const PUBLISH =
  'The Fishbowl server has no public address, so it cannot be reached from here. Publish its port 2456 under a public https address (port 443, with a certificate that browsers trust), behind a reverse proxy or through a tunnel, and connect it under that address.';
const LOGIN_REFUSED = 'login-refused';
const SEATS_MS = 60_000;
const CLOSING_MS = 5_000;

/** One sign-in at the server. */
export interface Session {
  /** Rows of a SELECT. @param name for the trace ("orders") */
  query(name: string, sql: string): Promise<ObjectReader>;
  /** Runs one of Fishbowl's CSV imports. @param what name of the import with dashes ("Packing-Data") */
  importCsv(name: string, what: string, rows: readonly (readonly string[])[]): Promise<void>;
}

/** `{ timeStamp, status, message, path }` */
function wordsOf(response: HttpResponse): string | undefined {
  if (!/json/.test(response.headers['content-type'] ?? '') || response.bytes.length === 0) return undefined;
  const body = readObject(response.json()).isolated();
  return body.maybe('message', (n) => body.string(n));
}

const said = (words: string): string =>
  words
    .replaceAll(/[<>{}]/g, ' ')
    .slice(0, 220)
    .replace(/(?<![.\s])[.\s]*$/, '.');

function loginProblem(response: HttpResponse): VendorProblem {
  const words = wordsOf(response);
  const { status } = response;
  if (status === 401 && /required/i.test(response.headers.mfa ?? ''))
    return {
      kind: 'not-authorised',
      message:
        'This Fishbowl user signs in with a second factor, which nobody can type in here. Make a user without it, and connect the server again with that one.',
      vendorCode: LOGIN_REFUSED,
      vendorMessage: words,
    };
  if (status < 500 && words !== undefined && /approv/i.test(words))
    return {
      kind: 'not-authorised',
      message: `Fishbowl does not know the app "${APP.name}" yet: approve it there among the integrated apps, and connect the server again.`,
      vendorCode: LOGIN_REFUSED,
      vendorMessage: words,
    };
  if (status < 500 && words !== undefined && /licen[sc]e|seat|login limit|too many|maximum/i.test(words))
    return {
      kind: 'quota',
      message: 'All user licences of the Fishbowl server are taken at the moment; it is tried again later.',
      vendorCode: 'no-seat',
      retryAfterMs: SEATS_MS,
      vendorMessage: words,
    };
  if (status === 401 || status === 403)
    return {
      kind: 'not-authorised',
      message: 'Fishbowl does not accept this user and password. Connect the server again with those of a user it has.',
      vendorCode: LOGIN_REFUSED,
      vendorMessage: words,
    };
  if (status === 404 || (status >= 300 && status < 400))
    return {
      kind: 'refused',
      message:
        'No Fishbowl server answers at this address. It has to be the address under which port 2456 of the server is published.',
      vendorMessage: words,
    };
  return { ...(status < 500 && words !== undefined && { message: `Fishbowl: ${said(words)}` }), vendorMessage: words };
}

function callProblem(response: HttpResponse): VendorProblem {
  const words = wordsOf(response);
  const { status } = response;
  // We signed in a moment ago, so it is the session that ended (an administrator may end it), and the call was not carried out.
  if (status === 401)
    return {
      kind: 'temporary-before-effect',
      message: 'Fishbowl ended our session; it is tried again.',
      vendorMessage: words,
    };
  if (status === 403)
    return {
      kind: 'refused',
      message:
        'The Fishbowl user lacks a right for this. It needs to view the Data module and to use the imports of packing, carton tracking and shipping data.',
      vendorCode: 'no-right',
      vendorMessage: words,
    };
  return {
    ...(status < 500 && status !== 429 && words !== undefined && { message: `Fishbowl: ${said(words)}` }),
    vendorMessage: words,
  };
}

async function send(http: Http, request: HttpRequest): Promise<HttpResponse> {
  try {
    return await http.send(request);
  } catch (error) {
    throw readNotPublic(error, PUBLISH);
  }
}

/** As it is kept: user and password in one. */
export const pairOf = (username: string, password: string): string => `${username}:${password}`;

async function signIn(http: Http, pair: string): Promise<string> {
  const colon = pair.indexOf(':');
  const response = await send(http, {
    method: 'POST',
    path: '/api/login',
    name: 'sign in',
    // A lost answer costs a seat until Fishbowl ends the session by itself, and nothing else.
    readOnly: true,
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify({
      appName: APP.name,
      appDescription: APP.description,
      appId: APP.id,
      username: colon < 0 ? pair : pair.slice(0, colon),
      password: colon < 0 ? '' : pair.slice(colon + 1),
    }),
    readProblem: loginProblem,
  });
  return readObject(response.json()).string('token', /^[\x21-\x7e]{8,200}$/);
}

/** Never in the way of what was done before: a session that is not ended here is ended by Fishbowl after a while. */
async function signOut(http: Http, token: string): Promise<void> {
  try {
    await http.send({
      method: 'POST',
      path: '/api/logout',
      name: 'sign out',
      readOnly: true,
      closing: true,
      deadlineMs: CLOSING_MS,
      headers: { accept: 'application/json', authorization: `Bearer ${token}` },
    });
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
  }
}

const quoted = (cell: string): string => `"${cell.replaceAll(/\p{Cc}+/gu, ' ').replaceAll('"', '""')}"`;

function sessionOf(http: Http, token: string): Session {
  const authorization = `Bearer ${token}`;
  return {
    async query(name, sql) {
      const response = await send(http, {
        method: 'GET',
        path: '/api/data-query',
        name,
        query: { query: sql },
        headers: { accept: 'application/json', authorization },
        readProblem: callProblem,
      });
      const rows = response.json();
      if (!Array.isArray(rows)) throw new FieldProblem('The answer', 'should be a list of rows');
      return readObject({ rows });
    },
    async importCsv(name, what, rows) {
      const text = rows.map((row) => row.map(quoted).join(',')).join('\r\n');
      const response = await send(http, {
        method: 'POST',
        path: `/api/import/${what}`,
        name,
        headers: { accept: 'application/json', authorization, 'content-type': 'text/csv' },
        body: text,
        readProblem: callProblem,
      });
      // An import that worked is answered with nothing; a page of a proxy is no answer of Fishbowl.
      if (response.bytes.length > 0) response.json();
    },
  };
}

async function converse<T>(http: Http, token: string, work: (session: Session) => Promise<T>): Promise<T> {
  try {
    return await work(sessionOf(http, token));
  } finally {
    await signOut(http, token);
  }
}

/** One conversation under the access that is kept. A password has no successor: when it is refused, the access source says so. */
export async function inSession<T>(env: StoreEnv, work: (session: Session) => Promise<T>): Promise<T> {
  const token = await withAccess(
    env.access,
    ({ vendorCode }) => vendorCode === LOGIN_REFUSED,
    (pair) => signIn(env.http, pair),
  );
  return converse(env.http, token, work);
}

/** With a user and password of one's own, before there is an `AccessSource`. */
export const inSessionAs = async <T>(http: Http, pair: string, work: (session: Session) => Promise<T>): Promise<T> =>
  converse(http, await signIn(http, pair), work);

/** The first row of an answer; undefined for none. */
export const firstRow = (answer: ObjectReader): ObjectReader | undefined => answer.strictList('rows', (row) => row)[0];
