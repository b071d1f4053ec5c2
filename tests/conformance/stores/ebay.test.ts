/** eBay through the stores’ acceptance suite. */
import { createPlayer, samples } from '@scanship/store-ebay/harness';
import { createEbay } from '@scanship/store-ebay/simulator';
import { store } from '@scanship/store-ebay/store';
import { storeCases } from '../store-cases.ts';

await storeCases({ store, samples, player: createPlayer, simulator: createEbay });
