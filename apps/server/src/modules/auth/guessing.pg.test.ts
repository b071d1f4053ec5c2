/** Guessing is stopped, and nobody can use that against the owner. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AccountWorld, type Browser, codeIn, linkIn, makeAccountWorld } from '../../../test/account-kit.ts';
import { TEST_PASSWORD, type TestAnswer } from '../../../test/app-kit.ts';

let w: AccountWorld;
beforeAll(async () => {
  w = await makeAccountWorld();
});
afterAll(() => w.close());

let last = 0;
const stranger = (): Browser => w.browser({ ip: `192.0.2.${(last += 1)}` });
const signIn = (browser: Browser, userName: string, password = TEST_PASSWORD) =>
  browser.call('POST', '/api/user/sign-in', { body: { userName, password } });
const dataOf = (answer: TestAnswer) =>
  answer.json.data as { token?: string; challenge?: { id: string; methods: string[] }; verified: boolean };
const guess = async (browser: Browser, userName: string, times: number): Promise<(string | undefined)[]> => {
  const codes = [];
  for (let n = 0; n < times; n += 1)
    codes.push((await signIn(browser, userName, `guess ${n}`)).json.code ?? 'challenge');
  return codes;
};

test('five guesses from one address, then waits that double; at the same moment no more than five either', async () => {
  const thief = stranger();
  expect(await guess(thief, 'user', 6)).toEqual([...Array<string>(5).fill('wrong_password'), 'rate_limited']);
  const waits: unknown[] = [];
  for (let n = 0; n < 4; n += 1) {
    const refused = await signIn(thief, 'user', 'guess');
    waits.push(refused.json['retryAfterSeconds']);
    expect(refused.headers['retry-after']).toBe(String(refused.json['retryAfterSeconds']));
    w.wait(Number(refused.json['retryAfterSeconds']));
    expect((await signIn(thief, 'user', 'guess')).json.code).toBe('wrong_password');
  }
  expect(waits).toEqual([10, 20, 40, 80]);
  const burst = stranger();
  await burst.call('GET', '/api/profile/me');
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => signIn(burst, 'user', `guess ${n}`)));
  expect(answers.filter(({ json }) => json.code === 'wrong_password')).toHaveLength(5);
  // Even the right password waits there, and is let in elsewhere at once.
  expect((await signIn(burst, 'user')).json.code).toBe('rate_limited');
  expect(dataOf(await signIn(stranger(), 'user')).token).toBeDefined();
});

test('user name and e-mail address of one person count together; an unknown name is counted like a known one', async () => {
  const thief = stranger();
  await guess(thief, 'basic', 3);
  expect(await guess(thief, 'BASIC@example.com', 3)).toEqual(['wrong_password', 'wrong_password', 'rate_limited']);
  expect(await guess(stranger(), 'nobody.there', 6)).toEqual([
    ...Array<string>(5).fill('wrong_password'),
    'rate_limited',
  ]);
});

test('a right password forgets the failures before it', async () => {
  const browser = stranger();
  for (let round = 0; round < 3; round += 1) {
    await guess(browser, 'support', 4);
    expect(dataOf(await signIn(browser, 'support')).token).toBeDefined();
  }
});

test('a list of people tried from one address ends after a hundred; a neighbour with a known device goes on', async () => {
  const office = '192.0.2.200';
  const neighbour = w.browser({ ip: office });
  expect(dataOf(await signIn(neighbour, 'agent')).token).toBeDefined();
  const thief = w.browser({ ip: office });
  await thief.call('GET', '/api/profile/me');
  const answers = [];
  for (let n = 0; n < 104; n += 8)
    answers.push(...(await Promise.all(Array.from({ length: 8 }, (_, at) => signIn(thief, `person${n + at}`)))));
  expect(answers.filter(({ json }) => json.code === 'wrong_password')).toHaveLength(100);
  expect((await signIn(thief, 'franchise')).json.code).toBe('rate_limited');
  expect(dataOf(await signIn(neighbour, 'agent')).token).toBeDefined();
});

describe('many strangers guess at one account', () => {
  let home: Browser;
  const attack = async () => {
    await Promise.all(Array.from({ length: 6 }, () => guess(stranger(), 'admin', 5)));
  };
  beforeAll(async () => {
    home = w.browser({ ip: '203.0.113.50' });
    expect(dataOf(await signIn(home, 'admin')).token).toBeDefined();
    await attack();
  });

  test('the owner’s known device is not concerned, whatever its address is now', async () => {
    expect(dataOf(await signIn(home, 'admin')).token).toBeDefined();
    const travelling = w.browser({ ip: '203.0.113.51' });
    for (const [name, value] of home.cookies) travelling.cookies.set(name, value);
    expect(dataOf(await signIn(travelling, 'admin')).token).toBeDefined();
    // And a typing mistake there is told as one.
    expect((await signIn(home, 'admin', 'typo')).json.code).toBe('wrong_password');
  });

  test('from an unknown device a right and a wrong password look alike and are answered at one set time, so guessing tells nothing', async () => {
    const [right, wrong] = [stranger(), stranger()];
    const timed = async (browser: Browser, password: string) => {
      await browser.call('GET', '/api/profile/me');
      const start = performance.now();
      const answer = await signIn(browser, 'admin', password);
      return { answer, ms: performance.now() - start };
    };
    const [a, b] = [await timed(right, TEST_PASSWORD), await timed(wrong, 'another guess')];
    const shape = ({ answer }: typeof a) => ({
      status: answer.status,
      keys: Object.keys(answer.json),
      data: { ...dataOf(answer), challenge: { ...dataOf(answer).challenge, id: '' } },
    });
    expect(shape(a)).toEqual(shape(b));
    expect(dataOf(a.answer).challenge?.methods).toEqual(['email']);
    // The work differs (one of them sends a mail); what hides it is a time both wait for.
    expect(Math.min(a.ms, b.ms)).toBeGreaterThanOrEqual(490);
    expect(await w.mailCount('admin@example.com', 'sign_in_code')).toBe(1);

    const prove = (browser: Browser, challengeId: string, code: string) =>
      browser.call('POST', '/api/user/sign-in/second-factor', { body: { challengeId, method: 'email', code } });
    const code = codeIn(await w.mail('admin@example.com', 'sign_in_code'));
    expect((await prove(wrong, dataOf(b.answer).challenge?.id ?? '', code)).json.code).toBe('wrong_code');
    expect(dataOf(await prove(right, dataOf(a.answer).challenge?.id ?? '', code)).token).toBeDefined();
    expect((await prove(right, dataOf(a.answer).challenge?.id ?? '', code)).json.code).toBe('challenge_expired');
    // That device is known from now on.
    expect(dataOf(await signIn(right, 'admin')).token).toBeDefined();
  });

  test('a mailed sign-in code can be tried five times', async () => {
    const browser = stranger();
    const id = dataOf(await signIn(browser, 'admin')).challenge?.id ?? '';
    const code = codeIn(await w.mail('admin@example.com', 'sign_in_code'));
    const wrong = code === '000000' ? '111111' : '000000';
    const prove = async (digits: string) =>
      (
        await browser.call('POST', '/api/user/sign-in/second-factor', {
          body: { challengeId: id, method: 'email', code: digits },
        })
      ).json.code;
    for (let n = 0; n < 5; n += 1) expect(await prove(wrong)).toBe('wrong_code');
    expect(await prove(code)).toBe('challenge_expired');
  });

  test('an hour after the last guess all is as before; a new password ends it at once', async () => {
    w.wait(3601);
    expect(dataOf(await signIn(stranger(), 'admin')).token).toBeDefined();
    await attack();
    const owner = stranger();
    await owner.call('GET', '/api/user/forgot-password/admin');
    const link = linkIn(await w.mail('admin@example.com', 'reset_password'), '/auth/reset-password');
    const reset = await owner.call('POST', `/api/user/reset-password/${link.searchParams.get('token') ?? ''}`, {
      body: { password: 'a fresh start at sea' },
    });
    expect(reset.status).toBe(200);
    expect(dataOf(await signIn(stranger(), 'admin', 'a fresh start at sea')).token).toBeDefined();
    // Devices known from before the reset are strangers again.
    expect(home.cookies.get('__Host-known_device')).toBeDefined();
    await guess(home, 'admin', 5);
    expect((await signIn(home, 'admin', 'a fresh start at sea')).json.code).toBe('rate_limited');
  });
});

test('the proof of a known device is no way in and cannot be carried over to somebody else', async () => {
  const browser = stranger();
  expect(dataOf(await signIn(browser, 'user')).token).toBeDefined();
  const proof = browser.cookies.get('__Host-known_device') ?? '';
  expect(proof.length).toBeGreaterThan(30);
  expect((await signIn(browser, 'user', 'wrong')).json.code).toBe('wrong_password');
  const thief = stranger();
  thief.cookies.set('__Host-known_device', proof);
  expect(await guess(thief, 'support', 6)).toContain('rate_limited');
  const forged = stranger();
  forged.cookies.set('__Host-known_device', `${proof.slice(0, -3)}AAA`);
  expect(await guess(forged, 'user', 6)).toContain('rate_limited');
});

test('guesses at one of the platform’s staff count together over the hosts of all franchises', async () => {
  const ip = '192.0.2.250';
  const [here, there] = [w.browser({ ip }), w.browser({ ip, host: 'second.test' })];
  expect(await guess(here, 'root', 3)).toEqual(Array<string>(3).fill('wrong_password'));
  expect(await guess(there, 'root', 3)).toEqual(['wrong_password', 'wrong_password', 'rate_limited']);
  expect((await signIn(here, 'root')).json.code).toBe('rate_limited');
  // Another address is not concerned.
  expect(await guess(w.browser({ ip: '192.0.2.251', host: 'second.test' }), 'root', 1)).toEqual(['wrong_password']);
});

test('the counters are in the database, for every process: a second application refuses as well', async () => {
  const thief = stranger();
  await guess(thief, 'fran', 5);
  const { makeCoreApp, makeClient } = await import('../../../test/app-kit.ts');
  const other = await makeClient(await makeCoreApp(w.services));
  const answer = await other.call('POST', '/api/user/sign-in', {
    body: { userName: 'fran', password: TEST_PASSWORD },
    headers: { 'x-forwarded-for': `192.0.2.${last}` },
  });
  expect(answer.json.code).toBe('rate_limited');
  await other.app.close();
});

describe('forgotten passwords', () => {
  const forgot = (browser: Browser, x: string) =>
    browser.call('GET', `/api/user/forgot-password/${encodeURIComponent(x)}`);

  test('are answered alike and no sooner than at one set time, whoever is meant', async () => {
    const browser = stranger();
    const times: Record<string, number> = {};
    const texts = [];
    for (const x of ['support', 'Support@Example.com', 'nobody', 'nobody@example.com', 'foreign', 'unverified']) {
      const start = performance.now();
      const answer = await forgot(browser, x);
      times[x] = performance.now() - start;
      texts.push(`${answer.status} ${answer.text}`);
    }
    expect(new Set(texts).size).toBe(1);
    expect(Math.min(...Object.values(times))).toBeGreaterThanOrEqual(390);
    // A second request within the minute leaves the first link good.
    expect(await w.mailCount('support@example.com', 'reset_password')).toBe(1);
    expect(await w.mailCount('foreign@example.com', 'reset_password')).toBe(0);
  });

  test('the link works once, within 30 minutes, and signs out everywhere', async () => {
    const browser = stranger();
    const token = dataOf(await signIn(browser, 'basic')).token ?? '';
    await forgot(browser, 'basic');
    const mail = await w.mail('basic@example.com', 'reset_password');
    const link = linkIn(mail, '/auth/reset-password');
    expect(`${link.origin}${link.pathname}`).toBe('https://first.test/auth/reset-password');
    const x = link.searchParams.get('token') ?? '';
    const reset = (given: string, password: string) =>
      browser.call('POST', `/api/user/reset-password/${given}`, { body: { password } });
    expect((await reset(x, 'password1234')).json).toMatchObject({
      code: 'weak_password',
      errorMessages: [{ field: 'password' }],
    });
    expect((await reset(`${x.slice(0, -4)}AAAA`, 'parcels at midnight')).json.code).toBe('reset_link_invalid');
    const both = await Promise.all([reset(x, 'parcels at midnight'), reset(x, 'parcels at sunrise!')]);
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await browser.call('GET', '/api/profile/me', { token })).json.code).toBe('session_expired');
    expect((await signIn(browser, 'basic')).json.code).toBe('wrong_password');
    const kept = both[0]?.status === 200 ? 'parcels at midnight' : 'parcels at sunrise!';
    expect(dataOf(await signIn(browser, 'basic', kept)).token).toBeDefined();
    expect(await w.mailCount('basic@example.com', 'password_changed')).toBe(1);

    w.wait(16 * 60);
    await forgot(browser, 'basic');
    const next = linkIn(await w.mail('basic@example.com', 'reset_password'), '/auth/reset-password').searchParams.get(
      'token',
    );
    w.wait(30 * 60 + 1);
    expect((await reset(next ?? '', 'parcels at midnight')).json.code).toBe('reset_link_invalid');
    for (const rubbish of [
      'x',
      Buffer.from('["a","b","c"]').toString('base64url'),
      Buffer.from('{}').toString('base64url'),
    ])
      expect((await reset(rubbish, 'parcels at midnight')).json.code).toBe('reset_link_invalid');
  });

  test('the reset proves the address of an account that was not verified yet', async () => {
    const browser = stranger();
    w.wait(3600);
    await forgot(browser, 'unverified');
    const link = linkIn(await w.mail('unverified@example.com', 'reset_password'), '/auth/reset-password');
    const x = link.searchParams.get('token') ?? '';
    await browser.call('POST', `/api/user/reset-password/${x}`, { body: { password: 'proved by this link' } });
    expect(dataOf(await signIn(browser, 'unverified', 'proved by this link')).token).toBeDefined();
  });

  test('the link leads to a proved host, never to whatever the request called itself', async () => {
    const thief = stranger();
    w.wait(3600);
    const named: Record<string, string>[] = [
      { 'x-forwarded-host': 'first.test.evil.example' },
      { host: 'evil.example' },
    ];
    for (const headers of named) await thief.call('GET', '/api/user/forgot-password/agent', { headers });
    expect(await w.mailCount('agent@example.com', 'reset_password')).toBe(0);
    await thief.call('GET', '/api/user/forgot-password/agent', { headers: { host: 'first.test:9999' } });
    const link = linkIn(await w.mail('agent@example.com', 'reset_password'), '/auth/reset-password');
    expect(link.hostname).toBe('first.test');
  });

  test('asked for by strangers again and again, neither flood the owner nor keep them from a living link', async () => {
    w.wait(24 * 3600);
    for (let n = 0; n < 10; n += 1) {
      await forgot(stranger(), 'support');
      w.wait(180);
    }
    expect(await w.mailCount('support@example.com', 'reset_password')).toBe(1 + 5);
    const link = linkIn(await w.mail('support@example.com', 'reset_password'), '/auth/reset-password');
    const reset = await stranger().call('POST', `/api/user/reset-password/${link.searchParams.get('token') ?? ''}`, {
      body: { password: 'still got the link' },
    });
    expect(reset.status).toBe(200);
  });
});

test('nothing went wrong unexpectedly, and no secret is in the log', () => {
  const text = w.log.join('\n');
  expect(text).not.toContain('unexpected error');
  expect(text).not.toContain(TEST_PASSWORD);
  expect(text).not.toContain('a fresh start at sea');
  expect(text).not.toMatch(/ss[ar]_[\w-]{20}/);
});
