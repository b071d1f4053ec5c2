/** Waybill numbers (ten digits, the last is the others modulo 7) and piece ids ("JD" and 18 digits). */
export const WAYBILL = /^\d{10,11}$/;
export const PIECE = /^J[A-Z]{1,3}\d{9,21}$/;
export const TRACKING_NUMBER = /^(\d{10,11}|J[A-Z]{1,3}\d{9,21})$/;

/** The public page, for waybills and pieces alike. */
export const trackingUrl = (number: string): string =>
  `https://www.dhl.com/en/express/tracking.html?AWB=${encodeURIComponent(number)}`;
