import { expect, it } from 'vitest';
import type { Billing } from '@scanship/contracts/money/payments';
import { headerBalance } from './header-alerts.ts';

const of = (
  availableMinor: number | null,
  limitMinor: number | null,
  autoTopUp: Partial<Billing['autoTopUp']> = null,
) =>
  headerBalance({
    balances: [{ currency: 'CAD', owedMinor: 4_000, reservedMinor: 0, limitMinor, availableMinor, limitedIn: null }],
    autoTopUp: autoTopUp && {
      state: 'on',
      currency: 'CAD',
      belowMinor: 10_000,
      amountMinor: 20_000,
      cardId: '',
      pausedWhy: null,
      ...autoTopUp,
    },
  });

it('a prepaid balance is low below 25.00, or below where the top-up that was paused would begin', () => {
  expect(of(2_500, 0)).toEqual({ minor: 2_500, currency: 'CAD', kind: 'available', state: 'fine' });
  expect(of(2_499, 0)?.state).toBe('low');
  expect(of(9_999, 0, { state: 'paused' })?.state).toBe('low');
  // One that works by itself is nobody's worry until nothing is left.
  expect([of(9_999, 0, { state: 'on' })?.state, of(0, 0, { state: 'on' })?.state]).toEqual(['fine', 'out']);
});

it('a credit is low when a tenth of it is left, and used up at nothing', () => {
  expect([of(50_000, 500_000)?.state, of(49_999, 500_000)?.state, of(-1, 500_000)?.state]).toEqual([
    'fine',
    'low',
    'out',
  ]);
});

it('without a limit it says what is owed, which is no alert; without an account there is nothing to say', () => {
  expect(of(null, null)).toEqual({ minor: 4_000, currency: 'CAD', kind: 'owed', state: 'fine' });
  expect(headerBalance({ balances: [], autoTopUp: null })).toBeUndefined();
});
