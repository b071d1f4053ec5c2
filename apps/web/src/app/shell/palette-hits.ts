/** Hits of the search as entries of the palette, and the page that each opens for this kind of person. */
import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { type Found, type HitOwner, SEARCH_GROUPS, type SearchGroup } from '@scanship/contracts/network/search';
import type { UserKind } from '../profile.ts';
import type { PaletteEntry } from './palette-match.ts';

export const GROUP_WORDS: Readonly<Record<SearchGroup, MessageDescriptor>> = {
  orders: msg`Orders`,
  shipments: msg`Shipments`,
  products: msg`Products`,
  franchises: msg`Franchises`,
  customers: msg`Customers`,
  people: msg`People`,
  invoices: msg`Invoices`,
};

type Hit<G extends SearchGroup> = Found[G]['hits'][number];
interface Line {
  readonly id: string;
  readonly title: string;
  readonly hint: string;
  readonly href: string;
}

const joined = (...parts: readonly (string | undefined)[]): string => parts.filter(Boolean).join(' · ');

/** Of somebody else's company: its page, where a person to act for is chosen before an order opens. */
const ownersPage = ({ id, franchiseId }: NonNullable<HitOwner>, orderId?: string | null): string =>
  franchiseId === null
    ? `/customer/${id}?tab=people${orderId ? `&order=${orderId}` : ''}`
    : `/franchises/${franchiseId}`;

/** Where a colleague is found in the list of people. */
const COLLEAGUES: Readonly<Record<UserKind, string>> = {
  customer: '/user-manager',
  franchise: '/role-and-permissions',
  agent: '/customer',
  support: '/customer',
  platform: '/platform/staff',
};
const INVOICES: Readonly<Record<UserKind, string>> = {
  customer: '/account/billing/statements',
  franchise: '/customer/money/statements',
  agent: '/customer',
  support: '/customer',
  platform: '/platform/money/statements',
};

export interface HitContext {
  readonly i18n: Pick<I18n, '_'>;
  readonly kind: UserKind;
  /** A day in the reader's words. */
  readonly day: (iso: string) => string;
  readonly open: (href: string) => void;
  /** Asks for all hits of a kind. */
  readonly widen: (group: SearchGroup) => void;
}

const LINES: { readonly [G in SearchGroup]: (hit: Hit<G>, of: HitContext) => Line } = {
  orders: (hit, { day }) => ({
    id: hit.id,
    title: hit.number,
    hint: joined(hit.owner?.name, hit.recipient, hit.city, day(hit.placedAt)),
    href: hit.owner ? ownersPage(hit.owner, hit.id) : `/ecommerce/order/${hit.id}`,
  }),
  shipments: (hit, { day }) => ({
    id: hit.id,
    title: hit.trackingNumber,
    hint: joined(hit.owner?.name, hit.carrierName, day(hit.createdAt)),
    href: hit.owner
      ? ownersPage(hit.owner, hit.orderId)
      : hit.orderId
        ? `/ecommerce/order/${hit.orderId}`
        : `/ecommerce/orders/labels?q=${encodeURIComponent(hit.trackingNumber)}`,
  }),
  products: (hit) => ({
    id: hit.id,
    title: hit.title || hit.sku,
    hint: hit.title ? hit.sku : '',
    href: `/ecommerce/products?product=${hit.id}`,
  }),
  franchises: (hit) => ({ id: hit.id, title: hit.name, hint: '', href: `/franchises/${hit.id}` }),
  customers: (hit) => ({
    id: hit.id,
    title: hit.name,
    hint: hit.franchise?.name ?? '',
    href: hit.franchise ? `/platform/customers/${hit.id}` : `/customer/${hit.id}`,
  }),
  people: (hit, { kind }) => ({
    id: hit.id,
    title: hit.fullName,
    hint: joined(hit.owner?.name, hit.userName, hit.email),
    href: hit.owner ? ownersPage(hit.owner) : `${COLLEAGUES[kind]}?q=${encodeURIComponent(hit.userName)}`,
  }),
  invoices: (hit, { kind }) => ({
    id: hit.id,
    title: hit.number,
    hint: joined(kind === 'customer' ? undefined : hit.partyName, hit.month.slice(0, 7)),
    href: `${INVOICES[kind]}/${hit.id}`,
  }),
};

function entriesOf<G extends SearchGroup>(group: G, { hits, more }: Found[G], of: HitContext): PaletteEntry[] {
  const line: (hit: Hit<G>, of: HitContext) => Line = LINES[group];
  const heading = of.i18n._(GROUP_WORDS[group]);
  const shown = (hits as readonly Hit<G>[]).map((hit) => {
    const { id, title, hint, href } = line(hit, of);
    return { id: `${group} ${id}`, group: heading, title, hint, run: () => of.open(href) };
  });
  if (!more) return shown;
  return [
    ...shown,
    {
      id: `${group} all`,
      group: heading,
      title: of.i18n._(msg`Show more`),
      stays: true,
      run: () => of.widen(group),
    },
  ];
}

/** By kind, in the order of the contract. */
export const hitEntries = (found: Found, of: HitContext): readonly PaletteEntry[] =>
  SEARCH_GROUPS.flatMap((group) => entriesOf(group, found[group], of));
