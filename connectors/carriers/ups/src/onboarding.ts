/**
 * A seller lets our application use his UPS account (OAuth 2 authorisation code, UPS "OAuthAuthCode" v1). The answer names no
 * account number, so that one is entered afterwards; the refresh token is replaced with every use (client.ts).
 */
import type { ConnectorMode } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import type { Onboarding } from '@scanship/connector-kit/carrier/onboarding';
import { askSignIn, TOKEN_FORM } from './client.ts';
import { manifest } from './manifest.ts';

const siteOf = (mode: ConnectorMode, simulatorConsent: string | undefined): string => {
  const site = mode === 'simulator' ? simulatorConsent : manifest.endpoints[mode];
  if (site === undefined) throw new RangeError(`there is no place to sign in at in mode ${mode}`);
  return site;
};

export const onboarding: Onboarding = {
  begin(input, env) {
    const question = new URLSearchParams({
      client_id: env.credentials['clientId'] ?? '',
      redirect_uri: input.returnTo,
      response_type: 'code',
      state: input.state,
    });
    const address = `${siteOf(env.mode, input.simulatorConsent)}/security/v1/oauth/authorize?${question.toString()}`;
    return Promise.resolve({ address, kept: {} });
  },

  async complete({ query, returnTo }, env) {
    const { code, error } = query;
    if (error !== undefined && error !== '')
      throw fail('refused', 'The sign-in at UPS was cancelled; nothing was connected.', { vendorCode: 'denied' });
    if (code === undefined || code === '')
      throw fail('not-authorised', 'UPS sent the browser back without a code; start the sign-in again.');
    const response = await askSignIn(env, env.credentials, {
      part: 'token',
      name: 'exchange code',
      form: { grant_type: 'authorization_code', code, redirect_uri: returnTo },
      once: true,
    });
    const refreshToken = readObject(response.json()).string('refresh_token', TOKEN_FORM);
    return {
      credentials: { refreshToken },
      problems: ['Enter the six characters of the UPS account number: UPS does not tell it with the sign-in.'],
    };
  },
};
