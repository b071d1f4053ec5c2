/** axe-core on a page, by the standards that ux.md section 4.2 names: WCAG 2.0 to 2.2, levels A and AA. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

/**
 * One line for each violation: the rule, where, and what axe says. A page is judged without its toasts, which cover what they lie on for their
 * few seconds and may fade while axe reads; `part: '.toasts'` judges those alone, and whoever asks for them keeps them standing.
 */
export async function violationsOf(page: Page, part: 'page' | '.toasts' = 'page'): Promise<string[]> {
  // Colours are judged as they come to rest; what begins to move as something else ends is waited for, too.
  await page.evaluate(async () => {
    for (let still = 0; still < 2; ) {
      const moving = document.getAnimations();
      await Promise.allSettled(moving.map((animation) => animation.finished));
      still = moving.length === 0 ? still + 1 : 0;
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  });
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(SOURCE);
  return page.evaluate(
    async ({ tags, only }) => {
      const toastsAway = new CSSStyleSheet();
      toastsAway.replaceSync('.toasts { display: none }');
      if (!only) document.adoptedStyleSheets.push(toastsAway);
      const { violations } = await (window.axe as typeof axe)
        .run(only ?? document, { runOnly: { type: 'tag', values: tags }, resultTypes: ['violations'] })
        .finally(() => {
          document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== toastsAway);
        });
      return violations.flatMap(({ id, nodes }) =>
        nodes.slice(0, 5).map((node) => {
          const said = [...node.any, ...node.all, ...node.none].map((check) => check.message).join('; ');
          return `${id} at ${node.target.join(' ')}: ${said}`;
        }),
      );
    },
    { tags: TAGS, only: part === 'page' ? undefined : part },
  );
}
