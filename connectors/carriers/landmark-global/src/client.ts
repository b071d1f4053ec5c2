/**
 * The only file that makes calls. User and password travel in every message; refusals are an `Errors` element in an answer
 * with status 200. They carry no stable codes, so they are told apart by the sentences the vendor lists for each call.
 */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail, type ConnectorError, type ProblemKind } from '@scanship/connector-kit/errors';
import { asSentence, excerpt } from '@scanship/connector-kit/http/http-response';
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { buildXml, parseXml, type XmlTree } from '@scanship/connector-kit/xml/xml';
import { manifest } from './manifest.ts';

const NAME = manifest.name;
const LISTS = ['*.Errors.Error', '*.Packages.Package', '*.LabelImages.LabelImage', '*.Events.Event'];

export interface LandmarkCall {
  readonly document: 'Ship' | 'Cancel' | 'Track';
  /** Short name for the trace. */
  readonly name: string;
  /** What follows the sign-in. */
  readonly request: XmlTree;
  readonly readOnly: boolean;
}

const SIGN_IN =
  /username|password|credential|authenticat|login|permission|client is inactive|deactivated|desired client|client ID|User is not available/i;
/** They may have begun before they failed. */
const THEIRS = /error adding shipment|error loading|internal|unexpected error|try again|time-?out|database/i;
const USED = /^(?=[^]*reference )[^]*already used/i;
const INPUT =
  /invalid|required|not match|possible resolutions|not support|unsupported|please provide|must |not found in item|no items|not set up for delivery|does not have access/i;

/** Which of our fields a sentence is about; the first form that fits counts. */
const FIELDS: readonly (readonly [RegExp, string])[] = [
  [/vendor/i, 'from.companyName'],
  [/shipping service|ship ?method/i, 'service'],
  [/country ?of ?origin|sku|quantity|unit ?price|description|item/i, 'customs.items'],
  [/currency/i, 'customs.currency'],
  [/weight/i, 'parcels.0.weightGrams'],
  [/dimension/i, 'parcels.0.dimensions'],
  [/possible resolutions|postal|zip/i, 'to.zipcode'],
  [/state|province/i, 'to.provinceCode'],
  [/city/i, 'to.city'],
  [/country|delivery to/i, 'to.countryCode'],
  [/address1|address field: address/i, 'to.address1'],
  [/name/i, 'to.name'],
];
const fieldOf = (words: string): string | undefined => FIELDS.find(([form]) => form.test(words))?.[1];

/** Their words as a sentence. */
const sentence = (words: string): string => `${NAME}: ${asSentence(words)}`;

/** What a refusal means. @param code "Login", "Invalid", "rate_limit"; not stable between documents and answers */
export function refusal(code: string, words: string, readOnly: boolean, traceId?: string): ConnectorError {
  const more = { vendorCode: code, vendorMessage: excerpt(words), traceId };
  if (code === 'rate_limit' || /rate limit/i.test(words)) {
    const seconds = Number(/after (\d{1,4}) second/i.exec(words)?.[1] ?? '60');
    return fail('quota', `${NAME} asks us to slow down; the call is repeated later.`, {
      ...more,
      retryAfterMs: Math.max(1, seconds) * 1000,
    });
  }
  // Our reference is good for one purchase: one that was used means that an earlier attempt went through.
  if (USED.test(words) && !readOnly) return fail('unknown-effect', sentence(words), more);
  if (THEIRS.test(words)) return fail(readOnly ? 'temporary-before-effect' : 'unknown-effect', sentence(words), more);
  if (/^login$/i.test(code) || SIGN_IN.test(words))
    return fail(
      'not-authorised',
      `${NAME} did not accept the user name, password and client ID of this account.`,
      more,
    );
  const kind: ProblemKind = INPUT.test(words) ? 'invalid-input' : 'refused';
  return fail(kind, sentence(words), { ...more, field: kind === 'invalid-input' ? fieldOf(words) : undefined });
}

/** What Landmark Global says against a request, one entry for each of its errors; never empty. */
export interface Declined {
  readonly errors: readonly { readonly code: string; readonly words: string }[];
}

function declinedBy(answer: ObjectReader): Declined | undefined {
  if (!answer.has('Errors')) return undefined;
  const errors = answer.object('Errors').strictList('Error', (e) => ({
    code: e.has('ErrorCode') ? e.string('ErrorCode') : '',
    words: e.string('ErrorMessage'),
  }));
  return errors.length > 0 ? { errors } : undefined;
}

export interface Answered {
  /** `Result` of the answer; absent where it was declined without one. */
  readonly result: ObjectReader | undefined;
  readonly declined: Declined | undefined;
  /** The vendor treated the call as a test, so nothing it says is about real parcels. */
  readonly test: boolean;
  readonly traceId: string;
}

const yes = (reader: ObjectReader, name: string): boolean =>
  reader.choice(name, { true: true, '1': true, false: false, '0': false });

/** @throws FieldProblem for an answer to something else */
export async function exchange(env: CarrierEnv, one: LandmarkCall): Promise<Answered> {
  const { username = '', password = '', clientId = '' } = env.credentials;
  const response = await env.http.send({
    method: 'POST',
    path: `/v2/${one.document}.php`,
    name: one.name,
    headers: { 'content-type': 'application/xml; charset=utf-8', accept: 'application/xml, text/xml' },
    body: buildXml({
      [`${one.document}Request`]: {
        Login: { Username: username, Password: password },
        // Left out in earnest: for an account that is live, its mere presence makes a call a test.
        Test: env.mode === 'live' ? undefined : true,
        ClientID: clientId,
        ...one.request,
      },
    }),
    readOnly: one.readOnly,
  });
  const tree = parseXml(response.text(), { vendor: NAME, arrays: LISTS });
  // A message that could not be taken apart is answered under the plain name.
  const root = tree[`${one.document}Response`] ?? tree['Response'];
  if (root === undefined) throw new FieldProblem('The answer', `is no ${one.document}Response`);
  const answer = readObject(root, `${one.document}Response`);
  return {
    result: answer.has('Result') ? answer.object('Result') : undefined,
    declined: declinedBy(answer),
    test: answer.has('Test') && yes(answer, 'Test'),
    traceId: response.traceId,
  };
}

/**
 * The result of a call that succeeded.
 * @throws ConnectorError from the first of the vendor's errors
 */
export async function ask(env: CarrierEnv, one: LandmarkCall): Promise<ObjectReader> {
  const answered = await exchange(env, one);
  return succeeded(answered, one, env);
}

export function succeeded(
  { result, declined, test, traceId }: Answered,
  one: Pick<LandmarkCall, 'readOnly'>,
  env: Pick<CarrierEnv, 'mode'>,
): ObjectReader {
  const [first] = declined?.errors ?? [];
  if (first) throw refusal(first.code, first.words, one.readOnly, traceId);
  if (!result) throw new FieldProblem('Result', 'is missing');
  if (!yes(result, 'Success')) {
    const words = result.has('ResultMessage') ? result.string('ResultMessage') : 'the request was declined';
    throw refusal('', words, one.readOnly, traceId);
  }
  // An account that is not approved yet is answered as if all went well.
  if (test && env.mode === 'live')
    throw fail(
      'refused',
      `${NAME} has not taken this account live yet and answered with a test, so nothing was made; ask your integration manager to approve it.`,
      { traceId },
    );
  return result;
}
