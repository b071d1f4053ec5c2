/** Fields of a connect form: which are asked for, and what is wrong with what was typed. */
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
