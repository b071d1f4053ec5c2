import { recogniseTrackingNumber } from '@scanship/domain/tracking/recognise-tracking-number';
import { expect, it } from 'vitest';
import { carrierNumber } from './carrier-numbers.ts';

it.each(['canpar', 'purolator', 'ups', 'canada-post'] as const)(
  '%s: a number that is recognised as theirs',
  (carrier) => {
    for (const serial of [1, 23, 4567, 99_999_999])
      expect(recogniseTrackingNumber(carrierNumber(carrier, serial)).guesses[0]?.carrier).toBe(carrier);
  },
);
