import { Button, TextInput } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconAlertTriangle, IconCircleCheck } from '#icons';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { DataOf } from '@scanship/contracts/call';
import {
  checkSenderDomain,
  getSenderDomain,
  putSenderDomain,
  removeSenderDomain,
  rotateSenderKey,
  type SenderDomain,
  type SenderRecord,
} from '@scanship/contracts/stores/sender-domain';
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

const senderQuery = queryOptions({
  queryKey: ['sender-domain'],
  queryFn: ({ signal }) => fetchData(getSenderDomain, { signal }),
});
const took = (sender: SenderDomain): void => {
  queryClient.setQueryData(senderQuery.queryKey, sender);
};

const STATES: Readonly<Record<SenderDomain['state'], { readonly word: MessageDescriptor; readonly tone: Tone }>> = {
  none: { word: msg`None of your own`, tone: 'plain' },
  waiting: { word: msg`Waiting for the record`, tone: 'warn' },
  proved: { word: msg`In use`, tone: 'good' },
  broken: { word: msg`Record gone`, tone: 'bad' },
};
const WHATS: Readonly<Record<SenderRecord['what'], MessageDescriptor>> = {
  dkim: msg`DKIM: the key that signs your mails`,
  'next-dkim': msg`DKIM: the new key`,
  spf: msg`SPF: these mail servers may send for you`,
  dmarc: msg`DMARC: what becomes of forged mails`,
};
const FOUND: Readonly<Record<SenderRecord['state'], { readonly word: MessageDescriptor; readonly tone: Tone }>> = {
  'not-checked': { word: msg`Not checked yet`, tone: 'plain' },
  found: { word: msg`Published`, tone: 'good' },
  missing: { word: msg`Missing`, tone: 'warn' },
  different: { word: msg`Different`, tone: 'warn' },
  unanswered: { word: msg`No answer`, tone: 'warn' },
};

/** The own address that notices to buyers come from, and the records its domain needs. */
export function SenderForm() {
  const sender = useQuery(senderQuery);
  if (sender.data) return <Sender key={sender.data.version} sender={sender.data} />;
  if (sender.isError)
    return (
      <div className="card">
        <ErrorState error={sender.error} onRetry={() => void sender.refetch()} />
      </div>
    );
  return <Skeletons rows={4} />;
}

function Sender({ sender }: { readonly sender: SenderDomain }) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const format = useFormat();
  const mayChange = useProfile().rights.includes('stores.manage');
  const [address, setAddress] = useState(sender.address ?? '');
  const [asking, setAsking] = useState<'remove' | 'renew'>();
  const done = ({ data, successMessage }: { data: SenderDomain; successMessage?: string | undefined }) => {
    took(data);
    setAsking(undefined);
    notify.success(successMessage ?? t`Saved.`);
  };
  const save = useMutation({
    mutationFn: () => api.call(putSenderDomain, { body: { address: address.trim(), version: sender.version } }),
    onSuccess: done,
  });
  const check = useMutation({
    mutationFn: () => api.call(checkSenderDomain, {}),
    onSuccess: ({ data }: { data: DataOf<typeof checkSenderDomain> }) => took(data),
  });
  const act = useMutation({
    mutationFn: (what: 'remove' | 'renew') =>
      what === 'remove' ? api.call(removeSenderDomain, {}) : api.call(rotateSenderKey, {}),
    onSuccess: done,
    onError: (error) => notify.error(error),
  });
  const refused = fieldErrorsOf(save.error).address;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (address.trim()) save.mutate();
  };
  const { state, insteadOf } = sender;
  return (
    <section className="card" aria-labelledby="own-sender-head">
      <div className="card-head">
        <div className="grow">
          <div className="row">
            <h2 id="own-sender-head">
              <Trans>Address notices come from</Trans>
            </h2>
            <Badge tone={STATES[state].tone}>{i18n._(STATES[state].word)}</Badge>
          </div>
          <p className="dim small break-anywhere">
            {state === 'proved' ? (
              <Trans>Notices come from your address and are signed by your domain.</Trans>
            ) : (
              <Trans>Notices come from {insteadOf} under your name until your domain is proved.</Trans>
            )}
          </p>
        </div>
        {sender.address !== null && (
          <Button variant="default" loading={check.isPending} disabled={!mayChange} onClick={() => check.mutate()}>
            <Trans>Check now</Trans>
          </Button>
        )}
      </div>
      <form className="card-body stack" onSubmit={submit}>
        {save.error && !refused && <ErrorState compact error={save.error} />}
        {check.error && <ErrorState compact error={check.error} />}
        {sender.problem !== null && (
          <p role="alert" className="small">
            {sender.problem}
          </p>
        )}
        <TextInput
          label={t`Your address`}
          description={t`Of a domain of yours, such as news@shop.example.com. Replies go to the store’s contact address where it has one.`}
          inputMode="email"
          autoComplete="off"
          spellCheck={false}
          maxLength={320}
          disabled={!mayChange}
          value={address}
          error={refused}
          onChange={(event) => setAddress(event.currentTarget.value)}
        />
        <div className="row">
          <Button
            type="submit"
            loading={save.isPending}
            disabled={!mayChange || !address.trim() || address.trim() === sender.address}
          >
            <Trans>Save</Trans>
          </Button>
          {sender.address !== null && (
            <>
              <Button variant="default" disabled={!mayChange} onClick={() => setAsking('renew')}>
                <Trans>Make a new key</Trans>
              </Button>
              <Button variant="default" disabled={!mayChange} onClick={() => setAsking('remove')}>
                <Trans>Do not use it any more</Trans>
              </Button>
            </>
          )}
        </div>
      </form>
      {sender.records.length > 0 && (
        <ul aria-label={t`What the domain needs`}>
          {sender.records.map((record) => (
            <RecordRow key={record.what} record={record} />
          ))}
        </ul>
      )}
      {sender.former !== null && (
        <p className="card-body dim small break-anywhere">
          <Trans>
            The record of the former key, {sender.former.name}, may be removed from{' '}
            {format.instant(sender.former.removableFrom, 'day')} on.
          </Trans>
        </p>
      )}
      {sender.checkedAt !== null && (
        <p className="card-body dim small">
          <Trans>Last checked {format.instant(sender.checkedAt, 'short')}</Trans>
        </p>
      )}
      <LazyConfirm
        opened={asking !== undefined}
        title={asking === 'renew' ? t`Make a new key?` : t`Use ${insteadOf} again?`}
        confirm={asking === 'renew' ? t`Make a new key` : t`Do not use it any more`}
        busy={act.isPending}
        onConfirm={() => asking && act.mutate(asking)}
        onClose={() => setAsking(undefined)}
      >
        {asking === 'renew' ? (
          <Trans>
            The present key signs until the record of the new one is found. You publish one more record and remove the
            former one a week later.
          </Trans>
        ) : (
          <Trans>Notices come from {insteadOf} at once. The keys are deleted.</Trans>
        )}
      </LazyConfirm>
    </section>
  );
}

function RecordRow({ record }: { readonly record: SenderRecord }) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const { word, tone } = FOUND[record.state];
  const found = record.state === 'found';
  return (
    <li className="check-row" data-ok={found} data-testid="sender-record">
      {found ? <IconCircleCheck size={18} aria-hidden /> : <IconAlertTriangle size={18} aria-hidden />}
      <div className="grow stack">
        <div>
          <div className="row">
            <span className="strong">{i18n._(WHATS[record.what])}</span>
            <Badge tone={tone}>{i18n._(word)}</Badge>
            {!record.needed && <Badge tone="plain">{t`Recommended`}</Badge>}
          </div>
          <div className="dim small break-anywhere">{record.message}</div>
          {!found && record.stands !== null && (
            <div className="small break-anywhere">
              <Trans>There stands:</Trans> <code>{record.stands}</code>
            </div>
          )}
        </div>
        {!found && <DnsRow record={record.record} />}
      </div>
    </li>
  );
}
