import { deflateRawSync } from 'node:zlib';
import * as fc from 'fast-check';
import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { DocumentError } from '../document-error.ts';
import { numberText, readSheets } from './sheet-reader.ts';
import { writeSheets } from './sheet-writer.ts';
import { readTable, type Table } from './table-reader.ts';
import { writeCsv, writeWorkbook } from './table-writer.ts';

const LIMITS = { maxRows: 100, maxColumns: 20, maxBytes: 1_000_000 };
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (ch) => ch.charCodeAt(0));
const utf16 = (text: string): Uint8Array => Uint8Array.from(Buffer.from(`\ufeff${text}`, 'utf16le'));
const csv = (bytes: Uint8Array, name = 'orders.csv'): Promise<Table> => readTable(bytes, name, LIMITS);
const error = async (promise: Promise<unknown>): Promise<DocumentError> => {
  const caught = await promise.then(
    () => undefined,
    (e: unknown) => e,
  );
  expect(caught).toBeInstanceOf(DocumentError);
  return caught instanceof DocumentError ? caught : new DocumentError('closed', 'unreachable');
};

/** A ZIP of one deflated entry whose written size may lie. */
function zip(name: string, body: Uint8Array, written = body.length): Uint8Array {
  const packed = deflateRawSync(body);
  const sizes = (size: number): Buffer => {
    const b = Buffer.alloc(12);
    b.writeUInt32LE(packed.length, 4);
    b.writeUInt32LE(size, 8);
    return b;
  };
  const start = Buffer.from([0x50, 0x4b, 3, 4, 20, 0, 0, 0, 8, 0, 0, 0, 0, 0]);
  const tail = Buffer.from([name.length, 0, 0, 0]);
  const local = Buffer.concat([start, sizes(written), tail, Buffer.from(name), packed]);
  const central = Buffer.concat([
    Buffer.from([0x50, 0x4b, 1, 2, 20, 0, 20, 0, 0, 0, 8, 0, 0, 0, 0, 0]),
    sizes(written),
    Buffer.from([name.length, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
    Buffer.from(name),
  ]);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
}

describe('CSV', () => {
  it.each([
    ['comma', utf8('Order,Name\n1,"Doe, Jo"\n')],
    ['semicolon', utf8('Order;Name\r\n1;Doe, Jo\r\n')],
    ['tab', utf8('Order\tName\n1\tDoe, Jo')],
    ['pipe', utf8('Order|Name\n1|Doe, Jo')],
    ['byte order mark', utf8('\ufeffOrder,Name\n1,"Doe, Jo"')],
    ['UTF-16', utf16('Order\tName\n1\tDoe, Jo\n')],
    ['Excel’s hint', utf8('sep=;\nOrder;Name\n1;Doe, Jo\n')],
    ['old Mac line ends', utf8('Order,Name\r1,"Doe, Jo"\r')],
  ])('with %s', async (_, bytes) => {
    const table = await csv(bytes);
    expect(table.headers).toEqual(['Order', 'Name']);
    expect(table.rows).toEqual([['1', 'Doe, Jo']]);
  });

  it('keeps decimal commas apart from the delimiter', async () => {
    const table = await csv(utf8('SKU;Prix;Poids\nA;12,50;0,3\nB;8,00;1,25\n'));
    expect(table.rows).toEqual([
      ['A', '12,50', '0,3'],
      ['B', '8,00', '1,25'],
    ]);
  });

  it('reads Windows-1252 and says so', async () => {
    const table = await csv(latin1('Nom,Ville\nCôté,Montréal \x80\n'));
    expect(table.rows).toEqual([['Côté', 'Montréal €']]);
    expect(table.warnings.join()).toContain('Windows-1252');
  });

  it('keeps line breaks and quotes inside cells, and the file’s row numbers over blank lines', async () => {
    const table = await csv(utf8('\nOrder,Note\n1,"line 1\nline ""2"""\n\n,,\n2,x\n'));
    expect(table.rows).toEqual([
      ['1', 'line 1\nline "2"'],
      ['2', 'x'],
    ]);
    expect(table.rowNumbers).toEqual([3, 6]);
  });

  it('names nameless and double columns, and tells about rows longer than the header', async () => {
    const table = await csv(utf8('SKU,,SKU,SKU (2)\n1,2,3,4,5\n'));
    expect(table.headers).toEqual(['SKU', 'Column 2', 'SKU (2)', 'SKU (2) (2)', 'Column 5']);
    expect(new Set(table.headers).size).toBe(5);
    expect(table.warnings.join()).toContain('Row 2 has more cells than the header row');
  });

  it.each([
    ['an empty file', utf8(''), /is empty/],
    ['blank lines only', utf8('\n,,\n \n'), /is empty/],
    ['a picture', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13), /not a spreadsheet/],
    ['a PDF', utf8('%PDF-1.7\n1 0 obj'), /not a spreadsheet/],
    ['a web page', utf8('<html><table><tr><td>1</td></tr></table>'), /web page/],
    ['a quotation mark left open', utf8('a,b\n1,"2\n3,4\n'), /never closed/],
  ])('refuses %s', async (_, bytes, message) => {
    const e = await error(csv(bytes));
    expect(e.code).toBe('bad-file');
    expect(e.message).toMatch(message);
  });

  it('holds its limits exactly', async () => {
    const rows = (n: number): Uint8Array => utf8(`a\n${'1\n'.repeat(n)}`);
    expect((await csv(rows(100))).rows).toHaveLength(100);
    expect((await error(csv(rows(101)))).code).toBe('too-large');
    expect((await error(csv(rows(5_000)))).code).toBe('too-large');
    expect((await error(csv(utf8(`${'a,'.repeat(20)}b\n`)))).message).toContain('21 columns; at most 20');
    expect((await error(csv(new Uint8Array(1_000_001).fill(65)))).message).toContain('at most 1.0 MB');
  });
});

const book = (rows: (string | number | boolean | Date | null)[][], extra: object = {}): Promise<Uint8Array> =>
  writeXlsx({ sheets: [{ name: 'Orders', rows, ...extra }] });

describe('XLSX', () => {
  it('turns every kind of cell into unambiguous text', async () => {
    const bytes = await book([
      ['Text', 'Whole', 'Sum', 'Big', 'Small', 'Date', 'Time', 'Yes', 'Formula text', 'Empty', 'End'],
      [
        '007',
        42,
        0.1 + 0.2,
        123456789012,
        0.0000001,
        new Date('2026-01-15T00:00:00Z'),
        new Date('2026-01-15T13:05:09Z'),
        true,
        '=SUM(1)',
        null,
        'x',
      ],
    ]);
    expect((await readTable(bytes, 'orders.xlsx', LIMITS)).rows).toEqual([
      [
        '007',
        '42',
        '0.3',
        '123456789012',
        '0.0000001',
        '2026-01-15',
        '2026-01-15 13:05:09',
        'TRUE',
        '=SUM(1)',
        '',
        'x',
      ],
    ]);
  });

  it('keeps the zeros a postal code is shown with', async () => {
    const table = await readTable(
      await book([['Zip'], [2134], [90210]], { columns: [{ numFmt: '00000' }] }),
      'z.xlsx',
      LIMITS,
    );
    expect(table.rows).toEqual([['02134'], ['90210']]);
  });

  it('warns about numbers that Excel has rounded', async () => {
    const table = await readTable(
      await book([['Tracking'], [Number('1001921334250001000300779017972697')]]),
      'z.xlsx',
      LIMITS,
    );
    expect(table.warnings.join()).toContain('Row 2 holds a number of more than 15 digits');
    expect(table.rows[0]?.[0]).toMatch(/^10019213342500\d{20}$/);
  });

  it('reads the first visible sheet with content and says that there are more', async () => {
    const bytes = await writeXlsx({
      sheets: [
        { name: 'Secret', hidden: true, rows: [['no']] },
        { name: 'Empty', rows: [] },
        { name: 'Orders', rows: [[], ['Order'], ['1']] },
        { name: 'More', rows: [['x']] },
      ],
    });
    const table = await readTable(bytes, 'a.xlsx', LIMITS);
    expect([table.sheetName, table.headers, table.rows, table.rowNumbers]).toEqual(['Orders', ['Order'], [['1']], [3]]);
    expect(table.warnings.join()).toContain('3 sheets; only "Orders" was read');
    const sheets = await readSheets(bytes, 'a.xlsx', LIMITS);
    expect(sheets.map((sheet) => sheet.name)).toEqual(['Orders', 'More']);
  });

  it('decides by content, not by name', async () => {
    expect((await readTable(await book([['a'], ['1']]), 'wrong.csv', LIMITS)).rows).toEqual([['1']]);
    expect((await readTable(utf8('a\n1\n'), 'wrong.xlsx', LIMITS)).rows).toEqual([['1']]);
  });

  it('refuses locked, old, foreign and damaged files with a sentence that helps', async () => {
    const locked = await writeXlsx({
      sheets: [{ name: 'S', rows: [['a']] }],
      encryption: { password: 'secret', spinCount: 1000 },
    });
    expect((await error(readTable(locked, 'l.xlsx', LIMITS))).message).toContain('locked with a password');
    const old = new Uint8Array(600);
    old.set([0xd0, 0xcf, 0x11, 0xe0]);
    expect((await error(readTable(old, 'o.xls', LIMITS))).message).toContain('Excel 97-2003');
    expect((await error(readTable(zip('content.xml', utf8('<x/>')), 'o.ods', LIMITS))).message).toContain(
      'OpenDocument',
    );
    expect((await error(readTable(zip('a.txt', utf8('x')), 'a.xlsx', LIMITS))).message).toContain('a ZIP archive');
    const good = await book([['a'], ['1']]);
    for (const cut of [
      good.slice(0, good.length - 30),
      good.slice(0, 200),
      zip('xl/workbook.xml', utf8('<not closed')),
    ])
      expect((await error(readTable(cut, 'd.xlsx', LIMITS))).message).toContain('damaged');
    expect((await error(readTable(await book([]), 'e.xlsx', LIMITS))).message).toContain(
      'no visible sheet has content',
    );
  });

  it('stops a zip bomb, whatever size it claims', async () => {
    const bomb = new Uint8Array(120_000_000);
    for (const written of [bomb.length, 10]) {
      const e = await error(readTable(zip('xl/workbook.xml', bomb, written), 'bomb.xlsx', LIMITS));
      expect(e.code).toBe('too-large');
      expect(e.message).toContain('more than 100 MB');
    }
  });

  it('survives any damage with a sentence', async () => {
    const good = await book([
      ['Order', 'Name'],
      ['1', 'Jo'],
      ['2', 'Al'],
    ]);
    await fc.assert(
      fc.asyncProperty(fc.nat(good.length - 1), fc.nat(255), fc.nat(60), async (at, value, length) => {
        const bytes = good.slice();
        bytes.fill(value, at, at + length);
        const outcome = await readTable(bytes, 'x.xlsx', LIMITS).then(
          () => 'read',
          (e: unknown) => (e instanceof DocumentError ? 'refused' : String(e)),
        );
        expect(['read', 'refused']).toContain(outcome);
      }),
      { numRuns: 60 },
    );
  });
});

describe('numbers as text', () => {
  it.each([
    [1e21, '1000000000000000000000'],
    [-1.5e-7, '-0.00000015'],
    [1.005, '1.005'],
    [-0, '0'],
    [12345678.9, '12345678.9'],
  ])('%d is %s', (value, text) => expect(numberText(value)).toBe(text));

  it('reads back as the same 15 digits', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e30, max: 1e30 }), (value) => {
        const text = numberText(value);
        expect(text).toMatch(/^-?\d+(\.\d+)?$/);
        expect(Number(text)).toBe(Number(value.toPrecision(15)) + 0);
      }),
      { numRuns: 200 },
    );
  });
});

describe('writing', () => {
  const columns = [{ header: 'Order' }, { header: 'Total', format: '0.00' }, { header: 'Date', format: 'yyyy-mm-dd' }];

  it('keeps text as text in a workbook', async () => {
    const hostile = '=cmd|" /C calc"!A0';
    const bytes = await writeWorkbook('Orders: 2026/11 [all] with a very long name', columns, [
      [hostile, 12.5, new Date('2026-11-20T00:00:00Z')],
      ['007\u0000\u0001', null, null],
    ]);
    const table = await readTable(bytes, 'o.xlsx', LIMITS);
    expect(table.sheetName).toBe('Orders  2026 11  all  with a ve');
    expect(table.rows).toEqual([
      [hostile, '12.5', '2026-11-20'],
      ['007', '', ''],
    ]);
  });

  it('round-trips any text through XLSX and CSV', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.string({ maxLength: 30 }), fc.string({ unit: 'grapheme', maxLength: 20 })), {
          minLength: 1,
          maxLength: 8,
        }),
        async (pairs) => {
          const rows = pairs.map(([a, b], n) => [`n${n}`, `x${a}x`.replace(/\r/g, ''), `y${b}y`.replace(/\r/g, '')]);
          const headers = ['Key', 'A', 'B'];
          const book = await readTable(
            await writeWorkbook(
              'S',
              headers.map((header) => ({ header })),
              rows,
            ),
            'a.xlsx',
            LIMITS,
          );
          expect(book.rows).toEqual(rows);
          const text = await readTable(writeCsv(headers, rows), 'a.csv', LIMITS);
          expect(text.rows).toEqual(rows);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('disarms formulas in CSV but not numbers', () => {
    const text = new TextDecoder().decode(writeCsv(['A'], [['=1+1'], ['-3.5'], ['@x'], ['+1 412'], ['a"b'], ['\tx']]));
    expect(text).toBe('A\r\n\'=1+1\r\n-3.5\r\n\'@x\r\n\'+1 412\r\n"a""b"\r\n"\'\tx"\r\n'.replace('"\'\tx"', "'\tx"));
  });

  it('writes several sheets', async () => {
    const sheets = await readSheets(
      await writeSheets([
        {
          name: 'Zones',
          rows: [
            ['Zone', '007'],
            ['', 'x'],
          ],
        },
        { name: 'Rates', rows: [['=1']] },
      ]),
      't.xlsx',
      LIMITS,
    );
    expect(sheets.map(({ name, rows }) => ({ name, rows }))).toEqual([
      {
        name: 'Zones',
        rows: [
          ['Zone', '007'],
          ['', 'x'],
        ],
      },
      { name: 'Rates', rows: [['=1']] },
    ]);
  });
});
