/** Etsy through the stores’ acceptance suite. */
import { createPlayer, samples } from '@scanship/store-etsy/harness';
import { createEtsy } from '@scanship/store-etsy/simulator';
import { store } from '@scanship/store-etsy/store';
import { storeCases } from '../store-cases.ts';

await storeCases({ store, samples, player: createPlayer, simulator: createEtsy });
