import { describe, expect, it } from 'vitest';
import { reasonOf, stateOf } from './history-reasons.ts';

describe('reasons of the history', () => {
  it('written by the server are told apart, with what they name', () => {
    expect(reasonOf('Label bought: UPS Standard')).toEqual({ kind: 'bought', what: 'UPS Standard' });
    expect(reasonOf('Entered by hand')).toEqual({ kind: 'by-hand', what: '' });
    expect(reasonOf('Marked by hand: Canada Post')).toEqual({ kind: 'marked-with', what: 'Canada Post' });
  });
  it('typed by people are none of them', () => {
    for (const typed of ['Customer called: please wait', 'entered by hand', ''])
      expect(reasonOf(typed)).toBeUndefined();
  });
  it('know the states by either spelling', () => {
    expect(stateOf('partial')).toBe('partial');
    expect(stateOf('Partially-Fulfilled')).toBe('partial');
    expect(stateOf('manual_fulfilled')).toBe('manual');
    expect(stateOf('Shopify')).toBeUndefined();
  });
});
