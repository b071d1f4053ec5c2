/** The tenant's mark in little, where only icons show: its favicon or initial. */
export function BrandIcon() {
  const brand = useBrand();
  const [broken, setBroken] = useState('');
  const { favicon } = brand;
  if (favicon && favicon !== broken)
    return (
      <img className="brand-icon" src={favicon} alt="" width={28} height={28} onError={() => setBroken(favicon)} />
    );
  return (
    <span className="brand-icon brand-initial" aria-hidden>
      {[...brand.name][0]?.toUpperCase()}
    </span>
  );
}

/** Logo of the tenant for the scheme in force, or its initial and name. */
import { useComputedColorScheme } from '@mantine/core';
import { useState } from 'react';
import { useBrand } from '../app/branding.ts';

export function BrandMark({ surface }: { readonly surface?: 'light' | 'dark' }) {
  const brand = useBrand();
  const scheme = useComputedColorScheme('light');
  const [broken, setBroken] = useState('');
  const logo = (surface ?? scheme) === 'dark' ? (brand.secondaryLogo ?? brand.primaryLogo) : brand.primaryLogo;
  if (logo && logo !== broken)
    return <img className="brand-logo" src={logo} alt={brand.name} onError={() => setBroken(logo)} />;
  return (
    <span className="brand-mark">
      <span className="brand-initial" aria-hidden>
        {[...brand.name][0]?.toUpperCase()}
      </span>
      <span className="brand-name">{brand.name}</span>
    </span>
  );
}
