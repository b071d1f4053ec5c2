/** Sign-up of a merchant through a platform: token, page, and the merchant's own keys behind the token. */
import { randomInt } from 'node:crypto';
import {
  basicAuth,
  SimRefusal,
  type SimAnswer,
  type SimContext,
  type SimRequest,
} from '@scanship/simulator-kit/simulator';
import { element, escapeXml } from '@scanship/simulator-kit/xml-message';
import { checkAccept, TYPES } from './contract.ts';
import { answerOf, text } from './messages.ts';

/** The platform's own key, and the merchant who signs up. */
export const PLATFORM = { user: 'test-platform-key', password: 'test-platform-word', platformId: '1000009' } as const;
const MERCHANT = 'canada-post-contract';

function checkPlatform(request: SimRequest): void {
  const basic = basicAuth(request);
  if (basic?.user !== PLATFORM.user || basic.password !== PLATFORM.password)
    throw new SimRefusal(401, 'E002', 'AAA Authentication Failure');
  if (request.headers['platform-id'] !== PLATFORM.platformId) throw new SimRefusal(403, 'AA010', 'Platform not active');
}

export function token(request: SimRequest, sim: SimContext): SimAnswer {
  checkPlatform(request);
  checkAccept(request, TYPES.registration);
  const id = Array.from({ length: 40 }, () => String(randomInt(10))).join('');
  sim.books.append({ kind: 'draft', id, account: MERCHANT, data: { registration: 'asked' } });
  return answerOf(200, 'registration', 'token', [element('token-id', id)]);
}

const isSignedUp = (id: string, sim: SimContext): boolean =>
  sim.books.byId(id).some((e) => e.data.registration === 'done');

export function merchant(request: SimRequest, sim: SimContext): SimAnswer {
  checkPlatform(request);
  checkAccept(request, TYPES.registration);
  const id = request.params.token ?? '';
  const account = sim.accounts.find((a) => a.id === MERCHANT);
  if (!account || !isSignedUp(id, sim)) throw new SimRefusal(404, '404', 'The token-id is not valid.');
  const { customer = '', contract = '', user = '', password = '' } = account.credentials;
  return answerOf(200, 'registration', 'merchant-info', [
    element('customer-number', customer),
    element('contract-number', contract),
    element('merchant-username', user),
    element('merchant-password', password),
    element('has-default-credit-card', 'false'),
  ]);
}

const page = (status: number, title: string, content: string): SimAnswer => ({
  status,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
  },
  body: `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><main><h1>${title}</h1>${content}</main></html>`,
});

/** The page itself; its form goes to where the browser is, whatever prefix it was reached under. */
export function signUp(request: SimRequest, sim: SimContext): SimAnswer {
  const given = request.method === 'POST' ? new URLSearchParams(request.text()) : request.query;
  const id = given.get('token-id') ?? '';
  const back = given.get('return-url') ?? '';
  const known = sim.books.byId(id).some((e) => e.data.registration === 'asked');
  const isWeb = URL.canParse(back) && /^https?:$/.test(new URL(back).protocol);
  if (!known || !isWeb || given.get('platform-id') !== PLATFORM.platformId)
    return page(400, 'This sign-up is not known', '<p>The token, the platform or the return address is wrong.</p>');
  if (request.method !== 'POST') {
    const hidden = ['token-id', 'return-url', 'platform-id']
      .map((name) => `<input type="hidden" name="${name}" value="${escapeXml(text(given.get(name) ?? ''))}">`)
      .join('');
    return page(
      200,
      'TEST Canada Post',
      `<p>ScanShip asks to ship with this test account.</p><form method="post">${hidden}<button name="answer" value="allow">Allow</button><button name="answer" value="deny">Deny</button></form>`,
    );
  }
  const target = new URL(back);
  const yes = given.get('answer') === 'allow';
  if (yes) sim.books.append({ kind: 'note', id, account: MERCHANT, data: { registration: 'done' } });
  target.searchParams.set('token-id', id);
  target.searchParams.set('registration-status', yes ? 'SUCCESS' : 'CANCELLED');
  return { status: 303, headers: { location: target.href, 'cache-control': 'no-store' }, body: '' };
}
