-- What kept a move of a customer from going on last: the operator, who alone sees it, reads it on the customer's page.
ALTER TABLE customer_moves ADD COLUMN last_problem text;  -- null: nothing since its last step
