/** Rules a schema cannot say, for every `Shipment`: places, weights, services, options, payer. */
import type { LabelModel } from '@scanship/domain/printing/label';
import type { SimAccount, SimContext } from '@scanship/simulator-kit/simulator';
import { at, checkAccount, day, manyAt, refuse, textAt } from './messages.ts';
import {
  estimate,
  regionOf,
  SERVICES,
  type Estimate,
  type Parcels,
  type SimPlace,
  type SimService,
} from './pricing.ts';

const FORMS: Readonly<Record<string, RegExp>> = { CA: /^[A-Z]\d[A-Z]\d[A-Z]\d$/, US: /^\d{5}(\d{4})?$/ };

function checkPlace(address: unknown, whose: 'Sender' | 'Receiver'): void {
  for (const field of ['City', 'Country'])
    if (textAt(address, field) === '') throw refuse('1100104', `The ${whose} ${field} is a mandatory field.`);
  const form = FORMS[textAt(address, 'Country')];
  if (form && !form.test(textAt(address, 'PostalCode')))
    throw refuse('1100531', `The ${whose} Postal Code is invalid.`);
  if (form && !/^[A-Z]{2}$/.test(textAt(address, 'Province')))
    throw refuse('1100116', `The ${whose} Province is a mandatory field.`);
  if (textAt(address, 'Name') === '') throw refuse('1100106', `The ${whose} Contact Name is a mandatory field.`);
}

const placeOf = (address: unknown): SimPlace => ({
  countryCode: textAt(address, 'Country'),
  provinceCode: textAt(address, 'Province'),
  residential: textAt(address, 'Company') === '',
});

export const person = (address: unknown): LabelModel['to'] => ({
  name: textAt(address, 'Name'),
  companyName: textAt(address, 'Company') || undefined,
  address1: `${textAt(address, 'StreetNumber')} ${textAt(address, 'StreetName')}`.trim(),
  address2: textAt(address, 'StreetAddress2') || undefined,
  city: textAt(address, 'City'),
  provinceCode: textAt(address, 'Province'),
  zipcode: textAt(address, 'PostalCode'),
  countryCode: textAt(address, 'Country'),
});

const OPTIONS = [
  'ResidentialSignatureDomestic',
  'ResidentialSignatureIntl',
  'OriginSignatureNotRequired',
  'AdultSignatureRequired',
  'SaturdayDelivery',
  'SpecialHandling',
  'DeclaredValue',
  'DangerousGoods',
  'DangerousGoodsMode',
  'DangerousGoodsClass',
  'HoldForPickup',
  'ChainOfSignature',
];

function optionsOf(shipment: unknown): Readonly<Record<string, string>> {
  const pairs = manyAt(shipment, 'PackageInformation', 'OptionsInformation', 'Options', 'OptionIDValuePair');
  const options = Object.fromEntries(pairs.map((pair) => [textAt(pair, 'ID'), textAt(pair, 'Value')]));
  for (const id of Object.keys(options))
    if (!OPTIONS.includes(id)) throw refuse('1100700', `${id} is not valid for this shipment.`);
  if (Number(options.DeclaredValue ?? '0') > 5000) throw refuse('1100701', 'The Declared Value exceeds 5000.');
  return options;
}

export interface ReadShipment {
  readonly from: unknown;
  readonly to: unknown;
  readonly service: SimService;
  readonly parcels: Parcels;
  readonly shipDate: string;
  readonly reference: string;
  readonly references: readonly string[];
  readonly crosses: boolean;
}

function poundsOf(info: unknown): readonly number[] {
  const pieces = manyAt(info, 'PiecesInformation', 'Piece');
  const each = pieces.map((piece) => Number(textAt(piece, 'Weight', 'Value')));
  const pounds = each.length > 0 ? each : [Number(textAt(info, 'TotalWeight', 'Value'))];
  if (pounds.length !== Number(textAt(info, 'TotalPieces')))
    throw refuse('1100702', 'The number of pieces is not valid.');
  if (pounds.some((lb) => lb < 1)) throw refuse('1100703', 'The minimum weight of a piece is 1 lb.');
  if (pounds.some((lb) => lb > 150)) throw refuse('1100704', 'The weight of a piece exceeds 150 lb.');
  if (Number(textAt(info, 'TotalWeight', 'Value')) + 0.001 < pounds.reduce((a, b) => a + b, 0))
    throw refuse('1100705', 'The total weight is not valid.');
  return pounds;
}

/** @throws SimRefusal for what the service does not take */
export function readShipment(shipment: unknown, account: SimAccount, sim: SimContext): ReadShipment {
  const from = at(shipment, 'SenderInformation', 'Address');
  const to = at(shipment, 'ReceiverInformation', 'Address');
  checkPlace(from, 'Sender');
  checkPlace(to, 'Receiver');
  if (textAt(from, 'Country') !== 'CA') throw refuse('1100706', 'The Sender Country must be CA.');
  const payment = at(shipment, 'PaymentInformation');
  checkAccount(account, textAt(payment, 'RegisteredAccountNumber'), textAt(payment, 'BillingAccountNumber'));
  const info = at(shipment, 'PackageInformation');
  const service = SERVICES.find((one) => one.id === textAt(info, 'ServiceID'));
  if (!service) throw refuse('1100707', 'The Service is not available for this shipment.');
  const today = day(sim.now());
  const shipDate = textAt(shipment, 'ShipmentDate') || today;
  // Behind the clock of every place in Canada.
  const yesterday = day(new Date(sim.now().getTime() - 86_400_000));
  if (!/^\d{4}-\d{2}-\d{2}$/.test(shipDate) || shipDate < yesterday)
    throw refuse('1100708', 'The Shipment Date is invalid.');
  const crosses = textAt(to, 'Country') !== 'CA';
  const references = ['Reference1', 'Reference2', 'Reference3', 'Reference4'].map((name) =>
    textAt(shipment, 'TrackingReferenceInformation', name),
  );
  return {
    from,
    to,
    service,
    parcels: { pounds: poundsOf(info), options: optionsOf(shipment) },
    shipDate,
    reference: references[0] ?? '',
    references: references.filter((reference) => reference !== ''),
    crosses,
  };
}

export const priceOf = (read: ReadShipment, service: SimService): Estimate | undefined =>
  estimate(service, placeOf(read.from), placeOf(read.to), read.parcels, read.shipDate);

/** Services of the region that take these pieces: those in the same packaging, and the Express Box beside them. */
export const pricesOf = (read: ReadShipment): readonly Estimate[] =>
  SERVICES.filter(
    ({ region, pack }) =>
      region === regionOf(textAt(read.to, 'Country')) && (pack === read.service.pack || pack === 'Box'),
  ).flatMap((service) => {
    const price = priceOf(read, service);
    return price ? [price] : [];
  });

/** @throws SimRefusal when it cannot be bought as it is */
export function checkPurchase(shipment: unknown, read: ReadShipment): Estimate {
  const international = at(shipment, 'InternationalInformation');
  if (read.crosses && international === undefined)
    throw refuse('1100709', 'The customs information is a mandatory field.');
  const details = manyAt(international, 'ContentDetails', 'ContentDetail');
  if (read.crosses && textAt(international, 'DocumentsOnlyIndicator') !== 'true' && details.length === 0)
    throw refuse('1100710', 'The content details for customs are mandatory.');
  if (details.some((detail) => !/^\d{6,}$/.test(textAt(detail, 'HarmonizedCode'))))
    throw refuse('1100711', 'The Harmonized Code is invalid.');
  const price = priceOf(read, read.service);
  if (!price) throw refuse('1100707', 'The Service is not available for this shipment.');
  return price;
}
