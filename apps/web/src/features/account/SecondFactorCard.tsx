import { Button, PasswordInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconDeviceMobile, IconFingerprint, IconKey } from '#icons';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import {
  type AccountDto,
  addPasskey,
  beginPasskey,
  beginTotp,
  type PasskeyDto,
  removePasskey,
  removeTotp,
  renewRecoveryCodes,
} from '@scanship/contracts/access/account';
import { api } from '../../app/api.ts';
import { useFormat } from '../../app/use-format.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { useShownAfterMount } from '../../ui/use-shown-after-mount.ts';
import { tookSecondFactor } from './account-api.ts';
import { makePasskey, passkeysWork } from './passkeys.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { TotpSetUp, type TotpSecret } from './TotpSetUp.tsx';

/** What can be asked for the password: each change of how one signs in needs it again. */
type Wish =
  | { readonly kind: 'totp' | 'passkey' | 'codes' | 'remove-totp' }
  | { readonly kind: 'remove-passkey'; readonly passkey: PasskeyDto };

/** Authenticator app, passkeys and recovery codes. */
export function SecondFactorCard({ account }: { readonly account: AccountDto }) {
  const { t } = useLingui();
  const format = useFormat();
  const [wish, setWish] = useState<Wish>();
  const [secret, setSecret] = useState<TotpSecret>();
  const [codes, setCodes] = useState<readonly string[]>();
  const factor = account.secondFactor;
  return (
    <section className="card">
      <div className="card-head">
        <h2 className="grow">
          <Trans>Second factor</Trans>
        </h2>
        {factor.active ? <Badge tone="good">{t`On`}</Badge> : <Badge>{t`Off`}</Badge>}
        {factor.required && <Badge tone="warn">{t`Required`}</Badge>}
      </div>
      <div className="card-body stack">
        {codes && <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />}
        <div className="row">
          <IconDeviceMobile size={20} stroke={1.6} aria-hidden />
          <div className="grow">
            <div className="strong">
              <Trans>Authenticator app</Trans>
            </div>
            <div className="dim small">
              {factor.totpSince ? (
                <Trans>Since {format.instant(factor.totpSince, 'short')}</Trans>
              ) : (
                <Trans>A six-digit code that changes every 30 seconds.</Trans>
              )}
            </div>
          </div>
          {factor.totpSince ? (
            <Button size="compact-sm" variant="default" onClick={() => setWish({ kind: 'remove-totp' })}>
              <Trans>Remove the app</Trans>
            </Button>
          ) : (
            <Button size="compact-sm" onClick={() => setWish({ kind: 'totp' })}>
              <Trans>Set up the app</Trans>
            </Button>
          )}
        </div>
        {secret && (
          <TotpSetUp
            secret={secret}
            onDone={(given) => {
              setSecret(undefined);
              setCodes(given);
            }}
            onCancel={() => setSecret(undefined)}
          />
        )}
        <div className="row">
          <IconFingerprint size={20} stroke={1.6} aria-hidden />
          <div className="grow">
            <div className="strong">
              <Trans>Passkeys</Trans>
            </div>
            <div className="dim small">
              <Trans>Fingerprint, face or a security key; they also sign in without a password.</Trans>
            </div>
          </div>
          <Button
            size="compact-sm"
            variant="default"
            disabled={!passkeysWork()}
            onClick={() => setWish({ kind: 'passkey' })}
          >
            <Trans>Add a passkey</Trans>
          </Button>
        </div>
        {factor.passkeys.map((passkey) => (
          <div key={passkey.id} className="row passkey-row">
            <div className="grow">
              <span className="strong">{passkey.name}</span>{' '}
              <span className="dim small">
                {passkey.host} ·{' '}
                {passkey.lastUsedAt ? (
                  <Trans>last used {format.instant(passkey.lastUsedAt, 'short')}</Trans>
                ) : (
                  <Trans>never used</Trans>
                )}
              </span>
            </div>
            <Button
              size="compact-sm"
              variant="subtle"
              color="red.9"
              className="danger-button"
              aria-label={t`Remove the passkey ${passkey.name}`}
              onClick={() => setWish({ kind: 'remove-passkey', passkey })}
            >
              <Trans>Remove</Trans>
            </Button>
          </div>
        ))}
        {factor.active && (
          <div className="row">
            <IconKey size={20} stroke={1.6} aria-hidden />
            <div className="grow">
              <div className="strong">
                <Trans>Recovery codes</Trans>
              </div>
              <div className={factor.recoveryCodesLeft < 3 ? 'danger small' : 'dim small'}>
                <Trans>{factor.recoveryCodesLeft} left, for when you do not have your phone.</Trans>
              </div>
            </div>
            <Button size="compact-sm" variant="default" onClick={() => setWish({ kind: 'codes' })}>
              <Trans>Create new codes</Trans>
            </Button>
          </div>
        )}
      </div>
      <PasswordDialog wish={wish} onClose={() => setWish(undefined)} onSecret={setSecret} onCodes={setCodes} />
    </section>
  );
}

interface DialogProps {
  readonly wish: Wish | undefined;
  readonly onClose: () => void;
  readonly onSecret: (secret: TotpSecret) => void;
  readonly onCodes: (codes: readonly string[]) => void;
}

/** Asks for the password, then does what was wished. */
function PasswordDialog({ wish, onClose, onSecret, onCodes }: DialogProps) {
  const { t } = useLingui();
  const [password, setPassword] = useState('');
  const shown = useShownAfterMount(wish !== undefined);
  const close = () => {
    setPassword('');
    run.reset();
    onClose();
  };
  const run = useMutation({
    mutationFn: async () => {
      const body = { password };
      switch (wish?.kind) {
        case 'totp':
          return onSecret((await api.call(beginTotp, { body })).data);
        case 'passkey': {
          const { data } = await api.call(beginPasskey, { body });
          const credential = await makePasskey(data.options);
          const made = await api.call(addPasskey, {
            body: { ceremony: data.ceremony, name: t`Passkey`, credential },
          });
          tookSecondFactor(made.data.secondFactor);
          if (made.data.recoveryCodes) onCodes(made.data.recoveryCodes);
          return undefined;
        }
        case 'codes': {
          const { data } = await api.call(renewRecoveryCodes, { body });
          tookSecondFactor(data.secondFactor);
          return onCodes(data.recoveryCodes ?? []);
        }
        case 'remove-totp':
          return tookSecondFactor((await api.call(removeTotp, { body })).data);
        case 'remove-passkey':
          return tookSecondFactor((await api.call(removePasskey, { params: { id: wish.passkey.id }, body })).data);
        default:
          return undefined;
      }
    },
    onSuccess: close,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password) run.mutate();
  };
  return (
    <Dialog opened={shown} onClose={close} title={t`Confirm your password`} centered size="sm">
      <form className="stack" onSubmit={submit}>
        {run.error && <ErrorState compact error={run.error} />}
        <PasswordInput
          label={t`Password`}
          autoComplete="current-password"
          data-autofocus
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': t`Show or hide the password`, tabIndex: 0 }}
        />
        <div className="row end">
          <Button type="submit" loading={run.isPending} disabled={!password}>
            <Trans>Continue</Trans>
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
