import { Button } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconAlertTriangle, IconCircleCheck } from '#icons';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
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
import { Badge, type Tone } from '../../../ui/Badge.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { LazyConfirm } from '../../customers/LazyConfirm.tsx';
import { DnsRow } from '../../platform/DnsRow.tsx';
import { OwnNameCard } from './OwnNameCard.tsx';

const senderQuery = queryOptions({
  queryKey: ['sender-domain'],
  queryFn: ({ signal }) => fetchData(getSenderDomain, { signal }),
});

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
  return <Loaded query={sender}>{(data) => <Sender key={data.version} sender={data} />}</Loaded>;
}

/** As the server reads it. */
const domainOf = (address: string): string =>
  address
    .slice(address.lastIndexOf('@') + 1)
    .toLowerCase()
    .replace(/\.$/, '');

function Sender({ sender }: { readonly sender: SenderDomain }) {
  const { t } = useLingui();
  const format = useFormat();
  const { state, insteadOf, domain } = sender;
  return (
    <OwnNameCard
      title={t`Address notices come from`}
      badge={STATES[state]}
      about={
        state === 'proved' ? (
          <Trans>Notices come from your address and are signed by your domain.</Trans>
        ) : (
          <Trans>Notices come from {insteadOf} under your name until your domain is proved.</Trans>
        )
      }
      name={sender.address}
      checkedAt={sender.checkedAt}
      field={{
        key: 'address',
        label: t`Your address`,
        description: t`Of a domain of yours, such as news@shop.example.com. Replies go to the store’s contact address where it has one.`,
        inputMode: 'email',
        maxLength: 320,
      }}
      queryKey={senderQuery.queryKey}
      save={(typed) => api.call(putSenderDomain, { body: { address: typed, version: sender.version } })}
      check={() => api.call(checkSenderDomain, {})}
      remove={() => api.call(removeSenderDomain, {})}
      giveUp={{
        title: t`Use ${insteadOf} again?`,
        words: <Trans>Notices come from {insteadOf} at once. The keys are deleted.</Trans>,
      }}
      // Another address of the same domain keeps the key.
      replaces={(typed) => (state === 'proved' || state === 'broken') && domainOf(typed) !== domain}
      actions={<RenewKey />}
    >
      {sender.problem !== null && (
        <p role="alert" className="card-body small">
          {sender.problem}
        </p>
      )}
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
    </OwnNameCard>
  );
}

function RenewKey() {
  const { t } = useLingui();
  const mayChange = useProfile().rights.includes('stores.manage');
  const [asking, setAsking] = useState(false);
  const renew = useMutation({
    mutationFn: () => api.call(rotateSenderKey, {}),
    onSuccess: ({ data, successMessage }) => {
      queryClient.setQueryData(senderQuery.queryKey, data);
      setAsking(false);
      notify.success(successMessage ?? t`Saved.`);
    },
    onError: (error) => notify.error(error),
  });
  return (
    <>
      <Button variant="default" disabled={!mayChange} onClick={() => setAsking(true)}>
        <Trans>Make a new key</Trans>
      </Button>
      <LazyConfirm
        opened={asking}
        title={t`Make a new key?`}
        confirm={t`Make a new key`}
        busy={renew.isPending}
        onConfirm={() => renew.mutate()}
        onClose={() => setAsking(false)}
      >
        <Trans>
          The present key signs until the record of the new one is found. You publish one more record and remove the
          former one a week later.
        </Trans>
      </LazyConfirm>
    </>
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
              <Trans>Now published:</Trans> <code>{record.stands}</code>
            </div>
          )}
        </div>
        {!found && <DnsRow record={record.record} />}
      </div>
    </li>
  );
}
