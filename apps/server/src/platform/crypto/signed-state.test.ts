import { describe, expect, it } from 'vitest';
import { signedStates } from './signed-state.ts';

const now = new Date('2026-11-21T12:00:00Z');
const states = signedStates<{ who: string }>('secret', 'a purpose', 60_000);

describe('a signed state', () => {
  it('comes back as it was, until its time is over', () => {
    const text = states.sign({ who: 'me' }, now);
    expect(states.read(text, new Date(now.getTime() + 59_999))).toEqual({ who: 'me' });
    expect(states.read(text, new Date(now.getTime() + 60_000))).toBeUndefined();
  });
  it('is nothing when it was changed, cut, made with another secret or for another purpose', () => {
    const text = states.sign({ who: 'me' }, now);
    const [body = '', mac = ''] = text.split('.');
    const other = Buffer.from(JSON.stringify({ state: { who: 'you' }, until: 9e15 })).toString('base64url');
    for (const bad of [`${other}.${mac}`, body, `${body}.`, '', 'x.y', `${body}.${mac.slice(0, -2)}`])
      expect(states.read(bad, now)).toBeUndefined();
    expect(signedStates('secret', 'another purpose', 60_000).read(text, now)).toBeUndefined();
    expect(signedStates('other', 'a purpose', 60_000).read(text, now)).toBeUndefined();
  });
});
