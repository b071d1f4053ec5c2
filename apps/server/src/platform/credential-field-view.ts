import { type CredentialField, type KeySource, patternOf } from '@scanship/connector-kit/credentials/credential-fields';
import type {
  CredentialField as CredentialFieldView,
  KeySource as KeySourceView,
} from '@scanship/contracts/carriers/carriers';

/** A field as the connect pages show it and check it on leaving; what is sent is checked again here. */
export function credentialFieldView(field: CredentialField): CredentialFieldView {
  const { name, label, help, secret, required, kind, choices, example, when, ours } = field;
  const pattern = patternOf(field);
  return {
    name,
    label,
    help,
    secret,
    required,
    ...(kind && { kind }),
    ...(pattern !== undefined && { pattern }),
    ...(example !== undefined && { example }),
    ...(choices && { choices: choices.map((choice) => ({ ...choice })) }),
    ...(when && { when: { ...when } }),
    ...(ours && { ours }),
  };
}

export const keySourceView = (keys: KeySource | undefined): KeySourceView | null =>
  keys ? { before: keys.before, page: keys.page ?? null } : null;
