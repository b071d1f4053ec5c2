/** Best Buy through the stores’ acceptance suite. */
import { createPlayer, samples } from '@scanship/store-best-buy/harness';
import { createBestBuy } from '@scanship/store-best-buy/simulator';
import { store } from '@scanship/store-best-buy/store';
import { storeCases } from '../store-cases.ts';

await storeCases({ store, samples, player: createPlayer, simulator: createBestBuy });
