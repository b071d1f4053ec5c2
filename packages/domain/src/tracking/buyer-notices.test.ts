/** Which news of a report is worth a mail. */
import { describe, expect, it } from 'vitest';
import { newsOf, type NoticeEvent } from './buyer-notices.ts';
import { progressOf } from './tracking.ts';

const NOW = Date.UTC(2026, 10, 24, 15);
const at = (hoursAgo: number, status: NoticeEvent['status'], text = ''): NoticeEvent => ({
  status,
  at: NOW - hoursAgo * 3_600_000,
  text,
});
const kinds = (fresh: readonly NoticeEvent[], wasScanned = false, expected: readonly (string | undefined)[] = []) =>
  newsOf({
    fresh,
    wasScanned,
    progress: progressOf(fresh),
    expected: { before: expected[0], now: expected[1] },
    now: NOW,
  }).map(({ kind }) => kind);

describe('news for a buyer', () => {
  it.each<[string, readonly NoticeEvent[], boolean, readonly string[]]>([
    ['a first scan is "shipped"', [at(1, 'label-created'), at(0.5, 'accepted')], false, ['shipped']],
    ['a later scan is nothing', [at(1, 'in-transit')], true, []],
    ['a label alone is nothing', [at(1, 'label-created')], false, []],
    ['the newest comes first', [at(5, 'accepted'), at(1, 'out-for-delivery')], false, ['out_for_delivery', 'shipped']],
    [
      'what was delivered is that alone',
      [at(5, 'accepted'), at(3, 'out-for-delivery'), at(1, 'delivered')],
      false,
      ['delivered'],
    ],
    ['what is old is history', [at(100, 'accepted'), at(80, 'delivered')], false, []],
    ['out for delivery is old sooner', [at(11, 'out-for-delivery')], true, []],
    ['a card at the door is an attempt', [at(1, 'exception', 'Tentative de livraison')], true, ['attempted']],
    [
      'a wait at the pickup point says where',
      [at(1, 'available-for-pickup', 'Notice card left')],
      true,
      ['at_pickup_point'],
    ],
    ['any other trouble is an exception', [at(1, 'exception', 'Address incomplete')], true, ['exception']],
    ['trouble that is over is nothing', [at(2, 'exception', 'Address incomplete'), at(1, 'in-transit')], true, []],
    ['on its way back', [at(1, 'returning')], true, ['returned']],
  ])('%s', (_name, fresh, wasScanned, expected) => expect(kinds(fresh, wasScanned)).toEqual(expected));

  it('a later day is a delay once the carrier has it, an earlier one or the first is not', () => {
    expect(kinds([], true, ['2026-11-25', '2026-11-26'])).toEqual(['delayed']);
    expect(kinds([], false, ['2026-11-25', '2026-11-26'])).toEqual([]);
    expect(kinds([], true, ['2026-11-26', '2026-11-25'])).toEqual([]);
    expect(kinds([], true, [undefined, '2026-11-25'])).toEqual([]);
  });
});
