import '../../dashboard/dashboard.css';
import { Button, Switch } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { putNotices } from '@scanship/contracts/access/account';
import { askedDays } from '@scanship/domain/calendar/report-period';
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
import { isShown, reportSearch, type ReportSearch, withSaved } from './report-search.ts';
import { SavedReports } from './SavedReports.tsx';
import { useReportWords } from './report-words.ts';
import { exportTable, type ReportAsk, type ReportKind, reportQuery, savedQuery } from './reports-api.ts';

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
  const address = reportSearch(useSearch({ strict: false }));
  const saved = useQuery(savedQuery);
  const open = saved.data?.reports.find(({ id }) => id === address.saved);
  const search = withSaved(address, open);
  const days = askedDays(search, format.today());
  const asked: ReportAsk = { ...days, currency: search.currency };
  // What a kept report asks for is not known before it is there.
  const waits = address.saved !== undefined && saved.isPending;
  const report = useQuery({ ...reportQuery(kind, asked), enabled: !waits });
  return (
    <MoneyFrame title={title}>
      <div className="board">
        <ReportDays search={search} asked={days} />
        {saved.data && <SavedReports {...{ kind, search, open }} is={saved.data} />}
        {above}
        {report.data ? (
          <ReportBoard {...{ kind, figures, empty, explanation, asked, search }} report={report.data} />
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
  search,
  report,
}: Omit<Props, 'title' | 'above'> & {
  readonly asked: ReportAsk;
  readonly search: ReportSearch;
  readonly report: Report;
}) {
  const navigate = useNavigate();
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
          <Trans>There are labels in {others} as well; they are in no figure here.</Trans>{' '}
          {report.otherCurrencies.map((other) => (
            <Button
              key={other}
              variant="subtle"
              size="compact-sm"
              onClick={() => void navigate({ to: '.', search: () => ({ ...search, currency: other }), replace: true })}
            >
              <Trans>Show {other}</Trans>
            </Button>
          ))}
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
        .filter(({ id }) => id !== 'total' && isShown(search, id))
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
