import { Button, TextInput } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconAlertTriangle, IconCircleCheck } from '#icons';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { FranchiseDetail, FranchiseSender } from '@scanship/contracts/network/franchises';
import { notify } from '../../app/notify.ts';
import { useFormat } from '../../app/use-format.ts';
import { fieldErrorsOf } from '../../lib/api-errors.ts';
import { Badge, type Tone } from '../../ui/Badge.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { DnsRow } from './DnsRow.tsx';
import { checkSender, readFranchiseAgain, setSender, tookFranchise } from './platform-api.ts';

const STATES: Readonly<Record<FranchiseSender['state'], { readonly word: MessageDescriptor; readonly tone: Tone }>> = {
  none: { word: msg`None of its own`, tone: 'plain' },
  pending: { word: msg`Not checked yet`, tone: 'warn' },
  verified: { word: msg`In use`, tone: 'good' },
  failed: { word: msg`Not complete`, tone: 'bad' },
};
const CHECKS: Readonly<Record<FranchiseSender['checks'][number]['what'], MessageDescriptor>> = {
  ownership: msg`Ownership of the domain`,
  spf: msg`SPF: our servers may send for it`,
  dkim: msg`DKIM: mails carry its signature`,
};

/** The franchise's own mail address: used once its domain is proved, lets us send, and publishes our key. */
export function SenderCard({ franchise }: { readonly franchise: FranchiseDetail }) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const format = useFormat();
  const { sender } = franchise;
  const [address, setAddress] = useState(sender.address ?? '');
  const save = useMutation({
    mutationFn: (value: string | null) => setSender(franchise.id, value),
    onSuccess: ({ data, successMessage }) => {
      tookFranchise(data);
      notify.success(successMessage ?? t`Saved.`);
    },
  });
  const check = useMutation({
    mutationFn: () => checkSender(franchise.id),
    onSuccess: ({ data }) => tookFranchise(data),
    onError: () => void readFranchiseAgain(franchise.id),
  });
  const refused = fieldErrorsOf(save.error).address;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (address.trim()) save.mutate(address.trim());
  };
  return (
    <section className="card" aria-labelledby="sender-head">
      <div className="card-head">
        <div className="grow">
          <div className="row">
            <h2 id="sender-head">
              <Trans>Sender of e-mails</Trans>
            </h2>
            <Badge tone={STATES[sender.state].tone}>{i18n._(STATES[sender.state].word)}</Badge>
          </div>
          <p className="dim small">
            <Trans>Until it is verified, mails come from the platform’s own address under the franchise’s name.</Trans>
          </p>
        </div>
        {sender.address && (
          <Button variant="default" loading={check.isPending} onClick={() => check.mutate()}>
            <Trans>Check now</Trans>
          </Button>
        )}
      </div>
      <form className="card-body stack" onSubmit={submit}>
        {save.error && !refused && <ErrorState compact error={save.error} />}
        {check.error && <ErrorState compact error={check.error} />}
        <div className="row top invite-row">
          <TextInput
            className="grow"
            label={t`Address mails come from`}
            placeholder="hello@ship.example.com"
            type="email"
            maxLength={254}
            value={address}
            error={refused}
            onChange={(event) => setAddress(event.currentTarget.value)}
          />
          <Button
            type="submit"
            mt={24}
            loading={save.isPending}
            disabled={!address.trim() || address.trim() === sender.address}
          >
            <Trans>Save</Trans>
          </Button>
          {sender.address && (
            <Button variant="default" mt={24} disabled={save.isPending} onClick={() => save.mutate(null)}>
              <Trans>Use the platform’s</Trans>
            </Button>
          )}
        </div>
      </form>
      {sender.address && sender.checks.length > 0 && (
        <ul aria-label={t`What the domain needs`}>
          {sender.checks.map((one) => (
            <li key={one.what} className="check-row" data-ok={one.ok} data-testid="sender-check">
              {one.ok ? <IconCircleCheck size={18} aria-hidden /> : <IconAlertTriangle size={18} aria-hidden />}
              <div className="grow stack">
                <div>
                  <div className="row">
                    <span className="strong">{i18n._(CHECKS[one.what])}</span>
                    {one.ok ? <Badge tone="good">{t`Right`}</Badge> : <Badge tone="warn">{t`To be added`}</Badge>}
                  </div>
                  <div className="dim small break-anywhere">{one.message}</div>
                </div>
                {one.record && !one.ok && <DnsRow record={one.record} />}
              </div>
            </li>
          ))}
        </ul>
      )}
      {sender.checkedAt && (
        <p className="card-body dim small">
          <Trans>Last checked {format.instant(sender.checkedAt, 'short')}</Trans>
        </p>
      )}
    </section>
  );
}
