import { useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { WIDTH } from '../model/column-config.ts';

interface Props {
  readonly name: string;
  readonly width: number;
  readonly onResize: (width: number) => void;
}
const STEP = 16;

/** The edge of a column: drag it, or focus it and use the arrow keys. */
export function ColumnResizer({ name, width, onResize }: Props) {
  const { t } = useLingui();
  const start = useRef<{ x: number; width: number } | undefined>(undefined);
  const onDown = (event: PointerEvent<HTMLSpanElement>) => {
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = { x: event.clientX, width };
  };
  const onMove = (event: PointerEvent<HTMLSpanElement>) => {
    if (!start.current) return;
    const sign = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1;
    onResize(start.current.width + sign * (event.clientX - start.current.x));
  };
  const onKey = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? STEP : event.key === 'ArrowLeft' ? -STEP : 0;
    if (by === 0) return;
    event.preventDefault();
    event.stopPropagation();
    onResize(width + by);
  };
  return (
    <span
      className="resizer"
      role="separator"
      aria-orientation="vertical"
      aria-label={t`Width of ${name}`}
      aria-valuenow={width}
      aria-valuemin={WIDTH.min}
      aria-valuemax={WIDTH.max}
      tabIndex={0}
      onPointerDown={onDown}
      onPointerMove={onMove}
      onPointerUp={() => {
        start.current = undefined;
      }}
      onKeyDown={onKey}
    />
  );
}
