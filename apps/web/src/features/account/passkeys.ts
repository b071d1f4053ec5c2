/** Passkeys in the browser: the library speaks to the device, the server judges. */
import type { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import { passkeyOptions, signInPasskey } from '@scanship/contracts/access/auth';
import { api } from '../../app/api.ts';
import { ApiError } from '../../lib/api-errors.ts';

export const passkeysWork = (): boolean => typeof globalThis.PublicKeyCredential === 'function';

/** The person pressed cancel, waited too long, or has no passkey here: said in the catalogue's words, not the browser's. */
export function refusedByPerson(cause: unknown): never {
  const refusal = new ApiError(400, 'This passkey was not accepted.', {
    code: 'passkey_refused',
    advice: 'Try again, or use another way to sign in.',
  });
  refusal.cause = cause;
  throw refusal;
}

type RequestOptions = Parameters<typeof startAuthentication>[0]['optionsJSON'];
/** The server's library made them for the browser's half of it; a challenge is the one thing they cannot lack. */
const isRequestOptions = (value: object): value is RequestOptions =>
  'challenge' in value && typeof value.challenge === 'string';

/** With the challenge of a sign-in: as its second factor; without: instead of a password. */
export async function signInByPasskey(challengeId?: string) {
  const browser = await import('@simplewebauthn/browser');
  const { data } = await api.call(passkeyOptions, { body: challengeId ? { challengeId } : {} });
  const optionsJSON = data.options;
  if (!isRequestOptions(optionsJSON)) throw new TypeError('The options of the passkey have no challenge.');
  const credential = await browser.startAuthentication({ optionsJSON }).catch(refusedByPerson);
  return api.call(signInPasskey, {
    body: { ceremony: data.ceremony, credential: { ...credential, response: { ...credential.response } } },
  });
}

type CreationOptions = Parameters<typeof startRegistration>[0]['optionsJSON'];
const isCreationOptions = (value: object): value is CreationOptions => isRequestOptions(value) && 'user' in value;

/** Has the device make a passkey, and answers what the server stores of it. */
export async function makePasskey(options: Record<string, unknown>) {
  if (!isCreationOptions(options)) throw new TypeError('The options of the new passkey have no user.');
  const browser = await import('@simplewebauthn/browser');
  const credential = await browser.startRegistration({ optionsJSON: options }).catch(refusedByPerson);
  return { ...credential, response: { ...credential.response } };
}
