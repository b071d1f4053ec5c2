import { useState } from 'react';
import { markOf, SHAPES } from './carrier-marks.ts';
import { useLogo } from './use-logo.ts';

interface Props {
  /** As people read it. */
  readonly name: string;
  /** The connector's slug or the platform's code, where it is known: two accounts of one carrier have one mark. */
  readonly id?: string | undefined;
  readonly size?: number;
}

/**
 * The mark of a carrier or a store platform: letters over a shape, drawn here in colours of our own. Vendors' logos are their
 * trademarks and are not copied; a franchise that may use one uploads it (decision 0340).
 */
export function CarrierTile({ name, id, size = 32 }: Props) {
  const logo = useLogo(name, id);
  const [broken, setBroken] = useState('');
  if (logo && logo !== broken)
    return (
      <img
        className="carrier-tile"
        data-logo
        src={logo}
        alt=""
        width={size}
        height={size}
        onError={() => setBroken(logo)}
      />
    );
  const { letters, hue, shape } = markOf(name, id);
  return (
    <svg
      className="carrier-tile"
      aria-hidden
      width={size}
      height={size}
      viewBox="0 0 40 40"
      style={{ color: `light-dark(oklch(0.38 0.1 ${hue}), oklch(0.9 0.05 ${hue}))` }}
    >
      <rect width="40" height="40" rx="9" fill={`light-dark(oklch(0.94 0.04 ${hue}), oklch(0.31 0.055 ${hue}))`} />
      <path d={SHAPES[shape]} fill={`light-dark(oklch(0.86 0.08 ${hue}), oklch(0.42 0.085 ${hue}))`} />
      <text
        x="20"
        y="20"
        dy="0.36em"
        textAnchor="middle"
        fill="currentColor"
        fontSize={letters.length > 2 ? 12.5 : 15.5}
        fontWeight="680"
        letterSpacing="-0.02em"
      >
        {letters}
      </text>
    </svg>
  );
}
