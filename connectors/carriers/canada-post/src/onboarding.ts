/**
 * A merchant signs up through an approved platform: a token, Canada Post's sign-up page, and the merchant's own key, customer
 * number and contract behind the token. Afterwards every call names the platform (client.ts).
 */
import { fail } from '@scanship/connector-kit/errors';
import { path } from '@scanship/connector-kit/http/http-address';
import type { Onboarding } from '@scanship/connector-kit/carrier/onboarding';
import { exchange, parse } from './client.ts';
import { manifest } from './manifest.ts';

const NAME = manifest.name;
const PAGES = {
  live: 'https://www.canadapost.ca/cpotools/apps/drc/merchant',
  sandbox: 'https://www.canadapost.ca/cpotools/apps/drc/testMerchant',
} as const;

export const onboarding: Onboarding = {
  async begin(input, env) {
    const response = await exchange(env, 'registration', {
      method: 'POST',
      path: '/ot/token',
      name: 'registration token',
      // A token nobody uses is forgotten.
      readOnly: true,
      language: input.language,
    });
    const tokenId = parse(response)
      .object('token')
      .string('token-id', /^\w{1,40}$/);
    const page =
      env.mode === 'simulator' ? `${input.simulatorConsent ?? ''}/cpotools/apps/drc/merchant` : PAGES[env.mode];
    const returnTo = new URL(input.returnTo);
    // The page has no field for it, but comes back to the whole address.
    returnTo.searchParams.set('state', input.state);
    const question = new URLSearchParams({
      'return-url': returnTo.href,
      'token-id': tokenId,
      'platform-id': env.credentials.platformId ?? '',
      language: input.language,
    });
    return { address: `${page}?${question.toString()}`, kept: { tokenId } };
  },

  async complete({ query, kept }, env) {
    const { tokenId } = kept;
    if (typeof tokenId !== 'string') throw new RangeError('the token of the sign-up was not kept');
    const status = query['registration-status'] ?? '';
    if (status !== 'SUCCESS')
      throw fail(
        'refused',
        status === 'CANCELLED' || status === 'CANCELED'
          ? `The sign-up at ${NAME} was cancelled; nothing was connected.`
          : `${NAME} did not finish the sign-up; try again later.`,
        { vendorCode: status === '' ? 'no-status' : status.slice(0, 40) },
      );
    // Somebody else's token would bring somebody else's account.
    if (query['token-id'] !== tokenId)
      throw fail('not-authorised', `${NAME} sent the browser back from another sign-up; start it again.`);
    const response = await exchange(env, 'registration', {
      method: 'GET',
      path: path`/ot/token/${tokenId}`,
      name: 'merchant registration',
    });
    const merchant = parse(response).object('merchant-info');
    const customer = merchant.string('customer-number', /^\d{1,10}$/);
    const contract = merchant.has('contract-number') ? merchant.string('contract-number', /^\d{1,10}$/) : undefined;
    const problems = [
      `Enter the e-mail address to which ${NAME} confirms refunds and pickups.`,
      ...(contract === undefined &&
      merchant.has('has-default-credit-card') &&
      !merchant.boolean('has-default-credit-card')
        ? [`This ${NAME} profile has no default credit card yet; labels without a contract need one.`]
        : []),
    ];
    return {
      credentials: {
        user: merchant.string('merchant-username', /^[\x21-\x39\x3b-\x7e]{1,80}$/),
        password: merchant.string('merchant-password', /^[\x21-\x7e]{1,80}$/),
        customer,
        ...(contract === undefined ? {} : { contract }),
      },
      accountName: customer,
      problems,
    };
  },
};
