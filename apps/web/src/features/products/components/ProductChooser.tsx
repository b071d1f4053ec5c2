/** Finds one product by the beginning of its name, SKU or barcode, and says how many of it. */
import { Autocomplete, Button, TextInput } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ProductRow } from '@scanship/contracts/products/products';
import { useDeferredValue, useState } from 'react';
import { lookUpQuery } from '../api/products-api.ts';

interface Props {
  readonly label: string;
  readonly action: string;
  readonly busy: boolean;
  /** Not offered: the product itself, parts it has. */
  readonly without: readonly string[];
  /** A text that no product has is a SKU too. */
  readonly free: boolean;
  readonly onChoose: (chosen: {
    readonly product?: ProductRow;
    readonly sku: string;
    readonly quantity: number;
  }) => void;
}
export function ProductChooser({ label, action, busy, without, free, onChoose }: Props) {
  const { t } = useLingui();
  const [text, setText] = useState('');
  const [quantity, setQuantity] = useState('1');
  const found = useQuery(lookUpQuery(useDeferredValue(text))).data?.products ?? [];
  const offered = found.filter((row) => !without.includes(row.id) && row.sku !== '');
  const product = offered.find((row) => row.sku.toLowerCase() === text.trim().toLowerCase());
  const count = Number(quantity);
  const ready = (product !== undefined || (free && text.trim() !== '')) && Number.isInteger(count) && count > 0;
  return (
    <form
      className="row tight chooser"
      onSubmit={(event) => {
        event.preventDefault();
        if (!ready) return;
        onChoose({ ...(product ? { product } : {}), sku: text.trim(), quantity: count });
        setText('');
        setQuantity('1');
      }}
    >
      <Autocomplete
        className="grow"
        size="xs"
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={setText}
        data={[...new Set(offered.map((row) => row.sku))]}
        filter={({ options }) => options}
      />
      <TextInput
        size="xs"
        className="chooser-count"
        aria-label={t`Units`}
        inputMode="numeric"
        value={quantity}
        onChange={(event) => setQuantity(event.currentTarget.value)}
      />
      <Button type="submit" size="compact-sm" variant="default" loading={busy} disabled={!ready}>
        {action}
      </Button>
    </form>
  );
}
