/** SOAP 1.1 over the kit's HTTP: envelope, faults as problems of the right kind, and the body as a parsed tree. */
import { fail, type ProblemKind } from '../errors.ts';
import type { Http, HttpRequest, HttpResponse, VendorProblem } from '../http/http.ts';
import { excerpt } from '../http/http-response.ts';
import { buildXml, parseXml, type XmlTree } from './xml.ts';

export interface SoapFault {
  readonly code: string;
  readonly text: string;
  /** Parsed `detail` element, empty when there is none. */
  readonly detail: Readonly<Record<string, unknown>>;
}

export interface SoapCall {
  readonly vendor: string;
  readonly http: Http;
  readonly path: string;
  readonly action: string;
  readonly name: string;
  readonly header?: XmlTree | undefined;
  readonly body: XmlTree;
  /** Attributes of the envelope: namespaces ("@xmlns:v1": "..."). */
  readonly namespaces?: Readonly<Record<string, string>> | undefined;
  readonly readOnly: boolean;
  readonly repeatable?: boolean | undefined;
  /** List paths, starting at the body's first element or with `*.`. */
  readonly arrays?: readonly string[] | undefined;
  /** The connector's reading of a fault; the default tells client from server faults. */
  readonly readFault?:
    | ((fault: SoapFault) => { kind: ProblemKind; message: string; field?: string } | undefined)
    | undefined;
}

const record = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

/**
 * The tree without elements that are there only to say "nil", and without attributes (types, namespaces); an element with
 * nothing but text is its text.
 * @param kept attributes that carry meaning: "@UnitOfMeasure"
 */
export function bareTree(value: unknown, kept: readonly string[] = []): unknown {
  if (Array.isArray(value)) return value.map((item) => bareTree(item, kept)).filter((item) => item !== undefined);
  if (typeof value !== 'object' || value === null) return value;
  const node = record(value);
  if (node['@nil'] === 'true' || node['@nil'] === '1') return undefined;
  const members = Object.entries(node).filter(([name]) => !name.startsWith('@') || kept.includes(name));
  const [first] = members;
  if (first === undefined) return '';
  if (members.length === 1 && first[0] === '#text') return first[1];
  return Object.fromEntries(
    members.map(([name, member]) => [name, bareTree(member, kept)] as const).filter(([, m]) => m !== undefined),
  );
}

const text = (value: unknown): string =>
  typeof value === 'string' ? value : typeof record(value)['#text'] === 'string' ? String(record(value)['#text']) : '';

export function soapEnvelope(call: Pick<SoapCall, 'header' | 'body' | 'namespaces'>): string {
  return buildXml({
    'soap:Envelope': {
      '@xmlns:soap': 'http://schemas.xmlsoap.org/soap/envelope/',
      ...Object.fromEntries(Object.entries(call.namespaces ?? {}).map(([name, uri]) => [`@${name}`, uri])),
      'soap:Header': call.header,
      'soap:Body': call.body,
    },
  });
}

/** Reads SOAP 1.1 and 1.2 faults. */
function faultOf(body: Readonly<Record<string, unknown>>): SoapFault | undefined {
  if (!('Fault' in body)) return undefined;
  const fault = record(body.Fault);
  return {
    code: text(fault.faultcode) || text(record(fault.Code).Value),
    text: text(fault.faultstring) || text(record(fault.Reason).Text),
    detail: record(fault.detail ?? fault.Detail),
  };
}

function faultProblem(call: SoapCall, fault: SoapFault): VendorProblem {
  const read = call.readFault?.(fault);
  const theirs = !/client|sender/i.test(fault.code);
  const kind: ProblemKind =
    read?.kind ?? (theirs ? (call.readOnly ? 'temporary-before-effect' : 'unknown-effect') : 'refused');
  const message =
    read?.message ??
    (theirs ? `${call.vendor} has a fault of its own at the moment.` : `${call.vendor} declined this request.`);
  return { kind, message, vendorCode: fault.code, vendorMessage: excerpt(fault.text), field: read?.field };
}

/** The children of `Body`. @throws ConnectorError `vendor-broken` when it is not a SOAP message */
function bodyOf(call: SoapCall, response: HttpResponse): Readonly<Record<string, unknown>> {
  const arrays = (call.arrays ?? []).map((p) => (p.startsWith('*.') ? p : `Envelope.Body.${p}`));
  const body = record(record(parseXml(response.text(), { vendor: call.vendor, arrays }).Envelope).Body);
  if (Object.keys(body).length > 0) return body;
  throw fail('vendor-broken', `${call.vendor} sent a SOAP answer without a body.`, { traceId: response.traceId });
}

/**
 * Calls and answers the parsed children of the SOAP body.
 * @throws ConnectorError from the fault, or as the HTTP client does; an error page instead of SOAP counts as their fault.
 */
export async function callSoap(call: SoapCall): Promise<Readonly<Record<string, unknown>>> {
  const request: HttpRequest = {
    method: 'POST',
    path: call.path,
    name: call.name,
    headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: `"${call.action}"`, accept: 'text/xml' },
    body: soapEnvelope(call),
    readOnly: call.readOnly,
    repeatable: call.repeatable,
    // Faults travel with status 500, so what they mean is in the body; an error page in its place throws and counts as 500.
    readProblem: (refusal) => {
      const fault = faultOf(bodyOf(call, refusal));
      return fault && faultProblem(call, fault);
    },
  };
  const response = await call.http.send(request);
  const body = bodyOf(call, response);
  const fault = faultOf(body);
  if (!fault) return body;
  const { kind = 'refused', message = '', ...more } = faultProblem(call, fault);
  throw fail(kind, message, { ...more, traceId: response.traceId });
}
