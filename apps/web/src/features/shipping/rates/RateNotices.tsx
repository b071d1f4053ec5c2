/** Below the rates: who still thinks, who failed and can be asked again, who has nothing to offer, and why. */
import { Button, Loader } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconAlertTriangle } from '#icons';
import { fullServiceName } from './price-facts.ts';
import type { Rates } from './rates-store.ts';

interface Props {
  readonly rates: Rates;
  readonly onRetry: (grantId: string) => void;
}

export function RateNotices({ rates, onRetry }: Props) {
  const { t } = useLingui();
  // A carrier to ask again stands by itself; those that cannot answer this shipment are listed together; single services
  // that do not fit are folded away.
  const failed = rates.problems.filter((p) => p.service === null && p.canRetry);
  const refused = rates.problems.filter((p) => p.service === null && !p.canRetry);
  const unavailable = rates.problems.filter((p) => p.service !== null);
  const nothing = !rates.running && rates.rates.length === 0 && !rates.error;
  return (
    <>
      <div aria-live="polite" className="rate-waits">
        {rates.carriers
          .filter((carrier) => carrier.waiting)
          .map((carrier) => (
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
            {!problem.message.startsWith(problem.carrierName) && <div className="strong">{problem.carrierName}</div>}
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
        <div className="rate-refused" role="status">
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
