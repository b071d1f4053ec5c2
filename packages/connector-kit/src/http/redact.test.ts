import { expect, test } from 'vitest';
import { createRedactor, HIDDEN } from './redact.ts';

test('rubbish can be stored: NUL, which no text column takes, is replaced', () => {
  const redactor = createRedactor(['a-secret-value']);
  expect(redactor.text('\u0000\u0001 a-secret-value \u0000')).toBe(`\uFFFD\u0001 ${HIDDEN} \uFFFD`);
});

test('a header that is access by its name is hidden before its value is known', () => {
  const redactor = createRedactor([]);
  for (const name of [
    'authorization',
    'wm_sec.access_token',
    'X-Shopify-Access-Token',
    'access-token',
    'api-auth-applicationkey',
  ])
    expect(redactor.header(name, 'eyJraWQi'), name).toBe(HIDDEN);
  expect(redactor.header('wm_qos.correlation_id', 'b3261d2d')).toBe('b3261d2d');
});

test('hides a secret in an address, also inside a message that stands there', () => {
  const secret = `Pa&s!wo'rd (1)`;
  const redactor = createRedactor([secret]);
  const url = new URL('https://carrier.example/track');
  url.searchParams.set('plain', secret);
  url.searchParams.set('xml', `<data password="${secret.replace('&', '&amp;')}" code="7"/>`);
  url.searchParams.set('xml2', `<data password="${secret.replace('&', '&amp;').replace("'", '&apos;')}" code="7"/>`);
  const shown = redactor.address(url);
  expect(decodeURIComponent(shown.replaceAll('+', ' '))).not.toMatch(/s!wo/);
  expect(shown.match(/hidden/g)).toHaveLength(3);
});
