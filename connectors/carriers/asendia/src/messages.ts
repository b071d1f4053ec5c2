/** Our shipment in Asendia Sync's words. Pure; what cannot be said there is refused before any call. */
import { invalidInput } from '@scanship/connector-kit/errors';
import { onlySizedParcel } from '@scanship/connector-kit/carrier/only-parcel';
import { oneLine, textLimits } from '@scanship/connector-kit/carrier/text-limits';
import type { Address } from '@scanship/domain/addresses/address';
import { fromGrams } from '@scanship/domain/values/measure';
import { toDecimal } from '@scanship/domain/money/money';
import type { Customs, ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { manifest } from './manifest.ts';
import { crossesCustoms, formatOf, partsOf, unfit } from './services.ts';

const NAME = manifest.name;
const { upTo, needed } = textLimits(NAME);

function address(a: Address, side: 'from' | 'to'): Record<string, unknown> {
  const at = (field: string): string => `${side}.${field}`;
  const company = upTo(50, a.companyName, 'the company name', at('companyName'));
  const person = upTo(50, a.name, 'the name', at('name'));
  const name = person ?? company;
  if (name === undefined)
    throw invalidInput(`${NAME} needs ${side === 'to' ? 'the receiver’s' : 'the sender’s'} name.`, at('name'));
  return {
    name,
    company,
    address1: needed(50, a.address1, 'the first line of the address', at('address1')),
    address2: upTo(50, a.address2, 'the second line of the address', at('address2')),
    postalCode: upTo(20, a.zipcode, 'the postal code', at('zipcode')),
    city: needed(30, a.city, 'the city', at('city')),
    province: upTo(50, a.provinceCode, 'the province or state', at('provinceCode')),
    country: a.countryCode,
    email: upTo(70, a.email, 'the e-mail address', at('email')),
    phone: upTo(25, a.phone, 'the telephone number', at('phone')),
  };
}

/** Tax number of an address by its kinds, in the order of the kinds. */
const taxId = (a: Address, ...kinds: readonly string[]): string | undefined =>
  kinds
    .map((wanted) => a.taxIds?.find(({ kind, number }) => kind.toUpperCase() === wanted && oneLine(number) !== ''))
    .find((found) => found)
    ?.number.trim();

const MOST_VALUE = 500;
const MOST_PLUS = 150;

/** Asendia covers in three steps, in euros. */
function cover(s: ShipmentRequest, product: string): string | undefined {
  const { insuredValue } = s.options;
  if (!insuredValue || insuredValue.minor === 0) return undefined;
  const field = 'options.insuredValue';
  if (insuredValue.currency !== 'EUR')
    throw invalidInput(`${NAME} insures in EUR, not in ${insuredValue.currency}.`, field);
  const most = product === 'EPAQPLS' ? MOST_PLUS : MOST_VALUE;
  const step = [45, 150, 500].find((value) => value <= most && insuredValue.minor <= value * 100);
  if (step === undefined) throw invalidInput(`${NAME} insures up to ${most} EUR here.`, field);
  return `EL${step}`;
}

function items({ items: goods, currency }: Customs): Record<string, unknown>[] {
  return goods.map((item, index) => {
    const at = (field: string): string => `customs.items.${index}.${field}`;
    if (item.unitValue.currency !== currency)
      throw invalidInput(`${NAME} takes all values of a shipment in one currency, here ${currency}.`, at('unitValue'));
    if (item.unitGrams <= 0)
      throw invalidInput(`${NAME} needs the weight of each article for customs.`, at('unitGrams'));
    return {
      articleDescription: needed(150, item.description, 'a description of the goods for customs', at('description')),
      articleNumber: oneLine(item.sku) === '' ? `ITEM-${index + 1}` : oneLine(item.sku),
      unitValue: Number(toDecimal(item.unitValue)),
      currency,
      harmonizationCode: needed(20, item.hsCode, 'the tariff code of the goods', at('hsCode')),
      originCountry: needed(2, item.originCountry, 'the country the goods were made in', at('originCountry')),
      unitWeight: fromGrams(item.unitGrams, 'kg'),
      quantity: item.quantity,
    };
  });
}

function refuseOptions(s: ShipmentRequest): void {
  if (s.return) throw invalidInput(`${NAME} makes no return labels by themselves.`, 'return');
  if (s.options.signature === 'adult')
    throw invalidInput(`${NAME} does not check the age of the receiver.`, 'options.signature');
}

/** Without members that have no value, as they would be written into the message as null otherwise. */
const dense = (value: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined));

/**
 * A parcel. @param reference ours, up to 50 characters
 * @throws ConnectorError `invalid-input` naming our field
 */
export function parcelMessage(
  s: ShipmentRequest,
  service: string,
  account: { readonly customerId: string },
  reference: string,
  format: 'pdf' | 'zpl',
): Record<string, unknown> {
  refuseOptions(s);
  const why = unfit(service, s);
  if (why) throw invalidInput(why.message, why.field);
  const parcel = onlySizedParcel(NAME, s);
  const abroad = crossesCustoms(s);
  if (abroad && !s.customs) throw invalidInput(`${NAME} needs customs information for this destination.`, 'customs');
  if (abroad && s.customs?.items.length === 0)
    throw invalidInput(`${NAME} needs at least one item for customs.`, 'customs.items');
  const { product, duties } = partsOf(service);
  const options = [
    ...(s.options.signature === 'any' ? ['SIG'] : []),
    ...(s.options.saturdayDelivery === true ? ['SAT'] : []),
  ];
  const eori = upTo(19, taxId(s.from, 'EORI'), 'the EORI number', 'from.taxIds');
  return dense({
    customerId: account.customerId,
    labelType: format === 'zpl' ? 'Zebra' : 'PDF',
    referencenumber: reference,
    senderEORI: eori,
    sellerEORI: eori,
    senderTaxId: taxId(s.from, 'IOSS', 'VOEC', 'VAT'),
    receiverTaxId: taxId(s.to, 'IOSS', 'VAT', 'EORI'),
    weight: fromGrams(parcel.weightGrams, 'kg'),
    asendiaService: dense({
      format: formatOf(product, parcel),
      product,
      service: duties,
      options: options.length === 0 ? undefined : options,
      insurance: cover(s, product),
    }),
    addresses: { sender: dense(address(s.from, 'from')), receiver: dense(address(s.to, 'to')) },
    // Demanded even where no customs are crossed, when there is nothing to declare.
    customsInfo: s.customs ? { currency: s.customs.currency, items: items(s.customs) } : { items: [] },
  });
}
