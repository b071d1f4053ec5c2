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
  'ftp://maple.example',
  'https://user:secret@maple.example',
  'https://user@maple.example',
  "https://maple.example;script-src 'unsafe-inline'",
  'https://maple.example;script-src',
  "https://maple.example'",
  'https://maple.example https://other.example',
  'https://maple_goods.example',
  'https://-maple.example',
  `https://${'a.'.repeat(130)}example`,
  'https://[::1]',
])('%s is no shop', (typed) => {
  expect(shopOrigin(typed)).toBeUndefined();
});

it.each([
  "https://maple.example/;script-src 'unsafe-inline'",
  'https://maple.example?*',
  'https://maple.example#https://other.example',
  'maple.example/ https://other.example',
])('%s is the one shop it begins with: nothing of the rest comes into a policy', (typed) => {
  expect(shopOrigin(typed)).toBe('https://maple.example');
});
