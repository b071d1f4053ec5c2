/** The only file that makes calls. Refusals come as SOAP faults (sign-in) or as `Errors` in an answer with status 200. */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail, type ProblemKind } from '@scanship/connector-kit/errors';
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { callSoap } from '@scanship/connector-kit/xml/soap';
import { manifest } from './manifest.ts';
import { ACTIONS, NAMESPACE, PATH, type Action, type Message } from './vendor.ts';

const ARRAYS = [
  '*.Errors.Error',
  '*.LeftOut.Shipment',
  '*.Rates.Rate',
  '*.Lines.Line',
  '*.Parcels.Parcel',
  '*.Events.Event',
];

const WORDS: Readonly<Record<string, { kind: ProblemKind; message: string }>> = {
  E100: { kind: 'invalid-input', message: `${manifest.name} does not accept one of the fields.` },
  E210: { kind: 'refused', message: `${manifest.name} does not offer this service for this shipment.` },
  E220: { kind: 'invalid-input', message: `${manifest.name} needs customs information for this destination.` },
  E300: { kind: 'refused', message: `${manifest.name} does not know it.` },
  E310: { kind: 'refused', message: 'This shipment has already been voided.' },
  E320: { kind: 'refused', message: 'This shipment is already on its way and can no longer be voided.' },
  E410: { kind: 'refused', message: `${manifest.name} does not come on this day.` },
  E420: { kind: 'refused', message: 'This pickup is cancelled already.' },
  E510: { kind: 'refused', message: 'None of these shipments can be put on a day list.' },
};

const OUR_FIELDS: Readonly<Record<string, string>> = {
  'From.PostalCode': 'from.zipcode',
  'To.PostalCode': 'to.zipcode',
  'From.Province': 'from.provinceCode',
  'To.Province': 'to.provinceCode',
  'To.Country': 'to.countryCode',
  'From.Country': 'from.countryCode',
  Customs: 'customs',
};

export interface GroundCall {
  readonly action: Action;
  readonly name: string;
  readonly body: Message;
  readonly readOnly: boolean;
  /** Codes that are an answer here and not an error. */
  readonly expected?: readonly string[] | undefined;
}

function throwError(answer: ObjectReader, expected: readonly string[]): string | undefined {
  if (!answer.has('Errors')) return undefined;
  const [first] = answer.object('Errors').strictList('Error', (e) => ({
    code: e.string('Code', /^E\d{3}$/),
    description: e.string('Description'),
    field: e.maybe('Field', (n) => e.string(n)),
  }));
  if (!first) return undefined;
  if (expected.includes(first.code)) return first.code;
  const known = WORDS[first.code] ?? {
    kind: 'refused' as const,
    message: `${manifest.name}: ${first.description.replace(/\.?$/, '.')}`,
  };
  const said = first.code === 'E100' ? `${manifest.name}: ${first.description.replace(/\.?$/, '.')}` : known.message;
  throw fail(known.kind, said, {
    vendorCode: first.code,
    vendorMessage: first.description,
    field: OUR_FIELDS[first.field ?? ''],
  });
}

/**
 * Calls and answers the reader of the response element, with the expected code if it was that.
 * @throws ConnectorError from a fault or an error of the answer
 */
export async function call(
  env: CarrierEnv,
  one: GroundCall,
): Promise<{ readonly answer: ObjectReader; readonly code: string | undefined }> {
  const action = ACTIONS[one.action];
  const body = await callSoap({
    vendor: manifest.name,
    http: env.http,
    path: PATH,
    action: `${NAMESPACE}/${action}`,
    name: one.name,
    namespaces: { 'xmlns:tg': NAMESPACE },
    header: { 'tg:Security': { Username: env.credentials.username, Password: env.credentials.password } },
    body: { [`tg:${action}Request`]: one.body },
    readOnly: one.readOnly,
    arrays: ARRAYS,
    readFault: (fault) =>
      fault.code.endsWith('Authentication')
        ? {
            kind: 'not-authorised',
            message: `${manifest.name} did not accept the user name and password of this account.`,
          }
        : undefined,
  });
  const answer = readObject(body, '').object(`${action}Response`);
  return { answer, code: throwError(answer, one.expected ?? []) };
}
