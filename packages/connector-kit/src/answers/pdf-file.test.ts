import { describe, expect, it } from 'vitest';
import { isLabel } from './pdf-file.ts';

const label = (text: string, format: 'pdf' | 'zpl'): boolean => isLabel(Buffer.from(text, 'latin1'), format);

describe('a label that was paid for', () => {
  it.each([
    ['%PDF-1.4', 'pdf'],
    ['\r\n%PDF-1.4', 'pdf'],
    ['^XA^FO1,1^XZ', 'zpl'],
    ['\r\n^XA', 'zpl'],
    ['\u0010CT~~CD,~CC^~CT~\n^XA~TA000', 'zpl'],
  ] as const)('%j is taken as %s', (text, format) => expect(label(text, format)).toBe(true));
  it.each([
    ['<html>%PDF-', 'pdf'],
    ['^XA', 'pdf'],
    ['', 'pdf'],
    ['<p>expected ^XA</p>', 'zpl'],
    ['"^XA\\n^XZ"', 'zpl'],
    ['{"error":"no ^XA"}', 'zpl'],
    ['%PDF-1.4', 'zpl'],
  ] as const)('%j is not taken as %s', (text, format) => expect(label(text, format)).toBe(false));
});
