import { Button, NativeSelect, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { monthOf } from '@scanship/domain/money/statement';
import { useFormat } from '../../../app/use-format.ts';
import { ErrorState, Skeletons } from '../../../ui/states.tsx';
import { FileButtons } from './FileButtons.tsx';
import { PaperLines } from './PaperLines.tsx';
import { PaperTotals } from './PaperTotals.tsx';
import {
  invoicesQuery,
  saveStatementFile,
  type Side,
  type SpanChoice,
  statementLinesQuery,
  statementQuery,
} from './statements-api.ts';

/** A statement of any days, as the books stand now. */
export function SpanStatement({ side }: { readonly side: Side }) {
  const { t } = useLingui();
  const format = useFormat();
  const today = format.today();
  const { data } = useQuery(invoicesQuery({ side, buyerId: '', state: '', page: 1 }));
  const partners = data?.partners ?? [];
  const [chosen, setChosen] = useState('');
  const [from, setFrom] = useState(monthOf(today));
  const [to, setTo] = useState(today);
  const [shown, setShown] = useState<SpanChoice>();
  const keyOf = (partner: (typeof partners)[number]): string => `${partner.id} ${partner.currency}`;
  const partner = partners.find((each) => keyOf(each) === chosen) ?? partners[0];
  const wrong = to < from ? t`The last day is before the first. Choose a later one.` : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (partner && !wrong) setShown({ side, partnerId: partner.id, currency: partner.currency, from, to });
  };
  if (partners.length === 0) return null;
  return (
    <div className="stack">
      <form className="card" onSubmit={submit} aria-label={t`Statement of any days`}>
        <div className="card-head">
          <h2>
            <Trans>Statement of any days</Trans>
          </h2>
        </div>
        <div className="card-body stack">
          <div className="fields">
            {partners.length > 1 && (
              <NativeSelect
                className="w6"
                label={side === 'sold' ? t`Buyer` : t`Account`}
                value={partner ? keyOf(partner) : ''}
                data={partners.map((each) => ({ value: keyOf(each), label: `${each.name} (${each.currency})` }))}
                onChange={(event) => setChosen(event.currentTarget.value)}
              />
            )}
            <TextInput
              className="w3"
              type="date"
              label={t`First day`}
              required
              value={from}
              onChange={(event) => setFrom(event.currentTarget.value)}
            />
            <TextInput
              className="w3"
              type="date"
              label={t`Last day`}
              required
              value={to}
              error={wrong}
              onChange={(event) => setTo(event.currentTarget.value)}
            />
          </div>
          <div className="row">
            <Button type="submit" variant="default">
              <Trans>Show the statement</Trans>
            </Button>
          </div>
        </div>
      </form>
      {shown && <Shown key={JSON.stringify(shown)} span={shown} />}
    </div>
  );
}

function Shown({ span }: { readonly span: SpanChoice }) {
  const statement = useQuery(statementQuery(span));
  const lines = useInfiniteQuery(statementLinesQuery(span));
  if (statement.isError)
    return (
      <div className="card">
        <ErrorState error={statement.error} onRetry={() => void statement.refetch()} />
      </div>
    );
  if (!statement.data) return <Skeletons rows={6} height={28} />;
  return (
    <>
      <FileButtons save={(format) => saveStatementFile(span, format)} />
      <PaperTotals totals={statement.data} />
      <PaperLines
        lines={lines.data?.pages.flatMap((page) => page.lines)}
        error={lines.error}
        hasMore={lines.hasNextPage}
        loadingMore={lines.isFetchingNextPage}
        onMore={() => void lines.fetchNextPage()}
        onRetry={() => void lines.refetch()}
      />
    </>
  );
}
