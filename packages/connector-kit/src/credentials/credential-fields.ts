/** What a person types in to connect a carrier or a store, or an operator to register an app: its fields, checked in one way. */

/** One of the values a field takes. `value` may be empty: what leaving the field alone means. */
export interface FieldChoice {
  readonly value: string;
  readonly label: string;
}

export interface CredentialField {
  readonly name: string;
  readonly label: string;
  /** Where a seller finds the value, one sentence. */
  readonly help: string;
  readonly secret: boolean;
  readonly required: boolean;
  /** The value in whole. */
  readonly pattern?: string | undefined;
  /** Instead of a pattern where few values are possible; chosen, not typed. */
  readonly choices?: readonly FieldChoice[] | undefined;
  /** The field is asked for only while another one, which has choices, has this value. */
  readonly when?: { readonly field: string; readonly value: string } | undefined;
}

export type FieldValues = Readonly<Record<string, string>>;

/** Whether the field is asked for at all beside these values. */
export const isAsked = ({ when }: Pick<CredentialField, 'when'>, values: FieldValues): boolean =>
  when === undefined || values[when.field]?.trim() === when.value;

const fits = ({ choices, pattern }: CredentialField, value: string): boolean =>
  choices
    ? choices.some((choice) => choice.value === value)
    : pattern === undefined || new RegExp(`^(?:${pattern})$`, 'u').test(value);

/** What is missing or ill-formed among typed-in values, one sentence each. */
export function fieldProblems(
  fields: readonly CredentialField[],
  values: FieldValues,
): { readonly field: string; readonly message: string }[] {
  return fields.flatMap((field) => {
    if (!isAsked(field, values)) return [];
    const value = values[field.name]?.trim() ?? '';
    if (value === '')
      return field.required ? [{ field: field.name, message: `${field.label} is missing. ${field.help}` }] : [];
    return fits(field, value) ? [] : [{ field: field.name, message: `${field.label} is not valid. ${field.help}` }];
  });
}
