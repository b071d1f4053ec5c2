/**
 * A 4x6 inch TEST label without any drawing library: a one-page PDF with Helvetica and vector bars, or ZPL. Installations
 * that have a better drawer hand it in; this one keeps simulators small and quick.
 */
import type { LabelModel } from '@scanship/domain/printing/label';

export type DrawLabel = (model: LabelModel, format: 'pdf' | 'zpl') => Uint8Array | Promise<Uint8Array>;

/** Bar and space widths of Code 128 symbol values 0 to 106 (ISO/IEC 15417, table 1). */
const PATTERNS =
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112'.split(
    ' ',
  );
const START_B = 104;
const START_C = 105;
const STOP = 106;

/** Symbol values: code set C for an all-digit text of even length, B else. */
function symbols(text: string): number[] {
  if (!/^[\u0020-\u007e]+$/.test(text)) throw new RangeError('Code 128 here takes printable ASCII only');
  const pairs = /^(\d\d)+$/.test(text);
  const data = pairs ? (text.match(/\d\d/g) ?? []).map(Number) : Array.from(text, (c) => c.charCodeAt(0) - 32);
  const start = pairs ? START_C : START_B;
  const check = data.reduce((sum, value, i) => sum + value * (i + 1), start) % 103;
  return [start, ...data, check, STOP];
}

/** Widths of bars and spaces in turn, in modules, starting with a bar. */
export const code128 = (text: string): number[] =>
  symbols(text).flatMap((value) => Array.from(PATTERNS[value] ?? '', Number));

/** PDF text in WinAnsi; what it cannot hold becomes a question mark. */
export const pdfText = (text: string): string =>
  Array.from(text, (c) => (/[\u0020-\u007e\u00a0-\u00ff]/.test(c) ? c : '?'))
    .join('')
    .replace(/[\\()]/g, (c) => `\\${c}`);

const addressLines = (a: LabelModel['to']): string[] =>
  [a.name, a.companyName, a.address1, a.address2, `${a.city} ${a.provinceCode} ${a.zipcode}`, a.countryCode].filter(
    (line): line is string => line !== undefined && line.trim() !== '',
  );

const WIDTH = 288;
const HEIGHT = 432;

function pdfContent(model: LabelModel): string {
  const out: string[] = [];
  const text = (x: number, y: number, size: number, value: string): void => {
    out.push(`BT /F1 ${size} Tf ${x} ${y} Td (${pdfText(value)}) Tj ET`);
  };
  text(14, 404, 15, model.carrierName);
  text(14, 386, 11, model.serviceName);
  text(196, 400, 24, 'TEST');
  text(160, 386, 8, 'NOT VALID FOR SHIPPING');
  out.push('0.8 w 10 378 m 278 378 l S');
  addressLines(model.from).forEach((line, i) => text(14, 364 - i * 9, 7, `${i === 0 ? 'FROM ' : ''}${line}`));
  out.push('10 306 m 278 306 l S');
  addressLines(model.to).forEach((line, i) => text(20, 288 - i * 15, 13, line));
  if (model.sortCode) text(210, 190, 20, model.sortCode);
  text(
    14,
    190,
    9,
    `${(model.weightGrams / 1000).toFixed(3)} kg   ${model.parcelNumber} of ${model.parcelCount}   ${model.shipDate}`,
  );
  out.push('10 180 m 278 180 l S');
  const bars = code128(model.trackingNumber);
  const modules = bars.reduce((a, b) => a + b, 0);
  // Whole 203 dpi dots per module, so that a rendering at that density has even bars; 10 modules of quiet zone each side.
  const dot = 72 / 203;
  const unit = dot * Math.max(1, Math.floor(WIDTH / dot / (modules + 20)));
  let x = (WIDTH - modules * unit) / 2;
  bars.forEach((width, i) => {
    if (i % 2 === 0) out.push(`${x.toFixed(3)} 84 ${(width * unit).toFixed(3)} 80 re f`);
    x += width * unit;
  });
  text(60, 66, 13, model.trackingText ?? model.trackingNumber);
  model.references.slice(0, 4).forEach((line, i) => text(14, 46 - i * 9, 7, line));
  text(196, 14, 20, 'TEST');
  return out.join('\n');
}

const pdf = (model: LabelModel): Uint8Array => onePagePdf(pdfContent(model), WIDTH, HEIGHT);

/** @param drawing content stream in Latin-1, with the font /F1; points from the lower left corner */
export function onePagePdf(drawing: string, width: number, height: number): Uint8Array {
  const content = Buffer.from(drawing, 'latin1');
  const objects = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from('<< /Type /Pages /Kids [3 0 R] /Count 1 >>'),
    Buffer.from(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>`,
    ),
    Buffer.concat([Buffer.from(`<< /Length ${content.length} >>\nstream\n`), content, Buffer.from('\nendstream')]),
    Buffer.from('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'),
  ];
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')];
  let at = parts[0]?.length ?? 0;
  const offsets: number[] = [];
  objects.forEach((object, i) => {
    const whole = Buffer.concat([Buffer.from(`${i + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
    offsets.push(at);
    at += whole.length;
    parts.push(whole);
  });
  const rows = offsets.map((o) => `${String(o).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  parts.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`,
    ),
  );
  return new Uint8Array(Buffer.concat(parts));
}

/** ZPL field data with ^FH escapes for the characters that are commands. */
const zplText = (text: string): string =>
  text.replace(/[\^~_\\]/g, (c) => `_${c.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);

function zpl(model: LabelModel): Uint8Array {
  const field = (x: number, y: number, size: number, value: string): string =>
    `^FO${x},${y}^A0N,${size},${size}^FH^FD${zplText(value)}^FS`;
  const lines = [
    '^XA^CI28^PW812^LL1218',
    field(40, 40, 42, model.carrierName),
    field(40, 90, 32, model.serviceName),
    field(560, 40, 70, 'TEST'),
    field(450, 115, 24, 'NOT VALID FOR SHIPPING'),
    '^FO28,150^GB756,3,3^FS',
    ...addressLines(model.from).map((line, i) => field(40, 170 + i * 26, 22, line)),
    '^FO28,350^GB756,3,3^FS',
    ...addressLines(model.to).map((line, i) => field(56, 380 + i * 42, 38, line)),
    field(
      40,
      660,
      26,
      `${(model.weightGrams / 1000).toFixed(3)} kg   ${model.parcelNumber} of ${model.parcelCount}   ${model.shipDate}`,
    ),
    `^FO60,740^BY${model.trackingNumber.length > 18 ? 2 : 3}^BCN,220,N,N,N,A^FH^FD${zplText(model.trackingNumber)}^FS`,
    field(150, 980, 36, model.trackingText ?? model.trackingNumber),
    ...model.references.slice(0, 4).map((line, i) => field(40, 1050 + i * 26, 22, line)),
    field(560, 1120, 60, 'TEST'),
    '^XZ',
  ];
  return new Uint8Array(Buffer.from(`${lines.join('\n')}\n`, 'utf8'));
}

/** Draws whatever the model says, always marked TEST. */
export const drawTestLabel: DrawLabel = (model, format) => (format === 'pdf' ? pdf(model) : zpl(model));
