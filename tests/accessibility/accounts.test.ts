/** Public pages, and the dialogs of people, roles and the log, in both schemes: nothing for axe to complain about. */
import { randomUUID } from 'node:crypto';
import { invitePerson } from '@scanship/contracts/access/people';
import { addRole, listRoles } from '@scanship/contracts/access/roles';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addressOf, type NewCompany, newCompany, newName, newPerson } from '../support/accounts.ts';
import { violationsOf } from '../support/axe.ts';
import { type Lane, openLane } from '../support/lane.ts';
import { PUBLIC_SCREENS } from '../support/main-pages.ts';
import { settled } from '../support/screens.ts';
import { field, inside, signIn } from '../support/signed-in.ts';

let lane: Lane;
let company: NewCompany;
let roleName: string;

beforeAll(async () => {
  lane = await openLane();
  company = await newCompany(lane);
  const { admin } = company;
  roleName = newName('Packing of oversized parcels after office hours');
  const role = await admin.must(addRole, {
    body: { name: roleName, baseRole: 'ROLE_CUSTOMER_USER', pages: ['ECOMMERCE_ORDERS'], rights: ['labels.print'] },
    idempotencyKey: randomUUID(),
  });
  await newPerson(company, role.id);
  const { roles } = await admin.must(listRoles);
  const body = { email: addressOf(newName('guest')), roleId: roles[0]?.id ?? '' };
  await admin.must(invitePerson, { body, idempotencyKey: randomUUID() });
});
afterEach((context) => lane.after(context));
afterAll(async () => {
  await company?.admin.close();
  await lane.close();
});

const SIZES = { desk: { width: 1280, height: 860 }, telephone: { width: 390, height: 844 } } as const;

describe.each(['light', 'dark'] as const)('%s', (theme) => {
  it.each(Object.entries(SIZES))('every public page (%s)', async (_name, size) => {
    const { page, context } = await lane.open({ ...size, layout: { theme } });
    const found: string[] = [];
    for (const { name, path } of PUBLIC_SCREENS) {
      await page.goto(path);
      await settled(page);
      found.push(...(await violationsOf(page)).map((line) => `${name}: ${line}`));
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (wide > 0) found.push(`${name}: scrolls sideways by ${wide}`);
    }
    await page.goto('/mail/outbox');
    await page.locator('.outbox-row').first().click();
    await page.locator('iframe').contentFrame().locator('h1, h2, p').first().waitFor();
    found.push(...(await violationsOf(page)).map((line) => `a mail: ${line}`));
    expect(found).toEqual([]);
    await context.close();
  });

  it.each(Object.entries(SIZES))('dialogs of people, roles, the log and the frame (%s)', async (name, size) => {
    const { page, context } = await lane.open({ ...size, layout: { theme } });
    const found: string[] = [];
    const dialog = page.getByRole('dialog').filter({ visible: true });
    const look = async (what: string): Promise<void> => {
      await settled(page);
      found.push(...(await violationsOf(page)).map((line) => `${what}: ${line}`));
    };
    const press = async (label: string | RegExp, from: Page | typeof dialog = page): Promise<void> => {
      await from.getByRole('button', { name: label, exact: true }).first().click();
      await dialog.first().waitFor();
    };
    const away = async (): Promise<void> => {
      await page.keyboard.press('Escape');
      await expect.poll(() => dialog.count()).toBe(0);
    };
    await page.goto('/auth/login');
    await signIn(page, company.userName);
    await (name === 'desk' ? inside(page) : page.getByRole('button', { name: 'Open the menu' }).waitFor());

    await page.goto('/user-manager');
    await look('people');
    await press('Invite somebody');
    await dialog.getByRole('button', { name: 'Send the invitation' }).click();
    await dialog.getByText('Enter an e-mail address.').waitFor();
    await look('invitation with what is missing');
    await away();
    await page.getByTestId('person').filter({ hasText: roleName }).getByRole('button').click();
    await dialog.getByRole('button', { name: 'Suspend' }).waitFor();
    await look('a person');
    await press('Remove', dialog);
    await look('before removing');
    await away();
    await page.getByTestId('person').filter({ hasText: 'Invited' }).getByRole('button').click();
    await dialog.getByRole('button', { name: 'Withdraw' }).waitFor();
    await look('an open invitation');
    await away();

    await page.goto('/user/role-and-permissions');
    await look('roles');
    await press('New role');
    await look('a new role');
    await away();
    await press(`Delete ${roleName}`);
    await look('before deleting a role');
    await away();

    await page.goto('/account/audit');
    await page.getByTestId('audit-entry').first().locator('summary').click();
    await page.getByRole('button', { name: 'Check the log' }).click();
    await page.getByText('The log is whole').waitFor();
    await look('log, checked');

    await page.goto('/account/me?tab=security');
    await press('Set up the app');
    await look('the question for the password');
    await field(page, 'Password').last().fill('not this one');
    await page.keyboard.press('Enter');
    await dialog.getByRole('alert').waitFor();
    await look('a wrong password');
    await away();
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('option').first().waitFor();
    await look('palette');
    await away();
    await page.getByRole('button', { name: 'Colour scheme' }).click();
    await page.getByRole('menuitem', { name: 'Layout…' }).click();
    await dialog.first().waitFor();
    // While it fades out a menu is none any more, and keeps its name.
    await page.locator('.mantine-Menu-dropdown').first().waitFor({ state: 'detached' });
    await look('layout');
    expect(found).toEqual([]);
    await context.close();
  });
});
