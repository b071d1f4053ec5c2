import { describe, expect, it } from 'vitest';
import { cutOffState } from './time-left.ts';

const at = (time: string) => new Date(`2026-11-20T${time}Z`);
const CUT_OFF = '2026-11-20T21:00:00Z';

describe('time left until the cut-off', () => {
  it.each([
    ['18:00:00', { kind: 'later', minutes: 180 }],
    ['20:00:00', { kind: 'soon', minutes: 60 }],
    ['20:59:30', { kind: 'soon', minutes: 1 }],
    ['21:00:00', { kind: 'over' }],
    ['23:00:00', { kind: 'over' }],
  ])('at %s', (time, state) => expect(cutOffState(CUT_OFF, at(time))).toEqual(state));
  it('there is none on a day off', () => expect(cutOffState(null, at('20:00:00'))).toEqual({ kind: 'none' }));
});
