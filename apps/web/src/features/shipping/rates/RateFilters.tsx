/** One line above the rates: which of them are shown, and in which order. */
import { NativeSelect } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import type { RateDto } from '@scanship/contracts/shipping/quotes';
import { useMemo } from 'react';
import { useFormat } from '../../../app/use-format.ts';
import { arrivalDay, carrierOf, RATE_SORTS, type RateFilter, type RateSort } from './rank-rates.ts';

interface Props {
  readonly rates: readonly RateDto[];
  readonly shipDate: string | undefined;
  readonly filter: RateFilter;
  readonly sort: RateSort;
  /** Whether enough shipments arrived to tell carriers apart. */
  readonly punctuality: boolean;
  readonly onFilter: (filter: RateFilter) => void;
  readonly onSort: (sort: RateSort) => void;
}

/** Later days are named by nobody. */
const MOST_DAYS = 10;

export function RateFilters({ rates, shipDate, filter, sort, punctuality, onFilter, onSort }: Props) {
  const { t } = useLingui();
  const format = useFormat();
  const days = useMemo(
    () => [...new Set(rates.flatMap((rate) => arrivalDay(rate, shipDate) ?? []))].toSorted().slice(0, MOST_DAYS),
    [rates, shipDate],
  );
  const carriers = useMemo(() => [...new Set(rates.map(carrierOf))].toSorted((a, b) => a.localeCompare(b)), [rates]);
  const sorts: Readonly<Record<RateSort, string>> = {
    price: t`Price`,
    date: t`Delivery`,
    carrier: t`Carrier`,
    punctuality: t`On time`,
    margin: t`Margin`,
  };
  const offered: Readonly<Partial<Record<RateSort, boolean>>> = {
    punctuality,
    margin: rates.some(({ margin }) => margin),
  };
  // What was filtered by stays to be seen, though no rate has it any more.
  const kept = (list: readonly string[], value: string) =>
    value === '' || list.includes(value) ? list : [...list, value];
  return (
    <div className="rate-filters" role="group" aria-label={t`Filter and sort rates`}>
      <NativeSelect
        size="xs"
        aria-label={t`Delivered by`}
        value={filter.by}
        data={[
          { value: '', label: t`Any day` },
          ...kept(days, filter.by).map((value) => ({ value, label: t`by ${format.day(value)}` })),
        ]}
        onChange={(event) => onFilter({ ...filter, by: event.currentTarget.value })}
      />
      <NativeSelect
        size="xs"
        aria-label={t`Carrier`}
        value={filter.carrier}
        data={[{ value: '', label: t`Any carrier` }, ...kept(carriers, filter.carrier)]}
        onChange={(event) => onFilter({ ...filter, carrier: event.currentTarget.value })}
      />
      <button
        type="button"
        className="rate-chip"
        aria-pressed={filter.tracked}
        onClick={() => onFilter({ ...filter, tracked: !filter.tracked })}
      >
        <Trans>Tracked</Trans>
      </button>
      <button
        type="button"
        className="rate-chip"
        aria-pressed={filter.signature}
        title={t`Services that can be signed for. Ask for a signature under Options to have it in the price.`}
        onClick={() => onFilter({ ...filter, signature: !filter.signature })}
      >
        <Trans>Signature</Trans>
      </button>
      <NativeSelect
        size="xs"
        aria-label={t`Sort rates by`}
        value={sort}
        data={RATE_SORTS.filter((value) => offered[value] ?? true).map((value) => ({ value, label: sorts[value] }))}
        onChange={(event) => onSort(RATE_SORTS.find((each) => each === event.currentTarget.value) ?? 'price')}
      />
    </div>
  );
}
