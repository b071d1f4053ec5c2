import { expect, test } from 'vitest';
import { isSaidOfRecipient } from './mail-status.ts';

test.each(['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1'])('%s is said of the recipient', (status) => {
  expect(isSaidOfRecipient(status)).toBe(true);
});
test.each([
  '',
  '5.0.0',
  '5.1.0',
  '5.1.4',
  '5.1.7',
  '5.1.8',
  '5.1.11',
  '5.2.2',
  '5.2.3',
  '5.2.4',
  '5.2.10',
  '5.4.4',
  '5.5.0',
  '5.7.1',
  '4.1.1',
])('"%s" is not', (status) => {
  expect(isSaidOfRecipient(status)).toBe(false);
});
