import './platform.css';
import { TextInput } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { safeColor } from '../../theme/tenant-colors.ts';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly className?: string;
  readonly description?: ReactNode;
  readonly placeholder?: string;
  readonly error?: string | undefined;
  readonly onChange: (colour: string) => void;
}
/** A colour as text, with the browser's own chooser beside it. */
export function ColourField({ label, value, className, description, placeholder, error, onChange }: Props) {
  const { t } = useLingui();
  return (
    <TextInput
      className={className}
      label={label}
      description={description}
      placeholder={placeholder ?? '#24618f'}
      maxLength={7}
      autoCapitalize="none"
      value={value}
      error={error}
      rightSectionWidth={40}
      rightSection={
        <input
          type="color"
          className="colour-well"
          aria-label={t`Choose: ${label}`}
          value={safeColor(/^#[0-9a-f]{6}$/i.test(value) ? value : null, '#ffffff')}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      }
      onChange={(event) => onChange(event.currentTarget.value.trim())}
    />
  );
}
