/** Accounts of the simulator: one with a parcel agreement and automatic U.S. duty, one without either. */
import type { SimAccount } from '@scanship/simulator-kit/simulator';

export const accounts: readonly SimAccount[] = [
  {
    id: 'canada-post-contract',
    name: 'Test Shop with contract',
    credentials: {
      user: 'test-key-contract',
      password: 'test-word-contract',
      customer: '1000001',
      contract: '40000001',
      usDuty: 'yes',
      refundEmail: 'refunds@example.com',
    },
  },
  {
    id: 'canada-post-small',
    name: 'Test Shop without contract',
    credentials: {
      user: 'test-key-small',
      password: 'test-word-small',
      customer: '1000002',
      refundEmail: 'books@example.com',
    },
  },
];
