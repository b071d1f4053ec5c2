/** Wix through the stores’ acceptance suite. */
import { createPlayer, samples } from '@scanship/store-wix/harness';
import { createWix } from '@scanship/store-wix/simulator';
import { store } from '@scanship/store-wix/store';
import { storeCases } from '../store-cases.ts';

await storeCases({ store, samples, player: createPlayer, simulator: createWix });
