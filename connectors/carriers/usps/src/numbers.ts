/** USPS's numbers: 20 to 34 digits with a mod 10 check digit (weights 3 and 1), or S10 for parcels abroad. */
import { isS10 } from '@scanship/domain/tracking/tracking-numbers';

export const DOMESTIC_NUMBER = /^\d{20,34}$/;
export const INTERNATIONAL_NUMBER = /^[A-Z]{2}\d{9}[A-Z]{2}$/;

/** True for a number that only labels abroad have. */
export const isInternational = (number: string): boolean => isS10(number);

export const trackingUrl = (number: string): string =>
  `https://tools.usps.com/go/TrackConfirmAction?tLabels=${encodeURIComponent(number)}`;
