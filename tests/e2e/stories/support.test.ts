/** Support: finds a parcel by its number, explains why a customer cannot ship, and has a second factor reset with a second person. */
import { randomUUID } from 'node:crypto';
import { beginTotp, confirmTotp } from '@scanship/contracts/access/account';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type NewCompany, newCompany, PASSWORD, totpCode } from '../../support/accounts.ts';
import { buyLabel } from '../../support/bought.ts';
import { orderTo } from '../../support/demo.ts';
import { type Lane, openLane } from '../../support/lane.ts';
import { judgeIn, LOOKS } from '../../support/story.ts';
import { wordsOf } from '../../support/words.ts';

let lane: Lane;
const companies: NewCompany[] = [];
beforeAll(async () => {
  lane = await openLane();
});
afterEach((context) => lane.after(context));
afterAll(async () => {
  for (const { admin } of companies) await admin.close();
  await lane.close();
});

it.each(LOOKS)('finds, explains, resets (%s, %s)', async (locale, theme) => {
  const say = wordsOf(locale);
  const judge = judgeIn(locale);
  const aurora = await lane.seller('boreal');
  const order = await lane.addOrder('boreal', orderTo(`FIND-${randomUUID().slice(0, 8)}`));
  const tracking = await buyLabel(aurora, order.id);
  const company = await newCompany(lane);
  companies.push(company);
  const { secret } = await company.admin.must(beginTotp, { body: { password: PASSWORD } });
  await company.admin.must(confirmTotp, { body: { code: totpCode(secret) } });
  const { page, context } = await lane.open({ as: 'support', width: 1280, height: 720, locale, layout: { theme } });
  const find = async (text: string): Promise<void> => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: say('Find anything: orders, packages, people, pages') }).fill(text);
    await page.getByRole('option').filter({ hasText: text }).first().click();
  };
  const tab = (name: string) => page.getByRole('main').getByRole('link', { name: say(name), exact: true });

  await page.goto('/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  // Of whose parcel it is; the order itself is opened as somebody of the customer.
  await find(tracking);
  await page.getByRole('heading', { name: 'Bougies Boréales', level: 1 }).waitFor();
  await judge(page);

  await find(company.userName);
  await page.getByRole('heading', { name: company.userName, level: 1 }).waitFor();
  await tab('Can they ship?').click();
  await expect.poll(() => page.locator('[data-code="addresses/none"]').getAttribute('data-verdict')).toBe('blocks');
  await judge(page);

  await tab('People').click();
  await page.getByRole('button', { name: new RegExp(`^${say('Reset second factor')}.*Bea Boss$`) }).click();
  const asked = page.getByRole('dialog');
  await asked.getByRole('textbox').fill('Lost the telephone; called back');
  await asked.getByRole('button', { name: say('Ask for the reset') }).click();
  const reset = page.getByTestId('factor-reset');
  await reset.getByText(say('Waiting'), { exact: true }).waitFor();
  // Whoever asked does not confirm.
  expect(await page.getByRole('button', { name: say('Confirm reset') }).count()).toBe(0);
  await judge(page);

  // What customers are sold is no secret to who answers them.
  const people = new URL(page.url());
  await page.goto('/customer/plans');
  await page.getByRole('heading', { name: 'Basic' }).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);

  const second = await lane.open({ as: 'maple', width: 1280, height: 720, locale, layout: { theme } });
  await second.page.goto(people.pathname + people.search);
  await second.page.getByRole('button', { name: say('Confirm reset') }).click();
  const sure = second.page.getByRole('dialog');
  await sure.getByText('Bea Boss').waitFor();
  await sure.getByRole('button', { name: say('Remove it now') }).click();
  await second.page
    .getByTestId('factor-reset')
    .getByText(locale === 'en-CA' ? 'Removed' : /^Retiré/)
    .waitFor();
  await second.context.close();

  const person = await lane.open({ locale, layout: { theme } });
  await person.page.goto('/auth/login');
  await person.page.getByLabel(say('User name or e-mail')).fill(company.userName);
  await person.page.getByRole('textbox', { name: say('Password') }).fill(PASSWORD);
  await person.page.keyboard.press('Enter');
  await person.page.getByTestId('first-run').waitFor();
  await person.context.close();
  await context.close();
});
