import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconAlertTriangle, IconPencil, IconPlus, IconTrash } from '#icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import {
  addPreset,
  type AutomationOptions,
  deletePreset,
  HOTKEYS,
  type PresetDto,
  type ShippingChoiceDto,
  updatePreset,
} from '@scanship/contracts/shipping/automation';
import { SIGNATURE_OPTIONS } from '@scanship/domain/shipping/shipment';
import { api, newIdempotencyKey } from '../../app/api.ts';
import { notify } from '../../app/notify.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../ui/states.tsx';
import { isStale, optionsQuery, presetsChanged, presetsQuery, showPresets } from './automation-api.ts';
import { SIGNATURE_WORDS } from './automation-words.ts';
import { InsuranceField } from './InsuranceField.tsx';
import { EMPTY_CHOICE } from './rule-model.ts';
import { serviceName, useInsuranceWord } from './RuleSummary.tsx';
import { ServiceList } from './ServiceFields.tsx';

/** Presets on the keys 1 to 9: press the key with orders selected, and they ship that way. */
export function PresetsTab({ mayEdit }: { readonly mayEdit: boolean }) {
  const { t } = useLingui();
  const list = useQuery(presetsQuery);
  const options = useQuery(optionsQuery);
  const [chosen, setChosen] = useState<PresetDto>();
  const [editing, setEditing] = useState(false);
  const [leaving, setLeaving] = useState<PresetDto>();
  const presets = list.data?.presets ?? [];
  const edit = (preset: PresetDto | undefined) => {
    setChosen(preset);
    setEditing(true);
  };
  const add = mayEdit && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} disabled={!options.data} onClick={() => edit(undefined)}>
      <Trans>Add a preset</Trans>
    </Button>
  );
  const failed = list.error ?? options.error;
  if (failed)
    return (
      <div className="card">
        <ErrorState
          error={failed}
          onRetry={() => {
            void list.refetch();
            void options.refetch();
          }}
        />
      </div>
    );
  if (!list.data || !options.data) return <Skeletons rows={4} height={48} />;
  return (
    <div className="stack">
      <div className="row automation-head">
        <p className="dim grow">
          <Trans>
            Select orders and press the key: they ship with the preset, whatever rules say. What a preset does not say
            stays as it is.
          </Trans>
        </p>
        {presets.length > 0 && add}
      </div>
      {presets.length === 0 ? (
        <div className="card">
          <EmptyState title={t`No preset yet`} actions={add}>
            <Trans>Keep a service, a package and options together under one key.</Trans>
          </EmptyState>
        </div>
      ) : (
        <ul className="card rules" aria-label={t`Presets`}>
          {presets.map((preset) => (
            <li key={preset.id} className="rule" data-testid="preset">
              {preset.hotkey ? (
                <kbd className="preset-key">{preset.hotkey}</kbd>
              ) : (
                <span className="preset-key none" aria-hidden />
              )}
              <div className="grow">
                <span className="strong">{preset.name}</span>
                <div className="dim small">
                  <ChoiceText choice={preset.choice} options={options.data} />
                </div>
                {preset.problems.map((problem) => (
                  <div key={problem} className="row tight small danger">
                    <IconAlertTriangle size={14} aria-hidden />
                    {problem}
                  </div>
                ))}
              </div>
              {mayEdit && (
                <div className="row tight rule-acts">
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    aria-label={t`Edit ${preset.name}`}
                    onClick={() => edit(preset)}
                  >
                    <IconPencil size={15} aria-hidden />
                  </Button>
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    aria-label={t`Delete ${preset.name}`}
                    onClick={() => setLeaving(preset)}
                  >
                    <IconTrash size={15} aria-hidden />
                  </Button>
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      <Dialog
        opened={editing}
        onClose={() => setEditing(false)}
        title={chosen ? t`Edit the preset` : t`Add a preset`}
        size="lg"
      >
        <PresetForm
          key={chosen ? `${chosen.id} ${chosen.version}` : 'new'}
          preset={chosen}
          options={options.data}
          taken={presets}
          onDone={() => setEditing(false)}
        />
      </Dialog>
      <DeletePreset preset={leaving} onClose={() => setLeaving(undefined)} />
    </div>
  );
}

function ChoiceText({ choice, options }: { readonly choice: ShippingChoiceDto; readonly options: AutomationOptions }) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const insurance = useInsuranceWord();
  const parts = [
    ...(choice.service ? [choice.service.services.map((each) => serviceName(options, each)).join(', ')] : []),
    ...(choice.packageId ? [options.packages.find((each) => each.id === choice.packageId)?.name ?? '?'] : []),
    ...(choice.insurance ? [`${t`Insurance`}: ${insurance(choice.insurance)}`] : []),
    ...(choice.signature ? [i18n._(SIGNATURE_WORDS[choice.signature])] : []),
    ...(choice.saturdayDelivery ? [t`Saturday delivery`] : []),
  ];
  return <>{parts.join(' · ')}</>;
}

interface FormProps {
  readonly preset: PresetDto | undefined;
  readonly options: AutomationOptions;
  readonly taken: readonly PresetDto[];
  readonly onDone: () => void;
}
function PresetForm({ preset, options, taken, onDone }: FormProps) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const free = HOTKEYS.find((key) => !taken.some((each) => each.hotkey === key)) ?? null;
  const [name, setName] = useState(preset?.name ?? '');
  const [hotkey, setHotkey] = useState<PresetDto['hotkey']>(preset ? preset.hotkey : free);
  const [choice, setChoice] = useState<ShippingChoiceDto>(preset?.choice ?? EMPTY_CHOICE);
  const [pressed, setPressed] = useState(false);
  const [key] = useState(newIdempotencyKey);
  const set = (change: Partial<ShippingChoiceDto>) => setChoice((before) => ({ ...before, ...change }));
  const says = Object.values(choice).some((part) => part !== null);
  const save = useMutation({
    mutationFn: () => {
      const body = { name: name.trim(), hotkey, choice };
      return preset
        ? api.call(updatePreset, { params: { id: preset.id }, body: { ...body, version: preset.version } })
        : api.call(addPreset, { body, idempotencyKey: key });
    },
    onSuccess: async ({ successMessage }) => {
      await presetsChanged();
      notify.success(successMessage ?? t`Preset saved.`);
      onDone();
    },
    onError: (error) => {
      if (isStale(error)) void presetsChanged();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setPressed(true);
    if (name.trim() && says) save.mutate();
  };
  const as = t`As it is`;
  const [account] = options.accounts;
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <div className="fields">
        <TextInput
          className="w8"
          label={t`Name`}
          value={name}
          maxLength={60}
          error={pressed && !name.trim() ? t`This is required.` : undefined}
          onChange={(e) => setName(e.currentTarget.value)}
          data-autofocus
        />
        <NativeSelect
          className="w4"
          label={t`Key`}
          value={hotkey ?? ''}
          data={[
            { value: '', label: t`None` },
            ...HOTKEYS.map((value) => {
              const other = taken.find((each) => each.hotkey === value && each.id !== preset?.id);
              return { value, label: other ? t`${value} (now ${other.name})` : value };
            }),
          ]}
          onChange={(e) => setHotkey(HOTKEYS.find((each) => each === e.currentTarget.value) ?? null)}
        />
      </div>
      <fieldset className="rule-part">
        <legend>
          <Trans>Service</Trans>
        </legend>
        {choice.service ? (
          <>
            <ServiceList
              options={options}
              services={choice.service.services}
              pick={choice.service.pick}
              onChange={(services, pick) => set({ service: { services, pick } })}
            />
            <Button variant="subtle" size="compact-sm" onClick={() => set({ service: null })}>
              <Trans>Leave the service as it is</Trans>
            </Button>
          </>
        ) : (
          <Button
            variant="default"
            size="compact-md"
            disabled={!account}
            onClick={() =>
              account &&
              set({
                service: { services: [{ carrier: account.carrier, grantId: null, service: null }], pick: 'cheapest' },
              })
            }
          >
            {account ? <Trans>Choose a service</Trans> : <Trans>Connect a carrier first</Trans>}
          </Button>
        )}
      </fieldset>
      <div className="fields">
        <NativeSelect
          className="w6"
          label={t`Package`}
          value={choice.packageId ?? ''}
          data={[{ value: '', label: as }, ...options.packages.map((each) => ({ value: each.id, label: each.name }))]}
          onChange={(e) => set({ packageId: e.currentTarget.value || null })}
        />
        <NativeSelect
          className="w6"
          label={t`Signature`}
          value={choice.signature ?? ''}
          data={[
            { value: '', label: as },
            ...SIGNATURE_OPTIONS.map((value) => ({ value, label: i18n._(SIGNATURE_WORDS[value]) })),
          ]}
          onChange={(e) => set({ signature: SIGNATURE_OPTIONS.find((each) => each === e.currentTarget.value) ?? null })}
        />
      </div>
      <fieldset className="rule-part">
        <legend>
          <Trans>Insurance</Trans>
        </legend>
        <InsuranceField
          value={choice.insurance}
          currency={options.currency}
          none={as}
          invalid={pressed}
          onChange={(insurance) => set({ insurance })}
        />
      </fieldset>
      <Checkbox
        label={t`Saturday delivery`}
        checked={choice.saturdayDelivery === true}
        onChange={(e) => set({ saturdayDelivery: e.currentTarget.checked ? true : null })}
      />
      {pressed && !says && (
        <p className="danger small" role="alert">
          <Trans>Choose at least a service, a package or an option.</Trans>
        </p>
      )}
      {save.isError && <ErrorState compact error={save.error} />}
      <div className="row end">
        <Button variant="default" onClick={onDone}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" loading={save.isPending}>
          <Trans>Save the preset</Trans>
        </Button>
      </div>
    </form>
  );
}

function DeletePreset({ preset, onClose }: { readonly preset: PresetDto | undefined; readonly onClose: () => void }) {
  const { t } = useLingui();
  const remove = useMutation({
    mutationFn: ({ id, version }: PresetDto) => api.call(deletePreset, { params: { id }, query: { version } }),
    onSuccess: ({ data, successMessage }) => {
      showPresets(data);
      notify.success(successMessage ?? t`Preset deleted.`);
    },
    onError: (error) => {
      notify.error(error);
      if (isStale(error)) void presetsChanged();
    },
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      opened={preset !== undefined}
      title={t`Delete this preset?`}
      confirm={t`Delete`}
      danger
      busy={remove.isPending}
      onConfirm={() => preset && remove.mutate(preset)}
      onClose={onClose}
    >
      <Trans>“{preset?.name}” is gone then; orders keep what it gave them.</Trans>
    </ConfirmDialog>
  );
}
