/** Our shipment in Asendia USA's words. Pure; what cannot be said there is refused before any call. */
import { invalidInput } from '@scanship/connector-kit/errors';
import { onlyParcel } from '@scanship/connector-kit/carrier/only-parcel';
import { oneLine, textLimits } from '@scanship/connector-kit/carrier/text-limits';
import type { Unfit } from '@scanship/connector-kit/rates/fitting-offers';
import type { Address } from '@scanship/domain/addresses/address';
import { fromGrams, fromMillimetres } from '@scanship/domain/values/measure';
import { add, money, toDecimal, zero } from '@scanship/domain/money/money';
import type { Customs, Parcel, ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { manifest } from './manifest.ts';

const NAME = manifest.name;
const MOST = 50;

const { upTo, needed } = textLimits(NAME);

/** The last word is the family name; a single one stands for both, since both are asked for. */
export function nameParts(name: string): readonly [first: string, last: string] {
  const words = name.split(' ');
  const last = words.pop() ?? '';
  return [words.join(' ') || last, last];
}

type Prefix = 'recipient' | 'return' | 'seller';
type Message = Record<string, unknown>;

const dense = (value: Message): Message =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined));

function place(a: Address, prefix: Prefix, side: 'from' | 'to'): Message {
  return dense({
    [`${prefix}AddressLine1`]: needed(MOST, a.address1, 'the first line of the address', `${side}.address1`),
    [`${prefix}AddressLine2`]: upTo(MOST, a.address2, 'the second line of the address', `${side}.address2`),
    [`${prefix}City`]: needed(MOST, a.city, 'the city', `${side}.city`),
    [`${prefix}Province`]: upTo(MOST, a.provinceCode, 'the province or state', `${side}.provinceCode`),
    [`${prefix}PostalCode`]: upTo(MOST, a.zipcode, 'the postal code', `${side}.zipcode`),
    [`${prefix}CountryCode`]: a.countryCode,
    [`${prefix}Phone`]: upTo(MOST, a.phone, 'the telephone number', `${side}.phone`),
    [`${prefix}Email`]: upTo(MOST, a.email, 'the e-mail address', `${side}.email`),
  });
}

function person(
  a: Address,
  side: 'from' | 'to',
): { readonly first: string; readonly last: string; readonly company: string | undefined } {
  const company = upTo(MOST, a.companyName, 'the company name', `${side}.companyName`);
  const name = upTo(MOST, a.name, 'the name', `${side}.name`) ?? company;
  if (name === undefined)
    throw invalidInput(`${NAME} needs ${side === 'to' ? 'the receiver’s' : 'the sender’s'} name.`, `${side}.name`);
  const [first, last] = nameParts(name);
  return { first, last, company };
}

/** Pounds and inches, as the samples have them. */
function measures({ weightGrams, dimensions }: Parcel): Message {
  return {
    totalPackageWeight: fromGrams(weightGrams, 'lb'),
    weightUnit: 'Lb',
    ...(dimensions
      ? {
          dimLength: fromMillimetres(dimensions.lengthMm, 'in'),
          dimWidth: fromMillimetres(dimensions.widthMm, 'in'),
          dimHeight: fromMillimetres(dimensions.heightMm, 'in'),
          dimUnit: 'IN',
        }
      : {}),
  };
}

export interface Account {
  readonly accountNumber: string;
  readonly subAccountNumber?: string | undefined;
  readonly processingLocation?: string | undefined;
}
const accountMessage = ({ accountNumber, subAccountNumber, processingLocation }: Account): Message =>
  dense({
    accountNumber,
    subAccountNumber: subAccountNumber === '' ? undefined : subAccountNumber,
    processingLocation: processingLocation === '' ? undefined : processingLocation,
  });

const DDP = '19';

/** Why a product does not take a shipment, or undefined; the same for prices and purchases. */
export function unfit(product: string, s: ShipmentRequest): Unfit | undefined {
  const service = manifest.services.find(({ code }) => code === product);
  if (!service) return { message: `${NAME} has no service "${product}".`, field: 'service' };
  if (service.scope === 'international' && s.from.countryCode === s.to.countryCode)
    return { message: `${service.name} goes abroad only.`, field: 'to.countryCode', elsewhere: true };
  if (!s.customs || (product === DDP) === (s.customs.dutiesPaidBy === 'Shipper')) return undefined;
  return {
    message:
      product === DDP
        ? `${service.name} has the sender pay duties and taxes; choose that the sender pays them, or another service.`
        : `${service.name} has the receiver pay duties and taxes; choose that the receiver pays them, or E-Com Tracked DDP.`,
    field: 'customs.dutiesPaidBy',
  };
}

/** What prices are asked with: all products at once. @throws ConnectorError `invalid-input` naming our field */
export function rateQuery(s: ShipmentRequest, account: Account): Readonly<Record<string, string | number>> {
  return {
    ...accountMessage(account),
    recipientPostalCode: oneLine(s.to.zipcode),
    recipientCountryCode: s.to.countryCode,
    ...measures(onlyParcel(NAME, s)),
    productCode: '*',
  };
}

function goods({ items, currency }: Customs): Message {
  if (items.length === 0) throw invalidInput(`${NAME} needs at least one item for customs.`, 'customs.items');
  const total = items.reduce((sum, { unitValue, quantity }, index) => {
    if (unitValue.currency !== currency)
      throw invalidInput(
        `${NAME} takes all values of a shipment in one currency, here ${currency}.`,
        `customs.items.${index}.unitValue`,
      );
    return add(sum, money(unitValue.minor * quantity, currency));
  }, zero(currency));
  return {
    totalPackageValue: Number(toDecimal(total)),
    currencyType: currency,
    packageContentDescription: oneLine(items[0]?.description).slice(0, MOST),
    items: items.map((item, index) => {
      const at = (field: string): string => `customs.items.${index}.${field}`;
      const origin = oneLine(item.originCountry).toUpperCase();
      if (!/^[A-Z]{2}$/.test(origin))
        throw invalidInput(`${NAME} needs the country the goods were made in for customs.`, at('originCountry'));
      const hts = oneLine(item.hsCode);
      return {
        sku: oneLine(item.sku) === '' ? `ITEM-${index + 1}` : oneLine(item.sku),
        itemDescription: needed(MOST, item.description, 'a description of the goods for customs', at('description')),
        unitPrice: Number(toDecimal(item.unitValue)),
        quantity: item.quantity,
        unitWeight: fromGrams(item.unitGrams, 'lb'),
        countryOfOrigin: origin,
        ...(hts === '' ? {} : { htsNumber: hts }),
      };
    }),
  };
}

function refuseOptions(s: ShipmentRequest): void {
  const { signature = 'none', insuredValue } = s.options;
  if (s.return) throw invalidInput(`${NAME} makes no return labels.`, 'return');
  if (signature !== 'none') throw invalidInput(`${NAME} has no signature to choose.`, 'options.signature');
  if (insuredValue) throw invalidInput(`${NAME} sells no insurance.`, 'options.insuredValue');
}

const taxId = (a: Address, ...kinds: readonly string[]): string | undefined =>
  kinds
    .map((wanted) => a.taxIds?.find(({ kind, number }) => kind.toUpperCase() === wanted && oneLine(number) !== ''))
    .find((found) => found)
    ?.number.trim();

/** A package. @param reference ours, which is its name at Asendia USA @throws ConnectorError `invalid-input` naming our field */
export function packageMessage(
  s: ShipmentRequest,
  product: string,
  account: Account,
  reference: string,
  format: 'pdf' | 'zpl',
): Message {
  refuseOptions(s);
  const parcel = onlyParcel(NAME, s);
  if (s.from.countryCode !== s.to.countryCode && !s.customs)
    throw invalidInput(`${NAME} needs customs information for this destination.`, 'customs');
  const back = s.returnTo ?? s.from;
  const [to, from, home] = [person(s.to, 'to'), person(s.from, 'from'), person(back, 'from')];
  const order = oneLine(s.references[0]).slice(0, MOST);
  return dense({
    ...accountMessage(account),
    includeRate: true,
    labelType: format.toUpperCase(),
    orderNumber: order === '' ? undefined : order,
    packageID: reference,
    recipientTaxID: s.to.taxIds?.map(({ number }) => oneLine(number)).find((number) => number !== ''),
    returnFirstName: home.first,
    returnLastName: home.last,
    returnCompanyName: home.company,
    ...place(back, 'return', 'from'),
    recipientFirstName: to.first,
    recipientLastName: to.last,
    recipientBusinessName: to.company,
    ...place(s.to, 'recipient', 'to'),
    ...measures(parcel),
    productCode: product,
    customerReferenceNumber1: reference,
    contentType: s.customs?.purpose === 'Documents' ? 'D' : 'M',
    vatNumber: taxId(s.from, 'IOSS', 'VOEC', 'VAT'),
    sellerName: from.company ?? oneLine(s.from.name),
    ...place(s.from, 'seller', 'from'),
    ...(s.customs ? goods(s.customs) : {}),
  });
}
