/** ShipStation through the stores’ acceptance suite. */
import { createPlayer, samples } from '@scanship/store-shipstation/harness';
import { createShipStation } from '@scanship/store-shipstation/simulator';
import { store } from '@scanship/store-shipstation/store';
import { storeCases } from '../store-cases.ts';

await storeCases({ store, samples, player: createPlayer, simulator: createShipStation });
