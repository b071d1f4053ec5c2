/** Walmart Canada through the stores’ acceptance suite. */
import { createPlayerCa, samplesCa } from '@scanship/store-walmart/harness';
import { createWalmartCa } from '@scanship/store-walmart/simulator';
import { store } from '@scanship/store-walmart/store-ca';
import { storeCases } from '../store-cases.ts';

await storeCases({ store, samples: samplesCa, player: createPlayerCa, simulator: createWalmartCa });
