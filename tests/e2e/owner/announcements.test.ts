/** A franchise announces planned work and publishes terms; a customer’s person reads both, in English and in French. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Lane, openLane } from '../../support/lane.ts';

let lane: Lane;
beforeAll(async () => {
  lane = await openLane();
});
afterEach((context) => lane.after(context));
afterAll(() => lane.close());

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
/** The clock of a field of day and time, hours from now. */
const clock = (hours: number): string => {
  const at = new Date(Date.now() + hours * 3_600_000);
  const text = new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone: 'America/Toronto',
  }).format(at);
  return text.replace(' ', 'T');
};

it('planned work stands above a customer’s pages until it is hidden, and is listed in French', async () => {
  const { page, context } = await lane.open({ as: 'north' });
  await page.goto('/customer/announcements');
  await page.getByRole('button', { name: 'New announcement' }).click();
  const dialog = page.getByRole('dialog', { name: 'New announcement' });
  await dialog.getByLabel('Kind').selectOption('maintenance');
  await dialog.getByLabel('Title in English').fill('New label server');
  await dialog.getByRole('button', { name: 'Publish' }).click();
  // What is missing is said at its field, and nothing that was typed is lost.
  await dialog.getByText('Enter a day and a time.').first().waitFor();
  await dialog.getByLabel('Work begins').fill(clock(2));
  await dialog.getByLabel('Work ends').fill(clock(3));
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await dialog.getByText('Enter the text, or leave the title empty.').waitFor();
  await dialog.getByLabel('Text in English').fill('Labels pause for an hour.\n\nSee https://example.com/status.');
  await dialog.getByLabel('Title in French').fill('Nouveau serveur d’étiquettes');
  await dialog.getByLabel('Text in French').fill('Les étiquettes s’arrêtent une heure.');
  await dialog.getByRole('button', { name: 'Publish' }).click();
  const card = page.getByRole('region', { name: 'New label server' });
  await card.getByText('Shown now').waitFor();

  const english = await lane.open({ as: 'nordic', width: 390, height: 844 });
  await english.page.goto('/dashboard');
  const bar = english.page.getByRole('region', { name: 'What’s new' });
  await bar.getByText('New label server').waitFor();
  expect(await overflow(english.page)).toBe(0);
  await bar.getByRole('link', { name: 'Read' }).click();
  const item = english.page.getByRole('article', { name: 'New label server' });
  expect(await item.getByRole('link', { name: 'https://example.com/status' }).getAttribute('href')).toBe(
    'https://example.com/status',
  );
  await english.page.getByRole('button', { name: 'Hide “New label server”' }).click();
  await bar.waitFor({ state: 'detached' });
  await english.context.close();

  const french = await lane.open({ as: 'nordic', locale: 'fr-CA' });
  await french.page.goto('/news');
  await french.page.getByRole('heading', { name: 'Quoi de neuf' }).waitFor();
  await french.page.getByText('Entretien planifié').first().waitFor();
  await french.context.close();

  await page.reload();
  await card.getByRole('button', { name: 'Who has read it' }).click();
  await page.getByRole('dialog').getByRole('rowheader').first().waitFor();
  await page.keyboard.press('Escape');
  await card.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await card.getByText('Withdrawn', { exact: true }).waitFor();
  await context.close();
});

it('new terms are asked for at the next page, can wait, and are agreed to once', async () => {
  const { page, context } = await lane.open({ as: 'north' });
  await page.goto('/customer/terms');
  await page.getByRole('button', { name: 'New version' }).click();
  const dialog = page.getByRole('dialog', { name: 'New version of the terms' });
  await dialog.getByLabel('Name of the version').fill('January');
  // Enter publishes nothing: what was typed is a draft.
  await page.keyboard.press('Enter');
  const version = page.getByRole('region', { name: 'January' });
  await version.getByText('Draft', { exact: true }).waitFor();
  await version.getByRole('button', { name: 'Change' }).click();
  const draft = page.getByRole('dialog', { name: 'Change the draft' });
  await draft.getByLabel('Terms in English').fill('Labels are paid for.');
  await draft.getByRole('button', { name: 'Publish' }).click();
  await version.getByText('In force', { exact: true }).waitFor();
  await page.getByRole('heading', { name: 'Has not agreed yet' }).waitFor();

  const customer = await lane.open({ as: 'nordic' });
  await customer.page.goto('/dashboard');
  const asked = customer.page.getByRole('dialog', { name: /^Terms of / });
  await asked.getByText('Labels are paid for.').waitFor();
  await asked.getByRole('button', { name: 'Later' }).click();
  await customer.page.getByText(/are waiting for your consent/).waitFor();
  await customer.page.getByRole('button', { name: 'Read and agree' }).click();
  await asked.getByLabel('I have read the terms and agree to them').check();
  await asked.getByRole('button', { name: 'Agree', exact: true }).click();
  await customer.page.getByText(/are waiting for your consent/).waitFor({ state: 'detached' });
  await customer.page.reload();
  await customer.page.getByRole('heading', { level: 1 }).waitFor();
  expect(await customer.page.getByText(/are waiting for your consent/).count()).toBe(0);
  await customer.context.close();

  const stranger = await lane.open({ host: 'north.localhost', locale: 'fr-CA' });
  await stranger.page.goto('/auth/register');
  await stranger.page.getByText('Labels are paid for.').waitFor();
  await stranger.page.getByRole('button', { name: 'Ouvrir le compte' }).click();
  await stranger.page.getByText('Acceptez les conditions pour ouvrir un compte.').waitFor();
  await stranger.context.close();

  await version.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await version.getByText('Withdrawn', { exact: true }).waitFor();
  await context.close();
});
