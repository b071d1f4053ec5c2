/** An app registration at a vendor as it is being entered. */
import type { CredentialField } from '@scanship/contracts/carriers/carriers';
import { askedFields } from '../connect/credential-fields.ts';

type Texts = Readonly<Record<string, string>>;

/** The field the server names when it refuses the value. */
export const placeOf = ({ name, secret }: Pick<CredentialField, 'name' | 'secret'>): string =>
  name === 'clientId' ? name : `${secret ? 'secrets' : 'settings'}.${name}`;

/**
 * What is sent: settings whole, of secrets those typed anew and, empty, those that are to go.
 * @param dropped names of stored secrets that were taken away
 */
export function partsOf(
  fields: readonly Pick<CredentialField, 'name' | 'secret'>[],
  given: Texts,
  dropped: ReadonlySet<string>,
): { readonly clientId: string; readonly secrets?: Record<string, string>; readonly settings: Record<string, string> } {
  const secrets: Record<string, string> = {};
  const settings: Record<string, string> = {};
  for (const field of fields) {
    const value = given[field.name]?.trim() ?? '';
    if (field.name === 'clientId') continue;
    if (value !== '') (field.secret ? secrets : settings)[field.name] = value;
    else if (dropped.has(field.name)) secrets[field.name] = '';
  }
  return {
    clientId: given['clientId']?.trim() ?? '',
    ...(Object.keys(secrets).length > 0 ? { secrets } : {}),
    settings,
  };
}

/** Labels of the values that are needed and neither typed nor stored. */
export const missingLabels = (
  fields: readonly Pick<CredentialField, 'name' | 'label' | 'required' | 'when'>[],
  given: Texts,
  stored: ReadonlySet<string>,
): string[] =>
  askedFields(fields, given)
    .filter(({ name, required }) => required && !given[name]?.trim() && !stored.has(name))
    .map(({ label }) => label);

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';

/** Forty letters and digits, none of which is mistaken for another: about 230 bits. */
export const randomText = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(40)), (number) => LETTERS[number % LETTERS.length]).join('');
