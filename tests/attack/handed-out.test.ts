/** The search at the end of the browser lane finds what was planted, in every form, and nothing else. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { codesIn, cookiesIn, leaks, note, openersIn, readNotebook } from '../support/handed-out.ts';

const ACCESS = `ssa_${'Ab9-_'.repeat(10)}`;
const STATE = 'eyJmb28iOiJiYXIifQ%3D%3D.c2lnbmF0dXJl';

test('what opens something is known by its form', () => {
  expect(openersIn(`{"token":"${ACCESS}","name":"ssa_short"}`)).toEqual([{ what: 'access token', value: ACCESS }]);
  expect(openersIn(`https://x.example/a?shop=b&state=${STATE}`)).toEqual([
    { what: 'state of an address', value: STATE },
  ]);
  expect(openersIn('Open http://localhost/email-verification/line/0123456789abcdef0123 now')).toEqual([
    { what: 'link of a mail', value: '0123456789abcdef0123' },
  ]);
  expect(cookiesIn([`__Host-consent=${'q'.repeat(20)}; HttpOnly`, 'theme=dark'])).toEqual([
    { what: 'cookie __Host-consent', value: 'q'.repeat(20) },
  ]);
});

test('a planted secret is found, as it is and as an address writes it, and its value is not repeated', () => {
  const handedOut = [...openersIn(ACCESS), ...openersIn(`?state=${STATE}`)];
  const clean = { name: 'the log', text: '{"msg":"request","route":"/user/refresh"}' };
  expect(leaks(handedOut, [clean])).toEqual([]);
  const planted = [
    clean,
    { name: 'the log', text: `{"url":"/x?t=${ACCESS}"}` },
    { name: 'metrics', text: `state="${decodeURIComponent(STATE)}"` },
  ];
  const found = leaks(handedOut, planted);
  expect(found.map((each) => each.split(':')[0])).toEqual([
    'access token in the log',
    'state of an address in metrics',
  ]);
  expect(found.join()).not.toContain(ACCESS);
});

test('a six-digit code is told from other numbers', () => {
  const codes = codesIn('Confirm your e-mail\n\n    123456\n\nOrder 654321 is not meant.');
  expect(codes).toEqual([{ what: 'code of a mail', value: '123456' }]);
  const numbers = [
    '{"ms":123456,"pid":123456}',
    '2026-11-23 16:07:25.123456+00',
    '(0190-123456,123456)',
    '{"minor": 123456}',
  ];
  expect(leaks(codes, [{ name: 'the log', text: numbers.join('\n') }])).toEqual([]);
  const told = [
    '{"code":"123456"}',
    '/verify?value=123456&x=1',
    '{"msg":"the code 123456 was wrong"}',
    '(1,"{""code"": ""123456""}")',
  ];
  for (const text of told) expect(leaks(codes, [{ name: 'the log', text }]), text).toHaveLength(1);
});

test('files of a lane write down each value once, and the lane reads it', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'handed-out-'));
  const file = path.join(folder, 'notes');
  const before = process.env['SCANSHIP_HANDED_OUT'];
  process.env['SCANSHIP_HANDED_OUT'] = file;
  note(openersIn(ACCESS));
  note(openersIn(`${ACCESS} and ssr_${'x'.repeat(30)}`));
  if (before === undefined) delete process.env['SCANSHIP_HANDED_OUT'];
  else process.env['SCANSHIP_HANDED_OUT'] = before;
  expect(readNotebook(file).map(({ what }) => what)).toEqual(['access token', 'refresh token']);
  rmSync(folder, { recursive: true });
});
