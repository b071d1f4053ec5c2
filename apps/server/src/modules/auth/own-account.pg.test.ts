/** The own account over real HTTP: details, password, e-mail address, sessions, lock screen. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type AccountWorld,
  type Browser,
  codeIn,
  FIREFOX,
  makeAccountWorld,
  SAFARI,
} from '../../../test/account-kit.ts';
import { sessionOf, TEST_PASSWORD } from '../../../test/app-kit.ts';
import { accountRoutes } from './account-routes.ts';
import { openActingSession } from './session-chain.ts';
import { sessionTokensOf } from '../../platform/http/app.ts';

let w: AccountWorld;
beforeAll(async () => {
  w = await makeAccountWorld();
});
afterAll(() => w.close());

interface Pair {
  readonly token: string;
  readonly refreshToken: string;
}
let last = 0;
const device = (userAgent = FIREFOX): Browser => w.browser({ ip: `198.51.100.${(last += 1)}`, userAgent });
const enter = async (browser: Browser, userName: string, password = TEST_PASSWORD): Promise<Pair> => {
  const answer = await browser.call('POST', '/api/user/sign-in', { body: { userName, password } });
  const pair = answer.json.data as Pair | undefined;
  if (!pair?.token) throw new Error(answer.text);
  return pair;
};
const me = (browser: Browser, { token }: Pair) => browser.call('GET', '/api/profile/me', { token });
const account = async (browser: Browser, { token }: Pair) =>
  (await browser.call('GET', '/api/account', { token })).json.data as Record<string, unknown> & { version: number };

describe('details', () => {
  test('are read and changed; a change from another tab meanwhile is refused', async () => {
    const browser = device();
    const pair = await enter(browser, 'agent');
    const before = await account(browser, pair);
    expect(before).toMatchObject({
      userName: 'agent',
      email: 'agent@example.com',
      pendingEmail: null,
      phone: null,
      language: 'en',
      secondFactor: { required: false, active: false, totpSince: null, passkeys: [], recoveryCodesLeft: 0 },
    });
    const put = (version: number, firstName: string) =>
      browser.call('PUT', '/api/account', {
        token: pair.token,
        body: { firstName, lastName: 'Roy', phone: '+1 514 555 0100', language: 'fr', version },
      });
    expect((await put(before.version, 'Zoé')).json.data).toMatchObject({ firstName: 'Zoé', language: 'fr' });
    expect((await put(before.version, 'Other')).json).toMatchObject({ code: 'stale_version' });
    expect((await me(browser, pair)).json.data).toMatchObject({ firstName: 'Zoé', lastName: 'Roy', locale: 'fr-CA' });
  });

  test('notices come until they are switched off: a new device is told of by mail, once it is no longer wanted no more', async () => {
    await enter(device(), 'support');
    expect(await w.mailCount('support@example.com', 'new_device')).toBe(0);
    const phone = device(SAFARI);
    const pair = await enter(phone, 'support');
    const mail = await w.mail('support@example.com', 'new_device');
    expect(mail.text).toContain('Safari on iPhone');
    await enter(phone, 'support');
    expect(await w.mailCount('support@example.com', 'new_device')).toBe(1);
    const put = await phone.call('PUT', '/api/account/notifications', {
      token: pair.token,
      body: { notices: [{ kind: 'new_device', email: false }] },
    });
    expect(put.json.data).toEqual({
      notices: [
        { kind: 'new_device', email: false },
        { kind: 'invitation_accepted', email: true },
        { kind: 'announcements', email: true },
      ],
    });
    await enter(device(), 'support');
    expect(await w.mailCount('support@example.com', 'new_device')).toBe(1);
    expect((await phone.call('GET', '/api/account/notifications', { token: pair.token })).json.data).toEqual(
      put.json.data,
    );
  });
});

describe('the password', () => {
  test('is changed with the old one; other devices are out, this one and its proof go on', async () => {
    const [here, there] = [device(), device(SAFARI)];
    const [pair, other] = [await enter(here, 'user'), await enter(there, 'user')];
    const change = (currentPassword: string, newPassword: string) =>
      here.call('POST', '/api/account/password', { token: pair.token, body: { currentPassword, newPassword } });
    const wrong = await change('not mine', 'labels at daybreak');
    expect(wrong.status).toBe(400);
    expect(wrong.json).toMatchObject({ code: 'wrong_password', errorMessages: [{ field: 'currentPassword' }] });
    expect((await change(TEST_PASSWORD, 'user-user-user')).status).toBe(400);
    expect((await change(TEST_PASSWORD, TEST_PASSWORD)).json.code).toBe('weak_password');
    w.wait(1);
    expect((await change(TEST_PASSWORD, 'labels at daybreak')).json.data).toEqual({ sessionsEnded: 1 });
    expect((await me(here, pair)).status).toBe(200);
    expect((await me(there, other)).json.code).toBe('session_expired');
    expect((await w.mail('user@example.com', 'password_changed')).text).toContain('Other devices were signed out');
    await enter(here, 'user', 'labels at daybreak');
    expect(await w.mailCount('user@example.com', 'new_device')).toBe(1);
  });

  test('cannot be guessed from inside a session without waiting', async () => {
    const browser = device();
    const pair = await enter(browser, 'basic');
    const codes = [];
    for (let n = 0; n < 6; n += 1)
      codes.push(
        (
          await browser.call('POST', '/api/account/password', {
            token: pair.token,
            body: { currentPassword: `guess ${n}`, newPassword: 'labels at daybreak' },
          })
        ).json.code,
      );
    expect(codes).toEqual([...Array<string>(5).fill('wrong_password'), 'rate_limited']);
  });
});

describe('the e-mail address', () => {
  test('changes when the new one is proved by its code; the old one is told', async () => {
    const browser = device();
    const pair = await enter(browser, 'fran');
    const ask = (email: string, password = TEST_PASSWORD) =>
      browser.call('POST', '/api/account/email', { token: pair.token, body: { email, password } });
    const confirm = (code: string) =>
      browser.call('POST', '/api/account/email/confirm', { token: pair.token, body: { code } });
    expect((await ask('new@example.com', 'wrong')).json.code).toBe('wrong_password');
    expect((await ask('FRAN@example.com')).json).toMatchObject({
      code: 'validation',
      errorMessages: [{ field: 'email' }],
    });
    expect((await ask('new@example.com')).json.data).toEqual({
      pendingEmail: 'new@example.com',
      resendInSeconds: 60,
      expiresInSeconds: 600,
    });
    expect(await account(browser, pair)).toMatchObject({ email: 'fran@example.com', pendingEmail: 'new@example.com' });
    expect((await w.mail('fran@example.com', 'email_changing')).text).toContain('new@example.com');
    expect((await ask('new@example.com')).json).toMatchObject({ code: 'wait_to_resend' });
    const code = codeIn(await w.mail('new@example.com', 'confirm_email'));
    expect((await confirm(code === '000000' ? '111111' : '000000')).json.code).toBe('wrong_code');
    expect((await confirm(`${code.slice(0, 3)} ${code.slice(3)}`)).json.data).toMatchObject({
      email: 'new@example.com',
      pendingEmail: null,
    });
    expect(await w.mailCount('fran@example.com', 'email_changed')).toBe(1);
    expect((await confirm(code)).json.code).toBe('code_expired');
    await enter(device(), 'new@example.com');
  });

  test('of somebody else is never told, gets no mail and cannot be taken; a change can be taken back', async () => {
    const browser = device();
    const pair = await enter(browser, 'agent');
    const asked = await browser.call('POST', '/api/account/email', {
      token: pair.token,
      body: { email: 'admin@example.com', password: TEST_PASSWORD },
    });
    expect(asked.status).toBe(200);
    expect(await w.mailCount('admin@example.com', 'confirm_email')).toBe(0);
    const cancelled = await browser.call('DELETE', '/api/account/email', { token: pair.token });
    expect(cancelled.json.data).toMatchObject({ email: 'agent@example.com', pendingEmail: null });
  });
});

describe('sessions', () => {
  interface Listed {
    readonly id: string;
    readonly current: boolean;
    readonly device: string;
    readonly ip: string;
  }
  const list = async (browser: Browser, { token }: Pair): Promise<Listed[]> =>
    ((await browser.call('GET', '/api/account/sessions', { token })).json.data as { sessions: Listed[] }).sessions;

  test('are listed by device, and ended one by one or all others at once', async () => {
    const [here, phone, third] = [device(), device(SAFARI), device()];
    const pair = await enter(here, 'admin');
    const [onPhone, onThird] = [await enter(phone, 'admin'), await enter(third, 'admin')];
    const foreign = await sessionOf(w.services, w.world.people.user);
    const sessions = await list(here, pair);
    expect(sessions).toHaveLength(3);
    expect(sessions.filter(({ current }) => current)).toHaveLength(1);
    expect(sessions.map((each) => each.device).toSorted()).toEqual([
      'Firefox on Linux',
      'Firefox on Linux',
      'Safari on iPhone',
    ]);
    const id = sessions.find((each) => each.device.startsWith('Safari'))?.id ?? '';
    const end = (which: string) => here.call('DELETE', `/api/account/sessions/${which}`, { token: pair.token });
    expect((await end(id)).status).toBe(200);
    expect((await end(id)).json.code).toBe('not_found');
    expect((await end(sessions.find(({ current }) => current)?.id ?? '')).json.code).toBe('bad_request');
    expect((await me(phone, onPhone)).json.code).toBe('session_expired');
    expect((await phone.call('POST', '/api/user/refresh', { token: onPhone.refreshToken })).json.code).toBe(
      'session_expired',
    );
    // Nobody else's, not even of the same company.
    const users = await w.db.identity(w.world.people.user, (tx) =>
      tx.selectFrom('sessions').select('id').where('user_id', '=', w.world.people.user.userId).execute(),
    );
    for (const row of users) expect((await end(row.id)).json.code).toBe('not_found');
    expect((await me(here, foreign)).status).toBe(200);
    expect((await here.call('DELETE', '/api/account/sessions', { token: pair.token })).json.data).toEqual({
      sessionsEnded: 1,
    });
    expect((await me(third, onThird)).json.code).toBe('session_expired');
    expect(await list(here, pair)).toHaveLength(1);
  });

  test('ten tabs that find the token expired at the same moment stay signed in with one pair', async () => {
    const browser = device();
    const pair = await enter(browser, 'root');
    w.wait(15 * 60 + 1);
    expect((await me(browser, pair)).json.code).toBe('token_expired');
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => browser.call('POST', '/api/user/refresh', { token: pair.refreshToken })),
    );
    const pairs = answers.map(({ json }) => json.data as Pair);
    expect(new Set(pairs.map(({ refreshToken }) => refreshToken)).size).toBe(1);
    const profiles = await Promise.all(pairs.map((each) => me(browser, each)));
    expect(profiles.map(({ status }) => status)).toEqual(Array(10).fill(200));
  });
});

describe('the lock screen', () => {
  test('keeps the session and answers nothing but who it is, until the password is given', async () => {
    const browser = device();
    let pair = await enter(browser, 'admin');
    const unlock = (password: string) =>
      browser.call('POST', '/api/account/unlock', { token: pair.token, body: { password } });
    await browser.call('POST', '/api/account/lock', { token: pair.token });
    const routes = accountRoutes({ db: w.db, clock: w.services.clock } as Parameters<typeof accountRoutes>[0], () => {
      throw new Error('never called');
    });
    for (const { call } of routes.filter(({ call: each }) => !each.openWhile?.includes('locked'))) {
      const answer = await browser.call(
        call.method as 'GET',
        `/api${call.path.replace('{id}', '0199a000-0000-7000-8000-00000000dead')}`,
        {
          token: pair.token,
          ...(call.method === 'GET' ? {} : { body: {} }),
        },
      );
      expect([call.id, answer.status, answer.json.code]).toEqual([call.id, 423, 'session_locked']);
    }
    expect((await me(browser, pair)).json.code).toBe('session_locked');
    const who = await browser.call('GET', '/api/account/lock', { token: pair.token });
    expect(who.json.data).toEqual({ locked: true, userName: 'admin', firstName: 'admin', lastName: 'Test' });
    // It goes on being refreshed behind the lock.
    w.wait(16 * 60);
    pair = (await browser.call('POST', '/api/user/refresh', { token: pair.refreshToken })).json.data as Pair;
    expect((await me(browser, pair)).json.code).toBe('session_locked');
    expect((await unlock('wrong')).json).toMatchObject({
      code: 'wrong_password',
      errorMessage: 'The password is wrong.',
    });
    expect((await unlock(TEST_PASSWORD)).status).toBe(200);
    expect((await me(browser, pair)).status).toBe(200);
  });

  test('ends the session after ten wrong passwords', async () => {
    const browser = device();
    const pair = await enter(browser, 'admin');
    await browser.call('POST', '/api/account/lock', { token: pair.token });
    const codes: (string | undefined)[] = [];
    for (let n = 0; n < 10; n += 1) {
      const answer = await browser.call('POST', '/api/account/unlock', {
        token: pair.token,
        body: { password: `guess ${n}` },
      });
      codes.push(answer.json.code);
      // Patient enough for every growing wait (the access token would lapse, so time is not moved past it).
      await w.db.identity(w.world.people.admin, (tx) =>
        tx.updateTable('sign_in_attempts').set({ blocked_until: null }).execute(),
      );
    }
    expect(codes).toEqual([...Array<string>(9).fill('wrong_password'), 'session_expired']);
    expect((await browser.call('POST', '/api/user/refresh', { token: pair.refreshToken })).json.code).toBe(
      'session_expired',
    );
  });

  test('a locked session can be signed out', async () => {
    const browser = device();
    const pair = await enter(browser, 'admin');
    await browser.call('POST', '/api/account/lock', { token: pair.token });
    expect((await browser.call('POST', '/api/user/logout', { token: pair.token })).status).toBe(200);
    expect((await me(browser, pair)).json.code).toBe('session_expired');
  });
});

test('whoever acts for somebody changes nothing of theirs, and unlocks with the own password', async () => {
  const browser = device();
  const { support, admin } = w.world.people;
  const own = await enter(browser, 'support');
  const supportSession = await w.db.identity(support, (tx) =>
    tx
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', support.userId)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow(),
  );
  const role = await w.db.identity(support, (tx) =>
    tx.selectFrom('memberships').select('role_id').where('user_id', '=', support.userId).executeTakeFirstOrThrow(),
  );
  const acting = await w.db.identity(admin, (tx) =>
    openActingSession(
      tx,
      sessionTokensOf(w.services),
      {
        ...admin,
        ip: '',
        userAgent: '',
        secondFactorAt: null,
        actors: [
          {
            realmId: support.realmId,
            sessionId: supportSession.id,
            userId: support.userId,
            userName: 'support',
            fullName: 'Support',
            role: 'ROLE_SUPPORT',
            roleId: role.role_id,
            tenantName: 'First',
            since: w.now().toISOString(),
            reason: 'test',
          },
        ],
      },
      w.now(),
    ),
  );
  expect(own.token).toBeDefined();
  const tries: [string, string, object?][] = [
    ['PUT', '/api/account', { firstName: 'X', lastName: 'Y', phone: null, language: 'en', version: 1 }],
    ['POST', '/api/account/password', { currentPassword: TEST_PASSWORD, newPassword: 'labels at daybreak' }],
    ['POST', '/api/account/email', { email: 'x@example.com', password: TEST_PASSWORD }],
    ['DELETE', '/api/account/email'],
    ['GET', '/api/account/sessions'],
    ['DELETE', '/api/account/sessions'],
    ['POST', '/api/account/totp', { password: TEST_PASSWORD }],
    ['POST', '/api/account/recovery-codes', { password: TEST_PASSWORD }],
    ['POST', '/api/account/passkeys/options', { password: TEST_PASSWORD }],
    ['PUT', '/api/account/notifications', { notices: [] }],
  ];
  for (const [method, path, body] of tries) {
    const answer = await browser.call(method as 'POST', path, { token: acting.token, body });
    expect([path, answer.json.code]).toEqual([path, 'not_while_acting']);
  }
  await browser.call('POST', '/api/account/lock', { token: acting.token });
  expect((await browser.call('GET', '/api/account/lock', { token: acting.token })).json.data).toMatchObject({
    userName: 'support',
  });
});

test('nothing went wrong unexpectedly, and no secret is in the log', () => {
  const text = w.log.join('\n');
  expect(text).not.toContain('unexpected error');
  expect(text).not.toContain(TEST_PASSWORD);
  expect(text).not.toContain('labels at daybreak');
});
