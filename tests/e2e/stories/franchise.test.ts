/** A franchise: a price from its draft to its undo, the month that was closed, reminders of what is overdue, and the page of Monday. */
import { getDefaultMarkups, type MarkupPlan } from '@scanship/contracts/money/markups';
import { getReminders, type RemindersView, saveReminders } from '@scanship/contracts/money/reminders';
import { listInvoices } from '@scanship/contracts/money/statements';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Lane, openLane } from '../../support/lane.ts';
import { putMarkupsBack } from '../../support/markups.ts';
import type { Seller } from '../../support/seller.ts';
import { judgeIn, LOOKS } from '../../support/story.ts';
import { wordsOf } from '../../support/words.ts';

let lane: Lane;
let maple: Seller;
let original: MarkupPlan;
let reminders: RemindersView['settings'];
beforeAll(async () => {
  lane = await openLane();
  maple = await lane.seller('maple');
  original = await maple.must(getDefaultMarkups);
  reminders = (await maple.must(getReminders, {})).settings;
});
afterEach((context) => lane.after(context));
afterAll(async () => {
  await putMarkupsBack(maple, original);
  await remindNobody();
  await lane.close();
});

/** With all their steps, as other files find them. */
async function remindNobody(): Promise<void> {
  const { version } = (await maple.must(getReminders, {})).settings;
  await maple.must(saveReminders, { body: { ...reminders, on: false, version } });
}

it.each(LOOKS)('prices, a month, reminders, Monday (%s, %s)', async (locale, theme) => {
  const say = wordsOf(locale);
  const judge = judgeIn(locale);
  const { page, context } = await lane.open({ as: 'maple', width: 1280, height: 800, locale, layout: { theme } });
  const button = (of: Pick<Page, 'getByRole'>, name: string, ...values: string[]) =>
    of.getByRole('button', { name: say(name, ...values), exact: true });
  const percentNow = async () => (await maple.must(getDefaultMarkups)).rules[0]?.percentBp;
  /** Labels that other files bought may cost more than was quoted, whatever the rules are: then it is asked. */
  const untilPercent = (wanted: number | undefined) =>
    expect
      .poll(async () => {
        const anyway = button(page, 'Publish below cost');
        if (await anyway.isVisible()) await anyway.click();
        return percentNow();
      })
      .toBe(wanted);

  await page.goto('/customer/pricing');
  const percent = page.getByLabel(say('Percent'), { exact: true }).first();
  await button(page, 'Add a rule').waitFor();
  if (!(await percent.isVisible())) await button(page, 'Add a rule').click();
  await percent.waitFor();
  // There has to be something to go back to.
  if ((await percentNow()) !== 2_000) {
    await percent.fill('20');
    await page.getByTestId('markup-draft').waitFor();
    await button(page, 'Publish mark-ups').click();
    await untilPercent(2_000);
    await page.getByTestId('markup-draft').waitFor({ state: 'detached' });
  }
  const before = 2_000;
  await percent.fill('27');
  await page.getByTestId('markup-draft').waitFor();
  const review = page.getByTestId('markup-review');
  await review.getByTestId('markup-change').first().waitFor();
  await button(page, 'Try it on the last 30 days').click();
  await review.getByTestId('what-if-result').waitFor();
  expect(await percentNow()).toBe(before);
  await judge(page);
  // The name of a control is read with plain spaces, also where its French has others.
  const undoName = say('Undo: version {0} again', String.raw`\d+`).replaceAll(/\s/g, ' ');
  const undo = page.getByRole('button', { name: new RegExp(`^${undoName}$`) });
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/pricing/default/history', async (route) => {
    await held;
    await route.continue();
  });
  await button(page, 'Publish mark-ups').click();
  await untilPercent(2_700);
  await page.getByTestId('markup-draft').waitFor({ state: 'detached' });
  // What a list from before would undo is not what was published now.
  await expect.poll(async () => (await undo.count()) === 0 || (await undo.isDisabled())).toBe(true);
  answer();
  await undo.click();
  await untilPercent(before);

  // The demo's past months are closed a few seconds after the start.
  await expect
    .poll(async () => (await maple.must(listInvoices, { query: { side: 'sold' } })).invoices.length)
    .toBeGreaterThan(0);
  await page.goto('/customer/money/statements');
  await page.locator('a', { hasText: /^INV-/ }).first().waitFor();
  await page.getByText(say('Closing months'), { exact: true }).click();
  await page
    .getByRole('region', { name: say('Closed months') })
    .first()
    .locator('tbody tr')
    .first()
    .waitFor();
  await judge(page);
  await page.getByRole('button', { name: /^(?:Preview|Aperçu)/ }).click();
  await button(page.getByRole('dialog'), 'Leave it open').click();

  await page.goto('/customer/money/receivables');
  await page
    .getByRole('button', { name: new RegExp(`^(?:${say('Set up reminders')}|${say('Change reminders')})$`) })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(say('Send reminders for overdue invoices by e-mail')).click();
  // Nobody of the other tests is to be stopped.
  await button(dialog, 'Remove step {0}', '4').click();
  await button(dialog, 'Preview recipients').click();
  await dialog
    .getByTestId('reminder-targets')
    .or(dialog.getByText(say('No reminder would go out today.')))
    .first()
    .waitFor();
  await judge(page);
  await button(dialog, 'Switch on').click();
  await page.getByRole('button', { name: say('Change reminders') }).waitFor();
  await remindNobody();

  await page.goto('/customer/money/report?days=weeks');
  await page.getByRole('heading', { name: say('By carrier') }).waitFor();
  await page.getByLabel(say('Send me the report of last week on Monday morning')).waitFor();
  await judge(page);
  await context.close();
});
