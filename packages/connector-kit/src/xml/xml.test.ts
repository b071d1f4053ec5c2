import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ConnectorError } from '../errors.ts';
import type { Http } from '../http/http.ts';
import { statusVerdict } from '../http/http-faults.ts';
import { makeResponse } from '../http/http-response.ts';
import { callSoap, soapEnvelope, type SoapCall } from './soap.ts';
import { buildXml, parseXml } from './xml.ts';

const parse = (text: string, arrays: string[] = []): unknown => parseXml(text, { vendor: 'V', arrays });

describe('xml', () => {
  it('keeps text as written, drops prefixes, and lists what is a list', () => {
    expect(parse('<x:a k="1&amp;2"><b>007</b><c> 1 &lt; 2 &#233;</c><d/></x:a>', ['a.b'])).toEqual({
      a: { '@k': '1&2', b: ['007'], c: '1 < 2 é', d: '' },
    });
    expect(parse('<a><q><i>1</i></q></a>', ['*.q.i'])).toEqual({ a: { q: { i: ['1'] } } });
  });
  it.each([
    ['<!DOCTYPE a [<!ENTITY x "boo">]><a>&x;</a>'],
    ['<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>'],
    ['<a><b></a>'],
    ['<a>'],
    ['<a/><b/>'],
    [''],
    ['<html><body>Error</body>'],
    ['{"json":true}'],
    ['<a><__proto__>1</__proto__></a>'],
  ])('refuses %s', (text) => expect(() => parse(text)).toThrow(ConnectorError));
  it('refuses a document nested too deeply', () => {
    expect(() => parse(`${'<a>'.repeat(200)}${'</a>'.repeat(200)}`)).toThrow(ConnectorError);
  });
  it('refuses a document beyond its limit', () => {
    expect(() => parseXml(`<a>${'x'.repeat(100)}</a>`, { vendor: 'V', maxLength: 50 })).toThrow(/longer/);
  });
  it('what is built is read back the same, whatever the text', () => {
    const text = fc
      .string({ unit: 'binary', maxLength: 40 })
      .filter(
        (s) =>
          /^[\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]*$/u.test(s) && s === s.trim() && !s.includes('\r'),
      );
    fc.assert(
      fc.property(text, text, (a, b) => {
        const back = parse(buildXml({ root: { '@k': a, one: b, many: [{ v: a }, { v: b }], none: undefined } }), [
          'root.many',
        ]) as { root: Record<string, unknown> };
        expect(back.root.one).toBe(b);
        expect(back.root.many).toEqual([{ v: a }, { v: b }]);
      }),
      { numRuns: 60 },
    );
  });
});

/** Answers like the client: what is not 2xx becomes the verdict of the status and of `readProblem`. */
const answering = (status: number, body: string, sent: string[] = []): Http => ({
  send(request) {
    sent.push(String(request.body));
    const response = makeResponse('V', { status, headers: {}, bytes: Buffer.from(body), traceId: 't' });
    if (status < 300) return Promise.resolve(response);
    return Promise.reject(statusVerdict('V', request, response, 0, (t) => t).error);
  },
});
const envelope = (inner: string): string =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${inner}</s:Body></s:Envelope>`;
const fault = (code: string): string =>
  envelope(
    `<s:Fault><faultcode>${code}</faultcode><faultstring>Postal code missing</faultstring><detail><Code>E1</Code></detail></s:Fault>`,
  );
const call = (http: Http, readOnly = false): SoapCall => ({
  vendor: 'V',
  http,
  path: '/s',
  action: 'Create',
  name: 'create',
  body: { 'v:Create': { Name: 'A & B' } },
  namespaces: { 'xmlns:v': 'urn:v' },
  readOnly,
  arrays: ['CreateResponse.Pin'],
});
const kindOf = async (http: Http, readOnly = false): Promise<string> => {
  const error: unknown = await callSoap(call(http, readOnly)).then(
    () => 'no error',
    (e: unknown) => e,
  );
  return error instanceof ConnectorError ? error.problem.kind : String(error);
};

describe('soap', () => {
  it('sends an envelope and reads the body', async () => {
    const sent: string[] = [];
    const body = await callSoap(call(answering(200, envelope('<CreateResponse><Pin>1</Pin></CreateResponse>'), sent)));
    expect(body).toEqual({ CreateResponse: { Pin: ['1'] } });
    expect(sent[0]).toContain('<v:Create><Name>A &amp; B</Name></v:Create>');
    expect(soapEnvelope({ body: {}, header: { T: 'x' } })).toContain('<soap:Header><T>x</T></soap:Header>');
  });
  it('tells whose fault it is, and whether anything can have happened', async () => {
    expect(await kindOf(answering(500, fault('s:Client')))).toBe('refused');
    expect(await kindOf(answering(500, fault('s:Server')))).toBe('unknown-effect');
    expect(await kindOf(answering(500, fault('s:Server')), true)).toBe('temporary-before-effect');
    expect(await kindOf(answering(500, '<html>Down</html>'))).toBe('unknown-effect');
    expect(await kindOf(answering(500, '<html>Down</html>'), true)).toBe('temporary-before-effect');
    expect(await kindOf(answering(200, '<html>Welcome</html>'))).toBe('vendor-broken');
    expect(await kindOf(answering(200, envelope('')))).toBe('vendor-broken');
  });
  it('lets the connector read the fault', async () => {
    const read = callSoap({
      ...call(answering(500, fault('s:Client'))),
      readFault: (f) => ({ kind: 'invalid-input', message: `${f.text} (${String(f.detail.Code)}).` }),
    });
    await expect(read).rejects.toMatchObject({
      problem: { kind: 'invalid-input', message: 'Postal code missing (E1).', vendorCode: 's:Client' },
    });
  });
  it('reads SOAP 1.2 faults', async () => {
    const body = envelope(
      '<s:Fault><s:Code><s:Value>s:Sender</s:Value></s:Code><s:Reason><s:Text xml:lang="en">No</s:Text></s:Reason></s:Fault>',
    );
    await expect(callSoap(call(answering(500, body)))).rejects.toMatchObject({
      problem: { kind: 'refused', vendorMessage: 'No' },
    });
  });
});
