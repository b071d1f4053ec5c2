/** Walmart US through the stores’ acceptance suite. */
import { createPlayerUs, samplesUs } from '@scanship/store-walmart/harness';
import { createWalmartUs } from '@scanship/store-walmart/simulator';
import { store } from '@scanship/store-walmart/store-us';
import { storeCases } from '../store-cases.ts';

await storeCases({ store, samples: samplesUs, player: createPlayerUs, simulator: createWalmartUs });
