/** Our shipment in eShipper's words. Pure; what cannot be said there is refused before any call. */
import { invalidInput } from '@scanship/connector-kit/errors';
import { onlySizedParcel } from '@scanship/connector-kit/carrier/only-parcel';
import type { Address } from '@scanship/domain/addresses/address';
import { fromGrams, fromMillimetres } from '@scanship/domain/values/measure';
import { toDecimal } from '@scanship/domain/money/money';
import type { Customs, ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { manifest } from './manifest.ts';

const NAME = manifest.name;
type Message = Record<string, unknown>;
const line = (text: string | undefined): string => (text ?? '').replaceAll(/\s+/g, ' ').trim();
const POSTAL: Readonly<Record<string, RegExp>> = { CA: /^[A-Z]\d[A-Z]\d[A-Z]\d$/, US: /^\d{5}(\d{4})?$/ };

/** Members that are there; eShipper tells empty text from none. */
const filled = (members: Readonly<Record<string, string>>): Message =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== ''));

function party(a: Address, at: 'from' | 'to'): Message {
  const name = line(a.name) || line(a.companyName);
  if (name === '') throw invalidInput('The address needs a name.', `${at}.name`);
  if (line(a.address1) === '') throw invalidInput('The address needs a first line.', `${at}.address1`);
  if (line(a.city) === '') throw invalidInput('The address needs a city.', `${at}.city`);
  const compact = a.zipcode.replaceAll(/[\s-]+/g, '').toUpperCase();
  if (POSTAL[a.countryCode]?.test(compact) === false)
    throw invalidInput(`"${a.zipcode}" is not a postal code of this country.`, `${at}.zipcode`);
  if (POSTAL[a.countryCode] && a.provinceCode === '')
    throw invalidInput('The address needs a province or state.', `${at}.provinceCode`);
  return {
    attention: name,
    // Every sample names a company; a person is one's own.
    company: line(a.companyName) || name,
    address1: line(a.address1),
    ...filled({ address2: line(a.address2) }),
    city: line(a.city),
    province: a.provinceCode,
    country: a.countryCode,
    zip: compact,
    ...filled({ email: line(a.email), phone: line(a.phone) }),
    residential: a.residential ?? false,
  };
}

/** Only whole numbers are seen: up, so that the carrier never finds more than was said. */
const up = (value: number): number => Math.max(1, Math.ceil(value));

/** What is moved, for prices and purchases alike. @throws ConnectorError `invalid-input` naming our field */
export function shipmentMessage(
  s: ShipmentRequest,
  more: { readonly service?: string | undefined; readonly reference?: string | undefined } = {},
): Message {
  const parcel = onlySizedParcel(NAME, s);
  const { signature, insuredValue, saturdayDelivery } = s.options;
  if (signature !== undefined && signature !== 'none')
    throw invalidInput(`${NAME} cannot be asked for a signature here.`, 'options.signature');
  if (insuredValue && insuredValue.minor > 0)
    throw invalidInput(`${NAME} cannot be asked for insurance here.`, 'options.insuredValue');
  const abroad = s.from.countryCode !== s.to.countryCode;
  if (abroad && !s.customs) throw invalidInput(`${NAME} needs customs information for this destination.`, 'customs');
  const { lengthMm, widthMm, heightMm } = parcel.dimensions;
  const description = line(s.customs?.items.map((item) => item.description).join(', ')).slice(0, 100);
  const references = [more.reference, ...s.references].map((text) => line(text)).filter((text) => text !== '');
  return {
    // The hour only matters to a driver, whom nobody calls here.
    scheduledShipDate: `${s.shipDate} 12:00`,
    from: party(s.from, 'from'),
    to: party(s.to, 'to'),
    packagingUnit: 'Imperial',
    packages: {
      type: 'Package',
      packages: [
        {
          length: up(fromMillimetres(lengthMm, 'in', 3)),
          width: up(fromMillimetres(widthMm, 'in', 3)),
          height: up(fromMillimetres(heightMm, 'in', 3)),
          dimensionUnit: 'IN',
          weight: up(fromGrams(parcel.weightGrams, 'lb')),
          weightUnit: 'LB',
          description: description === '' ? 'Merchandise' : description,
        },
      ],
    },
    ...filled({ reference1: references[0] ?? '', reference2: references[1] ?? '', reference3: references[2] ?? '' }),
    ...(saturdayDelivery === true ? { isSaturdayService: true } : {}),
    ...(more.service === undefined ? {} : { serviceId: Number(more.service) }),
    ...(abroad && s.customs ? { customsInformation: customsMessage(s, s.customs) } : {}),
  };
}

function customsMessage(s: ShipmentRequest, customs: Customs): Message {
  const payer = customs.dutiesPaidBy === 'Shipper' ? s.from : s.to;
  const taxId = s.to.taxIds?.map(({ number }) => line(number)).find((number) => number !== '');
  const { residential: _, ...billing } = party(payer, payer === s.from ? 'from' : 'to');
  return {
    contact: {
      contactCompany: line(s.from.companyName) || line(s.from.name),
      contactName: line(s.from.name),
      ...filled({ phone: line(s.from.phone), recipientTaxId: taxId ?? '' }),
    },
    items: {
      item: customs.items.map((item, index) => {
        const at = (field: string): string => `customs.items.${index}.${field}`;
        if (line(item.description) === '')
          throw invalidInput('The customs declaration needs to say what the goods are.', at('description'));
        if (item.originCountry === undefined)
          throw invalidInput(`${NAME} needs the country the goods were made in.`, at('originCountry'));
        return {
          ...filled({ hsnCode: item.hsCode ?? '', skuCode: line(item.sku) }),
          description: line(item.description),
          originCountry: item.originCountry,
          quantity: item.quantity,
          unitPrice: Number(toDecimal(item.unitValue)),
        };
      }),
      currency: customs.currency,
    },
    dutiesTaxes: { dutiable: customs.purpose !== 'Documents', billTo: customs.dutiesPaidBy.toLowerCase() },
    billingAddress: billing,
  };
}
