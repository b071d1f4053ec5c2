import { Button, Checkbox, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { addPackage, type PackageEntry, type PackageInput, updatePackage } from '@scanship/contracts/products/packages';
import { api, newIdempotencyKey } from '../../app/api.ts';
import { notify } from '../../app/notify.ts';
import { useProfile } from '../../app/profile.ts';
import { useFormat } from '../../app/use-format.ts';
import { ApiError, fieldErrorsOf } from '../../lib/api-errors.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { packagesChanged } from './packages-api.ts';
import { draftOf, type PackageDraft, type PackageField, readDraft } from './package-draft.ts';

interface Props {
  readonly opened: boolean;
  /** Undefined: a new box. */
  readonly entry: PackageEntry | undefined;
  /** There is none yet, so it becomes the default. */
  readonly first: boolean;
  readonly onClose: () => void;
}

export function PackageDialog({ opened, entry, first, onClose }: Props) {
  const { t } = useLingui();
  return (
    <Dialog opened={opened} onClose={onClose} title={entry ? t`Edit the package` : t`Add a package`} size="lg">
      <PackageForm key={entry ? `${entry.id} ${entry.version}` : 'new'} entry={entry} first={first} onDone={onClose} />
    </Dialog>
  );
}

interface FormProps {
  readonly entry: PackageEntry | undefined;
  readonly first: boolean;
  readonly onDone: () => void;
}
function PackageForm({ entry, first, onDone }: FormProps) {
  const { t } = useLingui();
  const format = useFormat();
  const profile = useProfile();
  const units = {
    weight: format.weightUnit,
    length: format.lengthUnit,
    decimalComma: format.locale.startsWith('fr'),
    currency: profile.currency,
  };
  const [draft, setDraft] = useState<PackageDraft>(() => draftOf(entry, first, units));
  const [wrong, setWrong] = useState<ReadonlySet<PackageField>>(new Set());
  const set = (change: Partial<PackageDraft>) => setDraft((before) => ({ ...before, ...change }));
  // Kept while no answer came, so that pressing again adds nothing twice.
  const [key, setKey] = useState(newIdempotencyKey);
  const save = useMutation({
    mutationFn: (input: PackageInput) =>
      entry
        ? api.call(updatePackage, { params: { id: entry.id }, body: { ...input, version: entry.version } })
        : api.call(addPackage, { body: input, idempotencyKey: key }),
    onSuccess: async ({ successMessage }) => {
      await packagesChanged();
      notify.success(successMessage ?? t`The package was saved.`);
      onDone();
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return;
      setKey(newIdempotencyKey());
      if (error.code === 'stale_version') void packagesChanged();
    },
  });
  const refused = fieldErrorsOf(save.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = readDraft(draft, entry, units);
    setWrong(read.wrong);
    if (read.input) save.mutate(read.input);
  };
  const preset = entry?.kind === 'preset';
  const words: Readonly<Record<PackageField, string>> = {
    name: t`Enter a name.`,
    outer: t`Enter all three sides.`,
    inner: t`Enter all three sides, or none.`,
    tare: t`Enter a weight, or nothing.`,
    max: t`Enter a weight, or nothing.`,
    cost: t`Enter an amount, or nothing.`,
  };
  const errorOf = (field: PackageField, name: string = field): string | undefined =>
    wrong.has(field) ? words[field] : refused[name];
  const sides = (field: 'outer' | 'inner', legend: string, hint?: string) => {
    const error = errorOf(field);
    const side = (at: 0 | 1 | 2, label: string) => (
      <TextInput
        aria-label={`${legend}: ${label}`}
        placeholder={label}
        inputMode="decimal"
        value={draft[field][at]}
        disabled={preset}
        error={error !== undefined}
        rightSection={<span className="dim small">{units.length}</span>}
        onChange={(event) => {
          const next: [string, string, string] = [...draft[field]];
          next[at] = event.currentTarget.value;
          set({ [field]: next });
        }}
      />
    );
    return (
      <fieldset className="package-sides">
        <legend>{legend}</legend>
        {hint && <p className="dim small">{hint}</p>}
        <div className="package-three">
          {side(0, t`Length`)}
          {side(1, t`Width`)}
          {side(2, t`Height`)}
        </div>
        {error && (
          <p className="danger small" role="alert">
            {error}
          </p>
        )}
      </fieldset>
    );
  };
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <TextInput
        label={t`Name`}
        placeholder={t`Shoe box`}
        value={draft.name}
        maxLength={80}
        error={errorOf('name')}
        onChange={(event) => set({ name: event.currentTarget.value })}
        data-autofocus
      />
      {sides('outer', t`Outer size`, preset ? t`The carrier decides the size of its packaging.` : undefined)}
      {!preset && sides('inner', t`Room inside`, t`For suggesting what fits. Left empty, the outer size counts.`)}
      <div className="package-three">
        <TextInput
          label={t`Empty weight`}
          inputMode="decimal"
          value={draft.tare}
          error={errorOf('tare', 'tareGrams')}
          rightSection={<span className="dim small">{units.weight}</span>}
          onChange={(event) => set({ tare: event.currentTarget.value })}
        />
        <TextInput
          label={t`Most when packed`}
          inputMode="decimal"
          value={draft.max}
          disabled={preset}
          error={errorOf('max', 'maxGrams')}
          rightSection={<span className="dim small">{units.weight}</span>}
          onChange={(event) => set({ max: event.currentTarget.value })}
        />
        <TextInput
          label={t`Cost of the box`}
          inputMode="decimal"
          value={draft.cost}
          error={errorOf('cost', 'costMinor')}
          rightSection={<span className="dim small">{units.currency}</span>}
          rightSectionWidth={46}
          onChange={(event) => set({ cost: event.currentTarget.value })}
        />
      </div>
      <Checkbox
        label={t`Take this one unless an order says otherwise`}
        checked={draft.isDefault}
        disabled={entry?.isDefault ?? first}
        onChange={(event) => set({ isDefault: event.currentTarget.checked })}
      />
      {save.isError && <ErrorState compact error={save.error} />}
      <div className="row end">
        <Button variant="default" onClick={onDone}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" loading={save.isPending}>
          <Trans>Save</Trans>
        </Button>
      </div>
    </form>
  );
}
