/** Products: what other modules may use. */
import type { Route } from '../../platform/http/handler.ts';
import type { Services } from '../../platform/services.ts';
import { importRoutes } from './files/import-routes.ts';
import { hsRoutes } from './tariff/hs-routes.ts';
import { productRoutes, type ProductsDeps } from './routes.ts';

export interface ProductsModule {
  readonly routes: readonly Route[];
}

/** The calls of product-spec section 7, "Products", and what belongs to them; see README.md. */
export const createProductsModule = (services: Services, deps: ProductsDeps): ProductsModule => ({
  routes: [...importRoutes(services, deps), ...productRoutes(services, deps), ...hsRoutes()],
});

export { importProducts, type ImportedProducts } from './import-products.ts';
export { titleKey } from './search-keys.ts';
export { fillFromProducts } from './commands/fill-orders.ts';
export { saveProducts, type SavedProduct } from './commands/save-products.ts';
export { findProductsSql } from './list/find-products.ts';
export { productsByCode } from './list/by-code.ts';
export {
  factsOfProducts,
  type ItemKey,
  type KnownFacts,
  pictureAddress,
  productFacts,
} from './product-facts.ts';
export type { ProductsDeps } from './routes.ts';
