/** Shopify through the stores’ acceptance suite. */
import { createPlayer, samples } from '@scanship/store-shopify/harness';
import { createShopify } from '@scanship/store-shopify/simulator';
import { store } from '@scanship/store-shopify/store';
import { storeCases } from '../store-cases.ts';

await storeCases({ store, samples, player: createPlayer, simulator: createShopify });
