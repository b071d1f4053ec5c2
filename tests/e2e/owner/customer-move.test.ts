/** The operator moves a customer to another franchise and takes the move back, on the customer's page. */
import { listCustomers } from '@scanship/contracts/network/customers';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { newCompany } from '../../support/accounts.ts';
import { type Lane, openLane } from '../../support/lane.ts';
import { LANGUAGES, wordsOf } from '../../support/words.ts';

let lane: Lane;
beforeAll(async () => {
  lane = await openLane();
});
afterEach((context) => lane.after(context));
afterAll(() => lane.close());

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

it.each(LANGUAGES)('is read before it is done, ends by itself, and can be taken back (%s)', async (locale) => {
  const say = wordsOf(locale);
  // Named after its administrator, who is invited at the other franchise.
  const { userName: name, admin } = await newCompany(lane);
  await admin.close();
  const maple = await lane.seller('maple');
  const { customers } = await maple.must(listCustomers, { query: { search: name } });
  const id = customers[0]?.id ?? '';

  // A franchise's own administrators find nothing of it.
  const own = await lane.open({ as: 'maple', locale });
  await own.page.goto(`/customer/${id}?tab=data`);
  await own.page.getByRole('heading', { name: say('Erase this customer') }).waitFor();
  expect(await own.page.getByRole('heading', { name: say('Move to another franchise') }).count()).toBe(0);

  const { page, context } = await lane.open({ as: 'super', width: 1280, height: 720, locale });
  await page.goto('/franchises');
  await page.getByTestId('franchise').filter({ hasText: 'Maple Ship' }).getByRole('link').click();
  await page
    .getByRole('main')
    .getByRole('link', { name: say('Administrators'), exact: true })
    .click();
  await button(page, say('Act as {name}', 'Claire Desrosiers')).click();
  await page.getByRole('dialog').getByRole('textbox').fill('They asked for it');
  await button(page, say('Act as this person')).click();
  await page.getByTestId('acting').getByText('Claire Desrosiers').waitFor();
  await page.goto(`/customer/${id}?tab=data`);

  await button(page, say('Move this customer …')).click();
  const dialog = page.getByRole('dialog');
  const move = dialog.getByRole('button', { name: say('Move the customer') });
  const franchise = dialog.getByLabel(say('Franchise'));
  const other = (await franchise.locator('option').nth(1).textContent()) ?? '';
  await franchise.selectOption({ label: other });
  await dialog.getByTestId('move-preview').waitFor();
  expect(await move.isDisabled()).toBe(true);
  await dialog.getByLabel(say('Name of the customer')).fill(name);
  await move.click();
  await page.getByText(say('May not ship'), { exact: true }).waitFor();
  await button(page, say('Take the move back …')).waitFor();
  await page.getByText(other).first().waitFor();

  await button(page, say('Take the move back …')).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('Take it back') })
    .click();
  await button(page, say('Move this customer …')).waitFor();
  await expect.poll(() => page.getByText(say('May not ship'), { exact: true }).count()).toBe(0);
  await own.context.close();
  await context.close();
});
