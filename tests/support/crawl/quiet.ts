/** Waiting until a page has answered a step: its questions are answered and nothing moves any more. */
import type { Page, Request } from 'playwright-core';

/** Streams have no end, or one that only slow carriers know. */
const STREAMS = /\/api\/(?:live|quotes\/stream)/;
const STILL_MS = 80;
/** React shows what had to be loaded no sooner than 300 ms after what stood in its place. */
const REVEALED_MS = 350;
const AT_MOST_MS = 5000;

export function quietWatch(page: Page, atMostMs = AT_MOST_MS): () => Promise<void> {
  const open = new Set<Request>();
  let changed = Date.now();
  let loadedCode = 0;
  const gone = (request: Request): void => {
    open.delete(request);
    changed = Date.now();
    if (request.resourceType() === 'script') loadedCode = changed;
  };
  const isStill = (): boolean =>
    open.size === 0 && Date.now() - changed >= STILL_MS && Date.now() - loadedCode >= REVEALED_MS;
  page.on('request', (request) => {
    if (STREAMS.test(request.url()) || request.resourceType() === 'eventsource') return;
    open.add(request);
    changed = Date.now();
  });
  page.on('requestfinished', gone);
  page.on('requestfailed', gone);
  return async () => {
    const until = Date.now() + atMostMs;
    changed = Math.max(changed, Date.now());
    while (Date.now() < until && !isStill()) await new Promise((resolve) => setTimeout(resolve, 15));
    // Lists that go on for ever (waiting bars) are not waited for.
    await page
      .evaluate(async () => {
        // What the step opens is drawn in the next frame.
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        await Promise.race([
          Promise.allSettled(
            document
              .getAnimations()
              .filter((animation) => animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
              .map((animation) => animation.finished),
          ),
          new Promise((resolve) => setTimeout(resolve, 600)),
        ]);
      })
      // The step led to another page, which is waited for by its own questions.
      .catch((error: unknown) => {
        if (!/navigation|context was destroyed|Target page/.test(String(error))) throw error;
      });
  };
}
