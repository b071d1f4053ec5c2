import { NativeSelect } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';

/** The zones a browser knows, with the stored one even where it does not. */
const zones = (() => {
  let known: readonly string[] | undefined;
  return (): readonly string[] => (known ??= Intl.supportedValuesOf('timeZone'));
})();
const NEAR = [
  'America/St_Johns',
  'America/Halifax',
  'America/Toronto',
  'America/Winnipeg',
  'America/Edmonton',
  'America/Vancouver',
];

interface Props {
  readonly value: string;
  readonly onChange: (zone: string) => void;
  readonly error?: string | undefined;
  readonly disabled?: boolean;
}
/** Time zone in which days begin and end. */
export function TimeZoneField({ value, onChange, error, disabled = false }: Props) {
  const { t } = useLingui();
  const others = zones().filter((zone) => !NEAR.includes(zone));
  const stored = NEAR.includes(value) || others.includes(value) ? [] : [value];
  return (
    <NativeSelect
      className="w6"
      label={t`Time zone`}
      value={value}
      error={error}
      disabled={disabled}
      data={[
        { group: t`Canada`, items: [...NEAR] },
        { group: t`Elsewhere`, items: [...stored, ...others] },
      ]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
