/**
 * The only file that makes calls: SOAP with Basic sign-in and a `RequestContext` header. Errors come with status 200 inside
 * `ResponseInformation`; schema errors as a fault that carries a `ValidationFault`.
 */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import type { HttpRequest } from '@scanship/connector-kit/http/http';
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { callSoap, type SoapFault } from '@scanship/connector-kit/xml/soap';
import type { XmlTree } from '@scanship/connector-kit/xml/xml';
import { manifest } from './manifest.ts';
import { fieldOf, meaningOf, type VendorError } from './refusals.ts';
import { actionOf, LISTS, namespaceOf, SERVICES, type Service } from './vendor.ts';

export type Language = 'en' | 'fr';

export interface PurolatorCall {
  readonly service: Service;
  /** "CreateShipment": the elements are `CreateShipmentRequest` and `CreateShipmentResponse`. */
  readonly operation: string;
  /** For the trace. */
  readonly name: string;
  readonly body: XmlTree;
  readonly readOnly: boolean;
  readonly language?: Language | undefined;
  /** Ours; the service gives it back in its header. */
  readonly reference?: string | undefined;
}

export interface PurolatorAnswer {
  /** The response element without nil elements and attributes. */
  readonly answer: ObjectReader;
  /** What the service adds, a sentence each. */
  readonly messages: readonly string[];
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `xsi:nil` elements say nothing; attributes carry nothing else here. */
export function withoutNil(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNil).filter((item) => item !== undefined);
  if (!isRecord(value)) return value;
  if (value['@nil'] === 'true' || value['@nil'] === '1') return undefined;
  const entries = Object.entries(value).filter(([name]) => !name.startsWith('@'));
  // An element with nothing but attributes is an empty one.
  if (entries.length === 0 && Object.keys(value).length > 0) return '';
  const [only] = entries;
  if (entries.length === 1 && only?.[0] === '#text') return only[1];
  return Object.fromEntries(entries.map(([name, child]) => [name, withoutNil(child)]));
}

/** Errors of a `ResponseInformation`, wherever it stands. @throws FieldProblem when they cannot be read */
export function errorsOf(parent: ObjectReader): readonly VendorError[] {
  if (!parent.has('ResponseInformation')) return [];
  const information = parent.object('ResponseInformation');
  if (!information.has('Errors')) return [];
  return information.object('Errors').strictList('Error', (e) => ({
    code: e.has('Code') ? e.string('Code', /^[\w-]{1,20}$/) : '',
    text: e.string('Description'),
  }));
}

function messagesOf(answer: ObjectReader): readonly string[] {
  if (!answer.has('ResponseInformation')) return [];
  const information = answer.object('ResponseInformation');
  return (
    information.maybe('InformationalMessages', (n) =>
      information
        .object(n)
        .list('InformationalMessage', (m) => `${m.string('Message').replace(/(?<![.\s])[.\s]*$/, '')}.`, {
          optional: true,
        }),
    ) ?? []
  );
}

/** A `ValidationFault` names the first element the service could not take. */
function readFault(fault: SoapFault): { kind: 'invalid-input'; message: string; field?: string } | undefined {
  const validation = withoutNil(fault.detail.ValidationFault);
  if (!isRecord(validation) || !isRecord(validation.Details)) return undefined;
  const details: unknown = validation.Details.ValidationDetail;
  const first: unknown = Array.isArray(details) ? details[0] : undefined;
  if (!isRecord(first)) return undefined;
  const message = typeof first.Message === 'string' ? first.Message : 'the request is not valid';
  const key = typeof first.Key === 'string' ? first.Key : '';
  const field = fieldOf(`${key} ${message}`);
  return {
    kind: 'invalid-input',
    message: `${manifest.name}: ${message.replace(/(?<![.\s])[.\s]*$/, '')}.`,
    ...(field === undefined ? {} : { field }),
  };
}

/** @throws ConnectorError from a fault or an error of the answer */
export async function call(env: CarrierEnv, one: PurolatorCall): Promise<PurolatorAnswer> {
  const { key = '', password = '', activationKey = '' } = env.credentials;
  const authorization = `Basic ${Buffer.from(`${key.trim()}:${password.trim()}`).toString('base64')}`;
  const namespace = namespaceOf(one.service);
  const body = await callSoap({
    vendor: manifest.name,
    http: {
      send: (request: HttpRequest) => env.http.send({ ...request, headers: { ...request.headers, authorization } }),
    },
    path: SERVICES[one.service].path,
    action: actionOf(one.service, one.operation),
    name: one.name,
    header: {
      RequestContext: {
        '@xmlns': namespace,
        Version: SERVICES[one.service].version,
        Language: one.language ?? 'en',
        GroupID: '',
        RequestReference: one.reference ?? one.name,
        UserToken: activationKey.trim(),
      },
    },
    body: { [`${one.operation}Request`]: { '@xmlns': namespace, ...one.body } },
    readOnly: one.readOnly,
    arrays: LISTS,
    readFault,
  });
  const answer = readObject(withoutNil(body)).object(`${one.operation}Response`);
  const problem = meaningOf(errorsOf(answer), one.readOnly);
  if (problem) {
    const { kind = 'refused', message = '', ...more } = problem;
    throw fail(kind, message, more);
  }
  return { answer, messages: messagesOf(answer) };
}
