/** Extensiv 3PL Warehouse Manager through the stores’ acceptance suite. */
import { createPlayer, samples } from '@scanship/store-extensiv-3pl/harness';
import { createExtensiv3pl } from '@scanship/store-extensiv-3pl/simulator';
import { store } from '@scanship/store-extensiv-3pl/store';
import { storeCases } from '../store-cases.ts';

await storeCases({ store, samples, player: createPlayer, simulator: createExtensiv3pl });
