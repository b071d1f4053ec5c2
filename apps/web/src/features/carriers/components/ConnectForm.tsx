import { Button, NativeSelect, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconAlertTriangle, IconArrowLeft } from '#icons';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import type { CarrierAccount, CatalogueCarrier } from '@scanship/contracts/carriers/carriers';
import { newIdempotencyKey } from '../../../app/api.ts';
import { notify } from '../../../app/notify.ts';
import { fieldErrorsOf } from '../../../lib/api-errors.ts';
import { CredentialInput } from '../../connect/CredentialInput.tsx';
import { FormStep, KeySourceWords } from '../../connect/FormStep.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { useCredentials } from '../../connect/use-credentials.ts';
import { beginSignIn, connect, tookAccount, tookTest, tryConnection } from '../carriers-api.ts';
import { useCarrierHome } from '../use-carrier-home.ts';

interface Props {
  readonly carrier: CatalogueCarrier;
  readonly onBack: () => void;
  readonly onDone: () => void;
}

/** What is needed at the carrier, the keys, and the carrier's answer to them: nothing is stored that it refuses. */
export function ConnectForm({ carrier, onBack, onDone }: Props) {
  const { t } = useLingui();
  const home = useCarrierHome();
  const navigate = useNavigate();
  const { modes, signInModes, name: carrierName } = carrier;
  const [name, setName] = useState(carrierName);
  const [mode, setMode] = useState<CarrierAccount['mode']>(modes[0] ?? 'sandbox');
  const form = useRef<HTMLFormElement>(null);
  const key = useRef(newIdempotencyKey());
  const open = (accountId: string) => {
    onDone();
    void navigate({ to: `${home}/$accountId`, params: { accountId } });
  };
  const test = useMutation({
    mutationFn: (account: CarrierAccount) => tryConnection(account.id),
    onSuccess: ({ data }, account) => {
      tookTest(account.id, data);
      if (data.ok) open(account.id);
    },
  });
  const save = useMutation({
    mutationFn: connect,
    onSuccess: ({ data, successMessage }) => {
      tookAccount(data);
      notify.success(successMessage ?? t`${data.name} is connected.`);
      // An own courier has nobody to ask; its rate sheet is checked when it is uploaded.
      if (carrier.maturity === 'own') open(data.id);
      else test.mutate(data);
    },
    onError: () => {
      key.current = newIdempotencyKey();
    },
  });
  const signIn = useMutation({
    mutationFn: () => beginSignIn({ carrier: carrier.id, name: name.trim() || carrierName, mode }),
    onSuccess: ({ data }) => window.location.assign(data.address),
  });
  const refused = fieldErrorsOf(save.error);
  const credentials = useCredentials(carrier.credentials, { refused });
  const modeWords = {
    live: t`Live: labels cost money and are valid`,
    sandbox: t`Sandbox: labels are marked TEST`,
    simulator: t`Simulator: labels are marked TEST`,
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (credentials.check(form) && name.trim())
      save.mutate({ carrier: carrier.id, name: name.trim(), mode, credentials: credentials.given, key: key.current });
  };
  const connected = save.data?.data;
  if (connected && (test.isError || test.data?.data.ok === false))
    return (
      <div className="stack">
        <div className="notice" data-tone="warn" role="alert">
          <IconAlertTriangle size={17} aria-hidden />
          <div className="grow">
            <Trans>The keys are stored, but the connection does not work yet.</Trans> {test.data?.data.message}
          </div>
        </div>
        {test.isError && <ErrorState compact error={test.error} />}
        <div className="row end">
          <Button variant="default" onClick={() => open(connected.id)}>
            <Trans>Open the account</Trans>
          </Button>
          <Button loading={test.isPending} onClick={() => test.mutate(connected)}>
            <Trans>Test again</Trans>
          </Button>
        </div>
      </div>
    );
  const steps = carrier.keys ? 1 : 0;
  return (
    <form ref={form} className="stack" noValidate onSubmit={submit}>
      {carrier.keys && (
        <FormStep number={1} title={t`What you need`}>
          <KeySourceWords keys={carrier.keys} />
          {signInModes.includes(mode) && (
            <div className="notice">
              <div className="grow">
                <Trans>No keys at hand? Sign in at {carrierName} and let this site use your account.</Trans>
              </div>
              <Button variant="default" loading={signIn.isPending} onClick={() => signIn.mutate()}>
                <Trans>Sign in at {carrierName}</Trans>
              </Button>
            </div>
          )}
          {signIn.isError && <ErrorState compact error={signIn.error} />}
        </FormStep>
      )}
      <FormStep number={steps + 1} title={carrier.credentials.length > 0 ? t`Enter the keys` : t`Name it`}>
        <TextInput
          label={t`Name of this account`}
          value={name}
          maxLength={80}
          error={name.trim() ? refused.name : t`This is required.`}
          onChange={(e) => setName(e.currentTarget.value)}
          data-autofocus
        />
        {modes.length > 1 && (
          <NativeSelect
            label={t`Mode`}
            value={mode}
            onChange={(e) => setMode(modes.find((m) => m === e.currentTarget.value) ?? mode)}
            data={modes.map((value) => ({ value, label: modeWords[value] }))}
          />
        )}
        {credentials.asked.map((field) => (
          <CredentialInput
            key={field.name}
            field={field}
            given={credentials.given}
            error={credentials.errorOf(field)}
            onChange={credentials.set}
            onLeave={credentials.leave}
          />
        ))}
      </FormStep>
      <FormStep
        number={steps + 2}
        title={carrier.maturity === 'own' ? t`Connect, then upload prices` : t`Test and connect`}
      >
        <p className="dim small">
          {carrier.maturity === 'own' ? (
            <Trans>
              After connecting, upload the rate sheet of your courier. A filled-in template is there to start from.
            </Trans>
          ) : (
            <Trans>{carrierName} is asked at once. Keys that it does not accept are not stored.</Trans>
          )}
        </p>
        {refused.credentials && (
          <p className="danger" role="alert" data-testid="wrong-key">
            {refused.credentials}
          </p>
        )}
        {save.isError && <ErrorState compact error={save.error} />}
        <div className="row end">
          <Button variant="default" leftSection={<IconArrowLeft size={15} aria-hidden />} onClick={onBack}>
            <Trans>Other carriers</Trans>
          </Button>
          <Button type="submit" loading={save.isPending || test.isPending}>
            <Trans>Connect</Trans>
          </Button>
        </div>
      </FormStep>
    </form>
  );
}
