import { manifest as shopify } from '@scanship/store-shopify/manifest';
import { expect, test } from 'vitest';
import { plainAccount } from './begin-consent.ts';

test.each([
  ['birch-test', 'birch-test.myshopify.com'],
  [' Birch-Test ', 'birch-test.myshopify.com'],
  ['https://birch-test.myshopify.com/admin?x=1', 'birch-test.myshopify.com'],
  ['birch.example', 'birch.example'],
])('the name of a shop is enough where all its addresses end alike: %j', (typed, account) => {
  expect(plainAccount(typed, shopify)).toBe(account);
});
