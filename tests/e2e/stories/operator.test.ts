/** An operator, from an empty installation to a live franchise: its host, a carrier with test keys, its administrator, a seller's first label. */
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { PASSWORD } from '../../support/accounts.ts';
import { type EmptyInstallation, OPERATOR, startEmptyInstallation } from '../../support/empty-installation.ts';
import { openFields, panelOf, previewOf, ratesComplete, SMALL_BOX, trackingOf } from '../../support/screens.ts';
import { judgeIn, LOOKS } from '../../support/story.ts';
import { wordsOf } from '../../support/words.ts';

const HOST = 'prairie.localhost';
/** The simulator's keys of UPS. */
const UPS_KEYS = { clientId: 'ups-alpha-client', clientSecret: 'ups-alpha-secret', accountNumber: 'A1B2C3' };

const filled = (page: Page, kind: string) => page.locator(`[autocomplete="${kind}"]`);

describe.each(LOOKS)('%s, %s', (locale, theme) => {
  let installation: EmptyInstallation | undefined;
  afterEach(async (context) => {
    await installation?.lane.after(context);
    await installation?.close();
    installation = undefined;
  });

  it('opens an installation', async () => {
    const say = wordsOf(locale);
    const judge = judgeIn(locale);
    installation = await startEmptyInstallation();
    const { lane, mailed } = installation;
    const look = { width: 1400, height: 900, locale, layout: { theme } };
    const main = (page: Page) => page.getByRole('main');
    const menu = (page: Page, name: string) =>
      page
        .getByRole('navigation')
        .getByRole('link', { name: say(name), exact: true })
        .first()
        .click();

    // No franchise has a host yet: the operator signs in all the same, and is told what is missing.
    const { page: desk } = await lane.open(look);
    await desk.goto('/');
    await desk.getByLabel(say('User name or e-mail')).fill(OPERATOR);
    await filled(desk, 'current-password').fill(PASSWORD);
    await desk.keyboard.press('Enter');
    const opening = desk.getByTestId('opening');
    const isDone = (line: string) => opening.locator(`[data-line="${line}"]`).getAttribute('data-done');
    await opening.waitFor();
    expect(await isDone('franchise')).toBe('false');
    await judge(desk);
    await opening.locator('[data-line="franchise"]').getByRole('link').click();
    await desk.getByRole('heading', { level: 1 }).waitFor();
    await desk
      .getByRole('button', { name: say('New franchise'), exact: true })
      .first()
      .click();
    const form = desk.getByRole('dialog');
    await form.getByLabel(say('Name of the franchise')).fill('Prairie Inc.');
    await form.getByLabel(say('Brand name people see')).fill('Prairie');
    await form.getByRole('textbox', { name: say('Host'), exact: true }).fill(HOST);
    await form.getByLabel(say('E-mail of its administrator')).fill('ada@prairie.example');
    await form.getByRole('button', { name: say('Create the franchise') }).click();
    await desk.getByRole('heading', { name: 'Prairie', level: 1 }).waitFor();
    await main(desk)
      .getByRole('link', { name: say('Hosts'), exact: true })
      .click();
    await desk.getByTestId('host').filter({ hasText: HOST }).getByText(say('Verified')).waitFor();
    await judge(desk);

    // A carrier with test keys: tried before anybody ships with it, then lent.
    await menu(desk, 'Platform carriers');
    await desk
      .getByRole('button', { name: say('Connect a carrier') })
      .first()
      .click();
    await desk.getByLabel(say('Find a carrier')).fill('UPS');
    await desk
      .getByRole('dialog')
      .getByRole('button', { name: /^\W*UPS/ })
      .first()
      .click();
    const keys = desk.getByRole('dialog');
    for (const [name, value] of Object.entries(UPS_KEYS)) await keys.locator(`[name="${name}"]`).fill(value);
    await keys.locator('button[type=submit]').click();
    await desk.getByRole('region', { name: say('What it offers') }).waitFor();
    await judge(desk);
    await menu(desk, 'Platform carriers');
    await desk.getByRole('row').filter({ hasText: 'UPS' }).getByRole('button').last().click();
    await desk.getByRole('dialog').getByRole('checkbox', { name: 'Prairie Inc.' }).check();
    await desk.getByRole('dialog').locator('button[type=submit]').click();
    await desk.getByRole('dialog').waitFor({ state: 'detached' });
    // What is registered where, for platforms that sellers connect.
    await menu(desk, 'App registrations');
    await desk.getByRole('region', { name: say('Not live yet') }).waitFor();
    await judge(desk);

    // The franchise's administrator comes in on its own host by the mailed link.
    const link = new URL(await mailed('ada@prairie.example', /https?:\/\/[^\s"]+invitation=[\w.-]+/));
    expect(link.hostname).toBe(HOST);
    const { page: franchise } = await lane.open({ ...look, host: HOST });
    await franchise.goto(link.pathname + link.search);
    await filled(franchise, 'given-name').fill('Ada');
    await filled(franchise, 'family-name').fill('Prairie');
    await filled(franchise, 'username').fill('ada');
    await filled(franchise, 'new-password').fill(PASSWORD);
    await franchise.locator('form button[type=submit]').click();
    await franchise.getByTestId('opening').waitFor();
    expect(await franchise.locator('[data-line="carrier"]').getAttribute('data-done')).toBe('true');
    expect(await franchise.locator('[data-line="tax"]').getAttribute('data-done')).toBe('false');
    await judge(franchise);

    // A seller signs up there, and reaches a label.
    const { page: shop } = await lane.open({ ...look, width: 1500, host: HOST });
    await shop.goto('/auth/register');
    await filled(shop, 'given-name').fill('Sol');
    await filled(shop, 'family-name').fill('Seller');
    await filled(shop, 'organization').fill('Sol and Sons');
    await filled(shop, 'email').fill('sol@shop.example');
    await filled(shop, 'username').fill('sol');
    await filled(shop, 'new-password').fill(PASSWORD);
    await judge(shop);
    await shop.locator('form button[type=submit]').click();
    // The code is what the subject begins with.
    await filled(shop, 'one-time-code').fill(await mailed('sol@shop.example', /(?<=^Subject: )\d{6}/m));
    await shop.keyboard.press('Enter');
    const step = (name: string) => shop.getByTestId(`first-${name}`);
    const done = (name: string) => shop.locator(`[data-testid="first-${name}"][data-done="true"]`).waitFor();
    await step('store')
      .getByRole('button', { name: say('Use a sample order') })
      .click();
    await done('store');
    const from = step('shipFrom');
    await from.locator('[name="address1"]').fill('340 Rue Saint-Paul O');
    await from.locator('[name="city"]').fill('Montreal');
    await from.locator('select[name="provinceCode"]').selectOption('QC');
    await from.locator('[name="zipcode"]').fill('H2Y 2A6');
    await from.locator('[name="phone"]').fill('514 555 0134');
    await from.getByRole('button', { name: say('Save the address') }).click();
    await done('shipFrom');
    await judge(shop);
    await shop.getByTestId('first-label').getByRole('button').first().click();
    await step('label').getByRole('link', { name: 'SAMPLE-1' }).click();
    const panel = panelOf(shop);
    await panel.getByRole('heading', { name: 'SAMPLE-1' }).waitFor();
    await fillIn(shop, say);
    await ratesComplete(shop);
    await judge(shop);
    await panel.getByRole('button', { name: say('Buy label') }).click();
    await previewOf(shop).waitFor();
    await shop.keyboard.press('Escape');
    expect(await trackingOf(shop)).toMatch(/^1Z/);

    // The operator sees it live: only what the machine itself lacks is left.
    await desk.goto('/');
    await opening.waitFor();
    for (const line of ['franchise', 'host', 'administrator', 'carrier']) expect(await isDone(line)).toBe('true');
  });
});

async function fillIn(page: Page, say: (english: string) => string): Promise<void> {
  const panel = panelOf(page);
  await openFields(panel);
  for (const [name, value] of [
    ['Length', SMALL_BOX.length],
    ['Width', SMALL_BOX.width],
    ['Height', SMALL_BOX.height],
  ] as const)
    await panel.getByLabel(say(name), { exact: true }).fill(value);
}
