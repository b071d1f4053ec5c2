/** Notices to buyers on the seller's screen: words refused, looked at, saved; addresses left alone; in both languages, on a telephone too. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Lane, openLane } from '../../support/lane.ts';

const WORDS = {
  'en-CA': {
    link: 'Notices to buyers',
    words: 'Words of Shipped',
    language: 'English',
    subject: 'Subject',
    text: 'Text',
    preview: 'Preview',
    frame: 'Preview of the e-mail',
    wrong: 'There is no variable "nobody"',
    shipped: 'Shipped',
    save: 'Save',
    saved: 'Notices saved.',
    none: 'No addresses',
    add: 'Add to the list',
    remove: 'Remove',
    left: 'Addresses that get none',
    log: 'Log',
    empty: 'No notices',
  },
  'fr-CA': {
    link: 'Avis aux acheteurs',
    words: 'Texte de Expédié',
    language: 'Français',
    subject: 'Objet',
    text: 'Texte',
    preview: 'Aperçu',
    frame: 'Aperçu du courriel',
    wrong: 'La variable «\u00a0nobody\u00a0» n’existe pas',
    shipped: 'Expédié',
    save: 'Enregistrer',
    saved: 'Avis enregistrés.',
    none: 'Aucune adresse',
    add: 'Ajouter à la liste',
    remove: 'Retirer',
    left: 'Adresses sans avis',
    log: 'Journal',
    empty: 'Aucun avis',
  },
} as const;

let lane: Lane;
beforeAll(async () => {
  lane = await openLane();
});
afterEach((context) => lane.after(context));
afterAll(() => lane.close());

describe.each(['en-CA', 'fr-CA'] as const)('notices to buyers, %s', (locale) => {
  const words = WORDS[locale];

  it.each([
    [1280, 720],
    [390, 844],
  ])('are worded, looked at and switched on, %i px wide', async (width, height) => {
    const { page } = await lane.open({ as: 'aurora', width, height, locale });
    await page.goto('/ecommerce/connect-store');
    await page.getByRole('link', { name: words.link, exact: true }).click();
    await page.getByText(words.language, { exact: true }).click();
    await page.getByRole('button', { name: words.words }).click();
    const subject = page.getByLabel(words.subject, { exact: true });
    await subject.fill('Hello {{nobody}}');
    await page.getByRole('button', { name: words.preview, exact: true }).click();
    await page.getByText(words.wrong).waitFor();
    await subject.fill(`${width} {{order_number}}`);
    await page.getByRole('button', { name: words.preview, exact: true }).click();
    await page.getByText(`${width} 10042`, { exact: true }).waitFor();
    const inside = page.frameLocator(`iframe[title="${words.frame}"]`);
    await inside.locator('p', { hasText: '1Z999AA10123456784' }).waitFor();
    const shipped = page.locator('.notice-kinds').getByLabel(words.shipped).first();
    const before = await shipped.isChecked();
    await shipped.press('Space');
    await page.getByRole('button', { name: words.save, exact: true }).click();
    await page.getByText(words.saved).waitFor();
    await page.reload();
    expect(await shipped.isChecked()).toBe(!before);
    const box = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
    expect(box[0]).toBeLessThanOrEqual(box[1] ?? 0);
    await page.close();
  });

  it('leave an address alone until it is taken off the list; the log is there', async () => {
    const { page } = await lane.open({ as: 'aurora', width: 1280, height: 720, locale });
    await page.goto('/ecommerce/buyer-notices');
    await page.locator('main nav').getByRole('link', { name: words.log, exact: true }).click();
    await page.getByText(words.empty, { exact: true }).waitFor();
    await page.getByRole('link', { name: words.left, exact: true }).click();
    await page.getByText(words.none, { exact: true }).waitFor();
    await page.locator('input[type="email"]').fill('Nobody@Example.com');
    await page.getByRole('button', { name: words.add }).click();
    await page.getByText('nobody@example.com', { exact: true }).waitFor();
    await page.getByRole('button', { name: `${words.remove} nobody@example.com` }).click();
    await page.getByText(words.none, { exact: true }).waitFor();
    await page.close();
  });
});
