import { TextInput } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';

interface Props {
  /** YYYY-MM-DD; empty: never, or not known. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}
/** When what a vendor gave stops working. */
export function ExpiryField({ value, onChange }: Props) {
  const { t } = useLingui();
  return (
    <TextInput
      type="date"
      label={t`Expires on`}
      description={t`Optional. You are told a month and a week before.`}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
