/** A plan whose orders lack something, mended where it is looked at; a file read as a person says; an address pasted. In both languages. */
import { getOrder } from '@scanship/contracts/orders/orders';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { orderAbroad } from '../../support/demo.ts';
import { type Lane, openLane } from '../../support/lane.ts';

const WORDS = {
  'en-CA': {
    ship: 'Auto Ship',
    fix: 'Fix here',
    origin: 'Made in',
    save: 'Save and plan these orders again',
    blocked: '1 blocked',
    ships: '1 will ship',
    use: 'Use for all 2 rows',
    country: 'Read as: Country',
    canada: 'Canada',
    check: 'Check the file',
    create: 'Create 2 orders',
    show: 'Show these 2 orders',
    paste: 'Paste an address',
    fill: 'Fill in the fields',
    block: 'Name and address, as they were written to you',
    city: 'City',
    hs: 'HS code',
  },
  'fr-CA': {
    ship: 'Expédition auto',
    fix: 'Corriger ici',
    origin: 'Fabriqué en',
    save: 'Enregistrer et planifier de nouveau ces commandes',
    blocked: '1 bloquée',
    ships: '1 sera expédiée',
    use: 'Utiliser pour les 2 lignes',
    country: 'Lire comme : Pays',
    canada: 'Canada',
    check: 'Vérifier le fichier',
    create: 'Créer 2 commandes',
    show: 'Afficher ces 2 commandes',
    paste: 'Coller une adresse',
    fill: 'Remplir les champs',
    block: 'Nom et adresse, tels qu’on vous les a écrits',
    city: 'Ville',
    hs: 'Code SH',
  },
} as const;

let lane: Lane;
beforeAll(async () => {
  lane = await openLane();
});
afterEach((context) => lane.after(context));
afterAll(() => lane.close());

describe.each(['en-CA', 'fr-CA'] as const)('what keeps orders back, %s', (locale) => {
  const words = WORDS[locale];
  const mark = locale.slice(0, 2).toUpperCase();

  it('a plan is mended once for the product, and its order ships', async () => {
    const item = { sku: `BARE-${mark}`, title: `Bare ${mark}`, quantity: 1, unitPriceMinor: 2_500, weightGrams: 300 };
    const { id } = await lane.addOrder('aurora', { ...orderAbroad(`BARE-${mark}`), items: [item] });
    const seller = await lane.seller('aurora');
    const { page } = await lane.open({ as: 'aurora', width: 1280, height: 720, locale });
    await page.goto(`/ecommerce/orders?ids=${id}`);
    await page
      .getByRole('row')
      .filter({ hasText: `BARE-${mark}` })
      .first()
      .waitFor();
    await page
      .getByRole('row')
      .filter({ hasText: `BARE-${mark}` })
      .getByRole('checkbox')
      .check();
    await page.getByRole('button', { name: words.ship }).first().click();
    const plan = page.getByTestId('batch');
    await plan.getByText(words.blocked).waitFor({ timeout: 180_000 });
    await plan.getByRole('button', { name: words.fix }).click();
    const mend = plan.getByTestId('mend-products');
    await mend.getByLabel(words.hs, { exact: true }).fill('630622');
    await mend.getByLabel(words.origin, { exact: true }).selectOption('CA');
    await plan.getByRole('button', { name: words.save }).click();
    await plan.getByText(words.ships).waitFor({ timeout: 180_000 });
    const mended = await seller.must(getOrder, { params: { id } });
    expect(mended.items[0]).toMatchObject({ hsCode: '630622', originCountry: 'CA' });
    await page.close();
  });

  it('a file is read as a person says, and its orders are shown', async () => {
    const { page } = await lane.open({ as: 'aurora', width: 1280, height: 720, locale });
    await page.goto('/ecommerce/orders/import');
    const head = 'Order number,Name,Address 1,City,Province,Postal code,Country,SKU,Item,Qty,Weight (g)';
    const row = (n: number) => `IMP-${mark}-${n},Ann,88 Queen St W,Toronto,ON,M5H 2M5,Kanadaland ${mark},MUG,Mug,1,350`;
    await page.locator('input[type=file]').setInputFiles({
      name: 'orders.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from([head, row(1), row(2)].join('\n')),
    });
    await page.getByRole('button', { name: words.check }).click();
    const groups = page.getByTestId('problem-groups');
    await groups.getByRole('combobox', { name: words.country }).selectOption('CA');
    await groups.getByRole('button', { name: words.use }).click();
    await page.getByRole('button', { name: words.create }).click();
    await page.getByRole('link', { name: words.show }).click();
    await page
      .getByRole('row')
      .filter({ hasText: `IMP-${mark}-2` })
      .first()
      .waitFor();
    await page.close();
  });

  it('an address is pasted, and an HS code looked up by what the goods are called', async () => {
    const { page } = await lane.open({ as: 'aurora', width: 1280, height: 720, locale });
    await page.goto('/ecommerce/orders/new');
    await page.getByRole('button', { name: words.paste }).click();
    await page
      .getByLabel(words.block)
      .fill('Jane Doe\n12 Rue Saint-Paul O\nRing twice\nthe blue door\nMontréal QC H2X 1Y4');
    await page.getByRole('button', { name: words.fill }).click();
    await page.getByTestId('address-left').getByText('the blue door').waitFor();
    expect(await page.getByLabel(words.city, { exact: true }).inputValue()).toBe('Montréal');
    await page
      .getByLabel(words.hs, { exact: true })
      .first()
      .fill(locale === 'fr-CA' ? 'tasse' : 'mug');
    await page.getByRole('option').filter({ hasText: '6912.00' }).click();
    expect(await page.getByLabel(words.hs, { exact: true }).first().inputValue()).toBe('691200');
    await page.close();
  });
});
