/** Fishbowl through the stores’ acceptance suite. */
import { createPlayer, samples } from '@scanship/store-fishbowl/harness';
import { createFishbowl } from '@scanship/store-fishbowl/simulator';
import { store } from '@scanship/store-fishbowl/store';
import { storeCases } from '../store-cases.ts';

await storeCases({ store, samples, player: createPlayer, simulator: createFishbowl });
