/** Rates carrier by carrier: who still thinks, who failed and why, and what can be bought. */
import { Button, Loader, NativeSelect } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconAlertTriangle, IconInfoCircle } from '#icons';
import type { RateDto } from '@scanship/contracts/shipping/quotes';
import { Fragment } from 'react';
import { ErrorState } from '../../../ui/states.tsx';
import { AlsoOffered } from './AlsoOffered.tsx';
import { fullServiceName } from './price-facts.ts';
import { type Marks, RATE_SORTS, type RateSort } from './rank-rates.ts';
import { RateOption } from './RateOption.tsx';
import type { Rates } from './rates-store.ts';
import { groupSame } from './same-service.ts';

interface Props {
  readonly rates: Rates;
  readonly sorted: readonly RateDto[];
  readonly marks: Marks;
  readonly sort: RateSort;
  readonly chosen: string | undefined;
  readonly onSort: (sort: RateSort) => void;
  readonly onChoose: (id: string) => void;
  readonly onRetry: (grantId: string) => void;
  readonly onAgain: () => void;
}

export function RateList({ rates, sorted, marks, sort, chosen, onSort, onChoose, onRetry, onAgain }: Props) {
  const { t } = useLingui();
  const sorts: Readonly<Record<RateSort, string>> = { price: t`Price`, date: t`Delivery`, carrier: t`Carrier` };
  const waiting = rates.carriers.filter((c) => c.waiting);
  // A carrier to ask again stands by itself; those that cannot answer this shipment are listed together; single services
  // that do not fit are folded away.
  const failed = rates.problems.filter((p) => p.service === null && p.canRetry);
  const refused = rates.problems.filter((p) => p.service === null && !p.canRetry);
  const unavailable = rates.problems.filter((p) => p.service !== null);
  const nothing = !rates.running && sorted.length === 0 && !rates.error;
  return (
    <>
      <div className="row between">
        <h3>
          <Trans>Rates</Trans>
          {sorted.length > 0 && <span className="dim"> · {sorted.length}</span>}
        </h3>
        {sorted.length > 1 && (
          <NativeSelect
            size="xs"
            aria-label={t`Sort rates by`}
            value={sort}
            onChange={(event) => onSort(RATE_SORTS.find((s) => s === event.currentTarget.value) ?? 'price')}
            data={RATE_SORTS.map((value) => ({ value, label: sorts[value] }))}
          />
        )}
      </div>
      {rates.error !== undefined && <ErrorState compact error={rates.error} onRetry={onAgain} />}
      <div role="radiogroup" aria-label={t`Rates`} className="rates" data-testid="rates">
        {groupSame(sorted).map(({ first, also }) => (
          <Fragment key={first.id}>
            <RateOption rate={first} marks={marks} chosen={first.id === chosen} onChoose={onChoose} />
            {also.map((rate) => (
              <AlsoOffered key={rate.id} rate={rate} chosen={rate.id === chosen} onChoose={onChoose} />
            ))}
          </Fragment>
        ))}
      </div>
      <div aria-live="polite" className="stack tight">
        {waiting.map((carrier) => (
          <div key={carrier.grantId} className="rate-wait">
            <Loader size={14} color="gray" aria-hidden />
            <Trans>{carrier.carrierName} is still answering…</Trans>
          </div>
        ))}
        {rates.running && rates.carriers.length === 0 && (
          <div className="rate-wait">
            <Loader size={14} color="gray" aria-hidden />
            <Trans>Asking the carriers…</Trans>
          </div>
        )}
      </div>
      {failed.map((problem) => (
        <div key={problem.grantId + problem.message} className="notice" data-tone="warn">
          <IconAlertTriangle size={16} aria-hidden />
          <div className="grow">
            <span className="strong">{problem.carrierName}</span>
            <div>{problem.message}</div>
          </div>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t`Ask ${problem.carrierName} again`}
            onClick={() => onRetry(problem.grantId)}
          >
            <Trans>Retry</Trans>
          </Button>
        </div>
      ))}
      {refused.length > 0 && (
        <div className="notice" role="status">
          <IconInfoCircle size={16} aria-hidden />
          <div className="grow stack tight">
            <div className="strong">
              <Plural value={refused.length} one="No rate from # carrier" other="No rate from # carriers" />
            </div>
            <ul>
              {refused.map((problem) => (
                <li key={problem.grantId + problem.message}>
                  {problem.message.includes(problem.carrierName)
                    ? problem.message
                    : `${problem.carrierName}: ${problem.message}`}
                </li>
              ))}
            </ul>
          </div>
        </div>
      )}
      {nothing && failed.length + refused.length === 0 && (
        <p className="dim small">
          {rates.carriers.length === 0 ? (
            <Trans>No carrier is connected yet. Connect one under Carriers.</Trans>
          ) : (
            <Trans>No carrier offers a service for this shipment.</Trans>
          )}
        </p>
      )}
      {unavailable.length > 0 && (
        <details className="unavailable" open={nothing}>
          <summary>
            <Plural value={unavailable.length} one="Unavailable services (#)" other="Unavailable services (#)" />
          </summary>
          <ul>
            {unavailable.map((problem) => (
              <li key={problem.grantId + (problem.service ?? '') + problem.message}>
                <span className="strong">{fullServiceName(problem.carrierName, problem.service)}</span>
                <span className="dim">{problem.message}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
