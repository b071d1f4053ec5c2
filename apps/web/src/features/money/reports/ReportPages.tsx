import '../../dashboard/dashboard.css';
import { Switch } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { putNotices } from '@scanship/contracts/access/account';
import type { Report, ReportColumn } from '@scanship/contracts/money/reports';
import { api } from '../../../app/api.ts';
import { notify } from '../../../app/notify.ts';
import { queryClient } from '../../../app/query-client.ts';
import { useFormat } from '../../../app/use-format.ts';
import { saveBlob } from '../../../lib/download.ts';
import { EmptyState, ErrorState, Skeletons } from '../../../ui/states.tsx';
import { noticesQuery } from '../../account/account-api.ts';
import { Figure, Trend } from '../../dashboard/Figure.tsx';
import { MoneyFrame } from '../MoneyFrame.tsx';
import { ReportDays } from './ReportDays.tsx';
import { ReportTableCard, valueText } from './ReportTableCard.tsx';
import { type AskedDays, askedDays, reportSearch } from './report-search.ts';
import { useReportWords } from './report-words.ts';
import { exportTable, reportQuery, type ReportKind } from './reports-api.ts';

/** What a franchise or the operator sold, and to whom: the page of a Monday. */
export function BusinessReportPage() {
  const { t } = useLingui();
  return (
    <ReportPage
      kind="business"
      title={t`Report`}
      figures={['labels', 'revenue', 'cost', 'margin']}
      empty={t`No customer bought a label in these days`}
      above={<MondaySwitch />}
      explanation={t`Before taxes, by the day labels were bought; cancelled labels are not counted. Labels on customers’ own accounts count as labels and bring no revenue. What is unpaid is as of now.`}
    />
  );
}

/** What shipping cost a seller. */
export function SpendReportPage() {
  const { t } = useLingui();
  return (
    <ReportPage
      kind="spend"
      title={t`Spend report`}
      figures={['labels', 'spend', 'perOrder', 'saving']}
      empty={t`No label was bought in these days`}
      explanation={t`With taxes, by the day labels were bought; cancelled labels are not counted. Savings are against the cheapest offer you saw for the same shipment, where it is known.`}
    />
  );
}

interface Props {
  readonly kind: ReportKind;
  readonly title: string;
  /** Columns of the total that are shown large. */
  readonly figures: readonly ReportColumn[];
  readonly empty: string;
  readonly explanation: string;
  readonly above?: ReactNode;
}

function ReportPage({ kind, title, figures, empty, explanation, above }: Props) {
  const format = useFormat();
  const search = reportSearch(useSearch({ strict: false }));
  const asked = askedDays(search, format.today());
  const report = useQuery(reportQuery(kind, asked));
  return (
    <MoneyFrame title={title}>
      <div className="board">
        <ReportDays search={search} asked={asked} />
        {above}
        {report.data ? (
          <ReportBoard {...{ kind, figures, empty, explanation, asked }} report={report.data} />
        ) : report.isError ? (
          <div className="card">
            <ErrorState error={report.error} onRetry={() => void report.refetch()} />
          </div>
        ) : (
          <Skeletons rows={8} height={32} />
        )}
      </div>
    </MoneyFrame>
  );
}

function ReportBoard({
  kind,
  figures,
  empty,
  explanation,
  asked,
  report,
}: Omit<Props, 'title' | 'above'> & { readonly asked: AskedDays; readonly report: Report }) {
  const format = useFormat();
  const words = useReportWords();
  const { currency } = report;
  const total = report.tables.find(({ id }) => id === 'total');
  const [row] = total?.rows ?? [];
  const spanText = ({ from, to }: Report['range']) => `${format.day(from)} – ${format.day(to)}`;
  const [now, before] = [spanText(report.range), spanText(report.before)];
  const others = report.otherCurrencies.join(', ');
  const nothing = !row || [...row.now, ...(row.before ?? [])].every((value) => !value);
  return (
    <>
      <p className="dim">
        <Trans>
          {now}, compared with {before}
        </Trans>
      </p>
      <div className="figures">
        {figures.map((column) => {
          const at = total?.columns.indexOf(column) ?? -1;
          return (
            <Figure key={column} label={words.column(column)} value={valueText(format, column, row?.now[at], currency)}>
              <Trend now={row?.now[at] ?? 0} before={row?.before?.[at] ?? 0} />
            </Figure>
          );
        })}
      </div>
      <p className="dim small">{explanation}</p>
      {others !== '' && (
        <p className="notice">
          <Trans>There are labels in {others} as well; they are in no figure here.</Trans>
        </p>
      )}
      {nothing && (
        <div className="card">
          <EmptyState title={empty}>
            <Trans>Choose other days above.</Trans>
          </EmptyState>
        </div>
      )}
      {report.tables
        .filter(({ id }) => id !== 'total')
        .map((table) => (
          <ReportTableCard
            key={table.id}
            table={table}
            currency={currency}
            save={async (fileFormat) => {
              const { blob, name } = await exportTable(kind, asked, table.id, fileFormat);
              saveBlob(blob, name);
            }}
          />
        ))}
    </>
  );
}

/** Whether the report comes by mail on Monday; the same switch stands in the account. */
function MondaySwitch() {
  const { t } = useLingui();
  const notices = useQuery(noticesQuery);
  const save = useMutation({
    mutationFn: (email: boolean) => api.call(putNotices, { body: { notices: [{ kind: 'monday_report', email }] } }),
    onSuccess: ({ data }) => queryClient.setQueryData(noticesQuery.queryKey, data),
    onError: (error) => notify.error(error),
  });
  const notice = notices.data?.notices.find(({ kind }) => kind === 'monday_report');
  if (!notice) return null;
  return (
    <Switch
      label={t`Send me the report of last week on Monday morning`}
      checked={save.isPending ? save.variables : notice.email}
      onChange={(event) => save.mutate(event.currentTarget.checked)}
    />
  );
}
