import { useLingui } from '@lingui/react/macro';
import { type RefObject, useState } from 'react';
import type { CredentialField } from '@scanship/contracts/carriers/carriers';
import { askedFields, type FieldValues, valueFault } from './credential-fields.ts';

interface Options {
  /** What the server said about fields, by their names. */
  readonly refused: Readonly<Record<string, string | undefined>>;
  /** What is there already stays where nothing is given: then nothing is missing. */
  readonly kept?: boolean;
}

/** The values of a connect form: a field is checked when it is left, and all of them before anything is sent. */
export function useCredentials(fields: readonly CredentialField[], { refused, kept = false }: Options) {
  const { t } = useLingui();
  const [given, setGiven] = useState<FieldValues>({});
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [pressed, setPressed] = useState(false);
  const asked = askedFields(fields, given);
  const faultOf = (field: CredentialField) => valueFault({ ...field, required: field.required && !kept }, given);

  return {
    given,
    asked,
    set: (name: string, value: string) => setGiven((was) => ({ ...was, [name]: value })),
    /** An empty field that is only passed through is left in peace until the form is sent. */
    leave: (name: string) => given[name]?.trim() && setLeft((was) => new Set(was).add(name)),
    clear: () => setGiven({}),
    errorOf(field: CredentialField): string | undefined {
      const fault = pressed || left.has(field.name) ? faultOf(field) : undefined;
      if (fault === 'missing') return t`This is required.`;
      if (fault === 'form')
        return field.example === undefined
          ? t`This does not have the right form. Copy the whole value, without anything before or after it.`
          : t`This does not have the right form. It looks like ${field.example}.`;
      return refused[`credentials.${field.name}`];
    },
    /** Whether everything may be sent; else the first field that may not is focused. */
    check(form: RefObject<HTMLFormElement | null>): boolean {
      setPressed(true);
      const first = asked.find((field) => faultOf(field));
      if (first) form.current?.querySelector<HTMLElement>(`[name="${first.name}"]`)?.focus();
      return first === undefined;
    },
  };
}
