import { kindOf, type UserKind, useProfile } from '../../app/profile.ts';

export type CarrierHome = '/carrier-manager' | '/customer/carriers' | '/platform/carriers';
const HOMES: Readonly<Partial<Record<UserKind, CarrierHome>>> = {
  franchise: '/customer/carriers',
  platform: '/platform/carriers',
};

/** Where this person's carriers are listed. */
export const useCarrierHome = (): CarrierHome => HOMES[kindOf(useProfile())] ?? '/carrier-manager';
