/** FedEx writes some currencies in codes of its own, older than ISO 4217 (its developer appendix, "Currency codes"). */
const OWN: Readonly<Record<string, string>> = {
  AED: 'DHS',
  CHF: 'SFR',
  GBP: 'UKL',
  JPY: 'JYE',
  KRW: 'WON',
  MXN: 'NMP',
  SGD: 'SID',
  TWD: 'NTD',
};
const ISO: Readonly<Record<string, string>> = Object.fromEntries(Object.entries(OWN).map(([iso, own]) => [own, iso]));

export const fedexCurrency = (iso: string): string => (Object.hasOwn(OWN, iso) ? (OWN[iso] ?? iso) : iso);
export const isoCurrency = (own: string): string => (Object.hasOwn(ISO, own) ? (ISO[own] ?? own) : own);
