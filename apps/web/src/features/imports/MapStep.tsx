import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { DataOf } from '@scanship/contracts/call';
import {
  IMPORT_FIELDS,
  type ImportField,
  type ImportMapping,
  REQUIRED_IMPORT_FIELDS,
  type uploadOrders,
} from '@scanship/contracts/order-import';
import { Badge } from '../../ui/Badge.tsx';
import { countriesQuery } from '../settings/settings-api.ts';
import { FIELD_WORDS } from './import-words.ts';
import { assign, fieldOfColumn, missingRequired } from './mapping.ts';
import { TableWrap } from '../../ui/TableWrap.tsx';

interface Props {
  readonly file: DataOf<typeof uploadOrders>;
  readonly mapping: ImportMapping;
  readonly busy: boolean;
  readonly onChange: (next: ImportMapping) => void;
  readonly onBack: () => void;
  readonly onNext: () => void;
}

/** Each column of the file with its first values, and what it means. */
export function MapStep({ file, mapping, busy, onChange, onBack, onNext }: Props) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const word = (field: ImportField) => {
    const descriptor = FIELD_WORDS[field];
    return descriptor ? i18n._(descriptor) : field;
  };
  const missing = missingRequired(mapping);
  const options = [
    { value: '', label: t`Leave out` },
    ...IMPORT_FIELDS.map((field) => ({
      value: field,
      label: REQUIRED_IMPORT_FIELDS.includes(field) ? t`${word(field)} (needed)` : word(field),
    })),
  ];
  const samples = (column: number) =>
    file.sample
      .map((row) => row[column]?.trim())
      .filter((text) => text)
      .slice(0, 3)
      .join(' · ');
  // Only columns with something in them: an empty one is nobody's loss.
  const unknown = file.headers.flatMap((header, column) =>
    fieldOfColumn(mapping, column) === undefined && samples(column) !== '' ? [header || t`Column ${column + 1}`] : [],
  );
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
                <tr key={`${column}-${header}`}>
                  <th scope="row">{header || <Trans>Column {column + 1}</Trans>}</th>
                  <td className="dim map-sample">{samples(column) || '–'}</td>
                  <td>
                    <NativeSelect
                      aria-label={t`Meaning of ${header || String(column + 1)}`}
                      value={fieldOfColumn(mapping, column) ?? ''}
                      data={options}
                      onChange={(event) =>
                        onChange(
                          assign(
                            mapping,
                            column,
                            IMPORT_FIELDS.find((f) => f === event.currentTarget.value),
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
      <Defaults mapping={mapping} onChange={onChange} />
      {missing.length > 0 && (
        <div className="notice" data-tone="warn" role="status">
          <IconAlertTriangle size={16} aria-hidden />
          <div>
            <Trans>Say which column holds: {missing.map(word).join(', ')}</Trans>
          </div>
        </div>
      )}
      <div className="row end">
        <Button variant="default" onClick={onBack}>
          <Trans>Another file</Trans>
        </Button>
        <Button loading={busy} disabled={missing.length > 0} onClick={onNext}>
          <Trans>Check the file</Trans>
        </Button>
      </div>
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
