/** What each column of a file of products means. */
import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import type { DataOf } from '@scanship/contracts/call';
import {
  PRODUCT_IMPORT_FIELDS,
  type ProductMapping,
  type uploadProducts,
} from '@scanship/contracts/products/product-import';
import { ColumnsCard } from '../../imports/frame/ColumnsCard.tsx';
import { MapButtons } from '../../imports/frame/MapButtons.tsx';
import { assign, FIELD_WORDS, fieldOfColumn, findable } from './mapping.ts';

interface Props {
  readonly file: DataOf<typeof uploadProducts>;
  readonly mapping: ProductMapping;
  readonly busy: boolean;
  readonly onChange: (next: ProductMapping) => void;
  readonly onBack: () => void;
  readonly onNext: () => void;
}

export function MapStep({ file, mapping, busy, onChange, onBack, onNext }: Props) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const fields = PRODUCT_IMPORT_FIELDS.map((field) => ({ value: field, label: i18n._(FIELD_WORDS[field]) }));
  const { defaults } = mapping;
  const set = (change: Partial<ProductMapping['defaults']>) =>
    onChange({ ...mapping, defaults: { ...defaults, ...change } });
  const weights = ['g', 'kg', 'lb', 'oz'] as const;
  const lengths = ['mm', 'cm', 'in'] as const;
  return (
    <div className="stack wide">
      <ColumnsCard
        file={file}
        fields={fields}
        fieldOf={(column) => fieldOfColumn(mapping, column)}
        onField={(column, field) =>
          onChange(
            assign(
              mapping,
              column,
              PRODUCT_IMPORT_FIELDS.find((each) => each === field),
            ),
          )
        }
      />
      <section className="card">
        <div className="card-head">
          <h2>
            <Trans>Where the file does not say</Trans>
          </h2>
        </div>
        <div className="card-body fields">
          <NativeSelect
            className="w4"
            label={t`Weights are in`}
            value={defaults.weightUnit}
            data={[...weights]}
            onChange={(e) => set({ weightUnit: weights.find((unit) => unit === e.currentTarget.value) ?? 'kg' })}
          />
          <NativeSelect
            className="w4"
            label={t`Lengths are in`}
            value={defaults.lengthUnit}
            data={[...lengths]}
            onChange={(e) => set({ lengthUnit: lengths.find((unit) => unit === e.currentTarget.value) ?? 'cm' })}
          />
          <TextInput
            className="w4"
            label={t`Currency`}
            value={defaults.currency}
            maxLength={3}
            onChange={(e) => set({ currency: e.currentTarget.value.toUpperCase() })}
          />
          <Checkbox
            className="w12"
            label={t`A SKU that no product has creates a new product`}
            checked={defaults.createNew}
            onChange={(e) => set({ createNew: e.currentTarget.checked })}
          />
        </div>
      </section>
      <MapButtons
        missing={!findable(mapping) && <Trans>Say which column holds the SKU or the product ID.</Trans>}
        busy={busy}
        onBack={onBack}
        onNext={onNext}
      />
    </div>
  );
}
