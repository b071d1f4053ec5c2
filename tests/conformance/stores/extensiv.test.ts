/** Extensiv through the stores’ acceptance suite. */
import { createPlayer, samples } from '@scanship/store-extensiv/harness';
import { createExtensiv } from '@scanship/store-extensiv/simulator';
import { store } from '@scanship/store-extensiv/store';
import { storeCases } from '../store-cases.ts';

await storeCases({ store, samples, player: createPlayer, simulator: createExtensiv });
