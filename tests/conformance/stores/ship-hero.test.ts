/** ShipHero through the stores’ acceptance suite. */
import { createPlayer, samples } from '@scanship/store-ship-hero/harness';
import { createShipHero } from '@scanship/store-ship-hero/simulator';
import { store } from '@scanship/store-ship-hero/store';
import { storeCases } from '../store-cases.ts';

await storeCases({ store, samples, player: createPlayer, simulator: createShipHero });
