import { Button, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconAlertTriangle, IconCircleCheck, IconPlus } from '#icons';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { FranchiseDetail, FranchiseHost } from '@scanship/contracts/network/franchises';
import { notify } from '../../app/notify.ts';
import { useFormat } from '../../app/use-format.ts';
import { fieldErrorsOf } from '../../lib/api-errors.ts';
import { Badge } from '../../ui/Badge.tsx';
import { LazyConfirm } from '../customers/LazyConfirm.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { DnsRow } from './DnsRow.tsx';
import { checkHost, dropHost, newHost, readFranchiseAgain, tookFranchise } from './platform-api.ts';

/** Where a franchise is served: each host is proved by a record of its zone before it is. */
export function HostsCard({ franchise }: { readonly franchise: FranchiseDetail }) {
  const { t } = useLingui();
  return (
    <section className="card" aria-labelledby="hosts-head">
      <div className="card-head">
        <div className="grow">
          <h2 id="hosts-head">
            <Trans>Hosts</Trans>
          </h2>
          <p className="dim small">
            <Trans>A host is served once the record in its zone proves whose it is.</Trans>{' '}
            {franchise.pointTo === null ? (
              <Trans>
                Its address must lead to this installation, which has no public address yet (PUBLIC_ORIGIN).
              </Trans>
            ) : (
              <Trans>
                Its address must lead here as well: a CNAME record to <code>{franchise.pointTo}</code>.
              </Trans>
            )}
          </p>
        </div>
      </div>
      {franchise.hosts.length === 0 ? (
        <EmptyState title={t`No host yet`}>
          <Trans>Nobody can sign in at this franchise until one host is verified.</Trans>
        </EmptyState>
      ) : (
        <ul>
          {franchise.hosts.map((host) => (
            <HostRow key={host.host} franchiseId={franchise.id} host={host} />
          ))}
        </ul>
      )}
      <AddHost franchiseId={franchise.id} />
    </section>
  );
}

function AddHost({ franchiseId }: { readonly franchiseId: string }) {
  const { t } = useLingui();
  const [host, setHost] = useState('');
  const add = useMutation({
    mutationFn: () => newHost(franchiseId, host.trim().toLowerCase()),
    onSuccess: ({ data, successMessage }) => {
      tookFranchise(data);
      setHost('');
      notify.success(successMessage ?? t`Host added.`);
    },
  });
  const refused = fieldErrorsOf(add.error).host;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (host.trim()) add.mutate();
  };
  return (
    <form className="card-body stack tight" onSubmit={submit}>
      {add.error && !refused && <ErrorState compact error={add.error} />}
      <div className="row top invite-row">
        <TextInput
          className="grow"
          label={t`Another host`}
          placeholder="ship.example.com"
          inputMode="url"
          autoCapitalize="none"
          maxLength={253}
          value={host}
          error={refused}
          onChange={(event) => setHost(event.currentTarget.value)}
        />
        <Button
          type="submit"
          variant="default"
          mt={24}
          leftSection={<IconPlus size={16} aria-hidden />}
          loading={add.isPending}
          disabled={!host.trim()}
        >
          <Trans>Add the host</Trans>
        </Button>
      </div>
    </form>
  );
}

function HostRow({ franchiseId, host }: { readonly franchiseId: string; readonly host: FranchiseHost }) {
  const { t } = useLingui();
  const format = useFormat();
  const [asking, setAsking] = useState(false);
  const name = host.host;
  const verified = host.state === 'verified';
  const check = useMutation({
    mutationFn: () => checkHost(franchiseId, name),
    onSuccess: ({ data, successMessage }) => {
      tookFranchise(data);
      notify.success(successMessage ?? t`The host is verified.`);
    },
    // What was found stands in the record.
    onError: () => void readFranchiseAgain(franchiseId),
  });
  const drop = useMutation({
    mutationFn: () => dropHost(franchiseId, name),
    onSuccess: ({ data, successMessage }) => {
      tookFranchise(data);
      notify.success(successMessage ?? t`Host removed.`);
    },
    onError: (error) => notify.error(error),
    onSettled: () => setAsking(false),
  });
  return (
    <li className="check-row" data-ok={verified} data-testid="host">
      {verified ? <IconCircleCheck size={18} aria-hidden /> : <IconAlertTriangle size={18} aria-hidden />}
      <div className="grow stack">
        <div className="row">
          <span className="strong break-anywhere">{name}</span>
          {verified ? <Badge tone="good">{t`Verified`}</Badge> : <Badge tone="warn">{t`Awaiting verification`}</Badge>}
          <span className="grow" />
          {!verified && (
            <Button size="compact-sm" loading={check.isPending} onClick={() => check.mutate()}>
              <Trans>Check now</Trans>
            </Button>
          )}
          <Button size="compact-sm" variant="default" aria-label={t`Remove ${name}`} onClick={() => setAsking(true)}>
            <Trans>Remove</Trans>
          </Button>
        </div>
        {!verified && host.proof && (
          <>
            <p className="small">
              <Trans>Add this record to the zone of the domain, wait until it is visible, then check.</Trans>
            </p>
            <DnsRow record={host.proof} />
          </>
        )}
        {check.error ? (
          <ErrorState compact error={check.error} />
        ) : (
          host.finding &&
          host.checkedAt &&
          !verified && (
            <p className="dim small break-anywhere">
              {format.instant(host.checkedAt, 'short')}: {host.finding}
            </p>
          )
        )}
      </div>
      <LazyConfirm
        opened={asking}
        title={t`Remove ${name}?`}
        confirm={t`Remove`}
        danger
        busy={drop.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => drop.mutate()}
      >
        {verified ? (
          <Trans>People who open it are not served any more. It can be added again with a new proof.</Trans>
        ) : (
          <Trans>Its record is no longer checked.</Trans>
        )}
      </LazyConfirm>
    </li>
  );
}
