/** Products: what other modules may use. */
export { importProducts, type ImportedProducts } from './import-products.ts';
export { factsOfProducts, type ItemKey, type KnownFacts, pictureAddress, productFacts } from './product-facts.ts';
