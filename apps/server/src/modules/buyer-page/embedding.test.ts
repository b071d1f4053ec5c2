import { expect, it } from 'vitest';
import { shopOrigin } from './embedding.ts';

it.each([
  ['maple.example', 'https://maple.example'],
  [' https://Shop.Maple.example/pages/track?x=1 ', 'https://shop.maple.example'],
  ['https://maple.example:8443', 'https://maple.example:8443'],
  ['https://érable.example', 'https://xn--rable-9ra.example'],
  ['http://localhost:3000', 'http://localhost:3000'],
] as const)('%s is the shop %s', (typed, origin) => {
  expect(shopOrigin(typed)).toBe(origin);
});

it.each([
  '',
  '*',
  'https://*.example',
  'https://*',
  'http://maple.example',
  'https://maple',
  'javascript:alert(1)',
  'data:text/html,x',
  'https://user:secret@maple.example',
  "https://maple.example;script-src 'unsafe-inline'",
  'https://maple.example https://other.example',
  'https://[::1]',
])('%s is no shop', (typed) => {
  const origin = shopOrigin(typed);
  // A path that carries something is cut off; what is left is one host.
  if (origin !== undefined) expect(origin).toMatch(/^https:\/\/[a-z0-9.-]+$/);
  else expect(origin).toBeUndefined();
  expect(origin ?? '').not.toMatch(/[*;\s'"]/);
});
