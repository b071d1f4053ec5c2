import { Button } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconDownload } from '#icons';
import { useMutation } from '@tanstack/react-query';
import { REPORT_COLUMNS, type ReportColumn, type ReportTable } from '@scanship/contracts/money/reports';
import { useId, useState } from 'react';
import { notify } from '../../../app/notify.ts';
import { type Format, useFormat } from '../../../app/use-format.ts';
import { TableWrap } from '../../../ui/TableWrap.tsx';
import { useReportWords } from './report-words.ts';
import type { FileFormat } from './reports-api.ts';

const SHOWN = 10;

interface Props {
  readonly table: ReportTable;
  readonly currency: string;
  readonly save: (format: FileFormat) => Promise<void>;
}

/** A table of a report: each figure with what it was in the other days below it, and the whole as a file. */
export function ReportTableCard({ table, currency, save }: Props) {
  const { t } = useLingui();
  const words = useReportWords();
  const format = useFormat();
  const headId = useId();
  const [all, setAll] = useState(false);
  const { title, first, nameless, none } = words.table(table.id);
  if (table.rows.length === 0 && none === undefined) return null;
  const rows = all ? table.rows : table.rows.slice(0, SHOWN);
  const rest = table.rows.length - rows.length;
  const hidden = table.more;
  return (
    <section className="card" aria-labelledby={headId}>
      <div className="card-head">
        <h2 id={headId}>{title}</h2>
        {table.rows.length > 0 && <Files title={title} save={save} />}
      </div>
      {table.rows.length === 0 ? (
        <p className="card-body dim">{none}</p>
      ) : (
        <TableWrap label={title}>
          <table className="plain-table mark-table phone-rows">
            <thead>
              <tr>
                <th scope="col">{first}</th>
                {table.columns.map((column) => (
                  <th key={column} scope="col" className="end">
                    {words.column(column)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.key}>
                  <th scope="row">{row.name ?? nameless}</th>
                  {table.columns.map((column, at) => (
                    <td key={column} className="end num" data-label={words.column(column)}>
                      {valueText(format, column, row.now[at], currency)}
                      {row.before && (
                        <div className="small dim">
                          <span className="sr-only">{t`Before:`} </span>
                          {valueText(format, column, row.before[at], currency)}
                        </div>
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </TableWrap>
      )}
      {rest > 0 && (
        <div className="card-body">
          <Button variant="default" size="compact-sm" onClick={() => setAll(true)}>
            <Trans>Show {rest} more</Trans>
          </Button>
        </div>
      )}
      {hidden > 0 && rest === 0 && (
        <p className="card-body dim small">
          <Trans>{hidden} more are in the file.</Trans>
        </p>
      )}
    </section>
  );
}

/** A count or an amount; a dash where there is nothing to divide by. */
export function valueText(
  format: Format,
  column: ReportColumn,
  value: number | null | undefined,
  currency: string,
): string {
  if (value === null || value === undefined) return '–';
  return REPORT_COLUMNS[column] === 'money' ? format.money({ minor: value, currency }) : format.number(value);
}

function Files({ title, save }: { readonly title: string; readonly save: Props['save'] }) {
  const { t } = useLingui();
  const saving = useMutation({ mutationFn: save, onError: (error) => notify.error(error) });
  const button = (format: FileFormat, word: string, label: string) => (
    <Button
      variant="subtle"
      size="compact-sm"
      leftSection={<IconDownload size={14} aria-hidden />}
      aria-label={label}
      loading={saving.isPending && saving.variables === format}
      disabled={saving.isPending}
      onClick={() => saving.mutate(format)}
    >
      {word}
    </Button>
  );
  return (
    <div className="row">
      {button('xlsx', t`XLSX`, t`${title} as XLSX`)}
      {button('csv', t`CSV`, t`${title} as CSV`)}
    </div>
  );
}
