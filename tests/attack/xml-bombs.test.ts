/** XML that grows when it is read: refused by the one reader there is, at the cost of reading it once. */
import process from 'node:process';
import { parseXml } from '@scanship/connector-kit/xml/xml';
import { expect, test } from 'vitest';

const laughs = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join('');
const BOMBS: readonly (readonly [string, string])[] = [
  ['a billion laughs', `<!DOCTYPE x [<!ENTITY l0 "lol">${laughs}]><x>&l9;</x>`],
  ['one entity of great length', `<!DOCTYPE x [<!ENTITY a "${'a'.repeat(100_000)}">]><x>${'&a;'.repeat(20_000)}</x>`],
  ['a file of this machine', '<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]><x>&f;</x>'],
  ['a file of the network', '<!DOCTYPE x SYSTEM "http://127.0.0.1:1/x.dtd"><x/>'],
  ['parameters of parameters', '<!DOCTYPE x [<!ENTITY % a "<!ENTITY b \'c\'>"> %a;]><x>&b;</x>'],
  ['a document type in other letters', '<!doctype x [<!ENTITY a "b">]><x>&a;</x>'],
  ['a document type behind a comment', '<!-- x --><?x y?><!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>'],
  ['a hundred thousand levels', `${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}`],
  ['fifty thousand elements', `<x>${'<b/>'.repeat(50_000)}</x>`],
  ['thirty thousand attributes', `<x ${Array.from({ length: 30_000 }, (__, at) => `a${at}="1"`).join(' ')}/>`],
  ['six megabytes', `<x>${'a'.repeat(6_000_000)}</x>`],
];

test.each(BOMBS)('%s is refused', (_, xml) => {
  const before = process.cpuUsage();
  expect(() => parseXml(xml, { vendor: 'Test' })).toThrow(/Test/);
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(1_000);
});

test('many attributes and many children cost their length, not its square', () => {
  const attributes = Array.from({ length: 19_000 }, (_, at) => `a${at}="1"`).join(' ');
  const before = process.cpuUsage();
  parseXml(`<x ${attributes}>${'<b/>'.repeat(19_000)}</x>`, { vendor: 'Test' });
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(1_000);
});
