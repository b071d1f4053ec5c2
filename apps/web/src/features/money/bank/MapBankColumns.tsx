import { Button, NativeSelect } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useLingui as useI18n } from '@lingui/react';
import { useState } from 'react';
import type { BankMappingDto } from '@scanship/contracts/money/bank';
import { BANK_FIELDS, type BankField, isWholeMapping, readBankTable } from '@scanship/domain/bank/bank-table';
import { useFormat } from '../../../app/use-format.ts';
import { ErrorState } from '../../../ui/states.tsx';
import { TableWrap } from '../../../ui/TableWrap.tsx';
import { FIELD_WORDS } from './bank-words.ts';

export interface ToMap {
  readonly headers: readonly string[];
  readonly sample: readonly (readonly string[])[];
  readonly mapping: BankMappingDto;
  readonly askDates: boolean;
}

interface Props {
  readonly toMap: ToMap;
  readonly currency: string;
  readonly busy: boolean;
  readonly error: Error | null;
  readonly onDone: (mapping: BankMappingDto) => void;
}

const PREVIEWED = 6;
/** What every statement has comes first; the rest is folded away. */
const MAIN: readonly BankField[] = ['bookedOn', 'amount', 'credit', 'debit', 'name', 'text'];

/** A person says what the columns are and sees at once how the first rows are read. */
export function MapBankColumns({ toMap, currency, busy, error, onDone }: Props) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const [mapping, setMapping] = useState(toMap.mapping);
  // 11/12 is two days: read in the wrong order a statement stands on wrong days, so it is never guessed.
  const [asked, setAsked] = useState(toMap.askDates);
  const choose = (field: BankField, text: string): void => {
    const columns = Object.fromEntries(Object.entries(mapping.columns).filter(([name]) => name !== field));
    setMapping({ ...mapping, columns: text === '' ? columns : { ...columns, [field]: Number(text) } });
    // The days of another column were not looked at.
    if (field === 'bookedOn') setAsked(true);
  };
  const exampleOf = (index: number): string =>
    toMap.sample.map((row) => row[index] ?? '').find((cell) => cell.trim() !== '') ?? '';
  const columns = [
    { value: '', label: t`Not in the file` },
    ...toMap.headers.map((header, index) => {
      const example = exampleOf(index);
      const name = header === '' ? t`Column ${index + 1}` : header;
      return { value: String(index), label: example === '' ? name : `${name} (${example.slice(0, 30)})` };
    }),
  ];
  const select = (field: BankField) => (
    <NativeSelect
      key={field}
      className="w6"
      label={i18n._(FIELD_WORDS[field])}
      value={String(mapping.columns[field] ?? '')}
      onChange={(event) => choose(field, event.currentTarget.value)}
      data={columns}
    />
  );
  return (
    <div className="stack wide">
      <p className="dim small">
        <Trans>
          This is asked once for an account; the next file with the same columns is read automatically. Choose one
          amount, or money in and money out.
        </Trans>
      </p>
      <div className="fields">
        {MAIN.map(select)}
        <NativeSelect
          className="w6"
          label={t`Dates are written`}
          description={asked ? t`The dates of this file can be read in more than one way` : undefined}
          required={asked}
          value={asked ? '' : mapping.dates}
          onChange={(event) => {
            const dates = (['ymd', 'mdy', 'dmy'] as const).find((each) => each === event.currentTarget.value);
            if (!dates) return;
            setMapping({ ...mapping, dates });
            setAsked(false);
          }}
          data={[
            ...(asked ? [{ value: '', label: t`Choose` }] : []),
            { value: 'ymd', label: t`Year, month, day` },
            { value: 'mdy', label: t`Month, day, year` },
            { value: 'dmy', label: t`Day, month, year` },
          ]}
        />
      </div>
      <details>
        <summary>
          <Trans>More columns</Trans>
        </summary>
        <div className="fields bank-more">{BANK_FIELDS.filter((field) => !MAIN.includes(field)).map(select)}</div>
      </details>
      {!asked && <Preview toMap={toMap} mapping={mapping} currency={currency} />}
      {error && <ErrorState compact error={error} />}
      <div className="row end">
        <Button loading={busy} disabled={asked || !isWholeMapping(mapping)} onClick={() => onDone(mapping)}>
          <Trans>Read the statement</Trans>
        </Button>
      </div>
    </div>
  );
}

function Preview({
  toMap,
  mapping,
  currency,
}: Pick<Props, 'toMap' | 'currency'> & { readonly mapping: BankMappingDto }) {
  const { t } = useLingui();
  const format = useFormat();
  if (!isWholeMapping(mapping)) return null;
  // The header stands above the sample as it does in the file.
  const rows = mapping.headless ? toMap.sample : [toMap.headers, ...toMap.sample];
  const readings = readBankTable(mapping, { rows, rowNumbers: rows.map((_, index) => index + 1) }, currency);
  const [lines, faults] = [readings.flatMap((each) => each.lines), readings.flatMap((each) => each.faults)];
  return (
    <TableWrap label={t`How it is read`}>
      <table className="plain-table" data-testid="bank-preview">
        <thead>
          <tr>
            <th>{t`Day`}</th>
            <th>{t`Who and what`}</th>
            <th className="num">{t`Amount`}</th>
          </tr>
        </thead>
        <tbody>
          {lines.slice(0, PREVIEWED).map((line) => (
            <tr key={`${line.row} ${line.key}`}>
              <td>{format.day(line.bookedOn)}</td>
              <td className="bank-break">{[line.name, line.text].filter((each) => each !== '').join(' · ')}</td>
              <td className="num">{format.money(line.amount)}</td>
            </tr>
          ))}
          {faults.slice(0, 3).map(({ row, message }) => (
            <tr key={`fault ${row}`}>
              <td colSpan={3} className="dim">
                {message}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableWrap>
  );
}
