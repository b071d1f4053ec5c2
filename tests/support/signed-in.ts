/** Signing in and out on the screens, and what a test looks for there. */
import type { BrowserContext, Page } from 'playwright-core';
import { PASSWORD } from './accounts.ts';
import type { Lane } from './lane.ts';

/** The shell stands around a page. */
export const inside = (page: Page) => page.getByRole('navigation', { name: 'Main menu' }).first().waitFor();
export const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const stored = (page: Page): Promise<Record<string, string>> => page.evaluate(() => ({ ...localStorage }));

export async function signIn(page: Page, userName: string, password = PASSWORD): Promise<void> {
  await field(page, 'User name or e-mail').fill(userName);
  await field(page, 'Password').fill(password);
  await button(page, 'Sign in').click();
}
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Your account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
}
/** A new browser with somebody signed in. */
export async function openAs(lane: Lane, userName: string): Promise<{ page: Page; context: BrowserContext }> {
  const opened = await lane.open();
  await opened.page.goto('/auth/login');
  await signIn(opened.page, userName);
  await inside(opened.page);
  return opened;
}
