/** Easyship as a store through the stores’ acceptance suite. */
import { createPlayer, samples } from '@scanship/store-easyship/harness';
import { createEasyshipStore } from '@scanship/store-easyship/simulator';
import { store } from '@scanship/store-easyship/store';
import { storeCases } from '../store-cases.ts';

await storeCases({ store, samples, player: createPlayer, simulator: createEasyshipStore });
