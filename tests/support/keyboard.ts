/** A person without a mouse: every step is a key. */
import type { Locator, Page } from 'playwright-core';

/** Once around a page with sixty rates, each of which has a stop of its own. */
const MOST_STEPS = 300;

const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement);

/** Presses Tab until the control has the focus; throws when no number of presses gets there. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await target.waitFor();
  for (let step = 0; step < MOST_STEPS; step += 1) {
    if (await hasFocus(target)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`the keyboard does not reach ${String(target)}`);
}

export async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

export async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Chooses an entry of a native list by typing how it begins. */
export async function choose(page: Page, target: Locator, entry: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.type(entry);
}

/** Opens a menu and chooses an entry of it with the arrows. */
export async function chooseFromMenu(page: Page, opener: Locator, entry: string): Promise<void> {
  await press(page, opener);
  const target = page.getByRole('menuitem', { name: entry, exact: true });
  await target.waitFor();
  for (let step = 0; step < MOST_STEPS && !(await hasFocus(target)); step += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
}
