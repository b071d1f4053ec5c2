/** Each column of the file with its first values, and what it means. */
import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { DataOf } from '@scanship/contracts/call';
import { PRODUCT_IMPORT_FIELDS, type ProductMapping, type uploadProducts } from '@scanship/contracts/product-import';
import { Badge } from '../../../ui/Badge.tsx';
import { TableWrap } from '../../../ui/TableWrap.tsx';
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
  const options = [
    { value: '', label: t`Leave out` },
    ...PRODUCT_IMPORT_FIELDS.map((field) => ({ value: field, label: i18n._(FIELD_WORDS[field]) })),
  ];
  const samples = (column: number) =>
    file.sample
      .map((row) => row[column]?.trim())
      .filter((text) => text)
      .slice(0, 3)
      .join(' · ');
  const { defaults } = mapping;
  const set = (change: Partial<ProductMapping['defaults']>) =>
    onChange({ ...mapping, defaults: { ...defaults, ...change } });
  const ready = findable(mapping);
  const weights = ['g', 'kg', 'lb', 'oz'] as const;
  const lengths = ['mm', 'cm', 'in'] as const;
  return (
    <div className="stack wide">
      <div className="row">
        <Badge outline>
          <Plural value={file.rowCount} one="# row" other="# rows" />
        </Badge>
        {file.sheetName && <Badge outline>{t`Sheet ${file.sheetName}`}</Badge>}
        {file.remembered && <Badge tone="info">{t`Columns as last time`}</Badge>}
      </div>
      {file.warnings.map((warning) => (
        <div key={warning} className="notice" data-tone="warn">
          <IconAlertTriangle size={16} aria-hidden />
          <div>{warning}</div>
        </div>
      ))}
      <section className="card">
        <TableWrap label={t`Columns`}>
          <table className="plain-table map-table">
            <thead>
              <tr>
                <th scope="col">
                  <Trans>Column of the file</Trans>
                </th>
                <th scope="col">
                  <Trans>First values</Trans>
                </th>
                <th scope="col">
                  <Trans>Means</Trans>
                </th>
              </tr>
            </thead>
            <tbody>
              {file.headers.map((header, column) => (
                <tr key={header}>
                  <th scope="row">{header}</th>
                  <td className="dim map-sample">{samples(column) || '–'}</td>
                  <td>
                    <NativeSelect
                      aria-label={t`Meaning of ${header}`}
                      value={fieldOfColumn(mapping, column) ?? ''}
                      data={options}
                      onChange={(event) =>
                        onChange(
                          assign(
                            mapping,
                            column,
                            PRODUCT_IMPORT_FIELDS.find((field) => field === event.currentTarget.value),
                          ),
                        )
                      }
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableWrap>
      </section>
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
            label={t`A SKU that no product has makes a new product`}
            checked={defaults.createNew}
            onChange={(e) => set({ createNew: e.currentTarget.checked })}
          />
        </div>
      </section>
      {!ready && (
        <div className="notice" data-tone="warn" role="status">
          <IconAlertTriangle size={16} aria-hidden />
          <div>
            <Trans>Say which column holds the SKU or the product ID.</Trans>
          </div>
        </div>
      )}
      <div className="row end">
        <Button variant="default" onClick={onBack}>
          <Trans>Another file</Trans>
        </Button>
        <Button loading={busy} disabled={!ready} onClick={onNext}>
          <Trans>Check the file</Trans>
        </Button>
      </div>
    </div>
  );
}
