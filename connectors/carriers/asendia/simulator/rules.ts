/** What is checked beyond the form. Found errors come in an answer that says "accepted", without a number. */
import type { ParcelRequest } from './contract.ts';

export interface ParcelError {
  readonly field: string;
  readonly message: string;
}

const FORMATS: Readonly<Record<string, readonly string[]>> = {
  EPAQSTD: ['B', 'N'],
  EPAQPLS: ['B', 'N'],
  EPAQSCT: ['B', 'N', 'L'],
  EPAQELT: ['L', 'XL'],
};
const OPTIONS = 'PM ECO POX PD SIG PUDO MBX DG SAT DA SGF SGD OPT1 OPT2'.split(' ');
const COVERS: Readonly<Record<string, readonly string[]>> = { EPAQPLS: ['EL45', 'EL150'] };
const EU = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ');

function serviceErrors({ asendiaService: s, weight }: ParcelRequest): ParcelError[] {
  const formats = FORMATS[s.product];
  if (!formats) return [{ field: 'asendiaService.product', message: 'Unknown product' }];
  const most = formats.includes('L') ? 30 : 2;
  const cover = COVERS[s.product] ?? ['EL45', 'EL150', 'EL500'];
  return [
    ...(formats.includes(s.format) ? [] : [{ field: 'asendiaService.format', message: 'There is no valid quote' }]),
    ...(['CUP', 'CPPR', 'CPPS'].includes(s.service)
      ? []
      : [{ field: 'asendiaService.service', message: 'Unknown service' }]),
    ...(weight > 0 && weight <= most ? [] : [{ field: 'weight', message: 'Weight exceeds maximum limit' }]),
    ...((s.options ?? []).every((one) => OPTIONS.includes(one))
      ? []
      : [{ field: 'asendiaService.options', message: 'Unknown option' }]),
    ...(s.insurance === undefined || cover.includes(s.insurance)
      ? []
      : [{ field: 'asendiaService.insurance', message: 'Insurance is not available' }]),
  ];
}

const MANDATORY = [
  'articleDescription',
  'articleNumber',
  'unitValue',
  'currency',
  'unitWeight',
  'harmonizationCode',
  'originCountry',
  'quantity',
] as const;

function customsErrors({ addresses, customsInfo }: ParcelRequest): ParcelError[] {
  const { sender, receiver } = addresses;
  if (!sender || sender.country === receiver.country || (EU.includes(sender.country) && EU.includes(receiver.country)))
    return [];
  const { items = [] } = customsInfo;
  if (items.length === 0) return [{ field: 'customsInfo.items', message: 'VE-004 Mandatory field' }];
  return items.flatMap((item, index) => {
    const missing = MANDATORY.find((name) => item[name] === undefined || item[name] === '');
    return missing === undefined
      ? []
      : [{ field: `customsInfo.items[${index}].${missing}`, message: 'VE-004 Mandatory field' }];
  });
}

export function errorsOf(parcel: ParcelRequest): readonly ParcelError[] {
  const { receiver } = parcel.addresses;
  return [
    ...(['PDF', 'Zebra', 'PNG'].includes(parcel.labelType)
      ? []
      : [{ field: 'labelType', message: 'Unknown label type' }]),
    ...serviceErrors(parcel),
    ...(['name', 'address1', 'city', 'country'] as const)
      .filter((name) => receiver[name].trim() === '')
      .map((name) => ({ field: `addresses.receiver.${name}`, message: 'VE-004 Mandatory field' })),
    ...customsErrors(parcel),
  ];
}
