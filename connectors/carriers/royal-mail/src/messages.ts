/** Our shipment as an order of Click & Drop. Pure; what cannot be said there is refused before any call. */
import { invalidInput } from '@scanship/connector-kit/errors';
import { onlyParcel } from '@scanship/connector-kit/carrier/only-parcel';
import type { Address } from '@scanship/domain/addresses/address';
import { money, sum, toDecimal, type Money } from '@scanship/domain/money/money';
import type {
  Customs,
  CustomsItem,
  Parcel,
  ShipmentPurpose,
  ShipmentRequest,
} from '@scanship/domain/shipping/shipment';
import { manifest } from './manifest.ts';
import { asksForSignature, isAbroad, needsCustoms, objection, paysDuties } from './services.ts';

const NAME = manifest.name;
const line = (text: string | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim();

const CATEGORY: Readonly<Record<ShipmentPurpose, string>> = {
  Sale: 'saleOfGoods',
  Gift: 'gift',
  Sample: 'commercialSample',
  Documents: 'documents',
  Return: 'returnedGoods',
  'Inter-Company': 'other',
};

/** @param most characters the contract takes */
function limited(text: string | undefined, most: number, what: string, field: string): string {
  const value = line(text);
  if (value.length > most) throw invalidInput(`${NAME} takes at most ${most} characters for ${what}.`, field);
  return value;
}

function needed(text: string | undefined, most: number, what: string, field: string): string {
  const value = limited(text, most, what, field);
  if (value === '') throw invalidInput(`${NAME} needs ${what}.`, field);
  return value;
}

const present = (members: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== ''));

/** Royal Mail, Programmers' guide to the PAF: one or two letters, a digit, maybe a further one, then a digit and two letters. */
const BRITISH = /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/;

function addressMessage(a: Address): Record<string, unknown> {
  const company = limited(a.companyName, 100, 'the company', 'to.companyName');
  const name = limited(a.name, 210, 'the name', 'to.name');
  if (name === '' && company === '') throw invalidInput(`${NAME} needs the receiver’s name.`, 'to.name');
  const postcode = limited(a.zipcode, 20, 'the postcode', 'to.zipcode').toUpperCase();
  if (['GB', 'GG', 'JE', 'IM'].includes(a.countryCode) && !BRITISH.test(postcode))
    throw invalidInput(`"${a.zipcode}" is not a British postcode.`, 'to.zipcode');
  return {
    ...present({
      fullName: name,
      companyName: company,
      addressLine2: limited(a.address2, 100, 'the second line of the address', 'to.address2'),
      county: line(a.provinceCode),
      postcode,
    }),
    addressLine1: needed(a.address1, 100, 'the first line of the address', 'to.address1'),
    city: needed(a.city, 100, 'the city', 'to.city'),
    countryCode: a.countryCode,
  };
}

const MOST = 999_999;
const amount = (value: Money, field: string): number => {
  const number = Number(toDecimal(value));
  if (number < 0 || number > MOST) throw invalidInput(`${NAME} takes values up to ${MOST}.`, field);
  return number;
};

function goods(item: CustomsItem, index: number, customs: Customs, dutyPaid: boolean): Record<string, unknown> {
  const at = (field: string): string => `customs.items.${index}.${field}`;
  const description = needed(item.description, 300, 'a description of the goods for customs', at('description'));
  if (item.unitValue.currency !== customs.currency)
    throw invalidInput(`${NAME} takes all values of an order in one currency, ${customs.currency}.`, at('unitValue'));
  if (item.quantity < 1 || item.quantity > MOST)
    throw invalidInput(`${NAME} takes quantities up to ${MOST}.`, at('quantity'));
  if (dutyPaid && !item.originCountry)
    throw invalidInput(`${NAME} needs the country the goods were made in to pay duties.`, at('originCountry'));
  // The stock number is left out: with one, Click & Drop overwrites the product of that number in the seller's account.
  return {
    name: description,
    quantity: item.quantity,
    unitValue: amount(item.unitValue, at('unitValue')),
    unitWeightInGrams: Math.min(MOST, Math.max(0, Math.round(item.unitGrams))),
    customsDescription: description.slice(0, 50),
    ...(description.length > 50 ? { extendedCustomsDescription: description } : {}),
    ...(item.hsCode === undefined ? {} : { customsCode: item.hsCode.replace(/\D/g, '').slice(0, 10) }),
    ...(item.originCountry === undefined ? {} : { originCountryCode: item.originCountry }),
    customsDeclarationCategory: CATEGORY[customs.purpose],
  };
}

const taxNumber = (a: Address, kind: string): string =>
  line(a.taxIds?.find((id) => id.kind.toUpperCase() === kind)?.number);

function packageMessage(parcel: Parcel, s: ShipmentRequest): Record<string, unknown> {
  const { dimensions } = parcel;
  const { customs } = s;
  return {
    weightInGrams: parcel.weightGrams,
    packageFormatIdentifier: 'parcel',
    ...(dimensions
      ? {
          dimensions: {
            heightInMms: dimensions.heightMm,
            widthInMms: dimensions.widthMm,
            depthInMms: dimensions.lengthMm,
          },
        }
      : {}),
    ...(customs ? { contents: customs.items.map((item, i) => goods(item, i, customs, paysDuties(s))) } : {}),
  };
}

/** Who imports, where the receiver has a tax number: a business. */
function importer(a: Address): Record<string, unknown> {
  const vat = taxNumber(a, 'VAT');
  if (vat === '') return {};
  const members = {
    companyName: line(a.companyName),
    contactName: line(a.name).slice(0, 100),
    addressLine1: line(a.address1),
    city: line(a.city),
    postcode: line(a.zipcode),
    country: a.countryCode,
    vatNumber: limited(vat, 15, 'the VAT number', 'to.taxIds'),
    eoriNumber: limited(taxNumber(a, 'EORI'), 18, 'the EORI number', 'to.taxIds'),
  };
  return { importer: present(members) };
}

function postage(s: ShipmentRequest, service: string, carrierName: string, email: string): Record<string, unknown> {
  return {
    sendNotificationsTo: 'recipient',
    serviceCode: service,
    ...present({
      carrierName,
      IOSSNumber: limited(taxNumber(s.from, 'IOSS'), 50, 'the IOSS number', 'from.taxIds'),
      AIRNumber: limited(taxNumber(s.to, 'UKIMS'), 50, 'the UKIMS number', 'to.taxIds'),
      recipientEoriNumber: taxNumber(s.to, 'EORI'),
      commercialInvoiceNumber: limited(s.customs?.invoiceNumber, 35, 'the invoice number', 'customs.invoiceNumber'),
    }),
    receiveEmailNotification: email !== '',
    ...(asksForSignature(s, service) ? { requestSignatureUponDelivery: true } : {}),
  };
}

function checkShipment(s: ShipmentRequest, service: string): Parcel {
  const parcel = onlyParcel(NAME, s);
  if (s.return) throw invalidInput(`${NAME} makes no return labels here.`, 'return');
  if (needsCustoms(s) && !s.customs)
    throw invalidInput(`${NAME} needs customs information for this destination.`, 'customs');
  if (s.customs?.items.length === 0)
    throw invalidInput(`${NAME} needs at least one item for customs.`, 'customs.items');
  if (s.options.signature === 'adult')
    throw invalidInput(`${NAME} does not check the age of the receiver here.`, 'options.signature');
  if ((s.options.insuredValue?.minor ?? 0) > 0)
    throw invalidInput(`${NAME} sells no insurance; choose a service that covers the value.`, 'options.insuredValue');
  const no = objection(service, s);
  if (no) throw invalidInput(no.message, no.field);
  return parcel;
}

/** Goods in sum; where nobody stated a value it is nothing, which Click & Drop takes for orders at home. */
function valueOf(s: ShipmentRequest, parcel: Parcel): Money {
  const { customs } = s;
  if (!customs) return parcel.declaredValue ?? money(0, 'GBP');
  return sum(
    customs.items.map(({ quantity, unitValue }) => money(unitValue.minor * quantity, unitValue.currency)),
    customs.currency,
  );
}

export interface OrderFacts {
  readonly service: string;
  /** Ours, by which the order is found again. */
  readonly reference: string;
  /** As the account calls the carrier in Click & Drop; empty where it has one. */
  readonly carrierName: string;
  readonly now: Date;
}

/** One order with its label. @throws ConnectorError `invalid-input` naming our field */
export function orderMessage(s: ShipmentRequest, facts: OrderFacts): Record<string, unknown> {
  const parcel = checkShipment(s, facts.service);
  const email = limited(s.to.email, 254, 'the e-mail address', 'to.email');
  const packed = packageMessage(parcel, s);
  const value = valueOf(s, parcel);
  const total = amount(value, s.customs ? 'customs.items' : 'parcels.0.declaredValue');
  const duty = s.customs?.prepaidDuty?.amount;
  return {
    orderReference: facts.reference,
    // Wanted of businesses that send from Great Britain to Northern Ireland.
    ...(/^BT\d/i.test(line(s.to.zipcode)) && s.to.countryCode === 'GB'
      ? { isRecipientABusiness: line(s.to.companyName) !== '' && s.to.residential !== true }
      : {}),
    recipient: {
      address: addressMessage(s.to),
      ...present({ phoneNumber: limited(s.to.phone, 25, 'the telephone number', 'to.phone'), emailAddress: email }),
    },
    packages: [packed],
    orderDate: facts.now.toISOString(),
    // Not every account may name a day to come, so today is not said.
    ...(s.shipDate > facts.now.toISOString().slice(0, 10) ? { plannedDespatchDate: `${s.shipDate}T00:00:00Z` } : {}),
    subtotal: total,
    shippingCostCharged: 0,
    total,
    currencyCode: value.currency,
    ...(paysDuties(s) && duty?.currency === value.currency
      ? { customsDutyCosts: amount(duty, 'customs.prepaidDuty') }
      : {}),
    postageDetails: postage(s, facts.service, facts.carrierName, email),
    ...(s.references.length > 0
      ? { tags: s.references.map((value) => ({ key: 'Reference', value: line(value).slice(0, 100) })) }
      : {}),
    label: { includeLabelInResponse: true, ...(isAbroad(s) ? { includeCN: true } : {}), includeReturnsLabel: false },
    ...(isAbroad(s) ? importer(s.to) : {}),
  };
}
