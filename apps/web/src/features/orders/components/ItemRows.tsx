import { ActionIcon, Button, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconPlus, IconTrash } from '#icons';
import { lazy, Suspense, useEffect, useRef } from 'react';
import type { WeightUnit } from '@scanship/domain/values/measure';
import { queryClient } from '../../../app/query-client.ts';
import { fillLine, productOfCode } from '../model/product-lookup.ts';
import { HsCodeField } from '../../products/components/HsCodeField.tsx';
import { emptyItem, type ItemDraft, type ItemProblem } from '../model/item-drafts.ts';

/** Names with products under them: what opens the list loads beside the page. */
const ProductTitle = lazy(() => import('./ProductTitle.tsx'));

interface Props {
  readonly items: readonly ItemDraft[];
  readonly currency: string;
  readonly weightUnit: WeightUnit;
  readonly problems: Readonly<Record<string, ItemProblem>>;
  /** What the server said, by path ("items.0.title"). */
  readonly refused: Readonly<Record<string, string>>;
  readonly onChange: (next: readonly ItemDraft[]) => void;
}
const WIRE: Readonly<Record<ItemProblem, string>> = {
  title: 'title',
  quantity: 'quantity',
  price: 'unitPriceMinor',
  weight: 'weightGrams',
  hsCode: 'hsCode',
  origin: 'originCountry',
};

export function ItemRows({ items, currency, weightUnit, problems, refused, onChange }: Props) {
  const { t } = useLingui();
  const words: Readonly<Record<ItemProblem, string>> = {
    title: t`Say what it is.`,
    quantity: t`Enter a whole number from 1.`,
    price: t`Enter an amount.`,
    weight: t`Enter a weight.`,
    hsCode: t`6 to 12 digits.`,
    origin: t`Two letters.`,
  };
  const set = (index: number, change: Partial<ItemDraft>) =>
    onChange(items.map((item, i) => (i === index ? { ...item, ...change } : item)));
  const error = (index: number, field: ItemProblem) => {
    const problem = problems[`${index}.${field}`];
    return problem ? words[problem] : refused[`items.${index}.${WIRE[field]}`];
  };
  const at = { unit: weightUnit, currency };
  // What a known SKU means fills what is still empty; a line that changed meanwhile keeps its changes.
  const latest = useRef(items);
  useEffect(() => {
    latest.current = items;
  });
  const lookUp = async ({ key, sku }: ItemDraft) => {
    const code = sku.trim();
    if (code === '') return;
    const found = await queryClient.fetchQuery(productOfCode(code)).catch(() => undefined);
    const product = found?.products.length === 1 ? found.products[0] : undefined;
    const now = latest.current;
    if (!product || !now.some((item) => item.key === key && item.sku.trim() === code)) return;
    onChange(now.map((item) => (item.key === key ? fillLine(item, product, { ...at, onlyEmpty: true }) : item)));
  };
  return (
    <div className="stack wide">
      {items.map((item, i) => {
        const n = i + 1;
        return (
          <fieldset key={item.key} className="item-row">
            <legend className="sr-only">{t`Item ${n}`}</legend>
            <div className="fields">
              <Suspense fallback={<TextInput className="w6" label={t`Item`} value={item.title} disabled />}>
                <ProductTitle
                  title={item.title}
                  error={error(i, 'title')}
                  onType={(title) => set(i, { title })}
                  onPick={(product) => set(i, fillLine(item, product, { ...at, onlyEmpty: false }))}
                />
              </Suspense>
              <TextInput
                className="w3"
                label={t`SKU`}
                value={item.sku}
                maxLength={100}
                onChange={(e) => set(i, { sku: e.currentTarget.value })}
                onBlur={() => void lookUp(item)}
              />
              <TextInput
                className="w3"
                label={t`Quantity`}
                inputMode="numeric"
                value={item.quantity}
                error={error(i, 'quantity')}
                onChange={(e) => set(i, { quantity: e.currentTarget.value })}
              />
              <TextInput
                className="w3"
                label={t`Unit price`}
                inputMode="decimal"
                value={item.price}
                error={error(i, 'price')}
                rightSection={<span className="dim small">{currency}</span>}
                rightSectionWidth={48}
                onChange={(e) => set(i, { price: e.currentTarget.value })}
              />
              <TextInput
                className="w3"
                label={t`Unit weight`}
                inputMode="decimal"
                value={item.weight}
                error={error(i, 'weight')}
                rightSection={<span className="dim small">{weightUnit}</span>}
                onChange={(e) => set(i, { weight: e.currentTarget.value })}
              />
              <HsCodeField
                className="w3"
                label={t`HS code`}
                value={item.hsCode}
                error={error(i, 'hsCode')}
                onChange={(hsCode) => set(i, { hsCode })}
              />
              <TextInput
                className="w3"
                label={t`Made in`}
                placeholder="CA"
                maxLength={2}
                value={item.origin}
                error={error(i, 'origin')}
                onChange={(e) => set(i, { origin: e.currentTarget.value })}
              />
            </div>
            {items.length > 1 && (
              <ActionIcon
                variant="subtle"
                color="gray"
                size={32}
                aria-label={t`Remove item ${n}`}
                onClick={() => onChange(items.filter((other) => other.key !== item.key))}
              >
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            )}
          </fieldset>
        );
      })}
      <div>
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconPlus size={15} aria-hidden />}
          onClick={() => onChange([...items, emptyItem(Math.max(...items.map((i) => i.key)) + 1)])}
        >
          <Trans>Add an item</Trans>
        </Button>
      </div>
    </div>
  );
}
