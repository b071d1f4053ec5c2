/** Amazon.com through the stores’ acceptance suite. */
import { createPlayerUs, samplesUs } from '@scanship/store-amazon/harness';
import { createAmazonUs } from '@scanship/store-amazon/simulator';
import { store } from '@scanship/store-amazon/store-us';
import { storeCases } from '../store-cases.ts';

await storeCases({ store, samples: samplesUs, player: createPlayerUs, simulator: createAmazonUs });
