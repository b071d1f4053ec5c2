import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { addTaxId, type TaxIdBody, type TaxIdDto, updateTaxId } from '@scanship/contracts/money/tax-ids';
import { ISSUING_COUNTRIES, issuerOf, TAX_ID_KINDS, type TaxIdKind } from '@scanship/domain/taxes/tax-id-kinds';
import { api } from '../../app/api.ts';
import { notify } from '../../app/notify.ts';
import { queryClient } from '../../app/query-client.ts';
import { fieldErrorsOf, isCode } from '../../lib/api-errors.ts';
import { ErrorState } from '../../ui/states.tsx';
import { countriesQuery, taxIdsQuery } from './settings-api.ts';
import { useTaxIdWords } from './use-tax-id-words.ts';

interface Props {
  /** Absent: a new one. */
  readonly taxId: TaxIdDto | undefined;
  readonly onDone: () => void;
}

const firstOf = (kind: TaxIdKind): TaxIdBody => ({ kind, number: '', countryCode: issuerOf(kind, '') ?? '' });
const isKind = (text: string): text is TaxIdKind => TAX_ID_KINDS.some((kind) => kind === text);

/** The most asked for comes first. */
const OFFERED: readonly TaxIdKind[] = ['EORI', 'IOSS', 'VAT', 'GST', 'BN', 'EIN', 'VOEC'];

export function TaxIdForm({ taxId, onDone }: Props) {
  const { t } = useLingui();
  const words = useTaxIdWords();
  const [draft, setDraft] = useState<TaxIdBody>(taxId ?? firstOf('EORI'));
  const [pressed, setPressed] = useState(false);
  const save = useMutation({
    mutationFn: ({ kind, number, countryCode }: TaxIdBody) => {
      const body = { kind, number: number.trim(), countryCode };
      return taxId
        ? api.call(updateTaxId, { params: { id: taxId.id }, body: { ...body, version: taxId.version } })
        : api.call(addTaxId, { body });
    },
    onSuccess: ({ data, successMessage }) => {
      queryClient.setQueryData(taxIdsQuery.queryKey, data);
      notify.success(successMessage ?? t`The number was saved.`);
      onDone();
    },
    onError: (error) => {
      if (isCode(error, 'stale_version') || isCode(error, 'not_found'))
        void queryClient.invalidateQueries({ queryKey: taxIdsQuery.queryKey });
    },
  });
  const refused = fieldErrorsOf(save.error);
  const missing = (text: string) => (pressed && text.trim() === '' ? t`This is required.` : undefined);
  // What the number itself says of its country is chosen with it.
  const type = (number: string) =>
    setDraft((before) => ({ ...before, number, countryCode: issuerOf(before.kind, number) ?? before.countryCode }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setPressed(true);
    if (draft.number.trim() !== '' && draft.countryCode !== '') save.mutate(draft);
  };
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <NativeSelect
        label={t`Kind`}
        description={words.uses[draft.kind]}
        value={draft.kind}
        data={OFFERED.map((kind) => ({ value: kind, label: words.names[kind] }))}
        onChange={({ currentTarget: { value } }) => {
          if (!isKind(value)) return;
          save.reset();
          setDraft((before) => ({
            ...firstOf(value),
            number: before.number,
            countryCode: issuerOf(value, before.number) ?? '',
          }));
        }}
        data-autofocus
      />
      <TextInput
        label={t`Number`}
        value={draft.number}
        maxLength={40}
        autoComplete="off"
        spellCheck={false}
        error={missing(draft.number) ?? refused.number}
        onChange={(event) => type(event.currentTarget.value)}
      />
      <IssuingCountry
        kind={draft.kind}
        value={draft.countryCode}
        error={missing(draft.countryCode) ?? refused.countryCode}
        onChange={(countryCode) => setDraft((before) => ({ ...before, countryCode }))}
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

interface CountryProps {
  readonly kind: TaxIdKind;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (countryCode: string) => void;
}

function IssuingCountry({ kind, value, error, onChange }: CountryProps) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const countries = useQuery(countriesQuery);
  const issuers = ISSUING_COUNTRIES[kind];
  const offered = (countries.data?.countryList ?? []).filter(({ code }) => issuers?.includes(code) ?? true);
  if (countries.isError) return <ErrorState compact error={countries.error} onRetry={() => void countries.refetch()} />;
  return (
    <NativeSelect
      label={t`Issued by`}
      value={value}
      error={error}
      data={[
        { value: '', label: t`Choose a country` },
        ...offered.map((each) => ({ value: each.code, label: i18n.locale === 'fr-CA' ? each.nameFr : each.name })),
        ...(value !== '' && !offered.some(({ code }) => code === value) ? [{ value, label: value }] : []),
      ]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
