/** Words with variables: refused or filled in. */
import { describe, expect, it } from 'vitest';
import { faultOf, fillIn, type NoticeValues } from './notice-words.ts';

const VALUES: NoticeValues = {
  buyer_name: 'Ana {{carrier}}',
  order_number: '7',
  tracking_number: 'TX1',
  carrier: 'UPS',
  seller_name: 'Érable',
  city: null,
  expected_day: null,
  event_day: '2026-11-24',
};

describe('words of a notice', () => {
  it.each([
    ['{{order}}', { fault: 'unknown', name: 'order' }],
    ['{{ constructor }}', { fault: 'unknown', name: 'constructor' }],
    ['{{order_number}', { fault: 'brace' }],
    ['order_number}}', { fault: 'brace' }],
    ['{{{order_number}}}', undefined],
    [' \n ', { fault: 'empty' }],
    ['{{ order_number }} {one brace}', undefined],
  ])('%j: %j', (words, fault) => expect(faultOf(words, 'body')).toEqual(fault));
  it('hold nothing in a subject that may have no value', () =>
    expect(faultOf('Soon: {{expected_day}}', 'subject')).toEqual({ fault: 'uncertain', name: 'expected_day' }));

  it('are filled in once; a line without its value goes, days are written in the language', () => {
    const words = 'Hello {{buyer_name}},\n\nExpected {{expected_day}}\nOn {{ event_day }} by {{carrier}}';
    expect(fillIn(words, VALUES, 'en-CA')).toEqual(['Hello Ana {{carrier}},', 'On Tuesday, November 24 by UPS']);
    expect(fillIn('Le {{event_day}}', VALUES, 'fr-CA')).toEqual(['Le mardi 24 novembre']);
  });
});
