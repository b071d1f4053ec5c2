import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codesOf, decodePng } from '../../test/pixels.ts';
import { codePng } from '../barcodes/code-png.ts';
import { type PackingListModel, packingListWorkbook } from '../paperwork/packing-list.ts';
import { readSheets } from './sheet-reader.ts';
import { streamCsv, streamWorkbook } from './table-stream.ts';
import type { TableValue } from './table-writer.ts';

const folder = mkdtempSync(join(tmpdir(), 'scanship-sheets-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const LIMITS = { maxBytes: 50_000_000, maxUnpackedBytes: 200_000_000, maxRows: 200_000, maxColumns: 100 };

/** LibreOffice where it is installed; the files are read back by our own reader in any case. */
const office = ((): string | undefined => {
  try {
    return execFileSync('which', ['soffice'], { encoding: 'utf8' }).trim() || undefined;
  } catch {
    return undefined;
  }
})();
/** What LibreOffice reads in a workbook, as CSV. */
function inLibreOffice(name: string, bytes: Uint8Array): string | undefined {
  if (office === undefined) return undefined;
  const file = join(folder, name);
  writeFileSync(file, bytes);
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
  const filter = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false';
  execFileSync(office, [profile, '--headless', '--convert-to', filter, '--outdir', folder, file], {
    stdio: 'ignore',
    timeout: 60_000,
  });
  return readFileSync(join(folder, name.replace(/\.xlsx$/, '.csv')), 'utf8');
}
beforeAll(() => {
  if (office === undefined) console.log('soffice is not installed: spreadsheets are read back by our own reader alone');
});

async function whole(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of chunks) parts.push(part);
  return Buffer.concat(parts);
}
const COLUMNS = [
  { header: 'Order' },
  { header: 'Postal code' },
  { header: 'Phone' },
  { header: 'Note' },
  { header: 'Total' },
];
const HOSTILE: readonly (readonly TableValue[])[] = [
  ['#1001', '01234', '+1 416 555 0182', '=HYPERLINK("http://evil.example","x")', 12.5],
  ['0099', '00501', '00441632', '@SUM(1)', 0],
  ['1234567890123456789', 'H2Y 2A6', '-5', 'two\nlines, "quoted"; and & <b>', 1_000_000.01],
  ['القاهرة', '100-0001', '', '한국어 中文 \u0000\u0007 \ud800', null],
];

describe('a table that is written while it is read', () => {
  test('keeps text as text: numbers of orders, postal codes, phones, and what looks like a formula', async () => {
    const bytes = await whole(streamWorkbook('Orders', COLUMNS, HOSTILE));
    const { sheets } = await readXlsx(bytes);
    expect(sheets[0]?.rows).toEqual([
      COLUMNS.map(({ header }) => header),
      HOSTILE[0],
      HOSTILE[1],
      HOSTILE[2],
      ['القاهرة', '100-0001', null, '한국어 中文  \ufffd', null].slice(0, sheets[0]?.rows[4]?.length),
    ]);
    expect(JSON.stringify(sheets[0]?.cells ?? {})).not.toContain('formula');
    const csv = inLibreOffice('hostile.xlsx', bytes);
    if (csv !== undefined) {
      expect(csv).toContain('#1001,01234,+1 416 555 0182,"=HYPERLINK(""http://evil.example"",""x"")",12.5');
      expect(csv).toContain('1234567890123456789,H2Y 2A6,-5');
      expect(csv).toContain('한국어 中文');
    }
  });

  test('as CSV disarms formulas and is read by our own reader', async () => {
    const bytes = await whole(
      streamCsv(
        COLUMNS.map(({ header }) => header),
        HOSTILE,
      ),
    );
    const text = bytes.toString('utf8');
    expect(text.startsWith('\ufeffOrder,Postal code,Phone,Note,Total\r\n')).toBe(true);
    expect(text).toContain(`"'=HYPERLINK(""http://evil.example"",""x"")"`);
    expect(text).toContain(`'@SUM(1)`);
    const [sheet] = await readSheets(bytes, 'Orders.csv', LIMITS);
    expect(sheet?.rows[1]?.slice(0, 2)).toEqual(['#1001', '01234']);
  });

  test('asks for no row that nobody takes, and lets go of the source', async () => {
    let given = 0;
    let ended = false;
    async function* endless(): AsyncGenerator<readonly TableValue[]> {
      try {
        for (;;) {
          given += 1;
          // Not compressible, so that bytes come out soon.
          yield [given, Math.random(), Math.random(), Math.random(), Math.random()];
        }
      } finally {
        ended = true;
      }
    }
    for (const chunks of [streamWorkbook('x', COLUMNS, endless()), streamCsv(['a', 'b', 'c', 'd', 'e'], endless())]) {
      [given, ended] = [0, false];
      let bytes = 0;
      for await (const chunk of chunks) {
        bytes += chunk.length;
        if (bytes > 100_000) break;
      }
      expect(ended).toBe(true);
      expect(given).toBeLessThan(100_000);
    }
  });

  test('fails aloud where its source fails', async () => {
    async function* broken(): AsyncGenerator<readonly TableValue[]> {
      yield ['1', '2', '3', '4', 5];
      throw new Error('the database is gone');
    }
    await expect(whole(streamWorkbook('x', COLUMNS, broken()))).rejects.toThrow('the database is gone');
    await expect(whole(streamCsv(['a'], broken()))).rejects.toThrow('the database is gone');
  });
});

const LIST: PackingListModel = {
  language: 'en',
  orders: [
    {
      orderNumber: '#1001',
      orderDate: '2026-11-21 09:30:00',
      recipient: 'Éloïse Tremblay',
      destination: 'Toronto ON M5H 2M5, CA',
      items: [
        { sku: 'RED-MUG-11OZ', name: 'Mug, red', quantity: 2 },
        { sku: '', name: 'Gift card', quantity: 1 },
      ],
    },
    {
      orderNumber: 'طلب-٧',
      orderDate: '2026-11-20 23:59:59',
      recipient: '=cmd()',
      destination: 'القاهرة, EG',
      items: [{ sku: 'RED-MUG-11OZ', name: 'Mug, red', quantity: 3 }],
    },
    {
      orderNumber: '1003',
      orderDate: '2026-11-20 00:00:00',
      recipient: 'Nobody',
      destination: 'Laval QC, CA',
      items: [],
    },
  ],
};

describe('the packing list', () => {
  test('has a row an item, barcodes that read, and the units of all', async () => {
    const bytes = await packingListWorkbook(LIST);
    const { sheets } = await readXlsx(bytes);
    const [sheet] = sheets;
    expect(sheet?.rows.map((row) => [row[0], row[7], row[9], row[10]])).toEqual([
      ['Order', 'SKU', 'Item', 'Qty'],
      ['#1001', 'RED-MUG-11OZ', 'Mug, red', 2],
      ['#1001', null, 'Gift card', 1],
      ['طلب-٧', 'RED-MUG-11OZ', 'Mug, red', 3],
      ['1003', null, null, null],
      [null, null, 'Total units', 6],
    ]);
    expect(sheet?.rows[3]?.[3]).toBe('=cmd()');
    const images = sheet?.images ?? [];
    const read = await Promise.all(
      images.map(async ({ data, anchor }) => ({
        at: [anchor.from.row, anchor.from.col],
        codes: await codesOf(decodePng(Buffer.from(data))),
      })),
    );
    expect(read).toEqual([
      { at: [1, 1], codes: [{ text: '#1001', kind: ']C0' }] },
      { at: [1, 8], codes: [{ text: 'RED-MUG-11OZ', kind: ']C0' }] },
      // No linear code holds Arabic.
      { at: [3, 1], codes: [{ text: 'طلب-٧', kind: ']Q1' }] },
      { at: [3, 8], codes: [{ text: 'RED-MUG-11OZ', kind: ']C0' }] },
      { at: [4, 1], codes: [{ text: '1003', kind: ']C0' }] },
    ]);
    const csv = inLibreOffice('PackingList.xlsx', bytes);
    if (csv !== undefined) expect(csv).toContain('RED-MUG-11OZ');
  });

  test('of no orders, or of half a unit, is refused', async () => {
    await expect(packingListWorkbook({ language: 'en', orders: [] })).rejects.toMatchObject({ code: 'bad-input' });
    const [order] = LIST.orders;
    if (!order) throw new Error('no order');
    const half = { ...order, items: [{ name: 'Mug', quantity: 0.5 }] };
    await expect(packingListWorkbook({ language: 'fr', orders: [half] })).rejects.toMatchObject({ code: 'bad-input' });
  });

  test('a code too long for the column becomes a square one; nothing becomes none', async () => {
    const long = 'SKU-'.repeat(30);
    const code = codePng(long, 76, 460);
    expect(code && (await codesOf(decodePng(Buffer.from(code.png))))).toEqual([{ text: long, kind: ']Q1' }]);
    expect(codePng(' ', 76, 460)).toBeUndefined();
  });
});
