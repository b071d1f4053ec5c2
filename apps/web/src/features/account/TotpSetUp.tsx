import { Button, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { confirmTotp } from '@scanship/contracts/access/account';
import { api } from '../../app/api.ts';
import { ErrorState } from '../../ui/states.tsx';
import { tookSecondFactor } from './account-api.ts';

export interface TotpSecret {
  readonly secret: string;
  readonly otpauthUrl: string;
  readonly qrSvg: string;
}
interface Props {
  readonly secret: TotpSecret;
  readonly onDone: (recoveryCodes: readonly string[] | undefined) => void;
  readonly onCancel: () => void;
}

/** Scan, type the first code, done. */
export function TotpSetUp({ secret, onDone, onCancel }: Props) {
  const { t } = useLingui();
  const [code, setCode] = useState('');
  const confirm = useMutation({
    mutationFn: () => api.call(confirmTotp, { body: { code } }),
    onSuccess: ({ data }) => {
      tookSecondFactor(data.secondFactor);
      onDone(data.recoveryCodes);
    },
    onError: () => setCode(''),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim()) confirm.mutate();
  };
  // As a picture, so that nothing inside it could ever run.
  const picture = `data:image/svg+xml;utf8,${encodeURIComponent(secret.qrSvg)}`;
  return (
    <form className="totp-set-up" onSubmit={submit}>
      <img src={picture} alt={t`Code to scan with the authenticator app`} width={168} height={168} />
      <div className="stack grow">
        {confirm.error && <ErrorState compact error={confirm.error} />}
        <p>
          <Trans>Scan the QR code with your app, or enter this key:</Trans>
        </p>
        <code className="totp-key">{secret.secret.replaceAll(/(.{4})/g, '$1 ').trim()}</code>
        <div className="row">
          <TextInput
            aria-label={t`Code of the app`}
            placeholder={t`Code of the app`}
            inputMode="numeric"
            autoComplete="one-time-code"
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
          <Button type="submit" loading={confirm.isPending} disabled={!code.trim()}>
            <Trans>Confirm</Trans>
          </Button>
          <Button variant="default" onClick={onCancel}>
            <Trans>Not now</Trans>
          </Button>
        </div>
      </div>
    </form>
  );
}
