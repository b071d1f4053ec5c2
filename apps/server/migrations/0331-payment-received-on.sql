-- The day a transfer, cheque or cash came in, where that is not the day it was entered. The books keep the moment it was entered.
ALTER TABLE payments ADD COLUMN received_on date;
