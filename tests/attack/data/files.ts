/** Files that somebody sends to stop the server: each small to send and dear to read. Made, not kept, so that none lies in the repository. */
import { constants, deflateRawSync, gzipSync } from 'node:zlib';

export interface HostileFile {
  /** What it is, for the name of a test. */
  readonly kind: string;
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}

const CSV = 'text/csv';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const HEADER = 'Order number,Order date,Recipient name,Address 1,City,Province,Postal code,Country,SKU,Quantity';

interface Entry {
  readonly name: string;
  /** Deflated. */
  readonly packed: Buffer;
  /** As the directory says; what it unpacks to may be something else. */
  readonly written: number;
}

/** A ZIP whose entries say what they like. `count` is what the end record claims. */
function zip(entries: readonly Entry[], count = entries.length): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, packed, written } of entries) {
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(written, 18);
    common.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.from(name), packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(at, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, tail, Buffer.from(name)]));
    locals.push(local);
    at += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(Math.min(count, 0xffff), 8);
  end.writeUInt16LE(Math.min(count, 0xffff), 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, central, end]);
}

const entry = (name: string, text: string): Entry => ({
  name,
  packed: deflateRawSync(Buffer.from(text)),
  written: text.length,
});

/** Deflated blanks of this size, made of one block written many times: making it must not cost what reading it does. */
function deflatedBlanks(megabytes: number): Buffer {
  const block = deflateRawSync(Buffer.alloc(1_000_000, 0x20), { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  return Buffer.concat([...Array.from({ length: megabytes }, () => block), deflateRawSync(Buffer.alloc(0))]);
}

const CONTENT_TYPES =
  '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
  '<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>' +
  '<Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const RELS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

/** A workbook that holds what is needed and this as its only sheet. */
const workbook = (sheet: Entry, workbookXml?: string): Buffer =>
  zip([
    entry('[Content_Types].xml', CONTENT_TYPES),
    entry(
      '_rels/.rels',
      `<Relationships xmlns="${RELS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    entry(
      'xl/workbook.xml',
      workbookXml ??
        `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    entry(
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${RELS}"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    ),
    sheet,
  ]);

const SHEET = 'xl/worksheets/sheet1.xml';
const sheetXml = (rows: string) =>
  entry(SHEET, `<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`);

/** @param megabytes what it unpacks to; a thousandth of it is sent */
export const xlsxBomb = (megabytes: number): HostileFile => ({
  kind: `a workbook that unpacks to ${megabytes} MB`,
  name: 'bomb.xlsx',
  type: XLSX,
  bytes: workbook({ name: SHEET, packed: deflatedBlanks(megabytes), written: 100 }),
});

const LAUGHS =
  '<!DOCTYPE a [<!ENTITY a "ha">' +
  Array.from({ length: 9 }, (_, n) => {
    const [name, inner] = [String.fromCharCode(98 + n), String.fromCharCode(97 + n)];
    return `<!ENTITY ${name} "${`&${inner};`.repeat(10)}">`;
  }).join('') +
  ']>';

const csv = (kind: string, text: string): HostileFile => ({ kind, name: 'x.csv', type: CSV, bytes: Buffer.from(text) });
const xlsx = (kind: string, bytes: Buffer): HostileFile => ({ kind, name: 'x.xlsx', type: XLSX, bytes });

/** @param megabytes size of the file, of orders that are all well */
export function largeCsv(megabytes: number): HostileFile {
  const row = (n: number) => `L${n},2026-11-20,Avery Martin,88 Queen St W,Toronto,ON,M5H 2M5,Canada,MUG-${n},2`;
  const rows = [HEADER];
  for (let size = 0, n = 1; size < megabytes * 1_000_000; n += 1) size += rows.push(row(n)) && row(n).length + 1;
  return csv(`a CSV of ${megabytes} MB`, rows.join('\n'));
}

/** Tables, for every place that takes one. */
export const hostileTables = (): readonly HostileFile[] => [
  csv('a header of 40,000 brackets', `${'('.repeat(40_000)}\n1`),
  csv('a header of 30,000 blanks', `a${' '.repeat(30_000)}b\n1`),
  csv('a date of 15,000 blanks', `${HEADER}\n1,2026-11-20${' '.repeat(15_000)}x,A,B,C,ON,M5H 2M5,Canada,MUG,1`),
  csv('a weight of 15,000 points', `Order number,Weight\n1,${'1.'.repeat(15_000)}x`),
  csv('a million columns', `${','.repeat(1_000_000)}\n1`),
  csv('three hundred rows of ten thousand columns', `${','.repeat(10_000)}\n`.repeat(300)),
  csv('a cell of 5 MB', `a,b\n1,"${'x'.repeat(5_000_000)}"`),
  csv('a quotation mark that is never closed', `a,b\n1,"${'x\n'.repeat(1_000_000)}`),
  csv('a million empty rows', `a,b\n${'\n'.repeat(1_000_000)}`),
  csv('quotation marks in turns', '"a"x,"'.repeat(500_000)),
  csv('JSON of 100,000 levels', '['.repeat(100_000)),
  csv('XML whose entities grow', `<?xml version="1.0"?>${LAUGHS}<a>&j;</a>`),
  xlsxBomb(1_250),
  xlsx(
    '100,000 entries',
    zip(
      Array.from({ length: 100_000 }, (_, n) => entry(`xl/${n}.xml`, '')),
      100_000,
    ),
  ),
  xlsx(
    'a workbook whose entities grow',
    workbook(sheetXml('<row r="1"/>'), `<?xml version="1.0"?>${LAUGHS}<workbook xmlns="${MAIN}">&j;</workbook>`),
  ),
  xlsx(
    'rows that end in the last column',
    workbook(
      sheetXml(
        Array.from({ length: 300 }, (_, n) => `<row r="${n + 1}"><c r="XFD${n + 1}"><v>1</v></c></row>`).join(''),
      ),
    ),
  ),
  xlsx('a column beyond the last', workbook(sheetXml('<row r="1"><c r="ZZZZZZ1"><v>1</v></c></row>'))),
  xlsx('a row beyond the last', workbook(sheetXml('<row r="999999999999"><c r="A999999999999"><v>1</v></c></row>'))),
];

export const gzipBomb = (): HostileFile => ({
  kind: 'a gzip that unpacks to 300 MB',
  name: 'bill.csv.gz',
  type: 'application/gzip',
  bytes: gzipSync(Buffer.alloc(300_000_000, 0x2c), { level: 9 }),
});

const picture = (kind: string, type: string, bytes: Buffer): HostileFile => ({ kind, name: 'x', type, bytes });

function hugePng(): Buffer {
  const bytes = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR', 'latin1'), Buffer.alloc(17)]);
  bytes.writeUInt32BE(2_000_000_000, 16);
  bytes.writeUInt32BE(2_000_000_000, 20);
  return bytes;
}

export const hostilePictures = (): readonly HostileFile[] => [
  picture('20,000 openings of comments', 'image/svg+xml', Buffer.from('<!--'.repeat(20_000))),
  picture('an SVG of 100,000 blanks', 'image/svg+xml', Buffer.from(`<svg a${' '.repeat(100_000)}b/>`)),
  picture('an SVG of 300,000 attributes', 'image/svg+xml', Buffer.from(`<svg ${'a="" '.repeat(300_000)}`)),
  picture('an SVG of 200,000 levels', 'image/svg+xml', Buffer.from('<g>'.repeat(200_000))),
  picture('an SVG whose entities grow', 'image/svg+xml', Buffer.from(`${LAUGHS}<svg>&j;</svg>`)),
  picture('a PNG of two billion pixels a side', 'image/png', hugePng()),
  picture(
    'a JPEG of empty segments',
    'image/jpeg',
    Buffer.from(`\xff\xd8${'\xff\xe0\x00\x02'.repeat(400_000)}`, 'latin1'),
  ),
  picture('a GIF of 65,535 pixels a side', 'image/gif', Buffer.from('GIF89a\xff\xff\xff\xff\x00\x00\x00', 'latin1')),
];
