/** Claims at carriers: their states, and within which days and where each carrier takes them. Pure. */

export const CLAIM_KINDS = ['loss', 'damage', 'contents'] as const;
export type ClaimKind = (typeof CLAIM_KINDS)[number];

export const CLAIM_STATES = ['draft', 'filed', 'accepted', 'refused', 'paid', 'dropped'] as const;
export type ClaimState = (typeof CLAIM_STATES)[number];

export const CLAIM_TRANSITIONS: Readonly<Record<ClaimState, readonly ClaimState[]>> = {
  draft: ['filed', 'dropped'],
  // paid: a carrier that pays says nothing else.
  filed: ['accepted', 'refused', 'paid', 'dropped'],
  accepted: ['paid', 'refused'],
  // filed: an appeal.
  refused: ['filed', 'dropped'],
  paid: [],
  dropped: ['draft'],
};

interface ClaimRule {
  /** The last day is so many days after `from`. */
  readonly withinDays: number;
  readonly from: 'sent' | 'promised';
  /** A lost parcel is not taken earlier, days after it was sent; absent: as soon as it is missed. */
  readonly lossAfterDays?: number;
  readonly where: string;
}

/**
 * What carriers say of claims by shippers, by the slug of their connector, looked up on 2026-11-28. UPS: 60 days from the scheduled
 * delivery. Canada Post: 90 days from the day it was sent (support.interfulfillment.com, "Carrier SLA Lost/Damaged Parcels"). USPS: 60
 * days, a lost ordinary parcel not before 15. FedEx: 60 days (zenventory.com, "Carrier claim FAQs"; shipsaver.zendesk.com). Contracts
 * may say otherwise; for a carrier that is not here nothing is claimed to be known.
 */
const RULES: Readonly<Record<string, ClaimRule>> = {
  ups: { withinDays: 60, from: 'promised', where: 'https://www.ups.com/claims' },
  fedex: { withinDays: 60, from: 'sent', where: 'https://www.fedex.com/en-us/customer-support/claims.html' },
  usps: { withinDays: 60, from: 'sent', lossAfterDays: 15, where: 'https://www.usps.com/help/claims.htm' },
  'canada-post': { withinDays: 90, from: 'sent', where: 'https://www.canadapost-postescanada.ca/cpc/en/support.page' },
};

const DAY_MS = 86_400_000;
const daysAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

export interface ClaimWindow {
  /** YYYY-MM-DD; null: at once. */
  readonly from: string | null;
  /** The last day; null where the day it counts from is not known. */
  readonly until: string | null;
  readonly where: string;
}

/** @returns undefined for a carrier of which nothing is known */
export function claimWindow(
  slug: string,
  kind: ClaimKind,
  days: { readonly sent: string | null; readonly promised: string | null },
): ClaimWindow | undefined {
  const rule = RULES[slug];
  if (!rule) return undefined;
  // Without a promise it was to come at the earliest on the day it was sent.
  const start = rule.from === 'promised' ? (days.promised ?? days.sent) : days.sent;
  return {
    from:
      kind === 'loss' && rule.lossAfterDays !== undefined && days.sent !== null
        ? daysAfter(days.sent, rule.lossAfterDays)
        : null,
    until: start === null ? null : daysAfter(start, rule.withinDays),
    where: rule.where,
  };
}
