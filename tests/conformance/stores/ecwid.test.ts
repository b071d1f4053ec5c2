/** Ecwid through the stores’ acceptance suite. */
import { createPlayer, samples } from '@scanship/store-ecwid/harness';
import { createEcwid } from '@scanship/store-ecwid/simulator';
import { store } from '@scanship/store-ecwid/store';
import { storeCases } from '../store-cases.ts';

await storeCases({ store, samples, player: createPlayer, simulator: createEcwid });
