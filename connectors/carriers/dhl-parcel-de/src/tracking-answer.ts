/** Questions of the tracking service: one XML element with attributes, the answer nested elements of the same name. */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { buildXml, parseXml } from '@scanship/connector-kit/xml/xml';
import { askTracking, trackingUser } from './client.ts';
import { manifest } from './manifest.ts';
import { sentence } from './problems.ts';

type Request = 'd-get-piece-detail' | 'd-get-signature';

/** Codes of the whole answer: no data, no electronic data, no data for this postal code. */
const NOTHING: ReadonlySet<string> = new Set(['100', '200', '57']);
/** Wrong user, too many wrong ones, no right. */
const DENIED: ReadonlySet<string> = new Set(['5', '6', '62']);
/** Numbers that cannot be ones: wrong check digit, none at all. */
const MALFORMED: ReadonlySet<string> = new Set(['41', '45', '64']);

/** Attributes carry "@" in front. */
export const attribute = (one: ObjectReader, name: string): string | undefined =>
  one.maybe(`@${name}`, (n) => one.string(n));

/** The answer's element, or undefined when DHL knows nothing. @throws ConnectorError for refusals */
export async function askDhl(
  env: CarrierEnv,
  request: Request,
  pieceCodes: readonly string[],
  name: string,
): Promise<ObjectReader | undefined> {
  const { appname, password } = trackingUser(env);
  const xml = buildXml({
    data: {
      '@appname': appname,
      '@language-code': 'en',
      '@password': password,
      '@piece-code': pieceCodes.join(';'),
      '@request': request,
    },
  });
  const response = await askTracking(env, xml.replace(/\n/, ''), name);
  const tree = parseXml(response.text(), {
    vendor: manifest.name,
    arrays: ['data.data', 'data.data.data.data'],
    // A signature is a picture in hexadecimal digits.
    maxLength: 8_000_000,
  });
  const answer = readObject(tree).object('data');
  const code = answer.id('@code', /^-?\d{1,5}$/);
  if (code === '0') return answer;
  const words = attribute(answer, 'error') ?? `code ${code}`;
  const more = { vendorCode: code, vendorMessage: words };
  if (NOTHING.has(code)) return undefined;
  if (DENIED.has(code))
    throw fail(
      'not-authorised',
      `${manifest.name} did not accept the user name and password of this account for tracking.`,
      more,
    );
  if (MALFORMED.has(code)) throw fail('invalid-input', sentence(words), { ...more, field: 'trackingNumber' });
  throw fail(code.startsWith('-') ? 'temporary-before-effect' : 'refused', sentence(words), more);
}

/** DHL writes numbers with and without leading zeros. */
const bareNumber = (number: string): string => number.trim().toUpperCase().replace(/^0+/, '');

/** Whether an element is about the number that was asked for. */
export const isAbout = (one: ObjectReader, number: string): boolean =>
  ['searched-piece-code', 'piece-code', 'piece-identifier'].some((name) => {
    const value = one.raw(`@${name}`);
    return typeof value === 'string' && value !== '' && bareNumber(value) === bareNumber(number);
  });
