import type { Dimensions } from '@scanship/domain/values/measure';

/** Side of the square a picture is drawn into. */
const EDGE = 56;
const COS = Math.cos(Math.PI / 6);
const SIN = 0.5;

/** A box as it stands there, in its proportions: two boxes of one page are told apart at a glance. */
export function BoxPicture({ size, largest }: { readonly size: Dimensions; readonly largest: number }) {
  const { lengthMm: l, widthMm: w, heightMm: h } = size;
  const wide = (l + w) * COS;
  const high = (l + w) * SIN + h;
  // Small boxes look small, but never so small that they cannot be seen.
  const scale = (EDGE / Math.max(wide, high)) * Math.max(0.45, Math.min(1, Math.cbrt((l * w * h) / largest)));
  const x0 = EDGE / 2 + ((w - l) * COS * scale) / 2;
  const y0 = EDGE / 2 + (high * scale) / 2;
  const at = (alongL: number, alongW: number, up: number): string =>
    `${(x0 + (alongL - alongW) * COS * scale).toFixed(1)},${(y0 - ((alongL + alongW) * SIN + up) * scale).toFixed(1)}`;
  const face = (...corners: string[]): string => corners.join(' ');
  return (
    <svg className="box-picture" viewBox={`0 0 ${EDGE} ${EDGE}`} width={EDGE} height={EDGE} aria-hidden>
      <polygon className="box-side" points={face(at(0, 0, 0), at(l, 0, 0), at(l, 0, h), at(0, 0, h))} />
      <polygon className="box-front" points={face(at(0, 0, 0), at(0, w, 0), at(0, w, h), at(0, 0, h))} />
      <polygon className="box-top" points={face(at(0, 0, h), at(l, 0, h), at(l, w, h), at(0, w, h))} />
    </svg>
  );
}
