import { Button, TextInput } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import {
  type BuyerHost,
  getBuyerHost,
  putBuyerHost,
  removeBuyerHost,
  verifyBuyerHost,
} from '@scanship/contracts/stores/buyer-page';
import { api, fetchData } from '../../../app/api.ts';
import { notify } from '../../../app/notify.ts';
import { useProfile } from '../../../app/profile.ts';
import { queryClient } from '../../../app/query-client.ts';
import { useFormat } from '../../../app/use-format.ts';
import { fieldErrorsOf } from '../../../lib/api-errors.ts';
import { Badge, type Tone } from '../../../ui/Badge.tsx';
import { ErrorState, Skeletons } from '../../../ui/states.tsx';
import { LazyConfirm } from '../../customers/LazyConfirm.tsx';
import { DnsRow } from '../../platform/DnsRow.tsx';

export const buyerHostQuery = queryOptions({
  queryKey: ['buyer-host'],
  queryFn: ({ signal }) => fetchData(getBuyerHost, { signal }),
});
const took = (host: BuyerHost): void => {
  queryClient.setQueryData(buyerHostQuery.queryKey, host);
};

const STATES: Readonly<Record<BuyerHost['state'], { readonly word: MessageDescriptor; readonly tone: Tone }>> = {
  none: { word: msg`None of your own`, tone: 'plain' },
  waiting: { word: msg`Waiting for the record`, tone: 'warn' },
  proved: { word: msg`In use`, tone: 'good' },
};

/** The seller's own host for the pages of buyers. */
export function BuyerHostForm() {
  const host = useQuery(buyerHostQuery);
  if (host.data) return <Form key={host.data.version} host={host.data} />;
  if (host.isError)
    return (
      <div className="card">
        <ErrorState error={host.error} onRetry={() => void host.refetch()} />
      </div>
    );
  return <Skeletons rows={3} />;
}

function Form({ host }: { readonly host: BuyerHost }) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const format = useFormat();
  const mayChange = useProfile().rights.includes('stores.manage');
  const [typed, setTyped] = useState(host.host ?? '');
  const [asking, setAsking] = useState(false);
  const save = useMutation({
    mutationFn: () => api.call(putBuyerHost, { body: { host: typed.trim(), version: host.version } }),
    onSuccess: ({ data, successMessage }) => {
      took(data);
      notify.success(successMessage ?? t`Saved.`);
    },
  });
  const check = useMutation({
    mutationFn: () => api.call(verifyBuyerHost, {}),
    onSuccess: ({ data }) => took(data),
  });
  const remove = useMutation({
    mutationFn: () => api.call(removeBuyerHost, {}),
    onSuccess: ({ data, successMessage }) => {
      took(data);
      setAsking(false);
      notify.success(successMessage ?? t`Saved.`);
    },
    onError: (error) => notify.error(error),
  });
  const refused = fieldErrorsOf(save.error).host;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim()) save.mutate();
  };
  const { proof, pointTo, state } = host;
  return (
    <section className="card" aria-labelledby="buyer-host-head">
      <div className="card-head">
        <div className="grow">
          <div className="row">
            <h2 id="buyer-host-head">
              <Trans>Address of the tracking page</Trans>
            </h2>
            <Badge tone={STATES[state].tone}>{i18n._(STATES[state].word)}</Badge>
          </div>
          {host.origin !== null && (
            <p className="dim small break-anywhere">
              <Trans>Buyers follow their orders at {host.origin}. Links that were sent before go on working.</Trans>
            </p>
          )}
        </div>
        {host.host !== null && (
          <Button variant="default" loading={check.isPending} disabled={!mayChange} onClick={() => check.mutate()}>
            <Trans>Check now</Trans>
          </Button>
        )}
      </div>
      <form className="card-body stack" onSubmit={submit}>
        {save.error && !refused && <ErrorState compact error={save.error} />}
        {check.error && <ErrorState compact error={check.error} />}
        <TextInput
          label={t`Your host`}
          description={t`Of a domain of yours, such as track.shop.example.com. Only pages of your buyers are there.`}
          autoComplete="off"
          spellCheck={false}
          maxLength={253}
          disabled={!mayChange}
          value={typed}
          error={refused}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <div className="row">
          <Button
            type="submit"
            loading={save.isPending}
            disabled={!mayChange || !typed.trim() || typed.trim() === host.host}
          >
            <Trans>Save</Trans>
          </Button>
          {host.host !== null && (
            <Button variant="default" disabled={!mayChange} onClick={() => setAsking(true)}>
              <Trans>Do not use it any more</Trans>
            </Button>
          )}
        </div>
        {host.finding !== null && <p className="small break-anywhere">{host.finding}</p>}
        {state === 'waiting' && proof !== null && (
          <>
            <p className="small">
              <Trans>This record proves that the host is yours.</Trans>
            </p>
            <DnsRow record={proof} />
            {pointTo !== null && host.host !== null && (
              <>
                <p className="small">
                  <Trans>This one leads the host here.</Trans>
                </p>
                <DnsRow record={{ type: 'CNAME', name: host.host, value: pointTo }} />
              </>
            )}
            <p className="dim small">
              <Trans>
                Ask your provider to set up the certificate of the host before you check: pages are there from then on.
              </Trans>
            </p>
          </>
        )}
        {host.checkedAt !== null && (
          <p className="dim small">
            <Trans>Last checked {format.instant(host.checkedAt, 'short')}</Trans>
          </p>
        )}
      </form>
      <LazyConfirm
        opened={asking}
        title={t`Give up your own host?`}
        confirm={t`Do not use it any more`}
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
        onClose={() => setAsking(false)}
      >
        <Trans>Links to it lead nowhere from now on. New ones lead to the host of your provider.</Trans>
      </LazyConfirm>
    </section>
  );
}
