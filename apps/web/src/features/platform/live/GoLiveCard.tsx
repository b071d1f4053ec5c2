import { Button } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { GoLiveCheck } from '@scanship/contracts/carriers/go-live';
import { notify } from '../../../app/notify.ts';
import { useFormat } from '../../../app/use-format.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { ErrorState, Skeletons } from '../../../ui/states.tsx';
import { GoLiveShipmentSteps } from './GoLiveShipmentSteps.tsx';
import { CHECK_TONES, CHECK_WORDS, SHIPMENT_WORDS } from './go-live-words.ts';
import { beginGoLive, goLiveQuery, isUnderWay, readAgain } from './live-api.ts';

interface Props {
  readonly accountId: string;
  readonly connectorName: string;
}

/** Proves a connector with an account of the vendor's test system, and shows the checks that were run. */
export function GoLiveCard({ accountId, connectorName }: Props) {
  const { t } = useLingui();
  const checks = useQuery(goLiveQuery(accountId));
  const begin = useMutation({
    mutationFn: () => beginGoLive(accountId, { reason: t`Go-live check` }),
    onSuccess: ({ successMessage }) => {
      notify.success(successMessage ?? t`Saved.`);
      return readAgain();
    },
  });
  const [newest, ...older] = checks.data?.checks ?? [];
  const refused = checks.data?.unavailableBecause ?? null;
  return (
    <section className="card" aria-label={t`Go-live check`} data-testid="go-live">
      <div className="card-head row between">
        <h2>
          <Trans>Go-live check</Trans>
        </h2>
        {checks.data && refused === null && (
          <Button
            loading={begin.isPending || (newest !== undefined && isUnderWay(newest))}
            onClick={() => begin.mutate()}
          >
            <Trans>Run the check</Trans>
          </Button>
        )}
      </div>
      <div className="card-body stack">
        <p className="dim small">
          <Trans>
            Up to five shipments are priced, bought in the test system of {connectorName}, tracked and voided. You see
            what was sent beside what was understood. It stands in your log and in the owner’s, and its exact traffic is
            kept.
          </Trans>
        </p>
        {refused !== null && (
          <div className="notice" data-testid="go-live-refused">
            {refused}
          </div>
        )}
        {begin.isError && <ErrorState compact error={begin.error} />}
        {checks.isError ? (
          <ErrorState compact error={checks.error} onRetry={() => void checks.refetch()} />
        ) : (
          !checks.data && <Skeletons rows={3} height={28} />
        )}
        {newest && <Check check={newest} connectorName={connectorName} />}
        {older.map((check) => (
          <OlderCheck key={check.id} check={check} connectorName={connectorName} />
        ))}
      </div>
    </section>
  );
}

interface CheckProps {
  readonly check: GoLiveCheck;
  readonly connectorName: string;
}

function Check({ check, connectorName }: CheckProps) {
  const { t } = useLingui();
  return (
    <article className="stack wide" aria-label={t`Check`} data-testid="go-live-check" data-state={check.state}>
      <CheckTitle check={check} />
      <Left check={check} connectorName={connectorName} />
      {check.state === 'cut' && (
        <div className="notice" data-tone="warn">
          <Trans>
            This check ended before its last step. Nothing of it is repeated: run it again when you are ready.
          </Trans>
        </div>
      )}
      {check.shipments.map((shipment) => (
        <GoLiveShipmentSteps
          key={shipment.kind}
          shipment={shipment}
          recordingId={check.recordingId}
          connectorName={connectorName}
        />
      ))}
      {!isUnderWay(check) && check.recordingId === null && check.shipments.length > 0 && (
        <p className="dim small">
          <Trans>The exact calls of this check are deleted.</Trans>
        </p>
      )}
    </article>
  );
}

function CheckTitle({ check }: Pick<CheckProps, 'check'>) {
  const { i18n } = useI18n();
  const format = useFormat();
  return (
    <div className="row small">
      <Badge tone={CHECK_TONES[check.state]}>{i18n._(CHECK_WORDS[check.state])}</Badge>
      <span className="num">{format.instant(check.startedAt, 'short')}</span>
      <span className="dim">{check.startedBy}</span>
    </div>
  );
}

function OlderCheck({ check, connectorName }: CheckProps) {
  return (
    <details>
      <summary>
        <CheckTitle check={check} />
      </summary>
      <Check check={check} connectorName={connectorName} />
    </details>
  );
}

/** Labels that exist at the vendor, or may. While a check runs, its own void is still to come. */
function Left({ check, connectorName }: CheckProps) {
  const { i18n } = useI18n();
  if (isUnderWay(check)) return null;
  const left = check.shipments.flatMap(({ kind, steps }) =>
    steps.filter((step) => step.labelLeft).map((step) => ({ kind, step })),
  );
  if (left.length === 0) return null;
  return (
    <div className="notice" data-tone="warn" data-testid="labels-left">
      <div className="grow stack tight">
        <div className="strong">
          <Trans>Labels that may be left in the test system of {connectorName}: void them there.</Trans>
        </div>
        <ul>
          {left.map(({ kind, step }) => {
            const numbers = step.trackingNumbers.join(', ');
            const shipment = i18n._(SHIPMENT_WORDS[kind]);
            return (
              <li key={step.id} className="small">
                {numbers === '' ? (
                  <Trans>
                    {shipment}: reference {step.reference}
                  </Trans>
                ) : (
                  <Trans>
                    {shipment}: reference {step.reference}, tracking number {numbers}
                  </Trans>
                )}
              </li>
            );
          })}
        </ul>
      </div>
    </div>
  );
}
