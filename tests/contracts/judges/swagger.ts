/** A Swagger 2.0 model as a judge: turned into the OpenAPI 3 it means, since its schemas are nearly the same. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openContract, type OpenApiJudge } from './openapi.ts';

type Node = Readonly<Record<string, unknown>>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

/** References into `#/definitions` lead into `#/components/schemas`. */
function moved(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(moved);
  if (!isNode(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      key === '$ref' && typeof member === 'string'
        ? member.replace('#/definitions/', '#/components/schemas/')
        : moved(member),
    ]),
  );
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** A list travels as one text with commas: its values, and how many, become a pattern. */
function parameterSchema(parameter: Node): unknown {
  const { type, format, items, maxItems, minItems } = parameter;
  if (type !== 'array') return { type, ...(format !== undefined && { format }) };
  const values = isNode(items) && Array.isArray(items['enum']) ? items['enum'].map(String).map(escaped) : undefined;
  const one = values === undefined ? '[^,]+' : `(?:${values.join('|')})`;
  const least = Math.max(0, Number(minItems ?? 1) - 1);
  return {
    type: 'string',
    pattern: `^${one}(?:,${one}){${least},${typeof maxItems === 'number' ? maxItems - 1 : ''}}$`,
  };
}

function operation(given: Node, shared: readonly unknown[]): Node {
  const parameters = [...shared, ...(Array.isArray(given['parameters']) ? given['parameters'] : [])].filter(isNode);
  const body = parameters.find((parameter) => parameter['in'] === 'body');
  const responses = isNode(given['responses']) ? given['responses'] : {};
  return {
    operationId: given['operationId'],
    parameters: parameters
      .filter((parameter) => parameter['in'] !== 'body')
      .map((parameter) => ({
        name: parameter['name'],
        in: parameter['in'],
        required: parameter['required'],
        schema: parameterSchema(parameter),
      })),
    ...(body && {
      requestBody: { required: body['required'], content: { 'application/json': { schema: moved(body['schema']) } } },
    }),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, response]) => [
        status,
        isNode(response) && response['schema'] !== undefined
          ? { description: '', content: { 'application/json': { schema: moved(response['schema']) } } }
          : { description: '' },
      ]),
    ),
  };
}

const METHODS = new Set(['get', 'put', 'post', 'delete', 'patch']);

/** @param file a Swagger 2.0 document as JSON, with parameters in place and bodies of JSON */
export function openSwagger(file: string): OpenApiJudge {
  const document = JSON.parse(readFileSync(file, 'utf8')) as Node;
  const paths = isNode(document['paths']) ? document['paths'] : {};
  const openapi = {
    openapi: '3.0.3',
    info: document['info'],
    paths: Object.fromEntries(
      Object.entries(paths).map(([path, item]) => {
        const shared = isNode(item) && Array.isArray(item['parameters']) ? item['parameters'] : [];
        const operations = isNode(item) ? Object.entries(item).filter(([method]) => METHODS.has(method)) : [];
        return [path, Object.fromEntries(operations.map(([m, o]) => [m, isNode(o) ? operation(o, shared) : o]))];
      }),
    ),
    components: { schemas: moved(document['definitions']) },
  };
  const folder = mkdtempSync(join(tmpdir(), 'swagger-'));
  const turned = join(folder, 'openapi.json');
  writeFileSync(turned, JSON.stringify(openapi));
  try {
    return openContract(turned);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
