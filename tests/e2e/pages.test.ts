/** Every screen in both languages, on a telephone, and under the content security policy; one walk for all of it. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { englishSeeker } from '../support/catalogue.ts';
import { faultsOfPage } from '../support/crawl/faults-of-page.ts';
import { type Lane, openLane } from '../support/lane.ts';
import { customerScreens, type Screen } from '../support/main-pages.ts';
import { openFields, panelOf, ratesOf, settled } from '../support/screens.ts';

/** Names that sellers of the demo gave, which a sentence of the product happens to be. */
const DATA = new Set(['Shoe box']);

let lane: Lane;
let screens: readonly Screen[];

beforeAll(async () => {
  lane = await openLane();
  screens = await customerScreens(await lane.seller('boreal'));
});
afterEach((context) => lane.after(context));
afterAll(() => lane.close());

describe('every screen', () => {
  it.each(['en-CA', 'fr-CA'] as const)(
    'has its styles, its words and its place, on a telephone too (%s)',
    async (locale) => {
      const seek = englishSeeker();
      expect(seek('Clear all filters')).toBe('Clear all filters');
      const isEnglish = locale === 'fr-CA' ? (text: string) => (DATA.has(text) ? undefined : seek(text)) : undefined;
      const { page, context } = await lane.open({ as: 'boreal', locale, width: 1500 });
      const found: string[] = [];
      for (const { name, path } of screens) {
        await page.setViewportSize({ width: 1500, height: 860 });
        await page.goto(path);
        await settled(page);
        found.push(...(await faultsOfPage(page, { isEnglish })).map((fault) => `${name}: ${fault}`));
        await page.setViewportSize({ width: 390, height: 844 });
        await settled(page);
        found.push(...(await faultsOfPage(page)).map((fault) => `${name} on a telephone: ${fault}`));
      }
      const { page: visitor, context: outside } = await lane.open({ locale });
      await visitor.goto('/auth/login');
      await settled(visitor);
      found.push(...(await faultsOfPage(visitor, { isEnglish })).map((fault) => `sign-in: ${fault}`));
      expect(found).toEqual([]);
      expect(lane.complaints()).toEqual([]);
      await outside.close();
      await context.close();
    },
  );

  it('can be judged: what is spoilt is found', async () => {
    const { page, context } = await lane.open({ as: 'boreal', locale: 'fr-CA' });
    await page.goto('/ecommerce/orders/new');
    await settled(page);
    await page.evaluate(() => {
      const main = document.querySelector('main');
      const spoilt = [
        '<button><svg></svg></button>',
        '<p class="nosuchclass">Clear all filters</p>',
        '<span class="visually-hidden">caché</span>',
        '<div id="narrow"><p>Beaucoupdemotsensemble</p></div>',
      ];
      main?.insertAdjacentHTML('afterbegin', spoilt.join(''));
      const narrow = document.getElementById('narrow');
      if (narrow) narrow.style.width = '40px';
    });
    const found = (await faultsOfPage(page, { isEnglish: englishSeeker() })).join('\n');
    for (const fault of [
      "in the browser's own look: button",
      'control without a name: button',
      'class without a rule: nosuchclass',
      'hidden words are seen: span.visually-hidden',
      'words outside their box',
      'English on a French page: "Clear all filters"',
    ])
      expect(found).toContain(fault);
    await context.close();
  });
});

describe('French', () => {
  it('is chosen from the menu, at once and for good', async () => {
    const { page, context } = await lane.open({ as: 'boreal' });
    await page.goto('/ecommerce/orders');
    await page.getByRole('button', { name: 'Language' }).click();
    await page.getByRole('menuitem', { name: 'Français' }).click();
    await page.getByRole('heading', { name: 'Commandes', exact: true }).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('fr-CA');
    await page.reload();
    await page.getByRole('heading', { name: 'Commandes', exact: true }).waitFor();
    await context.close();
  });

  it('is the language of an account whose company reads French, without a choice', async () => {
    const { page, context } = await lane.open({ as: 'boreal', layout: { locale: '' } });
    await page.goto('/ecommerce/orders');
    await page.getByRole('heading', { name: 'Commandes', exact: true }).waitFor();
    await context.close();
  });

  it('writes numbers, money and days as in Québec', async () => {
    const { page, context } = await lane.open({ as: 'boreal', locale: 'fr-CA', width: 1500 });
    await page.goto(screens[1]?.path ?? '');
    const panel = panelOf(page);
    await openFields(panel);
    await panel.getByLabel('Longueur', { exact: true }).fill('20');
    await panel.getByLabel('Largeur', { exact: true }).fill('15');
    await panel.getByLabel('Hauteur', { exact: true }).fill('10');
    await ratesOf(page).first().waitFor();
    const blank = String.raw`[\s\u00a0\u202f]`;
    expect(await ratesOf(page).first().locator('.rate-price').innerText()).toMatch(
      new RegExp(String.raw`^\d+,\d{2}${blank}\$`),
    );
    const row = page.getByRole('grid').locator('tbody').getByRole('row').first();
    expect(await row.innerText()).toMatch(
      new RegExp(String.raw`\d{1,2}${blank}(janv|févr|mars|avr|mai|juin|juill|août|sept|oct|nov|déc)\.?`),
    );
    expect(await row.innerText()).toMatch(new RegExp(String.raw`37,00${blank}\$`));
    expect(await row.innerText()).toMatch(new RegExp(String.raw`0,76${blank}kg`));
    expect(await panel.getByLabel('Poids', { exact: true }).inputValue()).toBe('0,76');
    await context.close();
  });
});

describe('a telephone', () => {
  it('has the menu behind a button', async () => {
    const { page, context } = await lane.open({ as: 'boreal', width: 390, height: 844 });
    await page.goto('/ecommerce/orders');
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Carriers' }).click();
    await page.getByRole('heading', { name: 'Carriers', exact: true }).waitFor();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await context.close();
  });
});

describe('the content security policy', () => {
  it('allows no script or style that did not come with the page', async () => {
    const { page, context } = await lane.open({ as: 'boreal' });
    const answer = await page.goto('/ecommerce/orders');
    const policy = answer?.headers()['content-security-policy'] ?? '';
    expect(policy).toMatch(/script-src 'self' 'nonce-[^']+'/);
    expect(policy).not.toMatch(/unsafe-inline|(?<!wasm-)unsafe-eval|\*/);
    const second = (await page.reload())?.headers()['content-security-policy'];
    expect(second).not.toBe(policy);
    await context.close();
  });

  it('is kept with popups open; and a breach would be noticed', async () => {
    const { page, context } = await lane.open({ as: 'boreal' });
    await page.goto('/ecommerce/orders');
    for (const name of ['Filters', 'Columns', 'Colour scheme', 'Language']) {
      await page.getByRole('button', { name, exact: true }).click();
      await page.locator('[role=dialog], [role=menu]').filter({ visible: true }).first().waitFor();
      await page.keyboard.press('Escape');
      await expect.poll(() => page.locator('[role=dialog], [role=menu]').filter({ visible: true }).count()).toBe(0);
    }
    expect(lane.complaints()).toEqual([]);
    await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'window.broken = true';
      document.head.append(script);
    });
    await expect.poll(() => lane.complaints().join(' ')).toContain('Content Security Policy');
    await context.close();
  });
});
