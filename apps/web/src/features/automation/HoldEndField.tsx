import { NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import type { HoldEnd } from '@scanship/domain/automation/automation';
import { useFormat } from '../../app/use-format.ts';

interface Props {
  readonly value: HoldEnd | null;
  readonly onChange: (value: HoldEnd | null) => void;
}

/** When a hold of a rule ends: by hand, on a day, or some days after the order arrives. */
export function HoldEndField({ value, onChange }: Props) {
  const { t } = useLingui();
  const format = useFormat();
  const kind = value === null ? 'hand' : 'day' in value ? 'day' : 'days';
  return (
    <>
      <NativeSelect
        aria-label={t`End of the hold`}
        value={kind}
        data={[
          { value: 'hand', label: t`until released` },
          { value: 'day', label: t`until a day` },
          { value: 'days', label: t`for some days` },
        ]}
        onChange={(event) => {
          const next = event.currentTarget.value;
          onChange(next === 'day' ? { day: '' } : next === 'days' ? { days: 7 } : null);
        }}
      />
      {value !== null && 'day' in value && (
        <TextInput
          type="date"
          aria-label={t`Day on which the hold ends`}
          min={format.today()}
          value={value.day}
          onChange={(event) => onChange({ day: event.currentTarget.value })}
        />
      )}
      {value !== null && 'days' in value && (
        <NumberInput
          w={90}
          aria-label={t`Days the order is held`}
          min={1}
          max={365}
          allowDecimal={false}
          value={value.days}
          onChange={(days) => onChange({ days: Number(days) })}
        />
      )}
    </>
  );
}
