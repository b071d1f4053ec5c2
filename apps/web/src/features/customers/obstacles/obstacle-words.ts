import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Mender, ObstacleArea, Verdict } from '@scanship/contracts/network/obstacles';
import type { Tone } from '../../../ui/Badge.tsx';
import type { MendLink } from './mend-link.ts';

export const AREA_WORDS: Readonly<Record<ObstacleArea, MessageDescriptor>> = {
  company: msg`Company`,
  plan: msg`Plan and labels`,
  money: msg`Balance and credit`,
  people: msg`People and sign-in`,
  carriers: msg`Carriers`,
  addresses: msg`Ship-from addresses`,
  packages: msg`Packages`,
  stores: msg`Stores`,
  services: msg`Requested services`,
  orders: msg`Orders`,
  printing: msg`Printing`,
  exceptions: msg`Exceptions`,
};

export const VERDICT_WORDS: Readonly<Record<Verdict, { readonly word: MessageDescriptor; readonly tone: Tone }>> = {
  fine: { word: msg`Fine`, tone: 'good' },
  warning: { word: msg`Warning`, tone: 'warn' },
  blocks: { word: msg`Blocks`, tone: 'bad' },
};

export const LINK_WORDS: Readonly<Record<MendLink['leads'], MessageDescriptor>> = {
  there: msg`Go there`,
  'to-act': msg`Act for them`,
};

/** Said where whoever looks cannot mend it. */
export const MENDER_WORDS: Readonly<Record<Mender, MessageDescriptor>> = {
  customer: msg`An administrator of the customer can fix this.`,
  franchise: msg`An administrator of the franchise can fix this.`,
  operator: msg`The operator can fix this.`,
};
