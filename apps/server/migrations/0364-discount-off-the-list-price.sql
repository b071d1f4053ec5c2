-- Mark-ups as a discount off the carrier's list price (docs/decisions/0370-markups-by-plan-and-group.md).

-- Hundredths of a percent off the list price. Of such a rule percent_bp is 0, so that the release before adds nothing by it.
ALTER TABLE markup_rules ADD COLUMN off_list_bp int CHECK (off_list_bp BETWEEN 0 AND 10000);

-- The carrier's list price of the whole shipment before taxes, in the currency of the sale; 0: it names none; null: not kept.
ALTER TABLE price_chain ADD COLUMN list_minor int8 CHECK (list_minor >= 0);
