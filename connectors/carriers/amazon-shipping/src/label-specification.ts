/** Which of the ways to print a rate's label is asked for: 4 by 6 inches, the format that is wished for, one dots-per-inch. */
import { fail } from '@scanship/connector-kit/errors';
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject } from '@scanship/domain/values/json';

type Format = 'PNG' | 'ZPL';
/** Every service makes a PNG, which becomes a page here; a PDF only some. 203 dots an inch is what thermal printers have. */
const WISHES: Readonly<Record<'pdf' | 'zpl', { readonly format: Format; readonly dpi: number }>> = {
  pdf: { format: 'PNG', dpi: 300 },
  zpl: { format: 'ZPL', dpi: 203 },
};

interface Specification {
  readonly format: string;
  readonly size: JsonObject;
  readonly small: boolean;
  readonly option: JsonObject;
}

/** A list of plain values. @throws FieldProblem when one of them is not what the list is of */
function valuesOf<T>(print: ObjectReader, name: string, is: (value: unknown) => value is T): readonly T[] {
  if (!print.has(name)) return [];
  const raw = print.raw(name);
  if (!Array.isArray(raw) || !raw.every(is)) throw new FieldProblem(print.at(name), 'cannot be read');
  return raw;
}
const isLayout = (value: unknown): value is string => typeof value === 'string' && /^[\w .-]{1,60}$/.test(value);
const isNumber = (value: unknown): value is number => typeof value === 'number';
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';

function optionOf(print: ObjectReader, dpi: number): JsonObject {
  const [layout] = valuesOf(print, 'supportedPageLayouts', isLayout);
  const joining = valuesOf(print, 'supportedFileJoiningOptions', isBoolean);
  const mandatory = print
    .strictList('supportedDocumentDetails', (one) => ({
      name: one.choice('name', {
        LABEL: 'LABEL',
        PACKSLIP: 'PACKSLIP',
        RECEIPT: 'RECEIPT',
        CUSTOM_FORM: 'CUSTOM_FORM',
      }),
      isMandatory: one.boolean('isMandatory'),
    }))
    .filter((one) => one.isMandatory)
    .map((one) => one.name);
  return {
    ...(valuesOf(print, 'supportedDPIs', isNumber).includes(dpi) ? { dpi } : {}),
    ...(layout === undefined ? {} : { pageLayout: layout }),
    needFileJoining: joining.length > 0 && !joining.includes(false),
    requestedDocumentTypes: [...new Set(['LABEL', ...mandatory])],
  };
}

/**
 * @param rate one of the answer's
 * @throws ConnectorError `refused` where the service cannot print the label that is wished for
 */
export function labelSpecification(rate: ObjectReader, wish: 'pdf' | 'zpl'): JsonObject {
  const wished = WISHES[wish];
  const all = rate.strictList('supportedDocumentSpecifications', (one): Specification => {
    const size = one.object('size');
    const [width, length] = [size.number('width'), size.number('length')];
    const unit = size.choice('unit', { INCH: 'INCH', CENTIMETER: 'CENTIMETER' });
    const format = one.string('format', /^(PDF|PNG|ZPL)$/);
    const [option] = one.strictList('printOptions', (print) => optionOf(print, wished.dpi));
    return {
      format,
      size: { width, length, unit },
      small: unit === 'INCH' ? width <= 4.5 && length <= 6.5 : width <= 11 && length <= 16,
      option: option ?? { needFileJoining: false, requestedDocumentTypes: ['LABEL'] },
    };
  });
  const found = all.find((one) => one.format === wished.format && one.small);
  if (found) return { format: wished.format, size: found.size, ...found.option };
  throw fail('refused', `Amazon prints no 4 by 6 inch label as ${wished.format} for this service.`);
}
