import type { CredentialField } from '@scanship/connector-kit/credentials/credential-fields';
import type { CredentialField as CredentialFieldView } from '@scanship/contracts/carriers/carriers';

/** A field as the connect pages show it; its pattern stays here, where it is checked. */
export const credentialFieldView = ({
  name,
  label,
  help,
  secret,
  required,
  choices,
  when,
}: CredentialField): CredentialFieldView => ({
  name,
  label,
  help,
  secret,
  required,
  ...(choices && { choices: choices.map((choice) => ({ ...choice })) }),
  ...(when && { when: { ...when } }),
});
