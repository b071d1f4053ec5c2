import { money } from '@scanship/domain/money/money';
import { describe, expect, test } from 'vitest';
import type { Actor } from '../../platform/context.ts';
import type { SealedLink } from './sealed-rate.ts';
import { marginOf, seesMarginOf } from './seen-margin.ts';

const actor = (role: Actor['role'], realmId: string, customRights?: Actor['customRights']): Actor => ({
  realmId,
  sessionId: 's',
  userId: 'u',
  userName: 'somebody',
  fullName: '',
  role,
  roleId: 'r',
  customRights,
  tenantName: '',
  since: '',
  reason: 'x',
});
const sees = (...actors: Actor[]) => seesMarginOf({ tenantId: 'customer', actors });

describe('whose margin is seen', () => {
  test('nobody’s by the seller, nor by staff who may not see cost', () => {
    expect(sees()).toBeUndefined();
    expect(sees(actor('ROLE_SUPPORT', 'franchise'))).toBeUndefined();
    expect(sees(actor('ROLE_FRANCHISE_ADMIN', 'franchise', ['customers.impersonate']))).toBeUndefined();
  });
  test('the own level’s by staff who may', () => {
    expect(sees(actor('ROLE_FRANCHISE_ADMIN', 'franchise'))).toBe('franchise');
    expect(sees(actor('ROLE_SUPER_ADMIN', 'operator'))).toBe('operator');
    // Who acts as the franchise's admin sees what this one sees, if both may.
    expect(sees(actor('ROLE_SUPER_ADMIN', 'operator'), actor('ROLE_FRANCHISE_ADMIN', 'franchise'))).toBe('franchise');
    expect(sees(actor('ROLE_SUPER_ADMIN', 'operator', []), actor('ROLE_FRANCHISE_ADMIN', 'franchise'))).toBeUndefined();
  });
});

const sale = (fromTenantId: string | null, toTenantId: string, base: number, tax: number): SealedLink => ({
  fromTenantId,
  toTenantId,
  price: money(base + tax, 'CAD'),
  lines: [
    { kind: 'base', code: 'base', label: 'Base', amount: money(base, 'CAD') },
    { kind: 'tax', code: 'HST', label: 'HST', amount: money(tax, 'CAD') },
  ],
  markupVersions: [],
});
const chain = [
  sale(null, 'operator', 1_000, 130),
  sale('operator', 'franchise', 1_200, 156),
  sale('franchise', 'customer', 1_500, 195),
];

describe('a margin', () => {
  test('is what a level adds, taxes left out', () => {
    expect(marginOf(chain, 'operator')).toEqual(money(200, 'CAD'));
    expect(marginOf(chain, 'franchise')).toEqual(money(300, 'CAD'));
  });
  test('is none for who only buys, or has no part in it', () => {
    expect(marginOf(chain, 'customer')).toBeUndefined();
    expect(marginOf([sale(null, 'customer', 900, 0)], 'franchise')).toBeUndefined();
  });
});
