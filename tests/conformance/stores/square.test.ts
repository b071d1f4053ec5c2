/** Square through the stores’ acceptance suite. */
import { createPlayer, samples } from '@scanship/store-square/harness';
import { createSquare } from '@scanship/store-square/simulator';
import { store } from '@scanship/store-square/store';
import { storeCases } from '../store-cases.ts';

await storeCases({ store, samples, player: createPlayer, simulator: createSquare });
