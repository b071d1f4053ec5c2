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
