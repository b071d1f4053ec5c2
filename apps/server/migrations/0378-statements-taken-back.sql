-- A statement that was uploaded can be taken back: its lines are no lines any more, and sums that had given way to them are again.
ALTER TABLE bank_files ADD COLUMN taken_back_at timestamptz, ADD COLUMN taken_back_by uuid;
SELECT maintenance.secure_table('bank_files', 'keep');
ALTER TABLE bank_lines ADD COLUMN replaced_by uuid;  -- the file that has the parts of this sum
CREATE INDEX bank_lines_of_file ON bank_lines (tenant_id, file_id);
CREATE INDEX bank_lines_replaced_by ON bank_lines (tenant_id, replaced_by) WHERE replaced_by IS NOT NULL;
-- What the columns of its layout are is asked again.
SELECT maintenance.secure_table('bank_mappings');
