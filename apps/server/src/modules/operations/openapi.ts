/** The OpenAPI 3.1 document, made from the calls themselves: what is served is what is described. */
import type { Call } from '@scanship/contracts/call';
import { envelope } from '@scanship/contracts/envelope';
import { ERRORS, type ErrorCode } from '@scanship/contracts/errors';
import type { Json, JsonObject } from '@scanship/domain/values/json';
import * as z from 'zod/mini';

const JSON_BODY = 'application/json';

/** `input` is what a caller sends, `output` what the server answers. */
const schemaOf = (schema: z.ZodMiniType, io: 'input' | 'output'): JsonObject => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' });
  return rest as JsonObject;
};

const fieldsOf = (schema: z.ZodMiniObject | undefined, place: 'path' | 'query'): JsonObject[] => {
  if (!schema) return [];
  const object = schemaOf(schema, 'input') as { properties?: Record<string, Json>; required?: string[] };
  return Object.entries(object.properties ?? {}).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || (object.required ?? []).includes(name),
    schema: field,
  }));
};

const headersOf = (call: Call): JsonObject[] => [
  ...(call.method === 'GET' || call.id === 'uiInit'
    ? []
    : [
        {
          name: 'X-XSRF-TOKEN',
          in: 'header',
          required: true,
          schema: { type: 'string' },
          description: 'The value of the cookie XSRF-TOKEN.',
        },
      ]),
  ...(call.idempotent
    ? [
        {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          schema: { type: 'string', minLength: 8, maxLength: 200 },
          description: 'The same key with the same request answers the first result.',
        },
      ]
    : []),
];

const bodyOf = (call: Call): JsonObject | undefined => {
  if (call.upload) {
    const fields = call.body ? (schemaOf(call.body, 'input') as { properties?: JsonObject; required?: string[] }) : {};
    const form = {
      type: 'object',
      properties: { ...fields.properties, file: { type: 'string', format: 'binary', description: 'At most 25 MB.' } },
      required: [...(fields.required ?? []), 'file'],
    };
    return { required: true, content: { 'multipart/form-data': { schema: form } } };
  }
  return call.body ? { required: true, content: { [JSON_BODY]: { schema: schemaOf(call.body, 'input') } } } : undefined;
};

const inEnvelope = (data: z.ZodMiniType | undefined): JsonObject => ({
  type: 'object',
  properties: { data: data ? schemaOf(data, 'output') : {}, successMessage: { type: 'string' } },
  required: ['data'],
});

const successOf = (call: Call): JsonObject => {
  if (call.produces === 'application/x-ndjson') {
    const line = call.data ? schemaOf(call.data, 'output') : {};
    return {
      description: 'JSON lines, each as it comes; every line fits this schema.',
      content: { [call.produces]: { schema: line } },
    };
  }
  if (call.produces) {
    // A stored file, or one in a format that was asked for: its header names the type.
    const type = call.produces === 'application/octet-stream' ? '*/*' : call.produces;
    const file = { schema: { type: 'string', format: 'binary' } };
    // Long work is answered 202 with what is known so far.
    const later = call.data ? { [JSON_BODY]: { schema: inEnvelope(call.data) } } : {};
    return { description: 'The file.', content: { [type]: file, ...(call.orCsv && { 'text/csv': file }), ...later } };
  }
  return { description: 'Done.', content: { [JSON_BODY]: { schema: inEnvelope(call.data) } } };
};

const ENVELOPE = { $ref: '#/components/schemas/Envelope' };

/** Failures any call of this kind may answer; each call's own stand in the catalogue. */
const failuresOf = (call: Call): JsonObject => {
  const codes: ErrorCode[] = ['validation', 'rate_limited', 'internal'];
  if (call.auth !== 'public') codes.push('session_expired');
  if (call.permission ?? call.roles) codes.push('forbidden');
  if (call.params) codes.push('not_found');
  const answers = codes.map((code) => [
    String(ERRORS[code].status),
    {
      description: ERRORS[code].message,
      content: { [JSON_BODY]: { schema: ENVELOPE } },
    },
  ]);
  const any = { description: 'What the catalogue of codes says.', content: { [JSON_BODY]: { schema: ENVELOPE } } };
  return { ...(Object.fromEntries(answers) as JsonObject), default: any };
};

const descriptionOf = ({ noScreen, permission, roles }: Call): JsonObject => {
  const sentences = [
    ...(noScreen === undefined ? [] : [`No screen makes this call. It is for ${noScreen}.`]),
    ...(permission ? [`Needs the permission ${permission}.`] : []),
    ...(permission && roles ? [`Roles: ${roles.join(', ')}.`] : []),
  ];
  return sentences.length > 0 ? { description: sentences.join(' ') } : {};
};

const operationOf = (call: Call): JsonObject => ({
  operationId: call.id,
  summary: call.summary,
  tags: [call.path.split('/')[1] ?? 'other'],
  ...descriptionOf(call),
  security: call.auth === 'public' ? [] : [{ [`${call.auth}Token`]: [] }],
  parameters: [...fieldsOf(call.params, 'path'), ...fieldsOf(call.query, 'query'), ...headersOf(call)],
  requestBody: bodyOf(call),
  // 202: the work goes on, and the same shape tells how far it is.
  responses: { '2XX': successOf(call), ...failuresOf(call) },
});

/** @param origin address of the installation, "" for the one the document is read from */
export const openApiDocument = (calls: readonly Call[], version: string, origin = ''): JsonObject => {
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const call of calls) {
    const path = `/api${call.path}`;
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operationOf(call) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'ScanShip',
      version,
      description:
        'Every JSON answer is an envelope: `data` and perhaps `successMessage`, or `errorMessage` with `errorMessages`, `code`, `advice` and `reference`. Changing calls need the cookie XSRF-TOKEN repeated in the header X-XSRF-TOKEN; `POST /api/master/ui-init` sets it.',
    },
    servers: [{ url: origin === '' ? '/' : origin }],
    paths,
    components: {
      schemas: { Envelope: schemaOf(envelope, 'output') },
      securitySchemes: {
        accessToken: { type: 'http', scheme: 'bearer', description: 'From POST /api/user/sign-in; lives 15 minutes.' },
        refreshToken: { type: 'http', scheme: 'bearer', description: 'The refresh token; good once.' },
        agentToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'Of a paired print agent; good until it is removed.',
        },
      },
    },
  };
};
