/** The only file that calls the Admin API: access, errors in Shopify's words, and waiting where the budget is used up. */
import { fail, type ConnectorError, type ProblemKind } from '@scanship/connector-kit/errors';
import { withAccess } from '@scanship/connector-kit/credentials/with-access';
import type { Http, HttpResponse, VendorProblem } from '@scanship/connector-kit/http/http';
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { waitingForBudget } from '@scanship/connector-kit/store/wait-for-budget';
import type { JsonObject } from '@scanship/domain/values/json';
import { API_VERSION, manifest } from './manifest.ts';

export interface GraphqlCall {
  /** Short name for the trace ("orders"). */
  readonly name: string;
  readonly document: string;
  readonly variables?: JsonObject | undefined;
}

/** Errors that mean that nothing was done, whatever was asked. */
const KINDS: Readonly<Record<string, ProblemKind>> = {
  ACCESS_DENIED: 'not-authorised',
  SHOP_INACTIVE: 'refused',
  MAX_COST_EXCEEDED: 'invalid-input',
  THROTTLED: 'quota',
};

const STATUS_WORDS: Readonly<Record<number, VendorProblem>> = {
  402: { kind: 'refused', message: 'The shop is frozen at Shopify until its plan is paid.', vendorCode: 'HTTP 402' },
  404: { kind: 'refused', message: 'Shopify does not know this shop address.', vendorCode: 'HTTP 404' },
  423: { kind: 'refused', message: 'The shop is locked at Shopify.', vendorCode: 'HTTP 423' },
  403: {
    kind: 'not-authorised',
    message: 'Shopify does not let this app use the shop in this way.',
    vendorCode: 'HTTP 403',
  },
};

const sentence = (text: string): string => `${manifest.name}: ${text.replace(/[<>{}]/g, ' ').replace(/\.?$/, '.')}`;

/** `errors` of an answer: text, or a list of messages with codes. */
function errorsOf(body: ObjectReader): { readonly code: string | undefined; readonly message: string }[] {
  const raw = body.raw('errors');
  if (typeof raw === 'string') return [{ code: undefined, message: raw }];
  if (!Array.isArray(raw)) return [];
  return raw.flatMap((one: unknown) => {
    if (typeof one !== 'object' || one === null) return [];
    const error = readObject(one).isolated();
    const extensions = error.maybe('extensions', (n) => error.object(n).isolated());
    const message = error.maybe('message', (n) => error.string(n)) ?? 'an error without words';
    return [{ code: extensions?.maybe('code', (n) => extensions.string(n)), message }];
  });
}

function readStatus(response: HttpResponse): VendorProblem | undefined {
  const known = STATUS_WORDS[response.status];
  if (!/json/.test(response.headers['content-type'] ?? '')) return known;
  const [first] = errorsOf(readObject(response.json()));
  return { ...known, vendorMessage: first?.message ?? known?.vendorMessage };
}

/** Milliseconds until the points this call asked for are there again; a second where Shopify does not say. */
function waitFor(body: ObjectReader): number {
  const quiet = body.isolated();
  const cost = quiet.maybe('extensions', (n) => quiet.object(n).object('cost'));
  const status = cost?.maybe('throttleStatus', (n) => cost.object(n));
  const requested = cost?.maybe('requestedQueryCost', (n) => cost.number(n));
  const available = status?.maybe('currentlyAvailable', (n) => status.number(n));
  const rate = status?.maybe('restoreRate', (n) => status.number(n));
  if (requested === undefined || available === undefined || rate === undefined || rate <= 0) return 1_000;
  return Math.min(60_000, Math.max(100, Math.ceil(((requested - available) / rate) * 1_000)));
}

/** What a refused GraphQL request means. `changes`: it was a mutation, so a fault of theirs leaves it open. */
function refusal(body: ObjectReader, changes: boolean): ConnectorError | undefined {
  const errors = errorsOf(body);
  const [first] = errors;
  if (!first) return undefined;
  const coded = errors.find((e) => e.code !== undefined && Object.hasOwn(KINDS, e.code)) ?? first;
  const code = coded.code ?? 'GRAPHQL';
  const vendor = { vendorCode: code, vendorMessage: coded.message };
  if (code === 'THROTTLED')
    return fail('quota', 'Shopify asks us to slow down; the call is repeated later.', {
      ...vendor,
      retryAfterMs: waitFor(body),
    });
  if (code === 'ACCESS_DENIED')
    return fail('not-authorised', `${sentence(coded.message)} Connect the store again and allow everything.`, vendor);
  if (code === 'INTERNAL_SERVER_ERROR')
    return fail(
      changes ? 'unknown-effect' : 'temporary-before-effect',
      changes
        ? 'Shopify answered with a fault of its own; whether it took effect is not known yet.'
        : 'Shopify has a fault of its own at the moment.',
      vendor,
    );
  return fail(KINDS[code] ?? 'invalid-input', sentence(coded.message), vendor);
}

export interface Answer {
  readonly data: ObjectReader;
  /** Shopify's words about parts it left out of an otherwise good answer. */
  readonly notes: readonly string[];
}

async function sendOnce(http: Http, token: string, call: GraphqlCall, changes: boolean): Promise<Answer> {
  const response = await http.send({
    method: 'POST',
    path: `/admin/api/${API_VERSION}/graphql.json`,
    name: call.name,
    readOnly: !changes,
    headers: { 'content-type': 'application/json', accept: 'application/json', 'x-shopify-access-token': token },
    body: JSON.stringify({ query: call.document, variables: call.variables ?? {} }),
    readProblem: readStatus,
  });
  const body = readObject(response.json());
  const data = body.raw('data');
  const errors = body.has('errors') ? errorsOf(body) : [];
  if (typeof data !== 'object' || data === null || Array.isArray(data)) {
    const refused = refusal(body, changes);
    if (refused) throw refused;
    throw new FieldProblem('data', 'is missing');
  }
  const reader = readObject(data, '', []);
  // A mutation has one root field: null with an error beside it means that it was not carried out.
  const empty = Object.values(data).every((value) => value === null || value === undefined);
  const refused = empty && errors.length > 0 ? refusal(body, changes) : undefined;
  if (refused) throw refused;
  return { data: reader, notes: errors.map((e) => `${manifest.name} left something out: ${e.message}`) };
}

/** With an access token of one's own, before there is an `AccessSource`. */
export const askWithToken = (http: Http, token: string, call: GraphqlCall): Promise<Answer> =>
  sendOnce(http, token, call, false);

/** A call with access; when Shopify refuses the token (401), with the renewed one, once. */
const send = (env: StoreEnv, call: GraphqlCall, changes: boolean): Promise<Answer> =>
  withAccess(
    env.access,
    ({ kind, vendorCode }) => kind === 'not-authorised' && vendorCode === 'HTTP 401',
    (token) => sendOnce(env.http, token, call, changes),
  );

/** Asks. Where the points are used up it waits for them, if that is soon. @throws ConnectorError `quota` else */
export const ask = (env: StoreEnv, call: GraphqlCall): Promise<Answer> =>
  waitingForBudget(env, 'THROTTLED', () => send(env, call, false));

/** Changes something. Never repeated here: a throttled mutation did nothing, and the caller comes back later. */
export const change = (env: StoreEnv, call: GraphqlCall): Promise<Answer> => send(env, call, true);

/** `userErrors` of a mutation's payload, in Shopify's words. @throws FieldProblem when they cannot be read */
export const userErrors = (payload: ObjectReader): string[] =>
  payload.strictList('userErrors', (item) => item.string('message'));
