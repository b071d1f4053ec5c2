/** Services and options of a lane, and the directory of cities and postal codes. */
import { element } from '@scanship/simulator-kit/xml-message';
import { at, checkAccount, errorsElement, manyAt, refuse, textAt } from './messages.ts';
import { regionOf, SERVICES, type SimService } from './pricing.ts';
import type { Work } from './shipments.ts';

const yesNo = ['true', 'false'];

interface SimOption {
  readonly id: string;
  readonly type: 'Enumeration' | 'Decimal';
  readonly values: readonly string[];
  readonly children?: readonly SimOption[];
}

function optionsOf(service: SimService): readonly SimOption[] {
  const mode = service.ground ? 'Ground' : 'Air';
  const classes = service.ground
    ? ['FullyRegulated', 'LimitedQuantities', 'UN3373', 'LessThan500kgExempt', 'UN1845']
    : ['FullyRegulated', 'UN3373', 'UN1845'];
  const dangerous: SimOption = {
    id: 'DangerousGoods',
    type: 'Enumeration',
    values: yesNo,
    children: [
      {
        id: 'DangerousGoodsMode',
        type: 'Enumeration',
        values: [mode],
        children: [{ id: 'DangerousGoodsClass', type: 'Enumeration', values: classes }],
      },
    ],
  };
  const takes = service.region === 'DOM' && service.pack === '';
  return takes ? [dangerous] : [{ id: 'DeclaredValue', type: 'Decimal', values: [] }];
}

const optionElement = (option: SimOption): string =>
  element('Option', [
    element('ID', option.id),
    element('Description', option.id),
    element('ValueType', option.type),
    element('AvailableForPieces', 'false'),
    element(
      'PossibleValues',
      option.values.map((value) => element('OptionValue', [element('Value', value), element('Description', value)])),
    ),
    element('ChildServiceOptions', (option.children ?? []).map(optionElement)),
  ]);

export const servicesOptions: Work = (body, _sim, account) => {
  checkAccount(account, textAt(body, 'BillingAccountNumber'));
  if (textAt(body, 'SenderAddress', 'Country') !== 'CA') throw refuse('1100706', 'The Sender Country must be CA.');
  const region = regionOf(textAt(body, 'ReceiverAddress', 'Country'));
  const services = SERVICES.filter((service) => service.region === region).map((service) =>
    element('Service', [
      element('ID', service.id),
      element('Description', service.name),
      element('PackageType', service.pack === '' ? 'CustomerPackaging' : `Express${service.pack}`),
      element('PackageTypeDescription', service.pack === '' ? 'Customer Packaging' : `Express ${service.pack}`),
      element('Options', optionsOf(service).map(optionElement)),
    ]),
  );
  return [element('Services', services)];
};

/** A few places of a directory: city, province, country by postal code. */
const DIRECTORY: Readonly<Record<string, readonly [string, string, string]>> = {
  M5V2T6: ['Toronto', 'ON', 'CA'],
  V6B1A1: ['Vancouver', 'BC', 'CA'],
  V5E4H9: ['Burnaby', 'BC', 'CA'],
  L4W5M8: ['Mississauga', 'ON', 'CA'],
  H2X1Y4: ['Montréal', 'QC', 'CA'],
  '14201': ['Buffalo', 'NY', 'US'],
  '10001': ['New York', 'NY', 'US'],
};

function suggestion(asked: unknown): string {
  const code = textAt(asked, 'PostalCode').replace(/[\s-]/g, '').toUpperCase();
  const known = Object.hasOwn(DIRECTORY, code) ? DIRECTORY[code] : undefined;
  const [city, province, country] = known ?? [
    textAt(asked, 'City'),
    textAt(asked, 'Province'),
    textAt(asked, 'Country'),
  ];
  return element('SuggestedAddress', [
    element('Address', [
      element('City', city),
      element('Province', province),
      element('Country', country),
      element('PostalCode', code),
    ]),
    known
      ? element('ResponseInformation', [element('Errors', []), element('InformationalMessages', [])])
      : errorsElement('1100531', 'The city and postal code combination is invalid.'),
  ]);
}

export const validateAddress: Work = (body) => [
  element('SuggestedAddresses', manyAt(at(body, 'Addresses'), 'ShortAddress').map(suggestion)),
];
