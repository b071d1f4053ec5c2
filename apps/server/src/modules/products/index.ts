/** Products: what other modules may use. */
export { importProducts, type ImportedProducts } from './import-products.ts';
export { type ItemKey, type KnownFacts, productFacts } from './product-facts.ts';
