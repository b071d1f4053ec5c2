import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AccountWorld, type Browser, codeIn, linkIn, makeAccountWorld } from '../../../test/account-kit.ts';
import { TEST_PASSWORD, type TestUser } from '../../../test/app-kit.ts';
import { addInvitation, invitationPath, openInvitations, renewInvitation, withdrawInvitation } from '../users/index.ts';
import { tidyAccounts } from './tidy-accounts.ts';

let w: AccountWorld;
beforeAll(async () => {
  w = await makeAccountWorld();
});
afterAll(() => w.close());

interface Answered {
  readonly verified: boolean;
  readonly token?: string;
  readonly verification?: { readonly ticket: string; readonly resendInSeconds: number };
}
const PASSWORD = 'parcels over the river';
let last = 0;
/** Every test its own address and browser. */
const fresh = (): Browser => w.browser({ ip: `198.51.100.${(last += 1)}` });
const person = (userName: string, more: Record<string, unknown> = {}) => ({
  userName,
  email: `${userName}@shop.example`,
  password: PASSWORD,
  firstName: 'Ada',
  lastName: 'Lovelace',
  companyName: `${userName} Ltd`,
  ...more,
});
const signUp = (browser: Browser, body: object, query = '') =>
  browser.call('POST', `/api/user/sign-up${query}`, { body });
const signIn = async (browser: Browser, userName: string, password = PASSWORD) => {
  const answer = await browser.call('POST', '/api/user/sign-in', { body: { userName, password } });
  return { ...answer, data: answer.json.data as Answered };
};
const verify = (browser: Browser, userName: string, value: string) =>
  browser.call('POST', `/api/user/verify?${new URLSearchParams({ username: userName, value }).toString()}`);

describe('a customer signs up by itself', () => {
  test('gets a company on the franchise’s plan, a code by mail, and is in once the code is entered', async () => {
    const browser = fresh();
    const made = await signUp(browser, person('ada'), `?tenantId=${w.world.first.id}`);
    expect(made.json.data).toEqual({ userName: 'ada', email: 'ada@shop.example', verified: false });
    const unverified = await signIn(browser, 'ada');
    expect(unverified.data).toMatchObject({ verified: false, verification: { resendInSeconds: 60 } });
    expect(unverified.data.token).toBeUndefined();
    // The sign-in right after the sign-up sends no second mail.
    expect(await w.mailCount('ada@shop.example', 'verify_account')).toBe(1);
    const mail = await w.mail('ada@shop.example', 'verify_account');
    expect(mail.subject).toContain(codeIn(mail));

    const verified = await verify(browser, 'ADA', codeIn(mail));
    expect(verified.status).toBe(200);
    const { token } = verified.json.data as Answered;
    const profile = await browser.call('GET', '/api/profile/me', { token });
    expect(profile.json.data).toMatchObject({
      userName: 'ada',
      verified: true,
      roleName: 'ROLE_CUSTOMER_ADMIN',
      tenantName: 'ada Ltd',
      tenantKind: 'customer',
      subscription: { currentPlan: { planName: 'Basic' } },
    });
    // The code was good once.
    expect((await verify(browser, 'ada', codeIn(mail))).json.code).toBe('wrong_code');
    expect((await signIn(browser, 'ada')).data.verified).toBe(true);
  });

  test('by the link of the mail: exactly the sentence of the specification, also the second time', async () => {
    const browser = fresh();
    await signUp(browser, person('bea', { language: 'fr' }));
    const mail = await w.mail('bea@shop.example', 'verify_account');
    expect(mail.text).toContain('Bienvenue');
    const link = linkIn(mail, '/email-verification/');
    expect(link.origin).toBe('https://first.test');
    const [, , user = '', token = ''] = link.pathname.split('/');
    const open = (username: string, secret: string) =>
      browser.call('POST', `/api/user/verify/token?${new URLSearchParams({ username, token: secret }).toString()}`);
    expect((await open(user, `${token.slice(0, -1)}x`)).json).toMatchObject({
      code: 'verification_failed',
      errorMessage: 'Token was expiered please verify again',
    });
    expect((await open('nobody', token)).json.code).toBe('verification_failed');
    for (const time of ['first', 'second']) {
      const answer = await open(user, token);
      expect([time, answer.status, answer.json['successMessage']]).toEqual([
        time,
        200,
        'Account verified successfully!',
      ]);
    }
    expect((await signIn(browser, 'bea')).data.token).toBeDefined();
  });

  test('the code is good, too, where a mail program has opened the link before; once, and within its time', async () => {
    const browser = fresh();
    await signUp(browser, person('faye'));
    const mail = await w.mail('faye@shop.example', 'verify_account');
    const [, , user = '', token = ''] = linkIn(mail, '/email-verification/').pathname.split('/');
    await browser.call('POST', `/api/user/verify/token?${new URLSearchParams({ username: user, token }).toString()}`);
    const wrong = codeIn(mail) === '000000' ? '111111' : '000000';
    expect((await verify(browser, 'faye', wrong)).json.code).toBe('wrong_code');
    const verified = await verify(browser, 'faye', codeIn(mail));
    expect((verified.json.data as Answered).token).toBeDefined();
    expect((await verify(browser, 'faye', codeIn(mail))).json.code).toBe('wrong_code');
  });

  test('a link more than a day old says so', async () => {
    const browser = fresh();
    await signUp(browser, person('late'));
    const [, , user = '', token = ''] = linkIn(
      await w.mail('late@shop.example', 'verify_account'),
      '/email-',
    ).pathname.split('/');
    w.wait(24 * 3600 + 1);
    const answer = await browser.call('POST', `/api/user/verify/token?username=${user}&token=${token}`);
    expect(answer.json.errorMessage).toBe('Token was expiered please verify again');
  });

  test('a taken user name is told, in the franchise only; a name with other capitals is the same', async () => {
    expect((await signUp(fresh(), person('Admin'))).json).toMatchObject({
      code: 'user_name_taken',
      errorMessage: 'This user name is taken.',
      errorMessages: [{ field: 'userName' }],
    });
    const second = w.browser({ host: 'second.test', ip: '198.51.100.250' });
    expect((await signUp(second, person('admin'))).status).toBe(200);
  });

  test.each([
    ['short', 'weak', { password: 'too short' }, 'password'],
    ['common', 'weak', { password: 'Password2026!' }, 'password'],
    ['the user name', 'weakling.one', { password: 'Weakling.One' }, 'password'],
    ['no address', 'weak', { email: 'nowhere' }, 'email'],
    ['an address as user name', 'a@b.example', {}, 'userName'],
    ['no name', 'weak', { firstName: '  ' }, 'firstName'],
  ])('%s is refused in words, on its field', async (_, userName, more, field) => {
    const answer = await signUp(fresh(), person(userName, more));
    expect(answer.status).toBe(400);
    expect(answer.json.errorMessages?.[0]).toMatchObject({
      field,
      message: expect.stringMatching(/\w+ .*\./) as string,
    });
  });

  test('a franchise that is not the host’s is refused', async () => {
    expect((await signUp(fresh(), person('lost'), `?tenantId=${w.world.second.id}`)).json.code).toBe('wrong_tenant');
  });

  test('many accounts that name one e-mail address do not flood it', async () => {
    for (let n = 0; n < 8; n += 1) {
      const browser = fresh();
      await signUp(browser, person(`flood${n}`, { email: 'victim@shop.example' }));
      await signIn(browser, `flood${n}`);
    }
    expect(await w.mailCount('victim@shop.example', 'verify_account')).toBe(5);
  });

  test('many accounts from one address have to wait', async () => {
    const browser = fresh();
    const codes = [];
    for (let n = 0; n < 31; n += 1) codes.push((await signUp(browser, person(`many${n}`))).json.code);
    expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(1);
  });
});

describe('an e-mail address that is in use', () => {
  test('is never told: the answer, the sign-in and the codes look alike, and its owner gets a notice', async () => {
    const [known, unknown] = [fresh(), fresh()];
    const taken = await signUp(known, person('thief', { email: 'Admin@Example.com' }));
    const free = await signUp(unknown, person('honest'));
    expect(taken.json.data).toEqual({ userName: 'thief', email: 'Admin@Example.com', verified: false });
    expect([taken.status, Object.keys(taken.json)]).toEqual([free.status, Object.keys(free.json)]);
    const [a, b] = [await signIn(known, 'thief'), await signIn(unknown, 'honest')];
    expect(Object.keys(a.data).toSorted()).toEqual(Object.keys(b.data).toSorted());
    expect(a.data.verification?.resendInSeconds).toBe(b.data.verification?.resendInSeconds);
    expect((await verify(known, 'thief', '000000')).json.code).toBe('wrong_code');
    // The owner hears of it once; no code for the account ever leaves.
    expect(await w.mailCount('admin@example.com', 'already_registered')).toBe(1);
    expect(await w.mailCount('admin@example.com', 'verify_account')).toBe(0);
    await signUp(fresh(), person('thief2', { email: 'admin@example.com' }));
    expect(await w.mailCount('admin@example.com', 'already_registered')).toBe(1);
  });

  test('cannot be kept from its owner by signing up with it first', async () => {
    const [squatter, owner] = [fresh(), fresh()];
    await signUp(squatter, person('squatter', { email: 'eve@shop.example' }));
    w.wait(1);
    await signUp(owner, person('eve'));
    const code = codeIn(await w.mail('eve@shop.example', 'verify_account'));
    expect((await verify(owner, 'eve', code)).status).toBe(200);
    // From now on nothing proves the address for the other account.
    const again = await signIn(squatter, 'squatter');
    w.wait(61);
    const ticket = again.data.verification?.ticket ?? '';
    expect((await squatter.call('POST', '/api/user/verify/resend', { body: { ticket } })).status).toBe(200);
    expect(await w.mailCount('eve@shop.example', 'verify_account')).toBe(2);
    expect((await signIn(fresh(), 'eve@shop.example')).data.token).toBeDefined();
  });
});

describe('verification codes', () => {
  test('the fifth wrong one from an address is the last; another address and a new code are not concerned', async () => {
    const [browser, guesser] = [fresh(), fresh()];
    await signUp(browser, person('cora'));
    const code = codeIn(await w.mail('cora@shop.example', 'verify_account'));
    const wrong = code === '000000' ? '111111' : '000000';
    const answers = [];
    for (let n = 0; n < 6; n += 1) answers.push((await verify(guesser, 'cora', wrong)).json.code);
    expect(answers).toEqual([...Array<string>(5).fill('wrong_code'), 'code_expired']);
    expect((await verify(guesser, 'cora', code)).json.code).toBe('code_expired');
    expect((await verify(browser, 'cora', code)).status).toBe(200);
  });

  test('is void after ten minutes, and after 25 wrong ones from anywhere', async () => {
    const browser = fresh();
    await signUp(browser, person('dora'));
    const code = codeIn(await w.mail('dora@shop.example', 'verify_account'));
    const wrong = code === '000000' ? '111111' : '000000';
    const guessers = [fresh(), fresh(), fresh(), fresh(), fresh()];
    for (const guesser of guessers) for (let n = 0; n < 5; n += 1) await verify(guesser, 'dora', wrong);
    expect((await verify(fresh(), 'dora', code)).json.code).toBe('code_expired');
    // The password brings another one.
    w.wait(61);
    await signIn(browser, 'dora');
    const next = codeIn(await w.mail('dora@shop.example', 'verify_account'));
    w.wait(601);
    expect((await verify(fresh(), 'dora', next)).json.code).toBe('code_expired');
  });

  test('another code: only with the ticket of a right password, after a wait that grows', async () => {
    const browser = fresh();
    await signUp(browser, person('fay'));
    const { data } = await signIn(browser, 'fay');
    const ticket = data.verification?.ticket ?? '';
    const resend = (given: string) => browser.call('POST', '/api/user/verify/resend', { body: { ticket: given } });
    const early = await resend(ticket);
    expect(early.status).toBe(429);
    expect(early.json).toMatchObject({ code: 'wait_to_resend', retryAfterSeconds: 60 });
    expect(early.headers['retry-after']).toBe('60');
    expect((await resend(`${ticket.slice(0, -2)}xx`)).json.code).toBe('challenge_expired');
    const first = codeIn(await w.mail('fay@shop.example', 'verify_account'));
    w.wait(60);
    expect((await resend(ticket)).json.data).toMatchObject({ resendInSeconds: 120, expiresInSeconds: 600 });
    w.wait(119);
    expect((await resend(ticket)).json['retryAfterSeconds']).toBe(1);
    w.wait(1);
    expect((await resend(ticket)).json.data).toMatchObject({ resendInSeconds: 240 });
    const second = codeIn(await w.mail('fay@shop.example', 'verify_account'));
    expect(await w.mailCount('fay@shop.example', 'verify_account')).toBe(3);
    if (first !== second) expect((await verify(browser, 'fay', first)).json.code).toBe('wrong_code');
    expect((await verify(browser, 'fay', second)).status).toBe(200);
    expect((await resend(ticket)).json.code).toBe('challenge_expired');
  });

  test('are kept as keyed hashes only', async () => {
    await signUp(fresh(), person('gwen'));
    const mail = await w.mail('gwen@shop.example', 'verify_account');
    const rows = await w.db.identity({ realmId: w.world.first.id }, (tx) =>
      tx.selectFrom('mailed_codes').selectAll().execute(),
    );
    expect(rows.length).toBeGreaterThan(3);
    expect(JSON.stringify(rows)).not.toContain(codeIn(mail));
    expect(new Set(rows.map((row) => row.code_hash?.length ?? 32))).toEqual(new Set([32]));
  });
});

describe('an invitation', () => {
  const invite = (email: string, more: { invitedBy?: string; like?: TestUser } = {}) => {
    const { admin } = w.world.people;
    return w.db.identity(admin, async (tx) => {
      const role = await tx
        .selectFrom('memberships')
        .select('role_id')
        .where('realm_id', '=', admin.realmId)
        .where('user_id', '=', (more.like ?? w.world.people.user).userId)
        .executeTakeFirstOrThrow();
      const added = await addInvitation(
        tx,
        {
          realmId: admin.realmId,
          tenantId: more.like?.tenantId ?? admin.tenantId,
          roleId: role.role_id,
          email,
          firstName: 'Ida',
          language: 'fr',
          invitedBy: more.invitedBy ?? admin.userId,
        },
        w.now(),
      );
      return added;
    });
  };
  const tokenOf = async (email: string): Promise<string> => {
    const added = await invite(email);
    if (!added.ok) throw new Error(added.problem.code);
    expect(invitationPath(added.value.token)).toBe(`/auth/register?invitation=${added.value.token}`);
    return added.value.token;
  };

  test('is shown to its holder, and brings them into the company that invited, verified at once', async () => {
    const browser = fresh();
    const token = await tokenOf('ida@shop.example');
    expect((await browser.call('GET', `/api/user/invitation/${token}`)).json.data).toEqual({
      tenantName: 'Customer one',
      email: 'ida@shop.example',
      firstName: 'Ida',
      lastName: '',
      roleName: 'User',
      language: 'fr',
      agreesToTerms: true,
    });
    const made = await signUp(browser, person('ida', { email: 'somebody.else@shop.example', invitation: token }));
    expect(made.json.data).toEqual({ userName: 'ida', email: 'ida@shop.example', verified: true });
    const { data } = await signIn(browser, 'ida');
    const profile = await browser.call('GET', '/api/profile/me', { token: data.token ?? '' });
    expect(profile.json.data).toMatchObject({
      tenantName: 'Customer one',
      roleName: 'ROLE_CUSTOMER_USER',
      locale: 'fr-CA',
    });
    expect((await w.mail('admin@example.com', 'invitation_accepted')).subject).toBe('Ada Lovelace joined Customer one');
    // Good once.
    expect((await signUp(fresh(), person('ida2', { invitation: token }))).json.code).toBe('invitation_invalid');
    expect((await browser.call('GET', `/api/user/invitation/${token}`)).json.code).toBe('invitation_invalid');
  });

  test('of the franchise’s own staff asks for no consent to the terms of its customers', async () => {
    const added = await invite('staff@first.example', { like: w.world.people.support });
    if (!added.ok) throw new Error(added.problem.code);
    const shown = await fresh().call('GET', `/api/user/invitation/${added.value.token}`);
    expect(shown.json.data).toMatchObject({ tenantName: 'First', agreesToTerms: false });
  });

  test('a taken user name leaves it good', async () => {
    const token = await tokenOf('jo@shop.example');
    expect((await signUp(fresh(), person('admin', { invitation: token }))).json.code).toBe('user_name_taken');
    expect((await signUp(fresh(), person('joan', { invitation: token }))).status).toBe(200);
  });

  test('of another franchise, withdrawn, renewed or too old is void', async () => {
    const { admin } = w.world.people;
    const token = await tokenOf('kim@shop.example');
    const elsewhere = w.browser({ host: 'second.test', ip: '198.51.100.251' });
    expect((await signUp(elsewhere, person('kim', { invitation: token }))).json.code).toBe('invitation_invalid');
    const open = await w.db.identity(admin, (tx) => openInvitations(tx, admin.realmId, admin.tenantId));
    const which = { ...admin, id: open.find(({ email }) => email === 'kim@shop.example')?.id ?? '' };
    const renew = () => w.db.identity(admin, (tx) => renewInvitation(tx, which, w.now()));
    expect(await renew()).toMatchObject({ ok: false, problem: { code: 'wait_to_resend', retryAfterSeconds: 60 } });
    w.wait(60);
    const renewed = await renew();
    expect((await signUp(fresh(), person('kim', { invitation: token }))).json.code).toBe('invitation_invalid');
    const next = renewed.ok ? renewed.value.token : '';
    w.wait(7 * 24 * 3600);
    expect((await signUp(fresh(), person('kim', { invitation: next }))).json.code).toBe('invitation_invalid');
    expect(await w.db.identity(admin, (tx) => withdrawInvitation(tx, which, w.now()))).toBe(true);
    expect(await w.db.identity(admin, (tx) => withdrawInvitation(tx, which, w.now()))).toBe(false);
  });

  test('is not made for an address with an account, nor twice', async () => {
    expect(await invite('user@example.com')).toMatchObject({ ok: false, problem: { code: 'validation' } });
    await tokenOf('lea@shop.example');
    expect(await invite('LEA@shop.example')).toMatchObject({ ok: false, problem: { code: 'validation' } });
  });

  test('a franchise may take people by invitation only', async () => {
    const realmId = w.world.second.id;
    await w.db.identity({ realmId }, (tx) =>
      tx.insertInto('sign_in_policies').values({ realm_id: realmId, sign_up: 'invited' }).execute(),
    );
    const browser = w.browser({ host: 'second.test', ip: '198.51.100.252' });
    expect((await signUp(browser, person('mia'))).json).toMatchObject({ code: 'sign_up_closed' });
  });
});

test('an account nobody verified for two weeks gives its name back; others stay', async () => {
  const browser = fresh();
  await signUp(browser, person('nell'));
  w.wait(15 * 24 * 3600);
  await tidyAccounts(w.services);
  expect((await signIn(browser, 'nell')).json.code).toBe('wrong_password');
  expect((await signIn(fresh(), 'admin', TEST_PASSWORD)).status).toBe(200);
  expect((await signUp(fresh(), person('nell'))).status).toBe(200);
});

test('no password, code or token is in the log, and nothing went wrong unexpectedly', () => {
  const text = w.log.join('\n');
  expect(w.log.length).toBeGreaterThan(50);
  expect(text).not.toContain('unexpected error');
  expect(text).not.toContain(PASSWORD);
  expect(text).not.toMatch(/ss[ar]_[\w-]{20}/);
  expect(text).not.toMatch(/token=|value=|\/email-verification\//);
});
