/** WooCommerce through the stores’ acceptance suite. */
import { createPlayer, samples } from '@scanship/store-woocommerce/harness';
import { createWooCommerce } from '@scanship/store-woocommerce/simulator';
import { store } from '@scanship/store-woocommerce/store';
import { storeCases } from '../store-cases.ts';

await storeCases({ store, samples, player: createPlayer, simulator: createWooCommerce });
