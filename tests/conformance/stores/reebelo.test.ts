/** Reebelo through the stores’ acceptance suite. */
import { createPlayer, samples } from '@scanship/store-reebelo/harness';
import { createReebelo } from '@scanship/store-reebelo/simulator';
import { store } from '@scanship/store-reebelo/store';
import { storeCases } from '../store-cases.ts';

await storeCases({ store, samples, player: createPlayer, simulator: createReebelo });
