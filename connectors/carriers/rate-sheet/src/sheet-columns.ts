/** The rate sheet as a person sees it: sections, columns, what each is for. Template, reader and messages all use this. */
import type { SheetSection } from '@scanship/domain/rating/rate-sheet';

export interface Column {
  /** Name of the field in the data model. */
  readonly key: string;
  /** Heading in the template. Anything in brackets is a hint and may be left out. */
  readonly title: string;
  /** Other headings that are understood. */
  readonly aliases: readonly string[];
  /** The column must be there; an optional one may be left out whole. */
  readonly required: boolean;
}

export interface Section {
  readonly key: SheetSection;
  readonly title: string;
  readonly required: boolean;
  readonly columns: readonly Column[];
  /** Lines of explanation at the head of the section in the template. */
  readonly notes: readonly string[];
}

const need = (key: string, title: string, ...aliases: readonly string[]): Column => ({
  key,
  title,
  aliases,
  required: true,
});
const may = (key: string, title: string, ...aliases: readonly string[]): Column => ({
  key,
  title,
  aliases,
  required: false,
});

/** Rows of the Settings section: name in the first column, value in the second. */
export const SETTINGS: readonly Column[] = [
  need('name', 'Courier name', 'name', 'courier', 'carrier name'),
  need('currency', 'Currency'),
  need('prefix', 'Tracking prefix', 'prefix'),
  need('country', 'Country', 'home country'),
  need('units', 'Units', 'unit'),
  may('roundTo', 'Round weight up to', 'rounding', 'round to', 'round up to'),
  may('divisor', 'Dimensional divisor', 'divisor', 'dim divisor', 'dim factor'),
  may('canadianTaxes', 'Canadian taxes', 'taxes', 'tax'),
];

export const SECTIONS: readonly Section[] = [
  {
    key: 'settings',
    title: 'Settings',
    required: true,
    columns: [need('setting', 'Setting'), need('value', 'Value')],
    notes: [
      '# Lines that begin with # are notes and are not read.',
      '# Units: kg and cm, or lb and in. Dimensional divisor: cubic cm per kg or cubic in per lb; 0 for none.',
      '# Canadian taxes: yes adds GST, HST and QST to shipments within Canada.',
    ],
  },
  {
    key: 'services',
    title: 'Services',
    required: true,
    columns: [
      need('code', 'Service', 'code', 'service code'),
      need('name', 'Name', 'service name'),
      may('maxWeight', 'Max weight', 'maximum weight', 'weight limit'),
      may('maxLength', 'Max length', 'maximum length', 'longest side'),
      may('maxLengthPlusGirth', 'Max length plus girth', 'max girth', 'length plus girth'),
      may('divisor', 'Divisor', 'dimensional divisor'),
      may('parcels', 'Parcels'),
      may('maxParcels', 'Max parcels', 'maximum parcels'),
      may('minimumCharge', 'Minimum charge', 'minimum', 'min charge'),
      may('maximumCharge', 'Maximum charge', 'maximum', 'max charge'),
    ],
    notes: [
      '# Max weight is of one parcel, actual weight. Parcels: each (priced one by one) or combined (one price for all).',
    ],
  },
  {
    key: 'zones',
    title: 'Zones',
    required: true,
    columns: [
      need('zone', 'Zone', 'code', 'zone code'),
      may('name', 'Name', 'zone name'),
      may('country', 'Country'),
      may('provinces', 'Provinces', 'province', 'states', 'state'),
      may('postal', 'Postal codes', 'postal code', 'postal prefixes', 'zip codes', 'prefixes'),
    ],
    notes: [
      '# One row per area; a zone may have several. Postal codes: beginnings and ranges, such as M1A-M9W; L4T. Country * is the rest of the world.',
      '# The longest matching postal code decides, then the province, then the country.',
    ],
  },
  {
    key: 'rates',
    title: 'Rates',
    required: true,
    columns: [
      need('service', 'Service', 'service code'),
      may('fromZone', 'From zone', 'from', 'origin zone', 'origin'),
      need('toZone', 'To zone', 'zone', 'to', 'destination zone', 'destination'),
      need('over', 'Over', 'from weight', 'weight over', 'over weight'),
      may('upTo', 'Up to', 'to weight', 'weight up to', 'up to weight'),
      need('price', 'Price', 'rate', 'amount'),
      may('step', 'Per further', 'per additional', 'step', 'per extra'),
      may('stepPrice', 'Price per further', 'additional price', 'price per additional', 'step price'),
      may('days', 'Days', 'transit days', 'transit'),
    ],
    notes: [
      '# A row prices weights over one and up to and including the other. Empty Up to: no upper end. Empty From zone: from anywhere.',
      '# Per further and Price per further: this much more for each begun step above Over. Days: working days in transit, once per lane.',
    ],
  },
  {
    key: 'surcharges',
    title: 'Surcharges',
    required: false,
    columns: [
      need('kind', 'Kind', 'type', 'surcharge'),
      may('label', 'Label', 'name', 'description'),
      may('services', 'Services', 'service'),
      may('zones', 'Zones', 'zone', 'to zones'),
      may('over', 'Over', 'threshold', 'above'),
      may('price', 'Price', 'amount'),
      may('percentBp', 'Percent', 'percentage'),
      may('minimum', 'Minimum', 'minimum charge', 'at least'),
      may('postal', 'Postal codes', 'postal code', 'postal prefixes', 'zip codes'),
      may('per', 'Per', 'charged per'),
      may('fuel', 'Fuel applies', 'fuel'),
    ],
    notes: [
      '# Kinds: residential, remote, oversize, girth, overweight, extra-parcel, signature, adult-signature, saturday, insurance.',
      '# Over: length for oversize and girth, weight for overweight, value included for insurance (price is per begun 100 above it).',
      '# Per: parcel or shipment. An option without a row here is not offered. Empty Services or Zones: all of them.',
    ],
  },
  {
    key: 'fuel',
    title: 'Fuel',
    required: false,
    columns: [
      need('validFrom', 'Valid from', 'from', 'date'),
      need('percentBp', 'Percent', 'percentage', 'fuel'),
      may('services', 'Services', 'service'),
    ],
    notes: ['# Percent of freight and of the surcharges marked so, from that day on.'],
  },
];

/** Letters and digits only, lower case, without what stands in brackets: headings compare alike however they are written. */
export const plainHeading = (text: string): string =>
  text
    .replace(/\([^()]*\)/g, '')
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

/** Number of single-character changes between two texts (Levenshtein). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1)
      next.push(
        Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)),
      );
    row = next;
  }
  return row[b.length] ?? 0;
}

/** The nearest of some names to a mistyped one, undefined when none is near. */
export function nearest(text: string, names: readonly string[]): string | undefined {
  const wanted = plainHeading(text);
  if (wanted === '') return undefined;
  let best: { readonly name: string; readonly far: number } | undefined;
  for (const name of names) {
    const plain = plainHeading(name);
    const far = distance(wanted, plain);
    if (far <= Math.max(1, Math.floor(plain.length / 3)) && (best === undefined || far < best.far))
      best = { name, far };
  }
  return best?.name;
}

/** Column whose heading this is. */
export const columnOf = (columns: readonly Column[], heading: string): Column | undefined => {
  const plain = plainHeading(heading);
  return plain === ''
    ? undefined
    : columns.find((c) => [c.title, ...c.aliases].some((name) => plainHeading(name) === plain));
};

/** Title of the column that a mistyped heading comes nearest to, by its title or another name of it. */
export function nearestColumn(text: string, columns: readonly Column[]): string | undefined {
  const byName = new Map(columns.flatMap((c) => [c.title, ...c.aliases].map((name) => [name, c.title] as const)));
  return byName.get(nearest(text, [...byName.keys()]) ?? '');
}
