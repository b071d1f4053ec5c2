/** Own quirks of Wix: whose installation is believed, and which tokens. */
import { createHmac, createSign, generateKeyPairSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { DEMO_APP, OTHER_APP, signingKey } from './simulator/apps.ts';
import { signInstance } from './simulator/consent-routes.ts';
import { samples } from './simulator/harness.ts';
import { authorise } from './src/authorise.ts';
import { readToken } from './src/signature.ts';

const NOW = new Date('2026-11-22T12:00:00Z');
const query = (signedInstance: string, more: Readonly<Record<string, string>> = {}): Record<string, string> => ({
  state: 's',
  appId: DEMO_APP.clientId,
  instanceId: samples.account,
  signedInstance,
  ...more,
});
const check = (given: Readonly<Record<string, string>>, at = NOW): string =>
  authorise.checkEntry(given, samples.app, at).externalAccount;

it('an installation is believed only with the signature of this app, made now, by the owner', () => {
  const signed = signInstance(DEMO_APP, samples.account, NOW);
  expect(check(query(signed))).toBe(samples.account);
  // Anybody may know a site's installation; without the signature it opens nothing.
  expect(() => check(query(''))).toThrow(/signature/);
  expect(() => check(query(`${signed}x`))).toThrow(/signature/);
  expect(() => check(query(signed, { instanceId: samples.otherAccount }))).toThrow(/signature/);
  expect(() => check(query(signed, { appId: OTHER_APP.clientId }))).toThrow(/signature/);
  expect(() => check(query(signInstance(OTHER_APP, samples.account, NOW)))).toThrow(/signature/);
  expect(() => check(query(signInstance(DEMO_APP, samples.account, NOW, { aid: 'visitor' })))).toThrow(/signature/);
  expect(() => check(query(signed), new Date(NOW.getTime() + 86_400_000))).toThrow(/too old/);
  expect(authorise.checkEntry({ state: 's' }, samples.app, NOW).code).toBe('');
});

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const rsa = (unsigned: string, key = signingKey): string =>
  createSign('RSA-SHA256').update(unsigned).sign(key, 'base64url');

it('a token is proved by the public key alone, whatever algorithm it names', () => {
  const unsigned = `${encoded({ alg: 'RS256' })}.${encoded({ data: '{}' })}`;
  const good = Buffer.from(`${unsigned}.${rsa(unsigned)}`);
  const { publicKey } = DEMO_APP;
  expect(readToken(good, publicKey)?.raw('data')).toBe('{}');
  // As a form of one line leaves it, and in base64 once more.
  expect(readToken(good, publicKey.replaceAll('\n', ' '))).toBeDefined();
  expect(readToken(good, Buffer.from(publicKey).toString('base64'))).toBeDefined();
  expect(readToken(good, '')).toBeUndefined();
  expect(readToken(good, 'another')).toBeUndefined();
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  expect(readToken(Buffer.from(`${unsigned}.${rsa(unsigned, stranger)}`), publicKey)).toBeUndefined();
  // The oldest trick: the public key as the secret of an HMAC, or no signature at all.
  const hmac = `${encoded({ alg: 'HS256' })}.${encoded({ data: '{}' })}`;
  const forged = createHmac('sha256', publicKey).update(hmac).digest('base64url');
  expect(readToken(Buffer.from(`${hmac}.${forged}`), publicKey)).toBeUndefined();
  expect(readToken(Buffer.from(`${encoded({ alg: 'none' })}.${encoded({})}.`), publicKey)).toBeUndefined();
});
