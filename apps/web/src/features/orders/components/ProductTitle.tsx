import { Autocomplete } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import type { ProductRow } from '@scanship/contracts/products/products';
import { productSearch } from '../model/product-lookup.ts';

/** Typing rests this long before products are asked. */
const REST_MS = 180;

interface Props {
  readonly title: string;
  readonly error: string | undefined;
  readonly onType: (title: string) => void;
  readonly onPick: (product: ProductRow) => void;
}

/** Name of an item; products that match it are offered, and a chosen one fills the line. */
export default function ProductTitle({ title, error, onType, onPick }: Props) {
  const { t } = useLingui();
  const [asked, setAsked] = useState('');
  const [wanted, setWanted] = useState(false);
  const typed = useRef(false);
  const picked = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (!typed.current) return undefined;
    const timer = setTimeout(() => setAsked(title.trim()), REST_MS);
    return () => clearTimeout(timer);
  }, [title]);
  const found = useDeferredValue(useQuery(productSearch(asked)).data?.products ?? NONE);
  const products = new Map(found.map((product) => [product.id, product]));
  return (
    <Autocomplete
      className="w6"
      label={t`Item`}
      value={title}
      maxLength={200}
      error={error}
      data={found.map((product) => ({ value: product.id, label: product.title || product.sku }))}
      // Only while there is something to choose: an empty list is none.
      comboboxProps={{ keepMounted: false }}
      dropdownOpened={wanted && found.length > 0}
      onDropdownOpen={() => setWanted(true)}
      onDropdownClose={() => setWanted(false)}
      // The server has matched name, SKU and barcode; the name alone need not match again.
      filter={({ options }) => options}
      renderOption={({ option }) => {
        const product = products.get(option.value);
        return (
          <span className="product-option">
            <span>{product?.title}</span>
            <span className="dim small">{product?.sku}</span>
          </span>
        );
      }}
      onOptionSubmit={(id) => {
        const product = products.get(id);
        if (!product) return;
        typed.current = false;
        picked.current = product.title || product.sku;
        setAsked('');
        onPick(product);
      }}
      onChange={(text) => {
        // The field reports the chosen name after the line was filled with it.
        const chosen = picked.current === text;
        picked.current = undefined;
        if (chosen) return;
        typed.current = true;
        onType(text);
      }}
    />
  );
}
const NONE: readonly ProductRow[] = [];
