/** The go-live check of a carrier account, as a franchise runs and reads it; in both languages, on a telephone too. */
import { type LiveAccount, listLiveAccounts } from '@scanship/contracts/carriers/live-accounts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Lane, openLane } from '../../support/lane.ts';

const WORDS = {
  'en-CA': {
    run: 'Run the check',
    ended: 'Ended',
    shipments: ['Domestic', 'Cross-border', 'Two packages', 'Return', 'Insured'],
    understood: 'Understood',
    calls: 'Exact calls: Domestic, Buy label',
    save: 'Export case: Domestic, Buy label',
    close: 'Close',
    refused: 'there is no vendor to check',
  },
  'fr-CA': {
    run: 'Lancer la vérification',
    ended: 'Terminé',
    shipments: ['National', 'Transfrontalier', 'Deux colis', 'Retour', 'Assuré'],
    understood: 'Compris',
    calls: 'Appels exacts : National, Acheter l’étiquette',
    save: 'Exporter le cas : National, Acheter l’étiquette',
    close: 'Fermer',
    refused: 'il n’y a aucun fournisseur à vérifier',
  },
} as const;

let lane: Lane;
let ups: LiveAccount | undefined;
let own: LiveAccount | undefined;

beforeAll(async () => {
  lane = await openLane();
  const { accounts } = await (await lane.seller('maple')).must(listLiveAccounts, { query: {} });
  ups = accounts.find(({ connector }) => connector === 'ups');
  own = accounts.find(({ connector }) => connector === 'rate-sheet');
});
afterEach((context) => lane.after(context));
afterAll(() => lane.close());

describe.each([
  ['en-CA', 1280],
  ['fr-CA', 390],
] as const)('a check, %s at %i px', (locale, width) => {
  const words = WORDS[locale];

  it('shows what was understood of each shipment beside its exact calls, and exports a case of a step', async () => {
    const { page, context } = await lane.open({ as: 'maple', width, height: 720, locale });
    await page.goto(`/customer/accounts/${ups?.id}`);
    const card = page.getByTestId('go-live');
    const run = card.getByRole('button', { name: words.run });
    await run.waitFor();
    const checks = card.getByTestId('go-live-check');
    const before = await checks.count();
    await run.click();
    await checks.nth(before).waitFor({ state: 'attached' });
    const check = checks.first();
    await expect.poll(() => check.getAttribute('data-state'), { timeout: 180_000 }).toBe('ended');
    expect(await check.getByTestId('go-live-shipment').getByRole('heading').allInnerTexts()).toEqual(words.shipments);
    const steps = check.locator('tr[data-step]');
    expect(await steps.count()).toBe(20);
    expect(await check.locator('tr[data-state="done"]').count()).toBe(20);
    expect(await card.getByTestId('labels-left').count()).toBe(0);

    const bought = check.locator('[data-kind="domestic"] tr[data-step="buy"]');
    await bought.getByText(/1Z[0-9A-Z]{16}/).waitFor();
    await bought.getByText(/102\s×\s152\smm/).waitFor();
    await bought.getByRole('button', { name: words.calls }).click();
    const calls = check.locator('[data-kind="domestic"]').getByTestId('go-live-calls');
    await calls.getByText('/api/shipments/v2409/ship').waitFor();
    await calls.getByRole('button', { name: words.close }).click();
    await calls.waitFor({ state: 'detached' });

    const downloading = page.waitForEvent('download');
    await bought.getByRole('button', { name: words.save }).click();
    const stream = await (await downloading).createReadStream();
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    const file = Buffer.concat(chunks).toString();
    expect(JSON.parse(file)).toMatchObject({ form: 'scanship-case/1', connector: 'ups' });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(wide).toBeLessThanOrEqual(0);
    await context.close();
  });

  it('says why an account cannot be checked', async () => {
    const { page, context } = await lane.open({ as: 'maple', width, height: 720, locale });
    await page.goto(`/customer/accounts/${own?.id}`);
    const card = page.getByTestId('go-live');
    await card.getByTestId('go-live-refused').getByText(words.refused).waitFor();
    expect(await card.getByRole('button', { name: words.run }).count()).toBe(0);
    await context.close();
  });
});
