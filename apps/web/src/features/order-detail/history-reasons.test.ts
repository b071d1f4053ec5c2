import { describe, expect, it } from 'vitest';
import { reasonOf, stateOf } from './history-reasons.ts';

describe('reasons of the history', () => {
  it('written by the server are told apart, with what they name', () => {
    expect(reasonOf('Label bought: UPS Standard', 'held')).toEqual({ kind: 'bought', what: 'UPS Standard' });
    expect(reasonOf('Entered by hand', 'held')).toEqual({ kind: 'by-hand', what: '' });
    expect(reasonOf('Marked by hand: Canada Post', 'held')).toEqual({ kind: 'marked-with', what: 'Canada Post' });
  });
  it('who has the order is told of assignments alone', () => {
    expect(reasonOf('Unassigned', 'assigned')?.kind).toBe('nobody');
    expect(reasonOf('To Ann Lee', 'assigned')).toEqual({ kind: 'assigned-to', what: 'Ann Lee' });
    expect(reasonOf('To be checked', 'held')).toBeUndefined();
  });
  it('typed by people are none of them', () => {
    for (const typed of ['Customer called: please wait', 'entered by hand', ''])
      expect(reasonOf(typed, 'held')).toBeUndefined();
  });
  it('know the states by either spelling', () => {
    expect(stateOf('partial')).toBe('partial');
    expect(stateOf('Partially-Fulfilled')).toBe('partial');
    expect(stateOf('manual_fulfilled')).toBe('manual');
    expect(stateOf('Shopify')).toBeUndefined();
  });
});
