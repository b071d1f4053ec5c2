import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconArrowLeft } from '#icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import type { CarrierAccount, CatalogueCarrier } from '@scanship/contracts/carriers/carriers';
import { newIdempotencyKey } from '../../../app/api.ts';
import { notify } from '../../../app/notify.ts';
import { kindOf, useProfile } from '../../../app/profile.ts';
import { fieldErrorsOf } from '../../../lib/api-errors.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { askedFields, CredentialInput, isMissing } from '../../../ui/CredentialInput.tsx';
import { ErrorState, Skeletons } from '../../../ui/states.tsx';
import { CarrierTile } from '../../shipping/rates/CarrierTile.tsx';
import { beginSignIn, catalogueQuery, connect, tookAccount } from '../carriers-api.ts';
import { Dialog } from '../../../ui/Dialog.tsx';

export function ConnectDialog({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const { t } = useLingui();
  const [chosen, setChosen] = useState<CatalogueCarrier | undefined>(undefined);
  const close = () => {
    onClose();
    setChosen(undefined);
  };
  return (
    <Dialog opened={opened} onClose={close} title={chosen ? t`Connect ${chosen.name}` : t`Connect a carrier`} size="lg">
      {chosen ? (
        <ConnectForm carrier={chosen} onBack={() => setChosen(undefined)} onDone={close} />
      ) : (
        <Catalogue onChoose={setChosen} />
      )}
    </Dialog>
  );
}

function Catalogue({ onChoose }: { readonly onChoose: (carrier: CatalogueCarrier) => void }) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const catalogue = useQuery(catalogueQuery);
  const [text, setText] = useState('');
  const [country, setCountry] = useState('');
  if (catalogue.isError) return <ErrorState compact error={catalogue.error} onRetry={() => void catalogue.refetch()} />;
  if (!catalogue.data) return <Skeletons rows={5} height={36} />;
  const serves = (carrier: CatalogueCarrier): boolean =>
    country === '' || carrier.originCountries.includes('*') || carrier.originCountries.includes(country);
  const found = catalogue.data.carriers.filter(
    (c) => c.name.toLowerCase().includes(text.trim().toLowerCase()) && serves(c),
  );
  const names = new Intl.DisplayNames([i18n.locale], { type: 'region' });
  const countries = [...new Set(catalogue.data.carriers.flatMap((c) => c.originCountries))]
    .filter((code) => /^[A-Z]{2}$/.test(code))
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
  return (
    <div className="stack">
      {catalogue.data.carriers.length > 6 && (
        <div className="row">
          <TextInput
            className="grow"
            aria-label={t`Find a carrier`}
            placeholder={t`Find a carrier`}
            value={text}
            onChange={(e) => setText(e.currentTarget.value)}
            data-autofocus
          />
          <NativeSelect
            aria-label={t`Ships from`}
            value={country}
            onChange={(e) => setCountry(e.currentTarget.value)}
            data={[{ value: '', label: t`From any country` }, ...countries]}
          />
        </div>
      )}
      <ul className="catalogue">
        {found.map((carrier) => (
          <li key={carrier.id}>
            <button type="button" className="catalogue-item" onClick={() => onChoose(carrier)}>
              <CarrierTile name={carrier.name} size={36} />
              <span className="grow">
                <span className="strong">{carrier.name}</span>
                <span className="dim small">
                  {carrier.originCountries.length > 0 && !carrier.originCountries.includes('*') ? (
                    carrier.originCountries.slice(0, 8).join(', ')
                  ) : (
                    <Trans>Any country</Trans>
                  )}
                </span>
              </span>
              {carrier.maturity === 'own' && !carrier.sample && <Badge tone="good">{t`Your own courier`}</Badge>}
              {carrier.sample && <Badge outline>{t`Sample`}</Badge>}
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && (
        <p className="dim">
          <Trans>No carrier of this name and country.</Trans>
        </p>
      )}
    </div>
  );
}

interface FormProps {
  readonly carrier: CatalogueCarrier;
  readonly onBack: () => void;
  readonly onDone: () => void;
}
function ConnectForm({ carrier, onBack, onDone }: FormProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const kind = kindOf(useProfile());
  const [name, setName] = useState(carrier.name);
  const { modes, signInModes } = carrier;
  const [mode, setMode] = useState<CarrierAccount['mode']>(modes[0] ?? 'sandbox');
  const [credentials, setCredentials] = useState<Record<string, string>>({});
  const [pressed, setPressed] = useState(false);
  const key = useRef(newIdempotencyKey());
  const save = useMutation({
    mutationFn: connect,
    onSuccess: ({ data, successMessage }) => {
      tookAccount(data);
      notify.success(successMessage ?? t`${data.name} is connected.`);
      onDone();
      void navigate({
        to:
          kind === 'franchise'
            ? '/customer/carriers/$accountId'
            : kind === 'platform'
              ? '/platform/carriers/$accountId'
              : '/carrier-manager/$accountId',
        params: { accountId: data.id },
      });
    },
    onError: () => {
      key.current = newIdempotencyKey();
    },
  });
  const signIn = useMutation({
    mutationFn: () => beginSignIn({ carrier: carrier.id, name: name.trim() || carrier.name, mode }),
    onSuccess: ({ data }) => window.location.assign(data.address),
  });
  const canSignIn = signInModes.includes(mode);
  const refused = fieldErrorsOf(save.error);
  const asked = askedFields(carrier.credentials, credentials);
  const modeWords = {
    live: t`Live: labels cost money and are valid`,
    sandbox: t`Sandbox: labels are marked TEST`,
    simulator: t`Simulator: labels are marked TEST`,
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setPressed(true);
    if (!name.trim() || asked.some((field) => isMissing(field, credentials))) return;
    save.mutate({ carrier: carrier.id, name: name.trim(), mode, credentials, key: key.current });
  };
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <TextInput
        label={t`Name of this account`}
        value={name}
        maxLength={80}
        error={pressed && !name.trim() ? t`This is required.` : refused.name}
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
      {canSignIn && (
        <div className="notice">
          <div className="grow">
            <Trans>No keys at hand? Sign in at {carrier.name} and let this site use your account.</Trans>
          </div>
          <Button variant="default" loading={signIn.isPending} onClick={() => signIn.mutate()}>
            <Trans>Sign in at {carrier.name}</Trans>
          </Button>
        </div>
      )}
      {signIn.isError && <ErrorState compact error={signIn.error} />}
      {asked.map((field) => (
        <CredentialInput
          key={field.name}
          field={field}
          given={credentials}
          error={pressed && isMissing(field, credentials) ? t`This is required.` : refused[`credentials.${field.name}`]}
          onChange={(name, value) => setCredentials((was) => ({ ...was, [name]: value }))}
        />
      ))}
      {carrier.maturity === 'own' && (
        <p className="dim small">
          <Trans>
            After connecting, upload the rate sheet of your courier. A filled-in template is there to start from.
          </Trans>
        </p>
      )}
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
        <Button type="submit" loading={save.isPending}>
          <Trans>Connect</Trans>
        </Button>
      </div>
    </form>
  );
}
