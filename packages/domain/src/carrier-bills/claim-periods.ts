/**
 * How long a carrier takes objections to an invoice, counted from its date. Only what a public source states: UPS Canada
 * and Purolator, "other charge requests must be submitted within 90 days of the invoice date" (FlagShip, "Understanding
 * Time Limits for Shipping Credit Requests", flagshipcompany.com/blog). For other carriers a person states the day.
 */
const DAYS: Readonly<Record<string, number>> = { ups: 90, purolator: 90 };

/** Last day, YYYY-MM-DD; undefined where the period or the date is not known. */
export function claimUntil(carrier: string, invoiceDate: string | null | undefined): string | undefined {
  const days = DAYS[carrier];
  if (days === undefined || !invoiceDate) return undefined;
  return new Date(Date.parse(`${invoiceDate}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
