/**
 * The only file that makes calls. User and password travel in every message; refusals are an `Errors` element in an answer
 * with status 200. They carry no stable codes, so they are told apart by the sentences the vendor lists for each call.
 */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail, type ConnectorError } from '@scanship/connector-kit/errors';
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
  /** An error in these words says that the call was done all the same. */
  readonly doneAllTheSame?: RegExp;
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

/** What a refusal means. @param code "Login", "Invalid", "rate_limit"; not stable between documents and answers */
export function refusal(code: string, words: string, readOnly: boolean, traceId?: string): ConnectorError {
  const more = { vendorCode: code, vendorMessage: excerpt(words), traceId };
  const said = `${NAME}: ${asSentence(words)}`;
  if (code === 'rate_limit' || /rate limit/i.test(words)) {
    const seconds = Number(/after (\d{1,4}) second/i.exec(words)?.[1] ?? '60');
    return fail('quota', `${NAME} asks us to slow down; the call is repeated later.`, {
      ...more,
      retryAfterMs: Math.max(1, seconds) * 1000,
    });
  }
  // Our reference is good for one purchase: one that was used means that an earlier attempt went through.
  if (USED.test(words) && !readOnly) return fail('unknown-effect', said, more);
  if (THEIRS.test(words)) return fail(readOnly ? 'temporary-before-effect' : 'unknown-effect', said, more);
  if (/^login$/i.test(code) || SIGN_IN.test(words))
    return fail(
      'not-authorised',
      `${NAME} did not accept the user name, password and client ID of this account.`,
      more,
    );
  if (!INPUT.test(words)) return fail('refused', said, more);
  return fail('invalid-input', said, { ...more, field: FIELDS.find(([form]) => form.test(words))?.[1] });
}

const yes = (reader: ObjectReader, name: string): boolean =>
  reader.choice(name, { true: true, '1': true, false: false, '0': false });

/**
 * The result of a call that succeeded, or whatever there is of one that was done all the same.
 * @throws ConnectorError from the first of the vendor's errors, FieldProblem for an answer to something else
 */
export async function ask(env: CarrierEnv, one: LandmarkCall): Promise<ObjectReader> {
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
  const [error] = answer.has('Errors')
    ? answer.object('Errors').strictList('Error', (e) => ({
        code: e.has('ErrorCode') ? e.string('ErrorCode') : '',
        words: e.string('ErrorMessage'),
      }))
    : [];
  if (error && one.doneAllTheSame?.test(error.words) === true) return answer;
  if (error) throw refusal(error.code, error.words, one.readOnly, response.traceId);
  const result = answer.object('Result');
  if (!yes(result, 'Success')) {
    const words = result.has('ResultMessage') ? result.string('ResultMessage') : 'the request was declined';
    throw refusal('', words, one.readOnly, response.traceId);
  }
  // An account that is not approved yet is answered as if all went well.
  if (env.mode === 'live' && answer.has('Test') && yes(answer, 'Test'))
    throw fail(
      'refused',
      `${NAME} has not taken this account live yet and answered with a test, so nothing was made; ask your integration manager to approve it.`,
      { traceId: response.traceId },
    );
  return result;
}
