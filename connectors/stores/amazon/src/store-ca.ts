import type { Store } from '@scanship/connector-kit/store/store';
import { amazonStore } from './make-store.ts';
import { manifest } from './manifest-ca.ts';

export const store: Store = amazonStore(manifest);
