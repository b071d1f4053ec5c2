/** Zoho through the stores’ acceptance suite. */
import { createPlayer, samples } from '@scanship/store-zoho/harness';
import { createZoho } from '@scanship/store-zoho/simulator';
import { store } from '@scanship/store-zoho/store';
import { storeCases } from '../store-cases.ts';

await storeCases({ store, samples, player: createPlayer, simulator: createZoho });
