/**
 * UPS tracking numbers: "1Z", the account, service and package, a check digit
 * (@scanship/domain/tracking/tracking-numbers).
 */

/** The sandbox answers masked numbers ("1ZXXXXXXXXXXXXXXXX"), so the check digit is not asked for here. */
export const TRACKING_NUMBER = /^1Z[0-9A-Z]{16}$/;

export const trackingUrl = (number: string): string =>
  `https://www.ups.com/track?tracknum=${encodeURIComponent(number)}`;
