/**
 * What follows an answer of sign-in: tokens, a code to verify the account, or a second factor
 * (`@scanship/contracts/access/auth`).
 */
import type { SignedInDto } from '@scanship/contracts/access/auth';
import { session } from '../../app/api.ts';
import { forgetPerson } from '../../app/forget-person.ts';
import { goInside } from '../../app/go-inside.ts';
import { router } from '../../app/router.ts';

export type Challenge = NonNullable<SignedInDto['challenge']>;

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Carried to `/otp/verify` (product-spec section 2). */
    verify?: { readonly userName: string; readonly email: string; readonly verification: SignedInDto['verification'] };
  }
}

/** Where a person who must set up a second factor is led; every other page is closed to them. */
export const SECURITY_PATH = '/account/me?tab=security';

/** Goes on as the answer says; what is left to show here is a challenge. */
export async function afterSignIn(data: SignedInDto, redirect?: string): Promise<Challenge | undefined> {
  if (data.token && data.refreshToken) {
    // This page showed nobody, or somebody whose session it takes the place of.
    forgetPerson();
    session.start(data.token, data.refreshToken);
    await goInside(data.secondFactorDue ? SECURITY_PATH : redirect);
    return undefined;
  }
  if (data.challenge) return data.challenge;
  const { userName, email, verification } = data;
  await router.navigate({ to: '/otp/verify', state: { verify: { userName, email, verification } } });
  return undefined;
}
