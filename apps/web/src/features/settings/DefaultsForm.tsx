import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type DefaultSettings, putDefaultSettings } from '@scanship/contracts/network/settings';
import { fromGrams, fromMillimetres, toGrams, toMillimetres } from '@scanship/domain/values/measure';
import { api } from '../../app/api.ts';
import { notify } from '../../app/notify.ts';
import { queryClient } from '../../app/query-client.ts';
import { ApiError, fieldErrorsOf } from '../../lib/api-errors.ts';
import { parseDecimal } from '../../lib/format.ts';
import { ErrorState } from '../../ui/states.tsx';
import { LOCALE_NAMES } from '../../ui/LanguageLinks.tsx';
import { locationsQuery, settingsQuery } from './settings-api.ts';
import { ShippingDefaults } from './ShippingDefaults.tsx';

const WEIGHTS = ['kg', 'g', 'lb', 'oz'] as const;
const LENGTHS = ['cm', 'mm', 'in'] as const;
const zones = (): string[] => (typeof Intl.supportedValuesOf === 'function' ? Intl.supportedValuesOf('timeZone') : []);

export function DefaultsForm({ settings }: { readonly settings: DefaultSettings }) {
  const { t } = useLingui();
  const [draft, setDraft] = useState(settings);
  const [weight, setWeight] = useState(
    settings.defaultWeightGrams ? String(fromGrams(settings.defaultWeightGrams, settings.weightUnit, 3)) : '',
  );
  const size = settings.defaultDimensions;
  const side = (mm: number | undefined) => (mm ? String(fromMillimetres(mm, settings.lengthUnit, 1)) : '');
  const [sides, setSides] = useState([side(size?.lengthMm), side(size?.widthMm), side(size?.heightMm)]);
  const [wrong, setWrong] = useState<{ weight?: boolean; size?: boolean }>({});
  const set = (change: Partial<DefaultSettings>) => setDraft((d) => ({ ...d, ...change }));
  const save = useMutation({
    mutationFn: (body: DefaultSettings) => api.call(putDefaultSettings, { body }),
    onSuccess: ({ data, successMessage }) => {
      queryClient.setQueryData(settingsQuery.queryKey, data);
      // The default ship-from address may be another one now.
      void queryClient.invalidateQueries({ queryKey: locationsQuery.queryKey });
      notify.success(successMessage ?? t`The defaults were saved.`);
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'stale_version')
        void queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const typed = weight.trim() ? parseDecimal(weight) : null;
    const mm = sides.map((s) => parseDecimal(s)).map((v) => (v ? toMillimetres(v, draft.lengthUnit) : 0));
    const some = sides.some((s) => s.trim());
    const bad = { weight: typed === undefined, size: some && mm.some((v) => v === 0) };
    setWrong(bad);
    if (bad.weight || bad.size) return;
    const [lengthMm = 0, widthMm = 0, heightMm = 0] = mm;
    save.mutate({
      ...draft,
      defaultWeightGrams: typed ? toGrams(typed, draft.weightUnit) : null,
      defaultDimensions: some ? { lengthMm, widthMm, heightMm } : null,
    });
  };
  const popups = [
    ['SHIPPING_LABEL', t`Shipping label`],
    ['PACKAGING_SLIPS', t`Packing slip`],
    ['CUSTOM_INVOICE', t`Commercial invoice (across borders)`],
  ] as const;
  return (
    <form className="card" noValidate onSubmit={submit} aria-label={t`Defaults`}>
      <div className="card-head">
        <h2>
          <Trans>Defaults</Trans>
        </h2>
      </div>
      <div className="card-body stack wide">
        <div className="fields">
          <NativeSelect
            className="w3"
            label={t`Weights in`}
            value={draft.weightUnit}
            data={[...WEIGHTS]}
            onChange={(e) => set({ weightUnit: WEIGHTS.find((u) => u === e.currentTarget.value) ?? 'kg' })}
          />
          <NativeSelect
            className="w3"
            label={t`Sizes in`}
            value={draft.lengthUnit}
            data={[...LENGTHS]}
            onChange={(e) => set({ lengthUnit: LENGTHS.find((u) => u === e.currentTarget.value) ?? 'cm' })}
          />
          <NativeSelect
            className="w3"
            label={t`Label format`}
            value={draft.labelFormat}
            data={[
              { value: 'pdf', label: 'PDF' },
              { value: 'zpl', label: 'ZPL' },
            ]}
            onChange={(e) => set({ labelFormat: e.currentTarget.value === 'zpl' ? 'zpl' : 'pdf' })}
          />
          <NativeSelect
            className="w3"
            label={t`Language`}
            value={draft.locale}
            data={Object.entries(LOCALE_NAMES).map(([value, label]) => ({ value, label }))}
            onChange={(e) => set({ locale: e.currentTarget.value === 'fr-CA' ? 'fr-CA' : 'en-CA' })}
          />
          <TextInput
            className="w3"
            label={t`Default weight`}
            placeholder={t`None`}
            inputMode="decimal"
            value={weight}
            error={wrong.weight ? t`Enter a weight.` : undefined}
            rightSection={<span className="dim small">{draft.weightUnit}</span>}
            onChange={(e) => setWeight(e.currentTarget.value)}
          />
          {[t`Length`, t`Width`, t`Height`].map((label, i) => (
            <TextInput
              key={label}
              className="w3"
              label={label}
              placeholder={t`None`}
              inputMode="decimal"
              value={sides[i]}
              error={wrong.size ? t`All three, or none.` : undefined}
              rightSection={<span className="dim small">{draft.lengthUnit}</span>}
              onChange={(e) => {
                const { value } = e.currentTarget;
                setSides((all) => all.map((s, j) => (j === i ? value : s)));
              }}
            />
          ))}
          <NativeSelect
            className="w6"
            label={t`Time zone`}
            value={draft.timeZone}
            data={[...new Set([draft.timeZone, ...zones()])]}
            onChange={(e) => set({ timeZone: e.currentTarget.value })}
          />
        </div>
        <ShippingDefaults draft={draft} set={set} errors={fieldErrorsOf(save.error)} />
        <fieldset className="check-list">
          <legend>
            <Trans>Open after buying a label</Trans>
          </legend>
          {popups.map(([key, label]) => (
            <Checkbox
              key={key}
              label={label}
              checked={draft.autoPopupTag[key]}
              onChange={(e) => set({ autoPopupTag: { ...draft.autoPopupTag, [key]: e.currentTarget.checked } })}
            />
          ))}
        </fieldset>
        {save.isError && <ErrorState compact error={save.error} />}
        <div className="row end">
          <Button type="submit" loading={save.isPending}>
            <Trans>Save defaults</Trans>
          </Button>
        </div>
      </div>
    </form>
  );
}
