/** Reminders in the built product: whom they write to is seen before, a promise lets them rest, the list says where to act. */
import { listReceived, refundPayment } from '@scanship/contracts/money/receivables';
import { getReminders, saveReminders } from '@scanship/contracts/money/reminders';
import { listInvoices } from '@scanship/contracts/money/statements';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { violationsOf } from '../../support/axe.ts';
import { type Lane, openLane } from '../../support/lane.ts';

let lane: Lane;
beforeAll(async () => {
  lane = await openLane();
});
afterEach((context) => lane.after(context));
afterAll(() => lane.close());

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** The demo's past months are closed a few seconds after the start. What other files paid of them meanwhile is given back. */
async function overdueCustomer(): Promise<string> {
  const maple = await lane.seller('maple');
  for (let round = 0; round < 60; round += 1) {
    const { invoices } = await maple.must(listInvoices, { query: { side: 'sold', state: 'overdue', size: 100 } });
    const [found] = invoices;
    if (found) return found.buyerName;
    if (round % 10 === 9)
      for (const { id, amountMinor, refundedMinor, state } of (await maple.must(listReceived, {})).payments)
        if (state === 'succeeded' && refundedMinor < amountMinor)
          await maple.must(refundPayment, { params: { id }, body: { amountMinor: amountMinor - refundedMinor } });
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  throw new Error('no invoice is overdue');
}

it('a franchise sees whom reminders write to, switches them on, and enters what a customer promised', async () => {
  const maple = await lane.seller('maple');
  const { settings } = await maple.must(getReminders, {});
  const name = await overdueCustomer();
  const { page, context } = await lane.open({ as: 'maple', width: 1280, height: 720 });
  await page.goto('/customer/money/receivables');
  // However many customers other tests have made: the page is not scrolled, and no row lies half under the header.
  await page.getByLabel('Search by name').fill(name);
  await page.getByRole('button', { name: 'Set up reminders' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reminders for overdue invoices' });
  await dialog.getByLabel('Send reminders for overdue invoices by e-mail').click();
  // Nobody of the other tests is to be stopped.
  await dialog.getByRole('button', { name: 'Remove step 4' }).click();
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Preview recipients' }).click();
  const targets = dialog.getByTestId('reminder-targets');
  await targets.getByText(name, { exact: true }).click();
  await targets.getByText(/^Payment reminder: /).waitFor();
  await dialog.getByText('Français').click();
  await dialog.getByText('After 3 days').click();
  await dialog.getByText(/^Rappel de paiement/).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Switch on' }).click();
  await page.getByText('By e-mail 3, 10 and 20 days after the due date.').waitFor();

  await page
    .getByRole('button', { name: `Actions for ${name}` })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Reminders and promises' }).click();
  const one = page.getByRole('dialog', { name: `Reminders: ${name}` });
  await one.getByRole('button', { name: 'Enter a promise to pay' }).click();
  const soon = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
  await one.getByLabel('Will pay by').fill(soon);
  await one.getByLabel('Note').fill('By telephone');
  await one.getByRole('button', { name: 'Save promise' }).click();
  await one.getByTestId('reminder-history').getByText('By telephone').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.keyboard.press('Escape');
  // What is promised rests: nobody has to act on it, and no mail goes out.
  await page.getByLabel(`Choose ${name}`).first().check();
  await page.getByRole('button', { name: 'Send the next reminder' }).click();
  const next = page.getByRole('dialog', { name: 'Send the next reminder now' });
  await next.getByText('has promised to pay').waitFor();
  expect(await next.getByRole('button', { name: 'Send now' }).isDisabled()).toBe(true);
  await page.keyboard.press('Escape');
  await page.getByLabel('Show', { exact: true }).selectOption('act');
  await expect.poll(() => page.getByRole('rowheader', { name, exact: true }).count()).toBe(0);
  await context.close();

  // With all its steps, as other files find it.
  const { version } = (await maple.must(getReminders, {})).settings;
  await maple.must(saveReminders, { body: { ...settings, on: false, version } });
});

it('stands on a phone in French, and says what is empty', async () => {
  const { page, context } = await lane.open({ as: 'maple', width: 390, height: 844, locale: 'fr-CA' });
  await page.goto('/customer/money/receivables');
  await page.getByRole('button', { name: /les rappels$/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Rappels de factures en souffrance' });
  await dialog.getByText('Étapes', { exact: true }).waitFor();
  expect(await overflow(page)).toBe(0);
  await page.keyboard.press('Escape');
  await page.getByLabel('Chercher par nom').fill('zzz');
  await page.getByText('Aucun résultat').waitFor();
  expect(await overflow(page)).toBe(0);
  await context.close();
});
