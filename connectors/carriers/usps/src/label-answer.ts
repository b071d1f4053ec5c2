/** What a label answer says: number, label, and what is charged. */
import type { CarrierFile, ShipResult } from '@scanship/connector-kit/carrier/carrier';
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { add, type Money } from '@scanship/domain/money/money';
import type { PriceLine } from '@scanship/domain/shipping/shipment';
import type { LabelKind } from './label-messages.ts';
import { DOMESTIC_NUMBER, INTERNATIONAL_NUMBER, trackingUrl } from './numbers.ts';

const STARTS = { pdf: /^%PDF-/, zpl: /^\s*(\^|~)/ } as const;

/** Base64 data that begins as its format does. @throws FieldProblem */
export function fileBytes(o: ObjectReader, name: string, format: keyof typeof STARTS): Uint8Array {
  const bytes = o.base64(name);
  if (!STARTS[format].test(Buffer.from(bytes.subarray(0, 16)).toString('latin1')))
    throw new FieldProblem(o.at(name), `is not in the format ${format}`);
  return bytes;
}

const usd = (o: ObjectReader, name: string): Money => o.money(name, 'USD');

/** Postage, extra services and fees. A part that cannot be read makes the whole unknown: the answer states no total. */
function chargesOf(o: ObjectReader, prepaid: boolean): ShipResult['charged'] {
  return o.maybe('postage', (name) => {
    const line =
      (kind: PriceLine['kind']) =>
      (item: ObjectReader): PriceLine => {
        const label = item.string(item.has('serviceName') ? 'serviceName' : 'name');
        const code = ['serviceID', 'SKU', 'sku'].find((n) => item.has(n));
        return { kind, code: code === undefined ? label : item.id(code), label, amount: usd(item, 'price') };
      };
    const lines: PriceLine[] = [
      { kind: 'base', code: 'POSTAGE', label: 'Postage', amount: usd(o, name) },
      ...o.strictList('extraServices', line('option')),
      ...o.strictList('fees', line('surcharge')),
      ...(prepaid
        ? [
            {
              kind: 'duty' as const,
              code: 'DUTIES',
              label: 'Duties, taxes and fees paid ahead',
              amount: usd(o, 'prepaidDutiesTaxesFees'),
            },
          ]
        : []),
    ];
    return { lines, total: lines.map((l) => l.amount).reduce(add) };
  });
}

export interface AskedLabel {
  readonly kind: LabelKind;
  readonly format: 'pdf' | 'zpl';
  readonly parcelNumber: number;
  /** Duties were to be paid ahead, so the charge includes them. */
  readonly prepaid: boolean;
}

/** @throws FieldProblem when number or label cannot be read: a paid label is never half stored */
export function readLabel(answer: ObjectReader, asked: AskedLabel): ShipResult {
  const trackingNumber =
    asked.kind === 'international-label'
      ? answer.string('internationalTrackingNumber', INTERNATIONAL_NUMBER)
      : answer.string('trackingNumber', DOMESTIC_NUMBER);
  const image = asked.kind === 'return-label' && answer.has('returnLabelImage') ? 'returnLabelImage' : 'labelImage';
  const label: CarrierFile = {
    kind: 'bytes',
    document: 'label',
    format: asked.format,
    bytes: fileBytes(answer, image, asked.format),
    parcelNumber: asked.parcelNumber,
  };
  return {
    carrierShipmentId: trackingNumber,
    parcels: [{ number: asked.parcelNumber, trackingNumber, trackingUrl: trackingUrl(trackingNumber) }],
    files: [label],
    charged: chargesOf(answer, asked.prepaid),
  };
}
