import { afterAll, beforeAll, expect, test } from 'vitest';
import { testFiles } from '../../../test/file-reading.ts';
import { type OutsideHost, startOutsideHost } from '../../../test/outside-host.ts';
import { createOutsidePictures, type OutsidePictures } from './outside-pictures.ts';
import { MOST_OUTSIDE_BYTES } from './picture-bounds.ts';

const GIF = Buffer.from('GIF89a\x01\0\x01\0\0\0\0', 'latin1');
const WHO = { tenantId: 'a' };
const REFUSED = { ok: false, problem: { code: 'not_found' } };

let host: OutsideHost;
let pictures: OutsidePictures;
let now = new Date('2026-11-22T12:00:00Z');
beforeAll(async () => {
  host = await startOutsideHost();
  pictures = createOutsidePictures({ files: testFiles, clock: { now: () => now }, dispatcher: host.dispatcher });
});
afterAll(() => host.close());

const read = (path: string, who = WHO) => pictures.read(who, `https://pictures.example${path}`);
const askedFor = (path: string) => host.asked.filter((each) => each.path === path).length;

test('a picture is what its bytes are, asked once for everybody of a company, and anew a day later', async () => {
  host.answers.set('/lamp.gif', GIF);
  const both = await Promise.all([read('/lamp.gif'), read('/lamp.gif')]);
  for (const each of both) expect(each).toMatchObject({ ok: true, value: { bytes: GIF, contentType: 'image/gif' } });
  expect(askedFor('/lamp.gif')).toBe(1);
  await read('/lamp.gif', { tenantId: 'b' });
  expect(askedFor('/lamp.gif')).toBe(2);
  now = new Date(now.getTime() + 25 * 60 * 60_000);
  await read('/lamp.gif');
  expect(askedFor('/lamp.gif')).toBe(3);
  const [{ headers } = { headers: {} }] = host.asked;
  expect(Object.keys(headers).toSorted()).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'user-agent']);
});

test('what is no picture, too large, missing or packed with scripts is not passed on, and left alone for a while', async () => {
  host.answers.set('/page.png', Buffer.from('<html><script>alert(1)</script></html>'));
  host.answers.set('/script.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'));
  host.answers.set('/huge.gif', Buffer.concat([GIF, Buffer.alloc(MOST_OUTSIDE_BYTES)]));
  for (const path of ['/page.png', '/script.svg', '/huge.gif', '/none.png']) {
    expect(await read(path), path).toMatchObject(REFUSED);
    expect(await read(path), path).toMatchObject(REFUSED);
    expect(askedFor(path), path).toBe(1);
  }
});

test.each([
  ['a private address', 'https://10.0.0.7/a.gif'],
  ['loopback', 'https://127.0.0.1/a.gif'],
  ['loopback by name', 'https://localhost/a.gif'],
  ['a name that leads inside', 'https://inside.example/a.gif'],
  ['a cloud’s own address', 'https://metadata.example/latest'],
  ['another port', 'https://inside.example:8443/a.gif'],
  ['plain HTTP', 'http://pictures.example/lamp.gif'],
  ['a name and password', 'https://me:secret@pictures.example/lamp.gif'],
  ['a file', 'file:///etc/passwd'],
  ['no address', 'lamp.gif'],
])('%s is not asked', async (_what, address) => {
  const before = host.asked.length;
  expect(await pictures.read(WHO, address)).toMatchObject(REFUSED);
  expect(host.asked.length).toBe(before);
});

test('a redirect is followed to another public place, never inside, to plain HTTP or in circles', async () => {
  host.answers.set('/moved.gif', { location: 'https://pictures.example/lamp.gif' });
  host.answers.set('/inside.gif', { location: 'https://inside.example/a.gif' });
  host.answers.set('/plain.gif', { location: 'http://pictures.example/lamp.gif' });
  host.answers.set('/round.gif', { location: '/round.gif' });
  expect(await read('/moved.gif')).toMatchObject({ ok: true, value: { bytes: GIF } });
  for (const path of ['/inside.gif', '/plain.gif', '/round.gif']) expect(await read(path), path).toMatchObject(REFUSED);
  expect(askedFor('/round.gif')).toBe(4);
});

test('what is kept is bounded: the one unused for longest is asked anew', async () => {
  const large = Buffer.concat([GIF, Buffer.alloc(MOST_OUTSIDE_BYTES - GIF.length)]);
  for (let n = 0; n < 8; n += 1) host.answers.set(`/large-${n}.gif`, large);
  for (let n = 0; n < 8; n += 1) expect((await read(`/large-${n}.gif`)).ok).toBe(true);
  await read('/large-7.gif');
  expect(askedFor('/large-7.gif')).toBe(1);
  await read('/large-0.gif');
  expect(askedFor('/large-0.gif')).toBe(2);
});
