import '../../dashboard/dashboard.css';
import { Button } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconDownload } from '#icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { Margins } from '@scanship/contracts/money/margins';
import { notify } from '../../../app/notify.ts';
import { useFormat } from '../../../app/use-format.ts';
import { saveBlob } from '../../../lib/download.ts';
import { EmptyState, ErrorState, Skeletons } from '../../../ui/states.tsx';
import { dashboardSearch } from '../../dashboard/dashboard-search.ts';
import { DayChart } from '../../dashboard/DayChart.tsx';
import { Figure, Trend } from '../../dashboard/Figure.tsx';
import { MoneyFrame } from '../MoneyFrame.tsx';
import { DaysChoice } from './DaysChoice.tsx';
import { MarginTable } from './MarginTable.tsx';
import { exportDays, marginsQuery } from './margins-api.ts';
import { useSourceWords } from './source-words.ts';

/** What a franchise, or the operator, earns: revenue, cost and margin from its own books. */
export function MarginsPage() {
  const { t } = useLingui();
  const search = dashboardSearch(useSearch({ strict: false }));
  const margins = useQuery(marginsQuery(search));
  const save = useMutation({
    mutationFn: () => exportDays(search),
    onSuccess: ({ blob, name }) => saveBlob(blob, name),
    onError: (error) => notify.error(error),
  });
  return (
    <MoneyFrame
      title={t`Margins`}
      actions={
        <Button
          variant="default"
          leftSection={<IconDownload size={15} aria-hidden />}
          loading={save.isPending}
          onClick={() => save.mutate()}
        >
          <Trans>Export</Trans>
        </Button>
      }
    >
      <div className="board">
        <DaysChoice search={search} />
        {margins.data ? (
          <MarginBoard margins={margins.data} />
        ) : margins.isError ? (
          <div className="card">
            <ErrorState error={margins.error} onRetry={() => void margins.refetch()} />
          </div>
        ) : (
          <Skeletons rows={8} height={32} />
        )}
      </div>
    </MoneyFrame>
  );
}

function MarginBoard({ margins }: { readonly margins: Margins }) {
  const { t } = useLingui();
  const format = useFormat();
  const sourceWord = useSourceWords();
  const { currency, total, before, taxes, receivables } = margins;
  const show = (minor: number) => format.money({ minor, currency });
  const series = [
    {
      name: t`Margin`,
      days: margins.days.map(({ day, revenueMinor, costMinor }) => ({ day, value: revenueMinor - costMinor })),
      show,
    },
    { name: t`Revenue`, days: margins.days.map(({ day, revenueMinor }) => ({ day, value: revenueMinor })), show },
    { name: t`Cost`, days: margins.days.map(({ day, costMinor }) => ({ day, value: costMinor })), show },
    {
      name: t`Labels`,
      days: margins.days.map(({ day, labels }) => ({ day, value: labels })),
      show: (value: number) => format.number(value),
    },
  ];
  const nothing = margins.sources.length === 0 && margins.otherCurrencies.length === 0;
  return (
    <>
      <div className="figures">
        <Figure label={t`Revenue`} value={show(total.revenueMinor)}>
          <Trend now={total.revenueMinor} before={before.revenueMinor} />
          <div>
            <Trans>Taxes collected: {show(taxes.collectedMinor)}</Trans>
          </div>
        </Figure>
        <Figure label={t`Cost`} value={show(total.costMinor)}>
          <Trend now={total.costMinor} before={before.costMinor} />
          <div>
            <Trans>Taxes paid: {show(taxes.paidMinor)}</Trans>
          </div>
        </Figure>
        <Figure label={t`Margin`} value={show(total.revenueMinor - total.costMinor)}>
          <Trend now={total.revenueMinor - total.costMinor} before={before.revenueMinor - before.costMinor} />
          <div>
            <Share now={total} />
          </div>
        </Figure>
        <Figure label={t`Open receivables`} value={show(receivables.owedMinor)}>
          <Trans>
            {show(receivables.reservedMinor)} set aside · {show(receivables.prepaidMinor)} paid in advance
          </Trans>
        </Figure>
      </div>
      <p className="dim small">
        <Trans>Before taxes, by the day it was booked. Receivables are as of now.</Trans>
      </p>
      {nothing ? (
        <div className="card">
          <EmptyState title={t`Nothing was sold in these days`}>
            <Trans>
              Labels on accounts that you lend are counted here from the first one. Choose other days above.
            </Trans>
          </EmptyState>
        </div>
      ) : (
        <>
          <DayChart series={series} />
          <MarginTable
            title={t`What it comes from`}
            first={t`Kind`}
            currency={currency}
            rows={margins.sources.map((row) => ({ ...row, key: row.source, name: sourceWord(row.source) }))}
          />
          <MarginTable
            title={t`By customer`}
            first={t`Customer`}
            currency={currency}
            rows={margins.buyers.map((row) => ({
              ...row,
              key: row.id ?? '',
              name: row.id === null ? t`Without a customer` : row.name,
            }))}
          />
          <MarginTable
            title={t`By carrier`}
            first={t`Carrier`}
            currency={currency}
            rows={margins.carriers.map((row) => ({ ...row, key: row.carrier }))}
          />
          <MarginTable
            title={t`By service`}
            first={t`Service`}
            currency={currency}
            rows={margins.services.map((row) => ({ ...row, key: `${row.carrier} ${row.service}` }))}
          />
          {margins.otherCurrencies.map((row) => (
            <p key={row.currency} className="notice">
              <Trans>
                Besides, in {row.currency}: revenue {format.money({ minor: row.revenueMinor, currency: row.currency })},
                cost {format.money({ minor: row.costMinor, currency: row.currency })}.
              </Trans>
            </p>
          ))}
        </>
      )}
    </>
  );
}

function Share({ now }: { readonly now: Margins['total'] }) {
  const { locale } = useFormat();
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  const share = now.revenueMinor === 0 ? undefined : (now.revenueMinor - now.costMinor) / now.revenueMinor;
  return share === undefined ? null : <Trans>{percent.format(share)} of revenue</Trans>;
}
