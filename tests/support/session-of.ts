/** Storage of a browser in which somebody has signed in, without spending a page on it. */
import { signIn } from '@scanship/contracts/access/auth';
import { uiInit } from '@scanship/contracts/network/start-up';
import { request } from 'undici';
import { cookiesIn, note, openersIn } from './handed-out.ts';
import { DEMO_PASSWORD, type DemoUser, hostOf } from './demo.ts';

interface Data {
  readonly data?: Readonly<Record<string, unknown>> | null;
}

/** Values of local storage under the names of the specification. */
export async function sessionOf(origin: string, user: DemoUser): Promise<Record<string, string>> {
  const host = hostOf(user);
  const headers = { host: `${host}:${new URL(origin).port}`, 'content-type': 'application/json' };
  const first = await request(`${origin}/api${uiInit.path}?host=${host}`, { method: 'POST', headers, body: '{}' });
  const { data: branding } = (await first.body.json()) as Data;
  const cookie = [first.headers['set-cookie'] ?? []].flat().find((c) => c.startsWith('XSRF-TOKEN='));
  const xsrf = cookie?.split(';')[0]?.slice('XSRF-TOKEN='.length) ?? '';
  const second = await request(`${origin}/api${signIn.path}?tenantId=${String(branding?.['tenantId'])}`, {
    method: 'POST',
    headers: { ...headers, cookie: `XSRF-TOKEN=${xsrf}`, 'x-xsrf-token': decodeURIComponent(xsrf) },
    body: JSON.stringify({ userName: user, password: DEMO_PASSWORD }),
  });
  const { data } = (await second.body.json()) as Data;
  note([...openersIn(JSON.stringify(data)), ...cookiesIn(cookie ? [cookie] : [])]);
  if (typeof data?.['token'] !== 'string') throw new Error(`${user} could not sign in: ${second.statusCode}`);
  return { auth_token: data['token'], refresh_token: String(data['refreshToken']) };
}
