-- What small dangerous goods a product is or holds (domain/shipping/dangerous-goods.ts); null: none that anybody named.
ALTER TABLE products ADD COLUMN dangerous_goods text CHECK (dangerous_goods IN ('lithium-ion-in-equipment',
  'lithium-ion-with-equipment', 'lithium-metal-in-equipment', 'lithium-metal-with-equipment', 'limited-quantity'));
