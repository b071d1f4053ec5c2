/**
 * The 4x6 inch label as positions on the dot grid (812 x 1218 dots at 203 dpi, origin top left), drawn the same by PDF and
 * ZPL. Zones from top to bottom: sender and parcel facts, service banner, recipient, routing, tracking, references. The
 * tracking barcode has X = 3 dots (15 mil) and 25 mm of height, the routing barcode 3 or 2 dots.
 */
import type { Address } from '@scanship/domain/addresses/address';
import type { LabelModel, LinearBarcode } from '@scanship/domain/printing/label';
import { fromGrams } from '@scanship/domain/values/measure';
import { addressLines } from '../paperwork/address-lines.ts';
import { type Barcode, barcode, fittingBarcode, type Rect } from '../barcodes/barcode.ts';
import { DocumentError } from '../document-error.ts';
import { printableLine } from '../text/printable-text.ts';
import { type BlockLine, fitBlock, fitLine, type TextMeter } from '../text/text-fit.ts';

export const LABEL_WIDTH = 812;
export const LABEL_HEIGHT = 1218;
const MARGIN = 28;
const RIGHT = LABEL_WIDTH - MARGIN;

export interface TextElement {
  /** Left edge of the text's room; `align` works inside [x, x + width]. */
  readonly x: number;
  readonly baseline: number;
  readonly width: number;
  /** Em height in dots. */
  readonly size: number;
  readonly bold: boolean;
  readonly align: 'left' | 'center' | 'right';
  readonly text: string;
  /** White on the banner. */
  readonly inverse: boolean;
}

export interface BarcodeElement {
  readonly x: number;
  readonly y: number;
  readonly symbol: Barcode;
  /** Linear codes keep their data so that ZPL can use the printer's own encoder. */
  readonly linear?: LinearBarcode | undefined;
  /** Where the symbol may stand, quiet zones included. */
  readonly room: { readonly x: number; readonly width: number };
  readonly moduleDots: number;
}

export interface LabelLayout {
  readonly texts: readonly TextElement[];
  readonly rules: readonly Rect[];
  /** Black ground of the service banner, under inverse texts. */
  readonly banner: Rect;
  readonly barcodes: readonly BarcodeElement[];
  /** Where TEST is drawn, under the recipient. */
  readonly test: Rect | undefined;
  /** For readers of the PDF who cannot see it. */
  readonly description: string;
}

const WORDS = {
  en: {
    from: 'FROM',
    to: 'SHIP TO',
    of: 'OF',
    weight: 'WEIGHT',
    date: 'SHIP DATE',
    tracking: 'TRACKING #',
    tel: 'TEL',
  },
  fr: {
    from: 'EXPÉDITEUR',
    to: 'DESTINATAIRE',
    of: 'DE',
    weight: 'POIDS',
    date: 'DATE D’ENVOI',
    tracking: 'N° DE SUIVI',
    tel: 'TÉL',
  },
} as const;

/** "1.25 kg (2.76 lb)"; decimal comma in French. */
export function weightText(grams: number, language: 'en' | 'fr'): string {
  const number = new Intl.NumberFormat(language === 'fr' ? 'fr-CA' : 'en-CA', {
    maximumFractionDigits: 2,
    useGrouping: false,
  });
  const kg = grams < 1000 ? `${grams} g` : `${number.format(fromGrams(grams, 'kg', 2))} kg`;
  const lb =
    grams < 454 ? `${number.format(fromGrams(grams, 'oz', 1))} oz` : `${number.format(fromGrams(grams, 'lb', 2))} lb`;
  return `${kg} (${lb})`;
}

function fail(sentence: string): never {
  throw new DocumentError('bad-input', sentence);
}

function check(model: LabelModel): void {
  if (!/^[\x20-\x7e]+$/.test(model.trackingNumber)) fail('The tracking number must be made of plain ASCII characters.');
  if (!Number.isInteger(model.parcelNumber) || !Number.isInteger(model.parcelCount))
    fail('Parcel numbers must be whole.');
  if (model.parcelNumber < 1 || model.parcelNumber > model.parcelCount)
    fail(`Parcel ${model.parcelNumber} of ${model.parcelCount} does not exist.`);
  if (!Number.isSafeInteger(model.weightGrams) || model.weightGrams < 0) fail('The weight must be whole grams.');
}

type LineAt = Omit<TextElement, 'text' | 'inverse' | 'baseline'> & { minSize?: number; inverse?: boolean };

class Builder {
  readonly texts: TextElement[] = [];
  readonly meter: TextMeter;

  constructor(meter: TextMeter) {
    this.meter = meter;
  }

  /** One line that shrinks to `minSize` and then ends in an ellipsis. */
  line(text: string, at: LineAt & { baseline: number }): void {
    const fitted = this.fitted(text, at);
    if (fitted.text !== '') this.texts.push({ ...fitted, baseline: at.baseline });
  }

  /** The same with its capitals centred on a height, whatever size it comes to. */
  centredLine(text: string, middle: number, at: LineAt): void {
    const fitted = this.fitted(text, at);
    if (fitted.text !== '') this.texts.push({ ...fitted, baseline: middle + Math.round(fitted.size * 0.357) });
  }

  private fitted(text: string, at: LineAt): Omit<TextElement, 'baseline'> {
    const { x, width, bold, align, minSize = Math.round(at.size * 0.6), inverse = false } = at;
    const fit = fitLine(printableLine(text), { width, size: at.size, minSize, bold }, this.meter);
    return { x, width, bold, align, inverse, size: fit.size, text: fit.text };
  }

  block(lines: readonly BlockLine[], box: Rect, size: number, minSize: number, leading: number, maxWrap: number): void {
    const options = { width: box.width, height: box.height, size, minSize, leading, maxWrap };
    for (const line of fitBlock(lines, options, this.meter))
      this.texts.push({
        x: box.x,
        baseline: box.y + line.baseline,
        width: box.width,
        size: line.size,
        bold: line.bold,
        align: 'left',
        text: line.text,
        inverse: false,
      });
  }
}

const plain = (text: string): BlockLine => ({ text, bold: false, scale: 1, essential: false });

function senderBlock(address: Address, language: 'en' | 'fr', withCountry: boolean): BlockLine[] {
  const lines = addressLines(address, language);
  const head = lines.company || lines.name;
  return [
    { ...plain(head), bold: true },
    ...(lines.company && lines.name ? [plain(lines.name)] : []),
    ...lines.street.map(plain),
    ...lines.locality.map((text) => ({ ...plain(text), essential: true })),
    ...(withCountry ? [{ ...plain(lines.country), essential: true }] : []),
  ];
}

function recipientBlock(address: Address, language: 'en' | 'fr', withCountry: boolean): BlockLine[] {
  const lines = addressLines(address, language);
  return [
    { ...plain(lines.name || lines.company), bold: true },
    ...(lines.name ? [plain(lines.company)] : []),
    ...lines.street.map(plain),
    ...lines.locality.map((text) => ({ text, bold: true, scale: 1.15, essential: true })),
    ...(withCountry ? [{ text: lines.country, bold: true, scale: 1, essential: true }] : []),
  ];
}

function header(model: LabelModel, b: Builder, language: 'en' | 'fr', abroad: boolean): void {
  const words = WORDS[language];
  b.line(words.from, { x: MARGIN, baseline: 44, width: 440, size: 18, bold: true, align: 'left' });
  b.block(senderBlock(model.from, language, abroad), { x: MARGIN, y: 54, width: 440, height: 148 }, 25, 15, 1.2, 2);
  const right = { x: 484, width: RIGHT - 484, align: 'right' } as const;
  b.line(`${model.parcelNumber} ${words.of} ${model.parcelCount}`, { ...right, baseline: 70, size: 46, bold: true });
  const facts = [
    [words.weight, weightText(model.weightGrams, language)],
    [words.date, model.shipDate],
  ] as const;
  facts.forEach(([caption, value], index) => {
    const baseline = 106 + index * 54;
    b.line(caption, { ...right, baseline, size: 17, bold: false });
    b.line(value, { ...right, baseline: baseline + 26, size: 27, bold: true });
  });
}

function banner(model: LabelModel, b: Builder, box: Rect): void {
  const carrier = b.meter(printableLine(model.carrierName), 28, true);
  const carrierWidth = Math.min(270, Math.ceil(carrier) + 4);
  const inner = { x: box.x + 18, width: box.width - 36 };
  const service = { x: inner.x, width: inner.width - carrierWidth - 24 };
  const middle = box.y + box.height / 2;
  b.centredLine(model.serviceName, middle, {
    ...service,
    size: 52,
    minSize: 22,
    bold: true,
    align: 'left',
    inverse: true,
  });
  const carrierBox = { x: inner.x + inner.width - carrierWidth, width: carrierWidth };
  b.centredLine(model.carrierName, middle, {
    ...carrierBox,
    size: 28,
    minSize: 15,
    bold: true,
    align: 'right',
    inverse: true,
  });
}

/** Left edge of a symbol centred in a box, on a whole dot. */
const centred = (box: { x: number; width: number }, symbol: Barcode): number =>
  box.x + Math.floor((box.width - symbol.width) / 2);

function linearElement(code: LinearBarcode, box: Rect, modules: readonly number[]): BarcodeElement {
  const symbol = fittingBarcode(code.symbology, code.data, modules, box.width, box.height);
  return { x: centred(box, symbol), y: box.y, symbol, linear: code, room: box, moduleDots: symbol.quiet / 10 };
}

const matrixAt = (x: number, y: number, symbol: Barcode, moduleDots: number): BarcodeElement => ({
  x,
  y,
  symbol,
  room: { x, width: symbol.width },
  moduleDots,
});

function matrixElement(model: LabelModel, bottom: number): BarcodeElement | undefined {
  if (!model.matrixBarcode) return undefined;
  const { symbology, data } = model.matrixBarcode;
  const wide = symbology === 'pdf417';
  for (const x of wide ? [3, 2] : [6, 5, 4, 3]) {
    const symbol = barcode(symbology, data, x);
    const [maxWidth, maxHeight] = wide ? [420, 200] : [200, 200];
    if (symbol.width <= maxWidth && symbol.height <= maxHeight)
      return matrixAt(RIGHT - symbol.width - symbol.quiet, bottom - symbol.height - symbol.quiet, symbol, x);
  }
  throw new DocumentError('bad-input', `The ${symbology} data are too long for the label (${data.length} characters).`);
}

/** Positions of everything on one label. `meter` belongs to the font the label will be printed in. */
export function labelLayout(model: LabelModel, meter: TextMeter): LabelLayout {
  check(model);
  const language = model.language ?? 'en';
  const words = WORDS[language];
  const b = new Builder(meter);
  const abroad = model.from.countryCode.toUpperCase() !== model.to.countryCode.toUpperCase();
  const rules: Rect[] = [];
  const barcodes: BarcodeElement[] = [];
  const rule = (y: number, thickness: number): void =>
    void rules.push({ x: MARGIN, y, width: RIGHT - MARGIN, height: thickness });

  header(model, b, language, abroad);
  const bannerBox: Rect = { x: MARGIN, y: 216, width: RIGHT - MARGIN, height: 88 };
  banner(model, b, bannerBox);

  const sortCode = printableLine(model.sortCode ?? '');
  const routingCode = model.routingCode ?? '';
  const hasRouting = sortCode !== '' || routingCode !== '';
  const toBottom = hasRouting ? 648 : 812;
  const phone = printableLine(model.to.phone ?? '');
  b.line(words.to, { x: MARGIN, baseline: 340, width: 300, size: 22, bold: true, align: 'left' });
  if (phone)
    b.line(`${words.tel} ${phone}`, {
      x: 400,
      baseline: 340,
      width: RIGHT - 400,
      size: 22,
      bold: false,
      align: 'right',
    });
  const matrix = matrixElement(model, toBottom - 4);
  if (matrix) barcodes.push(matrix);
  const toBox: Rect = {
    x: 56,
    y: 358,
    width: (matrix ? matrix.x - matrix.symbol.quiet - 12 : RIGHT) - 56,
    height: toBottom - 8 - 358,
  };
  b.block(recipientBlock(model.to, language, abroad), toBox, 48, 21, 1.2, 3);

  if (hasRouting) {
    rule(656, 4);
    const routingBox: Rect = { x: MARGIN, y: 674, width: sortCode === '' ? RIGHT - MARGIN : 470, height: 100 };
    if (routingCode !== '') {
      barcodes.push(linearElement({ symbology: 'code128', data: routingCode }, routingBox, [3, 2]));
      b.line(routingCode, {
        x: routingBox.x,
        baseline: 804,
        width: routingBox.width,
        size: 28,
        bold: true,
        align: 'center',
      });
    }
    if (sortCode !== '') {
      const x = routingCode === '' ? MARGIN : 520;
      if (routingCode !== '') rules.push({ x: 506, y: 660, width: 4, height: 160 });
      b.centredLine(sortCode, 738, { x, width: RIGHT - x, size: 92, minSize: 18, bold: true, align: 'center' });
    }
  }

  rule(820, 10);
  const code = model.trackingBarcode ?? { symbology: 'code128', data: model.trackingNumber };
  b.line(words.tracking, { x: MARGIN, baseline: 862, width: 300, size: 22, bold: true, align: 'left' });
  barcodes.push(linearElement(code, { x: 0, y: 876, width: LABEL_WIDTH, height: 200 }, [3, 2]));
  const tracking = {
    x: MARGIN,
    baseline: 1116,
    width: RIGHT - MARGIN,
    size: 40,
    minSize: 18,
    bold: true,
    align: 'center',
  } as const;
  b.line(model.trackingText ?? model.trackingNumber, tracking);
  rule(1130, 10);

  const references = model.references.map((text) => printableLine(text)).filter((text) => text !== '');
  b.block(references.map(plain), { x: MARGIN, y: 1148, width: RIGHT - MARGIN, height: 54 }, 22, 15, 1.2, 2);

  const test: Rect = { x: 48, y: 350, width: matrix ? toBox.width + 8 : RIGHT - 48, height: toBottom - 6 - 350 };
  const description = `${model.carrierName} ${model.serviceName}, ${words.tracking} ${model.trackingText ?? model.trackingNumber}`;
  return {
    texts: b.texts,
    rules,
    banner: bannerBox,
    barcodes,
    test: model.test ? test : undefined,
    description: printableLine(model.test ? `TEST. ${description}` : description),
  };
}
