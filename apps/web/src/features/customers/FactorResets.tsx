import { Button } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import {
  askFactorReset,
  confirmFactorReset,
  FACTOR_RESET_HOURS,
  type FactorReset,
  withdrawFactorReset,
} from '@scanship/contracts/access/factor-resets';
import { useState } from 'react';
import { api } from '../../app/api.ts';
import { notify } from '../../app/notify.ts';
import { queryClient } from '../../app/query-client.ts';
import { useFormat } from '../../app/use-format.ts';
import { Badge, type Tone } from '../../ui/Badge.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { factorResetsQuery } from './customers-api.ts';
import { LazyConfirm } from './LazyConfirm.tsx';
import { ReasonDialog } from './ReasonDialog.tsx';

/** Resets of second factors at a customer: what waits for a second person or the day to pass, and what became of others. */
export function FactorResets({ customerId }: { readonly customerId: string }) {
  const { t } = useLingui();
  const format = useFormat();
  const [confirming, setConfirming] = useState<FactorReset>();
  const resets = useQuery(factorResetsQuery(customerId));
  const reload = () => queryClient.invalidateQueries({ queryKey: factorResetsQuery(customerId).queryKey });
  const withdraw = useMutation({
    mutationFn: (id: string) => api.call(withdrawFactorReset, { params: { id } }),
    onSuccess: ({ successMessage }) => notify.success(successMessage ?? ''),
    onError: (error) => notify.error(error),
    onSettled: reload,
  });
  const confirm = useMutation({
    mutationFn: (id: string) => api.call(confirmFactorReset, { params: { id } }),
    onSuccess: ({ successMessage }) => {
      setConfirming(undefined);
      notify.success(successMessage ?? '');
    },
    onError: (error) => notify.error(error),
    onSettled: reload,
  });
  const states: Readonly<Record<FactorReset['state'], { readonly word: string; readonly tone: Tone }>> = {
    waiting: { word: t`Waiting`, tone: 'warn' },
    done: { word: t`Removed`, tone: 'good' },
    stopped: { word: t`Stopped by the person`, tone: 'bad' },
    withdrawn: { word: t({ message: 'Taken back', context: 'request' }), tone: 'plain' },
  };
  if (resets.isError)
    return (
      <div className="card">
        <ErrorState compact error={resets.error} onRetry={() => void resets.refetch()} />
      </div>
    );
  const list = resets.data?.resets ?? [];
  if (list.length === 0) return null;
  return (
    <section className="card" aria-label={t`Resets of second factors`}>
      <div className="card-head">
        <h2>
          <Trans>Resets of second factors</Trans>
        </h2>
      </div>
      <ul className="reset-list">
        {list.map((reset) => {
          const { fullName, askedBy, confirmedBy } = reset;
          const asked = format.instant(reset.askedAt, 'short');
          const due = format.instant(reset.dueAt, 'short');
          return (
            <li key={reset.id} className="card-body row between" data-testid="factor-reset">
              <div>
                <div>
                  <span className="strong">{fullName}</span>{' '}
                  <Badge tone={states[reset.state].tone}>{states[reset.state].word}</Badge>
                </div>
                <div className="dim small">
                  <Trans>
                    {askedBy} asked {asked}: {reset.reason}
                  </Trans>
                </div>
                {reset.state === 'waiting' && (
                  <div className="dim small">
                    <Trans>Done by itself {due} unless it is stopped.</Trans>
                  </div>
                )}
                {confirmedBy !== null && (
                  <div className="dim small">
                    <Trans>Confirmed by {confirmedBy}</Trans>
                  </div>
                )}
              </div>
              {reset.state === 'waiting' && (
                <div className="row">
                  <Button
                    size="compact-sm"
                    variant="default"
                    loading={withdraw.isPending && withdraw.variables === reset.id}
                    onClick={() => withdraw.mutate(reset.id)}
                  >
                    <Trans context="request">Take back</Trans>
                  </Button>
                  {reset.canConfirm && (
                    <Button size="compact-sm" color="red.9" onClick={() => setConfirming(reset)}>
                      <Trans>Confirm reset</Trans>
                    </Button>
                  )}
                </div>
              )}
            </li>
          );
        })}
      </ul>
      <LazyConfirm
        opened={confirming !== undefined}
        title={t`Remove the second factor?`}
        confirm={t`Remove it now`}
        danger
        busy={confirm.isPending}
        onConfirm={() => confirming && confirm.mutate(confirming.id)}
        onClose={() => setConfirming(undefined)}
      >
        <Trans>
          {confirming?.fullName ?? ''} signs in with the password alone after this. Make sure it is really them who
          asked: call them back at a number you know.
        </Trans>
      </LazyConfirm>
    </section>
  );
}

/** Asks for the reset of a person's second factor. */
export function AskFactorReset({
  customerId,
  person,
  onClose,
}: {
  readonly customerId: string;
  readonly person: { readonly userName: string; readonly fullName: string } | undefined;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const ask = useMutation({
    mutationFn: (reason: string) =>
      api.call(askFactorReset, { params: { id: customerId }, body: { username: person?.userName ?? '', reason } }),
    onSuccess: ({ successMessage }) => {
      notify.success(successMessage ?? '');
      void queryClient.invalidateQueries({ queryKey: factorResetsQuery(customerId).queryKey });
      onClose();
    },
  });
  const fullName = person?.fullName ?? '';
  return (
    <ReasonDialog
      opened={person !== undefined}
      title={t`Reset the second factor of ${fullName}`}
      confirm={t`Ask for the reset`}
      busy={ask.isPending}
      error={ask.error}
      onConfirm={(reason) => ask.mutate(reason)}
      onClose={() => {
        ask.reset();
        onClose();
      }}
    >
      <Trans>
        They are told by mail at once and can stop it. It is done when a second administrator confirms it, or after{' '}
        {FACTOR_RESET_HOURS} hours; then all their devices are signed out.
      </Trans>
    </ReasonDialog>
  );
}
