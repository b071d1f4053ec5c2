/** Accounts of the simulator: one that prints 4x6 labels, one on letter paper. */
import type { SimAccount } from '@scanship/simulator-kit/simulator';

export const accounts: readonly SimAccount[] = [
  {
    id: 'purolator-alpha',
    name: 'Alpha Test Shop',
    credentials: {
      key: 'test-key-alpha',
      password: 'test-word-alpha',
      activationKey: 'test-activation-alpha',
      account: '9999990001',
    },
  },
  {
    id: 'purolator-beta',
    name: 'Beta Test Shop',
    credentials: {
      key: 'test-key-beta',
      password: 'test-word-beta',
      activationKey: 'test-activation-beta',
      account: '9999990002',
      printer: 'Regular',
      pickupType: 'PreScheduled',
    },
  },
];
