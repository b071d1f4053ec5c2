import { expect, test } from 'vitest';
import { NO_HOSTS, STRANGE_HOSTS } from '../../../../../tests/attack/data/hosts.ts';
import { claimOf, parseHost, parseOrigin } from './named-host.ts';

test.each([
  ['A.test:8080', 'a.test', 8080],
  ['a.test', 'a.test', undefined],
  ['a.test.', 'a.test', undefined],
  ['localhost.:80', 'localhost', 80],
  ['127.0.0.1:3000', '127.0.0.1', 3000],
  ['[::1]:8080', '::1', 8080],
  ['xn--caf-dma.example', 'xn--caf-dma.example', undefined],
])('%s is the host %s', (text, host, port) => {
  expect(parseHost(text)).toEqual({ host, port });
});

test('what is no host is not repaired', () => {
  expect(NO_HOSTS.map((text) => [text, parseHost(text)])).toEqual(NO_HOSTS.map((text) => [text, undefined]));
  for (const text of ['', ' ', 'a.test/x', ' a.test', 'https://a.test/x']) expect(parseHost(text)).toBeUndefined();
});

test('a browser reads every host exactly as it was read here', () => {
  for (const text of [...NO_HOSTS, ...STRANGE_HOSTS, 'a.test:8443', 'LOCALHOST.:81']) {
    const named = parseHost(text);
    if (!named || named.host.includes(':')) continue;
    const url = new URL(`http://${named.host}${named.port === undefined ? '' : `:${named.port}`}/x`);
    expect([url.hostname, url.port, url.username, url.pathname]).toEqual([
      named.host,
      named.port === undefined || named.port === 80 ? '' : String(named.port),
      '',
      '/x',
    ]);
  }
});

test('an origin is a scheme and a host, nothing before and nothing after', () => {
  expect(parseOrigin('https://a.test:443')).toEqual({ scheme: 'https', host: 'a.test', port: undefined });
  for (const text of ['a.test', 'ftp://a.test', 'https://a.test/', 'https://u@a.test', 'https://a.test?x', 'null'])
    expect(parseOrigin(text)).toBeUndefined();
  expect(claimOf('javascript', 'a.test')?.scheme).toBe('http');
});
