import { readSheets } from '@scanship/documents/tables/sheet-reader';
import { writeSheets } from '@scanship/documents/tables/sheet-writer';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDecimal, readPercent, readPostal, readPrice } from './cell-values.ts';
import { parseRateSheet } from './parse-rate-sheet.ts';
import type { SheetTable } from './parse-rate-sheet.ts';
import { demoRateSheet, rateSheetTemplate, sheetAsCsv, inOneTable } from './rate-sheet-template.ts';

/** A small sheet that is right, as a workbook. Each test spoils something in it. */
const good: Readonly<Record<string, readonly (readonly string[])[]>> = {
  Settings: [
    ['Setting', 'Value'],
    ['Courier name', 'Local'],
    ['Currency', 'CAD'],
    ['Tracking prefix', 'lc'],
    ['Country', 'Canada'],
    ['Units', 'kg and cm'],
  ],
  Services: [
    ['Service', 'Name', 'Max weight (kg)'],
    ['NEXT', 'Next day', '30'],
  ],
  Zones: [
    ['Zone', 'Name', 'Country', 'Provinces', 'Postal codes'],
    ['CITY', 'City', '', '', 'M1A-M9W'],
    ['ON', 'Ontario', 'CA', 'Ontario', ''],
  ],
  Rates: [
    ['Service', 'Zone', 'Over', 'Up to', 'Price', 'Per further', 'Price per further', 'Days'],
    ['next', 'city', '0', '5', '8.50', '', '', '1'],
    ['next', 'city', '5', '', '8,50', '1', '0.40', ''],
    ['next', 'on', '0', '30', '$12.00', '', '', '2'],
  ],
};
const tables = (change: Readonly<Record<string, readonly (readonly string[])[]>> = {}): SheetTable[] =>
  Object.entries({ ...good, ...change }).map(([name, rows]) => ({ name, rows }));
const replaced = (section: string, row: number, column: number, value: string) => ({
  [section]: (good[section] ?? []).map((cells, r) =>
    r === row - 1 ? cells.map((c, i) => (i === column ? value : c)) : cells,
  ),
});
const added = (section: string, ...rows: readonly (readonly string[])[]) => ({
  [section]: [...(good[section] ?? []), ...rows],
});
/** Problems as "Section row column: message". */
const wrong = (change: Readonly<Record<string, readonly (readonly string[])[]>>) => {
  const { sheet, problems } = parseRateSheet(tables(change));
  expect(sheet === undefined).toBe(problems.length > 0);
  return problems.map((p) => `${p.section} ${p.row ?? '-'} ${p.column ?? '-'}: ${p.message}`);
};

describe('a right sheet', () => {
  it('is read as it says', () => {
    const { sheet, problems } = parseRateSheet(tables());
    expect(problems).toEqual([]);
    expect(sheet?.settings).toEqual({
      name: 'Local',
      currency: 'CAD',
      prefix: 'LC',
      country: 'CA',
      units: 'metric',
      roundTo: 500,
      divisor: null,
      canadianTaxes: false,
    });
    expect(sheet?.services[0]).toMatchObject({ code: 'NEXT', maxWeight: 30_000, parcels: 'each' });
    expect(sheet?.zones.map((z) => [z.zone, z.provinces, z.postal])).toEqual([
      ['CITY', [], [{ from: 'M1A', to: 'M9W' }]],
      ['ON', ['ON'], []],
    ]);
    expect(sheet?.rates[1]).toEqual({
      service: 'NEXT',
      fromZone: null,
      toZone: 'CITY',
      over: 5000,
      upTo: null,
      price: 850,
      step: 1000,
      stepPrice: 40,
      days: null,
    });
  });

  it('may be one table with section lines, blank lines and notes, in any order of sections', () => {
    const rows = Object.entries(good)
      .toReversed()
      .flatMap(([name, inside]) => [['# note'], [`[${name.toLowerCase()}]`], [], ...inside, ['', '']]);
    expect(parseRateSheet([{ name: 'sheet1', rows }])).toEqual(parseRateSheet(tables()));
  });

  it('may hold a sheet of notes', () =>
    expect(parseRateSheet([...tables(), { name: 'Notes', rows: [['anything']] }]).problems).toEqual([]));
});

/** What an upload of this file gives, through the reader that the server uses. */
const upload = async (bytes: Uint8Array, name: string) =>
  parseRateSheet(await readSheets(bytes, name, { maxRows: 20_000, maxColumns: 60, maxBytes: 1e6 }));
const uploadText = (text: string) => upload(new TextEncoder().encode(text), 'maple.csv');

describe('the template', () => {
  it('is accepted as a workbook of six sheets and as one table, with the same result', () => {
    expect(rateSheetTemplate().map((t) => t.name)).toEqual([
      'Settings',
      'Services',
      'Zones',
      'Rates',
      'Surcharges',
      'Fuel',
    ]);
    const parsed = parseRateSheet([{ name: 'Sheet1', rows: inOneTable(rateSheetTemplate()) }]);
    expect(parsed).toEqual({ sheet: demoRateSheet(), problems: [] });
    expect(sheetAsCsv(rateSheetTemplate()).startsWith('\uFEFF[Settings],')).toBe(true);
  });

  it('comes back from a workbook, and mistakes keep their sheet and row', async () => {
    expect(await upload(await writeSheets(rateSheetTemplate()), 'maple.xlsx')).toEqual({
      sheet: demoRateSheet(),
      problems: [],
    });
    const spoiled = rateSheetTemplate().map(({ name, rows }) => ({
      name,
      rows: name === 'Rates' ? [[], ...rows.map((row) => row.map((cell) => (cell === '15.95' ? 'free' : cell)))] : rows,
    }));
    const expected = spoiled.flatMap(({ name, rows }) =>
      rows.flatMap((row, index) => (row.includes('free') ? [`${name} ${index + 1} Price`] : [])),
    );
    const { problems } = await upload(await writeSheets(spoiled), 'maple.xlsx');
    expect(expected.length).toBeGreaterThan(2);
    expect(
      problems.map((p) => `${p.section} ${p.row} ${p.column}`).filter((p, i, all) => all.indexOf(p) === i),
    ).toEqual(expected);
  });

  it.each(['\t', ';', ','])(
    'comes back from a file with %j between the cells, and mistakes keep their line',
    async (mark) => {
      const lines = inOneTable(rateSheetTemplate()).map((row) =>
        row.map((cell) => (/[",;\t]/.test(cell) ? `"${cell}"` : cell)).join(mark),
      );
      expect(await uploadText(lines.join('\r\n'))).toEqual({ sheet: demoRateSheet(), problems: [] });
      const at = lines.findIndex((line) => line.startsWith(`NEXT_DAY${mark}${mark}QUE`));
      const spoiled = lines.with(at, (lines[at] ?? '').replace('12.95', 'free'));
      expect((await uploadText(spoiled.join('\r\n'))).problems).toEqual([
        { section: 'Rates', row: at + 1, column: 'Price', message: '"free" is not a price in CAD, such as 12.50.' },
      ]);
    },
  );
});

describe('every mistake has its row, column and sentence', () => {
  it.each<[string, Readonly<Record<string, readonly (readonly string[])[]>>, string[]]>([
    [
      'overlapping breaks',
      replaced('Rates', 3, 2, '4'),
      ['Rates 3 Over: NEXT to CITY: the break over 4 kg overlaps the one over 0 kg up to 5 kg.'],
    ],
    ['a gap', replaced('Rates', 3, 2, '6'), ['Rates 3 Over: NEXT to CITY has no price between 5 kg and 6 kg.']],
    ['a late start', replaced('Rates', 4, 2, '1'), ['Rates 4 Over: NEXT to ON has no price from 0 to 1 kg.']],
    [
      'an early end',
      replaced('Rates', 4, 3, '20'),
      ['Rates 4 Up to: NEXT to ON takes parcels up to 30 kg, but its prices end at 20 kg.'],
    ],
    [
      'a break the wrong way round',
      replaced('Rates', 4, 2, '40'),
      ['Rates 4 Up to: The break ends where it begins or before.'],
    ],
    ['an unknown zone', replaced('Rates', 4, 1, 'moon'), ['Rates 4 To zone: Zone "MOON" is not in the zones section.']],
    [
      'an unknown service',
      replaced('Rates', 4, 0, 'slow'),
      ['Rates 4 Service: Service "SLOW" is not in the services section.'],
    ],
    [
      'a doubled service',
      added('Services', ['next', 'Again', '']),
      ['Services 3 Service: Service "NEXT" is there already (its name is "Next day"); each service stands once.'],
    ],
    [
      'a service without rates',
      added('Services', ['SLOW', 'Slow', '']),
      ['Services 3 Service: Service "SLOW" has no rates.'],
    ],
    ['a negative price', replaced('Rates', 2, 4, '-1.00'), ['Rates 2 Price: "-1.00" is below zero.']],
    [
      'a price with too many decimals',
      replaced('Rates', 2, 4, '1.005'),
      ['Rates 2 Price: "1.005" is not a price in CAD, such as 12.50.'],
    ],
    ['no price', replaced('Rates', 2, 4, ''), ['Rates 2 Price: Price is empty.']],
    [
      'an unclear comma',
      replaced('Rates', 2, 3, '5,000'),
      ['Rates 2 Up to: "5,000" can be read in two ways; write 5.000 or 5000.'],
    ],
    [
      'pounds in a kilogram sheet',
      replaced('Rates', 2, 3, '5 lb'),
      ['Rates 2 Up to: "5 lb" is in lb; this sheet is in kg.'],
    ],
    [
      'half a step',
      replaced('Rates', 3, 6, ''),
      ['Rates 3 Price per further: A price per further weight needs both: the weight of a step and its price.'],
    ],
    ['two transit times', replaced('Rates', 3, 7, '2'), ['Rates 3 Days: NEXT to CITY takes 1 days above and 2 here.']],
    [
      'a postal code that cannot be',
      replaced('Zones', 2, 4, 'D1A'),
      ['Zones 2 Postal codes: "D1A" is not the beginning of a Canadian postal code such as M5V.'],
    ],
    [
      'a range of two lengths',
      replaced('Zones', 2, 4, 'M1-M9W'),
      ['Zones 2 Postal codes: "M1-M9W": both ends of a range need the same length.'],
    ],
    [
      'a range backwards',
      replaced('Zones', 2, 4, 'M9W-M1A'),
      ['Zones 2 Postal codes: "M9W-M1A" is the wrong way round: write M1A-M9W.'],
    ],
    [
      'a place in two zones',
      added('Zones', ['WEST', 'West', 'CA', '', 'M8V-M9Z']),
      [
        'Zones 4 Postal codes: Zones CITY and WEST both claim postal codes M8V to M9Z; a place can lie in one zone only.',
      ],
    ],
    [
      'a province in two zones',
      added('Zones', ['EAST', 'East', 'CA', 'ON, QC', '']),
      ['Zones 4 Provinces: Zones ON and EAST both claim ON, CA; a place can lie in one zone only.'],
    ],
    [
      'a province of another country',
      replaced('Zones', 3, 3, 'Texas'),
      ['Zones 3 Provinces: "Texas" is not a province or state of CA.'],
    ],
    [
      'an unknown country',
      replaced('Zones', 3, 2, 'Utopia'),
      ['Zones 3 Country: "Utopia" is not a country; write its code such as CA or US.'],
    ],
    [
      'an unknown currency',
      replaced('Settings', 3, 1, 'CDN'),
      ['Settings 3 Currency: "CDN" is not a currency code such as CAD or USD.'],
    ],
    [
      'a long prefix',
      replaced('Settings', 4, 1, 'LOC'),
      ['Settings 4 Tracking prefix: Tracking prefix "LOC" must be two letters, such as ML.'],
    ],
    ['a missing setting', { Settings: (good.Settings ?? []).slice(0, -1) }, ['Settings - Units: Units is missing.']],
    [
      'a mistyped setting',
      added('Settings', ['Canadian tax', 'no'], ['Divisr', '5000']),
      [
        'Settings 7 Canadian tax: There is no setting "Canadian tax"; did you mean "Canadian taxes"?',
        'Settings 8 Divisr: There is no setting "Divisr"; did you mean "Dimensional divisor"?',
      ],
    ],
    ['a setting given twice', added('Settings', ['currency', 'USD']), ['Settings 7 currency: Currency is set twice.']],
    [
      'a mistyped heading',
      replaced('Rates', 1, 4, 'Prise'),
      ['Rates 1 Prise: There is no column "Prise" in Rates; did you mean "Price"?'],
    ],
    [
      'a missing column',
      { Rates: (good.Rates ?? []).map((row) => row.filter((_, i) => i !== 2)) },
      ['Rates 1 Over: The column "Over" is missing.'],
    ],
    [
      'a doubled column',
      replaced('Zones', 1, 3, 'Zone code'),
      ['Zones 1 Zone code: Columns "Zone" and "Zone code" are the same.'],
    ],
    [
      'a cell beside the table',
      added('Services', ['FAR', 'Far', '', 'stray']),
      [
        'Services 3 -: "stray" stands to the right of the last column.',
        'Services 3 Service: Service "FAR" has no rates.',
      ],
    ],
    [
      'an unknown surcharge',
      {
        Surcharges: [
          ['Kind', 'Price'],
          ['residental', '2'],
        ],
      },
      ['Surcharges 2 Kind: "residental" is not a kind of surcharge; did you mean "residential"?'],
    ],
    [
      'a surcharge twice',
      {
        Surcharges: [
          ['Kind', 'Price'],
          ['saturday', '2'],
          ['saturday', '3'],
        ],
      },
      ['Surcharges 3 Kind: "Saturday" above already charges saturday for the same services and zones.'],
    ],
    [
      'a surcharge without its threshold',
      {
        Surcharges: [
          ['Kind', 'Price'],
          ['overweight', '2'],
        ],
      },
      ['Surcharges 2 Over: A surcharge of kind overweight needs the size or weight over which it is charged.'],
    ],
    [
      'a surcharge without an amount',
      {
        Surcharges: [
          ['Kind', 'Price'],
          ['signature', ''],
        ],
      },
      ['Surcharges 2 Price: Price is empty; write 0 for an option that costs nothing.'],
    ],
    [
      'a remote surcharge without places',
      {
        Surcharges: [
          ['Kind', 'Price'],
          ['remote', '5'],
        ],
      },
      ['Surcharges 2 Postal codes: A remote surcharge needs the postal codes it is for.'],
    ],
    [
      'an American date',
      {
        Fuel: [
          ['Valid from', 'Percent'],
          ['12/31/2026', '5'],
        ],
      },
      ['Fuel 2 Valid from: "12/31/2026" is not a day; write year-month-day, such as 2026-12-31.'],
    ],
    [
      'a day that is not',
      {
        Fuel: [
          ['Valid from', 'Percent'],
          ['2026-02-30', '5'],
        ],
      },
      ['Fuel 2 Valid from: "2026-02-30" is not a day; write year-month-day, such as 2026-12-31.'],
    ],
    [
      'a percentage cell of a spreadsheet',
      {
        Fuel: [
          ['Valid from', 'Percent'],
          ['2026-01-01', '0.12'],
        ],
      },
      ['Fuel 2 Percent: "0.12" can be read in two ways; write it with a sign: 0.12 % or 12 %.'],
    ],
    [
      'fuel twice on a day',
      {
        Fuel: [
          ['Valid from', 'Percent'],
          ['2026-01-01', '5'],
          ['2026-01-01 00:00:00', '6'],
        ],
      },
      ['Fuel 3 Valid from: There is a fuel percentage from 2026-01-01 for these services already.'],
    ],
    [
      'a mistyped sheet name',
      { Sercharges: [['Kind', 'Price']] },
      ['Sercharges 1 -: Sheet "Sercharges" is not a section of a rate sheet; did you mean "Surcharges"?'],
    ],
  ])('%s', (_, change, expected) => expect(wrong(change)).toEqual(expected));

  it('says what is missing of a file that is something else', () => {
    const { sheet, problems } = parseRateSheet([
      {
        name: 'orders.csv',
        rows: [
          ['Order', 'Name'],
          ['1', 'Ada'],
        ],
      },
    ]);
    expect(sheet).toBeUndefined();
    expect(problems.map((p) => p.message)).toEqual([
      'No section begins here. A section begins with a line that holds its name in brackets, such as [Services].',
      'The section Settings is missing.',
      'The section Services is missing.',
      'The section Zones is missing.',
      'The section Rates is missing.',
    ]);
    expect(parseRateSheet([]).problems).toHaveLength(4);
  });

  it('answers all mistakes at once, and none that only follow from another', () => {
    const found = wrong({
      ...replaced('Settings', 3, 1, 'XYZ'),
      ...replaced('Zones', 2, 4, 'm5v-'),
      Rates: [
        ...(good.Rates ?? []).slice(0, 2),
        ['next', 'city', 'five', '', '9', '', '', ''],
        ['next', 'on', '0', '30', 'twelve', '', '', ''],
      ],
    });
    expect(found).toEqual([
      'Settings 3 Currency: "XYZ" is not a currency code such as CAD or USD.',
      'Zones 2 Postal codes: "M5V-" is not the beginning of a postal code or a range such as M1A-M9W.',
      'Rates 3 Over: "five" is not a number of kg, such as 2.5.',
      'Rates 4 Price: "twelve" is not a price in XYZ, such as 12.50.',
    ]);
  });

  it('never throws, and never accepts a sheet with a problem', () => {
    const cell = fc.oneof(
      fc.string({ maxLength: 12 }),
      fc.constantFrom('', '0', '5', '-1', 'NEXT', 'CITY', '[Rates]', 'Price', '# x', '1,5', 'M1A-M9W'),
    );
    const at = fc.tuple(fc.constantFrom('Settings', 'Services', 'Zones', 'Rates'), fc.nat(6), fc.nat(8), cell);
    fc.assert(
      fc.property(fc.array(at, { maxLength: 8 }), (edits) => {
        const spoiled = Object.fromEntries(
          Object.entries(good).map(([name, rows]) => [name, rows.map((row) => [...row])]),
        );
        for (const [section, row, column, value] of edits) {
          const cells = spoiled[section]?.[row];
          if (cells) cells[column] = value;
        }
        const dense = Object.entries(spoiled).map(([name, rows]) => ({
          name,
          rows: rows.map((row) => Array.from(row, (c) => c ?? '')),
        }));
        const { sheet, problems } = parseRateSheet(dense);
        expect(sheet === undefined).toBe(problems.length > 0);
        for (const p of problems) expect(p.message).toMatch(/^.{8,}[.?]$/su);
      }),
      { numRuns: 200 },
    );
  });
});

describe('cells', () => {
  it.each([
    ['2.5', 2500],
    ['2,5', 2500],
    [' 2.5 kg ', 2500],
    ['0', 0],
    ['1 000', 1_000_000],
    ['2.5000', 2500],
  ])('weight "%s" is %i thousandths', (text, value) => expect(readDecimal(text, 3, 'kg')).toEqual({ ok: true, value }));
  it.each(['', 'kg', '1e3', '--2', '2.5.1', '0x1F', 'NaN', '2.0005'])('weight "%s" is none', (text) =>
    expect(readDecimal(text, 3, 'kg').ok).toBe(false),
  );
  it('prices and percentages take the French comma', () => {
    expect(readPrice('1 234,50 $', 'CAD')).toEqual({ ok: true, value: 123_450 });
    expect(readPercent('12,5 %')).toEqual({ ok: true, value: 1250 });
    expect(readPercent('0.5 %')).toEqual({ ok: true, value: 50 });
    expect(readPercent('250').ok).toBe(false);
  });
  it('postal codes may hold blanks', () =>
    expect(readPostal('m5v 2t6; L4T \u2013 L4Z')).toEqual({
      ok: true,
      value: [
        { from: 'M5V2T6', to: 'M5V2T6' },
        { from: 'L4T', to: 'L4Z' },
      ],
    }));
});
