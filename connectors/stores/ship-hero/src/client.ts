/** The only file that calls ShipHero's GraphQL: access, refusals in ShipHero's words, and waiting where the credits are used up. */
import { fail, type ConnectorError } from '@scanship/connector-kit/errors';
import type { Http, HttpResponse, VendorProblem } from '@scanship/connector-kit/http/http';
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { waitingForBudget } from '@scanship/connector-kit/store/wait-for-budget';
import { withAccess } from '@scanship/connector-kit/credentials/with-access';
import type { JsonObject } from '@scanship/domain/values/json';

export interface GraphqlCall {
  /** Short name for the trace ("orders"). */
  readonly name: string;
  readonly document: string;
  readonly variables?: JsonObject | undefined;
}

const LET_GO = 'ShipHero does not let this user in any more; connect the store again.';
const TOKEN_REFUSED = 'token-refused';
const NOT_FOUND = 'not-found';
/** Code of "There are not enough credits to perform the requested operation". */
const NO_CREDITS = '30';

interface VendorError {
  readonly code: string;
  readonly message: string;
  /** "18 seconds", as it stands beside the message or in it. */
  readonly wait: string;
}

/** `errors` of an answer: message, operation, field, request id and code. */
function errorsOf(body: ObjectReader): VendorError[] {
  const raw = body.raw('errors');
  if (!Array.isArray(raw)) return [];
  return raw.flatMap((one: unknown) => {
    if (typeof one !== 'object' || one === null) return [];
    const error = readObject(one).isolated();
    const message = error.maybe('message', (n) => error.string(n)) ?? 'an error without words';
    return [
      {
        code: error.maybe('code', (n) => error.id(n)) ?? 'graphql',
        message,
        wait: error.maybe('time_remaining', (n) => error.string(n)) ?? message,
      },
    ];
  });
}

const UNITS: Readonly<Record<string, number>> = { second: 1_000, minute: 60_000, hour: 3_600_000 };

/** Milliseconds until the credits are there; a second where ShipHero does not say. */
function waitFor(text: string): number {
  const [, count = '', unit = ''] = /(\d{1,6}) (second|minute|hour)/.exec(text) ?? [];
  const ms = Number(count) * (UNITS[unit] ?? 0);
  return ms > 0 ? ms : 1_000;
}

const sentence = (text: string): string =>
  `ShipHero: ${text.replaceAll(/[<>{}]/g, ' ').slice(0, 300)}`.replace(/(?<![.\s])[.\s]*$/, '.');

/** What a refused request means. `changes`: it was a mutation, so a fault of theirs leaves it open. */
function refusal(errors: readonly VendorError[], changes: boolean): ConnectorError | undefined {
  const first = errors.find(({ code }) => code === NO_CREDITS) ?? errors[0];
  if (!first) return undefined;
  const vendor = { vendorCode: first.code, vendorMessage: first.message };
  if (first.code === NO_CREDITS)
    return fail('quota', 'ShipHero asks us to slow down; the call is repeated later.', {
      ...vendor,
      retryAfterMs: waitFor(first.wait),
    });
  if (/not (?:be )?found|does ?n[o’']t exist/i.test(first.message))
    return fail('refused', sentence(first.message), { ...vendor, vendorCode: NOT_FOUND });
  if (/unexpected|internal/i.test(first.message))
    return fail(
      changes ? 'unknown-effect' : 'temporary-before-effect',
      changes
        ? 'ShipHero answered with a fault of its own; whether it took effect is not known yet.'
        : 'ShipHero has a fault of its own at the moment.',
      vendor,
    );
  return fail('refused', sentence(first.message), vendor);
}

function readStatus(response: HttpResponse): VendorProblem | undefined {
  const json = /json/.test(response.headers['content-type'] ?? '');
  const [first] = json ? errorsOf(readObject(response.json())) : [];
  const refused = response.status === 401 || response.status === 403;
  return {
    ...(refused && { kind: 'not-authorised', message: LET_GO, vendorCode: TOKEN_REFUSED }),
    vendorMessage: first?.message,
  };
}

async function sendOnce(http: Http, token: string, call: GraphqlCall, changes: boolean): Promise<ObjectReader> {
  const response = await http.send({
    method: 'POST',
    path: '/graphql',
    name: call.name,
    readOnly: !changes,
    headers: { 'content-type': 'application/json', accept: 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query: call.document, variables: call.variables ?? {} }),
    readProblem: readStatus,
  });
  const body = readObject(response.json());
  const errors = errorsOf(body);
  const data = body.raw('data');
  const missing = typeof data !== 'object' || data === null || Array.isArray(data);
  // Each of our documents asks for one thing: null with an error beside it means that there is no answer.
  const refused =
    missing || Object.values(data).every((value) => value === null) ? refusal(errors, changes) : undefined;
  if (refused) throw refused;
  if (missing) throw new FieldProblem('data', 'is missing');
  return readObject(data, '', []);
}

/** With an access token of one's own, before there is an `AccessSource`. */
export const askWithToken = (http: Http, token: string, call: GraphqlCall): Promise<ObjectReader> =>
  sendOnce(http, token, call, false);

const send = (env: StoreEnv, call: GraphqlCall, changes: boolean): Promise<ObjectReader> =>
  withAccess(
    env.access,
    ({ vendorCode }) => vendorCode === TOKEN_REFUSED,
    (token) => sendOnce(env.http, token, call, changes),
  );

/** Asks. Where the credits are used up it waits for them, if that is soon. @throws ConnectorError `quota` else */
export const ask = (env: StoreEnv, call: GraphqlCall): Promise<ObjectReader> =>
  waitingForBudget(env, NO_CREDITS, () => send(env, call, false));

/** Whether a problem is ShipHero's word for "there is none". */
export const isNotFound = (error: ConnectorError): boolean => error.problem.vendorCode === NOT_FOUND;

/** Changes something. Never repeated here: without credits nothing was done, and the caller comes back later. */
export const change = (env: StoreEnv, call: GraphqlCall): Promise<ObjectReader> => send(env, call, true);
