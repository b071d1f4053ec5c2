import { expect, test } from 'vitest';
import { createRedactor, HIDDEN } from './redact.ts';

test('rubbish can be stored: NUL, which no text column takes, is replaced', () => {
  const redactor = createRedactor(['a-secret-value']);
  expect(redactor.text('\u0000\u0001 a-secret-value \u0000')).toBe(`\uFFFD\u0001 ${HIDDEN} \uFFFD`);
});
