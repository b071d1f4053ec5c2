import { expect, it } from 'vitest';
import { readOwnAddress } from './own-address.ts';

it.each([
  ['news@maple.example', 'news@maple.example'],
  ['News+shop@Maple.Example.', 'News+shop@maple.example'],
  ['news@BÜCHER.example', 'news@xn--bcher-kva.example'],
  ['news@xn--bcher-kva.example', 'news@xn--bcher-kva.example'],
  ['news@maple。example', 'news@maple.example'],
])('%s is read as %s', (typed, address) => {
  expect(readOwnAddress(typed)).toEqual({ ok: true, value: { address, domain: address.split('@')[1] } });
});

it.each([
  ['no address', 'maple.example'],
  ['nothing', ''],
  ['nothing before the @', '@maple.example'],
  ['nothing after it', 'news@'],
  ['a pattern', 'news@*.maple.example'],
  ['one label', 'news@localhost'],
  ['a number', 'news@127.0.0.1'],
  ['a number in disguise', 'news@0x7f.1'],
  ['an address in brackets', 'news@[127.0.0.1]'],
  ['two dots', 'news@maple..example'],
  ['two final dots', 'news@maple.example..'],
  ['a port', 'news@maple.example:25'],
  ['a path', 'news@maple.example/x'],
  ['an underscore', 'news@_dmarc.maple.example'],
  ['a line', 'news@maple.example\r\nBcc: x@evil.example'],
  ['two addresses', 'a@maple.example,b@maple.example'],
  ['a quoted name', '"a b"@maple.example'],
  ['two dots before the @', 'a..b@maple.example'],
  ['letters that mail servers do not all take', 'é@maple.example'],
  ['a name that is no punycode', 'news@xn--a.example'],
  ['an escaped dot', 'news@maple%2eexample'],
  ['a mail service', 'maple@GMAIL.com'],
  ['a domain that is too long', `news@${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.example`],
  ['a label that is too long', `news@${'a'.repeat(64)}.example`],
  ['a name that is too long', `${'a'.repeat(65)}@maple.example`],
])('%s is refused', (_what, typed) => {
  expect(readOwnAddress(typed)).toMatchObject({ ok: false });
});
