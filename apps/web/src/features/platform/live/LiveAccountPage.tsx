import '../platform.css';
import '../../carriers/carriers.css';
import { Button, NativeSelect, Textarea } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconArrowLeft } from '#icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { KEPT_DAYS, type Recording } from '@scanship/contracts/carriers/live-accounts';
import { notify } from '../../../app/notify.ts';
import { kindOf, useProfile } from '../../../app/profile.ts';
import { useFormat } from '../../../app/use-format.ts';
import { Badge, TestBadge } from '../../../ui/Badge.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { PageHead } from '../../../ui/PageHead.tsx';
import { ErrorState, Skeletons } from '../../../ui/states.tsx';
import { GoLiveCard } from './GoLiveCard.tsx';
import { beginRecording, dropRecording, endRecording, liveAccountQuery, readAgain } from './live-api.ts';
import { RecordedCalls } from './RecordedCalls.tsx';

/** One account of anybody: check its connector, keep its exact traffic, look at it, make a case of it. */
export function LiveAccountPage() {
  const { t } = useLingui();
  const { accountId = '' } = useParams({ strict: false });
  const home = kindOf(useProfile()) === 'platform' ? '/platform/accounts' : '/customer/accounts';
  const detail = useQuery(liveAccountQuery(accountId));
  const account = detail.data?.account;
  const running = detail.data?.recordings.some((one) => one.running) === true;
  return (
    <div className="page-narrow">
      <PageHead title={account?.name ?? t`Live accounts`} />
      <div className="page-head">
        <div className="grow">
          <Link to={home} className="link small row tight back-link">
            <IconArrowLeft size={14} aria-hidden />
            <Trans>Live accounts</Trans>
          </Link>
          <h1 className="row tight">
            {account?.name ?? '…'} {account && account.mode !== 'live' && <TestBadge />}
          </h1>
          {account && <p className="dim small">{`${account.connectorName} · ${account.owner}`}</p>}
        </div>
      </div>
      {detail.data ? (
        <div className="stack wide">
          {account?.kind === 'carrier' && <GoLiveCard accountId={accountId} connectorName={account.connectorName} />}
          {!running && <Begin accountId={accountId} />}
          {detail.data.recordings.map((one) => (
            <RecordingCard key={one.id} recording={one} />
          ))}
        </div>
      ) : detail.isError ? (
        <div className="card">
          <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />
        </div>
      ) : (
        <Skeletons rows={4} height={60} />
      )}
    </div>
  );
}

function Begin({ accountId }: { readonly accountId: string }) {
  const { t } = useLingui();
  const [hours, setHours] = useState('4');
  const [reason, setReason] = useState('');
  const begin = useMutation({
    mutationFn: () => beginRecording(accountId, { hours: Number(hours), reason: reason.trim() }),
    onSuccess: ({ successMessage }) => {
      notify.success(successMessage ?? t`Saved.`);
      setReason('');
      return readAgain();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim() !== '') begin.mutate();
  };
  return (
    <form className="card" noValidate onSubmit={submit}>
      <div className="card-head">
        <h2>
          <Trans>Keep exact traffic</Trans>
        </h2>
      </div>
      <div className="card-body stack">
        <p className="dim small">
          <Trans>
            Every question and answer of this account is kept as it goes over the line, encrypted and without its
            secrets, and deleted {KEPT_DAYS} days after the beginning. Buyers are named in it. It stands in your log and
            in the owner’s.
          </Trans>
        </p>
        <Textarea
          label={t`Reason`}
          description={t`The owner reads it in the audit log.`}
          value={reason}
          maxLength={500}
          autosize
          minRows={2}
          required
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <div className="row end-aligned">
          <NativeSelect
            label={t({ message: 'For', context: 'duration' })}
            value={hours}
            onChange={(event) => setHours(event.currentTarget.value)}
            data={[
              { value: '1', label: t`1 hour` },
              { value: '4', label: t`4 hours` },
              { value: '12', label: t`12 hours` },
              { value: '24', label: t`24 hours` },
            ]}
          />
          <Button type="submit" loading={begin.isPending} disabled={reason.trim() === ''}>
            <Trans>Keep exact traffic</Trans>
          </Button>
        </div>
        {begin.isError && <ErrorState compact error={begin.error} />}
      </div>
    </form>
  );
}

const megabytes = (bytes: number): number => Math.round(bytes / 10_000) / 100;

function RecordingCard({ recording }: { readonly recording: Recording }) {
  const { t } = useLingui();
  const format = useFormat();
  const [asking, setAsking] = useState(false);
  const done = ({ successMessage }: { readonly successMessage?: string | undefined }) => {
    notify.success(successMessage ?? t`Saved.`);
    setAsking(false);
    return readAgain();
  };
  const stop = useMutation({ mutationFn: () => endRecording(recording.id), onSuccess: done });
  const erase = useMutation({ mutationFn: () => dropRecording(recording.id), onSuccess: done });
  const { startedBy, running, dropped } = recording;
  const failed = stop.error ?? erase.error;
  return (
    <section className="card" aria-label={t`Recording`} data-testid="recording">
      <div className="card-head row between">
        <div>
          <h2 className="row tight">
            {format.instant(recording.startedAt, 'short')}
            {running ? <Badge tone="warn">{t`Running`}</Badge> : <Badge>{t`Ended`}</Badge>}
          </h2>
          <p className="dim small">
            <Trans>
              {startedBy}: {recording.reason}
            </Trans>
          </p>
        </div>
        <div className="row">
          {running && (
            <Button variant="default" loading={stop.isPending} onClick={() => stop.mutate()}>
              <Trans>Stop</Trans>
            </Button>
          )}
          <Button variant="default" color="red.9" onClick={() => setAsking(true)}>
            <Trans>Erase</Trans>
          </Button>
        </div>
      </div>
      <div className="card-body stack">
        <p className="small">
          <Plural value={recording.calls} one="# call" other="# calls" />
          {' · '}
          <Trans>
            {format.number(megabytes(recording.bytes))} of {format.number(megabytes(recording.mostBytes))} MB
          </Trans>
          {' · '}
          {running ? (
            <Trans>ends {format.instant(recording.until, 'short')}</Trans>
          ) : (
            <Trans>ended {format.instant(recording.stoppedAt ?? recording.until, 'short')}</Trans>
          )}
          {' · '}
          <Trans>deleted {format.instant(recording.expiresAt, 'short')}</Trans>
        </p>
        {dropped > 0 && (
          <p className="danger small">
            <Plural
              value={dropped}
              one="# call did not fit any more and was not kept."
              other="# calls did not fit any more and were not kept."
            />
          </p>
        )}
        {failed && <ErrorState compact error={failed} />}
        <RecordedCalls recordingId={recording.id} />
      </div>
      <ConfirmDialog
        opened={asking}
        title={t`Erase this recording?`}
        confirm={t`Erase`}
        danger
        busy={erase.isPending}
        onConfirm={() => erase.mutate()}
        onClose={() => setAsking(false)}
      >
        <Trans>Everything it kept is deleted at once. Cases you have exported stay with you.</Trans>
      </ConfirmDialog>
    </section>
  );
}
