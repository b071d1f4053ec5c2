/** Amazon.ca through the stores’ acceptance suite. */
import { createPlayerCa, samplesCa } from '@scanship/store-amazon/harness';
import { createAmazonCa } from '@scanship/store-amazon/simulator';
import { store } from '@scanship/store-amazon/store-ca';
import { storeCases } from '../store-cases.ts';

await storeCases({ store, samples: samplesCa, player: createPlayerCa, simulator: createAmazonCa });
