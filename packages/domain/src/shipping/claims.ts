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
  /** Across a border other days count, which are not known here. */
  readonly domesticOnly?: true;
  readonly where: string;
}

/**
 * What carriers say of claims by shippers, by the slug of their connector, looked up on 2026-11-28; where a carrier names several
 * days, the earliest, so that a claim is never told to have time it has not.
 * - UPS: within 60 days of the scheduled delivery (UPS's words on how its claims work, as they were kept at shanghai-xian.com).
 * - FedEx, inside the United States: damage and contents within 60 days of the delivery, loss within nine months (support.shipopti.com,
 *   "Parcel Claim FAQs: FedEx", from its service guide); counted from the day it was sent, which is earlier. Abroad 21 days, sometimes.
 * - USPS: insured mail 15 to 60 days from mailing, damage at once and within 60 (usps.com "File a claim", as quoted in a forum);
 *   abroad other days.
 * - Canada Post, inside Canada: mailed within the last 90 days (canadapost.ca, "The package I sent within Canada arrived damaged").
 *
 * Contracts may say otherwise; for a carrier that is not here nothing is claimed to be known.
 */
const RULES: Readonly<Record<string, ClaimRule>> = {
  ups: { withinDays: 60, from: 'promised', where: 'https://www.ups.com/claims' },
  fedex: {
    withinDays: 60,
    from: 'sent',
    domesticOnly: true,
    where: 'https://www.fedex.com/en-us/customer-support/claims.html',
  },
  usps: {
    withinDays: 60,
    from: 'sent',
    lossAfterDays: 15,
    domesticOnly: true,
    where: 'https://www.usps.com/help/claims.htm',
  },
  'canada-post': {
    withinDays: 90,
    from: 'sent',
    domesticOnly: true,
    where: 'https://www.canadapost-postescanada.ca/cpc/en/support.page',
  },
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
  domestic: boolean,
): ClaimWindow | undefined {
  const rule = RULES[slug];
  if (!rule) return undefined;
  if (rule.domesticOnly && !domestic) return { from: null, until: null, where: rule.where };
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
