/** Receipts, listings and shops as the API shows them. */
import type { JsonObject } from '@scanship/domain/values/json';
import { itemsTotal, type ShopAbout, type SimListing, type SimReceipt, type SimTransaction } from './model.ts';

const amount = (minor: number, currency: string): JsonObject => ({
  amount: minor,
  divisor: 100,
  currency_code: currency,
});

const DAY = 86_400;

const transactionView = (t: SimTransaction, receipt: SimReceipt, about: ShopAbout): JsonObject => ({
  transaction_id: t.id,
  title: t.title,
  description: `${t.title}, made by hand.`,
  seller_user_id: about.userId,
  buyer_user_id: 900_001,
  create_timestamp: receipt.created,
  created_timestamp: receipt.created,
  paid_timestamp: receipt.paid ? receipt.created : null,
  shipped_timestamp: receipt.shipments[0]?.at ?? null,
  quantity: t.quantity,
  listing_image_id: t.listingId * 100,
  receipt_id: receipt.id,
  is_digital: t.digital,
  file_data: '',
  listing_id: t.listingId,
  transaction_type: 'listing',
  product_id: t.productId,
  sku: t.sku,
  price: amount(t.price, about.currency),
  shipping_cost: amount(0, about.currency),
  variations: t.choices.map((c, index) => ({
    property_id: 500 + index,
    value_id: 600 + index,
    formatted_name: c.name,
    formatted_value: c.value,
  })),
  product_data: [],
  shipping_profile_id: t.digital ? null : 40_001,
  min_processing_days: 1,
  max_processing_days: 3,
  shipping_method: t.digital ? null : receipt.shippingMethod,
  shipping_upgrade: receipt.shippingUpgrade ?? null,
  expected_ship_date: receipt.created + 3 * DAY,
  buyer_coupon: 0,
  shop_coupon: 0,
});

export function receiptView(receipt: SimReceipt, about: ShopAbout): JsonObject {
  const { address } = receipt;
  const goods = itemsTotal(receipt);
  const cash = (minor: number): JsonObject => amount(minor, about.currency);
  const lines = [address.firstLine, address.secondLine, `${address.city}, ${address.state} ${address.zip}`];
  return {
    receipt_id: receipt.id,
    receipt_type: 0,
    seller_user_id: about.userId,
    seller_email: `${about.login}@shop.example`,
    buyer_user_id: 900_001,
    buyer_email: receipt.email ?? null,
    name: address.name,
    first_line: address.firstLine,
    second_line: address.secondLine ?? null,
    city: address.city,
    state: address.state === '' ? null : address.state,
    zip: address.zip,
    status: receipt.status,
    formatted_address: [address.name, ...lines.filter((line) => line !== undefined), address.country].join('\n'),
    country_iso: address.country,
    payment_method: 'cc',
    payment_email: null,
    message_from_seller: null,
    message_from_buyer: receipt.note ?? null,
    message_from_payment: null,
    is_paid: receipt.paid,
    is_shipped: receipt.shipped,
    create_timestamp: receipt.created,
    created_timestamp: receipt.created,
    update_timestamp: receipt.updated,
    updated_timestamp: receipt.updated,
    is_gift: receipt.gift !== undefined,
    gift_message: receipt.gift ?? '',
    gift_sender: '',
    grandtotal: cash(goods + receipt.shippingCost),
    subtotal: cash(goods),
    total_price: cash(goods),
    total_shipping_cost: cash(receipt.shippingCost),
    total_tax_cost: cash(0),
    total_vat_cost: cash(0),
    discount_amt: cash(0),
    gift_wrap_price: cash(0),
    shipments: receipt.shipments.map((s) => ({
      receipt_shipping_id: s.id,
      shipment_notification_timestamp: s.at,
      carrier_name: s.carrier,
      tracking_code: s.code,
    })),
    transactions: receipt.transactions.map((t) => transactionView(t, receipt, about)),
    refunds: [],
  };
}

const imageView = (listing: SimListing): JsonObject => ({
  listing_id: listing.id,
  listing_image_id: listing.id * 100,
  rank: 1,
  url_75x75: `https://img.example/75/${listing.id}.jpg`,
  url_170x135: `https://img.example/170/${listing.id}.jpg`,
  url_570xN: `https://img.example/570/${listing.id}.jpg`,
  url_fullxfull: `https://img.example/full/${listing.id}.jpg`,
  alt_text: null,
});

/** @param includes associations that were asked for */
export function listingView(listing: SimListing, about: ShopAbout, includes: readonly string[]): JsonObject {
  const [length, width, height] = listing.size?.sides ?? [];
  return {
    listing_id: listing.id,
    user_id: about.userId,
    shop_id: about.shopId,
    title: listing.title,
    description: `${listing.title}, made by hand.`,
    state: listing.state,
    created_timestamp: listing.updated,
    last_modified_timestamp: listing.updated,
    updated_timestamp: listing.updated,
    quantity: listing.state === 'sold_out' ? 0 : 5,
    url: `https://www.etsy.com/listing/${listing.id}`,
    listing_type: listing.digital ? 'download' : 'physical',
    tags: [],
    materials: [],
    item_weight: listing.weight?.value ?? null,
    item_weight_unit: listing.weight?.unit ?? null,
    item_length: length ?? null,
    item_width: width ?? null,
    item_height: height ?? null,
    item_dimensions_unit: listing.size?.unit ?? null,
    has_variations: listing.products.length > 1,
    price: amount(listing.products[0]?.price ?? 0, about.currency),
    ...(includes.includes('Images') ? { images: [imageView(listing)] } : {}),
    inventory: includes.includes('Inventory')
      ? {
          products: listing.products.map((product) => ({
            product_id: product.id,
            sku: product.sku,
            is_deleted: false,
            offerings: [
              {
                offering_id: product.id * 10,
                quantity: 5,
                is_enabled: true,
                is_deleted: false,
                price: amount(product.price, about.currency),
              },
            ],
            property_values: product.choices.map((c, index) => ({
              property_id: 500 + index,
              property_name: c.name,
              scale_id: null,
              scale_name: null,
              value_ids: [600 + index],
              values: [c.value],
            })),
          })),
          price_on_property: [],
          quantity_on_property: [],
          sku_on_property: [],
        }
      : null,
  };
}

export const shopView = (about: ShopAbout): JsonObject => ({
  shop_id: about.shopId,
  user_id: about.userId,
  shop_name: about.name,
  title: null,
  currency_code: about.currency,
  is_vacation: false,
  login_name: about.login,
  url: `https://www.etsy.com/shop/${about.name}`,
  shop_location_country_iso: about.country,
});
