/** Signing in for an access token: one POST that changes nothing, and an answer that says how long the token lives. */
import type { ObjectReader } from '../answers/json-reader.ts';
import { readObject } from '../answers/json-reader.ts';
import type { CarrierEnv } from '../environment.ts';
import { sendCall, type OutgoingCall } from '../http/vendor-call.ts';
import type { AccessToken } from './tokens.ts';

export interface SaidToken {
  readonly value: string;
  readonly lifeMs: number;
}

/** `access_token` and `expires_in` in seconds, as OAuth 2 has them (RFC 6749, 5.1). */
export const oauthToken = (answer: ObjectReader): SaidToken => ({
  value: answer.string('access_token', /^[\x21-\x7e]+$/),
  lifeMs: answer.integer('expires_in', 1) * 1000,
});

/** @param read what the answer says, where it is not OAuth's */
export async function fetchToken(
  env: Pick<CarrierEnv, 'http' | 'now'>,
  call: Omit<OutgoingCall, 'name' | 'method'>,
  read: (answer: ObjectReader) => SaidToken = oauthToken,
): Promise<AccessToken> {
  const response = await sendCall(env.http, { ...call, method: 'POST', name: 'sign in', readOnly: true });
  const { value, lifeMs } = read(readObject(response.json()));
  return { value, expiresAt: new Date(env.now().getTime() + lifeMs) };
}
