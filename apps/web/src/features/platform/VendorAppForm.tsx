import { Button } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconExternalLink } from '#icons';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { CredentialField } from '@scanship/contracts/carriers/carriers';
import type { AppOffer, AppRegistration } from '@scanship/contracts/network/platform-apps';
import { notify } from '../../app/notify.ts';
import { queryClient } from '../../app/query-client.ts';
import { fieldErrorsOf } from '../../lib/api-errors.ts';
import { CopyText } from './CopyText.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { CredentialInput } from '../connect/CredentialInput.tsx';
import { askedFields, valueFault } from '../connect/credential-fields.ts';
import { FormStep } from '../connect/FormStep.tsx';
import { ExpiryField } from './ExpiryField.tsx';
import { missingLabels, partsOf, placeOf, randomText } from './vendor-app.ts';
import { appsQuery, saveApp } from './platform-api.ts';

interface Props {
  readonly offer: AppOffer;
  readonly app: AppRegistration | undefined;
  readonly mode: AppRegistration['mode'];
  readonly franchiseId: string | undefined;
  readonly onClose: () => void;
}

/** An app of ours at a store platform or carrier: what is done there, what it is told of us, and the values it gives. */
export function VendorAppForm({ offer, app, mode, franchiseId, onClose }: Props) {
  const { t } = useLingui();
  const [given, setGiven] = useState<Readonly<Record<string, string>>>(() => ({
    ...app?.settings,
    clientId: app?.clientId ?? '',
  }));
  const [expiresOn, setExpiresOn] = useState(app?.expiresOn ?? '');
  const [dropped, setDropped] = useState<ReadonlySet<string>>(new Set());
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const stored = new Set((app?.secretsSet ?? []).filter((secret) => !dropped.has(secret)));
  const save = useMutation({
    mutationFn: () =>
      saveApp({ kind: offer.kind, slug: offer.slug, mode }, franchiseId, {
        ...partsOf(offer.fields, given, dropped),
        expiresOn: expiresOn || null,
        version: app?.version ?? 0,
      }),
    onSuccess: ({ data, successMessage }) => {
      queryClient.setQueryData(appsQuery(franchiseId).queryKey, data);
      notify.success(successMessage ?? t`Registration saved.`);
      onClose();
    },
  });
  const refused = fieldErrorsOf(save.error);
  const faulty = (field: CredentialField): boolean => valueFault(field, given) === 'form';
  const errorOf = (field: CredentialField): string | undefined =>
    left.has(field.name) && faulty(field)
      ? t`This does not have the right form. Copy the whole value, without anything before or after it.`
      : refused[placeOf(field)];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setLeft(new Set(offer.fields.map(({ name }) => name)));
    if (!offer.fields.some(faulty)) save.mutate();
  };
  const { name } = offer;
  const missing = missingLabels(offer.fields, given, stored);
  const list = missing.join(', ');
  const hasGuide = offer.steps.length > 0;
  const hasAddresses = offer.addresses.length > 0;
  return (
    <form className="stack" noValidate autoComplete="off" onSubmit={submit}>
      {save.error && Object.keys(refused).length === 0 && <ErrorState compact error={save.error} />}
      {hasGuide && (
        <FormStep number={1} title={t`Register at ${name}`}>
          <ol className="app-steps">
            {offer.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          {offer.page !== null && <VendorLink page={offer.page} />}
        </FormStep>
      )}
      {hasAddresses && (
        <FormStep number={2} title={t`URLs to enter there`}>
          {offer.addresses.map(({ purpose, url }) => (
            <div key={url} className="app-address">
              <span className="dim small">{purpose === 'redirect' ? t`Redirect URL` : t`Webhook URL`}</span>
              <code>{url}</code>
              <CopyText
                text={url}
                label={purpose === 'redirect' ? t`Copy the redirect URL` : t`Copy the webhook URL`}
              />
            </div>
          ))}
        </FormStep>
      )}
      <FormStep number={1 + Number(hasGuide) + Number(hasAddresses)} title={t`Values from ${name}`}>
        {askedFields(offer.fields, given).map((field) => (
          <div key={field.name} className="app-value">
            <CredentialInput
              field={field}
              given={given}
              kept={stored.has(field.name)}
              error={errorOf(field)}
              onChange={(key, value) => setGiven((was) => ({ ...was, [key]: value }))}
              onLeave={(key) => setLeft((was) => new Set(was).add(key))}
            />
            <OwnText
              field={field}
              value={given[field.name] ?? ''}
              onMake={(value) => setGiven((was) => ({ ...was, [field.name]: value }))}
            />
            {field.secret && !field.required && stored.has(field.name) && (
              <Button size="compact-sm" variant="default" onClick={() => setDropped(new Set(dropped).add(field.name))}>
                <Trans>Remove</Trans>
                <span className="sr-only"> {field.label}</span>
              </Button>
            )}
          </div>
        ))}
        <ExpiryField value={expiresOn} onChange={setExpiresOn} />
      </FormStep>
      {missing.length > 0 && (
        <p className="notice" data-tone="warn" role="status">
          <span>
            <Trans>
              Missing: {list}. Until then, sellers are not offered {name}.
            </Trans>
          </span>
        </p>
      )}
      <div className="row end">
        <Button variant="default" onClick={onClose}>
          <Trans>Close without saving</Trans>
        </Button>
        <Button type="submit" loading={save.isPending}>
          <Trans>Save the registration</Trans>
        </Button>
      </div>
    </form>
  );
}

function VendorLink({ page }: { readonly page: string }) {
  const host = new URL(page).host.replace(/^www\./, '');
  return (
    <p>
      <a className="link row tight" href={page} target="_blank" rel="noreferrer noopener">
        <Trans>Open {host}</Trans>
        <IconExternalLink size={14} aria-hidden />
      </a>
    </p>
  );
}

interface OwnTextProps {
  readonly field: CredentialField;
  readonly value: string;
  readonly onMake: (value: string) => void;
}
/** A secret of our own making: made here, and copied to the vendor before it is sealed. */
function OwnText({ field, value, onMake }: OwnTextProps) {
  const { t } = useLingui();
  if (!field.ours) return null;
  const { label } = field;
  return value === '' ? (
    <Button size="compact-sm" variant="default" onClick={() => onMake(randomText())}>
      <Trans>Generate</Trans>
      <span className="sr-only"> {label}</span>
    </Button>
  ) : (
    <CopyText text={value} label={t`Copy: ${label}`} />
  );
}
