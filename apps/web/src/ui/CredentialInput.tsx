import { NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import type { CredentialField } from '@scanship/contracts/carriers/carriers';

type Values = Readonly<Record<string, string>>;

/** Fields that are asked for beside what was given so far. */
export const askedFields = <F extends CredentialField>(fields: readonly F[], given: Values): readonly F[] =>
  fields.filter(({ when }) => when === undefined || given[when.field]?.trim() === when.value);

/** Whether the field has to be filled in and is not. */
export const isMissing = ({ required, name }: CredentialField, given: Values): boolean =>
  required && !given[name]?.trim();

interface Props {
  readonly field: CredentialField;
  readonly given: Values;
  readonly error: string | undefined;
  readonly onChange: (name: string, value: string) => void;
  readonly className?: string;
  /** What stands there already and stays when nothing is given: then nothing is asked for. */
  readonly kept?: boolean;
}

/** One of the keys that connect a carrier or a store: chosen from a list, typed, or typed unseen. */
export function CredentialInput({ field, given, error, onChange, className, kept = false }: Props) {
  const { t } = useLingui();
  const { name, label, help, secret, choices } = field;
  const props = {
    name,
    label: field.required || kept ? label : t`${label} (optional)`,
    description: help || undefined,
    required: field.required && !kept,
    withAsterisk: false,
    value: given[name] ?? '',
    error,
    className,
    autoComplete: secret ? 'new-password' : 'off',
    onChange: (event: { currentTarget: { value: string } }) => onChange(name, event.currentTarget.value),
  };
  const unchanged = kept ? t`Unchanged` : undefined;
  if (choices) {
    const none = unchanged ?? (field.required ? t`Choose…` : t`Not given`);
    const hasNone = !kept && choices.some(({ value }) => value === '');
    return <NativeSelect {...props} data={[...(hasNone ? [] : [{ value: '', label: none }]), ...choices]} />;
  }
  return secret ? (
    <PasswordInput
      {...props}
      placeholder={unchanged}
      visibilityToggleButtonProps={{ 'aria-label': t`Show or hide ${label}`, tabIndex: 0 }}
    />
  ) : (
    <TextInput {...props} placeholder={unchanged} spellCheck={false} />
  );
}
