import { TextInput } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import { useFormat } from '../../../app/use-format.ts';

interface Props {
  /** YYYY-MM-DD; empty: until somebody releases it. */
  readonly value: string;
  readonly onChange: (day: string) => void;
}

/** The day on which a held order is released by itself. */
export function HoldUntilField({ value, onChange }: Props) {
  const { t } = useLingui();
  const format = useFormat();
  return (
    <TextInput
      type="date"
      label={t`Hold until (optional)`}
      description={t`It is released automatically when that day begins.`}
      value={value}
      min={format.today()}
      error={value !== '' && value <= format.today() ? t`Choose a day after today.` : undefined}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
