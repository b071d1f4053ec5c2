import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { largeCsv } from '../../../../../tests/attack/data/files.ts';
import { silentLogger } from '../logging/logger.ts';
import { createFileReader } from './file-reader.ts';
import { openList, openWhole, packList } from './packed-list.ts';

const WHO = { tenantId: 'a' };
const DEFAULTS = { currency: 'CAD', countryCode: 'CA', weightUnit: 'g', dateOrder: 'ymd' } as const;
const file = (bytes: Uint8Array) => ({ bytes, fileName: 'orders.csv', defaults: DEFAULTS });
const small = file(Buffer.from('Order number,Name\n1,Ann'));
const large = file(largeCsv(12).bytes);

const slow = createFileReader({ log: silentLogger(), tableMs: 1 });
const narrow = createFileReader({
  log: silentLogger(),
  queue: { atOnce: 1, perTenant: 1, waitingPerTenant: 1, waiting: 1 },
});
afterAll(() => Promise.all([slow.close(), narrow.close()]));

test('a file that takes too long is given up with what to do, and its thread is ended', async () => {
  expect(await slow.read(WHO, 'openOrders', large)).toEqual({
    ok: false,
    problem: {
      code: 'file_too_large',
      message: 'This file took too long to read.',
      advice: 'Save it as CSV, split it into parts and upload them one after the other.',
    },
  });
  // A picture has limits of its own, and is read by the thread that came instead.
  const picture = await slow.read(WHO, 'checkPicture', Buffer.from('GIF89a\x01\0\x01\0\0\0\0', 'latin1'));
  expect(picture).toMatchObject({ ok: true, value: { contentType: 'image/gif', width: 1 } });
});

test('files beyond the queue are refused with the seconds to wait; the others are read', async () => {
  const readings = [large, small, small].map((each) => narrow.read(WHO, 'openOrders', each));
  const [first, second, third] = await Promise.all(readings);
  expect(first).toMatchObject({ ok: true });
  expect(second).toMatchObject({ ok: true, value: { headers: ['Order number', 'Name'], rowCount: 1 } });
  expect(third).toMatchObject({
    ok: false,
    problem: { code: 'unavailable', retryAfterSeconds: 10, message: expect.stringContaining('Your company') },
  });
});

test('a long list is opened piece by piece, with turns for others in between', async () => {
  const items = Array.from({ length: 1_000 }, (_, n) => ({ n, at: new Date(n), note: undefined }));
  const list = packList(items);
  expect(list.count).toBe(1_000);
  let turns = 0;
  const ticking = setInterval(() => (turns += 1), 0);
  const found: unknown[] = [];
  for await (const piece of openList(list)) {
    found.push(...piece);
    await sleep(2);
  }
  clearInterval(ticking);
  expect(found).toEqual(items);
  expect(openWhole(list)).toEqual(items);
  expect(turns).toBeGreaterThan(1);
});
