/**
 * FedEx tracking numbers: 12 digits (weights 3 1 7, mod 11, mod 10) or 15 digits (mod 10), and longer forms that
 * contain one of them (@scanship/domain/tracking/tracking-numbers). The sandbox answers numbers without a right check
 * digit, so it is not asked for.
 */
export const TRACKING_NUMBER = /^\d{12}$|^\d{15}$|^\d{20}$|^\d{22}$/;

export const trackingUrl = (number: string): string =>
  `https://www.fedex.com/fedextrack/?trknbr=${encodeURIComponent(number)}`;
