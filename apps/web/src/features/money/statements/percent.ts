/** Percentages as people write them, and as hundredths of a percent. */

/** "2.5" or "2,5" is 250; undefined for what is no percentage from 0 to 100 with two decimals at most. */
export const basisPoints = (text: string): number | undefined => {
  const match = /^(\d{1,3})(?:[.,](\d{1,2}))?$/.exec(text.trim());
  if (!match) return undefined;
  const value = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
  return value <= 10_000 ? value : undefined;
};

export const percentText = (rateBp: number, locale: string): string =>
  new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(rateBp / 10_000);
