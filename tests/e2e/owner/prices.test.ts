/** A franchise changes its mark-ups: draft, difference, publish, below cost, undo, from a day on. */
import { saveMarkupDraft } from '@scanship/contracts/money/markup-drafts';
import { getDefaultMarkups, type MarkupPlan } from '@scanship/contracts/money/markups';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { violationsOf } from '../../support/axe.ts';
import { type Lane, openLane } from '../../support/lane.ts';
import { putMarkupsBack, withoutIds } from '../../support/markups.ts';
import type { Seller } from '../../support/seller.ts';

let lane: Lane;
let maple: Seller;
let page: Page;
let context: BrowserContext;
let original: MarkupPlan;

const button = (of: Page, name: string) => of.getByRole('button', { name, exact: true });
const percent = (of: Page) => of.getByLabel('Percent', { exact: true }).first();
/** Publishes up to `done`. Labels that other files bought at this franchise may cost more than was quoted, whatever the rules are. */
async function publish(done: Locator): Promise<void> {
  await button(page, 'Publish mark-ups').click();
  const anyway = page.getByRole('button', { name: 'Publish below cost' });
  await anyway.or(done).first().waitFor();
  if (await anyway.isVisible()) await anyway.click();
  await done.waitFor();
}
const draftBar = (of: Page) => of.getByTestId('markup-draft');
const plan = (): Promise<MarkupPlan> => maple.must(getDefaultMarkups);
beforeAll(async () => {
  lane = await openLane();
  maple = await lane.seller('maple');
  original = await plan();
  ({ page, context } = await lane.open({ as: 'maple', width: 1280, height: 720 }));
});
afterEach((test) => lane.after(test));
afterAll(async () => {
  await putMarkupsBack(maple, original);
  await context.close();
  await lane.close();
});

it('keeps what is typed as a draft, for colleagues too, and no price changes', async () => {
  await page.goto('/customer/pricing');
  await page.getByText('These mark-ups are active.').waitFor();
  if ((await page.getByTestId('markup-rule').count()) === 0) await button(page, 'Add a rule').click();
  await percent(page).fill('12');
  await draftBar(page).getByText('Prices stay as they are').waitFor();
  await percent(page).fill('13');
  // Left before the pause is over.
  await page.getByRole('link', { name: 'Money' }).first().click();
  await page.getByRole('heading', { name: 'By customer' }).or(page.getByText('Nothing was sold')).first().waitFor();
  await expect.poll(async () => (await plan()).draft?.rules[0]?.percentBp).toBe(1300);
  const { page: other, context: colleague } = await lane.open({ as: 'maple', width: 1280 });
  await other.goto('/customer/pricing');
  await draftBar(other).waitFor();
  expect(await percent(other).inputValue()).toBe('13');
  // Two edits of one draft: the later one is told, and sees the newest.
  await page.goto('/customer/pricing');
  await draftBar(page).waitFor();
  await percent(other).fill('14');
  await expect.poll(async () => (await plan()).draft?.rules[0]?.percentBp).toBe(1400);
  await percent(page).fill('15');
  await page.getByText('Somebody changed this meanwhile.').waitFor();
  await button(page, 'Show the newest draft').click();
  await expect.poll(() => percent(page).inputValue()).toBe('14');
  await colleague.close();
  expect(withoutIds(await plan())).toEqual(withoutIds(original));
});

it('shows the difference and the last 30 days, and publishes', async () => {
  await percent(page).fill('12');
  const review = page.getByTestId('markup-review');
  await review.getByTestId('markup-change').filter({ hasText: '+12 %' }).waitFor();
  await review.getByText('+$2.40').waitFor();
  await button(page, 'Try it on the last 30 days').click();
  await review.getByTestId('what-if-result').waitFor();
  // Its words stand in another catalogue than the editor's.
  // One line for each currency that was sold in.
  await review
    .getByText(/^They cost you/)
    .first()
    .waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await publish(page.getByText('Mark-ups saved. New quotes have them.'));
  await page.getByText('These mark-ups are active.').waitFor();
  expect((await plan()).rules[0]?.percentBp).toBe(1200);
});

it('asks before labels are sold below cost, and undoes', async () => {
  await percent(page).fill('-20');
  await page.getByTestId('markup-change').filter({ hasText: '-20 %' }).waitFor();
  await button(page, 'Publish mark-ups').click();
  const dialog = page.getByRole('dialog', { name: 'Labels would be sold below cost' });
  await dialog.getByRole('listitem').first().waitFor();
  expect(await dialog.getByRole('listitem').first().innerText()).toMatch(/cost|sold/);
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Leave unchanged' }).click();
  expect((await plan()).rules[0]?.percentBp).toBe(1200);
  await button(page, 'Publish mark-ups').click();
  await dialog.getByRole('button', { name: 'Publish below cost' }).click();
  await page.getByText('These mark-ups are active.').waitFor();
  expect((await plan()).rules[0]?.percentBp).toBe(-2000);
  await page.getByRole('button', { name: /^Undo: version/ }).click();
  // What other files bought may be below cost under the former rules, too; then it is asked again.
  const anyway = dialog.getByRole('button', { name: 'Publish below cost' });
  await expect
    .poll(async () => {
      if (await anyway.isVisible()) await anyway.click();
      return percent(page).inputValue();
    })
    .toBe('12');
  expect((await plan()).rules[0]?.percentBp).toBe(1200);
});

it('publishes from a day on, and takes it back', async () => {
  await percent(page).fill('16');
  await draftBar(page).waitFor();
  await page.getByLabel('Active').selectOption({ label: 'From a day on' });
  const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  await page.getByTestId('markup-review').getByLabel('First day').fill(day);
  const waiting = page.getByTestId('markup-waiting');
  await publish(waiting.getByText('+16 %'));
  expect(await percent(page).inputValue()).toBe('12');
  await waiting.getByRole('button', { name: 'Take back' }).click();
  await waiting.waitFor({ state: 'detached' });
  expect((await plan()).next).toBeNull();
});

it('takes rules of a what-if as the draft by one press', async () => {
  await page.goto('/customer/money/what-if');
  await percent(page).fill('18');
  await button(page, 'Keep as draft of the mark-ups').click();
  await draftBar(page).waitFor();
  expect(await percent(page).inputValue()).toBe('18');
  await button(page, 'Discard draft').click();
  await page.getByText('These mark-ups are active.').waitFor();
  expect(await percent(page).inputValue()).toBe('12');
});

it('fits a telephone, in French', async () => {
  const now = await plan();
  await maple.must(saveMarkupDraft, {
    body: {
      buyerId: null,
      rules: withoutIds(now).map((rule) => ({ ...rule, percentBp: 1700 })),
      used: true,
      note: '',
      basedOn: now.version,
      version: now.draft?.version ?? 0,
    },
  });
  const { page: small, context: phone } = await lane.open({ as: 'maple', width: 390, height: 844, locale: 'fr-CA' });
  await small.goto('/customer/pricing');
  await draftBar(small).waitFor();
  await small.waitForLoadState('networkidle');
  expect(await small.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  expect(await violationsOf(small)).toEqual([]);
  await phone.close();
});
