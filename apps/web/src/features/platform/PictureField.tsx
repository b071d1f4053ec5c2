import { Button, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useLingui as useI18n } from '@lingui/react';
import { IconPhotoUp } from '#icons';
import { useRef, useState } from 'react';
import { PICTURE_TYPES } from '@scanship/contracts/network/franchises';
import { safeUrl } from '../../app/branding.ts';
import { sayError } from '../../lib/error-words.ts';
import { FileField } from '../../ui/FileField.tsx';

interface Props {
  readonly label: string;
  readonly hint: string | undefined;
  /** Address as it is stored. */
  readonly value: string;
  /** Where the browser finds it. */
  readonly shown: string;
  /** It is made for dark surfaces. */
  readonly dark: boolean;
  readonly busy: boolean;
  /** A failed upload, or what the server said of the address. */
  readonly error: unknown;
  readonly onFile: (file: File) => void;
  readonly onChange: (address: string) => void;
}
/** One picture of the brand: uploaded, or an https address. */
export function PictureField({ label, hint, value, shown, dark, busy, error, onFile, onChange }: Props) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const input = useRef<HTMLInputElement>(null);
  const [broken, setBroken] = useState('');
  const safe = shown.startsWith('blob:') ? shown : safeUrl(shown, 'image');
  const said =
    typeof error === 'string' ? { title: error, advice: undefined } : error ? sayError(error, i18n) : undefined;
  return (
    <div className="w6 picture-field" role="group" aria-label={label}>
      <div>
        <div className="strong">{label}</div>
        {hint && <div className="dim small">{hint}</div>}
      </div>
      {safe && safe !== broken ? (
        <div className="picture-shown" data-dark={dark}>
          <img src={safe} alt="" onError={() => setBroken(safe)} />
        </div>
      ) : (
        <div className="picture-shown empty">
          {value === '' ? (
            <Trans>none</Trans>
          ) : shown === value && value.startsWith('https://') ? (
            <Trans>shown once it is saved</Trans>
          ) : (
            <Trans>cannot be shown</Trans>
          )}
        </div>
      )}
      {said && (
        <div className="danger small" role="alert">
          {said.title} {said.advice}
        </div>
      )}
      <div className="row">
        <Button
          size="compact-sm"
          variant="default"
          loading={busy}
          leftSection={<IconPhotoUp size={15} aria-hidden />}
          aria-label={t`Upload: ${label}`}
          onClick={() => input.current?.click()}
        >
          <Trans>Upload</Trans>
        </Button>
        {value && (
          <Button size="compact-sm" variant="default" aria-label={t`Remove: ${label}`} onClick={() => onChange('')}>
            <Trans>Remove</Trans>
          </Button>
        )}
      </div>
      {!value.startsWith('/brand/') && (
        <TextInput
          size="xs"
          type="url"
          aria-label={t`Address of: ${label}`}
          placeholder={t`or an address: https://`}
          maxLength={2000}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
      <FileField ref={input} label={label} accept={PICTURE_TYPES.join(',')} onFile={onFile} />
    </div>
  );
}
