/** The same refusals and views for a person who reads English and one who reads French, over real HTTP. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AccountWorld, type Browser, FIREFOX, makeAccountWorld } from '../../../test/account-kit.ts';
import { TEST_PASSWORD } from '../../../test/app-kit.ts';

let w: AccountWorld;
beforeAll(async () => {
  w = await makeAccountWorld();
});
afterAll(() => w.close());

const enter = async (browser: Browser, userName: string): Promise<string> => {
  const answer = await browser.call('POST', '/api/user/sign-in', { body: { userName, password: TEST_PASSWORD } });
  return (answer.json.data as { token: string }).token;
};
const speak = async (browser: Browser, token: string, language: 'en' | 'fr') => {
  const { version } = (await browser.call('GET', '/api/account', { token })).json.data as { version: number };
  const body = { firstName: 'Zoé', lastName: 'Roy', phone: null, language, version };
  expect((await browser.call('PUT', '/api/account', { token, body })).status).toBe(200);
};

describe('a person who reads French', () => {
  test('is refused in French, in English again after choosing it; codes, fields and typed names stay', async () => {
    const browser = w.browser({ ip: '198.51.100.200', userAgent: FIREFOX });
    const token = await enter(browser, 'agent');
    const wrong = () =>
      browser.call('POST', '/api/account/password', { token, body: { password: 'not it', next: 'x' } });
    const english = await wrong();
    await speak(browser, token, 'fr');
    const french = await wrong();
    expect(english.status).toBe(french.status);
    expect(english.json.code).toBe(french.json.code);
    const messages = (answer: typeof english) => answer.json.errorMessages ?? [];
    expect(messages(french).map(({ field }) => field)).toEqual(messages(english).map(({ field }) => field));
    expect(messages(english).length).toBeGreaterThan(0);
    for (const [at, { message }] of messages(french).entries())
      expect(message).not.toBe(messages(english)[at]?.message);
    expect((await browser.call('GET', '/api/account', { token })).json.data).toMatchObject({ firstName: 'Zoé' });
    const unknown = await browser.call('GET', '/api/no-such-call', { token });
    expect(unknown.json.errorMessage).toBe('There is no such call.');
    await speak(browser, token, 'en');
    expect((await wrong()).json.errorMessages).toEqual(english.json.errorMessages);
  });

  test('is told in French what was done, before there is a session too: as the browser asks', async () => {
    const browser = w.browser({ ip: '198.51.100.202', userAgent: FIREFOX });
    const ask = async (language: string) =>
      (await browser.call('GET', '/api/no-such-call', { headers: { 'accept-language': language } })).json;
    expect(await ask('fr-CA,fr;q=0.9,en;q=0.8')).toMatchObject({
      code: 'not_found',
      errorMessage: 'Cet appel n’existe pas.',
      advice: 'Voir /api/docs.',
    });
    expect(await ask('en-CA,fr;q=0.5')).toMatchObject({
      errorMessage: 'There is no such call.',
      advice: 'See /api/docs.',
    });
  });

  test('reads in French what was done', async () => {
    const browser = w.browser({ ip: '198.51.100.203', userAgent: FIREFOX });
    const forgot = async (language: string) =>
      (await browser.call('GET', '/api/user/forgot-password/nobody-here', { headers: { 'accept-language': language } }))
        .json;
    const said = 'If there is such an account, a mail with a link is on its way.';
    expect(await forgot('en-CA')).toMatchObject({ successMessage: said });
    expect(await forgot('fr-CA')).toMatchObject({
      successMessage: 'Si un tel compte existe, un courriel contenant un lien est en route.',
    });
  });

  test('what ends a session is told in the words that the page compares', async () => {
    const browser = w.browser({ ip: '198.51.100.201', userAgent: FIREFOX });
    const headers = { 'accept-language': 'fr-CA' };
    const ended = await browser.call('GET', '/api/account', { token: 'nothing', headers });
    expect(ended.json).toMatchObject({ code: 'unauthorized', errorMessage: 'Unauthorized access' });
  });
});
