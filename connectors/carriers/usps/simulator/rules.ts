/** Rules USPS states in words, beside its contracts' schemas. */
import { refuse, type InternationalRequest, type LabelRequest, type ReturnRequest } from './contract.ts';

export type Kind = 'label' | 'return-label' | 'international-label';
export type AnyLabel = LabelRequest | ReturnRequest | InternationalRequest;

interface Named {
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly firm?: string | undefined;
}

function checkName(person: Named, field: string): void {
  if (!(person.firstName && person.lastName) && !person.firm)
    refuse('050101', 'First and last name or firm is required.', field);
}

const DAY_MS = 86_400_000;

function checkDay(day: string, now: Date): void {
  const days = Math.round((Date.parse(day) - Date.parse(now.toISOString().slice(0, 10))) / DAY_MS);
  // The local day may still be yesterday's.
  if (days < -1 || days > 7)
    refuse('050102', 'The mailing date must be from today to 7 days ahead.', 'packageDescription.mailingDate');
}

const GROUND = /^USPS_GROUND_ADVANTAGE/;

/** Sender and receiver, day, size, extra services that exclude each other. */
export function checkLabel(kind: Kind, asked: AnyLabel, now: Date): void {
  const { packageDescription: p, toAddress, fromAddress } = asked;
  checkName(toAddress, 'toAddress');
  checkName(fromAddress, 'fromAddress');
  if (p.weight > 70) refuse('050103', 'Items must weigh 70 pounds or less.', 'packageDescription.weight');
  if (p.length + 2 * (p.width + p.height) > 130)
    refuse('050104', 'Length plus girth must be 130 inches or less.', 'packageDescription.length');
  const extras = p.extraServices ?? [];
  if (extras.some((code) => [925, 930, 931].includes(code)) && p.packageOptions?.packageValue === undefined)
    refuse('050105', 'packageValue is required for insurance.', 'packageDescription.packageOptions.packageValue');
  if (extras.includes(981) && !p.mailClass.startsWith('PRIORITY_MAIL_EXPRESS'))
    refuse('050106', 'Extra service 981 is for Priority Mail Express only.', 'packageDescription.extraServices');
  if (extras.includes(831) && !GROUND.test(p.mailClass))
    refuse('050107', 'Limited quantities go by ground only.', 'packageDescription.extraServices');
  if (kind === 'international-label') checkForeign(asked as InternationalRequest, now);
  else {
    if (
      !('ZIPCode' in toAddress) ||
      !toAddress.ZIPCode ||
      !toAddress.streetAddress ||
      !toAddress.city ||
      !toAddress.state
    )
      refuse('050108', 'The destination address is incomplete.', 'toAddress');
    if (p.processingCategory === 'FLATS' && GROUND.test(p.mailClass))
      refuse('050109', 'FLATS is not valid for USPS_GROUND_ADVANTAGE.', 'packageDescription.processingCategory');
    if ('mailingDate' in p) checkDay(p.mailingDate, now);
  }
}

function checkForeign(asked: InternationalRequest, now: Date): void {
  const { packageDescription: p, toAddress, customsForm } = asked;
  checkDay(p.mailingDate, now);
  if (p.rateIndicator === undefined && p.packagingType === undefined)
    refuse('050110', 'rateIndicator or packagingType is required.', 'packageDescription.rateIndicator');
  if (toAddress.countryISOAlpha2Code === 'CA' && !/^[A-Za-z]/.test(toAddress.postalCode ?? ''))
    refuse('050111', 'The postal code of Canada must start with a letter.', 'toAddress.postalCode');
  if (toAddress.countryISOAlpha2Code === 'US')
    refuse('050112', 'The destination must be outside the United States.', 'toAddress.countryISOAlpha2Code');
  if (customsForm.contents.some((item) => item.itemTotalValue === undefined || item.itemTotalWeight === undefined))
    refuse('050113', 'itemTotalValue and itemTotalWeight are required.', 'customsForm.contents');
  const weight = customsForm.contents.reduce((sum, item) => sum + (item.itemTotalWeight ?? 0), 0);
  if (weight > p.weight + 0.01)
    refuse('050114', 'The items weigh more than the package.', 'customsForm.contents.itemTotalWeight');
  if (customsForm.contents.some((item) => /^(none|n\/a|null|gift|merchandise)$/i.test(item.itemDescription)))
    refuse('050115', 'The item description is not valid.', 'customsForm.contents.itemDescription');
}
