/**
 * A vendor's OpenAPI document (3.0 or 3.1, JSON or YAML) as a judge of requests: method, path, parameters, sign-in, media type
 * and body. Known mistakes of a document are corrected by name and with a reason; everything else is taken at its word.
 */
import { readFileSync } from 'node:fs';
import { Ajv, type AnySchema, type ErrorObject, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';
import type { Verdict } from './differential.ts';

export interface ApiRequest {
  readonly method: string;
  /** Below the server's host, query included: "/api/rating/v2409/Shop?x=1". */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** As sent. */
  readonly body?: string | undefined;
}

/** A mistake in the document: members set on the schema at a path ("components.schemas.X.properties.Y"). */
export interface Correction {
  readonly at: string;
  readonly set: Readonly<Record<string, unknown>>;
  readonly reason: string;
}

export interface OpenApiJudge {
  /** Whether the contract accepts a request. */
  judge(request: ApiRequest): Verdict;
  /** Whether the body of an answer is what the contract says about this request's operation and status. */
  judgeAnswer(request: Pick<ApiRequest, 'method' | 'path'>, status: number, body: unknown): Verdict;
}

type Node = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);
const nodeOf = (value: unknown): Node => (isNode(value) ? value : {});
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

interface Parameter {
  readonly name: string;
  readonly where: string;
  readonly required: boolean;
  readonly check: ValidateFunction;
}

interface Operation {
  readonly method: string;
  /** One group for each of `names`. */
  readonly path: RegExp;
  readonly names: readonly string[];
  readonly parameters: readonly Parameter[];
  /** Each alternative lists schemes that must all be met; none at all means no sign-in. */
  readonly security: readonly (readonly Node[])[];
  readonly bodyRequired: boolean;
  readonly bodies: ReadonlyMap<string, ValidateFunction | undefined>;
  readonly answers: ReadonlyMap<string, ValidateFunction | undefined>;
}

/** OpenAPI 3.0 writes `exclusiveMinimum: true` beside `minimum`; JSON Schema knows only the number. */
function modernised(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(modernised);
  if (!isNode(value)) return value;
  const out: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) out[key] = modernised(member);
  for (const [flag, bound] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const)
    if (typeof out[flag] === 'boolean') {
      if (out[flag] && typeof out[bound] === 'number') out[flag] = out[bound];
      else delete out[flag];
    }
  return out;
}

/** The same without the lengths of texts. */
function withoutLengths(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutLengths);
  if (!isNode(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) =>
      (key === 'minLength' || key === 'maxLength') && typeof member === 'number' ? [] : [[key, withoutLengths(member)]],
    ),
  );
}

/** @throws RangeError when a correction points nowhere: the document has changed, and the correction must go. */
function corrected(document: unknown, corrections: readonly Correction[]): unknown {
  const copy: unknown = structuredClone(document);
  for (const { at, set } of corrections) {
    const target = at.split('.').reduce<unknown>((node, key) => {
      if (Array.isArray(node)) return node.find((item) => nodeOf(item)['name'] === key) ?? node[Number(key)];
      return nodeOf(node)[key];
    }, copy);
    if (!isNode(target)) throw new RangeError(`the contract has nothing at ${at}`);
    Object.assign(target, set);
  }
  return copy;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** A part of the document that is compiled outside it: its references are named by the document. */
function fromOutside(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(fromOutside);
  if (!isNode(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) =>
      key === '$ref' && typeof member === 'string' && member.startsWith('#')
        ? [key, `contract${member}`]
        : [key, fromOutside(member)],
    ),
  );
}

const why = (errors: readonly ErrorObject[] | null | undefined): string =>
  (errors ?? [])
    .slice(0, 3)
    .map((e) => `${e.instancePath || 'the body'} ${e.message ?? 'is not valid'}`)
    .join('; ');

const refused = (reason: string): Verdict => ({ accepted: false, why: reason });
const ACCEPTED: Verdict = { accepted: true, why: 'valid' };

const mediaTypeOf = (text: string | undefined): string => (text ?? '').split(';')[0]?.trim().toLowerCase() ?? '';

/**
 * Reads a document.
 * @param file JSON, or YAML by its ending
 * @param more.answerLengths `ignored` where the lengths of answers are known to be wrong throughout
 * @throws RangeError for a correction that points nowhere
 */
export function openContract(
  file: string,
  corrections: readonly Correction[] = [],
  more: { readonly answerLengths?: 'kept' | 'ignored' } = {},
): OpenApiJudge {
  const text = readFileSync(file, 'utf8');
  const raw: unknown = file.endsWith('.json') ? JSON.parse(text) : parse(text);
  const document = nodeOf(modernised(corrected(raw, corrections)));
  // Without a precision a weight of 3.004 is no multiple of 0.001, by the error of binary fractions.
  const options = { strict: false, validateSchema: false, logger: false, multipleOfPrecision: 6 } as const;
  const is31 = textOf(document['openapi']).startsWith('3.1');
  const open = (coerceTypes: boolean, content: Node): Ajv => {
    const ajv = is31 ? new Ajv2020({ ...options, coerceTypes }) : new Ajv({ ...options, coerceTypes });
    addFormats.default(ajv);
    ajv.addSchema(content, 'contract');
    return ajv;
  };
  const bodies = open(false, document);
  // Parameters and forms are text on the wire, whatever their schema says.
  const texts = open(true, document);
  const answers = more.answerLengths === 'ignored' ? open(false, nodeOf(withoutLengths(document))) : bodies;
  const pointer = (...path: readonly string[]): AnySchema => ({
    $ref: `contract#/${path.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`,
  });
  const resolved = (value: unknown): Node => {
    const node = nodeOf(value);
    const ref = textOf(node['$ref']);
    if (!ref.startsWith('#/')) return node;
    const found = ref
      .slice(2)
      .split('/')
      .reduce<unknown>((at, key) => nodeOf(at)[key.replaceAll('~1', '/').replaceAll('~0', '~')], document);
    return resolved(found);
  };
  const schemes = nodeOf(nodeOf(document['components'])['securitySchemes']);

  /** Path of each server of an operation ("/api"); the host is the caller's business. */
  const basesOf = (...holders: readonly Node[]): string[] => {
    const servers = holders.map((h) => listOf(h['servers'])).find((list) => list.length > 0) ?? [];
    const paths = servers.map((server) => {
      const url = textOf(nodeOf(server)['url']);
      return (url.includes('://') ? new URL(url).pathname : url).replace(/\/$/, '');
    });
    return paths.length > 0 ? [...new Set(paths)] : [''];
  };

  function contentOf(own: Ajv, holder: Node, ...path: readonly string[]): Map<string, ValidateFunction | undefined> {
    const checks = new Map<string, ValidateFunction | undefined>();
    for (const [type, media] of Object.entries(nodeOf(holder['content']))) {
      const ajv = type.includes('form') ? texts : own;
      const has = isNode(nodeOf(media)['schema']);
      checks.set(type.toLowerCase(), has ? ajv.compile(pointer(...path, 'content', type, 'schema')) : undefined);
    }
    return checks;
  }

  /** The place where a member really is, so that a shared one (`$ref`) is compiled there. */
  const placeOf = (value: unknown, ...path: readonly string[]): readonly string[] => {
    const ref = textOf(nodeOf(value)['$ref']);
    return ref.startsWith('#/') ? ref.slice(2).split('/') : path;
  };

  const operations: Operation[] = [];
  for (const [path, item] of Object.entries(nodeOf(document['paths'])))
    for (const method of METHODS) {
      const operation = nodeOf(item)[method];
      if (!isNode(operation)) continue;
      const body = resolved(operation['requestBody']);
      const responses = Object.entries(nodeOf(operation['responses']));
      const source = path
        .split(/(\{[^}]+\})/)
        .map((part) => (part.startsWith('{') ? '([^/]+)' : escaped(part)))
        .join('');
      const bases = basesOf(operation, nodeOf(item), document).map(escaped);
      operations.push({
        method,
        path: new RegExp(`^(?:${bases.join('|')})${source}$`),
        names: [...path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1] ?? ''),
        parameters: [...listOf(nodeOf(item)['parameters']), ...listOf(operation['parameters'])].map((entry) => {
          const parameter = resolved(entry);
          const schema = fromOutside(nodeOf(parameter['schema']));
          return {
            name: textOf(parameter['name']),
            where: textOf(parameter['in']),
            required: parameter['required'] === true,
            check: texts.compile({ type: 'object', properties: { value: schema }, required: ['value'] }),
          };
        }),
        security: listOf(operation['security'] ?? document['security']).map((alternative) =>
          Object.keys(nodeOf(alternative)).map((name) => resolved(schemes[name])),
        ),
        bodyRequired: body['required'] === true,
        bodies: contentOf(bodies, body, ...placeOf(operation['requestBody'], 'paths', path, method, 'requestBody')),
        answers: new Map(
          responses.map(([status, response]) => [
            status,
            [
              ...contentOf(
                answers,
                resolved(response),
                ...placeOf(response, 'paths', path, method, 'responses', status),
              ).values(),
            ][0],
          ]),
        ),
      });
    }

  // "Concrete paths would be matched before their templated counterparts" (OpenAPI 3, Paths Object).
  operations.sort((a, b) => a.names.length - b.names.length);

  const find = (method: string, path: string): { operation: Operation; values: Node } | undefined => {
    for (const operation of operations) {
      const match = operation.method === method.toLowerCase() ? operation.path.exec(path) : null;
      if (match)
        return { operation, values: Object.fromEntries(operation.names.map((name, i) => [name, match[i + 1] ?? ''])) };
    }
    return undefined;
  };

  return {
    judge(request) {
      const url = new URL(request.path, 'http://contract');
      const found = find(request.method, url.pathname);
      if (!found) return refused(`there is no ${request.method} ${url.pathname}`);
      const headers = Object.fromEntries(Object.entries(request.headers).map(([k, v]) => [k.toLowerCase(), v]));
      const sources: Readonly<Record<string, (name: string) => unknown>> = {
        path: (name) => decoded(textOf(found.values[name])),
        query: (name) => url.searchParams.get(name) ?? undefined,
        header: (name) => headers[name.toLowerCase()],
        cookie: () => undefined,
      };
      for (const parameter of found.operation.parameters) {
        const value = sources[parameter.where]?.(parameter.name);
        if (value === undefined) {
          if (parameter.required) return refused(`${parameter.where} parameter ${parameter.name} is missing`);
        } else if (!parameter.check({ value }))
          return refused(`${parameter.where} parameter ${parameter.name}: ${why(parameter.check.errors)}`);
      }
      const signedIn = found.operation.security.some((all) => all.every((scheme) => meets(scheme, headers, url)));
      if (found.operation.security.length > 0 && !signedIn) return refused('the sign-in is missing');
      return judgeBody(found.operation, headers['content-type'], request.body);
    },
    judgeAnswer(request, status, body) {
      const found = find(request.method, new URL(request.path, 'http://contract').pathname);
      if (!found) return refused(`there is no ${request.method} ${request.path}`);
      const check = found.operation.answers.get(String(status)) ?? found.operation.answers.get('default');
      if (!check) return refused(`status ${status} is not described`);
      return check(body) ? ACCEPTED : refused(why(check.errors));
    },
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    return text;
  }
}

function meets(scheme: Node, headers: Readonly<Record<string, string>>, url: URL): boolean {
  const authorization = headers['authorization'] ?? '';
  switch (scheme['type']) {
    case 'oauth2':
    case 'openIdConnect':
      return /^Bearer \S+$/.test(authorization);
    case 'http':
      return scheme['scheme'] === 'basic'
        ? /^Basic [A-Za-z0-9+/=]+$/.test(authorization)
        : /^Bearer \S+$/i.test(authorization);
    case 'apiKey': {
      const name = textOf(scheme['name']);
      const value = scheme['in'] === 'query' ? url.searchParams.get(name) : headers[name.toLowerCase()];
      return value !== undefined && value !== null && value !== '';
    }
    default:
      return false;
  }
}

function judgeBody(operation: Operation, contentType: string | undefined, body: string | undefined): Verdict {
  if (body === undefined || body === '') return operation.bodyRequired ? refused('the body is missing') : ACCEPTED;
  if (operation.bodies.size === 0) return refused('a body is not expected');
  const type = mediaTypeOf(contentType);
  const own = operation.bodies.has(type) ? type : operation.bodies.has('*/*') ? '*/*' : undefined;
  if (own === undefined)
    return refused(`${type || 'no media type'} is not one of ${[...operation.bodies.keys()].join(', ')}`);
  const check = operation.bodies.get(own);
  if (!check) return ACCEPTED;
  let value: unknown;
  if (type.includes('form')) value = Object.fromEntries(new URLSearchParams(body));
  else
    try {
      value = JSON.parse(body);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      return refused('the body is not JSON');
    }
  return check(value) ? ACCEPTED : refused(why(check.errors));
}
