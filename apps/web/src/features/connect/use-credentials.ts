import { useLingui } from '@lingui/react/macro';
import { type RefObject, useState } from 'react';
import type { CredentialField } from '@scanship/contracts/carriers/carriers';

export type FieldValues = Readonly<Record<string, string>>;

/** Fields that are asked for beside what was given so far. */
export const askedFields = <F extends Pick<CredentialField, 'when'>>(
  fields: readonly F[],
  given: FieldValues,
): readonly F[] => fields.filter(({ when }) => when === undefined || given[when.field]?.trim() === when.value);

/** What is wrong with a value that is typed in; the server looks again and knows what else may be wrong. */
export function valueFault(
  { required, pattern, choices, name }: Pick<CredentialField, 'required' | 'pattern' | 'choices' | 'name'>,
  given: FieldValues,
): 'missing' | 'form' | undefined {
  const value = given[name]?.trim() ?? '';
  if (value === '') return required ? 'missing' : undefined;
  return choices || pattern === undefined || new RegExp(`^(?:${pattern})$`, 'u').test(value) ? undefined : 'form';
}

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
