import { expect, test } from 'vitest';
import { createRedactor, HIDDEN } from './redact.ts';

test('rubbish can be stored: NUL, which no text column takes, is replaced', () => {
  const redactor = createRedactor(['a-secret-value']);
  expect(redactor.text('\u0000\u0001 a-secret-value \u0000')).toBe(`\uFFFD\u0001 ${HIDDEN} \uFFFD`);
});

test('a header that is access by its name is hidden before its value is known', () => {
  const redactor = createRedactor([]);
  for (const name of ['authorization', 'wm_sec.access_token', 'X-Shopify-Access-Token', 'access-token'])
    expect(redactor.header(name, 'eyJraWQi'), name).toBe(HIDDEN);
  expect(redactor.header('wm_qos.correlation_id', 'b3261d2d')).toBe('b3261d2d');
});
