/** Rithum (SOAP) through the stores’ acceptance suite. */
import { createPlayer, samples } from '@scanship/store-rithum-soap/harness';
import { createRithumSoap } from '@scanship/store-rithum-soap/simulator';
import { store } from '@scanship/store-rithum-soap/store';
import { storeCases } from '../store-cases.ts';

await storeCases({ store, samples, player: createPlayer, simulator: createRithumSoap });
