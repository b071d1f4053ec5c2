/** Where a line is mended, for whoever looks at it: a page of theirs, a page to act for somebody from, or nowhere. */
import type { ObstacleLine, Obstacles, Place } from '@scanship/contracts/network/obstacles';
import type { UserKind } from '../../../app/profile.ts';

export interface MendLink {
  readonly href: string;
  /** Opens the place itself, or the people one may act for. */
  readonly leads: 'there' | 'to-act';
}

/** Pages of a customer; of those with an id, the page of one. */
const OF_CUSTOMER: Readonly<Record<Place, (id: string | null) => string | undefined>> = {
  // What its franchise decides, as far as the customer can do something about it.
  customer: () => undefined,
  franchise: () => undefined,
  customerPlan: () => '/account/billing/plan',
  customerCredit: () => '/account/billing',
  billing: () => '/account/billing',
  plan: () => '/account/billing/plan',
  people: () => '/user-manager',
  carriers: (id) => (id === null ? '/carrier-manager' : `/carrier-manager/${id}`),
  addresses: () => '/account/settings?tab=addresses',
  packages: () => '/package-manager',
  stores: (id) => (id === null ? '/ecommerce/connect-store' : `/ecommerce/store/${id}`),
  services: () => '/account/automation?tab=services',
  orders: (id) => (id === null ? '/ecommerce/orders' : `/ecommerce/order/${id}`),
  devices: () => '/device-manager',
  exceptions: () => '/ecommerce/orders/exceptions',
};

/** Pages of a franchise's administrator. */
function ofFranchise(place: Place, customerId: string, id: string | null): string | undefined {
  switch (place) {
    case 'customer':
      return `/customer/${customerId}`;
    case 'customerPlan':
      return `/customer/${customerId}?tab=plan`;
    case 'customerCredit':
      return `/customer/${customerId}?tab=credit`;
    case 'carriers':
      return id === null ? '/customer/carriers' : `/customer/carriers/${id}`;
    default:
      return undefined;
  }
}

/** Undefined: nothing to mend, or not by this person. */
export function mendLink(
  { mend }: Pick<ObstacleLine, 'mend'>,
  { id: customerId, franchiseId }: Obstacles['customer'],
  kind: UserKind,
): MendLink | undefined {
  if (mend === null) return undefined;
  const link = (href: string | undefined, leads: MendLink['leads'] = 'there'): MendLink | undefined =>
    href === undefined ? undefined : { href, leads };
  const { by, place, id } = mend;
  switch (kind) {
    case 'customer':
      // An account that is lent has no page of the borrower's where it could be mended.
      return by !== 'customer' && place === 'carriers' ? undefined : link(OF_CUSTOMER[place](id));
    case 'franchise':
      if (by === 'customer') return link(`/customer/${customerId}?tab=people`, 'to-act');
      return by === 'franchise' ? link(ofFranchise(place, customerId, id)) : undefined;
    case 'support':
      return by === 'customer' ? link(`/customer/${customerId}?tab=people`, 'to-act') : undefined;
    case 'platform':
      return by === 'operator' && place === 'carriers' && id !== null
        ? link(`/platform/carriers/${id}`)
        : link(`/franchises/${franchiseId}`);
    default:
      return undefined;
  }
}
