/**
 * Whether typed customs details can be sent. The contract's schema is not in the browser's build, so its limits are said here in
 * plain code; customs-limits.test.ts holds the two against each other.
 */
import type { CustomsDto } from '@scanship/contracts/common';

const MOST_MINOR = 10_000_000_000;
const MOST_GRAMS = 10_000_000;
const isWhole = (value: number, least: number, most: number): boolean =>
  Number.isInteger(value) && value >= least && value <= most;
const isText = (value: string | null | undefined, most: number, least = 0): boolean => {
  const { length } = (value ?? '').trim();
  return length >= least && length <= most;
};
const isAmount = ({ minor, currency }: CustomsDto['items'][number]['unitValue']): boolean =>
  isWhole(minor, 0, MOST_MINOR) && /^[A-Z]{3}$/.test(currency);

const isItem = (item: CustomsDto['items'][number]): boolean =>
  isText(item.description, 200, 1) &&
  isWhole(item.quantity, 1, 100_000) &&
  isAmount(item.unitValue) &&
  isWhole(item.unitGrams, 0, MOST_GRAMS) &&
  (item.hsCode == null || /^\d{6,12}$/.test(item.hsCode)) &&
  (item.originCountry == null || /^[A-Z]{2}$/.test(item.originCountry)) &&
  isText(item.sku, 100);

const isProof = (proof: NonNullable<CustomsDto['prepaidDuty']>): boolean =>
  isText(proof.provider, 40, 1) && isText(proof.reference, 40, 1) && (proof.amount == null || isAmount(proof.amount));

const isAccount = ({ number, countryCode, postalCode }: NonNullable<CustomsDto['dutiesAccount']>): boolean =>
  /^[0-9A-Za-z]{4,12}$/.test(number) &&
  (countryCode == null || /^[A-Z]{2}$/.test(countryCode)) &&
  isText(postalCode, 12);

export const fitsCustoms = (customs: CustomsDto): boolean =>
  /^[A-Z]{3}$/.test(customs.currency) &&
  customs.items.length >= 1 &&
  customs.items.length <= 200 &&
  customs.items.every(isItem) &&
  isText(customs.invoiceNumber, 40) &&
  isText(customs.signer, 100) &&
  (customs.prepaidDuty == null || isProof(customs.prepaidDuty)) &&
  (customs.dutiesAccount == null || isAccount(customs.dutiesAccount)) &&
  (customs.exportFiling == null || isText(customs.exportFiling.number, 40, 1));
