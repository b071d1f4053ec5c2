/** Lightspeed through the stores’ acceptance suite. */
import { createPlayer, samples } from '@scanship/store-lightspeed/harness';
import { createLightspeed } from '@scanship/store-lightspeed/simulator';
import { store } from '@scanship/store-lightspeed/store';
import { storeCases } from '../store-cases.ts';

await storeCases({ store, samples, player: createPlayer, simulator: createLightspeed });
