import { fromMillimetres } from '@scanship/domain/values/measure';
import type { Dimensions } from '@scanship/domain/values/measure';
import { useFormat } from '../../app/use-format.ts';

/** "30 × 20 × 12 cm". */
export function SizeText({ size }: { readonly size: Dimensions }) {
  const format = useFormat();
  const side = (mm: number): string => format.number(fromMillimetres(mm, format.lengthUnit, 1));
  return `${side(size.lengthMm)} × ${side(size.widthMm)} × ${side(size.heightMm)}\u00a0${format.lengthUnit}`;
}
