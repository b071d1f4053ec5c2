/** Rithum through the stores’ acceptance suite. */
import { createPlayer, samples } from '@scanship/store-rithum/harness';
import { createRithum } from '@scanship/store-rithum/simulator';
import { store } from '@scanship/store-rithum/store';
import { storeCases } from '../store-cases.ts';

await storeCases({ store, samples, player: createPlayer, simulator: createRithum });
