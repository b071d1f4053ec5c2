/** The judge of requests, on a small document of our own; and the mutants, on a small request. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { jsonMutants } from './json-mutants.ts';
import { type ApiRequest, openContract } from './openapi.ts';

const folder = mkdtempSync(join(tmpdir(), 'openapi-'));
afterAll(() => rmSync(folder, { recursive: true }));

const DOCUMENT = `
openapi: 3.0.3
info: { title: Small, version: '' }
servers: [{ url: 'https://api.example/v1' }]
security: [{ token: [] }]
paths:
  /parcels/{parcel-id}:
    parameters:
      - { name: parcel-id, in: path, required: true, schema: { type: string, maxLength: 5 } }
    put:
      parameters:
        - $ref: '#/components/parameters/Count'
        - { name: X-Trace, in: header, required: true, schema: { type: string } }
      requestBody: { $ref: '#/components/requestBodies/Parcel' }
      responses:
        '200': { description: fine, content: { application/json: { schema: { $ref: '#/components/schemas/Parcel' } } } }
  /token:
    post:
      servers: [{ url: 'https://api.example' }]
      security: [{ basic: [] }]
      requestBody:
        required: true
        content:
          application/x-www-form-urlencoded:
            schema: { type: object, required: [grant_type], properties: { grant_type: { type: string }, ttl: { type: integer } } }
      responses: { '200': { description: fine } }
components:
  securitySchemes:
    token: { type: oauth2, flows: {} }
    basic: { type: http, scheme: basic }
  parameters:
    Count: { name: count, in: query, schema: { $ref: '#/components/schemas/Count' } }
  requestBodies:
    Parcel: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Parcel' } } } }
  schemas:
    Count: { type: integer, minimum: 1 }
    Parcel:
      type: object
      required: [weight, made]
      properties:
        weight: { type: number, minimum: 0, exclusiveMinimum: true }
        made: { type: string, format: date }
        note: { type: string, nullable: true, maxLength: 3 }
        code: { type: string, minLength: 4, maximum: 1 }
        inner: { $ref: '#/components/schemas/Parcel' }
`;
const yaml = join(folder, 'small.yaml');
writeFileSync(yaml, DOCUMENT);

const BODY = { weight: 1.5, made: '2026-11-21' };
const put = (more: Partial<ApiRequest> & { readonly json?: unknown } = {}): ApiRequest => ({
  method: 'PUT',
  path: '/v1/parcels/AB',
  headers: { Authorization: 'Bearer x', 'X-Trace': 't', 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(more.json ?? BODY),
  ...more,
});

describe('the judge', () => {
  const contract = openContract(yaml);
  it.each<[string, ApiRequest, string | undefined]>([
    ['a whole request', put(), undefined],
    ['null where it may be', put({ json: { ...BODY, note: null } }), undefined],
    ['a maximum that means a count', put({ json: { ...BODY, code: 'ABCD' } }), undefined],
    ['a query that is a number', put({ path: '/v1/parcels/AB?count=3' }), undefined],
    ['a query that is none', put({ path: '/v1/parcels/AB?count=three' }), 'query parameter count'],
    ['a query below its least', put({ path: '/v1/parcels/AB?count=0' }), 'query parameter count'],
    ['a path value too long', put({ path: '/v1/parcels/ABCDEF' }), 'path parameter parcel-id'],
    ['another server path', put({ path: '/v2/parcels/AB' }), 'there is no PUT'],
    ['another method', put({ method: 'POST' }), 'there is no POST'],
    ['no header', put({ headers: { authorization: 'Bearer x' } }), 'header parameter X-Trace'],
    ['no sign-in', put({ headers: { 'x-trace': 't', 'content-type': 'application/json' } }), 'sign-in'],
    ['no body', put({ body: undefined }), 'body is missing'],
    ['another media type', put({ headers: { ...put().headers, 'content-type': 'text/xml' } }), 'text/xml'],
    ['half a body', put({ body: '{"weight":' }), 'not JSON'],
    ['a required part missing', put({ json: { weight: 1 } }), "'made'"],
    ['the excluded least', put({ json: { ...BODY, weight: 0 } }), 'must be > 0'],
    ['no day', put({ json: { ...BODY, made: '2026-13-01' } }), 'format'],
    ['a fault inside', put({ json: { ...BODY, inner: { weight: 'x', made: '2026-01-01' } } }), '/inner/weight'],
  ])('%s', (_what, request, refusal) => {
    const verdict = contract.judge(request);
    expect(verdict.accepted, verdict.why).toBe(refusal === undefined);
    if (refusal !== undefined) expect(verdict.why).toContain(refusal);
  });

  it('reads forms as text with types, on a server of its own, with a sign-in of its own', () => {
    const post = (body: string, authorization = 'Basic eDp5'): ApiRequest => ({
      method: 'POST',
      path: '/token',
      headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
      body,
    });
    expect(contract.judge(post('grant_type=x&ttl=60')).accepted).toBe(true);
    expect(contract.judge(post('grant_type=x&ttl=soon')).accepted).toBe(false);
    expect(contract.judge(post('ttl=60')).accepted).toBe(false);
    expect(contract.judge(post('grant_type=x', 'Bearer x')).accepted).toBe(false);
  });

  it('judges answers, with or without the lengths of texts', () => {
    const short = { ...BODY, code: 'AB' };
    const lenient = openContract(yaml, [], { answerLengths: 'ignored' });
    expect(contract.judgeAnswer(put(), 200, short).accepted).toBe(false);
    expect(lenient.judgeAnswer(put(), 200, short).accepted).toBe(true);
    expect(lenient.judge(put({ json: short })).accepted).toBe(false);
    expect(lenient.judgeAnswer(put(), 200, { weight: 1 }).accepted).toBe(false);
    expect(lenient.judgeAnswer(put(), 500, BODY).accepted).toBe(false);
  });

  it('takes corrections by name, and says when one points nowhere', () => {
    const corrected = openContract(yaml, [
      { at: 'components.schemas.Parcel.properties.code', set: { minLength: 1 }, reason: 'four is too many' },
      { at: 'components.parameters.Count.schema', set: { $ref: undefined, type: 'string' }, reason: 'words, too' },
    ]);
    expect(corrected.judge(put({ json: { ...BODY, code: 'A' } })).accepted).toBe(true);
    expect(corrected.judge(put({ path: '/v1/parcels/AB?count=three' })).accepted).toBe(true);
    expect(() => openContract(yaml, [{ at: 'components.schemas.Gone', set: {}, reason: '' }])).toThrow('nothing at');
  });

  it('knows the schemas of version 3.1', () => {
    const file = join(folder, 'newer.json');
    const schema = { type: ['string', 'null'], const: 'yes' };
    const operation = { requestBody: { content: { 'application/json': { schema } } }, responses: {} };
    writeFileSync(file, JSON.stringify({ openapi: '3.1.0', paths: { '/x': { post: operation } } }));
    const newer = openContract(file);
    const say = (json: unknown): boolean =>
      newer.judge({
        method: 'POST',
        path: '/x',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(json),
      }).accepted;
    expect([say('yes'), say('no'), say(1)]).toEqual([true, false, false]);
  });
});

it('mutants change one place at a time, and name it', () => {
  const request = { a: 'x', list: [{ n: 1 }], ok: true };
  const mutants = jsonMutants(request);
  const of = (what: string): unknown => mutants.find((m) => m.what === what)?.value;
  expect(of('a removed')).toEqual({ list: [{ n: 1 }], ok: true });
  expect(of('a null')).toEqual({ ...request, a: null });
  expect(of('a empty')).toEqual({ ...request, a: '' });
  expect(of('list[0] removed')).toEqual({ ...request, list: [] });
  expect(of('list[0].n text')).toEqual({ ...request, list: [{ n: 'seven' }] });
  expect(of('list an object')).toEqual({ ...request, list: { x: 1 } });
  expect(of('ok text')).toEqual({ ...request, ok: 'maybe' });
  expect(new Set(mutants.map((m) => m.what)).size).toBe(mutants.length);
  for (const { value } of mutants) expect(value).not.toEqual(request);
});
