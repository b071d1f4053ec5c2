/** Authenticator app, recovery codes and passkeys, and a franchise that requires one of them. */
import {
  beginTotp,
  confirmTotp,
  getSignInPolicy,
  putSignInPolicy,
  removeTotp,
} from '@scanship/contracts/access/account';
import { listRoles } from '@scanship/contracts/access/roles';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type NewCompany, newCompany, newPerson, PASSWORD, totpCode } from '../support/accounts.ts';
import { DEMO_PASSWORD, hostOf } from '../support/demo.ts';
import { press, typeInto } from '../support/keyboard.ts';
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

describe('second factors', () => {
  const openSecurity = async (page: Page): Promise<void> => {
    await page.goto('/account/me?tab=security');
    await page.getByRole('heading', { name: 'Second factor', exact: true }).waitFor();
  };
  const confirmPassword = async (page: Page): Promise<void> => {
    const dialog = page.getByRole('dialog', { name: 'Confirm your password' });
    await typeInto(page, dialog.getByRole('textbox', { name: 'Password' }), PASSWORD);
    await page.keyboard.press('Enter');
  };
  const userRole = async (): Promise<string> => {
    const { roles } = await company.admin.must(listRoles);
    return roles.find((role) => role.builtIn && role.baseRole === 'ROLE_CUSTOMER_USER')?.id ?? '';
  };

  it('an authenticator app is set up and used by keyboard alone; a recovery code works once', async () => {
    const person = await newPerson(company, await userRole());
    const { page, context } = await openAs(lane, person.userName);
    await openSecurity(page);
    await press(page, button(page, 'Set up the app'));
    await confirmPassword(page);
    await page.getByRole('img', { name: 'Code to scan with the authenticator app' }).waitFor();
    const secret = await page.locator('.totp-key').innerText();
    await typeInto(page, field(page, 'Code of the app'), totpCode(secret));
    await page.keyboard.press('Enter');
    await page.getByTestId('recovery-codes').waitFor();
    const codes = await page.getByTestId('recovery-codes').getByRole('listitem').allInnerTexts();
    expect(new Set(codes).size).toBe(10);
    await press(page, button(page, 'I saved these codes'));
    await signOut(page);

    await signIn(page, person.userName);
    await field(page, 'Code').waitFor();
    expect((await stored(page))['auth_token']).toBeUndefined();
    // A code is good once; the one of the next half minute is accepted already.
    await typeInto(page, field(page, 'Code'), totpCode(secret, Date.now() + 30_000));
    await page.keyboard.press('Enter');
    await inside(page);
    await signOut(page);

    const byRecovery = async (code: string): Promise<void> => {
      await signIn(page, person.userName);
      await field(page, 'Code').waitFor();
      await page.getByRole('radiogroup', { name: 'How to confirm that it is you' }).getByText('Recovery').click();
      await field(page, 'Code').fill(code);
      await button(page, 'Continue').click();
    };
    await byRecovery(codes[0] ?? '');
    await inside(page);
    await signOut(page);
    await byRecovery(codes[0] ?? '');
    await page.getByRole('alert').waitFor();
    expect((await stored(page))['auth_token']).toBeUndefined();
    await context.close();
  }, 180_000);

  it('a passkey is added, and signs in without a password', async () => {
    const person = await newPerson(company, await userRole());
    const { page, context } = await lane.open();
    const device = await context.newCDPSession(page);
    await device.send('WebAuthn.enable');
    await device.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await page.goto('/auth/login');
    await signIn(page, person.userName);
    await inside(page);
    await openSecurity(page);
    await press(page, button(page, 'Add a passkey'));
    await confirmPassword(page);
    await page.getByTestId('recovery-codes').waitFor();
    await page.getByRole('button', { name: /^Remove the passkey/ }).waitFor();
    await button(page, 'I saved these codes').click();
    await signOut(page);
    await press(page, button(page, 'Sign in with a passkey'));
    await inside(page);
    await page.getByRole('button', { name: /^Your account/ }).click();
    await page.getByText(person.email).waitFor();
    await context.close();
  });
});

describe('a franchise that requires a second factor', () => {
  it('leaves nothing open but setting one up, and everything afterwards', async () => {
    const origin = lane.origin('localhost');
    const host = hostOf('north');
    const body = { password: DEMO_PASSWORD };
    const north = await signInAs({ origin, host, userName: 'north', password: DEMO_PASSWORD });
    // Whoever makes the rule must hold to it first.
    const policy = await north.must(getSignInPolicy);
    const early = await north.call(putSignInPolicy, { body: { ...policy, secondFactor: 'everyone' } });
    expect(early.refusal?.code).toBe('second_factor_required');
    const { secret } = await north.must(beginTotp, { body });
    await north.must(confirmTotp, { body: { code: totpCode(secret) } });
    const made = await north.must(putSignInPolicy, { body: { ...policy, secondFactor: 'everyone' } });
    try {
      const { page, context } = await lane.open({ host });
      await page.goto('/auth/login');
      await signIn(page, 'nordic', DEMO_PASSWORD);
      await page.getByText('Your company asks for a second factor.').waitFor();
      expect(pathOf(page)).toContain('/account/me');
      const refused = await page.evaluate(async () => {
        const answer = await fetch('/api/shippingCarrier/customer', {
          headers: { authorization: `Bearer ${localStorage.getItem('auth_token') ?? ''}` },
        });
        return (await answer.json()) as { code: string };
      });
      expect(refused.code).toBe('second_factor_required');
      await button(page, 'Set up the app').click();
      const dialog = page.getByRole('dialog', { name: 'Confirm your password' });
      await dialog.getByRole('textbox', { name: 'Password' }).fill(DEMO_PASSWORD);
      await dialog.getByRole('button', { name: 'Continue' }).click();
      const own = await page.locator('.totp-key').innerText();
      await field(page, 'Code of the app').fill(totpCode(own));
      await page.keyboard.press('Enter');
      await page.getByTestId('recovery-codes').waitFor();
      await page.getByText('Your company asks for a second factor.').waitFor({ state: 'detached' });
      await page.getByRole('link', { name: 'Carriers', exact: true }).first().click();
      await page.getByRole('heading', { name: 'Carriers', exact: true }).waitFor();
      // The last factor stays while the rule holds.
      const token = (await stored(page))['auth_token'] ?? '';
      const removal = () =>
        page.evaluate(
          async ([bearer, password]) => {
            const xsrf = /XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1] ?? '';
            const answer = await fetch('/api/account/totp/remove', {
              method: 'POST',
              headers: {
                authorization: `Bearer ${bearer}`,
                'content-type': 'application/json',
                'x-xsrf-token': decodeURIComponent(xsrf),
                'x-drawn-for': localStorage.getItem('principal') ?? '',
              },
              body: JSON.stringify({ password }),
            });
            return answer.status;
          },
          [token, DEMO_PASSWORD] as const,
        );
      expect(await removal()).not.toBe(200);
      await north.must(putSignInPolicy, { body: { ...made, secondFactor: policy.secondFactor } });
      expect(await removal()).toBe(200);
      await context.close();
    } finally {
      const now = await north.must(getSignInPolicy);
      if (now.secondFactor !== policy.secondFactor)
        await north.must(putSignInPolicy, { body: { ...now, secondFactor: policy.secondFactor } });
      await north.must(removeTotp, { body });
      await north.close();
    }
  });
});
