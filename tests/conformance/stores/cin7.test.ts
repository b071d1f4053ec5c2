/** Cin7 through the stores’ acceptance suite. */
import { createPlayer, samples } from '@scanship/store-cin7/harness';
import { createCin7 } from '@scanship/store-cin7/simulator';
import { store } from '@scanship/store-cin7/store';
import { storeCases } from '../store-cases.ts';

await storeCases({ store, samples, player: createPlayer, simulator: createCin7 });
