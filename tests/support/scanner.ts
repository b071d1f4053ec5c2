/** A barcode scanner behind the keyboard: whole codes in 8 ms keys, wherever the focus is. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright-core';

/** Between two keys of a scanner, and of a quick typist. */
export const SCANNER_MS = 8;
export const TYPIST_MS = 80;

/**
 * Scans one code. The keys are made in the page, one task each, so that their times are a scanner's however slow the line
 * to the browser is; they go where the focus is, as the keyboard's would, and type what nobody keeps from them.
 */
export async function scan(
  page: Page,
  code: string,
  { ending = 'Enter' }: { readonly ending?: 'Enter' | 'Tab' | '' } = {},
): Promise<void> {
  await keys(page, code, SCANNER_MS, ending);
}

/** The same keys as a person types them. */
export const typeSlowly = (page: Page, text: string): Promise<void> => keys(page, text, TYPIST_MS, '');

async function keys(page: Page, text: string, gapMs: number, ending: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  try {
    // One message after the other without waiting for answers: the gaps are those of the time stamps sent with them.
    const begin = Date.now() / 1000;
    const sent: Promise<unknown>[] = [];
    const all = [
      ...[...text].map((key) => ({ key, text: key })),
      ...(ending === '' ? [] : [{ key: ending, text: ending === 'Enter' ? '\r' : '' }]),
    ];
    for (const [index, { key, text: typed }] of all.entries()) {
      const timestamp = begin + (index * gapMs) / 1000;
      const code =
        key === 'Enter'
          ? { windowsVirtualKeyCode: 13, code: 'Enter' }
          : key === 'Tab'
            ? { windowsVirtualKeyCode: 9, code: 'Tab' }
            : {};
      sent.push(session.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text: typed, timestamp, ...code }));
      sent.push(session.send('Input.dispatchKeyEvent', { type: 'keyUp', key, timestamp, ...code }));
      if (gapMs > SCANNER_MS) await wait(gapMs);
    }
    await Promise.all(sent);
  } finally {
    await session.detach();
  }
}
