/** Accounts as people live with them: signing up, in and out, forgetting, locking, sessions that end. Keys only where it says so. */
import { randomUUID } from 'node:crypto';
import { endOtherSessions } from '@scanship/contracts/access/account';
import { addRole, listRoles } from '@scanship/contracts/access/roles';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  addressOf,
  linkIn,
  mailTo,
  type NewCompany,
  newCompany,
  newName,
  newPerson,
  PASSWORD,
} from '../support/accounts.ts';
import { chooseFromMenu, press, typeInto } from '../support/keyboard.ts';
import { type Lane, openLane } from '../support/lane.ts';
import { pathOf } from '../support/screens.ts';
import { signInAs } from '../support/seller.ts';
import { button, field, inside, openAs, signIn, signOut, stored } from '../support/signed-in.ts';

let lane: Lane;
let company: NewCompany;

beforeAll(async () => {
  lane = await openLane();
  company = await newCompany(lane);
});
afterEach((context) => lane.after(context));
afterAll(async () => {
  await company?.admin.close();
  await lane.close();
});

const toast = (page: Page, text: string) => page.locator('.toast').filter({ hasText: text, visible: true });

describe('signing up', () => {
  it('by keyboard alone: account, automatic sign-in, code out of the outbox, inside', async () => {
    const { page, context } = await lane.open();
    const userName = newName('zoe');
    await page.goto('/auth/login');
    await press(page, page.getByRole('link', { name: 'Open an account' }));
    await page.getByRole('heading', { name: 'Open an account' }).waitFor();
    await typeInto(page, field(page, 'First name'), 'Zoé');
    await typeInto(page, field(page, 'Last name'), 'Gagnon');
    await typeInto(page, field(page, 'Company'), `Gagnon ${userName}`);
    await typeInto(page, field(page, 'E-mail'), addressOf(userName));
    await typeInto(page, field(page, 'User name'), userName);
    await typeInto(page, field(page, 'Password'), 'short');
    await page.keyboard.press('Enter');
    // What is missing is said at the field, which has the focus.
    await page.getByText('Use at least 10 characters.').waitFor();
    await expect.poll(() => field(page, 'Password').evaluate((e) => e === document.activeElement)).toBe(true);
    await typeInto(page, field(page, 'Password'), PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor();
    expect(pathOf(page)).toBe('/otp/verify');
    await page.getByText(addressOf(userName)).waitFor();
    expect((await stored(page))['auth_token']).toBeUndefined();
    expect(await page.getByRole('button', { name: /^Send another code in \d+ s$/ }).isDisabled()).toBe(true);

    // The outbox is a tab of its own, so that this page keeps what it was given.
    const [outbox] = await Promise.all([
      context.waitForEvent('page'),
      press(page, page.getByRole('link', { name: 'Demo: open the outbox' })),
    ]);
    await press(outbox, outbox.getByRole('link', { name: new RegExp(addressOf(userName)) }).first());
    const mail = outbox.locator('iframe').contentFrame();
    await mail.getByText(/^\d{6}$/).waitFor();
    const code = await mail.getByText(/^\d{6}$/).innerText();
    expect(await outbox.locator('iframe').getAttribute('sandbox')).not.toContain('allow-scripts');
    await outbox.close();

    await typeInto(page, field(page, 'Code'), code === '000000' ? '000001' : '000000');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    expect(pathOf(page)).toBe('/otp/verify');
    await typeInto(page, field(page, 'Code'), code);
    await page.keyboard.press('Enter');
    await inside(page);
    expect((await stored(page))['auth_token']).toBeTruthy();
    await context.close();
  });

  it('the mailed link, in French: pressed, success exactly on the agreed sentence; spoilt it says so and leads to sign-in', async () => {
    const { page, context } = await lane.open({ locale: 'fr-CA' });
    const userName = newName('line');
    await page.goto('/auth/register');
    await field(page, 'Prénom').fill('Line');
    await field(page, 'Nom de famille').fill('Côté');
    await field(page, 'Courriel').fill(addressOf(userName));
    await field(page, 'Nom d’utilisateur').fill(userName);
    await field(page, 'Mot de passe').fill(PASSWORD);
    await page.locator('form button[type=submit]').click();
    await expect.poll(() => pathOf(page)).toBe('/otp/verify');
    const link = linkIn(await mailTo(await lane.seller('aurora'), addressOf(userName), 'verify_account'));
    expect(link.pathname).toContain(`/email-verification/${userName}/`);

    // Whoever only looks at the page, as mail programs do, has verified nothing.
    let verified = 0;
    page.on('request', (request) => (verified += request.url().includes('/api/user/verify/token') ? 1 : 0));
    await page.goto(link.pathname);
    const press = page.getByRole('button', { name: 'Vérifier le compte' });
    await press.waitFor();
    await page.waitForLoadState('networkidle');
    expect(verified).toBe(0);
    const answered = page.waitForResponse((r) => r.url().includes('/api/user/verify/token'));
    await press.click();
    // The wire stays English, the screen does not.
    expect(await (await answered).json()).toMatchObject({ successMessage: 'Account verified successfully!' });
    await page.getByRole('status').filter({ hasText: 'Compte vérifié' }).waitFor();

    await page.goto(`${link.pathname.slice(0, -4)}xxxx`);
    await press.click();
    await expect.poll(() => pathOf(page)).toBe('/auth/login');
    // The server's sentence stands on the page it leads to.
    const said = page.getByText('Le jeton a expiré', { exact: false }).first();
    await said.waitFor();
    expect(await said.innerText()).not.toContain('Token was');
    expect(await page.getByText('Compte vérifié').count()).toBe(0);
    await context.close();
  });

  it('another sentence of the server is no success, whatever its status', async () => {
    const { page, context } = await lane.open();
    await page.route('**/api/user/verify/token*', (route) =>
      route.fulfill({ status: 200, json: { data: {}, successMessage: 'Account verified successfully' } }),
    );
    await page.goto('/email-verification/somebody/token');
    await page.getByRole('button', { name: 'Verify the account' }).click();
    await expect.poll(() => pathOf(page)).toBe('/auth/login');
    await page.getByText('Account verified successfully', { exact: true }).waitFor();
    await page.unroute('**/api/user/verify/token*');
    await context.close();
  });

  it('an invitation is accepted with a user name and a password of one’s own', async () => {
    const { admin } = company;
    const { page, context } = await openAs(lane, company.userName);
    await page.goto('/user-manager');
    const guest = newName('guest');
    await button(page, 'Invite somebody').click();
    await field(page, 'E-mail').fill(addressOf(guest));
    await field(page, 'First name').fill('Gil');
    await page.getByRole('dialog').getByRole('combobox', { name: 'Role' }).selectOption({ label: 'User' });
    await button(page, 'Send the invitation').click();
    const row = page.getByTestId('person').filter({ hasText: addressOf(guest) });
    await row.getByText('Invited').waitFor();
    const link = linkIn(await mailTo(admin, addressOf(guest), 'invitation'));
    await context.close();

    const { page: visitor, context: theirs } = await lane.open();
    await visitor.goto(link.pathname + link.search);
    await visitor.getByText(`${company.userName} invites you as`).waitFor();
    expect(await field(visitor, 'E-mail').inputValue()).toBe(addressOf(guest));
    expect(await field(visitor, 'First name').inputValue()).toBe('Gil');
    await field(visitor, 'Last name').fill('Guest');
    await field(visitor, 'User name').fill(guest);
    await field(visitor, 'Password').fill(PASSWORD);
    await button(visitor, 'Open the account').click();
    // The invited address is proved by the link itself.
    await inside(visitor);
    expect(await visitor.getByRole('link', { name: 'People' }).count()).toBe(0);
    await visitor.goto('/user-manager');
    await inside(visitor);
    await expect.poll(() => pathOf(visitor)).not.toContain('user-manager');
    await theirs.close();

    const { page: late, context: second } = await lane.open();
    await late.goto(link.pathname + link.search);
    await late.getByText('This invitation was used already, was withdrawn or has expired.').waitFor();
    await second.close();
  });
});

describe('signing in', () => {
  it('by keyboard alone, with a wrong password said in the server’s words first', async () => {
    const { page, context } = await lane.open();
    await page.goto('/auth/login');
    await typeInto(page, field(page, 'User name or e-mail'), company.userName);
    await typeInto(page, field(page, 'Password'), 'not the password');
    const answered = page.waitForResponse((r) => r.url().includes('/api/user/sign-in'));
    await page.keyboard.press('Enter');
    const answer = await answered;
    expect(answer.status()).toBe(400);
    const { errorMessage } = (await answer.json()) as { errorMessage: string };
    expect(errorMessage).not.toBe('');
    await page.getByRole('alert').filter({ hasText: errorMessage }).waitFor();
    expect((await stored(page))['auth_token']).toBeUndefined();
    await typeInto(page, field(page, 'Password'), PASSWORD);
    await page.keyboard.press('Enter');
    await inside(page);
    await context.close();
  });

  it('a forgotten password is chosen anew by the mailed link, which works once; the old one is over', async () => {
    const { roles } = await company.admin.must(listRoles);
    const user = roles.find((role) => role.builtIn && role.baseRole === 'ROLE_CUSTOMER_USER');
    const person = await newPerson(company, user?.id ?? '');
    const { page, context } = await lane.open();
    await page.goto('/auth/login');
    await press(page, page.getByRole('link', { name: 'Forgot the password?' }));
    await typeInto(page, field(page, 'User name or e-mail'), person.email);
    await page.keyboard.press('Enter');
    await page.getByText('If there is such an account, a link is on its way').waitFor();
    const link = linkIn(await mailTo(company.admin, person.email, 'reset_password'));
    expect(link.pathname).toBe('/auth/reset-password');
    await page.goto(link.pathname + link.search);
    await typeInto(page, field(page, 'New password'), 'another sentence 2027');
    await page.keyboard.press('Enter');
    await page.getByText('The new password is set.').waitFor();
    await press(page, page.getByRole('link', { name: 'Sign in' }));
    await signIn(page, person.userName);
    await page.getByRole('alert').waitFor();
    await signIn(page, person.userName, 'another sentence 2027');
    await inside(page);
    await signOut(page);
    await page.goto(link.pathname + link.search);
    await field(page, 'New password').fill('a third sentence 2028');
    await button(page, 'Set the password').click();
    await page.getByRole('alert').waitFor();
    await context.close();
  });

  it('unknown paths lead to sign-in and from there to the first page; one without any permission is told so', async () => {
    const { page, context } = await lane.open();
    await page.goto('/no/such/page');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await signIn(page, company.userName);
    await inside(page);
    const first = pathOf(page);
    expect(first).not.toContain('no/such');
    await page.goto('/neither/this');
    await inside(page);
    await expect.poll(() => pathOf(page)).toBe(first);
    await context.close();

    const bare = await company.admin.must(addRole, {
      body: { name: newName('nothing'), baseRole: 'ROLE_CUSTOMER_USER', pages: [], rights: [] },
      idempotencyKey: randomUUID(),
    });
    const person = await newPerson(company, bare.id);
    const { page: denied, context: theirs } = await lane.open();
    await denied.goto('/auth/login');
    await signIn(denied, person.userName);
    await expect.poll(() => pathOf(denied)).toBe('/access-denied');
    await denied.getByRole('heading').first().waitFor();
    for (const path of ['/ecommerce/orders', '/carrier-manager', '/user-manager', '/nowhere']) {
      await denied.goto(path);
      await expect.poll(() => pathOf(denied), { message: path }).toBe('/access-denied');
    }
    await theirs.close();
  });
});

describe('sessions', () => {
  it('the lock screen keeps the session, answers nothing without the password and returns to the page', async () => {
    const { page, context } = await openAs(lane, company.userName);
    await page.goto('/ecommerce/orders/import');
    await inside(page);
    const before = await stored(page);
    await chooseFromMenu(page, page.getByRole('button', { name: /^Your account/ }), 'Lock the screen');
    await page.getByRole('heading', { name: 'The screen is locked' }).waitFor();
    await field(page, 'Password').waitFor();
    expect((await stored(page))['auth_token']).toBe(before['auth_token']);
    // Another address does not get around it.
    await page.goto('/ecommerce/orders');
    await page.getByRole('heading', { name: 'The screen is locked' }).waitFor();
    await page.goto('/auth/lock-screen?redirect=%2Fecommerce%2Forders%2Fimport');
    await typeInto(page, field(page, 'Password'), 'wrong password');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await typeInto(page, field(page, 'Password'), PASSWORD);
    await page.keyboard.press('Enter');
    await inside(page);
    expect(pathOf(page)).toBe('/ecommerce/orders/import');
    await context.close();
  });

  it('signing out clears what belonged to the person, and nothing of the layout', async () => {
    const { page, context } = await openAs(lane, company.userName);
    await page.evaluate(() => {
      localStorage.setItem('code', 'c');
      localStorage.setItem('shop', 's');
      localStorage.setItem('impersonate_history', '[]');
    });
    const full = await stored(page);
    const cleared = [
      'auth_token',
      'refresh_token',
      'currentUserRole',
      'sideBarPermissions',
      'permissionsServices',
      'code',
      'shop',
      'impersonate_history',
    ];
    expect(Object.keys(full)).toEqual(expect.arrayContaining(cleared));
    await signOut(page);
    const left = Object.keys(await stored(page));
    expect(left.filter((key) => cleared.includes(key))).toEqual([]);
    expect(left).toContain('layout-settings');
    // The token is over on the server, too.
    const status = await page.evaluate(async (token) => {
      const answer = await fetch('/api/profile/me', { headers: { authorization: `Bearer ${token}` } });
      return answer.status;
    }, full['auth_token'] ?? '');
    expect(status).toBe(401);
    await page.goto('/auth/logout');
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
    await context.close();
  });

  it('one that is ended elsewhere ends here with "Session expired", and comes back to the same page', async () => {
    const { page, context } = await openAs(lane, company.userName);
    const live = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/live');
    await page.goto('/ecommerce/orders');
    await inside(page);
    await live;
    const elsewhere = await signInAs({
      origin: lane.origin('localhost'),
      userName: company.userName,
      password: PASSWORD,
    });
    await elsewhere.must(endOtherSessions);
    // Nothing is pressed: the stream of the page says so.
    await toast(page, 'Session expired').waitFor();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect((await stored(page))['auth_token']).toBeUndefined();
    await signIn(page, company.userName);
    await inside(page);
    expect(pathOf(page)).toContain('/ecommerce/orders');
    await elsewhere.close();
    // The company's own caller was signed out by this as well.
    company = {
      ...company,
      admin: await signInAs({ origin: lane.origin('localhost'), userName: company.userName, password: PASSWORD }),
    };
    await context.close();
  });

  it('ten tabs at the end of the access token stay signed in, with one refresh for all of them', async () => {
    const { page, context } = await openAs(lane, company.userName);
    const tabs = [page, ...(await Promise.all(Array.from({ length: 9 }, () => context.newPage())))];
    await Promise.all(tabs.map((tab) => tab.goto('/carrier-manager')));
    await Promise.all(tabs.map((tab) => inside(tab)));
    const old = (await stored(page))['auth_token'] ?? '';
    let refreshes = 0;
    let refused = 0;
    // From now on the server's answer to this token is the one it gives after its time; the refresh itself is real.
    await context.route('**/api/**', async (route) => {
      if (route.request().url().endsWith('/api/user/refresh')) {
        refreshes += 1;
        // It takes until another tab has been refused as well: those that ask later have the fresh token at once.
        await expect.poll(() => refused).toBeGreaterThanOrEqual(2);
        return route.continue();
      }
      if (route.request().headers()['authorization'] !== `Bearer ${old}`) return route.continue();
      refused += 1;
      return route.fulfill({
        status: 401,
        json: { data: null, code: 'token_expired', errorMessage: 'The access token has expired.' },
      });
    });
    await Promise.all(tabs.map((tab) => tab.getByRole('link', { name: 'Orders', exact: true }).first().click()));
    await Promise.all(tabs.map((tab) => tab.getByRole('heading', { name: 'Orders', exact: true }).waitFor()));
    await expect.poll(async () => (await stored(page))['auth_token'] !== old).toBe(true);
    expect(refreshes).toBe(1);
    for (const tab of tabs) {
      expect(pathOf(tab)).toContain('/ecommerce/orders');
      expect(await tab.locator('.toast').count()).toBe(0);
    }
    await context.unrouteAll();
    await context.close();
  }, 180_000);
});
