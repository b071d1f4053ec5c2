/** Rates of one request: reasons, filters, the table, and what the carriers said. */
import { Trans } from '@lingui/react/macro';
import type { DecisionDto } from '@scanship/contracts/shipping/automation';
import { type ReactNode, useMemo, useState } from 'react';
import { ErrorState } from '../../../ui/states.tsx';
import {
  customsGapsOf,
  isFiltered,
  missingOfAll,
  NO_FILTER,
  type Punctuality,
  type RateFilter,
  type RateSort,
} from './rank-rates.ts';
import { RateFilters } from './RateFilters.tsx';
import { RateNotices } from './RateNotices.tsx';
import { RateTable } from './RateTable.tsx';
import { viewOf, type Wish } from './rate-view.ts';
import type { Rates } from './rates-store.ts';
import { useUsualWord } from './use-usual-word.ts';

interface Props {
  /** What is shown, which may be older than what has arrived. */
  readonly rates: Rates;
  /** As it has arrived. */
  readonly live: Rates;
  readonly waiting: number;
  readonly wish: Wish;
  readonly decision: DecisionDto | undefined;
  readonly punctuality: Punctuality;
  readonly chosen: string | undefined;
  readonly reasons: ReactNode;
  readonly onShow: () => void;
  readonly onUse: (inUse: boolean) => void;
  readonly onChoose: (id: string) => void;
  readonly onGoOn: () => boolean;
  readonly onRetry: (grantId: string) => void;
  readonly onAgain: () => void;
}

export function RatesSection(props: Props) {
  const { rates, live, waiting, wish, decision, punctuality, chosen, reasons } = props;
  const [filter, setFilter] = useState<RateFilter>(NO_FILTER);
  const [sort, setSort] = useState<RateSort>('price');
  const usual = useUsualWord(decision, wish);
  const { shipDate } = rates;
  const said = useMemo(() => {
    const gaps = customsGapsOf(rates.rates);
    return missingOfAll(rates.rates).filter((message) => !gaps.includes(message));
  }, [rates]);
  const view = useMemo(
    () => viewOf(rates.rates, { filter, sort, shipDate, wish, punctuality }),
    [rates, filter, sort, shipDate, wish, punctuality],
  );
  return (
    <>
      <h3 className="sr-only">
        <Trans>Rates</Trans>
      </h3>
      {rates.error !== undefined && <ErrorState compact error={rates.error} onRetry={props.onAgain} />}
      {reasons}
      {said.map((message) => (
        <p key={message} className="danger small">
          {message}
        </p>
      ))}
      {rates.rates.length > 1 && (
        <RateFilters
          rates={rates.rates}
          shipDate={shipDate}
          filter={filter}
          sort={sort}
          punctuality={punctuality.size > 0}
          onFilter={setFilter}
          onSort={setSort}
        />
      )}
      {rates.rates.length > 0 && (
        <RateTable
          view={view}
          all={rates.rates.length}
          current={rates.rates.find(({ id }) => id === chosen)}
          shipDate={shipDate}
          usual={usual}
          said={said}
          punctuality={punctuality}
          waiting={waiting}
          answering={live.carriers.filter((carrier) => carrier.waiting).length}
          onShow={props.onShow}
          onUse={props.onUse}
          onChoose={props.onChoose}
          onGoOn={props.onGoOn}
        />
      )}
      {rates.rates.length > 0 && view.count === 0 && isFiltered(filter) && (
        <p className="small rate-none">
          <Trans>No rate matches these filters.</Trans>{' '}
          <button type="button" className="link" onClick={() => setFilter(NO_FILTER)}>
            <Trans>Show all rates</Trans>
          </button>
        </p>
      )}
      <RateNotices rates={live} onRetry={props.onRetry} />
    </>
  );
}
