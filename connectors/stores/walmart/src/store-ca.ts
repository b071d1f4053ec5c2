import type { Store } from '@scanship/connector-kit/store/store';
import { CA } from './markets.ts';
import { storeOf } from './store-of.ts';

export const store: Store = storeOf(CA);
