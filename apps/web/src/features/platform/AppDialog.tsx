import { ActionIcon, Button, NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconPlus, IconX } from '#icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { AppOffer, AppRegistration } from '@scanship/contracts/network/platform-apps';
import { notify } from '../../app/notify.ts';
import { queryClient } from '../../app/query-client.ts';
import { fieldErrorsOf } from '../../lib/api-errors.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { useShownAfterMount } from '../../ui/use-shown-after-mount.ts';
import { APP_KIND_WORDS, APP_MODE_WORDS } from './AppsPage.tsx';
import { nameIsWrong, type Pair, recordOf, secretsOf, usualFields } from './app-form.ts';
import { appOffersQuery, appsQuery, saveApp } from './platform-api.ts';
import { ExpiryField } from './ExpiryField.tsx';
import { VendorAppForm } from './VendorAppForm.tsx';

const KINDS = ['store', 'carrier', 'card', 'mail'] as const;
const MODES = ['live', 'sandbox', 'simulator'] as const;

interface Props {
  readonly opened: boolean;
  /** Undefined: a new one. */
  readonly app: AppRegistration | undefined;
  /** Of a new one: for whom it is begun. */
  readonly begin: Pick<AppOffer, 'kind' | 'slug'> | undefined;
  readonly franchiseId: string | undefined;
  readonly onClose: () => void;
}
export default function AppDialog({ opened, app, begin, franchiseId, onClose }: Props) {
  const { t } = useLingui();
  const shown = useShownAfterMount(opened);
  const slug = app?.slug ?? '';
  return (
    <Dialog opened={shown} onClose={onClose} title={app ? t`Edit ${slug}` : t`New registration`} size="lg">
      <AppForm
        key={app ? `${app.kind} ${app.slug} ${app.mode} ${app.version}` : `new ${begin?.slug ?? ''}`}
        app={app}
        begin={begin}
        franchiseId={franchiseId}
        onClose={onClose}
      />
    </Dialog>
  );
}

let nextKey = 0;
const pairs = (names: readonly string[], values: Readonly<Record<string, string>> = {}): Pair[] =>
  names.map((name) => ({ key: nextKey++, name, value: values[name] ?? '' }));

function AppForm({ app, begin, franchiseId, onClose }: Omit<Props, 'opened'>) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const offers = useQuery(appOffersQuery(franchiseId));
  const [kind, setKind] = useState<AppRegistration['kind']>(app?.kind ?? begin?.kind ?? 'store');
  const [slug, setSlug] = useState(app?.slug ?? begin?.slug ?? '');
  const [mode, setMode] = useState<AppRegistration['mode']>(app?.mode ?? 'live');
  const [clientId, setClientId] = useState(app?.clientId ?? '');
  const [expiresOn, setExpiresOn] = useState(app?.expiresOn ?? '');
  const [secrets, setSecrets] = useState<readonly Pair[]>(() => (app ? [] : pairs(usualFields('store').secrets)));
  const [dropped, setDropped] = useState<ReadonlySet<string>>(new Set());
  const [settings, setSettings] = useState<readonly Pair[]>(() =>
    app ? pairs(Object.keys(app.settings), app.settings) : pairs(usualFields('store').settings),
  );
  const ofKind = (offers.data ?? []).filter((offer) => offer.kind === kind);
  const offer = ofKind.find((each) => each.slug === slug);
  const choices = ofKind.map((each) => ({ value: each.slug, label: each.name }));
  const modes = offer && !app ? offer.modes : MODES;
  const chosenMode = modes.includes(mode) ? mode : (modes[0] ?? 'live');
  const slugWrong = slug.trim() !== '' && !/^[a-z0-9][a-z0-9-]{0,59}$/.test(slug.trim());
  const namesWrong = [...secrets, ...settings].some(({ name }) => nameIsWrong(name.trim()));
  const save = useMutation({
    mutationFn: () => {
      const given = secretsOf(secrets, dropped);
      return saveApp({ kind, slug: slug.trim(), mode: chosenMode }, franchiseId, {
        clientId: clientId.trim(),
        ...(Object.keys(given).length > 0 ? { secrets: given } : {}),
        settings: recordOf(settings.filter(({ value }) => value.trim() !== '')),
        expiresOn: expiresOn || null,
        version: app?.version ?? 0,
      });
    },
    onSuccess: ({ data, successMessage }) => {
      queryClient.setQueryData(appsQuery(franchiseId).queryKey, data);
      notify.success(successMessage ?? t`Registration saved.`);
      onClose();
    },
  });
  const refused = fieldErrorsOf(save.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (slug.trim() && !slugWrong && !namesWrong) save.mutate();
  };
  const chooseKind = (name: string) => {
    const next = KINDS.find((one) => one === name) ?? 'store';
    setKind(next);
    setSlug(next === 'mail' ? 'smtp' : '');
    const usual = usualFields(next);
    setSecrets(pairs(usual.secrets));
    setSettings(pairs(usual.settings));
  };
  const which = (
    <div className="fields">
      <NativeSelect
        className="w4"
        label={t`Kind`}
        value={kind}
        disabled={app !== undefined}
        data={KINDS.map((one) => ({ value: one, label: i18n._(APP_KIND_WORDS[one]) }))}
        onChange={(event) => chooseKind(event.currentTarget.value)}
      />
      {choices.length > 0 && !app ? (
        <NativeSelect
          className="w4"
          label={t`Which`}
          required
          value={slug}
          data={[{ value: '', label: t`Choose…` }, ...choices]}
          onChange={(event) => setSlug(event.currentTarget.value)}
        />
      ) : (
        <TextInput
          className="w4"
          label={t`Which`}
          required
          value={slug}
          disabled={app !== undefined}
          error={slugWrong ? t`Small letters, digits and hyphens.` : refused.slug}
          onChange={(event) => setSlug(event.currentTarget.value)}
        />
      )}
      <NativeSelect
        className="w4"
        label={t`Mode`}
        value={chosenMode}
        disabled={app !== undefined}
        data={modes.map((one) => ({ value: one, label: i18n._(APP_MODE_WORDS[one]) }))}
        onChange={(event) => setMode(MODES.find((one) => one === event.currentTarget.value) ?? 'live')}
      />
    </div>
  );
  if (offer)
    return (
      <div className="stack">
        {which}
        <VendorAppForm
          key={`${offer.slug} ${chosenMode}`}
          offer={offer}
          app={app}
          mode={chosenMode}
          franchiseId={franchiseId}
          onClose={onClose}
        />
      </div>
    );
  // What a vendor wants is asked for once it is chosen.
  if (!app && (kind === 'store' || kind === 'carrier'))
    return offers.error ? <ErrorState error={offers.error} /> : which;
  return (
    <form className="stack" onSubmit={submit} autoComplete="off">
      {save.error && <ErrorState compact error={save.error} />}
      {which}
      <TextInput
        label={t`Client id`}
        autoComplete="off"
        maxLength={500}
        value={clientId}
        error={refused.clientId}
        onChange={(event) => setClientId(event.currentTarget.value)}
      />
      <ExpiryField value={expiresOn} onChange={setExpiresOn} />
      <h3>
        <Trans>Secrets</Trans>
      </h3>
      {app && app.secretsSet.length > 0 && (
        <ul className="stack tight">
          {app.secretsSet.map((name) => (
            <li key={name} className="row">
              <code>{name}</code>
              {dropped.has(name) ? (
                <Badge tone="bad">{t`Removed when saved`}</Badge>
              ) : (
                <Badge tone="good">{t`Set`}</Badge>
              )}
              <Button
                size="compact-sm"
                variant="default"
                onClick={() => {
                  const next = new Set(dropped);
                  if (!next.delete(name)) next.add(name);
                  setDropped(next);
                }}
              >
                {dropped.has(name) ? <Trans>Keep it</Trans> : <Trans>Remove</Trans>}
                <span className="sr-only"> {name}</span>
              </Button>
              <Button size="compact-sm" variant="default" onClick={() => setSecrets([...secrets, ...pairs([name])])}>
                <Trans>Set anew</Trans>
                <span className="sr-only"> {name}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Pairs rows={secrets} secret onChange={setSecrets} />
      <h3>
        <Trans>Settings</Trans>
      </h3>
      <Pairs rows={settings} onChange={setSettings} />
      <div className="row end">
        <Button variant="default" onClick={onClose}>
          <Trans>Close without saving</Trans>
        </Button>
        <Button type="submit" loading={save.isPending} disabled={!slug.trim() || slugWrong || namesWrong}>
          <Trans>Save the registration</Trans>
        </Button>
      </div>
    </form>
  );
}

interface PairsProps {
  readonly rows: readonly Pair[];
  readonly secret?: boolean;
  readonly onChange: (rows: readonly Pair[]) => void;
}
/** Names with values; the platform's documents say which names it wants. */
function Pairs({ rows, secret = false, onChange }: PairsProps) {
  const { t } = useLingui();
  const change = (key: number, part: Partial<Pair>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  const Value = secret ? PasswordInput : TextInput;
  return (
    <div className="stack tight">
      {rows.map((row, index) => {
        const place = index + 1;
        return (
          <div key={row.key} className="pair">
            <TextInput
              aria-label={secret ? t`Name of secret ${place}` : t`Name of setting ${place}`}
              placeholder={t`Name`}
              value={row.name}
              error={nameIsWrong(row.name.trim()) ? t`Letters and digits only.` : undefined}
              onChange={(event) => change(row.key, { name: event.currentTarget.value })}
            />
            <Value
              aria-label={secret ? t`Value of secret ${place}` : t`Value of setting ${place}`}
              placeholder={t`Value`}
              autoComplete="off"
              value={row.value}
              onChange={(event) => change(row.key, { value: event.currentTarget.value })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={secret ? t`Take secret ${place} away` : t`Take setting ${place} away`}
              onClick={() => onChange(rows.filter(({ key }) => key !== row.key))}
            >
              <IconX size={16} aria-hidden />
            </ActionIcon>
          </div>
        );
      })}
      <div className="row">
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => onChange([...rows, ...pairs([''])])}
        >
          {secret ? <Trans>Another secret</Trans> : <Trans>Another setting</Trans>}
        </Button>
      </div>
    </div>
  );
}
