/** What a person types in to connect a carrier or a store, or an operator to register an app: its fields, checked in one way. */

/** One of the values a field takes. `value` may be empty: what leaving the field alone means. */
export interface FieldChoice {
  readonly value: string;
  readonly label: string;
  /** The vendor's own word for an empty value, which callers of the API may send; connectors read both alike. */
  readonly also?: string | undefined;
}

/** What a field takes where it is no free text; decides how it is asked for. A switch is on with the value "yes", off with none or "no". */
export type FieldKind = 'switch' | 'currency' | 'time-zone' | 'email';

/** The value of a switch that is on; one that is off has none. */
export const SWITCHED_ON = 'yes';

/** Values of a kind in whole, where the manifest says nothing narrower. */
const KIND_PATTERNS: Readonly<Record<FieldKind, string>> = {
  switch: `${SWITCHED_ON}|no`,
  currency: '[A-Z]{3}',
  'time-zone': '[A-Za-z]{2,20}(?:[/_+-][A-Za-z0-9]{1,20}){0,5}',
  email: '[^\\s@]{1,100}@[^\\s@]{1,150}',
};

export interface CredentialField {
  readonly name: string;
  readonly label: string;
  /** Where a seller finds the value, one sentence. */
  readonly help: string;
  readonly secret: boolean;
  readonly required: boolean;
  /** Absent: a text, or one of the `choices`. */
  readonly kind?: FieldKind | undefined;
  /** The value in whole. */
  readonly pattern?: string | undefined;
  /** A value in the right form, shown while nothing is typed and where something else was. */
  readonly example?: string | undefined;
  /** Instead of a pattern where few values are possible; chosen, not typed. */
  readonly choices?: readonly FieldChoice[] | undefined;
  /** The field is asked for only while another one, which has choices, has this value. */
  readonly when?: { readonly field: string; readonly value: string } | undefined;
  /** Any random text will do, and the form can make one: 40 letters and digits. */
  readonly ours?: boolean | undefined;
}

/** Where the values come from: shown before they are asked for. */
export interface KeySource {
  /** What a seller needs at the vendor, or whom to ask and how long it takes, before there are any keys. Whole sentences. */
  readonly before: string;
  /** The vendor's page where the keys are made or shown, whole; absent where somebody there gives them out. */
  readonly page?: string | undefined;
}

/** What an operator does at a vendor before there are values of an app's fields. */
export interface RegistrationGuide {
  /** The vendor's page where it begins, whole; absent where somebody there is asked. */
  readonly page?: string | undefined;
  /** In order, whole sentences: where the app is made, what it must be allowed, what is reviewed. */
  readonly steps: readonly string[];
  /** Our addresses that the vendor wants: where the browser comes back to, and where notices are sent. */
  readonly wants: readonly ('redirect' | 'webhook')[];
}

export type FieldValues = Readonly<Record<string, string>>;

/** Whether the field is asked for at all beside these values. */
export const isAsked = ({ when }: Pick<CredentialField, 'when'>, values: FieldValues): boolean =>
  when === undefined || values[when.field]?.trim() === when.value;

/** The form of a typed-in value in whole; undefined where any text will do. */
export const patternOf = ({ pattern, kind }: Pick<CredentialField, 'pattern' | 'kind'>): string | undefined =>
  pattern ?? (kind && KIND_PATTERNS[kind]);

const fits = (field: CredentialField, value: string): boolean => {
  if (field.choices) return field.choices.some((choice) => choice.value === value || choice.also === value);
  const pattern = patternOf(field);
  return pattern === undefined || new RegExp(`^(?:${pattern})$`, 'u').test(value);
};

/** The required ones that have no value. */
export const missingFields = <Field extends Pick<CredentialField, 'name' | 'required' | 'when'>>(
  fields: readonly Field[],
  values: FieldValues,
): Field[] => fields.filter((field) => field.required && isAsked(field, values) && !values[field.name]?.trim());

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
    if (fits(field, value)) return [];
    const { name, label, help, example } = field;
    return [
      {
        field: name,
        message:
          example === undefined
            ? `${label} is not valid. ${help}`
            : `${label} is not valid. It looks like ${example}. ${help}`,
      },
    ];
  });
}
