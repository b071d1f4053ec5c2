import { NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { useLingui } from '@lingui/react/macro';
import type { CredentialField } from '@scanship/contracts/carriers/carriers';
import { zoneChoices } from '../../ui/zones.ts';
import type { FieldValues } from './credential-fields.ts';
import { ExplainedSwitch } from '../../ui/ExplainedSwitch.tsx';

interface Props {
  readonly field: CredentialField;
  readonly given: FieldValues;
  readonly error: string | undefined;
  readonly onChange: (name: string, value: string) => void;
  readonly onLeave?: (name: string) => void;
  readonly className?: string;
  /** What stands there already and stays when nothing is given: then nothing is asked for. */
  readonly kept?: boolean;
}

/** One of the values that connect a carrier or a store, asked for by its kind: switched, chosen, typed, or typed unseen. */
export function CredentialInput({ field, given, error, onChange, onLeave, className, kept = false }: Props) {
  const { t } = useLingui();
  const { name, label, help, secret, choices, kind, example } = field;
  const value = given[name] ?? '';
  const unchanged = kept ? t`Unchanged` : undefined;
  const props = {
    name,
    label: field.required || kept ? label : t`${label} (optional)`,
    description: help || undefined,
    required: field.required && !kept,
    withAsterisk: false,
    value,
    error,
    className,
    autoComplete: secret ? 'new-password' : 'off',
    onChange: (event: { currentTarget: { value: string } }) => onChange(name, event.currentTarget.value),
    onBlur: () => onLeave?.(name),
  };
  const none = { value: '', label: unchanged ?? (field.required ? t`Choose…` : t`Not given`) };
  if (choices) {
    const hasNone = !kept && choices.some((choice) => choice.value === '');
    return <NativeSelect {...props} data={[...(hasNone ? [] : [none]), ...choices]} />;
  }
  switch (kind) {
    case 'switch':
      return kept ? (
        // What is stored is not shown: it stays, or is set anew.
        <NativeSelect {...props} data={[none, { value: 'yes', label: t`On` }]} />
      ) : (
        <ExplainedSwitch
          name={name}
          className={className}
          label={label}
          description={help || undefined}
          error={error}
          checked={value === 'yes'}
          onChange={(event) => onChange(name, event.currentTarget.checked ? 'yes' : '')}
        />
      );
    case 'currency':
      return <CurrencySelect {...props} none={none} />;
    case 'time-zone':
      return <ZoneSelect {...props} none={none} />;
    default:
      return secret ? (
        <PasswordInput
          {...props}
          placeholder={unchanged}
          visibilityToggleButtonProps={{ 'aria-label': t`Show or hide ${label}`, tabIndex: 0 }}
        />
      ) : (
        <TextInput
          {...props}
          type={kind === 'email' ? 'email' : 'text'}
          placeholder={unchanged ?? example}
          spellCheck={false}
        />
      );
  }
}

type SelectProps = Omit<Parameters<typeof NativeSelect>[0], 'data'> & {
  readonly value: string;
  readonly none: { readonly value: string; readonly label: string };
};

const NEAR_CURRENCIES = ['CAD', 'USD'];

/** Every currency the browser knows, by its name; Canada's and its neighbour's first. */
function CurrencySelect({ none, ...props }: SelectProps) {
  const { i18n } = useI18n();
  const { t } = useLingui();
  const names = new Intl.DisplayNames([i18n.locale], { type: 'currency' });
  const choice = (code: string) => ({ value: code, label: `${code} · ${names.of(code) ?? code}` });
  const others = Intl.supportedValuesOf('currency').filter((code) => !NEAR_CURRENCIES.includes(code));
  return (
    <NativeSelect
      {...props}
      data={[none, ...NEAR_CURRENCIES.map(choice), { group: t`Elsewhere`, items: others.map(choice) }]}
    />
  );
}

function ZoneSelect({ none, ...props }: SelectProps) {
  const { t } = useLingui();
  return (
    <NativeSelect {...props} data={[none, ...zoneChoices(props.value, { near: t`Canada`, elsewhere: t`Elsewhere` })]} />
  );
}
