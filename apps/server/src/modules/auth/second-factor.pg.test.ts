/** Second factors over real HTTP: authenticator app, recovery codes, passkeys, and a franchise that requires one. */
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AccountWorld, type Browser, makeAccountWorld } from '../../../test/account-kit.ts';
import { TEST_PASSWORD, type TestAnswer } from '../../../test/app-kit.ts';
import { createSoftwarePasskey, type SoftwarePasskey } from '../../../test/software-passkey.ts';

let w: AccountWorld;
beforeAll(async () => {
  w = await makeAccountWorld();
});
afterAll(() => w.close());

interface SignedIn {
  readonly token?: string;
  readonly userName: string;
  readonly secondFactorDue?: boolean;
  readonly challenge?: { readonly id: string; readonly methods: string[] };
}
const ORIGIN = 'https://first.test';
let last = 0;
const device = (host = 'first.test'): Browser => w.browser({ ip: `198.51.100.${(last += 1)}`, host });
const dataOf = (answer: TestAnswer): SignedIn => answer.json.data as SignedIn;
const signIn = async (browser: Browser, userName: string) =>
  dataOf(await browser.call('POST', '/api/user/sign-in', { body: { userName, password: TEST_PASSWORD } }));
const prove = (browser: Browser, challengeId: string | undefined, method: string, code: string) =>
  browser.call('POST', '/api/user/sign-in/second-factor', { body: { challengeId, method, code } });
const me = (browser: Browser, token: string | undefined) => browser.call('GET', '/api/profile/me', { token });

const codeAt = (secret: string, seconds = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: w.now().getTime() + seconds * 1000 });
const begin = async (browser: Browser, token: string | undefined) =>
  (await browser.call('POST', '/api/account/totp', { token, body: { password: TEST_PASSWORD } })).json.data as {
    secret: string;
    otpauthUrl: string;
    qrSvg: string;
  };
const confirm = (browser: Browser, token: string | undefined, code: string) =>
  browser.call('POST', '/api/account/totp/confirm', { token, body: { code } });

describe('an authenticator app', () => {
  let secret: string;
  let recovery: string[];
  const browser = () => device();

  test('is set up by its first code; other sessions end and this one counts as proved', async () => {
    const [here, there] = [browser(), browser()];
    const [own, other] = [await signIn(here, 'admin'), await signIn(there, 'admin')];
    expect(
      (await here.call('POST', '/api/account/totp', { token: own.token, body: { password: 'no' } })).json.code,
    ).toBe('wrong_password');
    const begun = await begin(here, own.token);
    ({ secret } = begun);
    const url = new URL(begun.otpauthUrl);
    expect(url.protocol).toBe('otpauth:');
    expect(decodeURIComponent(url.pathname)).toContain('First:admin');
    expect(url.searchParams.get('secret')).toBe(secret);
    expect(url.searchParams.get('issuer')).toBe('First');
    expect(begun.qrSvg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 (\d+) \1"/);
    // Begun is not yet active.
    expect((await signIn(browser(), 'admin')).token).toBeDefined();
    expect((await confirm(here, own.token, codeAt(secret, 300))).json.code).toBe('wrong_code');
    const confirmed = await confirm(here, own.token, codeAt(secret));
    expect(confirmed.status).toBe(200);
    const { recoveryCodes, secondFactor } = confirmed.json.data as { recoveryCodes: string[]; secondFactor: object };
    recovery = recoveryCodes;
    expect(new Set(recovery).size).toBe(10);
    expect(recovery[0]).toMatch(/^[2-9b-z]{4}-[2-9b-z]{4}-[2-9b-z]{4}$/);
    expect(secondFactor).toMatchObject({ active: true, recoveryCodesLeft: 10, totpSince: w.now().toISOString() });
    expect((await me(here, own.token)).status).toBe(200);
    expect((await me(there, other.token)).json.code).toBe('session_expired');
    expect((await w.mail('admin@example.com', 'second_factor_changed')).text).toContain('authenticator app was added');
  });

  test('is asked for from then on; a code is taken once, and none of an earlier step after it', async () => {
    const here = browser();
    w.wait(60);
    const { challenge, token, userName } = await signIn(here, 'admin');
    expect([token, userName]).toEqual([undefined, '']);
    expect(challenge?.methods).toEqual(['totp', 'recovery']);
    const previous = codeAt(secret, -30);
    const code = codeAt(secret);
    const passed = await prove(here, challenge?.id, 'totp', `${code.slice(0, 3)} ${code.slice(3)}`);
    expect((await me(here, dataOf(passed).token)).json.data).toMatchObject({
      userName: 'admin',
      secondFactorDue: false,
    });
    // The challenge was good once, and so was the code.
    expect((await prove(here, challenge?.id, 'totp', codeAt(secret, 30))).json.code).toBe('challenge_expired');
    const again = await signIn(here, 'admin');
    expect((await prove(here, again.challenge?.id, 'totp', code)).json.code).toBe('wrong_code');
    expect((await prove(here, again.challenge?.id, 'totp', previous)).json.code).toBe('wrong_code');
    expect(dataOf(await prove(here, again.challenge?.id, 'totp', codeAt(secret, 30))).token).toBeDefined();
  });

  test('two uses of one code at the same moment: one passes', async () => {
    w.wait(120);
    const browsers = [browser(), browser(), browser(), browser()];
    const challenges: (string | undefined)[] = [];
    for (const each of browsers) challenges.push((await signIn(each, 'admin')).challenge?.id);
    const code = codeAt(secret);
    const answers = await Promise.all(browsers.map((each, n) => prove(each, challenges[n], 'totp', code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('five tries a challenge, ten tries a password, then waits; the challenge of somebody else is none', async () => {
    w.wait(3600 * 25);
    const thief = browser();
    const wrong = async (id: string | undefined) => (await prove(thief, id, 'totp', codeAt(secret, 9000))).json.code;
    const first = await signIn(thief, 'admin');
    const codes = [];
    for (let n = 0; n < 6; n += 1) codes.push(await wrong(first.challenge?.id));
    expect(codes).toEqual([...Array<string>(5).fill('wrong_code'), 'challenge_expired']);
    const second = await signIn(thief, 'admin');
    for (let n = 0; n < 5; n += 1) expect(await wrong(second.challenge?.id)).toBe('wrong_code');
    const third = await signIn(thief, 'admin');
    expect(await wrong(third.challenge?.id)).toBe('rate_limited');
    // Another franchise's host knows nothing of it.
    const elsewhere = device('second.test');
    expect((await prove(elsewhere, third.challenge?.id, 'totp', codeAt(secret))).json.code).toBe('challenge_expired');
    expect((await prove(thief, third.challenge?.id, 'email', '000000')).json.code).toBe('challenge_expired');
    expect((await prove(thief, 'rubbish', 'totp', '000000')).json.code).toBe('challenge_expired');
  });

  test('recovery codes work once each, in any writing, and say how many are left', async () => {
    w.wait(3600 * 25);
    const here = browser();
    const [first = '', second = ''] = recovery;
    const use = async (code: string) => prove(here, (await signIn(here, 'admin')).challenge?.id, 'recovery', code);
    expect(dataOf(await use(first.toUpperCase().replaceAll('-', ' '))).token).toBeDefined();
    expect((await use(first)).json.code).toBe('wrong_code');
    const { token } = dataOf(await use(second));
    expect((await w.mail('admin@example.com', 'second_factor_changed')).text).toContain('Codes left: 8');
    const renewed = await here.call('POST', '/api/account/recovery-codes', {
      token,
      body: { password: TEST_PASSWORD },
    });
    const { recoveryCodes } = renewed.json.data as { recoveryCodes: string[] };
    expect((await use(recovery[2] ?? '')).json.code).toBe('wrong_code');
    expect(dataOf(await use(recoveryCodes[0] ?? '')).token).toBeDefined();
  });

  test('secrets are sealed, recovery codes hashed', async () => {
    const rows = await w.db.identity(w.world.people.admin, (tx) =>
      tx.selectFrom('credentials').select(['kind', 'external_key', 'public_key', 'name', 'key_id']).execute(),
    );
    const text = JSON.stringify(rows);
    for (const code of recovery) expect(text).not.toContain(code.replaceAll('-', ''));
    expect(rows.filter(({ kind }) => kind === 'totp')).toEqual([
      { kind: 'totp', external_key: null, public_key: null, name: '', key_id: w.services.sealer.keyId },
    ]);
  });

  test('is removed with the password, and its recovery codes with it', async () => {
    w.wait(3600);
    const here = browser();
    const { token } = dataOf(await prove(here, (await signIn(here, 'admin')).challenge?.id, 'totp', codeAt(secret)));
    const remove = (password: string) => here.call('POST', '/api/account/totp/remove', { token, body: { password } });
    expect((await remove('no')).json.code).toBe('wrong_password');
    expect((await remove(TEST_PASSWORD)).json.data).toMatchObject({
      active: false,
      totpSince: null,
      recoveryCodesLeft: 0,
    });
    expect((await remove(TEST_PASSWORD)).json.code).toBe('not_found');
    expect((await signIn(browser(), 'admin')).token).toBeDefined();
    expect(
      (await here.call('POST', '/api/account/recovery-codes', { token, body: { password: TEST_PASSWORD } })).json.code,
    ).toBe('not_found');
  });
});

describe('passkeys', () => {
  const passkey = createSoftwarePasskey();
  let token: string | undefined;
  const here = (() => {
    let made: Browser | undefined;
    return () => (made ??= device());
  })();
  interface Ceremony {
    readonly ceremony: string;
    readonly options: Record<string, unknown>;
  }
  const beginAdding = async () =>
    (await here().call('POST', '/api/account/passkeys/options', { token, body: { password: TEST_PASSWORD } })).json
      .data as Ceremony;
  const add = (ceremony: string, credential: object, name = 'Laptop') =>
    here().call('POST', '/api/account/passkeys', { token, body: { ceremony, name, credential } });
  const options = async (browser: Browser, challengeId?: string) =>
    (await browser.call('POST', '/api/user/sign-in/passkey/options', { body: { challengeId } })).json.data as Ceremony;
  const show = (browser: Browser, ceremony: string, credential: object) =>
    browser.call('POST', '/api/user/sign-in/passkey', { body: { ceremony, credential } });
  const passwordless = async (
    browser: Browser,
    key: SoftwarePasskey,
    how?: Parameters<SoftwarePasskey['authenticate']>[2],
    origin = ORIGIN,
  ) => {
    const asked = await options(browser);
    return show(browser, asked.ceremony, key.authenticate(asked.options, origin, how));
  };

  test('are made on the proved host only, once each', async () => {
    ({ token } = await signIn(here(), 'user'));
    const asked = await beginAdding();
    expect(asked.options).toMatchObject({
      rp: { id: 'first.test', name: 'First' },
      user: { name: 'user' },
      attestation: 'none',
      excludeCredentials: [],
    });
    // The person is named by an opaque id, not by name or address.
    expect(Buffer.from((asked.options['user'] as { id: string }).id, 'base64url').toString()).toBe(
      w.world.people.user.userId,
    );
    expect((await add(asked.ceremony, passkey.register(asked.options, 'https://evil.example'))).json.code).toBe(
      'passkey_refused',
    );
    const added = await add(asked.ceremony, passkey.register(asked.options, ORIGIN));
    expect(added.json.data).toMatchObject({
      secondFactor: { active: true, passkeys: [{ name: 'Laptop', host: 'first.test', synced: false }] },
      recoveryCodes: expect.arrayContaining([expect.any(String)]) as string[],
    });
    expect((await add(asked.ceremony, passkey.register(asked.options, ORIGIN))).json.code).toBe('challenge_expired');
    const again = await beginAdding();
    expect(again.options['excludeCredentials']).toMatchObject([{ id: passkey.id }]);
    expect((await add(again.ceremony, passkey.register(again.options, ORIGIN))).json).toMatchObject({
      code: 'passkey_refused',
      errorMessage: 'This passkey is registered already.',
    });
  });

  test('are a second factor after the password', async () => {
    const browser = device();
    const { challenge } = await signIn(browser, 'user');
    expect(challenge?.methods).toEqual(['passkey', 'recovery']);
    const asked = await options(browser, challenge?.id);
    expect(asked.options).toMatchObject({ rpId: 'first.test', allowCredentials: [{ id: passkey.id }] });
    const stranger = createSoftwarePasskey();
    expect((await show(browser, asked.ceremony, stranger.authenticate(asked.options, ORIGIN))).json.code).toBe(
      'passkey_refused',
    );
    const passed = dataOf(
      await show(browser, asked.ceremony, passkey.authenticate(asked.options, ORIGIN, { userVerified: false })),
    );
    expect((await me(browser, passed.token)).json.data).toMatchObject({ userName: 'user' });
  });

  test('sign in without a password when the authenticator checked who it is', async () => {
    const browser = device();
    expect((await passwordless(browser, passkey, { userVerified: false })).json.code).toBe('passkey_refused');
    const passed = dataOf(await passwordless(browser, passkey));
    expect(passed).toMatchObject({ userName: 'user', secondFactorDue: false });
    expect((await me(browser, passed.token)).status).toBe(200);
  });

  test('an old answer, a wrong site, a copied key and a foreign host are refused', async () => {
    const browser = device();
    const asked = await options(browser);
    const answer = passkey.authenticate(asked.options, ORIGIN);
    expect((await show(browser, asked.ceremony, answer)).status).toBe(200);
    expect((await show(browser, asked.ceremony, answer)).json.code).toBe('challenge_expired');
    const other = await options(browser);
    expect((await show(browser, other.ceremony, answer)).json.code).toBe('passkey_refused');
    expect((await passwordless(browser, passkey, {}, 'https://evil.example')).json.code).toBe('passkey_refused');
    expect((await passwordless(browser, passkey, { rpId: 'evil.example' })).json.code).toBe('passkey_refused');
    // A counter that goes back: somebody copied the key.
    expect((await passwordless(browser, passkey, { counter: 50 })).status).toBe(200);
    expect((await passwordless(browser, passkey, { counter: 2 })).json.code).toBe('passkey_refused');
    expect((await passwordless(device('second.test'), passkey, {}, 'https://second.test')).json.code).toBe(
      'passkey_refused',
    );
    const late = await options(browser);
    w.wait(601);
    expect(
      (await show(browser, late.ceremony, passkey.authenticate(late.options, ORIGIN, { counter: 60 }))).json.code,
    ).toBe('challenge_expired');
    for (const rubbish of [{}, { id: 'x' }, { ...passkey.authenticate(late.options, ORIGIN), response: {} }])
      expect((await show(browser, late.ceremony, rubbish)).status).toBe(400);
  });

  test('are renamed and removed by their owner only', async () => {
    const browser = device();
    // The sign-in above went past the counter.
    const { token: own } = dataOf(await passwordless(browser, passkey, { counter: 100 }));
    const account = (await browser.call('GET', '/api/account', { token: own })).json.data as {
      secondFactor: { passkeys: { id: string; lastUsedAt: string | null }[] };
    };
    const [{ id, lastUsedAt } = { id: '', lastUsedAt: null }] = account.secondFactor.passkeys;
    expect(lastUsedAt).toBe(w.now().toISOString());
    const stranger = await signIn(browser, 'basic');
    const rename = (as: string | undefined) =>
      browser.call('PUT', `/api/account/passkeys/${id}`, { token: as, body: { name: 'Old laptop' } });
    const remove = (as: string | undefined) =>
      browser.call('POST', `/api/account/passkeys/${id}/remove`, { token: as, body: { password: TEST_PASSWORD } });
    expect((await rename(stranger.token)).json.code).toBe('not_found');
    expect((await remove(stranger.token)).json.code).toBe('not_found');
    expect((await rename(own)).json.data).toMatchObject({ passkeys: [{ name: 'Old laptop' }] });
    expect((await remove(own)).json.data).toMatchObject({ active: false, passkeys: [] });
    expect((await w.mail('user@example.com', 'second_factor_changed')).text).toContain('Old laptop');
    expect((await passwordless(device(), passkey, { counter: 200 })).json.code).toBe('passkey_refused');
  });

  test('staff of the platform have theirs in their own realm, on the franchise’s host', async () => {
    const browser = device();
    const own = createSoftwarePasskey();
    const { token: root } = await signIn(browser, 'root');
    const asked = (
      await browser.call('POST', '/api/account/passkeys/options', { token: root, body: { password: TEST_PASSWORD } })
    ).json.data as Ceremony;
    const body = { ceremony: asked.ceremony, name: 'Key', credential: own.register(asked.options, ORIGIN) };
    expect((await browser.call('POST', '/api/account/passkeys', { token: root, body })).status).toBe(200);
    expect(dataOf(await passwordless(device(), own)).userName).toBe('root');
  });
});

describe('a franchise that requires a second factor', () => {
  const rule = (browser: Browser, token: string | undefined, secondFactor: string, version: number) =>
    browser.call('PUT', '/api/franchise/sign-in-policy', {
      token,
      body: { secondFactor, signUp: 'open', signUpPlan: 'Basic', version },
    });

  test('its admin must have one first; then people without one can do nothing but set one up', async () => {
    const [franchise, customer] = [device(), device()];
    const admin = await signIn(franchise, 'fran');
    const someone = await signIn(customer, 'basic');
    const policy = await franchise.call('GET', '/api/franchise/sign-in-policy', { token: admin.token });
    expect(policy.json.data).toEqual({ secondFactor: 'optional', signUp: 'open', signUpPlan: 'Basic', version: 0 });
    expect((await rule(franchise, admin.token, 'everyone', 0)).json.code).toBe('second_factor_required');
    expect((await rule(customer, someone.token, 'optional', 0)).json.code).toBe('forbidden');
    const { secret } = await begin(franchise, admin.token);
    await confirm(franchise, admin.token, codeAt(secret));

    // Staff only: customers go on as before.
    expect((await rule(franchise, admin.token, 'staff', 0)).json.data).toMatchObject({
      secondFactor: 'staff',
      version: 1,
    });
    expect((await rule(franchise, admin.token, 'everyone', 0)).json.code).toBe('stale_version');
    expect((await me(customer, someone.token)).json.data).toMatchObject({ secondFactorDue: false });
    expect((await signIn(device(), 'agent')).secondFactorDue).toBe(true);

    expect((await rule(franchise, admin.token, 'everyone', 1)).status).toBe(200);
    // A living session is limited at once, nobody is signed out.
    expect((await me(customer, someone.token)).json.data).toMatchObject({ secondFactorDue: true });
    const refused = await customer.call('GET', '/api/master/countries', { token: someone.token });
    expect([refused.status, refused.json.code]).toEqual([403, 'second_factor_required']);
    expect((await customer.call('GET', '/api/account/sessions', { token: someone.token })).json.code).toBe(
      'second_factor_required',
    );
    const again = await signIn(device(), 'basic');
    expect(again.secondFactorDue).toBe(true);

    const theirs = await begin(customer, someone.token);
    expect((await confirm(customer, someone.token, codeAt(theirs.secret))).status).toBe(200);
    expect((await customer.call('GET', '/api/master/countries', { token: someone.token })).status).toBe(200);
    // The last one stays.
    const removed = await customer.call('POST', '/api/account/totp/remove', {
      token: someone.token,
      body: { password: TEST_PASSWORD },
    });
    expect(removed.json.code).toBe('second_factor_required');
    expect((await customer.call('GET', '/api/account', { token: someone.token })).json.data).toMatchObject({
      secondFactor: { required: true, active: true },
    });
    // The other franchise is not concerned.
    expect((await signIn(device('second.test'), 'foreign')).secondFactorDue).toBe(false);
  });
});

test('nothing went wrong unexpectedly, and no secret is in the log', () => {
  const text = w.log.join('\n');
  expect(text).not.toContain('unexpected error');
  expect(text).not.toContain(TEST_PASSWORD);
  expect(text).not.toMatch(/otpauth|secret=/);
});
