import { NativeSelect } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import { zoneChoices } from '../../ui/zones.ts';

interface Props {
  readonly value: string;
  readonly onChange: (zone: string) => void;
  readonly error?: string | undefined;
  readonly disabled?: boolean;
}
/** Time zone in which days begin and end. */
export function TimeZoneField({ value, onChange, error, disabled = false }: Props) {
  const { t } = useLingui();
  return (
    <NativeSelect
      className="w6"
      label={t`Time zone`}
      value={value}
      error={error}
      disabled={disabled}
      data={zoneChoices(value, { near: t`Canada`, elsewhere: t`Elsewhere` })}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
