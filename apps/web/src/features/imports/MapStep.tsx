import { NativeSelect, TextInput } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconInfoCircle } from '#icons';
import { useQuery } from '@tanstack/react-query';
import type { DataOf } from '@scanship/contracts/call';
import {
  IMPORT_FIELDS,
  type ImportField,
  type ImportMapping,
  REQUIRED_IMPORT_FIELDS,
  type uploadOrders,
} from '@scanship/contracts/orders/order-import';
import { countriesQuery } from '../settings/settings-api.ts';
import { ColumnsCard, samplesOf } from './frame/ColumnsCard.tsx';
import { MapButtons } from './frame/MapButtons.tsx';
import { FIELD_WORDS } from './import-words.ts';
import { assign, fieldOfColumn, missingRequired } from './mapping.ts';

interface Props {
  readonly file: DataOf<typeof uploadOrders>;
  readonly mapping: ImportMapping;
  readonly busy: boolean;
  readonly onChange: (next: ImportMapping) => void;
  readonly onBack: () => void;
  readonly onNext: () => void;
}

/** What each column of a file of orders means. */
export function MapStep({ file, mapping, busy, onChange, onBack, onNext }: Props) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const word = (field: ImportField) => {
    const descriptor = FIELD_WORDS[field];
    return descriptor ? i18n._(descriptor) : field;
  };
  const missing = missingRequired(mapping);
  const fields = IMPORT_FIELDS.map((field) => ({
    value: field,
    label: REQUIRED_IMPORT_FIELDS.includes(field) ? t`${word(field)} (needed)` : word(field),
  }));
  // Only columns with something in them: an empty one is nobody's loss.
  const unknown = file.headers.flatMap((header, column) =>
    fieldOfColumn(mapping, column) === undefined && samplesOf(file, column) !== ''
      ? [header || t`Column ${column + 1}`]
      : [],
  );
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
              IMPORT_FIELDS.find((each) => each === field),
            ),
          )
        }
      >
        {unknown.length > 0 && (
          <div className="notice" role="status">
            <IconInfoCircle size={16} aria-hidden />
            <div>
              <Plural
                value={unknown.length}
                one="One column was not recognised and is left out:"
                other="# columns were not recognised and are left out:"
              />{' '}
              <span className="strong">{unknown.join(', ')}</span>{' '}
              <Trans>Say below what they mean, if they matter.</Trans>
            </div>
          </div>
        )}
      </ColumnsCard>
      <Defaults mapping={mapping} onChange={onChange} />
      <MapButtons
        missing={missing.length > 0 && <Trans>Say which column holds: {missing.map(word).join(', ')}</Trans>}
        busy={busy}
        onBack={onBack}
        onNext={onNext}
      />
    </div>
  );
}

function Defaults({ mapping, onChange }: Pick<Props, 'mapping' | 'onChange'>) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const countries = useQuery(countriesQuery).data?.countryList ?? [];
  const { defaults } = mapping;
  const set = (change: Partial<ImportMapping['defaults']>) =>
    onChange({ ...mapping, defaults: { ...defaults, ...change } });
  const units = ['g', 'kg', 'lb', 'oz'] as const;
  const orders = { ymd: t`Year, month, day`, dmy: t`Day, month, year`, mdy: t`Month, day, year` } as const;
  return (
    <section className="card">
      <div className="card-head">
        <h2>
          <Trans>Where the file does not say</Trans>
        </h2>
      </div>
      <div className="card-body fields">
        <TextInput
          className="w3"
          label={t`Currency`}
          value={defaults.currency}
          maxLength={3}
          onChange={(e) => set({ currency: e.currentTarget.value.toUpperCase() })}
        />
        <NativeSelect
          className="w3"
          label={t`Country`}
          value={defaults.countryCode ?? ''}
          onChange={(e) => set({ countryCode: e.currentTarget.value || null })}
          data={[
            { value: '', label: t`None` },
            ...countries.map((c) => ({ value: c.code, label: i18n.locale === 'fr-CA' ? c.nameFr : c.name })),
          ]}
        />
        <NativeSelect
          className="w3"
          label={t`Weights are in`}
          value={defaults.weightUnit}
          data={[...units]}
          onChange={(e) => set({ weightUnit: units.find((u) => u === e.currentTarget.value) ?? 'kg' })}
        />
        <NativeSelect
          className="w3"
          label={t`Dates read`}
          value={defaults.dateOrder}
          data={[
            { value: 'ymd', label: orders.ymd },
            { value: 'dmy', label: orders.dmy },
            { value: 'mdy', label: orders.mdy },
          ]}
          onChange={(e) =>
            set({
              dateOrder: e.currentTarget.value === 'dmy' ? 'dmy' : e.currentTarget.value === 'mdy' ? 'mdy' : 'ymd',
            })
          }
        />
      </div>
    </section>
  );
}
