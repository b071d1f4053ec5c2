/** The shop itself, its settings, products, and webhooks. */
import { SimRefusal, type SimRoute } from '@scanship/simulator-kit/simulator';
import { z } from 'zod';
import type { SimHook } from './model.ts';
import { asJson, bodyOf, found, idOf, listParams, paged, queryOf, restAnswer, route } from './rest.ts';
import { nextId } from '@scanship/simulator-kit/shop-state';
import { put, type Shop } from './shops.ts';

const productList = {
  ...listParams,
  orderby: z
    .enum(['date', 'id', 'include', 'title', 'slug', 'modified', 'menu_order', 'price', 'popularity', 'rating'])
    .default('date'),
};
const topic = z.string().regex(/^(order|product|customer|coupon)\.(created|updated|deleted|restored)$|^action\.\w+$/);
const url = z.string().regex(/^https?:\/\/\S+$/);
const status = z.enum(['active', 'paused', 'disabled']);
const newHook = {
  name: z.string().optional(),
  topic,
  delivery_url: url,
  secret: z.string().optional(),
  status: status.default('active'),
};
const hookChange = {
  name: z.string().optional(),
  topic: topic.optional(),
  secret: z.string().optional(),
  status: status.optional(),
};

/** The secret is never shown. */
const shown = ({ secret: _secret, ...hook }: SimHook): ReturnType<typeof asJson> => {
  const [resource = '', event = ''] = hook.topic.split('.');
  return asJson({ ...hook, resource, event, hooks: [] });
};

const setting = (shop: Shop, group: string, id: string): ReturnType<typeof asJson> | undefined => {
  const values = group === 'general' || group === 'products' ? shop.about.settings[group] : undefined;
  const value = values?.[id];
  return value === undefined ? undefined : asJson({ id, label: id, type: 'text', default: '', value, group_id: group });
};

export function shopRoutes(): SimRoute[] {
  return [
    route(
      'index',
      'GET',
      '/',
      (shop) =>
        restAnswer(200, {
          name: shop.about.name,
          home: `https://${shop.about.account}`,
          timezone_string: shop.about.timeZone,
          gmt_offset: '-5',
          namespaces: ['oembed/1.0', 'wc/v3', 'wp/v2'],
        }),
      { open: true },
    ),
    route('settings', 'GET', '/wc/v3/settings/:group', (shop, request) => {
      const { group = '' } = request.params;
      const values = group === 'general' || group === 'products' ? shop.about.settings[group] : undefined;
      const ids = Object.keys(found(values, 'rest_setting_setting_group_invalid'));
      return restAnswer(
        200,
        ids.map((id) => setting(shop, group, id) ?? {}),
      );
    }),
    route('setting', 'GET', '/wc/v3/settings/:group/:id', (shop, request) =>
      restAnswer(
        200,
        found(setting(shop, request.params.group ?? '', request.params.id ?? ''), 'rest_setting_setting_invalid'),
      ),
    ),
    route('products', 'GET', '/wc/v3/products', (shop, request) => {
      const query = queryOf(productList, request);
      const after = query.modified_after?.slice(0, 19);
      const all = [...shop.products.values()].filter((p) => after === undefined || p.date_modified_gmt > after);
      const sorted = all.toSorted((a, b) => (query.order === 'asc' ? a.id - b.id : b.id - a.id));
      return paged(
        sorted.map((one) => ({ ...one, variations: (shop.variations.get(one.id) ?? []).map((v) => v.id) })),
        query.page,
        query.per_page,
      );
    }),
    route('variations', 'GET', '/wc/v3/products/:id/variations', (shop, request) => {
      const query = queryOf(listParams, request);
      found(shop.products.get(idOf(request)), 'woocommerce_rest_product_invalid_id');
      return paged(shop.variations.get(idOf(request)) ?? [], query.page, query.per_page);
    }),
    route('webhooks', 'GET', '/wc/v3/webhooks', (shop, request) => {
      const query = queryOf(listParams, request);
      return paged([...shop.hooks.values()].map(shown), query.page, query.per_page);
    }),
    route('subscribe', 'POST', '/wc/v3/webhooks', (shop, request, context) => {
      const given = bodyOf(newHook, request);
      const hook: SimHook = { ...given, id: nextId(shop), name: given.name ?? '', secret: given.secret ?? 'generated' };
      put(shop, { what: 'hook', value: hook }, context);
      return restAnswer(201, shown(hook));
    }),
    route('change webhook', 'PUT', '/wc/v3/webhooks/:id', (shop, request, context) => {
      const given = asJson(bodyOf(hookChange, request));
      const old = found(shop.hooks.get(idOf(request)), 'woocommerce_rest_shop_webhook_invalid_id', 400);
      const hook = { ...old, ...given } as SimHook;
      put(shop, { what: 'hook', value: hook }, context);
      return restAnswer(200, shown(hook));
    }),
    route('unsubscribe', 'DELETE', '/wc/v3/webhooks/:id', (shop, request, context) => {
      const old = found(shop.hooks.get(idOf(request)), 'woocommerce_rest_shop_webhook_invalid_id');
      const { force } = queryOf(listParams, request);
      if (force !== 'true' && force !== '1')
        throw new SimRefusal(501, 'woocommerce_rest_trash_not_supported', 'Webhooks do not support trashing.');
      put(shop, { what: 'hook-gone', value: old.id }, context);
      return restAnswer(200, shown(old));
    }),
  ];
}
