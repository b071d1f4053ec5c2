/**
 * The other half of the sign-in page: the tenant's slides, its background, or art drawn from its colour. Slides change
 * slowly, stop under the pointer and never move where less motion is asked for.
 */
import { useLingui } from '@lingui/react/macro';
import { Trans } from '@lingui/react/macro';
import { type CSSProperties, useEffect, useState } from 'react';
import { useBrand } from '../../app/branding.ts';

const SLIDE_MS = 7000;
/** Read by login.css. */
const artColor = (color: string): CSSProperties & Record<'--art', string> => ({ '--art': color });

export default function LoginArt() {
  const { t } = useLingui();
  const brand = useBrand();
  const [slide, setSlide] = useState(0);
  const [paused, setPaused] = useState(false);
  const count = brand.slides.length;
  useEffect(() => {
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (count < 2 || paused || still) return undefined;
    const timer = setInterval(() => setSlide((s) => (s + 1) % count), SLIDE_MS);
    return () => clearInterval(timer);
  }, [count, paused]);

  if (count > 0)
    return (
      // Pausing under the pointer is a kindness to readers, not a control; the dots are.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
      <aside
        className="login-art"
        aria-label={t`Pictures`}
        onMouseEnter={() => setPaused(true)}
        onMouseLeave={() => setPaused(false)}
      >
        {brand.slides.map((url, i) => (
          <img
            key={url}
            className="login-slide"
            src={url}
            alt=""
            data-shown={i === slide}
            loading={i === 0 ? 'eager' : 'lazy'}
          />
        ))}
        {count > 1 && (
          <div className="login-dots">
            {brand.slides.map((url, i) => (
              <button
                key={url}
                type="button"
                aria-label={t`Picture ${i + 1} of ${count}`}
                aria-current={i === slide}
                onClick={() => {
                  setSlide(i);
                  setPaused(true);
                }}
              />
            ))}
          </div>
        )}
      </aside>
    );
  if (brand.loginBackground)
    return (
      <aside className="login-art" aria-hidden>
        <img className="login-slide" src={brand.loginBackground} alt="" data-shown />
      </aside>
    );
  return (
    <aside className="login-art drawn" style={brand.secondColor ? artColor(brand.secondColor) : undefined} aria-hidden>
      <svg viewBox="0 0 800 900" preserveAspectRatio="xMidYMid slice">
        <g fill="none" stroke="currentColor" opacity="0.16">
          {Array.from({ length: 7 }, (_, i) => (
            <path key={i} d={`M-40 ${560 + i * 46} C 180 ${470 + i * 46}, 420 ${690 + i * 38}, 860 ${500 + i * 50}`} />
          ))}
        </g>
        <Parcel x={150} y={250} size={150} />
        <Parcel x={420} y={150} size={92} />
        <Parcel x={470} y={380} size={190} />
        <Parcel x={255} y={520} size={70} />
      </svg>
      <p className="login-claim">
        <Trans>From order to label, in one calm place.</Trans>
      </p>
    </aside>
  );
}

/** A box in isometric view: three faces of one tone and a strip of tape. */
function Parcel({ x, y, size }: { readonly x: number; readonly y: number; readonly size: number }) {
  const h = size * 0.5;
  return (
    <g transform={`translate(${x} ${y})`} fill="currentColor" strokeLinejoin="round">
      <path d={`M0 ${h} L${size} 0 L${2 * size} ${h} L${size} ${2 * h} Z`} transform="scale(.62)" opacity="0.3" />
      <path
        d={`M0 ${h} L${size} ${2 * h} V${2 * h + size * 1.05} L0 ${h + size * 1.05} Z`}
        transform="scale(.62)"
        opacity="0.17"
      />
      <path
        d={`M${2 * size} ${h} L${size} ${2 * h} V${2 * h + size * 1.05} L${2 * size} ${h + size * 1.05} Z`}
        transform="scale(.62)"
        opacity="0.1"
      />
      <path
        d={`M${size * 0.42} ${h * 0.58} L${size * 1.42} ${h * 1.58} V${h * 1.58 + size * 0.36} L${size * 1.58} ${h * 1.42 + size * 0.36} V${h * 1.42} L${size * 0.58} ${h * 0.42} Z`}
        transform="scale(.62)"
        opacity="0.26"
      />
    </g>
  );
}
