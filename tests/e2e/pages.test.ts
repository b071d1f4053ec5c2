/** Every screen in both languages, on a telephone, and under the content security policy. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { englishSeeker } from '../support/catalogue.ts';
import { type Lane, openLane } from '../support/lane.ts';
import { customerScreens, type Screen } from '../support/main-pages.ts';
import { panelOf, ratesOf, settled } from '../support/screens.ts';

let lane: Lane;
let screens: readonly Screen[];

beforeAll(async () => {
  lane = await openLane();
  screens = await customerScreens(await lane.seller('boreal'));
});
afterEach((context) => lane.after(context));
afterAll(() => lane.close());

/** Everything a person sees or a screen reader says: texts, names, placeholders, titles. */
const wordsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const seen: string[] = [document.title];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode())
      if (!node.parentElement?.closest('script, style')) seen.push(node.textContent ?? '');
    for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
      for (const element of document.querySelectorAll(`[${name}]`)) seen.push(element.getAttribute(name) ?? '');
    return [...new Set(seen.map((text) => text.replaceAll(/\s+/g, ' ').trim()).filter((text) => text !== ''))];
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

  it('leaves no English sentence of the catalogue on any screen', async () => {
    const isEnglish = englishSeeker();
    expect(isEnglish('Clear all filters')).toBe('Clear all filters');
    const { page, context } = await lane.open({ as: 'boreal', locale: 'fr-CA', width: 1500 });
    const found: string[] = [];
    for (const { name, path } of screens) {
      await page.goto(path);
      await settled(page);
      const words = await wordsOf(page);
      expect(words.length, name).toBeGreaterThan(15);
      found.push(...words.flatMap((text) => (isEnglish(text) ? [`${name}: ${text}`] : [])));
    }
    const { page: visitor, context: outside } = await lane.open({ locale: 'fr-CA' });
    await visitor.goto('/auth/login');
    await visitor.getByRole('button', { name: 'Se connecter', exact: true }).waitFor();
    found.push(...(await wordsOf(visitor)).flatMap((text) => (isEnglish(text) ? [`sign-in: ${text}`] : [])));
    expect(found).toEqual([]);
    await outside.close();
    await context.close();
  });

  it('writes numbers, money and days as in Québec', async () => {
    const { page, context } = await lane.open({ as: 'boreal', locale: 'fr-CA', width: 1500 });
    await page.goto(screens[1]?.path ?? '');
    const panel = panelOf(page);
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
  it.each(['en-CA', 'fr-CA'] as const)('390 pixels wide scrolls no screen sideways (%s)', async (locale) => {
    const { page, context } = await lane.open({ as: 'boreal', locale, width: 390, height: 844 });
    const wide: string[] = [];
    for (const { name, path } of screens) {
      await page.goto(path);
      await settled(page);
      const { inside, all } = await page.evaluate(() => ({
        inside: innerWidth,
        all: document.documentElement.scrollWidth,
      }));
      if (all > inside) wide.push(`${name}: ${all} of ${inside}`);
    }
    expect(wide).toEqual([]);
    await context.close();
  });

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

  it('is kept on every screen with its popups open; and a breach would be noticed', async () => {
    const { page, context } = await lane.open({ as: 'boreal' });
    for (const { path } of screens) {
      await page.goto(path);
      await settled(page);
    }
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
