/** What goes over the line for a call of a vendor, and what is read of a sign-in. */
import { expect, it } from 'vitest';
import { fetchToken } from '../credentials/fetch-token.ts';
import type { Http, HttpRequest } from './http.ts';
import { makeResponse } from './http-response.ts';
import { basic, download, sendCall, type OutgoingCall } from './vendor-call.ts';

function answering(body: unknown = {}): { readonly sent: HttpRequest[]; readonly http: Http } {
  const sent: HttpRequest[] = [];
  return {
    sent,
    http: {
      send: (request) => {
        sent.push(request);
        const bytes = new Uint8Array(Buffer.from(JSON.stringify(body)));
        return Promise.resolve(makeResponse('V', { status: 200, headers: {}, bytes, traceId: 't' }));
      },
    },
  };
}
const sentFor = async (call: OutgoingCall): Promise<Pick<HttpRequest, 'method' | 'headers' | 'body'>> => {
  const { sent, http } = answering();
  await sendCall(http, call);
  const [{ method, headers, body } = { method: 'GET' as const }] = sent;
  return { method, headers, body };
};
const call = { path: '/p', name: 'p' };

it('JSON and forms go out with their type, and JSON is wanted back', async () => {
  expect(await sentFor(call)).toEqual({ method: 'GET', headers: { accept: 'application/json' }, body: undefined });
  expect(await sentFor({ ...call, method: 'POST', json: { a: 1 } })).toEqual({
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: '{"a":1}',
  });
  expect(await sentFor({ ...call, method: 'POST', form: { a: 'b c', d: '&' } })).toMatchObject({
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'a=b+c&d=%26',
  });
});

it('a client’s own headers count instead, a type only where there is a body', async () => {
  const headers = { accept: 'application/pdf', 'content-type': 'application/vnd.v+json' };
  expect((await sentFor({ ...call, headers })).headers).toEqual({ accept: 'application/pdf' });
  expect((await sentFor({ ...call, headers, method: 'PUT', json: null })).headers).toEqual(headers);
});

it('a file behind a link is asked for without anything of the account', async () => {
  const { sent, http } = answering();
  await download({ http }, 'https://files.example/1.pdf', 'label');
  expect(sent).toEqual([{ method: 'GET', path: 'https://files.example/1.pdf', name: 'label' }]);
  expect(basic('ä', 'b')).toBe('Basic w6Q6Yg==');
});

it('a sign-in only asks, and its token lives as long as the vendor says', async () => {
  const now = (): Date => new Date('2026-01-01T00:00:00Z');
  const { sent, http } = answering({ access_token: 'abc', expires_in: 60, lives: 5 });
  const env = { http, now };
  const form = { grant_type: 'client_credentials' };
  expect(await fetchToken(env, { path: '/token', form })).toEqual({
    value: 'abc',
    expiresAt: new Date('2026-01-01T00:01:00Z'),
  });
  expect(sent[0]).toMatchObject({
    method: 'POST',
    name: 'sign in',
    readOnly: true,
    body: 'grant_type=client_credentials',
  });
  const own = await fetchToken(env, { path: '/token' }, (answer) => ({
    value: answer.string('access_token'),
    lifeMs: answer.integer('lives'),
  }));
  expect(own.expiresAt).toEqual(new Date('2026-01-01T00:00:00.005Z'));
  await expect(fetchToken({ ...env, http: answering({ expires_in: 60 }).http }, { path: '/token' })).rejects.toThrow();
});
