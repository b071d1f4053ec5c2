/** The other end of consent pages, for players. */

/** Opens a page of `consent-page.ts` and answers it; the query the browser is sent back with. */
export async function answerConsent(
  address: string,
  answer: 'allow' | 'deny',
): Promise<Readonly<Record<string, string>>> {
  const page = await fetch(address);
  const html = await page.text();
  if (!html.includes('<form method="post">')) throw new Error(`${page.status} ${html}`);
  const form = new URLSearchParams(
    [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)].map(([, name = '', value = '']) => [
      name,
      value.replaceAll('&amp;', '&'),
    ]),
  );
  form.set('answer', answer);
  const back = await fetch(address, { method: 'POST', body: form, redirect: 'manual' });
  return Object.fromEntries(new URL(back.headers.get('location') ?? '').searchParams);
}
