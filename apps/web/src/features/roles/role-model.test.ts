import { PAGE_PERMISSIONS } from '@scanship/contracts/access/pages';
import { ACTION_RIGHTS } from '@scanship/contracts/access/rights';
import { BUILT_IN_ROLES } from '@scanship/contracts/access/role-catalogue';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BaseLimits, canCount, draftOn, sectionsOf, togglePage, toggleRight } from './role-model.ts';

const limits = (baseRole: BaseLimits['baseRole']): BaseLimits => {
  const { pages, rights } = BUILT_IN_ROLES[baseRole];
  return {
    baseRole,
    pages: [...pages],
    rights: [...rights],
    grantablePages: [...pages],
    grantableRights: [...rights],
  };
};

describe('rows of the matrix', () => {
  it('names every page and right of the base roles exactly once', () => {
    for (const names of [
      ['ROLE_CUSTOMER_ADMIN', 'ROLE_CUSTOMER_USER'],
      ['ROLE_FRANCHISE_ADMIN', 'ROLE_SALES_AGENT', 'ROLE_SUPPORT'],
      ['ROLE_SUPER_ADMIN'],
    ] as const) {
      const bases = names.map(limits);
      const sections = sectionsOf(bases);
      const rights = sections.flatMap((section) => section.rights);
      expect(rights.toSorted()).toEqual([...new Set(bases.flatMap((base) => base.rights))].toSorted());
      expect(sections.flatMap((section) => section.page ?? [])).toEqual(
        PAGE_PERMISSIONS.filter((page) => bases.some((base) => base.pages.includes(page))),
      );
    }
  });

  it('puts what belongs to no page of the company at the end', () => {
    const sections = sectionsOf([limits('ROLE_FRANCHISE_ADMIN')]);
    expect(sections.at(-1)?.page).toBeUndefined();
    expect(sections.at(-1)?.rights).toContain('users.manage');
    expect(sections.find((section) => section.page === 'SHIPPING_CARRIER_MANAGER')?.rights).toEqual([
      'carriers.manage',
    ]);
  });
});

describe('editing a role', () => {
  const user = limits('ROLE_CUSTOMER_USER');

  it('takes the rights away with their last page, and never lets one in without it', () => {
    const start = draftOn(user, 'Night shift');
    const withoutOrders = togglePage(start, 'ECOMMERCE_ORDERS');
    expect(withoutOrders.rights.has('orders.edit')).toBe(false);
    // Scan and Ship buys labels, too.
    expect(withoutOrders.rights.has('labels.buy')).toBe(true);
    const withoutBoth = togglePage(withoutOrders, 'SCANSHIP');
    expect(withoutBoth.rights.has('labels.buy')).toBe(false);
    expect(toggleRight(withoutBoth, 'labels.buy')).toBe(withoutBoth);
    expect(toggleRight(togglePage(withoutBoth, 'SCANSHIP'), 'labels.buy').rights.has('labels.buy')).toBe(true);
  });

  it('keeps pages and rights of a franchise apart', () => {
    const start = draftOn(limits('ROLE_FRANCHISE_ADMIN'), 'Carriers only');
    expect(togglePage(start, 'SHIPPING_CARRIER_MANAGER').rights.has('carriers.manage')).toBe(true);
  });

  it('whatever is pressed, no right is held that counts for nothing', () => {
    const press = fc.oneof(
      fc.constantFrom(...PAGE_PERMISSIONS).map((page) => ({ page, right: undefined })),
      fc.constantFrom(...ACTION_RIGHTS).map((right) => ({ page: undefined, right })),
    );
    fc.assert(
      fc.property(fc.array(press, { maxLength: 30 }), (presses) => {
        let draft = draftOn(limits('ROLE_CUSTOMER_ADMIN'), 'x');
        for (const { page, right } of presses) draft = page ? togglePage(draft, page) : toggleRight(draft, right);
        for (const right of draft.rights) expect(canCount(draft, right)).toBe(true);
      }),
    );
  });
});
