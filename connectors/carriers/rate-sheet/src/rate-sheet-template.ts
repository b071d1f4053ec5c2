/**
 * The rate sheet to start from: a complete example with explanations in it, which is also the demo's own courier. One
 * list of rows makes the workbook, the CSV file and the built-in sheet, so they cannot differ.
 */
import type { CarrierManifest, CarrierService } from '@scanship/connector-kit/carrier/carrier';
import type { RateSheet, SheetSection } from '@scanship/domain/rating/rate-sheet';
import { parseRateSheet } from './parse-rate-sheet.ts';
import { SECTIONS } from './sheet-columns.ts';
import type { SheetTable } from './sheet-sections.ts';

type Row = readonly string[];

/** Rows of one lane: prices up to 1, 5 and 10 kg, then the last price plus so much a further kilogram. */
function lane(
  [service, from, to]: readonly [string, string, string],
  prices: readonly [string, string, string],
  furtherKg: string,
  most: string,
  days: string,
): Row[] {
  const [one, five, ten] = prices;
  return [
    [service, from, to, '0', '1', one, '', '', days],
    [service, from, to, '1', '5', five, '', '', ''],
    [service, from, to, '5', '10', ten, '', '', ''],
    [service, from, to, '10', most, ten, '1', furtherKg, ''],
  ];
}

const ROWS: Readonly<Record<SheetSection, readonly Row[]>> = {
  settings: [
    ['Courier name', 'Maple Local Courier'],
    ['Currency', 'CAD'],
    ['Tracking prefix', 'ML'],
    ['Country', 'CA'],
    ['Units', 'kg/cm'],
    ['Round weight up to', '0.5'],
    ['Dimensional divisor', '5000'],
    ['Canadian taxes', 'yes'],
  ],
  services: [
    ['SAME_DAY', 'Maple Same Day', '25', '120', '250', '', 'each', '10', '', ''],
    ['NEXT_DAY', 'Maple Next Day', '30', '150', '300', '', 'each', '25', '', ''],
    ['ECONOMY', 'Maple Economy', '30', '150', '300', '6000', 'combined', '25', '5.95', ''],
  ],
  zones: [
    ['GTA', 'Greater Toronto Area', 'CA', 'ON', 'M; L1S-L1Z; L3P-L3T; L4B-L4L; L4S-L4Z; L5A-L5W; L6A-L6Z; L7A'],
    ['ONT', 'Ontario', 'CA', 'ON', ''],
    ['QUE', 'Québec', 'CA', 'QC', ''],
    ['CAN', 'Rest of Canada', 'CA', '', ''],
    ['USA', 'United States', 'US', '', ''],
  ],
  rates: [
    ...lane(['SAME_DAY', 'GTA', 'GTA'], ['9.95', '12.95', '15.95'], '0.85', '25', '0'),
    ...lane(['NEXT_DAY', '', 'GTA'], ['7.45', '8.95', '11.45'], '0.60', '30', '1'),
    ...lane(['NEXT_DAY', '', 'ONT'], ['10.95', '13.45', '17.95'], '0.85', '30', '1'),
    ...lane(['NEXT_DAY', '', 'QUE'], ['12.95', '15.95', '20.95'], '0.95', '30', '2'),
    ...lane(['ECONOMY', '', 'GTA'], ['5.95', '6.95', '8.95'], '0.40', '', '2'),
    ...lane(['ECONOMY', '', 'ONT'], ['8.45', '9.95', '13.45'], '0.60', '', '3'),
    ...lane(['ECONOMY', '', 'QUE'], ['9.95', '11.95', '15.95'], '0.70', '', '4'),
    ...lane(['ECONOMY', '', 'CAN'], ['13.95', '17.95', '24.95'], '1.35', '', '6'),
    ...lane(['ECONOMY', '', 'USA'], ['15.95', '24.95', '38.95'], '2.60', '', '7'),
  ],
  surcharges: [
    ['residential', 'Residential delivery', 'NEXT_DAY, ECONOMY', '', '', '2.75', '', '', '', 'shipment', 'yes'],
    ['remote', 'Remote area', '', '', '', '14.50', '', '', 'P0A-P0Y; X0A-X1A; Y0A-Y1A', 'shipment', 'yes'],
    ['oversize', 'Longer than 100 cm', '', '', '100', '12.00', '', '', '', 'parcel', 'yes'],
    ['overweight', 'Heavier than 22.5 kg', '', '', '22.5', '9.50', '', '', '', 'parcel', 'yes'],
    ['extra-parcel', 'Further parcel', 'ECONOMY', '', '', '1.50', '', '', '', 'parcel', 'no'],
    ['signature', 'Signature', '', '', '', '2.25', '', '', '', 'shipment', 'no'],
    ['adult-signature', 'Adult signature', '', '', '', '5.25', '', '', '', 'shipment', 'no'],
    ['saturday', 'Saturday delivery', 'NEXT_DAY', 'GTA', '', '15.00', '', '', '', 'shipment', 'no'],
    ['insurance', 'Insurance above 100 CAD', '', '', '100', '1.75', '', '3.50', '', 'shipment', 'no'],
  ],
  fuel: [
    ['2026-01-01', '12.5 %', ''],
    ['2026-10-01', '13.75 %', ''],
  ],
};

const tablesOf = (rowsOf: Readonly<Record<SheetSection, readonly Row[]>>): SheetTable[] =>
  SECTIONS.map(({ key, title, columns, notes }) => ({
    name: title,
    rows: [...notes.map((note) => [note]), columns.map((column) => column.title), ...rowsOf[key]],
  }));

/** The template as the sheets of a workbook: notes, headings, example rows. */
export const rateSheetTemplate = (): SheetTable[] => tablesOf(ROWS);

const HOME = 'HOME';
const WORLD = 'WORLD';

/**
 * What the list of a carrier that tells no prices begins with: its services, a zone at home and one abroad, and a row for
 * each to which a price has to be put. Without prices it is refused, row by row.
 */
export function priceListTemplate(
  carrier: Pick<CarrierManifest, 'name' | 'originCountries' | 'services'>,
): SheetTable[] {
  const [home = 'CA'] = carrier.originCountries.filter((country) => country !== '*');
  const zonesOf = ({ scope }: CarrierService): readonly string[] =>
    scope === 'domestic' ? [HOME] : scope === 'international' ? [WORLD] : [HOME, WORLD];
  const most = ({ maxGrams }: CarrierService): string => (maxGrams === undefined ? '' : String(maxGrams / 1000));
  return tablesOf({
    settings: [
      ['Courier name', carrier.name.slice(0, 35)],
      ['Currency', CURRENCIES[home] ?? 'EUR'],
      ['Tracking prefix', 'XX'],
      ['Country', home],
      ['Units', 'kg/cm'],
      ['Round weight up to', '0.001'],
      ['Dimensional divisor', '0'],
      ['Canadian taxes', 'no'],
    ],
    services: carrier.services.map((service) => [
      service.code,
      service.name,
      most(service),
      '',
      '',
      '',
      'each',
      '',
      '',
      '',
    ]),
    zones: [
      [HOME, 'At home', home, '', ''],
      [WORLD, 'Abroad', '*', '', ''],
    ],
    rates: carrier.services.flatMap((service) =>
      zonesOf(service).map((zone) => [service.code, '', zone, '0', most(service), '', '', '', '']),
    ),
    surcharges: [],
    fuel: [],
  });
}

/** Of the countries whose carriers tell no prices. */
const CURRENCIES: Readonly<Record<string, string>> = { AU: 'AUD', CA: 'CAD', CH: 'CHF', GB: 'GBP', US: 'USD' };

/**
 * The sheets as one table with a line such as [Rates] before each section, all rows equally wide: for a CSV file, or for a
 * workbook of one sheet.
 */
export function inOneTable(sheets: readonly SheetTable[]): string[][] {
  const rows = sheets.flatMap(({ name, rows: inside }) => [[`[${name}]`], ...inside.map((row) => [...row]), []]);
  const width = Math.max(...rows.map((row) => row.length));
  return rows.map((row) => Array.from({ length: width }, (_, index) => row[index] ?? ''));
}

const quoted = (cell: string): string => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** The sheets as a CSV file (RFC 4180), with a byte order mark for Excel. */
export function sheetAsCsv(sheets: readonly SheetTable[]): string {
  const lines = inOneTable(sheets).map((row) => row.map(quoted).join(','));
  return `\uFEFF${lines.join('\r\n')}\r\n`;
}

/** The template's courier as a sheet in force: "Maple Local Courier" of Toronto. */
export function demoRateSheet(): RateSheet {
  const { sheet, problems } = parseRateSheet(rateSheetTemplate());
  if (sheet === undefined) throw new Error(`the template is wrong: ${problems[0]?.message}`);
  return sheet;
}
