/** A person's whole errand, told once and walked in both languages, in the light and in the dark; each page on the way is judged. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { violationsOf } from './axe.ts';
import { englishSeeker } from './catalogue.ts';
import { faultsOfPage } from './crawl/faults-of-page.ts';
import { settled } from './screens.ts';
import type { Language } from './words.ts';

export const LOOKS = [
  ['en-CA', 'light'],
  ['fr-CA', 'dark'],
] as const;

/** Looks whether a page has its styles, names, contrast and, in French, its words. */
export const judgeIn = (locale: Language) => {
  const isEnglish = locale === 'fr-CA' ? englishSeeker() : undefined;
  return async (page: Page): Promise<void> => {
    await settled(page);
    const faults = [...(await faultsOfPage(page, { isEnglish })), ...(await violationsOf(page))];
    expect(faults, new URL(page.url()).pathname).toEqual([]);
  };
};
