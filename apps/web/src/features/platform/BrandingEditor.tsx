import './platform.css';
import { Button, Textarea, TextInput } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useBlocker } from '@tanstack/react-router';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { BrandingRecord, PictureField as PictureName } from '@scanship/contracts/network/franchises';
import { notify } from '../../app/notify.ts';
import { fieldErrorsOf } from '../../lib/api-errors.ts';
import { LazyConfirm } from '../customers/LazyConfirm.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { BrandPreview } from './BrandPreview.tsx';
import { COLOURS, type FieldWords, LINKS, NAME_FIELDS, PAGE_FIELDS, PICTURES } from './brand-fields.ts';
import { saveBranding, tookBranding, uploadPicture, type Whose } from './branding-api.ts';
import { type BrandDraft, type BrandField, changedFields, textOf } from './branding-model.ts';
import { ColourField } from './ColourField.tsx';
import { PictureField } from './PictureField.tsx';

interface Props {
  readonly whose: Whose;
  readonly record: BrandingRecord;
}

/** Everything that makes the brand, beside a picture of what comes of it while it is being edited. */
export function BrandingEditor({ whose, record }: Props) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const stored = record.branding;
  const [draft, setDraft] = useState<BrandDraft>({});
  const pictures = useBrandPictures(record.shown);
  const changed = changedFields(stored, draft);
  const count = Object.keys(changed).length;
  const save = useMutation({
    mutationFn: () => saveBranding(whose, { fields: changed, version: record.version }),
    onSuccess: ({ data, successMessage }) => {
      setDraft({});
      tookBranding(whose, data);
      notify.success(successMessage ?? t`Branding saved.`);
    },
  });
  const upload = useMutation({
    mutationFn: ({ field, file }: { readonly field: PictureName; readonly file: File }) =>
      uploadPicture(whose, field, file),
    onSuccess: ({ address }, { field, file }) => {
      pictures.keep(address, file);
      setDraft((was) => ({ ...was, [field]: address }));
    },
  });
  const leaving = useBlocker({ shouldBlockFn: () => count > 0 && !save.isSuccess, withResolver: true });
  const refused = fieldErrorsOf(save.error);
  const errorOf = (field: BrandField): string | undefined => refused[`fields.${field}`];
  const set = (field: BrandField, text: string) => setDraft((was) => ({ ...was, [field]: text }));
  const value = (field: BrandField) => textOf(stored, draft, field);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (count > 0) save.mutate();
  };

  const texts = (fields: Readonly<Partial<Record<BrandField, FieldWords>>>) =>
    (Object.entries(fields) as [BrandField, FieldWords][]).map(([field, { label, hint, long }]) => {
      const common = {
        label: i18n._(label),
        description: hint && i18n._(hint),
        value: value(field),
        error: errorOf(field),
        onChange: (event: { currentTarget: { value: string } }) => set(field, event.currentTarget.value),
      };
      return long ? (
        <Textarea key={field} autosize minRows={2} maxRows={8} maxLength={8000} {...common} />
      ) : (
        <TextInput key={field} className="w6" maxLength={200} {...common} />
      );
    });

  return (
    <div className="brand-split">
      <form className="card" onSubmit={submit} aria-label={t`Branding`}>
        <fieldset className="brand-section">
          <legend>
            <Trans>Name and texts</Trans>
          </legend>
          <div className="fields">{texts(NAME_FIELDS)}</div>
        </fieldset>
        <fieldset className="brand-section">
          <legend>
            <Trans>Colours</Trans>
          </legend>
          <div className="fields">
            {(Object.entries(COLOURS) as [keyof typeof COLOURS, FieldWords][]).map(([field, { label, hint }]) => (
              <ColourField
                key={field}
                className="w6"
                label={i18n._(label)}
                description={hint && i18n._(hint)}
                value={value(field)}
                error={errorOf(field)}
                onChange={(colour) => set(field, colour)}
              />
            ))}
          </div>
        </fieldset>
        <fieldset className="brand-section">
          <legend>
            <Trans>Pictures</Trans>
          </legend>
          <div className="fields">
            {(Object.entries(PICTURES) as [PictureName, FieldWords][]).map(([field, { label, hint }]) => (
              <PictureField
                key={field}
                label={i18n._(label)}
                hint={hint && i18n._(hint)}
                value={value(field)}
                shown={pictures.shown(value(field))}
                dark={field === 'secondaryLogo'}
                busy={upload.isPending && upload.variables.field === field}
                error={upload.isError && upload.variables.field === field ? upload.error : errorOf(field)}
                onFile={(file) => upload.mutate({ field, file })}
                onChange={(address) => set(field, address)}
              />
            ))}
          </div>
        </fieldset>
        <fieldset className="brand-section">
          <legend>
            <Trans>Public pages</Trans>
          </legend>
          <div className="fields">{texts(PAGE_FIELDS)}</div>
        </fieldset>
        <fieldset className="brand-section">
          <legend>
            <Trans>Social pages</Trans>
          </legend>
          <div className="fields">
            {(Object.entries(LINKS) as [keyof typeof LINKS, FieldWords][]).map(([field, { label }]) => (
              <TextInput
                key={field}
                className="w6"
                type="url"
                label={i18n._(label)}
                placeholder="https://"
                maxLength={2000}
                value={value(field)}
                error={errorOf(field)}
                onChange={(event) => set(field, event.currentTarget.value)}
              />
            ))}
          </div>
        </fieldset>
        <div className="brand-save stack tight">
          {save.error && <ErrorState compact error={save.error} />}
          <div className="row">
            <Button type="submit" loading={save.isPending} disabled={count === 0}>
              <Trans>Save the branding</Trans>
            </Button>
            <Button variant="default" disabled={count === 0 || save.isPending} onClick={() => setDraft({})}>
              <Trans>Undo the changes</Trans>
            </Button>
            <span className="dim small" role="status">
              {count > 0 && t`Not saved yet: ${count}`}
            </span>
          </div>
        </div>
      </form>
      <BrandPreview text={value} picture={(field) => pictures.shown(value(field))} />
      <LazyConfirm
        opened={leaving.status === 'blocked'}
        title={t`Leave without saving?`}
        confirm={t`Leave`}
        danger
        onClose={() => leaving.reset?.()}
        onConfirm={() => leaving.proceed?.()}
      >
        <Trans>The changes to the branding are lost.</Trans>
      </LazyConfirm>
    </div>
  );
}

/**
 * Where pictures are shown from: this computer, when they were just uploaded, because the server shows them once the branding
 * names them; else the server, also those that lie elsewhere.
 */
function useBrandPictures(stored: BrandingRecord['shown']) {
  const held = useRef(new Map<string, string>());
  useEffect(() => {
    const all = held.current;
    return () => {
      for (const url of all.values()) URL.revokeObjectURL(url);
    };
  }, []);
  return {
    keep(address: string, file: File): void {
      if (!held.current.has(address)) held.current.set(address, URL.createObjectURL(file));
    },
    shown: (address: string): string => held.current.get(address) ?? stored[address] ?? address,
  };
}
